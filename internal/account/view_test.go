package account_test

import (
	"context"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

// view has somebody of the staff look at a farm as its manager does.
func (p *people) view(name, farmID string) (token string) {
	p.t.Helper()
	ctx := p.signedIn(p.signIn(name))
	must(p.t, p.db.Write(ctx, func(tx *sqldb.Tx) (err error) {
		token, err = account.OpenView(ctx, tx, farmID, p.clock.now())
		return err
	}))
	return token
}

// S10 PEO-5: all that ends the sessions of staff ends what they look at as a manager does, and
// so does an hour.
func TestWhatEndsAView(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		id, farmID := p.ids["admin"], p.farm()
		for _, tt := range []struct {
			name string
			end  func(token string) error
		}{
			{"signing out of it", func(token string) error { return p.SignOut(p.signedIn(token)) }},
			{"signing out", func(string) error { return p.SignOut(p.signedIn(p.signIn("admin"))) }},
			{"own password", func(string) error { return p.ChangeMyPassword(p.signedIn(p.signIn("admin")), password, false) }},
			{"password by root", func(string) error { return p.SetPassword(p.as("root"), id, password, false) }},
			{"password by a link", func(string) error {
				p.addResetKey(id, secret.Digest("mailed"))
				return p.Reset(context.Background(), "admin@farm.example", "mailed", password, false)
			}},
			{"another email", func(string) error {
				_, err := p.EditMy(p.signedIn(p.signIn("admin")), account.UserChange{Email: ptr("admin2@farm.example")})
				return err
			}},
			{"all others ended elsewhere", func(string) error { _, err := p.EndMyOtherSessions(p.signedIn(p.signIn("admin")), false); return err }},
			{"all ended by root", func(string) error { _, err := p.EndSessions(p.as("root"), id, false); return err }},
			{"switched off", func(string) error { p.setActive("admin", false); p.setActive("admin", true); return nil }},
			{"a group without the farms", func(string) error { p.put("admin", "admin", "Keepers"); p.put("admin", "admin"); return nil }},
			{"a permission taken from the group", func(string) error {
				_, err := p.SetPermissions(system, p.ids["Idle"], 0, map[string]bool{"companies": false})
				return err
			}},
			{"an hour, however it is used", func(token string) error {
				for range 3 {
					p.clock.move(20 * time.Minute)
					p.open(token)
				}
				return nil
			}},
			{"the user is gone", func(string) error { return p.Delete(p.as("root"), id) }},
		} {
			p.put("admin", "admin")
			if tt.name == "a permission taken from the group" {
				_, err := p.SetPermissions(system, p.ids["Idle"], 0, map[string]bool{"admin-users": true, "companies": true})
				must(t, err)
				p.put("admin", "admin", "Idle")
			}
			token, other := p.view("admin", farmID), p.view("root", farmID)
			if caller, err := p.Authenticate(context.Background(), token); err != nil || caller.Viewing != farmID || caller.Admin || caller.Root {
				t.Errorf("before %s: %+v, %v", tt.name, caller, err)
			}
			must(t, tt.end(token))
			if p.open(token) {
				t.Errorf("%s: the view is open", tt.name)
			}
			if tt.name != "an hour, however it is used" && !p.open(other) {
				t.Errorf("%s: that of somebody else ended", tt.name)
			}
		}
	})
}

// Whoever signs out of a view goes on where they are, and in their other views.
func TestTheEndOfAViewEndsNothingElse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		farmID := p.farm()
		own, view, other := p.signIn("admin"), p.view("admin", farmID), p.view("admin", farmID)
		must(t, p.SignOut(p.signedIn(view)))
		if p.open(view) || !p.open(own) || !p.open(other) {
			t.Errorf("open: the view %v, the session %v, another view %v", p.open(view), p.open(own), p.open(other))
		}
	})
}

// S11 PEO-5: a view is no way to more: by it one neither stays signed in, nor opens a view of
// another farm, nor signs in to anything by a ticket, and it changes no account.
func TestAViewOpensNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		farmID := p.farm()
		ctx := p.signedIn(p.view("admin", farmID))
		for name, call := range map[string]func() error{
			"a stay": func() error { _, err := p.Stay(ctx, ""); return err },
			"a view": func() error {
				return db.Write(ctx, func(tx *sqldb.Tx) error { _, err := account.OpenView(ctx, tx, farmID, p.clock.now()); return err })
			},
			"a ticket":       func() error { _, err := p.Mint(ctx, p.ids["manager"], farmID); return err },
			"a proof":        func() error { return p.Prove(ctx, password, "") },
			"a password":     func() error { return p.ChangeMyPassword(ctx, newPassword, false) },
			"an email":       func() error { _, err := p.EditMy(ctx, account.UserChange{Email: ptr("x@farm.example")}); return err },
			"other sessions": func() error { _, err := p.EndMyOtherSessions(ctx, false); return err },
			"a user":         func() error { return p.Delete(ctx, p.ids["member"]) },
		} {
			p.refused(name, fault.Denied, call)
		}
	})
}
