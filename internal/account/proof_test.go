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
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

// misuse is what somebody would do with a stolen session.
func (p *people) misuse(ctx context.Context) map[string]func() error {
	return map[string]func() error{
		"email": func() error {
			_, err := p.EditMy(ctx, account.UserChange{Email: ptr("thief@farm.example")})
			return err
		},
		"password":              func() error { return p.ChangeMyPassword(ctx, newPassword, false) },
		"second factor":         func() error { _, _, err := p.BeginFactor(ctx); return err },
		"confirming one":        func() error { _, err := p.ConfirmFactor(ctx, "123456"); return err },
		"no more second factor": func() error { return p.RemoveFactor(ctx) },
	}
}

// ACC-2 S10: a session alone does not take over an account: changing how its user
// signs in needs a proof less than ten minutes old. The rest works without one.
func TestAStolenSessionIsNoAccount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		ctx := p.signedIn(p.signIn("member"))
		_, _, err := p.BeginFactor(ctx)
		must(t, err)
		p.clock.move(10*time.Minute - time.Second)
		must(t, p.misuse(ctx)["second factor"]())
		p.clock.move(time.Second)
		for name, call := range p.misuse(ctx) {
			if name == "no more second factor" { // there is none
				continue
			}
			p.refused(name, fault.Denied, func() error {
				err := call()
				if code(err) != proofRequired {
					t.Errorf("%s: %v", name, err)
				}
				return err
			})
		}
		_, err = p.EditMy(ctx, account.UserChange{Name: &account.NameChange{First: ptr("Mel")}, Email: ptr("member@farm.example")})
		must(t, err)
		must(t, p.Prove(ctx, password, ""))
		must(t, p.misuse(ctx)["password"]())

		app, _ := p.enrol("manager")
		token, _, err := p.SignIn(context.Background(), account.SignInForm{Login: "manager", Password: password, Code: app.code(0)}, "127.0.0.1")
		must(t, err)
		ctx = p.signedIn(token)
		p.clock.move(10 * time.Minute)
		if err := p.RemoveFactor(ctx); code(err) != proofRequired {
			t.Errorf("removing the second factor: %v", err)
		}
		for _, given := range []string{"", "none"} { // the password alone is not enough where there is a second factor
			if err := p.Prove(ctx, password, given); field(err) != "code" {
				t.Errorf("with the code %q: %v", given, err)
			}
			if err := p.RemoveFactor(ctx); code(err) != proofRequired {
				t.Errorf("after half a proof: %v", err)
			}
		}
		must(t, p.Prove(ctx, password, app.code(0)))
		must(t, p.RemoveFactor(ctx))
	})
}

// S10: a session that ends while its new password is hashed, as when its user takes
// the account back, no longer sets a password.
func TestASessionThatEndsMeanwhileSetsNoPassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		const rescue = "high tide at dawn"
		ctx, asked := p.signedIn(p.signIn("member")), 0
		s := account.New(db, account.Options{PasswordCost: cheap, Queue: jobs.New(db, jobs.Options{}), Product: "Merroir", Now: func() time.Time {
			if asked++; asked == 1 { // the proof is looked at for the first time, before anything is hashed
				must(t, p.SetPassword(p.as("root"), p.ids["member"], rescue, false))
			}
			return p.clock.now()
		}})
		if err := s.ChangeMyPassword(ctx, newPassword, false); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("the thief: %v", err)
		}
		if _, _, err := p.SignIn(context.Background(), account.SignInForm{Login: "member", Password: rescue}, "127.0.0.1"); err != nil {
			t.Errorf("the owner: %v", err)
		}
	})
}

// S8 ACC-2: guessing the password in a stolen session closes the account as
// failed sign-ins do, and counts against the network.
func TestGuessingAProof(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		ctx := actor.WithOrigin(p.signedIn(p.signIn("member")), actor.Origin{IP: "203.0.113.7"})
		for range 5 {
			if err := p.Prove(ctx, "a guess", ""); field(err) != "password" {
				t.Fatalf("a guess: %v", err)
			}
		}
		if err := p.Prove(ctx, password, ""); !fault.Is(err, fault.TooMany) {
			t.Errorf("after five: %v", err)
		}
		if n := p.count("SELECT count(*) FROM audit WHERE action = 'sign-in.failed' AND subject_name = 'member'"); n != 5 {
			t.Errorf("%d failures are recorded", n)
		}
		p.clock.move(30 * time.Second)
		must(t, p.Prove(ctx, password, ""))
		for i := 0; i < 15; i++ {
			_, _, _ = p.SignIn(context.Background(), account.SignInForm{Login: "nobody", Password: "x"}, "203.0.113.7")
		}
		if err := p.Prove(ctx, password, ""); !fault.Is(err, fault.TooMany) {
			t.Errorf("from a network with twenty failures: %v", err)
		}
	})
}

// ACC-2: when the address changes, the old one is told and the other sessions end,
// whoever changes it; so too when a second factor is set up or removed.
func TestTheOldAddressIsTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, c, queue, folder := withMail(t, db, account.Groups{})
		p := &people{s, t, db, c, nil}
		told := func(address, what string) {
			t.Helper()
			must(t, queue.RunUntilIdle(context.Background()))
			sent, err := folder.List()
			must(t, err)
			if len(sent) == 0 || sent[0].Subject != "Your account for Merroir was changed" || !strings.Contains(sent[0].Text, what) || !strings.Contains(sent[0].To, address) {
				t.Errorf("%s is not told: %+v", what, sent)
			}
			c.move(time.Minute)
		}
		other, mine := p.signIn("ann"), p.signIn("ann")
		ctx := p.signedIn(mine)
		_, err := s.EditMy(ctx, account.UserChange{Email: ptr("ann@new.example")})
		must(t, err)
		if p.open(other) || !p.open(mine) {
			t.Errorf("open: the other session %v, this one %v", p.open(other), p.open(mine))
		}
		told("ann@farm.example", "The email address of your account was changed.")
		secret, _, err := s.BeginFactor(ctx)
		must(t, err)
		_, err = s.ConfirmFactor(ctx, (&phone{p, "ann", secret}).code(0))
		must(t, err)
		told("ann@new.example", "A second factor was set up")
		must(t, s.RemoveFactor(ctx))
		told("ann@new.example", "The second factor of your account was removed")
		user, err := s.ByUsername(system, "ann")
		must(t, err)
		_, err = s.Edit(system, user.ID, 0, account.UserChange{Email: ptr("ann@third.example")})
		must(t, err)
		if p.open(mine) {
			t.Error("a session is still open although somebody else changed the address")
		}
		told("ann@new.example", "The email address of your account was changed.")
	})
}
