package rest

import (
	"context"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
)

// AUTH-8 AUTH-9: a route that asks for a permission lets in who has it, whatever
// groups they are in.
func TestAccessByPermission(t *testing.T) {
	for name, tt := range map[string]struct {
		who  actor.Actor
		want bool
	}{
		"root":                  {actor.Actor{Root: true}, true},
		"an admin":              {actor.Actor{Admin: true}, true},
		"an admin who may less": {actor.Actor{Admin: true, Limited: true, Permissions: []actor.Permission{actor.Recall}}, false},
		"a user who may":        {actor.Actor{Limited: true, Permissions: []actor.Permission{actor.Export}}, true},
		"a farm manager":        {actor.Actor{FarmManager: true}, false},
	} {
		err := May(actor.Export).allows(actor.With(context.Background(), tt.who))
		if tt.want != (err == nil) || err != nil && !fault.Is(err, fault.Denied) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, access := range []Access{May(actor.Export), {}} {
		if err := access.allows(context.Background()); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("nobody on %+v: %v", access, err)
		}
	}
}

// AUTH-8: who must set up a second factor first reaches nothing but their own account,
// and a token that is no session reaches only what takes such tokens.
func TestAccessOfWhoIsHalfIn(t *testing.T) {
	enrolling := actor.With(context.Background(), actor.Actor{Root: true, MustEnrol: true})
	for _, access := range []Access{SignedIn, FarmUsers, May(actor.Export)} {
		if err := access.allows(enrolling); !fault.Is(err, fault.Denied) || fault.As(err).Message != "Please set up your second factor first." {
			t.Errorf("%+v: %v", access, err)
		}
	}
	for _, access := range []Access{Public, Own, Bearing} {
		if err := access.allows(enrolling); err != nil {
			t.Errorf("%+v: %v", access, err)
		}
	}
	bearing := actor.WithOrigin(context.Background(), actor.Origin{Bearer: "a ticket"})
	for _, access := range []Access{SignedIn, Own, FarmUsers, May(actor.Export)} {
		if err := access.allows(bearing); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("%+v: %v", access, err)
		}
	}
	if err := Bearing.allows(bearing); err != nil {
		t.Error(err)
	}
	if err := Bearing.allows(context.Background()); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("nobody: %v", err)
	}
}
