package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// How a farm became what it is, by hand from busyFarm: 950 on 22 August; 50 lost
// on 1 September, 100 harvested on 1 October, 200 planted on 15 October. From
// memory, and by SQL where the farm does not fit.
func TestTrend(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		var ref farm.Ref
		must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
			ref, err = farm.Require(system, tx, farmID)
			return err
		}))
		want := Trend{
			Since: "2026-08-22", Before: 950, Animals: 1000, Planted: 200, Harvested: 100, Lost: 50,
			// The ends of the weeks are 28 August, 4 September ... 2 and 9 October, 16 October ... 20 November.
			Line: []int64{950, 950, 900, 900, 900, 900, 800, 800, 1000, 1000, 1000, 1000, 1000, 1000},
		}
		same := func(what string, got Trend) {
			t.Helper()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", what, diff)
			}
		}
		large := New(db, clock)
		large.LimitCache(0)
		for what, s := range map[string]*Service{"in memory": New(db, clock), "by SQL": large} {
			got, err := s.Trend(system, ref)
			must(t, err)
			same(what, got)
		}
		all, err := New(db, clock).Trends(system, []farm.Ref{ref})
		must(t, err)
		same("in a list", all[farmID])
		if none, err := large.Trends(system, []farm.Ref{ref}); err != nil || len(none) != 0 {
			t.Errorf("a farm that is too large: %v %v", none, err)
		}
	})
}
