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
	MustEnrol   bool         // until a second factor is set up, the actor may reach nothing but their own account
	Limited     bool         // in admin groups, so that even an admin may do only what Permissions says
	Permissions []Permission // that the admin groups of the actor name
	Key         *Key         // of a farm, by which a program calls in the actor's name; nil where a person does
	// Viewing is the farm that the actor, who is staff, looks at as its manager does: they have
	// the rights of that manager and no others, and can write nothing.
	Viewing string
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

// SignedIn gives the person of the context, an Unauthenticated fault when
// nobody is signed in, and a Denied one for a program with a farm's key.
func SignedIn(ctx context.Context) (Actor, error) {
	a, signedIn := From(ctx)
	switch {
	case !signedIn:
		return a, errSignIn
	case a.Key != nil:
		return a, ErrKey
	}
	return a, nil
}

// AtFarm is SignedIn that also gives a program whose key opens the route, for the gates of
// package farm: they let it in at the farm of its key alone.
func AtFarm(ctx context.Context) (Actor, error) {
	if a, _ := From(ctx); a.Key != nil && a.Key.opened {
		return a, nil
	}
	return SignedIn(ctx)
}

// ErrViewing is the fault of whoever views a farm read-only and calls what would change something.
var ErrViewing = fault.New(fault.Denied, "You see this farm as its manager does, and can change nothing here. End that first.")

var errSignIn = fault.New(fault.Unauthenticated, "Please sign in.")

// SeesFarms reports whether the actor may look at every farm: staff, those who keep
// the records of farms, and those who may take all that is in one away as an export.
func (a Actor) SeesFarms() bool { return a.Staff() || a.May(Companies) || a.May(Export) }

// ReachesFarms reports whether the actor may reach any farm at all: those who see
// every farm, and farm managers.
func (a Actor) ReachesFarms() bool { return a.SeesFarms() || a.FarmManager }

// Enrolled is a Denied fault for an actor who must set up a second factor first.
func (a Actor) Enrolled() error {
	if a.MustEnrol {
		return fault.New(fault.Denied, "Please set up your second factor first.")
	}
	return nil
}
