package actor

import (
	"context"
	"slices"

	"github.com/merroir/merroir/internal/fault"
)

// Permission names something that an admin group lets its members do. A name
// that is not among those below may be given too: it gates nothing here, and
// other parts of the product may ask for it.
type Permission string

const (
	AdminUsers Permission = "admin-users" // users, groups, the audit trail
	Recall     Permission = "recall"      // recalls
	Export     Permission = "export"      // exports of any farm
	Pricing    Permission = "pricing"     // fees, costs, discounts
	Companies  Permission = "companies"   // records of any farm
)

// gating are the permissions that gate something.
var gating = []Permission{AdminUsers, Recall, Export, Pricing, Companies}

// Gating lists the permissions that gate something.
func Gating() []Permission { return slices.Clone(gating) }

// unlimited reports whether the actor has every permission, whatever its name.
func (a Actor) unlimited() bool { return a.Root || a.Admin && !a.Limited }

// May reports whether the actor has the permission: root has all, an admin in
// no admin group too, and anyone else those that one of their admin groups names.
func (a Actor) May(p Permission) bool { return a.unlimited() || slices.Contains(a.Permissions, p) }

// Effective lists the actor's permissions, sorted: those that their admin groups
// name and, for one who has every permission, all that gate something.
func (a Actor) Effective() []Permission {
	list := slices.Clone(a.Permissions)
	if a.unlimited() {
		list = append(list, gating...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Covers reports whether the actor may do everything that the other one may, so
// that giving the other these rights, or taking over their account, gains
// nothing.
func (a Actor) Covers(other Actor) bool {
	switch {
	case a.Root:
		return true
	case other.Root, other.Admin && !a.Admin, other.unlimited() && !a.unlimited():
		return false
	}
	return !slices.ContainsFunc(other.Permissions, func(p Permission) bool { return !a.May(p) })
}

// ErrDenied is the answer to a caller who lacks the right to something whose
// existence is no secret from them.
var ErrDenied = fault.New(fault.Denied, "You do not have permission to do that.")

// Require is nil when the caller has the permission, an Unauthenticated fault
// when nobody is signed in, and a Denied one for anyone else.
func Require(ctx context.Context, p Permission) error {
	caller, err := SignedIn(ctx)
	switch {
	case err != nil:
		return err
	case !caller.May(p):
		return ErrDenied
	}
	return caller.Enrolled()
}

// RequireRoot is nil when the caller may do everything, and otherwise a fault
// like that of [Require].
func RequireRoot(ctx context.Context) error {
	caller, err := SignedIn(ctx)
	if err == nil {
		err = caller.Enrolled()
	}
	if err == nil && !caller.Root {
		err = ErrDenied
	}
	return err
}
