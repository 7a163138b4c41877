//go:build !race

package app

import (
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/demo"
)

// Two processes that start a demo on one empty database make one demo, which on PostgreSQL
// too is known without a mark. They share nothing else, so the race detector has nothing to
// see between them.
func TestTwoDemosAtOnce(t *testing.T) {
	url := dbtest.PostgresURL(t)
	apps := make([]*App, 2)
	errs := make([]error, 2)
	var both sync.WaitGroup
	for i := range apps {
		config := demoConfig(t, url)
		both.Go(func() { apps[i], errs[i] = New(system, config) })
	}
	both.Wait()
	for i := range apps {
		must(t, errs[i])
	}
	manager, err := apps[0].accounts.ByUsername(system, "manager")
	must(t, err)
	linked := map[string]bool{}
	for _, f := range manager.Farms {
		linked[f.ID] = true
	}
	for _, f := range demo.Farms {
		got, err := apps[0].farms.Get(system, f.ID)
		must(t, err)
		if len(got.Leases) != len(f.Leases) || linked[f.ID] != f.Managed {
			t.Errorf("%s has %d growing areas, linked: %v", f.Details.Name, len(got.Leases), linked[f.ID])
		}
	}
	for _, a := range apps {
		must(t, a.Close())
	}
	knowsItself(t, demoConfig(t, url))
}
