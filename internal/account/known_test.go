package account_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// S20: somebody who guesses for a day, also while the account is closed, keeps
// the user out for a quarter of an hour at most.
func TestStrangersCannotLockAUserOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, c := fixture(t, db, account.Groups{})
		p := &people{s, t, db, nil, nil}
		try := func(secret, address string) bool {
			_, _, err := s.SignIn(context.Background(), account.SignInForm{Login: "ann", Password: secret}, address)
			if err != nil && !fault.Is(err, fault.Invalid) {
				t.Fatal(err)
			}
			return err == nil
		}
		for i := range 110 { // one in 13 minutes: a day
			try("a guess", fmt.Sprintf("203.0.113.%d", i))
			c.move(13 * time.Minute)
			if wait := int64(p.count("SELECT locked_until FROM users")) - sqldb.Millis(c.now()); wait > (15 * time.Minute).Milliseconds() {
				t.Fatalf("after %d guesses the account is closed for %d ms more", i+1, wait)
			}
		}
		try("a guess", "203.0.113.200") // which closes it, if it is open
		if try(password, "198.51.100.1") {
			t.Error("the account is open to a crowd of guesses")
		}
		c.move(15 * time.Minute)
		if !try(password, "198.51.100.1") {
			t.Error("the user is kept out a quarter of an hour after the last guess")
		}
	})
}

// S20: where a user has signed in before, guesses from elsewhere close nothing,
// even those without a pause; and from there no more guesses are allowed.
func TestKnownNetworksStayOpen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		try := func(user, secret, address string) bool {
			_, _, err := p.SignIn(context.Background(), account.SignInForm{Login: user, Password: secret}, address)
			if err != nil && !fault.Is(err, fault.Invalid) {
				t.Fatal(err)
			}
			return err == nil
		}
		lockOut := func(user string) {
			for i := range 8 {
				try(user, "a guess", fmt.Sprintf("203.0.113.%d", i))
			}
		}
		const home, street = "2001:db8:1:2::1", "2001:db8:1:3::1"
		for _, user := range []string{"member", "manager"} {
			if !try(user, password, home) {
				t.Fatal("nobody has guessed yet")
			}
		}
		for range 3 {
			lockOut("member")
			if try("member", password, street) || !try("member", password, "2001:db8:1:2::2") {
				t.Error("guesses close the account where the user is known, or leave it open elsewhere")
			}
		}
		lockOut("manager")
		for range 4 {
			try("manager", "a guess", home)
		}
		if try("manager", password, home) {
			t.Error("guesses from a known network are not bounded")
		}
		p.clock.move(15 * time.Minute)
		lockOut("manager")
		if !try("manager", password, home) {
			t.Error("guesses of a quarter of an hour ago still count")
		}
		lockOut("member")
		if try("member", password, street) {
			t.Error("another user's network counts as known")
		}
		p.clock.move(91 * 24 * time.Hour)
		must(t, p.Sweep(context.Background()))
		if n := p.count("SELECT count(*) FROM known_networks"); n != 0 {
			t.Errorf("%d networks are kept for ever", n)
		}
	})
}
