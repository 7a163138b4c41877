package ledger

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Label makes labels that look the same be the same: runs of spaces count as
// one, and those at the ends not at all.
func Label(text string) string { return strings.Join(strings.Fields(text), " ") }

// RefuseText gives the reason why a text of at most so many bytes cannot be
// kept; empty when it can.
func RefuseText(text string, most int) string {
	switch {
	case len(text) > most:
		return fmt.Sprintf("is longer than %d characters", most)
	case !utf8.ValidString(text):
		return "holds characters that are not UTF-8"
	case strings.ContainsFunc(text, func(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' }):
		return "holds control characters"
	}
	return ""
}
