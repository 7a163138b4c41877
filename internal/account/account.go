package account

import (
	"time"

	"github.com/merroir/merroir/internal/actor"
)

// User is a person with an account.
type User struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
	Email    string `json:"email"`
	Name     Name   `json:"name"`
	Groups   Groups `json:"groups"`
	IsActive bool   `json:"isActive"`

	Permissions  []actor.Permission `json:"permissions" doc:"What the user's admin groups give; for a user who has every permission, all that gate something"`
	SecondFactor bool               `json:"secondFactor" doc:"Signs in with a code from an authenticator app"`
	MustEnrol    bool               `json:"mustEnrol" doc:"May do nothing else until a second factor is set up"`

	Viewing *Viewed `json:"viewing,omitempty" doc:"You are staff, and look at a farm as its manager sees it: your groups and permissions are those of its manager, and nothing can be changed"`

	given grants
}

// Name is the name of a person; each part may be empty.
type Name struct {
	First  string `json:"first"`
	Middle string `json:"middle"`
	Last   string `json:"last"`
}

// Groups are the roles of a user; a user in none may only see their own account.
type Groups struct {
	Admin       bool `json:"admin"`
	Root        bool `json:"root"`
	FarmManager bool `json:"farmmanager"`
}

const (
	freeTries = 4 // failed sign-ins before waiting begins
	longWait  = 15 * time.Minute
)

// waitAfter is how long an account stays closed after so many failed sign-ins
// in a row: a second from the fifth on, doubling up to a quarter of an hour. It
// is never closed for good, or anybody could lock anybody else out; four guesses
// an hour do not find a password that the rules accept.
func waitAfter(failed int64) time.Duration {
	switch {
	case failed <= freeTries:
		return 0
	case failed > freeTries+10:
		return longWait
	}
	return min(longWait, time.Second<<(failed-freeTries-1))
}

func (u User) actor(sessionID string) actor.Actor {
	return actor.Actor{
		UserID: u.ID, Username: u.Username, SessionID: sessionID,
		Root: u.Groups.Root, Admin: u.Groups.Admin, FarmManager: u.Groups.FarmManager,
		MustEnrol: u.MustEnrol, Limited: u.given.any, Permissions: u.given.permissions,
	}
}
