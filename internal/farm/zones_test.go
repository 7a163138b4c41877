package farm

import (
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/timezone"
)

// AFARM-2: every state has a zone that exists, and no zone names a state that doesn't.
func TestZones_KnowEveryState(t *testing.T) {
	for country, list := range zonesByCountry {
		named := map[string]bool{}
		for _, zone := range list {
			if _, err := timezone.Load(zone.Name); err != nil {
				t.Errorf("%s: %v", zone.Name, err)
			}
			for _, state := range zone.States {
				if !slices.Contains(states[country], state) || named[state] {
					t.Errorf("%s names %s, which is no state of %s or is named twice", zone.Name, state, country)
				}
				named[state] = true
			}
		}
	}
	for country := range states {
		if len(zonesByCountry[country]) == 0 {
			t.Errorf("%s has no time zone", country)
		}
	}
}
