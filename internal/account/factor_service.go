package account

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	errHasFactor = fault.New(fault.Conflict, "You have a second factor already. Please remove it first.")
	errNoFactor  = fault.New(fault.Conflict, "There is no second factor.")
	errNeedCode  = fault.ForField("code", "Please give the code from your authenticator app.")
	errWrongCode = fault.ForField("code", "That code is not right, or was used before. Please give the newest one.")
)

// BeginFactor gives the caller a new secret for an authenticator app. It comes
// into force when [Service.ConfirmFactor] has seen a code made from it. It takes
// a proof, as does everything that changes how somebody signs in.
func (s *Service) BeginFactor(ctx context.Context) (secret, url string, err error) {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return "", "", err
	}
	if secret, url, err = newFactor(s.rules.Product, caller.Username); err != nil {
		return "", "", err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		user, err := userByID(ctx, tx, caller.UserID)
		switch {
		case err != nil:
			return err
		case user.SecondFactor:
			return errHasFactor
		}
		if err := s.RequireProof(ctx, tx); err != nil {
			return err
		}
		sealed, err := s.sealer.seal(user.ID, secret)
		if err != nil {
			return err
		}
		return beginFactor(ctx, tx, storedFactor{user.ID, s.plainCopy(secret), sealed}, s.now())
	})
	return secret, url, err
}

// ConfirmFactor puts the caller's second factor into force and gives the recovery
// codes, each of which replaces the authenticator app once. The caller's other sessions,
// which were opened without it, end.
func (s *Service) ConfirmFactor(ctx context.Context, code string) (codes []string, err error) {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	codes, digests := newRecoveryCodes()
	err = s.outcome(ctx, func(tx *sqldb.Tx) (refused, err error) {
		current, err := credentialsByID(ctx, tx, caller.UserID)
		if err != nil {
			return nil, err
		}
		if err := s.RequireProof(ctx, tx); err != nil {
			return nil, err
		}
		now := s.now()
		f, step, right, err := s.matchCode(ctx, tx, caller.UserID, code, now)
		switch {
		case fault.Is(err, fault.NotFound):
			return errNoFactor, nil
		case err != nil:
			return nil, err
		case f.confirmed:
			return errHasFactor, nil
		case current.locked(now):
			return errManyWrong, nil
		case !right:
			return errWrongCode, s.countFailure(ctx, tx, current.User, now)
		}
		if err := confirmFactor(ctx, tx, caller.UserID, step, digests, now); err != nil {
			return nil, err
		}
		if _, err := endSessions(ctx, tx, caller.UserID, caller.SessionID); err != nil {
			return nil, err
		}
		return nil, s.recordFactor(ctx, tx, current.User, true)
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// RemoveFactor removes the caller's second factor and ends their other
// sessions. It takes a proof.
func (s *Service) RemoveFactor(ctx context.Context) error {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		user, err := userByID(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		if err := s.RequireProof(ctx, tx); err != nil {
			return err
		}
		if _, err := endSessions(ctx, tx, user.ID, caller.SessionID); err != nil {
			return err
		}
		return s.removeFactor(ctx, tx, user)
	})
}

// ResetFactor removes the second factor of a user who has lost it, and ends their
// sessions. Those who manage users may; for root and admins, only root.
func (s *Service) ResetFactor(ctx context.Context, userID string) error {
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		caller, user, err := Manage(ctx, tx, userID)
		switch {
		case err != nil:
			return err
		case caller.UserID == userID:
			return fault.New(fault.Conflict, "Please remove your own second factor in your account settings.")
		}
		if refusal := factorRefusal(caller, user); refusal != "" {
			return fault.New(fault.Denied, refusal)
		}
		if _, err := endSessions(ctx, tx, userID, ""); err != nil {
			return err
		}
		return s.removeFactor(ctx, tx, user)
	})
}

func factorRefusal(caller actor.Actor, user User) string {
	if user.Groups.Admin && !caller.Root {
		return "Only root may reset the second factor of an admin."
	}
	return ""
}

func (s *Service) removeFactor(ctx context.Context, tx *sqldb.Tx, user User) error {
	if !user.SecondFactor {
		return errNoFactor
	}
	if err := deleteFactor(ctx, tx, user.ID); err != nil {
		return err
	}
	return s.recordFactor(ctx, tx, user, false)
}

// recordFactor puts a change into the trail and tells the user.
func (s *Service) recordFactor(ctx context.Context, tx *sqldb.Tx, user User, on bool) error {
	told := "A second factor was set up for your account: from now on signing in takes a code from an authenticator app."
	if !on {
		told = "The second factor of your account was removed: from now on the password alone signs in."
	}
	if err := s.tell(ctx, tx, user.Email, "accountChanged", told); err != nil {
		return err
	}
	return s.record(ctx, tx, "user.second-factor", user, map[string]any{"on": on})
}

// passFactor is nil when the user has no second factor, or when the code is a
// good one, from the app or for recovery, which is used up by that.
func (s *Service) passFactor(ctx context.Context, tx *sqldb.Tx, user User, code string, now time.Time) (refused, err error) {
	if !user.SecondFactor {
		return nil, nil
	}
	if plainCode(code) == "" {
		return errNeedCode, nil
	}
	_, step, right, err := s.matchCode(ctx, tx, user.ID, code, now)
	if err != nil && !errors.Is(err, ErrUndecryptable) { // a recovery code still signs in
		return nil, err
	}
	if right {
		return nil, useStep(ctx, tx, user.ID, step)
	}
	used, err := useRecoveryCode(ctx, tx, user.ID, secret.Digest(plainCode(code)))
	if err == nil && !used {
		refused = errWrongCode
	}
	return refused, err
}

// matchCode gives the user's second factor, and its step whose code this is.
func (s *Service) matchCode(ctx context.Context, tx *sqldb.Tx, userID, code string, now time.Time) (f factor, step int64, right bool, err error) {
	if f, err = factorOf(ctx, tx, userID); err != nil {
		return f, 0, false, err
	}
	secret, err := s.sealer.openFactor(f.storedFactor)
	if err != nil {
		slog.ErrorContext(ctx, "a second factor cannot be read", "user", userID, "error", err)
		return f, 0, false, err
	}
	step, right = stepOf(secret, code, now, f.lastStep)
	return f, step, right, nil
}
