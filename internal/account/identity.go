package account

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

// Identity is what people recognise a user by.
type Identity struct {
	Username string
	Email    string
	Name     Name
}

const (
	maxUsername = 64  // characters
	maxNamePart = 100 // characters
)

// tidy puts the identity into its stored form: any white space within a name is
// one plain space.
func (i *Identity) tidy() {
	i.Email = strings.TrimSpace(i.Email)
	for _, text := range []*string{&i.Username, &i.Name.First, &i.Name.Middle, &i.Name.Last} {
		*text = oneLine(*text)
	}
}

// oneLine is the text with a single space for each gap in it.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// faults are about the fields that a form would show, in its order.
func (i Identity) faults() (fields []fault.Field) {
	refuse := func(name, message string) { fields = append(fields, fault.Field{Name: name, Message: message}) }
	folded := sqldb.Fold(i.Username)
	own := folded == sqldb.Fold(i.Email)
	switch n := utf8.RuneCountInString(i.Username); {
	case n == 0 || n > maxUsername:
		refuse("username", fmt.Sprintf("A username has 1 to %d characters.", maxUsername))
	case strings.ContainsFunc(i.Username, unseen):
		refuse("username", "A username cannot have characters that nobody sees.")
	case !own && strings.Contains(folded, "@"):
		refuse("username", "A username that is an email address must be your own.")
	case !own && HoldsAddress(folded) && strings.ContainsAny(folded, " /:"): // ann.lee is a username
		refuse("username", "A username cannot hold a web address. After a dot put a space.")
	case mixesAlphabets(i.Username):
		refuse("username", "A username cannot mix letters of different alphabets that look alike.")
	}
	if !validEmail(i.Email) {
		refuse("email", "Please give an email address.")
	}
	for _, part := range []struct{ field, text string }{
		{"name.first", i.Name.First}, {"name.middle", i.Name.Middle}, {"name.last", i.Name.Last},
	} {
		switch {
		case utf8.RuneCountInString(part.text) > maxNamePart:
			refuse(part.field, fmt.Sprintf("A name has at most %d characters.", maxNamePart))
		case HoldsAddress(part.text):
			refuse(part.field, "A name cannot hold a web or email address. After a dot put a space.")
		case strings.ContainsFunc(part.text, func(r rune) bool { return unseen(r) && !unicode.Is(unicode.Join_Control, r) }):
			refuse(part.field, "A name cannot have characters that nobody sees.")
		}
	}
	return fields
}

// HoldsAddress reports whether the text holds what mail programs turn into a link: a web or email address, or a
// host by its dot. It does not belong into mails to people who did not ask for them.
func HoldsAddress(text string) bool { return address.MatchString(sqldb.Fold(text)) }

var address = regexp.MustCompile(`://|@|\bwww\.|[\pL\pN][.\x{3002}]\pL{2,}`)

// validEmail accepts an address that can be written in one way only.
func validEmail(email string) bool {
	return mail.IsAddress(email) && !strings.ContainsFunc(email, unseen) && !strings.HasSuffix(email, ".")
}

// unseen reports a character that leaves no mark: two names that differ in it
// look the same. Among them are those that turn the direction of writing.
func unseen(r rune) bool {
	const emptyBraille = '\u2800'
	return !unicode.IsGraphic(r) || r == emptyBraille || r == utf8.RuneError ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// mixesAlphabets reports letters of more than one of the alphabets that share
// their shapes, as in "аdmin" with a Cyrillic а. A name that is wholly in one of
// them is somebody's name.
func mixesAlphabets(name string) bool {
	seen := map[*unicode.RangeTable]bool{}
	for _, r := range name {
		for _, alphabet := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee} {
			if unicode.Is(alphabet, r) && unicode.IsLetter(r) {
				seen[alphabet] = true
			}
		}
	}
	return len(seen) > 1
}

// refuseTwins is a fault about the fields with which somebody else signs in:
// names and addresses are the same when they fold to the same text.
func refuseTwins(ctx context.Context, tx *sqldb.Tx, i Identity, userID string) error {
	var fields []fault.Field
	for _, c := range []struct{ field, value, message string }{
		{"username", i.Username, "This username is taken."},
		{"email", i.Email, "This email address is taken."},
	} {
		found, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM users WHERE (username_key = $1 OR email_key = $1) AND id <> $2",
			sqldb.Fold(c.value), userID)
		if err != nil {
			return err
		}
		if found > 0 {
			fields = append(fields, fault.Field{Name: c.field, Message: c.message})
		}
	}
	return fault.ForFields(fields)
}
