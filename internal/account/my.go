package account

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// My gives the caller's own user.
func (s *Service) My(ctx context.Context) (user User, err error) {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return user, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if user, err = userByID(ctx, tx, caller.UserID); err != nil || caller.Viewing == "" {
			return err
		}
		user, err = user.viewing(ctx, tx, caller.Viewing)
		return err
	})
	if caller.Viewing != "" {
		return user, err
	}
	return s.enrolling(user), err
}

// enrolling gives the user, marked if they must set up a second factor first.
func (s *Service) enrolling(user User) User {
	user.MustEnrol = s.staffFactor && (user.Groups.Admin || user.Groups.Root) && !user.SecondFactor
	return user
}

// EditMy changes the caller's own identity. Another address takes a proof, as it
// is where reset links go. A name or address that is taken counts as a guess of the network, or
// anybody could learn here who has an account.
func (s *Service) EditMy(ctx context.Context, change UserChange) (User, error) {
	if err := s.GuessRefusal(ctx); err != nil {
		return User{}, err
	}

	after, err := s.editMy(ctx, change)
	if fault.Is(err, fault.Invalid) {
		s.CountGuess(ctx)
	}

	return after, err
}

func (s *Service) editMy(ctx context.Context, change UserChange) (after User, err error) {
	change.IsActive = nil
	err = s.writeNames(ctx, func(tx *sqldb.Tx) error {
		caller, err := callerNow(ctx, tx)
		if err != nil {
			return err
		}
		before, err := userByID(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		after = change.apply(before)
		if after.Email != before.Email {
			if err := s.RequireProof(ctx, tx); err != nil {
				return err
			}
		}
		return s.edit(ctx, tx, caller, before, after)
	})
	return s.enrolling(after), err
}

// ChangeMyPassword gives the caller another password. It takes a proof, as the
// call itself has no field for the current password. Every other session ends;
// with revoke, so does what the caller issued.
func (s *Service) ChangeMyPassword(ctx context.Context, password string, revoke bool) error {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return err
	}
	if err := s.rules.Refuse("password", password, noOwner); err != nil {
		return err
	}
	if err := s.db.Read(ctx, func(tx *sqldb.Tx) error { return s.RequireProof(ctx, tx) }); err != nil {
		return err
	}
	hash, err := s.hasher.Hash(ctx, callerAsks(ctx), password)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if err := s.RequireProof(ctx, tx); err != nil { // the session may have ended while this one hashed
			return err
		}
		user, err := userByID(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		if err := s.rules.Refuse("password", password, user.identity().owner()); err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, user, hash, caller.SessionID); err != nil {
			return err
		}
		if err := s.revokeIssued(ctx, tx, user.ID, revoke); err != nil {
			return err
		}
		return s.record(ctx, tx, "user.password", user, nil)
	})
}

// outcome is a write that is kept even when the caller is refused.
func (s *Service) outcome(ctx context.Context, fn func(*sqldb.Tx) (refused, err error)) error {
	var refused error
	if err := s.db.Write(ctx, func(tx *sqldb.Tx) (err error) {
		refused, err = fn(tx)
		return err
	}); err != nil {
		return err
	}
	return refused
}
