package account

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of accounts.
type Service struct {
	db        *sqldb.DB
	now       func() time.Time
	queue     *jobs.Queue
	mail      *mail.Mailer
	publicURL string
	hasher    *hasher
	failed    *attempts // failed sign-ins by address
	resets    *attempts // reset links asked for by address
}

// Options are what accounts need from the rest of the program.
type Options struct {
	Now       func() time.Time
	Queue     *jobs.Queue
	Mail      *mail.Mailer
	PublicURL string // where the links in mails lead
}

const (
	failuresPerAddress = 20 // and minute
	failureWindow      = time.Minute
	touchAfter         = time.Minute // a session's last use is stored at most this often
)

// New makes the service and sets its jobs on the queue.
func New(db *sqldb.DB, o Options) *Service {
	s := &Service{
		db: db, now: o.Now, queue: o.Queue, mail: o.Mail, publicURL: o.PublicURL, hasher: newHasher(),
		failed: newAttempts(failuresPerAddress, failureWindow, o.Now),
		resets: newAttempts(resetsPerAddress, resetWindow, o.Now),
	}
	s.register()
	return s
}

// errSignIn is the one answer to every sign-in that fails, so that nobody
// learns which accounts exist. It is no Unauthenticated fault: that would send
// the browser to the page that it is on.
var errSignIn = fault.New(fault.Invalid, "That username and password do not match an active account. After several failed tries, please wait a few minutes.")

// SignIn opens a session for the user with that username or email and gives
// its token. Anyone may call it, from one address not too often in vain.
func (s *Service) SignIn(ctx context.Context, login, password, address string) (token string, user User, err error) {
	if s.failed.exhausted(address) {
		return "", User{}, fault.New(fault.TooMany, "Too many failed sign-ins from your network. Please wait a minute.")
	}
	found, err := s.checkPassword(ctx, login, password)
	if err != nil {
		return "", User{}, err
	}
	token, digest := newSecret()
	now := s.now()
	opened := false
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		opened = false
		// The account may have been locked or switched off while the password was checked.
		current, err := credentialsByLogin(ctx, tx, login)
		switch {
		case fault.Is(err, fault.NotFound):
			return nil
		case err != nil:
			return err
		case current.ID != found.ID || !found.matched || !current.IsActive || current.lockedUntil > sqldb.Millis(now):
			return countFailure(ctx, tx, current.ID, now)
		}
		opened, user = true, current.User
		if err := clearFailures(ctx, tx, user.ID); err != nil {
			return err
		}
		return insertSession(ctx, tx, digest, user.ID, now, sessionLimits(user.Groups))
	})
	if err != nil {
		return "", User{}, err
	}
	if !opened {
		s.failed.add(address)
		slog.InfoContext(ctx, "sign-in failed", "ip", address)
		return "", User{}, errSignIn
	}
	slog.InfoContext(ctx, "signed in", "user", user.ID, "ip", address)
	return token, user, nil
}

type checked struct {
	User
	matched bool
}

// checkPassword does the slow part of signing in outside any transaction. For
// an unknown user it takes as long.
func (s *Service) checkPassword(ctx context.Context, login, password string) (checked, error) {
	var found credentials
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		found, err = credentialsByLogin(ctx, tx, login)
		return err
	})
	if err != nil && !fault.Is(err, fault.NotFound) {
		return checked{}, err
	}
	if len(password) > maxPassword {
		return checked{User: found.User}, nil
	}
	matched, err := s.hasher.verify(ctx, found.passwordHash, password)
	return checked{found.User, matched}, err
}

// SignOut ends the caller's session.
func (s *Service) SignOut(ctx context.Context) error {
	caller, _ := actor.From(ctx)
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		return deleteSession(ctx, tx, caller.SessionID)
	})
}

// Authenticate gives the actor behind a session token. It is an
// Unauthenticated fault when the session is unknown, too old or rested too
// long, or its user inactive.
func (s *Service) Authenticate(ctx context.Context, token string) (actor.Actor, error) {
	var found session
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		found, err = sessionByDigest(ctx, tx, digestOf(token))
		return err
	})
	if err != nil && !fault.Is(err, fault.NotFound) {
		return actor.Actor{}, err
	}
	now := s.now()
	rested := now.Sub(time.UnixMilli(found.lastSeen))
	if err != nil || now.UnixMilli() >= found.expires || rested >= sessionLimits(found.user.Groups).idle || !found.user.IsActive {
		return actor.Actor{}, fault.New(fault.Unauthenticated, "Your session has ended. Please sign in again.")
	}
	if rested >= touchAfter {
		s.touch(ctx, found.id, now)
	}
	return found.user.actor(found.id), nil
}

// touch stores that the session is in use. A database that cannot be written
// must not keep people from reading, so a failure is only logged.
func (s *Service) touch(ctx context.Context, sessionID string, now time.Time) {
	if err := s.db.Write(ctx, func(tx *sqldb.Tx) error { return touchSession(ctx, tx, sessionID, now) }); err != nil {
		slog.WarnContext(ctx, "the use of a session was not stored", "error", err)
	}
}

// My gives the caller's own user.
func (s *Service) My(ctx context.Context) (user User, err error) {
	caller, _ := actor.From(ctx)
	err = s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		user, err = userByID(ctx, tx, caller.UserID)
		return err
	})
	return user, err
}

// Create makes a user. Only root may, or the platform itself.
func (s *Service) Create(ctx context.Context, u NewUser) (User, error) {
	if caller, _ := actor.From(ctx); !caller.Root {
		return User{}, fault.New(fault.Denied, "You do not have permission to do that.")
	}
	u.Username, u.Email = strings.TrimSpace(u.Username), strings.TrimSpace(u.Email)
	if err := u.check(); err != nil {
		return User{}, err
	}
	hash, err := s.hasher.hash(ctx, u.Password)
	if err != nil {
		return User{}, err
	}
	user := User{sqldb.NewID(), u.Username, u.Email, u.Name, u.Groups, true}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if err := refuseTwins(ctx, tx, u); err != nil {
			return err
		}
		return insertUser(ctx, tx, user, hash, s.now())
	})
	return user, err
}

func refuseTwins(ctx context.Context, tx *sqldb.Tx, u NewUser) error {
	var fields []fault.Field
	for _, c := range []struct{ column, field, value, message string }{
		{"username_key", "username", u.Username, "This username is taken."},
		{"email_key", "email", u.Email, "This email address is taken."},
	} {
		found, err := taken(ctx, tx, c.column, c.value)
		if err != nil {
			return err
		}
		if found {
			fields = append(fields, fault.Field{Name: c.field, Message: c.message})
		}
	}
	return fault.ForFields(fields)
}

// ByUsername finds a user. Only root may, or the platform itself.
func (s *Service) ByUsername(ctx context.Context, username string) (user User, err error) {
	if caller, _ := actor.From(ctx); !caller.Root {
		return User{}, fault.New(fault.Denied, "You do not have permission to do that.")
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		user, err = sqldb.One(ctx, tx, scanUser, "SELECT "+userColumns+" FROM users u WHERE u.username_key = $1", sqldb.Fold(username))
		return err
	})
	return user, err
}
