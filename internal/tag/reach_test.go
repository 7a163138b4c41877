package tag_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// A farm is told of the recalls in force that reach tags of its own, also through
// what they were made from, and of nobody else's; its record has them.
func TestRecallsThatReachAFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.farms.Keep(w.Keeper())
		one, two, three, _ := threeLevels(w)
		w.make(6, north, tag.Fields{HarvestDate: "2026-11-12", HarvestLocation: "Ledge"}, 1)
		reached := func() map[string][]farm.OpenRecall {
			var found map[string][]farm.OpenRecall
			must(t, db.Read(nobody, func(tx *sqldb.Tx) (err error) {
				found, err = tag.OpenRecalls(nobody, tx, []string{north, trade, id('f', 9)})
				return err
			}))
			return found
		}
		if got := reached(); len(got) != 0 {
			t.Errorf("before: %v", got)
		}
		first := w.recall("State of Maine", one)
		at := w.now.UnixMilli()
		second := w.recall("South Bay", two)
		later := w.now.UnixMilli()
		want := map[string][]farm.OpenRecall{
			north: {{ID: first, Party: "State of Maine", At: at, Tags: 2, TagID: one, HarvestDate: "2026-11-10"}},
			trade: {
				{ID: first, Party: "State of Maine", At: at, Tags: 2, TagID: three},
				{ID: second, Party: "South Bay", At: later, Tags: 1, TagID: id('a', 4)},
			},
		}
		if diff := cmp.Diff(want, reached()); diff != "" {
			t.Error(diff)
		}
		record, err := w.farms.Get(manager, north)
		must(t, err)
		if diff := cmp.Diff(want[north], record.OpenRecalls); diff != "" {
			t.Error(diff)
		}
		must(t, w.Lift(system, first))
		if got := reached(); len(got[north]) != 0 || len(got[trade]) != 1 {
			t.Errorf("after it was lifted: %v", got)
		}
	})
}
