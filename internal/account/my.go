package account

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// freshSignIn is how long nobody is asked again for the password they just gave.
const freshSignIn = 5 * time.Minute

// My gives the caller's own user.
func (s *Service) My(ctx context.Context) (user User, err error) {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return user, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		user, err = userByID(ctx, tx, caller.UserID)
		return err
	})
	return s.enrolling(user), err
}

// enrolling is the user who may have to set up a second factor first.
func (s *Service) enrolling(user User) User {
	user.MustEnrol = s.staffFactor && (user.Groups.Admin || user.Groups.Root) && !user.SecondFactor
	return user
}

// EditMy changes the caller's own identity.
func (s *Service) EditMy(ctx context.Context, change UserChange) (after User, err error) {
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
		return s.edit(ctx, tx, caller, before, after)
	})
	return s.enrolling(after), err
}

// ChangeMyPassword gives the caller another password. It takes the current one,
// unless the session was opened with it just now. Every other session ends.
func (s *Service) ChangeMyPassword(ctx context.Context, current, password string) error {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return err
	}
	if err := s.rules.refuse("password", password, Identity{}); err != nil {
		return err
	}
	proved, err := s.provedJustNow(ctx)
	if err != nil {
		return err
	}
	if !proved {
		if err := s.provePassword(ctx, "currentPassword", current); err != nil {
			return err
		}
	}
	hash, err := s.hasher.hash(ctx, turnOfCaller(ctx), password)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := callerNow(ctx, tx); err != nil {
			return err
		}
		user, err := userByID(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		if err := s.rules.refuse("password", password, user.identity()); err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, user, hash, caller.SessionID); err != nil {
			return err
		}
		return s.record(ctx, tx, "user.password", user, nil)
	})
}

// provedJustNow reports whether the caller gave the password for this session
// so lately that asking again gains nothing.
func (s *Service) provedJustNow(ctx context.Context) (proved bool, err error) {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return false, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		at, err := provedAt(ctx, tx, caller.SessionID)
		proved = s.now().Sub(time.UnixMilli(at)) < freshSignIn
		if fault.Is(err, fault.NotFound) {
			return fault.New(fault.Unauthenticated, "Please sign in.")
		}
		return err
	})
	return proved, err
}

var errManyWrong = fault.New(fault.TooMany, "Too many wrong tries. Please wait a few minutes.")

// provePassword is a fault of the field unless the password is the caller's. A
// wrong one counts as a failed sign-in, so that a stolen session is no place to
// guess.
func (s *Service) provePassword(ctx context.Context, field, password string) error {
	caller, err := actor.SignedIn(ctx)
	switch {
	case err != nil:
		return err
	case password == "":
		return fault.ForField(field, "Please give your current password.")
	}
	found, err := s.credentials(ctx, caller.UserID)
	if err != nil {
		return err
	}
	matched := false
	if len(password) <= maxPassword {
		if matched, err = s.hasher.verify(ctx, turn{of: caller.UserID, trusted: true}, found.passwordHash, password); err != nil {
			return err
		}
	}
	now := s.now()
	return s.outcome(ctx, func(tx *sqldb.Tx) (refused, err error) {
		current, err := credentialsByID(ctx, tx, caller.UserID)
		switch {
		case err != nil:
			return nil, err
		case current.lockedUntil > sqldb.Millis(now):
			return errManyWrong, nil
		case !matched || current.passwordHash != found.passwordHash:
			return fault.ForField(field, "That is not your current password."), s.countFailure(ctx, tx, current.User, now)
		}
		return nil, clearFailures(ctx, tx, current.ID)
	})
}

func (s *Service) credentials(ctx context.Context, userID string) (found credentials, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		found, err = credentialsByID(ctx, tx, userID)
		return err
	})
	return found, err
}

// outcome is a write that is kept although the caller gets a refusal.
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
