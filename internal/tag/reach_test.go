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
			north: {{ID: first, Party: "State of Maine", At: at, Tags: 2, TagID: one, HarvestDate: "2026-11-10", LeaseIDs: []string{}}},
			trade: {
				{ID: first, Party: "State of Maine", At: at, Tags: 2, TagID: three, LeaseIDs: []string{}},
				{ID: second, Party: "South Bay", At: later, Tags: 1, TagID: id('a', 4), LeaseIDs: []string{}},
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

// A recall names the growing areas that any of its tags of the farm has in its
// words, whatever their case, and those alone.
func TestTheGrowingAreasThatARecallNames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		ids := map[string]string{}
		for _, name := range []string{"Palix Mouth", "Stony Point 1", "Stony Point 12", "Été", "–", "87", "Elsewhere"} {
			lease, err := w.farms.AddLease(manager, north, farm.Lease{Name: name})
			must(t, err)
			ids[name] = lease.ID
		}
		one := w.make(1, north, tag.Fields{HarvestLocation: "Willapa Bay, palix  MOUTH", Parcel: "87"})
		two := w.make(2, north, tag.Fields{HarvestLocation: "Stony Point 12 (north)"})
		three := w.make(3, north, tag.Fields{})
		from := w.make(4, north, tag.Fields{HarvestLocation: "été; Elsewhere2"}, 3)
		named := func() [][]string {
			var found map[string][]farm.OpenRecall
			must(t, db.Read(nobody, func(tx *sqldb.Tx) (err error) {
				found, err = tag.OpenRecalls(nobody, tx, []string{north})
				return err
			}))
			var all [][]string
			for _, r := range found[north] {
				all = append(all, r.LeaseIDs)
			}
			return all
		}
		w.recall("State", one, two)
		w.recall("Bay", three)
		want := [][]string{{ids["87"], ids["Palix Mouth"], ids["Stony Point 12"]}, {ids["Été"]}}
		if diff := cmp.Diff(want, named()); diff != "" {
			t.Error(diff, from)
		}
	})
}
