package account

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

// proofLife is how long a proof lasts: until then nobody is asked again.
const proofLife = 10 * time.Minute

// errProof asks the app to let the user prove who they are and to repeat the call.
var errProof = fault.WithCode(fault.Denied, "proof-required", "Please give your password again, to show that it is you.")

// RequireProof is a Denied fault with the code proof-required unless the caller has lately given the password for
// this session, and the code of the second factor where one is set: by signing
// in, or by [Service.Prove]. So a stolen session alone cannot take an account over.
func (s *Service) RequireProof(ctx context.Context, tx *sqldb.Tx) error {
	caller, _ := actor.From(ctx)
	at, err := provedAt(ctx, tx, caller.SessionID)
	now := s.now()
	switch {
	case fault.Is(err, fault.NotFound):
		return fault.New(fault.Unauthenticated, "Please sign in.")
	case err == nil && (now.Sub(time.UnixMilli(at)) >= proofLife || skew.Ahead(at, now, 0)):
		return errProof
	}
	return err
}

// Proved is [Service.RequireProof] in a transaction of its own, for routes that always need a proof.
func (s *Service) Proved(ctx context.Context) error {
	return s.db.Read(ctx, func(tx *sqldb.Tx) error { return s.RequireProof(ctx, tx) })
}

// requireProofOfPerson is [Service.RequireProof] of somebody with a session. The command line has
// none and needs no proof.
func (s *Service) requireProofOfPerson(ctx context.Context, tx *sqldb.Tx) error {
	if caller, _ := actor.From(ctx); caller.SessionID == "" {
		return nil
	}
	return s.RequireProof(ctx, tx)
}

// Prove checks the caller's password, and the code of the second factor where one
// is set, and notes the proof in this session. Wrong ones count as failed
// sign-ins, so that a stolen session is no place for guessing.
func (s *Service) Prove(ctx context.Context, password, code string) error {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return err
	}
	address := actor.OriginOf(ctx).IP
	if s.failed.exhausted(address) {
		return errManyFailed
	}
	if password == "" {
		return fault.ForField("password", "Please give your password.")
	}
	found, err := s.credentials(ctx, caller.UserID)
	if err != nil {
		return err
	}
	matched, err := s.hasher.Verify(ctx, callerAsks(ctx), found.passwordHash, password)
	if err != nil {
		return err
	}
	wrong := false
	err = s.outcome(ctx, func(tx *sqldb.Tx) (refused, err error) {
		wrong = false
		now := s.now()
		current, err := credentialsByID(ctx, tx, caller.UserID)
		switch {
		case err != nil:
			return nil, err
		case current.locked(now):
			return errManyWrong, nil
		case !matched || current.passwordHash != found.passwordHash:
			wrong = true
			return fault.ForField("password", "That is not your password."), s.countFailure(ctx, tx, current.User, now)
		}
		refused, err = s.passFactor(ctx, tx, current.User, code, now)
		switch {
		case err != nil || refused == errNeedCode:
			return refused, err
		case refused != nil:
			wrong = true
			return refused, s.countFailure(ctx, tx, current.User, now)
		}
		if err := clearFailures(ctx, tx, current.ID); err != nil {
			return nil, err
		}
		return nil, prove(ctx, tx, caller.SessionID, now)
	})
	if wrong {
		s.failed.add(address)
	}
	return err
}

var errManyWrong = fault.New(fault.TooMany, "Too many wrong tries. Please wait a few minutes.")

func (s *Service) credentials(ctx context.Context, userID string) (found credentials, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		found, err = credentialsByID(ctx, tx, userID)
		return err
	})
	return found, err
}
