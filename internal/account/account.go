package account

import (
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
)

// User is a person with an account.
type User struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
	Email    string `json:"email"`
	Name     Name   `json:"name"`
	Groups   Groups `json:"groups"`
	IsActive bool   `json:"isActive"`
}

// Name is the name of a person; each part may be empty.
type Name struct {
	First  string `json:"first"`
	Middle string `json:"middle"`
	Last   string `json:"last"`
}

// Groups are the roles of a user; a user in none may only see the own account.
type Groups struct {
	Admin       bool `json:"admin"`
	Root        bool `json:"root"`
	FarmManager bool `json:"farmmanager"`
}

// NewUser is what it takes to make a user.
type NewUser struct {
	Username string
	Email    string
	Password string
	Name     Name
	Groups   Groups
}

const (
	minPassword = 12   // characters
	maxPassword = 1024 // bytes, refused before it costs any hashing
	maxUsername = 64   // characters
	maxEmail    = 254  // bytes (RFC 5321)
)

// check gives the faults of the fields that a form would show.
func (u NewUser) check() error {
	var fields []fault.Field
	if n := utf8.RuneCountInString(strings.TrimSpace(u.Username)); n == 0 || n > maxUsername {
		fields = append(fields, fault.Field{Name: "username", Message: fmt.Sprintf("A username has 1 to %d characters.", maxUsername)})
	}
	if !validEmail(u.Email) {
		fields = append(fields, fault.Field{Name: "email", Message: "Please give an email address."})
	}
	if message := passwordProblem(u.Password); message != "" {
		fields = append(fields, fault.Field{Name: "password", Message: message})
	}
	return fault.ForFields(fields)
}

func validEmail(email string) bool {
	address, err := mail.ParseAddress(email)
	return err == nil && address.Address == email && len(email) <= maxEmail
}

func passwordProblem(password string) string {
	switch {
	case utf8.RuneCountInString(password) < minPassword:
		return fmt.Sprintf("A password has at least %d characters.", minPassword)
	case len(password) > maxPassword:
		return "That password is too long."
	}
	return ""
}

// limits of a session: how long it may rest, and how old it may get.
type limits struct{ idle, absolute time.Duration }

// sessionLimits are shorter for staff, who can see every farm.
func sessionLimits(g Groups) limits {
	if g.Admin || g.Root {
		return limits{30 * time.Minute, 8 * time.Hour}
	}
	return limits{time.Hour, 12 * time.Hour}
}

const (
	freeTries = 4   // failed sign-ins before waiting begins
	maxTries  = 100 // in a row; then only a password reset opens the account
	longWait  = 15 * time.Minute
)

// waitAfter is how long an account stays closed after so many failed sign-ins
// in a row: a second from the fifth on, doubling up to a quarter of an hour.
func waitAfter(failed int64) time.Duration {
	switch {
	case failed <= freeTries:
		return 0
	case failed >= maxTries:
		return 100 * 365 * 24 * time.Hour
	case failed > freeTries+10:
		return longWait
	}
	return min(longWait, time.Second<<(failed-freeTries-1))
}

func (u User) actor(sessionID string) actor.Actor {
	return actor.Actor{
		UserID: u.ID, Username: u.Username, SessionID: sessionID,
		Root: u.Groups.Root, Admin: u.Groups.Admin, FarmManager: u.Groups.FarmManager,
	}
}
