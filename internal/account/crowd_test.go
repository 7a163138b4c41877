package account_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/account"
	passwords "github.com/merroir/merroir/internal/account/password"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

// S8: a crowd from many networks that guesses without pause does not keep a user
// out on a network from which they have signed in before, nor stop one who is
// signed in from giving the password again.
func TestACrowdKeepsNobodyOut(t *testing.T) {
	db := dbtest.SQLite(t) // nothing of it is in the database
	p := newPeople(t, db)
	// Each guess takes as long as it does outside of tests.
	s := account.New(db, account.Options{Now: p.clock.now, Queue: jobs.New(db, jobs.Options{Now: p.clock.now}), Product: "Merroir"})
	_, err := s.Create(system, account.NewUser{Username: "grower", Email: "grower@farm.example", Password: password})
	must(t, err)
	token, _, err := s.SignIn(context.Background(), account.SignInForm{Login: "grower", Password: password}, "198.51.100.1")
	must(t, err)
	crowd, disperse := context.WithCancel(context.Background())
	var inside sync.WaitGroup
	var wg sync.WaitGroup
	for i := range 500 {
		inside.Add(1)
		wg.Go(func() {
			inside.Done()
			_, _, _ = s.SignIn(crowd, account.SignInForm{Login: "nobody", Password: "a guess"}, fmt.Sprintf("10.0.%d.%d", i/250, i%250))
		})
	}
	inside.Wait()
	_, _, err = s.SignIn(context.Background(), account.SignInForm{Login: "grower", Password: password}, "198.51.100.1")
	if err != nil {
		t.Errorf("the user on a known network: %v", err)
	}
	if err := s.Prove(p.signedIn(token), password, ""); err != nil {
		t.Errorf("the user who is signed in: %v", err)
	}
	disperse()
	wg.Wait()
}

// PEO-3 S8: one invitation, shown by many at once, does not take all the places in which
// passwords are hashed from those who sign in.
func TestOneInvitationIsNoCrowd(t *testing.T) {
	p := newPeople(t, dbtest.SQLite(t))
	s := account.New(p.db, account.Options{Now: p.clock.now, PasswordCost: passwords.Cost{Passes: 1, Memory: 19 << 10}, Queue: jobs.New(p.db, jobs.Options{Now: p.clock.now}), Product: "Merroir"})
	var wg sync.WaitGroup
	errs := make([]error, 40)
	for i := range errs {
		wg.Go(func() {
			_, errs[i] = s.Join(context.Background(), account.NewUser{Username: fmt.Sprint("guest ", i), Email: "guest@farm.example", Password: password},
				func(*sqldb.Tx) (account.Groups, error) { return account.Groups{}, nil }, func(*sqldb.Tx, account.User) error { return nil })
		})
	}
	wg.Wait()
	refused, in := 0, 0
	for _, err := range errs {
		switch {
		case err == nil:
			in++
		case fault.Is(err, fault.Unavailable):
			refused++
		}
	}
	if refused == 0 || in != 1 {
		t.Errorf("%d of 40 at once were told to wait, %d came in", refused, in)
	}
}

// S9: nothing is hashed for a reset key that is not good, and whoever tries keys
// is counted like whoever tries passwords.
func TestForgedResetKeys(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		ctx := actor.WithOrigin(context.Background(), actor.Origin{IP: "203.0.113.7"})
		for i := range 20 {
			if err := p.Reset(ctx, "member@farm.example", fmt.Sprint("forged ", i), newPassword, false); !fault.Is(err, fault.Invalid) {
				t.Fatalf("key %d: %v", i, err)
			}
		}
		if err := p.Reset(ctx, "member@farm.example", "forged", newPassword, false); !fault.Is(err, fault.TooMany) {
			t.Errorf("after twenty: %v", err)
		}
		if _, _, err := p.SignIn(ctx, account.SignInForm{Login: "member", Password: password}, "203.0.113.7"); !fault.Is(err, fault.TooMany) {
			t.Errorf("signing in from there: %v", err)
		}
	})
}
