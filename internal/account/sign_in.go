package account

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/merroir/merroir/internal/account/password"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

// SignInForm is what a person signs in with.
type SignInForm struct {
	Login    string // username or email
	Password string
	Code     string // of the second factor, where the user has one
}

// unknownKept is how long failed sign-ins with unknown names are kept.
const unknownKept = time.Hour

var errManyFailed = fault.New(fault.TooMany, "Too many failed sign-ins from your network. Please wait a minute.")

// errSignIn is the one answer to every sign-in that fails, so that nobody
// learns which accounts exist: it tells everybody how long a locked one waits. It
// is not an Unauthenticated fault, which would send the browser to the page that
// it is on.
var errSignIn = fault.New(fault.Invalid, "That username and password do not match an active account. After several failed tries sign-in pauses: seconds at first, at most 15 minutes.")

// SignIn opens a session for the user with that username or email and gives
// its token. Anyone may call it, but one network may not fail too often. Only
// those who give the right password are asked for a code.
func (s *Service) SignIn(ctx context.Context, form SignInForm, address string) (token string, user User, err error) {
	if s.failed.exhausted(address) {
		return "", User{}, errManyFailed
	}
	found, matched, err := s.checkPassword(ctx, form, address)
	if err != nil {
		return "", User{}, err
	}
	token, digest := secret.New()
	err = s.outcome(ctx, func(tx *sqldb.Tx) (refused, err error) {
		now := s.now()
		// The account may have been locked, switched off or given another password during the check.
		current, err := credentialsByLogin(ctx, tx, form.Login)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return nil, err
		}
		shut, failed := closed(ctx, tx, current, address, now)
		switch {
		case failed != nil:
			return nil, failed
		case err != nil || !matched || current.ID != found.ID || current.passwordHash != found.passwordHash || !current.IsActive || shut:
			return errSignIn, s.countFailure(ctx, tx, current.User, now)
		}
		user = current.User
		refused, err = s.passFactor(ctx, tx, user, form.Code, now)
		switch {
		case err != nil || errors.Is(refused, errNeedCode):
			return refused, err
		case refused != nil:
			return refused, s.countFailure(ctx, tx, user, now)
		}
		if err := clearFailures(ctx, tx, user.ID); err != nil {
			return nil, err
		}
		if err := rememberNetwork(ctx, tx, user.ID, address, now); err != nil {
			return nil, err
		}
		session := newSession{id: sqldb.NewID(), digest: digest, from: origin{address, deviceOf(actor.OriginOf(ctx).UserAgent)}, proved: true}
		if err := insertSession(ctx, tx, session, user, now); err != nil {
			return nil, err
		}
		return nil, s.recordSignIn(ctx, tx, user, session.id, nil)
	})
	switch {
	case err == nil:
		slog.InfoContext(ctx, "signed in", "user", user.ID, "ip", address)
		return token, s.enrolling(user), nil
	case fault.Is(err, fault.Invalid) && !errors.Is(err, errNeedCode):
		s.failed.add(address)
		slog.InfoContext(ctx, "sign-in failed", "ip", address)
	}
	return "", User{}, err
}

// checkPassword does the slow part of signing in, outside any transaction. It
// takes as long for an unknown user.
func (s *Service) checkPassword(ctx context.Context, form SignInForm, address string) (found credentials, matched bool, err error) {
	by := password.Requester{Key: actor.Network(address)}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if found, err = credentialsByLogin(ctx, tx, form.Login); err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
		known, failed := isKnown(ctx, tx, found.ID, address) // also for an unknown name, so that it takes as long
		by.Trusted = known
		return errors.Join(err, failed)
	})
	if err != nil && !fault.Is(err, fault.NotFound) {
		return found, false, err
	}
	matched, err = s.hasher.Verify(ctx, by, found.passwordHash, form.Password)
	return found, matched, err
}

// countFailure stores a failed try. After a few, the user must wait; for an
// unknown name, the zero user, it costs the same statements, so that it takes as
// long. (The table strangers has its name from an earlier release.)
func (s *Service) countFailure(ctx context.Context, tx *sqldb.Tx, user User, now time.Time) error {
	if err := countFailure(ctx, tx, user.ID, now); err != nil {
		return err
	}
	if user.ID == "" {
		_, err := tx.Exec(ctx, "INSERT INTO strangers (id, at) VALUES ($1, $2)", sqldb.NewID(), sqldb.Millis(now))
		return err
	}
	return audit.RecordAs(ctx, tx, actor.Actor{}, audit.Entry{At: now, Action: "sign-in.failed", Kind: "user", ID: user.ID, Name: user.Username})
}

// recordSignIn puts a sign-in into the audit trail, by the user themselves.
func (s *Service) recordSignIn(ctx context.Context, tx *sqldb.Tx, user User, sessionID string, detail map[string]any) error {
	return audit.RecordAs(ctx, tx, user.actor(sessionID), audit.Entry{
		At: s.now(), Action: "sign-in", Kind: "user", ID: user.ID, Name: user.Username, Detail: detail,
	})
}

func originOf(ctx context.Context) origin {
	return origin{actor.OriginOf(ctx).IP, deviceOf(actor.OriginOf(ctx).UserAgent)}
}
