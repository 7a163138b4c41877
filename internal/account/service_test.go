package account_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	passwords "github.com/merroir/merroir/internal/account/password"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

const password = "oysters at night"

// cheap is the cost of hashes where nothing depends on it.
var cheap = passwords.Cost{Passes: 1, Memory: 64}

var system = actor.With(context.Background(), actor.System)

// clock is a time that a test moves.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

func fixture(t *testing.T, db *sqldb.DB, groups account.Groups) (*account.Service, *clock) {
	t.Helper()
	s, c, _, _ := withMail(t, db, groups)
	return s, c
}

// withMail gives also the queue and the folder into which mail is sent.
func withMail(t *testing.T, db *sqldb.DB, groups account.Groups) (*account.Service, *clock, *jobs.Queue, *mail.Folder) {
	t.Helper()
	c := &clock{t: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	folder, err := mail.NewFolder(t.TempDir())
	must(t, err)
	queue := jobs.New(db, jobs.Options{Now: c.now})
	mailer, err := mail.New(queue, folder, mail.Options{From: "noreply@merroir.example", Product: "Merroir", Now: c.now})
	must(t, err)
	s := account.New(db, account.Options{PasswordCost: cheap, Now: c.now, Queue: queue, Mail: mailer, PublicURL: "https://merroir.example", Product: "Merroir", SecretKeys: [][]byte{make([]byte, account.SecretKeySize)}})
	_, err = s.Create(system, account.NewUser{Username: "Ann", Email: "ann@farm.example", Password: password, Groups: groups})
	must(t, err)
	return s, c, queue, folder
}

// PUB-1 AUTH-1: by username or email, in any case; the token opens a session.
func TestSignIn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _ := fixture(t, db, account.Groups{FarmManager: true})
		for _, login := range []string{"Ann", "ann", " ANN ", "ann@farm.example", "Ann@Farm.Example"} {
			token, user, err := s.SignIn(context.Background(), account.SignInForm{Login: login, Password: password}, "127.0.0.1")
			must(t, err)
			who, err := s.Authenticate(context.Background(), token)
			must(t, err)
			if who.UserID != user.ID || !who.FarmManager || who.Staff() || who.SessionID == "" {
				t.Errorf("%s: actor %+v", login, who)
			}
			my, err := s.My(actor.With(context.Background(), who))
			must(t, err)
			if my.Username != "Ann" || my.Email != "ann@farm.example" || !my.Groups.FarmManager || !my.IsActive {
				t.Errorf("my user: %+v", my)
			}
		}
	})
}

// AUTH-10: a wrong password, an unknown name and an inactive user get the same
// answer, and nothing opens.
func TestSignInFailsAlike(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _ := fixture(t, db, account.Groups{})
		_, err := s.Create(system, account.NewUser{Username: "Bob", Email: "bob@farm.example", Password: password})
		must(t, err)
		deactivate(t, db, "bob")
		answers := map[string]string{}
		for name, try := range map[string][2]string{
			"wrong": {"Ann", "not the password"}, "unknown": {"nobody", password}, "inactive": {"Bob", password},
			"empty": {"", ""}, "endless": {"Ann", string(make([]byte, 4000))},
		} {
			_, _, err := s.SignIn(context.Background(), account.SignInForm{Login: try[0], Password: try[1]}, "127.0.0.1")
			if !fault.Is(err, fault.Invalid) {
				t.Fatalf("%s: %v", name, err)
			}
			answers[fault.As(err).Message] = name
		}
		if len(answers) != 1 {
			t.Errorf("the answers differ: %v", answers)
		}
		if n := sessions(t, db); n != 0 {
			t.Errorf("%d sessions opened", n)
		}
	})
}

func TestTooManyFailuresCloseTheAccountForAWhile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, c := fixture(t, db, account.Groups{})
		try := func(secret string) error {
			_, _, err := s.SignIn(context.Background(), account.SignInForm{Login: "Ann", Password: secret}, "127.0.0.1")
			return err
		}
		for range 5 {
			if try("a wrong password") == nil {
				t.Fatal("signed in with a wrong password")
			}
		}
		if try(password) == nil {
			t.Error("signed in while the account was closed")
		}
		c.move(time.Minute)
		must(t, try(password))
		if try("a wrong password") == nil || try(password) != nil {
			t.Error("a success must clear the count")
		}
	})
}

// S20: the 20th failure is still looked at, the 21st try is not.
func TestFailuresFromOneAddressAreBounded(t *testing.T) {
	s, c := fixture(t, dbtest.SQLite(t), account.Groups{})
	var err error
	for i := range 21 {
		if i == 20 && !fault.Is(err, fault.Invalid) {
			t.Errorf("the 20th failure: %v", err)
		}
		_, _, err = s.SignIn(context.Background(), account.SignInForm{Login: fmt.Sprintf("nobody%d", i), Password: "x"}, "203.0.113.9")
	}
	if !fault.Is(err, fault.TooMany) {
		t.Errorf("the 21st failure: %v", err)
	}
	_, _, err = s.SignIn(context.Background(), account.SignInForm{Login: "Ann", Password: password}, "203.0.113.10")
	must(t, err)
	c.move(time.Minute)
	_, _, err = s.SignIn(context.Background(), account.SignInForm{Login: "Ann", Password: password}, "203.0.113.9")
	must(t, err)
}

// AUTH-10: a session ends at sign-out, after too long a time unused or in all, and
// when its user is switched off, each time on the next request.
func TestSessionsEnd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		tests := []struct {
			name   string
			groups account.Groups
			end    func(s *account.Service, c *clock, ctx context.Context)
			open   bool
		}{
			{"in use", account.Groups{}, func(*account.Service, *clock, context.Context) {}, true},
			{"signed out", account.Groups{}, func(s *account.Service, _ *clock, ctx context.Context) { must(t, s.SignOut(ctx)) }, false},
			{"inactive", account.Groups{}, func(*account.Service, *clock, context.Context) { deactivate(t, db, "ann") }, false},
			{"unused for 59 minutes", account.Groups{}, func(_ *account.Service, c *clock, _ context.Context) { c.move(59 * time.Minute) }, true},
			{"unused for an hour", account.Groups{}, func(_ *account.Service, c *clock, _ context.Context) { c.move(time.Hour) }, false},
			{"staff, unused for half an hour", account.Groups{Admin: true}, func(_ *account.Service, c *clock, _ context.Context) { c.move(30 * time.Minute) }, false},
		}
		for _, tt := range tests {
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				_, err := tx.Exec(system, "DELETE FROM users")
				return err
			}))
			s, c := fixture(t, db, tt.groups)
			token, _, err := s.SignIn(context.Background(), account.SignInForm{Login: "Ann", Password: password}, "127.0.0.1")
			must(t, err)
			who, err := s.Authenticate(context.Background(), token)
			must(t, err)
			tt.end(s, c, actor.With(context.Background(), who))
			_, err = s.Authenticate(context.Background(), token)
			if tt.open && err != nil || !tt.open && !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
	})
}

func TestSessionInUseStillGrowsOld(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, c := fixture(t, db, account.Groups{})
		token, _, err := s.SignIn(context.Background(), account.SignInForm{Login: "Ann", Password: password}, "127.0.0.1")
		must(t, err)
		hours := 0
		for ; hours < 24; hours++ {
			c.move(30 * time.Minute)
			if _, err = s.Authenticate(context.Background(), token); err != nil {
				break
			}
		}
		if !fault.Is(err, fault.Unauthenticated) || hours != 23 { // 24 half hours
			t.Errorf("it ended after %d half hours: %v", hours+1, err)
		}
		must(t, s.Sweep(context.Background()))
		if n := sessions(t, db); n != 0 {
			t.Errorf("%d old sessions are left", n)
		}
	})
}

func TestForgedTokens(t *testing.T) {
	s, _ := fixture(t, dbtest.SQLite(t), account.Groups{})
	for _, token := range []string{"", "x", "null", string(make([]byte, 9000))} {
		if _, err := s.Authenticate(context.Background(), token); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("token %.10q: %v", token, err)
		}
	}
}

func deactivate(t *testing.T, db *sqldb.DB, key string) {
	t.Helper()
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, "UPDATE users SET is_active = FALSE WHERE username_key = $1", key)
		return err
	}))
}

func sessions(t *testing.T, db *sqldb.DB) (n int) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int], "SELECT count(*) FROM sessions")
		return err
	}))
	return n
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
