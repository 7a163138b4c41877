package account

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"log/slog"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	ticketLife = time.Minute
	ticketKept = time.Hour // to notice when one is used again
)

// appKeys are the digests of the other apps' keys, by the app's name.
type appKeys map[string][sha256.Size]byte

func newAppKeys(secrets map[string]string) appKeys {
	keys := appKeys{}
	for name, secret := range secrets {
		keys[name] = sha256.Sum256([]byte(secret))
	}
	return keys
}

// find gives the app that has the key. It compares with every key to the end,
// so that the time it takes tells nothing.
func (k appKeys) find(key string) (name string, ok bool) {
	digest := sha256.Sum256([]byte(key))
	for candidate, want := range k {
		if subtle.ConstantTimeCompare(digest[:], want[:]) == 1 {
			name, ok = candidate, true
		}
	}
	return name, ok
}

// App gives the name of the app whose key came with the request; false when
// somebody is signed in, or it is no app's key.
func (s *Service) App(ctx context.Context) (name string, is bool) {
	if _, signedIn := actor.From(ctx); signedIn {
		return "", false
	}
	return s.apps.find(actor.OriginOf(ctx).Bearer)
}

// minter is who makes a ticket: someone who manages users, or another app,
// which has no rights of its own.
func (s *Service) minter(ctx context.Context) (who actor.Actor, app bool, err error) {
	if caller, signedIn := actor.From(ctx); signedIn {
		return caller, false, actor.Require(ctx, actor.AdminUsers)
	}
	name, is := s.App(ctx)
	if !is {
		return who, false, fault.New(fault.Unauthenticated, "Please sign in.")
	}
	return actor.Actor{Username: "app " + name}, true, nil
}

// Mint makes a ticket that signs the user in at the farm, once, within a minute.
// Those who manage users may, for a user on whose account they may act; for root
// and admins, only root may. An app may for farm managers, at a farm that they
// are linked to.
func (s *Service) Mint(ctx context.Context, userID, farmID string) (ticket string, err error) {
	who, app, err := s.minter(ctx)
	if err != nil {
		return "", err
	}
	ticket, digest := secret.New()
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if !app {
			if who, err = managing(ctx, tx); err != nil {
				return err
			}
		}
		user, err := userByID(ctx, tx, userID)
		if fault.Is(err, fault.NotFound) {
			err = fault.ForField("user", "No such user.")
		}
		if err != nil {
			return err
		}
		if app {
			err = appMayMint(ctx, tx, user, farmID)
		} else {
			err = mayMint(ctx, tx, who, user, farmID)
		}
		if err == nil && s.ticketNeedsFactor(user) {
			err = errTicketFactor
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "INSERT INTO sso_tickets (ticket_hash, user_id, farm_id, expires_at) VALUES ($1, $2, $3, $4)",
			digest, user.ID, farmID, sqldb.Millis(s.now().Add(ticketLife))); err != nil {
			return err
		}
		return audit.RecordAs(ctx, tx, who, audit.Entry{
			At: s.now(), Action: "sso.ticket", Kind: "user", ID: user.ID, Name: user.Username, Detail: map[string]any{"farm": farmID},
		})
	})
	return ticket, err
}

// mayMint is a fault unless the caller may sign the user in at the farm.
func mayMint(ctx context.Context, tx *sqldb.Tx, caller actor.Actor, user User, farmID string) error {
	switch {
	case !user.IsActive:
		return fault.ForField("user", "That user is not active.")
	case (user.Groups.Root || user.Groups.Admin) && !caller.Root:
		return fault.New(fault.Denied, "Only root may make a ticket for a root or admin user.")
	}
	refusal, err := refusalOf(ctx, tx, caller, user)
	if err == nil && refusal != "" {
		err = fault.New(fault.Denied, refusal)
	}
	if err != nil {
		return err
	}
	farms, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM farms WHERE id = $1", farmID)
	if err == nil && farms == 0 {
		err = fault.ForField("farm", "No such farm.")
	}
	return err
}

// appMayMint is a fault unless the user is a farm manager of the farm and
// nothing else: an app has no rights of its own to compare with the user's.
func appMayMint(ctx context.Context, tx *sqldb.Tx, user User, farmID string) error {
	links, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM farm_users WHERE user_id = $1 AND farm_id = $2", user.ID, farmID)
	manages := user.IsActive && user.Groups.FarmManager && links > 0
	if err == nil && !(manages && actor.Actor{}.Covers(user.rights())) {
		err = fault.New(fault.Denied, "An app may sign in farm managers only, at a farm that they are linked to.")
	}
	return err
}

var errTicketFactor = fault.New(fault.Denied, "This user signs in with a second factor, which a ticket would skip. They have to sign in themselves.")

// ticketNeedsFactor reports whether a ticket would skip the user's second factor, and may not.
func (s *Service) ticketNeedsFactor(user User) bool { return user.SecondFactor && !s.ssoFactor }

var errTicket = fault.New(fault.Unauthenticated, "That session or link is not valid any more. Please sign in.")

// Redeem opens a session for the holder of a ticket and gives its token. When a
// ticket is used a second time, one of the two who used it may be a thief, so the
// session that it opened ends. A farm that is given must be the ticket's.
func (s *Service) Redeem(ctx context.Context, ticket, farmID string) (token string, user User, err error) {
	token, digest := secret.New()
	now := s.now()
	err = s.outcome(ctx, func(tx *sqldb.Tx) (refused, err error) {
		t, err := ticketByDigest(ctx, tx, secret.Digest(ticket))
		switch {
		case fault.Is(err, fault.NotFound):
			return errTicket, nil
		case err != nil:
			return nil, err
		case t.sessionID != "":
			slog.WarnContext(ctx, "a sign-in ticket came twice", "user", t.user.ID, "ip", actor.OriginOf(ctx).IP)
			return errTicket, deleteSession(ctx, tx, t.sessionID)
		case !t.user.IsActive || s.ticketNeedsFactor(t.user) || t.expires <= sqldb.Millis(now) || skew.Ahead(t.expires, now, ticketLife) || farmID != "" && farmID != t.farmID:
			return errTicket, nil
		}
		user = t.user
		session := newSession{id: sqldb.NewID(), digest: digest, from: originOf(ctx)}
		won, err := tx.Exec(ctx, "UPDATE sso_tickets SET session_id = $2 WHERE ticket_hash = $1 AND session_id = ''", secret.Digest(ticket), session.id)
		if err != nil || won == 0 {
			return errTicket, err
		}
		if err := insertSession(ctx, tx, session, user, now); err != nil {
			return nil, err
		}
		return nil, s.recordSignIn(ctx, tx, user, session.id, map[string]any{"ticket": true, "farm": t.farmID})
	})
	if err != nil {
		return "", User{}, err
	}
	return token, s.enrolling(user), nil
}

type ticketRow struct {
	farmID    string
	expires   int64
	sessionID string
	user      User
}

func ticketByDigest(ctx context.Context, tx *sqldb.Tx, digest string) (ticketRow, error) {
	return sqldb.One(ctx, tx, func(r sqldb.Row) (t ticketRow, err error) {
		return t, t.user.scan(r, &t.farmID, &t.expires, &t.sessionID)
	}, "SELECT t.farm_id, t.expires_at, t.session_id, "+userColumns+" FROM sso_tickets t JOIN users u ON u.id = t.user_id WHERE t.ticket_hash = $1", digest)
}
