package demo

import (
	"testing"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
)

// On whatever day somebody starts the demo in the years to come, Stony Point has harvested
// lately on two days, from which its tags are made.
func TestStonyPointHarvestsAllYear(t *testing.T) {
	stony := Farms[1]
	s := *stony.season
	for _, l := range stony.Leases {
		s.areas = append(s.areas, farm.Lease{ID: l.Name, Name: l.Name})
	}
	last := ledger.DayOf(time.Date(2036, time.January, 1, 0, 0, 0, 0, time.UTC))
	harvested := map[ledger.Day]bool{}
	for _, a := range s.history(last) {
		if a.Kind == ledger.Harvest && a.Count >= harvestedLeast {
			harvested[a.Day] = true
		}
	}
	for today := sparingFrom; today <= last; today++ {
		days := 0
		for day := today - daysAfterwards - 30; day <= today-daysAfterwards; day++ {
			if harvested[day] {
				days++
			}
		}
		if days < 2 {
			t.Errorf("%s: harvested on %d of the days before", today, days)
		}
	}
}
