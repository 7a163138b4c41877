package password

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// DefaultMin is how many characters a password has at least, if no setting says otherwise.
const DefaultMin = 12

// MaxLength is in bytes; a longer password is refused before it costs any hashing.
const MaxLength = 1024

const (
	minRest = 4 // letters and digits that a password has beside the names in it
	minName = 4 // characters; a shorter name occurs in too many words
)

// Rules say which new passwords are accepted: long ones that nobody guesses.
// There are none about which characters they are made of.
type Rules struct {
	Min     int    // characters
	Product string // a name that everybody would try
}

// Owner is the user whose password it is to be. Of the zero value no names are
// looked for.
type Owner struct {
	Username string
	Email    string
	Names    []string // first, middle and last
}

//go:embed blocklist/passwords.txt.gz
var commonList []byte

// common holds the passwords that are guessed first.
var common = sync.OnceValue(func() map[string]bool {
	list, err := gzip.NewReader(bytes.NewReader(commonList))
	if err != nil {
		panic(fmt.Sprintf("the embedded list of passwords: %v", err))
	}
	set := map[string]bool{}
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		set[lines.Text()] = true
	}
	if err := lines.Err(); err != nil {
		panic(fmt.Sprintf("the embedded list of passwords: %v", err))
	}
	return set
})

// Refuse is a fault of the field unless the owner may have the password.
func (r Rules) Refuse(field, password string, owner Owner) error {
	if message := r.Problem(password, owner); message != "" {
		return fault.ForField(field, message)
	}
	return nil
}

// Problem says in a sentence why the owner may not have the password; it is
// empty when they may.
func (r Rules) Problem(password string, owner Owner) string {
	folded := sqldb.Fold(password)
	switch {
	case len(password) > MaxLength:
		return "That password is too long."
	case utf8.RuneCountInString(strings.TrimSpace(normal(password))) < r.Min:
		return fmt.Sprintf("A password has at least %d characters.", r.Min)
	case tooSimple(folded):
		return "That password repeats itself or only counts up. Please choose another one."
	case isCommon(folded):
		return "That password is one of the commonest, which are tried first. Please choose another one."
	case r.mostlyNames(folded, owner):
		return fmt.Sprintf("That password is little more than your name or address, or the word %s. Please choose another one.", r.Product)
	}
	return ""
}

// normal is the form in which a password is hashed: the same on every keyboard.
func normal(password string) string { return norm.NFKC.String(password) }

// isCommon reports a password of the list, also with digits and symbols around it.
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

// repeats reports whether the first period characters, over and over, make up the rest.
func repeats(runes []rune, period int) bool {
	for i := period; i < len(runes); i++ {
		if runes[i] != runes[i-period] {
			return false
		}
	}
	return true
}

// rows are the sequences that fingers run along; each starts again at its end.
var rows = []string{"abcdefghijklmnopqrstuvwxyz", "0123456789", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertyuiopasdfghjklzxcvbnm", "1234567890qwertyuiopasdfghjklzxcvbnm"}

func runsAlong(folded string) bool {
	if len(folded) < minRest {
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

// mostlyNames reports a password that has hardly anything left once the names
// that occur in it are taken out.
func (r Rules) mostlyNames(folded string, owner Owner) bool {
	local, domain, _ := strings.Cut(owner.Email, "@")
	names := slices.Concat(strings.Split(domain, "."), []string{owner.Username, local}, owner.Names, []string{r.Product})
	rest := folded
	for _, name := range names {
		if name = sqldb.Fold(name); utf8.RuneCountInString(name) >= minName {
			rest = strings.ReplaceAll(rest, name, " ")
		}
	}
	if rest == folded {
		return false
	}
	rest = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, rest)
	return utf8.RuneCountInString(rest) < minRest || tooSimple(rest)
}
