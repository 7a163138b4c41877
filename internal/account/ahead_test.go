package account_test

import (
	"context"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Issue 44, 1.11: what a clock that was a day ahead left behind says nothing once it is right again.
func TestAClockThatWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, c := fixture(t, db, account.Groups{})
		ctx := context.Background()
		signIn := func(password, from string) (string, error) {
			token, _, err := s.SignIn(ctx, account.SignInForm{Login: "Ann", Password: password}, from)
			return token, err
		}
		c.move(24 * time.Hour)
		token, err := signIn(password, "127.0.0.1")
		must(t, err)
		for range 12 {
			_, err = signIn("wrong", "10.0.0.1")
			c.move(time.Second)
		}
		if err == nil {
			t.Fatal("a wrong password signs in")
		}

		c.move(-24 * time.Hour)
		if _, err := s.Authenticate(ctx, token); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("the session of tomorrow: %v", err)
		}
		if _, err := signIn(password, "10.9.0.1"); err != nil {
			t.Errorf("the account is still locked: %v", err)
		}
		must(t, s.Sweep(ctx))
		c.move(24 * time.Hour)
		if _, err := s.Authenticate(ctx, token); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("the session of tomorrow, a day later: %v", err)
		}
	})
}

// A proof that was given while the clock was ahead lets nothing be changed.
func TestRequireProof_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _ := fixture(t, db, account.Groups{})
		ctx := context.Background()
		token, _, err := s.SignIn(ctx, account.SignInForm{Login: "Ann", Password: password}, "127.0.0.1")
		must(t, err)
		who, err := s.Authenticate(ctx, token)
		must(t, err)
		proved := func() error {
			return db.Read(ctx, func(tx *sqldb.Tx) error { return s.RequireProof(actor.With(ctx, who), tx) })
		}
		must(t, proved())

		must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE sessions SET proved_at = proved_at + 86400000")
			return err
		}))
		if err := proved(); !fault.Is(err, fault.Denied) {
			t.Errorf("a proof of tomorrow: %v", err)
		}
	})
}

// A former pass does not ask for another try for days because its pass was replaced while the clock was
// ahead; and a stay that was used then ends a month after the clock is right again.
func TestResume_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		b, unused := p.stay("manager"), p.stay("manager")
		p.clock.move(48 * time.Hour)
		former := b.cookie
		b.mustBeBack("while the clock is ahead")
		unused.mustBeBack("while the clock is ahead")
		p.clock.move(-48 * time.Hour)

		b.cookie = former
		b.mustBeOut("with the pass before")
		unused.mustBeBack("with its present pass")

		must(t, p.Sweep(system))
		p.clock.move(31 * 24 * time.Hour)
		unused.mustBeOut("a month unused")
	})
}
