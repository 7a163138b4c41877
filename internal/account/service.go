package account

import (
	"cmp"
	"context"
	"time"

	"github.com/merroir/merroir/internal/account/password"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of accounts.
type Service struct {
	db          *sqldb.DB
	now         func() time.Time
	queue       *jobs.Queue
	mail        *mail.Mailer
	publicURL   string
	farmAppURL  string
	hasher      *password.Hasher
	rules       password.Rules
	apps        appKeys
	staffFactor bool      // admin and root need a second factor
	failed      *attempts // failed sign-ins by address
	resets      *attempts // reset links asked for by address
	touches     *touches
	issuers     []Issuer
	narrowed    []Narrowing
	ssoFactor   bool // tickets sign in users with a second factor, without a code

	sealer       *sealer
	plainSecrets bool
}

// Options are what accounts need from the rest of the program.
type Options struct {
	Now        func() time.Time
	Queue      *jobs.Queue
	Mail       *mail.Mailer
	PublicURL  string // where the links in mails lead
	FarmAppURL string // the farms' own app, where they edit what their people may do

	Product           string            // a name that no password may consist of
	PasswordMin       int               // characters, 12 by default
	PasswordCost      password.Cost     // of a hash; the standard one by default
	AppKeys           map[string]string // secrets of the apps that may sign users in, by the app's name
	StaffNeedsFactor  bool              // admin and root must set up a second factor
	TicketsSkipFactor bool              // tickets also sign in users with a second factor, without a code
	SecretKeys        [][]byte          // of [SecretKeySize]: the first encrypts the secrets of second factors, all decrypt; without any, no second factor can be set up
	PlainSecrets      bool              // the previous release must still be able to read them
}

const (
	failuresPerAddress = 20 // and minute
	failureWindow      = time.Minute
)

// New makes the service and sets its jobs on the queue.
func New(db *sqldb.DB, o Options) *Service {
	s := &Service{
		db: db, now: o.Now, queue: o.Queue, mail: o.Mail, publicURL: o.PublicURL, farmAppURL: o.FarmAppURL, hasher: password.NewHasher(o.PasswordCost),
		rules: password.Rules{Min: cmp.Or(o.PasswordMin, password.DefaultMin), Product: o.Product}, apps: newAppKeys(o.AppKeys), staffFactor: o.StaffNeedsFactor,
		ssoFactor: o.TicketsSkipFactor,
		failed:    newAttempts(failuresPerAddress, failureWindow, o.Now),
		resets:    newAttempts(resetsPerAddress, resetWindow, o.Now),
	}
	var err error
	if s.sealer, err = newSealer(o.SecretKeys); err != nil {
		panic(err) // a programming error: ParseSecretKey gives only valid ones
	}
	s.plainSecrets = o.PlainSecrets
	s.touches = &touches{store: s.storeTouches, pending: map[string]touch{}}
	s.register()
	return s
}

// SignOut ends the caller's session, and that they stay signed in there. With a session that is no
// view all views of theirs end: each is opened from a session, but which is not kept.
func (s *Service) SignOut(ctx context.Context) error {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return err
	}
	own := caller
	own.Viewing = "" // to end a view is no change of its farm
	return s.db.Write(actor.With(ctx, own), func(tx *sqldb.Tx) error {
		held, err := stayOf(ctx, tx, caller.SessionID)
		if err != nil {
			return err
		}
		if _, err := endStay(ctx, tx, caller.UserID, held); err != nil {
			return err
		}
		if caller.Viewing == "" {
			if err := endViews(ctx, tx, caller.UserID); err != nil {
				return err
			}
		}
		return deleteSession(ctx, tx, caller.SessionID)
	})
}

// Authenticate gives the actor behind a session token. It is an
// Unauthenticated fault when the session is unknown, too old or was idle for too
// long, or its user is inactive.
func (s *Service) Authenticate(ctx context.Context, token string) (actor.Actor, error) {
	found, known, err := sessionByDigest(ctx, s.db, secret.Digest(token))
	if err != nil {
		return actor.Actor{}, err
	}
	now := s.now()
	lastSeen := s.touches.lastSeen(found.id, found.lastSeen)
	if !known || sessionLimits(found.user.Groups).ended(now, lastSeen, found.expires) || !found.user.IsActive {
		return actor.Actor{}, fault.New(fault.Unauthenticated, "Your session has ended. Please sign in again.")
	}
	if now.Sub(time.UnixMilli(lastSeen)) >= touchAfter {
		s.touches.note(touch{found.id, found.user.ID, sqldb.Millis(now)})
	}
	if found.viewing != "" {
		return s.viewer(found)
	}
	return s.enrolling(found.user).actor(found.id), nil
}
