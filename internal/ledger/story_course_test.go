package ledger

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// The periods of a picture are as short as it has room for, and stand on the calendar.
func TestPeriodsOfACourse(t *testing.T) {
	for _, c := range []struct {
		first, last, every string
		count              int
		firstEnds          string
	}{
		{"2026-03-04", "2026-03-04", "day", 1, "2026-03-04"},
		{"2026-01-01", "2026-04-10", "day", 100, "2026-01-01"},
		{"2026-01-01", "2026-04-11", "week", 15, "2026-01-04"},
		{"2026-03-01", "2026-08-03", "week", 24, "2026-03-01"},
		{"2024-01-01", "2025-11-30", "week", 100, "2024-01-07"},
		{"2024-02-10", "2026-02-01", "month", 25, "2024-02-29"},
		{"2018-01-31", "2026-04-30", "month", 100, "2018-01-31"},
		{"2018-01-31", "2026-05-01", "year", 9, "2018-12-31"},
	} {
		first, last := day(c.first), day(c.last)
		every := everyWithin(first, last)
		all := periods([]happened{{day: first, kind: Plant, delta: 5}, {day: last, kind: Loss, delta: -2}}, every, true)
		if every != c.every || len(all) != c.count || all[0].To != c.firstEnds {
			t.Errorf("%s to %s: %d by %s, the first to %s", c.first, c.last, len(all), every, all[0].To)
		}
		if at := all[len(all)-1]; all[0].From != c.first || at.To != c.last || at.Living != 3 || at.Flow.Lost != 2 {
			t.Errorf("%s to %s: %+v", c.first, c.last, at)
		}
		for n := range all[1:] {
			if day(all[n+1].From) != day(all[n].To)+1 {
				t.Errorf("%s is followed by %s", all[n].To, all[n+1].From)
			}
		}
	}
}

// LOT-1 A course goes through days on which nothing happened, and its sum is all that ever happened.
func TestTheCourseOfALot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newLotBook(t, db)
		places, err := b.Places(system, b.farmID)
		must(t, err)
		lot, err := b.Story(system, b.farmID, Of{LotID: places[0].LotID})
		must(t, err)
		group, err := b.Story(system, b.farmID, Of{GroupID: lot.GroupID})
		must(t, err)
		if group.Every != "day" || len(group.Course) != 63 || len(group.Months) != 3 {
			t.Fatalf("%d by %s, %d months", len(group.Course), group.Every, len(group.Months))
		}
		var sum Flow
		for _, p := range group.Course {
			sum = Flow{sum.Planted + p.Flow.Planted, sum.MovedIn + p.Flow.MovedIn, sum.MovedOut + p.Flow.MovedOut, sum.Counted + p.Flow.Counted, sum.Harvested + p.Flow.Harvested, sum.Lost + p.Flow.Lost}
		}
		if sum != group.Flow {
			t.Fatalf("%+v, not %+v", sum, group.Flow)
		}
		first, quiet, last := group.Course[0], group.Course[10], group.Course[62]
		if first.Living != 1000 || len(first.Areas) != 1 || quiet.Flow != (Flow{}) || quiet.Living != 1000 || len(quiet.Areas) != 2 || quiet.MeanMM != nil {
			t.Fatalf("%+v %+v", first, quiet)
		}
		if quiet.Areas[0].Area != "North" || quiet.Areas[0].Living != 600 || last.Living != group.Living || *last.MeanMM != 30 {
			t.Fatalf("%+v %+v", quiet, last)
		}
	})
}
