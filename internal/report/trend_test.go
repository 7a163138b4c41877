package report

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
)

// refOf returns the farm as a use case sees it.
func refOf(t *testing.T, db *sqldb.DB, farmID string) (ref farm.Ref) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		ref, err = farm.Require(system, tx, farmID)
		return err
	}))
	return ref
}

// A farm whose animals are all gone is not one that never had any.
func TestTrend_KnowsWhetherThereEverWereAnimals(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := New(db, clock)
		empty, err := s.Trend(system, refOf(t, db, newFarm(t, db)))
		must(t, err)
		if empty.Ever {
			t.Error("a new farm had animals")
		}

		emptied := importedFarm(t, db, "date,activity,growing area,count\n2025-03-01,plant,North,1000\n2025-04-01,harvest,North,250\n2025-04-02,loss,North,750\n")
		trend, err := s.Trend(system, refOf(t, db, emptied))
		must(t, err)
		if !trend.Ever {
			t.Error("an emptied farm never had animals")
		}
		if trend.Animals != 0 || trend.Before != 0 {
			t.Errorf("an emptied farm has %d animals, and had %d", trend.Animals, trend.Before)
		}
	})
}

// What an Inventory report says of its days is what Harvest and Today say of them, for every
// preset and frequency, on every day of four months.
func TestOpening_AgreesWithHarvestAndTrend(t *testing.T) {
	presets := []string{"Last 7 Days", "Last 30 days", "Last 90 days", "Last 180 days", "Last 365 days", rangeSeason, rangePlanting, rangeAllTime, rangeLastWeek, rangeLastMonth}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		ref := refOf(t, db, farmID)
		for days := range 120 {
			now := reporttest.Noon.Add(-time.Duration(days) * 24 * time.Hour)
			s := New(db, func() time.Time { return now })
			for i, preset := range presets {
				q := Query{DateRange: preset, Frequency: []string{Yearly, Monthly, Weekly, Daily}[(days+i)%4]}
				inventory, err := s.Report(system, farmID, q)
				must(t, err)
				q.Metric = MetricHarvest
				harvest, err := s.Report(system, farmID, q)
				must(t, err)

				var sum int64
				for _, row := range harvest.Data {
					sum += row.Harvest
				}
				opening, last := inventory.Opening, inventory.Data[len(inventory.Data)-1]
				if got := last.Harvested - opening.Harvested; got != sum {
					t.Errorf("%s, %s, %s: harvested %d, by the Harvest report %d", inventory.EndDate, preset, q.Frequency, got, sum)
				}
				if want := (day(inventory.StartDate) - 1).String(); opening.Day != want {
					t.Errorf("%s, %s: opens on %s, want %s", inventory.EndDate, preset, opening.Day, want)
				}
				if preset != "Last 90 days" {
					continue
				}

				trend, err := s.Trend(system, ref)
				must(t, err)
				got := Trend{
					Since: opening.Day, Before: opening.Inventory, Animals: last.Inventory, Planted: last.Planted - opening.Planted,
					Harvested: last.Harvested - opening.Harvested, Lost: last.Lost - opening.Lost, Adjusted: last.Adjusted - opening.Adjusted,
					Ever: trend.Ever, Line: trend.Line,
				}
				if diff := cmp.Diff(trend, got); diff != "" {
					t.Errorf("%s: differs from Today: %s", inventory.EndDate, diff)
				}
			}
		}
	})
}

// How a farm became what it is, by hand from busyFarm: 950 on 22 August; 50 lost
// on 1 September, 100 harvested on 1 October, 200 planted on 15 October. From
// memory, and by SQL where the farm does not fit.
func TestTrend(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		ref := refOf(t, db, farmID)
		want := Trend{
			Since: "2026-08-22", Before: 950, Animals: 1000, Planted: 200, Harvested: 100, Lost: 50, Ever: true,
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
