package account

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	defaultPasswordMin = 12

	maxPassword = 1024 // bytes, refused before it costs any hashing
	minOwnPart  = 4    // letters and digits that a password has beside the names in it
	minName     = 4    // characters; a shorter name stands in too many words
)

// passwordRules say which new passwords are taken: long ones that nobody
// guesses. There are none about what characters they are made of.
type passwordRules struct {
	min     int    // characters
	product string // a name that everybody would try
}

//go:embed blocklist/passwords.txt
var commonList string

// common holds the passwords that are guessed first.
var common = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(commonList) {
		set[strings.TrimSpace(line)] = true
	}
	return set
})

// refuse is a fault of the field unless the user may have the password.
func (r passwordRules) refuse(field, password string, i Identity) error {
	if message := r.problem(password, i); message != "" {
		return fault.ForField(field, message)
	}
	return nil
}

// problem is a sentence about the password, or nothing. An empty identity asks
// nothing about names.
func (r passwordRules) problem(password string, i Identity) string {
	folded := sqldb.Fold(password)
	switch {
	case len(password) > maxPassword:
		return "That password is too long."
	case utf8.RuneCountInString(strings.TrimSpace(normal(password))) < r.min:
		return fmt.Sprintf("A password has at least %d characters.", r.min)
	case tooSimple(folded):
		return "That password repeats itself or only counts up. Please choose another one."
	case isCommon(folded):
		return "That password is one of the commonest, which are tried first. Please choose another one."
	case r.mostlyNames(folded, i):
		return fmt.Sprintf("That password is little more than your name or address, or the word %s. Please choose another one.", r.product)
	}
	return ""
}

// normal is the form in which a password is hashed: the same on every keyboard.
func normal(password string) string { return norm.NFKC.String(password) }

// isCommon reports a password of the list, also with digits and signs around it.
func isCommon(folded string) bool {
	return common()[folded] || common()[strings.TrimFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })]
}

// tooSimple reports the same few characters over and over, and runs along the
// alphabet, the digits or a row of the keyboard.
func tooSimple(folded string) bool {
	runes := []rune(folded)
	for period := 1; period <= len(runes)/2; period++ {
		if repeats(runes, period) {
			return true
		}
	}
	return runsAlong(folded)
}

// repeats reports whether the first characters, so many, make up all the rest.
func repeats(runes []rune, period int) bool {
	for i := period; i < len(runes); i++ {
		if runes[i] != runes[i-period] {
			return false
		}
	}
	return true
}

// rows are what fingers run along. Their ends meet.
var rows = []string{"abcdefghijklmnopqrstuvwxyz", "0123456789", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertyuiopasdfghjklzxcvbnm", "1234567890qwertyuiopasdfghjklzxcvbnm"}

func runsAlong(folded string) bool {
	if len(folded) < minOwnPart {
		return false
	}
	for _, row := range rows {
		forward := strings.Repeat(row, len(folded)/len(row)+2)
		if strings.Contains(forward, folded) || strings.Contains(reversed(forward), folded) {
			return true
		}
	}
	return false
}

func reversed(text string) string {
	var b strings.Builder
	for i := len(text) - 1; i >= 0; i-- {
		b.WriteByte(text[i]) // rows are ASCII
	}
	return b.String()
}

// mostlyNames reports a password that has hardly anything left without the
// names that stand in it.
func (r passwordRules) mostlyNames(folded string, i Identity) bool {
	local, domain, _ := strings.Cut(i.Email, "@")
	names := append(strings.Split(domain, "."), i.Username, local, i.Name.First, i.Name.Middle, i.Name.Last, r.product)
	rest := folded
	for _, name := range names {
		if name = sqldb.Fold(name); utf8.RuneCountInString(name) >= minName {
			rest = strings.ReplaceAll(rest, name, " ")
		}
	}
	if rest == folded {
		return false
	}
	own := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, rest)
	return utf8.RuneCountInString(own) < minOwnPart || tooSimple(own)
}
