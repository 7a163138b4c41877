package actor

import (
	"context"

	"github.com/merroir/merroir/internal/fault"
)

// Actor is the person, or the part of the platform, on whose behalf code runs.
type Actor struct {
	UserID      string
	Username    string
	SessionID   string // the session that asked, empty for the command line
	Root        bool
	Admin       bool
	FarmManager bool
}

// System is the platform itself: the command line and the demo data.
var System = Actor{Username: "system", Root: true}

// Staff reports whether the actor works for the platform.
func (a Actor) Staff() bool { return a.Root || a.Admin }

type key struct{}

// With gives a context in which a is calling.
func With(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, key{}, a)
}

// From gives the actor of the context; false when nobody is signed in.
func From(ctx context.Context) (Actor, bool) {
	a, ok := ctx.Value(key{}).(Actor)
	return a, ok
}

// RequireStaff is nil when staff is calling, an Unauthenticated fault when
// nobody is signed in, and a Denied one for anyone else.
func RequireStaff(ctx context.Context) error {
	caller, signedIn := From(ctx)
	switch {
	case !signedIn:
		return fault.New(fault.Unauthenticated, "Please sign in.")
	case !caller.Staff():
		return fault.New(fault.Denied, "You do not have permission to do that.")
	}
	return nil
}
