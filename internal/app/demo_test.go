package app

import (
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/demo"
	"github.com/merroir/merroir/internal/farm"
)

// A demo can be started again, and is as people left it, whatever they did in it.
func TestDemoStartsAgainAsItWasLeft(t *testing.T) {
	config := filledDemo(t)
	ctx := system
	a := start(t, config)
	manager, err := a.accounts.ByUsername(ctx, "manager")
	must(t, err)
	name := "somebody else"
	_, err = a.accounts.Edit(ctx, manager.ID, 0, account.UserChange{Username: &name})
	must(t, err)
	for _, f := range demo.Farms {
		_, err := a.farms.AddLease(ctx, f.ID, farm.Lease{Name: "A new area"})
		must(t, err)
	}
	_, err = a.farms.Clean(ctx, demo.Farms[1].ID, "")
	must(t, err)
	must(t, a.papers.End(ctx, demo.Farms[2].ID))
	_, err = a.farms.Delete(ctx, demo.Farms[2].ID, "")
	must(t, err)
	must(t, a.Close())

	a = start(t, config)
	for i, f := range demo.Farms {
		got, err := a.farms.Get(ctx, f.ID)
		must(t, err)
		has := false
		for _, l := range got.Leases {
			has = has || l.Name == "A new area"
		}
		if want := i != 1 && i != 2; has != want {
			t.Errorf("%s has the new area: %v", got.Name, has)
		}
	}
	must(t, a.Close())
}
