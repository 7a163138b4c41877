package account_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// change is every way to change a user.
func (p *people) change(ctx context.Context, user string) map[string]func() error {
	id := p.ids[user]
	return map[string]func() error{
		"edit": func() error {
			_, err := p.Edit(ctx, id, 0, account.UserChange{Email: ptr("mine@farm.example")})
			return err
		},
		"disable":  func() error { _, err := p.Edit(ctx, id, 0, account.UserChange{IsActive: ptr(false)}); return err },
		"password": func() error { return p.SetPassword(ctx, id, "the tide comes in", false) },
		"groups":   func() error { _, err := p.SetGroups(ctx, id, 0, nil); return err },
		"delete":   func() error { return p.Delete(ctx, id) },
	}
}

// AUTH-9: a user who may do more is out of reach, as taking over the account
// would be a way to do more. Root is for root alone.
func TestWhoMayDoMoreIsOutOfReach(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		for caller, targets := range map[string][]string{
			"admin":  {"root"},
			"clerk":  {"root", "admin", "narrow"},
			"helper": {"root", "admin", "narrow", "clerk"},
		} {
			for _, target := range targets {
				for name, call := range p.change(p.as(caller), target) {
					p.refused(caller+": "+name+" "+target, fault.Denied, call)
				}
			}
		}
		_, err := p.Edit(p.as("admin"), p.ids["root"], 0, account.UserChange{})
		if err == nil || fault.As(err).Message != "Only root may change a root user." {
			t.Errorf("the words: %v", err)
		}
	})
}

// AUTH-9: nobody gives a right that they do not have, to anybody, in any way.
func TestNobodyGivesMoreThanTheyHave(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		for _, tt := range []struct {
			caller, target string
			groups         []string
		}{
			{"admin", "member", []string{"root"}}, {"admin", "admin", []string{"admin", "root"}},
			{"clerk", "member", []string{"admin"}},     // who would be limited by nothing
			{"clerk", "clerk", []string{"admin"}},      // so would the clerk
			{"clerk", "member", []string{"Exporters"}}, // what the clerk does not have
			{"clerk", "clerk", []string{"admin", "Keepers", "Exporters"}},
			{"helper", "member", []string{"admin", "Keepers"}}, {"helper", "helper", []string{"Keepers", "admin"}},
			{"helper", "helper", []string{"Keepers", "farmmanager"}}, {"helper", "member", []string{"Exporters"}},
		} {
			p.refused(fmt.Sprint(tt), fault.Denied, func() error {
				_, err := p.SetGroups(p.as(tt.caller), p.ids[tt.target], 0, p.groups(tt.groups))
				return err
			})
		}
		if _, err := p.SetGroups(p.as("admin"), p.ids["member"], 0, p.groups([]string{"root"})); err == nil || fault.As(err).Message != "Only root may give or take root." {
			t.Errorf("the words: %v", err)
		}
		for caller, permissions := range map[string]map[string]bool{
			"clerk": {"admin-users": true, "export": true}, "helper": {"recall": true}, // also to a group of their own
		} {
			for _, group := range []string{"Keepers", "Idle"} {
				p.refused(caller+" for "+group, fault.Denied, func() error {
					_, err := p.SetPermissions(p.as(caller), p.ids[group], 0, permissions)
					return err
				})
			}
		}
		p.refused("taking what one does not have", fault.Denied, func() error {
			_, err := p.SetPermissions(p.as("clerk"), p.ids["Exporters"], 0, nil)
			return err
		})
		p.refused("a new user with rights", fault.Denied, func() error {
			_, err := p.Create(p.as("clerk"), account.NewUser{Username: "x", Email: "x@farm.example", Password: password, Groups: account.Groups{Admin: true}})
			return err
		})
		p.put("member", "admin", "Idle")
		p.refused("deleting what limits an admin", fault.Denied, func() error {
			_, err := p.DeleteGroup(p.as("clerk"), p.ids["Idle"])
			return err
		})
		message, err := p.DeleteGroup(p.as("admin"), p.ids["Idle"])
		must(t, err)
		if message != "Admin group deleted. Admins who were in no other may do everything now: 1." {
			t.Error(message)
		}
	})
}

// What is allowed: to give what one has oneself.
func TestGivingWhatOneHas(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		for _, tt := range []struct {
			caller, target string
			groups         []string
		}{
			{"helper", "member", []string{"Keepers", "farmmanager"}}, {"helper", "member", nil},
			{"clerk", "member", []string{"admin", "Keepers"}}, {"clerk", "helper", []string{"Keepers", "Idle"}},
			{"admin", "narrow", []string{"admin"}}, {"admin", "clerk", nil}, {"root", "member", []string{"root"}}, {"root", "ann", []string{"admin"}},
		} {
			a, err := p.SetGroups(p.as(tt.caller), p.ids[tt.target], 0, p.groups(tt.groups))
			must(t, err)
			got, want := slices.Sorted(maps.Keys(a.Groups)), slices.Sorted(maps.Keys(p.groups(tt.groups)))
			if !slices.Equal(got, want) {
				t.Errorf("%+v: in %v", tt, a.Groups)
			}
		}
		if who, subject, detail := p.lastAudit("user.groups"); who != "root" || subject != "Ann" || fmt.Sprint(detail) != "map[from:[Root] to:[Admin]]" {
			t.Errorf("audit: %s, %s, %v", who, subject, detail)
		}
	})
}

// AUTH-9: the last active root stays, whatever is tried; also when two roots act on
// each other at the same moment.
func TestLastRootStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		_, err := p.Edit(p.as("root"), p.ids["ann"], 0, account.UserChange{IsActive: ptr(false)})
		must(t, err)
		for name, call := range p.change(system, "root") {
			if name == "edit" || name == "password" {
				continue
			}
			p.refused(name, fault.Conflict, func() error {
				err := call()
				if err != nil && fault.As(err).Message != "This is the last active root user. Please make another one first." {
					t.Errorf("%s: %v", name, err)
				}
				return err
			})
		}
		p.refused("root without root", fault.Conflict, func() error {
			_, err := p.SetGroups(p.as("root"), p.ids["root"], 0, p.groups([]string{"admin"}))
			return err
		})
		_, err = p.Edit(p.as("root"), p.ids["ann"], 0, account.UserChange{IsActive: ptr(true)})
		must(t, err)
		for range 5 {
			both := []context.Context{p.as("root"), p.as("ann")}
			outcomes := inParallel(2, func(i int) error {
				_, err := p.SetGroups(both[i], p.ids[[]string{"ann", "root"}[i]], 0, p.groups([]string{"admin"}))
				return err
			})
			if left := p.count("SELECT count(*) FROM users WHERE is_root AND is_active"); left != 1 {
				t.Fatalf("%d roots are left: %v", left, outcomes)
			}
			p.put("root", "root")
			p.put("ann", "root")
		}
	})
}

// AUTH-9: nobody can lock themselves out: it is refused in words and changes nothing.
func TestSelfLockoutIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		for _, name := range []string{"root", "admin", "clerk", "helper"} {
			own := p.change(p.as(name), name)
			for _, way := range []string{"disable", "delete", "groups", "password", "edit"} {
				p.refused(name+": "+way, fault.Conflict, own[way])
			}
		}
		p.refused("an admin into a group that gives nothing", fault.Conflict, func() error {
			_, err := p.SetGroups(p.as("admin"), p.ids["admin"], 0, p.groups([]string{"admin", "Idle"}))
			return err
		})
		for _, name := range []string{"clerk", "helper"} {
			p.refused(name+" empties their own group", fault.Conflict, func() error {
				_, err := p.SetPermissions(p.as(name), p.ids["Keepers"], 0, map[string]bool{"admin-users": false})
				return err
			})
		}
		p.put("clerk") // in the group Keepers is only the helper now
		p.refused("the helper deletes their own group", fault.Conflict, func() error {
			_, err := p.DeleteGroup(p.as("helper"), p.ids["Keepers"])
			return err
		})
		_, err := p.SetGroups(p.as("admin"), p.ids["admin"], 0, p.groups([]string{"admin", "Keepers"}))
		must(t, err) // one may limit oneself, as long as one can go on
	})
}

// AUTH-9: a right counts, or is gone, from the next request on, also in sessions that
// are open already.
func TestRightsAreReadAtEachRequest(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		token := p.signIn("helper")
		may := func(want string) {
			t.Helper()
			who, err := p.Authenticate(context.Background(), token)
			must(t, err)
			if got := fmt.Sprint(who.Effective()); got != want {
				t.Errorf("may %s, want %s", got, want)
			}
			my, err := p.My(actor.With(context.Background(), who))
			must(t, err)
			if got := fmt.Sprint(my.Permissions); got != want {
				t.Errorf("is told %s, want %s", got, want)
			}
		}
		may("[admin-users]")
		_, err := p.SetPermissions(p.as("root"), p.ids["Keepers"], 0, map[string]bool{"recall": true, "export": false, "boats": true})
		must(t, err)
		may("[boats recall]")
		_, err = p.DeleteGroup(p.as("root"), p.ids["Keepers"])
		must(t, err)
		may("[]")
	})
}

// S10: when a user's groups change, the old sessions end; the caller's own stays open.
func TestGroupsEndSessions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		theirs, mine, elsewhere := p.signIn("member"), p.signIn("admin"), p.signIn("admin")
		me, err := p.Authenticate(context.Background(), mine)
		must(t, err)
		ctx := actor.With(context.Background(), me)
		_, err = p.SetGroups(ctx, p.ids["member"], 0, p.groups([]string{"farmmanager"}))
		must(t, err)
		_, err = p.SetGroups(ctx, p.ids["admin"], 0, p.groups([]string{"admin", "farmmanager"}))
		must(t, err)
		if p.open(theirs) || !p.open(mine) || p.open(elsewhere) {
			t.Errorf("open: the user's %v, mine %v, my other one %v", p.open(theirs), p.open(mine), p.open(elsewhere))
		}
	})
}

// A request that was let in before its caller lost the right finds that out in
// its transaction.
func TestRightLostMeanwhile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		for _, tt := range []struct {
			name  string
			lose  func()
			kind  fault.Kind
			again func()
		}{
			{"no longer in the group", func() { p.put("helper") }, fault.Denied, func() { p.put("helper", "Keepers") }},
			{"inactive", func() { p.setActive("helper", false) }, fault.Unauthenticated, func() { p.setActive("helper", true) }},
			{"deleted", func() { must(t, p.Delete(system, p.ids["helper"])) }, fault.Unauthenticated, func() {}},
		} {
			before := p.as("helper")
			tt.lose()
			p.refused(tt.name, tt.kind, func() error {
				_, err := p.SetGroups(before, p.ids["member"], 0, p.groups([]string{"Keepers"}))
				return err
			})
			tt.again()
		}
	})
}
