package account

import (
	"cmp"
	"context"
	"errors"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

var errNoUser = fault.New(fault.NotFound, "No such user.")

// callerNow gives the caller with the rights that they have in this
// transaction, which may be fewer than when the request came in. The platform
// itself is not a user and keeps the rights of the context.
func callerNow(ctx context.Context, tx *sqldb.Tx) (actor.Actor, error) {
	caller, err := actor.SignedIn(ctx)
	switch {
	case err != nil:
		return caller, err
	case caller.UserID == "" || caller.Viewing != "": // whose rights are those of the view
		return caller, nil
	}
	now, err := Acting(ctx, tx, caller.UserID)
	now.SessionID = caller.SessionID
	return now, err
}

// managing gives the caller, who must have the right to manage users and groups.
func managing(ctx context.Context, tx *sqldb.Tx) (actor.Actor, error) {
	caller, err := callerNow(ctx, tx)
	if err == nil && !caller.May(actor.AdminUsers) {
		err = actor.ErrDenied
	}
	return caller, err
}

// readManaging is a read for callers who manage users and groups.
func (s *Service) readManaging(ctx context.Context, fn func(*sqldb.Tx) error) error {
	return s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := managing(ctx, tx); err != nil {
			return err
		}
		return fn(tx)
	})
}

// Manage gives the caller and a user on whose account the caller may act:
// change it, sign it in or out, look at its sessions. See [refusalOf].
func Manage(ctx context.Context, tx *sqldb.Tx, userID string) (caller actor.Actor, user User, err error) {
	if caller, err = managing(ctx, tx); err != nil {
		return caller, user, err
	}
	if user, err = userByID(ctx, tx, userID); err != nil {
		return caller, user, orNoUser(err)
	}
	refusal, err := refusalOf(ctx, tx, caller, user)
	if err == nil && refusal != "" {
		err = fault.New(fault.Denied, refusal)
	}
	return caller, user, err
}

// refusalOf says why the caller may not act on the user's account, or nothing.
// Whoever acts on an account can take it over, and so must be able to do all
// that it can: by groups, by permissions, and on the farms that it is linked
// to. A link counts before its user is a farm manager too, as it opens the farm
// on the day that the user becomes one.
func refusalOf(ctx context.Context, tx *sqldb.Tx, caller actor.Actor, user User) (string, error) {
	switch {
	case caller.UserID == user.ID:
		return "", nil
	case user.Groups.Root && !caller.Root:
		return "Only root may change a root user.", nil
	case !caller.Covers(user.rights()):
		return "You cannot change a user who may do more than you.", nil
	case caller.May(actor.Companies):
		return "", nil
	}
	foreign, err := farmsBeyond(ctx, tx, caller, user.ID)
	if err != nil || foreign == 0 {
		return "", err
	}
	return "This user is linked to farms that you cannot edit. To change them you also need the permission companies.", nil
}

// farmsBeyond counts the farms on which the user's link opens more than the caller may.
func farmsBeyond(ctx context.Context, tx *sqldb.Tx, caller actor.Actor, userID string) (int, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int], `SELECT count(*) FROM farm_users l WHERE l.user_id = $1
		AND NOT EXISTS (SELECT 1 FROM farm_users own WHERE $2 AND own.user_id = $3 AND own.farm_id = l.farm_id AND own.level >= l.level)`,
		userID, caller.FarmManager, caller.UserID)
}

// MayLink is a Denied fault unless the caller may link users to farms: a link
// opens a farm, so it takes what reaches every farm.
func MayLink(caller actor.Actor) error {
	if refusal := linkRefusal(caller); refusal != "" {
		return fault.New(fault.Denied, refusal)
	}
	return nil
}

func linkRefusal(caller actor.Actor) string {
	if caller.May(actor.Companies) {
		return ""
	}
	return "To link users to farms you also need the permission companies."
}

func refusalsOf(ctx context.Context, tx *sqldb.Tx, user User) (r Refusals, err error) {
	caller, err := callerNow(ctx, tx)
	if err != nil {
		return r, err
	}
	if r.Account, err = refusalOf(ctx, tx, caller, user); err != nil {
		return r, err
	}
	r.Farms = cmp.Or(r.Account, linkRefusal(caller))
	r.SecondFactor = cmp.Or(r.Account, factorRefusal(caller, user))
	return r, nil
}

// HiddenAddresses says whose network addresses the caller must not see in the
// trail: those of users who may do more. To a caller who is limited by admin
// groups that is nearly everybody, so they see only their own.
func (s *Service) HiddenAddresses(ctx context.Context, tx *sqldb.Tx) (hidden audit.Hidden, err error) {
	caller, err := managing(ctx, tx)
	switch {
	case err != nil || caller.Root:
		return hidden, err
	case !caller.Admin || caller.Limited:
		return audit.Hidden{AllBut: caller.UserID}, nil
	}
	hidden.Users, err = sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT id FROM users WHERE is_root")
	return hidden, err
}

// keepRoot is a Conflict when the user is the only root who can sign in: the
// platform must not lose them.
func keepRoot(ctx context.Context, tx *sqldb.Tx, user User) error {
	if !user.Groups.Root || !user.IsActive {
		return nil
	}
	others, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM users WHERE is_root AND is_active AND id <> $1", user.ID)
	if err == nil && others == 0 {
		err = fault.New(fault.Conflict, "This is the last active root user. Please make another one first.")
	}
	return err
}

// keepManaging is a Conflict when what was just written took away the caller's
// own right to manage users, which they could not give back to themselves.
func keepManaging(ctx context.Context, tx *sqldb.Tx) error {
	_, err := managing(ctx, tx)
	if fault.Is(err, fault.Denied) {
		return fault.New(fault.Conflict, "You would lose your own right to manage users. Please let somebody else do that.")
	}
	return err
}

// errClash is how the database refuses the later of two who take the same name
// at the same moment, when both have seen that it is free.
var errClash = fault.New(fault.Conflict, "Somebody else took that name at the same moment. Please try again.")

func clash(err error) error {
	if fault.Is(err, fault.Conflict) {
		return errClash
	}
	return err
}

// writeNames is a write that gives somebody a name. After a clash it runs once
// more, sees that the name is taken, and can say so.
func (s *Service) writeNames(ctx context.Context, fn func(*sqldb.Tx) error) error {
	err := s.db.Write(ctx, fn)
	if errors.Is(err, errClash) {
		err = s.db.Write(ctx, fn)
	}
	return err
}
