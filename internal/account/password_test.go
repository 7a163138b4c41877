package account_test

import (
	"context"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// S8: a password signs in however a keyboard writes its characters.
func TestAPasswordInAnyForm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _ := fixture(t, db, account.Groups{})
		_, err := s.Create(system, account.NewUser{Username: "Zoë", Email: "zoe@farm.example", Password: "cafe\u0301 ﬁve oysters Å"})
		must(t, err)
		for _, form := range []string{"caf\u00e9 five oysters \u00c5", "cafe\u0301 ﬁve oysters A\u030a", "ｃａｆｅ\u0301 five oysters \u212b"} {
			if _, _, err := s.SignIn(context.Background(), account.SignInForm{Login: "zoe\u0308", Password: form}, "127.0.0.1"); err != nil {
				t.Errorf("%q: %v", form, err)
			}
		}
		for _, form := range []string{"cafe five oysters \u00c5", "Caf\u00e9 five oysters \u00c5", " caf\u00e9 five oysters \u00c5"} {
			if _, _, err := s.SignIn(context.Background(), account.SignInForm{Login: "zoe\u0308", Password: form}, "127.0.0.1"); err == nil {
				t.Errorf("%q signs in", form)
			}
		}
	})
}

// USR-2 ACC-2 PUB-3: the same rules wherever a password is set, with the user's
// own names; a refusal changes nothing and leaves a reset link good.
func TestPasswordRulesEverywhere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		_, err := p.Edit(system, p.ids["member"], 0, account.UserChange{Username: ptr("Oysterkeeper")})
		must(t, err)
		mine := p.signedIn(func() string {
			token, _, err := p.SignIn(context.Background(), account.SignInForm{Login: "oysterkeeper", Password: password}, "127.0.0.1")
			must(t, err)
			return token
		}())
		for name, secret := range map[string]string{"short": "tide", "common": "password1234", "simple": "abcabcabcabc", "name": "oysterkeeper!"} {
			for place, set := range map[string]func() error{
				"create": func() error {
					_, err := p.Create(system, account.NewUser{Username: "oysterkeeper 2", Email: "oysterkeeper@x.example", Password: secret})
					return err
				},
				"set": func() error { return p.SetPassword(p.as("admin"), p.ids["member"], secret, false) },
				"own": func() error { return p.ChangeMyPassword(mine, secret, false) },
			} {
				p.refused(place+" "+name, fault.Invalid, func() error {
					err := set()
					if field(err) != "password" {
						t.Errorf("%s %s: %v", place, name, err)
					}
					return err
				})
			}
		}
	})
}

func TestARefusedPasswordLeavesTheLinkGood(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _, queue, folder := withMail(t, db, account.Groups{})
		ctx := context.Background()
		must(t, s.Forgot(ctx, "ann@farm.example", "", "127.0.0.1"))
		must(t, queue.RunUntilIdle(ctx))
		email, key, _ := link(t, folder)
		for _, secret := range []string{"short", "password1234", "ann@farm.example"} {
			if err := s.Reset(ctx, email, key, secret, false); field(err) != "password" {
				t.Errorf("%q: %v", secret, err)
			}
		}
		must(t, s.Reset(ctx, email, key, newPassword, false))
	})
}
