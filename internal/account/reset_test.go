package account_test

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

const newPassword = "a new dozen oysters"

var linkPattern = regexp.MustCompile(`https://merroir\.example/login/reset/(\S+?)/([\w-]+)(\?app=\w+)?\s`)

// PUB-2 PUB-3: the link in the mail sets a password once, ends every session,
// and the new password signs in.
func TestForgotAndReset(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _, queue, folder := withMail(t, db, account.Groups{})
		ctx := context.Background()
		token, _, err := s.SignIn(ctx, account.SignInForm{Login: "Ann", Password: password}, "127.0.0.1")
		must(t, err)
		must(t, s.Forgot(ctx, "ANN@farm.example", "farmer", "127.0.0.1"))
		must(t, queue.RunUntilIdle(ctx))
		email, key, app := link(t, folder)
		must(t, db.Read(ctx, func(tx *sqldb.Tx) error {
			n, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM jobs WHERE kind = 'mail.reset'")
			if n != 1 {
				t.Errorf("%d jobs send it as a reset", n)
			}
			return err
		}))
		if email != "ann@farm.example" || app != "?app=farmer" {
			t.Errorf("the link is for %q with %q", email, app)
		}
		for name, try := range map[string][2]string{"another's address": {"bob@farm.example", key}, "a wrong key": {email, key + "x"}, "no key": {email, ""}} {
			if err := s.Reset(ctx, try[0], try[1], newPassword, false); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := s.Reset(ctx, email, key, "short", false); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "password" {
			t.Errorf("a short password: %v", err)
		}
		must(t, s.Reset(ctx, strings.ToUpper(email), key, newPassword, false))
		if err := s.Reset(ctx, email, key, newPassword, false); !fault.Is(err, fault.Invalid) {
			t.Errorf("the link worked twice: %v", err)
		}
		if _, err := s.Authenticate(ctx, token); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("the old session is still open: %v", err)
		}
		if _, _, err := s.SignIn(ctx, account.SignInForm{Login: "Ann", Password: password}, "127.0.0.1"); err == nil {
			t.Error("the old password still signs in")
		}
		_, _, err = s.SignIn(ctx, account.SignInForm{Login: "Ann", Password: newPassword}, "127.0.0.1")
		must(t, err)
	})
}

// PUB-2: an unknown or inactive address gets the same answer, and no mail.
func TestForgotIsNeutral(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _, queue, folder := withMail(t, db, account.Groups{})
		deactivate(t, db, "ann")
		ctx := context.Background()
		for _, email := range []string{"nobody@farm.example", "ann@farm.example", "", "no address\r\nBcc: x@y.example"} {
			must(t, s.Forgot(ctx, email, "", "127.0.0.1"))
		}
		must(t, queue.RunUntilIdle(ctx))
		if sent, err := folder.List(); err != nil || len(sent) != 0 {
			t.Errorf("%d mails, %v", len(sent), err)
		}
	})
}

func TestResetLinksEnd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, c, queue, folder := withMail(t, db, account.Groups{})
		ctx := context.Background()
		ask := func() (email, key string) {
			t.Helper()
			must(t, s.Forgot(ctx, "ann@farm.example", "https://evil.example", "127.0.0.1"))
			must(t, queue.RunUntilIdle(ctx))
			email, key, app := link(t, folder)
			if app != "" {
				t.Errorf("an unknown app is in the link: %s", app)
			}
			return email, key
		}
		email, old := ask()
		c.move(time.Minute)
		_, fresh := ask()
		if err := s.Reset(ctx, email, old, newPassword, false); !fault.Is(err, fault.Invalid) {
			t.Errorf("a newer link leaves the older one valid: %v", err)
		}
		c.move(30 * time.Minute)
		if err := s.Reset(ctx, email, fresh, newPassword, false); !fault.Is(err, fault.Invalid) {
			t.Errorf("a link of half an hour ago: %v", err)
		}
		if _, _, err := s.SignIn(ctx, account.SignInForm{Login: "Ann", Password: password}, "127.0.0.1"); err != nil {
			t.Errorf("asking for a link changed the password: %v", err)
		}
	})
}

// S9 S20: an account gets three mails an hour, and nobody is told when there are no
// more; an address may ask ten times, and the eleventh is refused.
func TestResetMailsAreBounded(t *testing.T) {
	s, c, queue, folder := withMail(t, dbtest.SQLite(t), account.Groups{})
	ctx := context.Background()
	for range 5 {
		c.move(time.Second)
		must(t, s.Forgot(ctx, "ann@farm.example", "", "127.0.0.1"))
	}
	must(t, queue.RunUntilIdle(ctx))
	if sent, err := folder.List(); err != nil || len(sent) != 3 {
		t.Errorf("%d mails to one account in an hour, %v", len(sent), err)
	}
	var err error
	for range 6 {
		must(t, err)
		err = s.Forgot(ctx, "else@farm.example", "", "127.0.0.1")
	}
	if !fault.Is(err, fault.TooMany) {
		t.Errorf("the 11th from one address: %v", err)
	}
}

// link reads the newest mail.
func link(t *testing.T, folder *mail.Folder) (email, key, app string) {
	t.Helper()
	sent, err := folder.List()
	must(t, err)
	if len(sent) == 0 {
		t.Fatal("no mail was sent")
	}
	found := linkPattern.FindStringSubmatch(sent[0].Text)
	if found == nil {
		t.Fatalf("no link in %q", sent[0].Text)
	}
	return found[1], found[2], found[3]
}

// S9 ACC-2: whoever sets the password, the user is told of it, and not what it is.
func TestANewPasswordIsTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, c, queue, folder := withMail(t, db, account.Groups{})
		ctx := context.Background()
		user, err := s.ByUsername(system, "ann")
		must(t, err)
		must(t, s.Forgot(ctx, "ann@farm.example", "", "127.0.0.1"))
		must(t, queue.RunUntilIdle(ctx))
		email, key, _ := link(t, folder)
		for _, way := range []struct { // an admin's takes the link away
			name string
			set  func() error
		}{
			{"by the link", func() error { return s.Reset(ctx, email, key, newPassword, false) }},
			{"by an admin", func() error { return s.SetPassword(system, user.ID, newPassword, false) }},
		} {
			c.move(time.Minute)
			must(t, way.set())
			must(t, queue.RunUntilIdle(ctx))
			sent, err := folder.List()
			must(t, err)
			if sent[0].Subject != "Your password for Merroir was changed" || strings.Contains(sent[0].Text, newPassword) || !strings.Contains(sent[0].Text, "https://merroir.example/login/forgot") {
				t.Errorf("%s: %q %s", way.name, sent[0].Subject, sent[0].Text)
			}
		}
	})
}

// S9: the key is stored only as a digest, and a reset is recorded as the user's
// own without it.
func TestResetKeysAreStoredHashed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _, queue, folder := withMail(t, db, account.Groups{})
		ctx := context.Background()
		must(t, s.Forgot(ctx, "ann@farm.example", "", "127.0.0.1"))
		must(t, queue.RunUntilIdle(ctx))
		email, key, _ := link(t, folder)
		if len(key) < 64 { // 256 bits in hexadecimal
			t.Errorf("the key %q is short", key)
		}
		p := &people{s, t, db, nil, nil}
		if n := p.count("SELECT count(*) FROM password_resets WHERE key_hash = $1", key); n != 0 {
			t.Error("the key is stored as it is")
		}
		must(t, s.Reset(ctx, email, key, newPassword, false))
		if who, subject, detail := p.lastAudit("user.password"); who != "Ann" || subject != "Ann" || detail["link"] != true || len(detail) != 1 {
			t.Errorf("recorded: %s %s %v", who, subject, detail)
		}
	})
}

// S9: a link used by several at once sets one password.
func TestAResetLinkUsedAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _, queue, folder := withMail(t, db, account.Groups{})
		ctx := context.Background()
		must(t, s.Forgot(ctx, "ann@farm.example", "", "127.0.0.1"))
		must(t, queue.RunUntilIdle(ctx))
		email, key, _ := link(t, folder)
		var won atomic.Int64
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				switch err := s.Reset(ctx, email, key, newPassword, false); {
				case err == nil:
					won.Add(1)
				case !fault.Is(err, fault.Invalid):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			t.Errorf("%d resets", won.Load())
		}
	})
}
