package account_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// signedIn gives a context in which the holder of the session calls.
func (p *people) signedIn(token string) context.Context {
	p.t.Helper()
	who, err := p.Authenticate(context.Background(), token)
	must(p.t, err)
	return actor.With(context.Background(), who)
}

// field is the name of the only field at fault.
func field(err error) string {
	if f := fault.As(err); err != nil && len(f.Fields) == 1 {
		return f.Fields[0].Name
	}
	return ""
}

// ACC-2: people change their own identity, under the same rules as everyone's, and
// it is recorded. Nothing else about them changes.
func TestEditMy(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		ctx := p.signedIn(p.signIn("member"))
		after, err := p.EditMy(ctx, account.UserChange{Username: ptr(" Mel  Brook "), Name: &account.NameChange{Last: ptr("Brook")}, IsActive: ptr(false)})
		must(t, err)
		if after.Username != "Mel Brook" || after.Email != "member@farm.example" || after.Name.Last != "Brook" || !after.IsActive {
			t.Errorf("after: %+v", after)
		}
		my, err := p.My(ctx)
		must(t, err)
		if my.Username != "Mel Brook" || !my.IsActive {
			t.Errorf("stored: %+v", my)
		}
		who, subject, detail := p.lastAudit("user.update")
		if who != "member" || subject != "Mel Brook" || detail["username"] == nil || detail["isActive"] != nil {
			t.Errorf("recorded: %s %s %v", who, subject, detail)
		}
		for want, change := range map[string]account.UserChange{
			"username": {Username: ptr("ROOT")}, "email": {Email: ptr("Root@farm.example")}, "name.first": {Name: &account.NameChange{First: ptr("a\u202eb")}},
		} {
			p.refused(want, fault.Invalid, func() error {
				_, err := p.EditMy(ctx, change)
				if field(err) != want {
					t.Errorf("%s: %v", want, err)
				}
				return err
			})
		}
		p.setActive("member", false)
		p.refused("made inactive meanwhile", fault.Unauthenticated, func() error {
			_, err := p.EditMy(ctx, account.UserChange{Username: ptr("late")})
			return err
		})
	})
}

const proofRequired = "proof-required"

// code is the reason that a program acts on.
func code(err error) string {
	if err == nil || !fault.Is(err, fault.Denied) {
		return ""
	}
	return fault.As(err).Code
}

// ACC-2 S10: a new password ends the other sessions, and leaves this one open.
func TestChangeMyPassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		mine, other, somebodys := p.signIn("member"), p.signIn("member"), p.signIn("manager")
		ctx := p.signedIn(mine)
		if err := p.ChangeMyPassword(ctx, "short", false); field(err) != "password" {
			t.Errorf("a short one: %v", err)
		}
		if !p.open(other) {
			t.Error("a refused change ended a session")
		}
		must(t, p.ChangeMyPassword(ctx, newPassword, false))
		if !p.open(mine) || p.open(other) || !p.open(somebodys) {
			t.Errorf("open: mine %v, my other %v, somebody else's %v", p.open(mine), p.open(other), p.open(somebodys))
		}
		if who, subject, detail := p.lastAudit("user.password"); who != "member" || subject != "member" || len(detail) != 0 {
			t.Errorf("recorded: %s %s %v", who, subject, detail)
		}
		if _, _, err := p.SignIn(context.Background(), account.SignInForm{Login: "member", Password: password}, "127.0.0.1"); err == nil {
			t.Error("the old password still signs in")
		}
		_, _, err := p.SignIn(context.Background(), account.SignInForm{Login: "member", Password: newPassword}, "127.0.0.1")
		must(t, err)
	})
}

// S9 S10: a reset link that was mailed is void once its user has changed the password.
func TestOwnPasswordChangeKillsResetLinks(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _, queue, folder := withMail(t, db, account.Groups{})
		ctx := context.Background()
		must(t, s.Forgot(ctx, "ann@farm.example", "", "127.0.0.1"))
		must(t, queue.RunUntilIdle(ctx))
		email, key, _ := link(t, folder)
		token, _, err := s.SignIn(ctx, account.SignInForm{Login: "Ann", Password: password}, "127.0.0.1")
		must(t, err)
		who, err := s.Authenticate(ctx, token)
		must(t, err)
		must(t, s.ChangeMyPassword(actor.With(ctx, who), newPassword, false))
		if err := s.Reset(ctx, email, key, "yet another dozen", false); !fault.Is(err, fault.Invalid) {
			t.Errorf("the link still works: %v", err)
		}
	})
}

// S9: nobody learns from their own form who has an account: names that are taken count as guesses of the
// network, and a username that is an address must be one's own.
func TestEditMy_CountsGuesses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		ctx := actor.WithOrigin(p.signedIn(p.signIn("member")), actor.Origin{IP: "203.0.113.9"})
		rename := func(username string) error {
			_, err := p.EditMy(ctx, account.UserChange{Username: &username})
			return err
		}
		for _, address := range []string{"root@farm.example", "nobody@farm.example", "victim\uff20farm.example", "victim\ufe6bfarm.example"} {
			if err := rename(address); field(err) != "username" || !strings.Contains(fault.As(err).Fields[0].Message, "must be your own") {
				t.Errorf("%s: %v", address, err)
			}
		}
		for range 16 {
			if err := rename("root"); field(err) != "username" {
				t.Fatalf("a name that is taken: %v", err)
			}
		}
		if err := rename("free"); !fault.Is(err, fault.TooMany) {
			t.Errorf("after twenty guesses: %v", err)
		}
		p.clock.move(time.Minute)
		must(t, rename("member\uff20farm.example"))
		must(t, rename("member@farm.example"))
	})
}

// A name stands in mails to strangers, so it holds nothing that a mail program turns into a link.
func TestNames_HoldNoAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		ctx := p.signedIn(p.signIn("member"))
		for _, name := range []string{"Sign in at https://evil.example/login", "evil.example", "www.evil", "ann@evil.example", "evil\uff0eexample", "evil\u2024example", "ann\uff20evil"} {
			_, err := p.EditMy(ctx, account.UserChange{Name: &account.NameChange{First: &name}})
			if field(err) != "name.first" {
				t.Errorf("%q: %v", name, err)
			}
		}
		for _, name := range []string{"Sign in at https://evil.example/login", "locked, see evil.example", "evil.example/login", "ann@evil.example", "ann\uff20evil"} {
			if _, err := p.EditMy(ctx, account.UserChange{Username: &name}); field(err) != "username" {
				t.Errorf("the username %q: %v", name, err)
			}
		}
		for _, name := range []string{"ann.lee", "j.r.hale"} {
			if _, err := p.EditMy(ctx, account.UserChange{Username: &name}); err != nil {
				t.Errorf("the username %q: %v", name, err)
			}
		}
		for _, name := range []string{"J.R.R.", "Dr. Ann", "O'Neil-Smith", "M."} {
			if _, err := p.EditMy(ctx, account.UserChange{Name: &account.NameChange{Last: &name}}); err != nil {
				t.Errorf("%q: %v", name, err)
			}
			if _, err := p.EditMy(ctx, account.UserChange{Username: &name}); err != nil {
				t.Errorf("the username %q: %v", name, err)
			}
		}
	})
}
