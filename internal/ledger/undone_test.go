package ledger

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

// What was undone takes nothing: once a harvest is undone, its planting can be undone
// too, one after the other or both at once; what counts still stands in the way.
func TestWhatWasUndoneTakesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for name, undo := range map[string][][]Activity{
			"one by one":                    {{{Reverses: 3}}, {{Reverses: 2}}, {{Reverses: 1}}},
			"at once, the last first":       {{{Reverses: 3}, {Reverses: 2}, {Reverses: 1}}},
			"at once, as they were entered": {{{Reverses: 1}, {Reverses: 2}, {Reverses: 3}}},
		} {
			farmID, areas := newFarm(t, db)
			at := Place{areas["North"], bag("1")}
			record(t, db, farmID, Activity{Kind: Plant, Day: day("2026-06-01"), Place: at, Count: 100, Containers: 2},
				Activity{Kind: Harvest, Day: day("2026-06-02"), Place: at, Count: 30, Containers: 1},
				Activity{Kind: Loss, Day: day("2026-06-03"), Place: at, Count: 70})
			if _, err := New(db, clock).Record(system, farmID, []Activity{{Reverses: 1}}); err == nil {
				t.Fatalf("%s: a planting was undone whose animals were harvested", name)
			}
			for _, batch := range undo {
				record(t, db, farmID, batch...)
				booktest.Check(t, db, farmID)
			}
			if left, found := onHand(t, db, farmID), findings(t, db); left != 0 || len(found) > 0 {
				t.Errorf("%s: %d are left, found %q", name, left, found)
			}
			record(t, db, farmID, Activity{Kind: Plant, Day: day("2026-06-01"), Place: at, Count: 40})
			record(t, db, farmID, Activity{Kind: Harvest, Day: day("2026-06-02"), Place: at, Count: 40})
		}
	})
}
