package ledger

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/plain"
)

// Label makes labels that look the same be the same: runs of spaces count as
// one, and those at the ends not at all.
func Label(text string) string { return strings.Join(strings.Fields(text), " ") }

// RefuseText gives the reason why a text of at most so many characters cannot be
// kept; empty when it can. It may have line breaks and tabs.
func RefuseText(text string, most int) string {
	switch {
	case utf8.RuneCountInString(text) > most:
		return fmt.Sprintf("is longer than %d characters", most)
	case !utf8.ValidString(text):
		return "holds characters that are not UTF-8"
	case !plain.Lines(text):
		text = strings.ReplaceAll(text, "\r\n", "\n")
		at := strings.IndexFunc(text, func(c rune) bool { return plain.Unshown(c) && c != '\n' && c != '\t' })
		c, _ := utf8.DecodeRuneInString(text[at:])
		return fmt.Sprintf("holds a character that cannot be shown (%U)", c)
	}
	return ""
}
