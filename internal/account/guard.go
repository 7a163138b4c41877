package account

import (
	"context"
	"errors"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	errNoUser = fault.New(fault.NotFound, "No such user.")
)

// callerNow gives the caller with the rights that they have in this
// transaction, which may be fewer than when the request came in. The platform
// itself is no user and has those of the context.
func callerNow(ctx context.Context, tx *sqldb.Tx) (actor.Actor, error) {
	caller, signedIn := actor.From(ctx)
	switch {
	case !signedIn:
		return caller, fault.New(fault.Unauthenticated, "Please sign in.")
	case caller.UserID == "":
		return caller, nil
	}
	now, err := Acting(ctx, tx, caller.UserID)
	now.SessionID = caller.SessionID
	return now, err
}

// managing gives the caller, who must be one that manages users and groups.
func managing(ctx context.Context, tx *sqldb.Tx) (actor.Actor, error) {
	caller, err := callerNow(ctx, tx)
	if err == nil && !caller.May(actor.AdminUsers) {
		err = actor.ErrDenied
	}
	return caller, err
}

// Manage gives the caller and a user whom the caller may change: nobody
// changes a user who may do more, as taking over that account would be a way to
// do more.
func Manage(ctx context.Context, tx *sqldb.Tx, userID string) (caller actor.Actor, user User, err error) {
	if caller, err = managing(ctx, tx); err != nil {
		return caller, user, err
	}
	user, err = userByID(ctx, tx, userID)
	switch {
	case fault.Is(err, fault.NotFound):
		err = errNoUser
	case err != nil:
	case user.Groups.Root && !caller.Root:
		err = fault.New(fault.Denied, "Only root may change a root user.")
	case !caller.Covers(user.rights()):
		err = fault.New(fault.Denied, "You cannot change a user who may do more than you.")
	}
	return caller, user, err
}

// keepRoot is a Conflict when the user is the only root who can sign in, whom
// the platform must not lose.
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

// keepManaging is a Conflict when what was written took the caller's own right
// to manage users, which they could not give back to themselves.
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

// writeNames is a write that gives out names. After a clash it runs once more,
// sees whose name it is now, and can say so.
func (s *Service) writeNames(ctx context.Context, fn func(*sqldb.Tx) error) error {
	err := s.db.Write(ctx, fn)
	if errors.Is(err, errClash) {
		err = s.db.Write(ctx, fn)
	}
	return err
}
