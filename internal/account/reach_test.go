package account_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const needsCompanies = "This user is linked to farms that you cannot edit. To change them you also need the permission companies."

func (p *people) link(farmID, user string) {
	p.t.Helper()
	must(p.t, farm.New(p.db, p.clock.now).LinkUser(system, farmID, p.ids[user]))
}

// takeOver is every way to get into a user's account or to learn where they are.
func (p *people) takeOver(ctx context.Context, user, farmID string) map[string]func() error {
	id := p.ids[user]
	ways := p.change(ctx, user)
	ways["username"] = func() error {
		_, err := p.Edit(ctx, id, 0, account.UserChange{Username: ptr("another")})
		return err
	}
	ways["manager"] = func() error {
		_, err := p.SetGroups(ctx, id, 0, map[string]string{"farmmanager": ""})
		return err
	}
	ways["sessions"] = func() error { _, err := p.Sessions(ctx, id); return err }
	ways["end sessions"] = func() error { _, err := p.EndSessions(ctx, id, false); return err }
	ways["second factor"] = func() error { return p.ResetFactor(ctx, id) }
	ways["ticket"] = func() error { _, err := p.Mint(ctx, id, farmID); return err }
	return ways
}

// AUTH-9: whoever may not edit a farm does not get into it through the account of
// somebody who may, nor of somebody who is not a farm manager yet; with the
// permission companies, or as a manager of the same farms, the account is theirs
// to look after.
func TestLinkedFarmsAreOutOfReach(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		north, south := p.farm(), p.farm()
		p.link(north, "manager")
		p.link(north, "member")
		p.enrol("manager")
		for _, caller := range []string{"helper", "clerk"} { // a clerk is staff, and sees the farms, but does not edit them
			for _, target := range []string{"manager", "member"} {
				for name, call := range p.takeOver(p.as(caller), target, north) {
					p.refused(fmt.Sprint(caller, ": ", name, " ", target), fault.Denied, func() error {
						err := call()
						if err != nil && fault.As(err).Message != needsCompanies {
							t.Errorf("%s of %s: %v", name, target, err)
						}
						return err
					})
				}
			}
			a, err := p.Get(p.as(caller), p.ids["manager"])
			must(t, err)
			if a.Email != "manager@farm.example" || a.Refusals.Account != needsCompanies || a.Refusals.Farms != needsCompanies || a.Refusals.SecondFactor != needsCompanies {
				t.Errorf("%s sees %+v", caller, a)
			}
		}
		p.put("helper", "Keepers", "farmmanager")
		p.link(north, "helper")
		p.link(south, "manager")
		p.refused("a manager of another farm too", fault.Denied, func() error { return p.SetPassword(p.as("helper"), p.ids["manager"], newPassword, false) })
		_, err := farm.New(db, p.clock.now).UnlinkUser(system, south, p.ids["manager"])
		must(t, err)
		must(t, p.SetPassword(p.as("helper"), p.ids["manager"], newPassword, false))
		_, err = p.SetPermissions(system, p.ids["Idle"], 0, map[string]bool{"companies": true})
		must(t, err)
		p.put("clerk", "admin", "Keepers", "Idle")
		for name, call := range p.takeOver(p.as("clerk"), "manager", north) {
			if name == "delete" || name == "disable" || name == "ticket" {
				continue
			}
			if err := call(); err != nil && !fault.Is(err, fault.Conflict) {
				t.Errorf("with companies: %s: %v", name, err)
			}
		}
	})
}

// AUTH-9: a farm manager without farms can do nothing, so whoever manages users
// may make one, but not link them or themselves.
func TestMakingAFarmManager(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		north := p.farm()
		a, err := p.SetGroups(p.as("clerk"), p.ids["member"], 0, map[string]string{"farmmanager": ""})
		must(t, err)
		if want := "To link users to farms you also need the permission companies."; a.Refusals.Account != "" || a.Refusals.Farms != want {
			t.Errorf("refusals: %+v", a.Refusals)
		}
		farms := farm.New(db, p.clock.now)
		for _, caller := range []string{"helper", "clerk"} {
			for _, target := range []string{"member", "manager", caller} {
				p.refused(caller+" links "+target, fault.Denied, func() error { return farms.LinkUser(p.as(caller), north, p.ids[target]) })
			}
		}
		p.link(north, "clerk")
		p.refused("into a farm through a link of one's own", fault.Denied, func() error {
			_, err := p.SetGroups(p.as("clerk"), p.ids["clerk"], 0, p.groups([]string{"admin", "Keepers", "farmmanager"}))
			return err
		})
		must(t, farms.LinkUser(p.as("admin"), north, p.ids["member"]))
	})
}

// AUTH-9: the addresses of those who may do more are not shown.
func TestSessionsOfThoseAboveAreNotShown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		p.signIn("root")
		p.signIn("admin")
		for caller, targets := range map[string][]string{"admin": {"root"}, "clerk": {"root", "admin", "narrow"}, "helper": {"root", "admin", "clerk"}} {
			for _, target := range targets {
				p.refused(caller+" looks at "+target, fault.Denied, func() error { _, err := p.Sessions(p.as(caller), p.ids[target]); return err })
			}
		}
		for caller, want := range map[string]string{"root": "{ []}", "admin": fmt.Sprintf("{ [%s]}", p.ids["root"]), "clerk": fmt.Sprintf("{%s []}", p.ids["clerk"])} {
			p.put("ann")
			must(t, db.Read(p.as(caller), func(tx *sqldb.Tx) error {
				hidden, err := p.HiddenAddresses(p.as(caller), tx)
				if fmt.Sprint(hidden) != want {
					t.Errorf("hidden from %s: %v, want %s", caller, hidden, want)
				}
				return err
			}))
		}
	})
}
