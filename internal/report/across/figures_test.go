//go:build !race

package across

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
)

// narrowed asks a range about the lots of a filter, and as known on a day that is not before its last.
func narrowed(rt *rapid.T, q report.Query) report.Query {
	q.ActiveViewBy = rapid.SampledFrom(lots).Draw(rt, "lots")
	q.KnownOn = rapid.SampledFrom([]string{"", "", "2026-03-09", "2026-04-20", "2026-11-20"}).Draw(rt, "known on")
	if q.DateRange == "Custom" && q.KnownOn < q.EndDate {
		q.KnownOn = ""
	}
	q.LastYear = rapid.Bool().Draw(rt, "last year")
	return q
}

// recordedLater spreads the moments at which entries were recorded over some months.
func recordedLater(t testing.TB, db *sqldb.DB) {
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, "UPDATE activities SET at = CAST($1 AS BIGINT) + seq % 97 * 86400000", sqldb.Millis(reporttest.HistoryStart.Time()))
		return err
	}))
}

// compare asks for all farms, and each one's reports.
func compare(t testing.TB, s *Service, dates report.Query) {
	t.Helper()
	q := first("name")
	q.Query = dates
	farms, err := s.Farms(system, q)
	must(t, err)
	if farms.Counted != len(farms.Data) {
		t.Fatalf("%d of %d counted", farms.Counted, len(farms.Data))
	}
	var animals, harvest, before int64
	for _, row := range farms.Data {
		if (row.LastYear != nil) != dates.LastYear {
			t.Fatalf("%+v: the year before is %v", dates, row.LastYear)
		}
		if dates.LastYear {
			earlier := yearBefore(t, dates, row)
			if want := reported(t, s.reports, row.FarmID, "", earlier); !same(*row.LastYear, want) {
				t.Fatalf("%s %+v:\n%s a year before, but the reports have\n%s", row.FarmID, dates, told(*row.LastYear), told(want))
			}
			for _, area := range row.Areas {
				if want := reported(t, s.reports, row.FarmID, area.LeaseID, earlier); !same(*area.LastYear, want) {
					t.Fatalf("%s in %s %+v:\n%s a year before, but the reports have\n%s", row.FarmID, area.Name, dates, told(*area.LastYear), told(want))
				}
			}
			before += row.LastYear.Animals
		}
		if want := reported(t, s.reports, row.FarmID, "", dates); !same(*row.Figures, want) {
			t.Fatalf("%s %+v:\n%s, but the reports have\n%s", row.FarmID, dates, told(*row.Figures), told(want))
		}
		animals, harvest = animals+row.Figures.Animals, harvest+row.Figures.Harvest
		for _, area := range row.Areas {
			if want := reported(t, s.reports, row.FarmID, area.LeaseID, dates); !same(area.Figures, want) {
				t.Fatalf("%s in %s %+v:\n%s, but the reports have\n%s", row.FarmID, area.Name, dates, told(area.Figures), told(want))
			}
		}
	}
	if farms.Whole.Animals != animals || farms.Whole.Harvest != harvest {
		t.Fatalf("the whole is %+v, the farms come to %d and %d", farms.Whole, animals, harvest)
	}
	if dates.LastYear && farms.LastYear.Animals != before {
		t.Fatalf("the whole a year before is %+v, the farms come to %d", farms.LastYear, before)
	}
}

// SIDE-1 REP-18: over random histories of several farms, with entries dated back, corrections, moves
// between growing areas and a clean, every figure is that of the farm's own reports, of all lots or of those
// that pass a filter, as known now or on a day, and so is that of the same days a year before: of sums
// that were kept, of those of a farm that has grown since, of a process that starts anew, and
// of farms that are too large for memory.
func TestEveryFigureIsThatOfTheReports(t *testing.T) {
	dbtest.EachDrawn(t, 30, func(t *testing.T, db *sqldb.DB) {
		clocks := []func() time.Time{clock, nextSpring}
		kept := []*Service{newServiceAt(db, clocks[0], 256), newServiceAt(db, clocks[1], 256)}
		var farms []string
		var places [][]ledger.Place
		for range 3 {
			farmID, at := reporttest.HistoryPlaces(t, db)
			farms, places = append(farms, farmID), append(places, at)
			reporttest.RecordAtOnce(t, db, farmID, reporttest.Plantings(at))
		}
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE farms SET season_month = 4 WHERE id = $1", farms[1])
			return err
		}))
		asked := dates()
		at, days := 0, report.Query{DateRange: "Custom", StartDate: "2026-03-01", EndDate: "2026-04-01"}
		rapid.Check(t, func(rt *rapid.T) {
			which := rapid.IntRange(0, len(farms)-1).Draw(rt, "farm")
			if rapid.IntRange(0, 9).Draw(rt, "clean") == 0 {
				reporttest.Clean(t, db, farms[which])
				reporttest.RecordAtOnce(t, db, farms[which], reporttest.Plantings(places[which]))
			}
			reporttest.Record(t, db, farms[which], rapid.SliceOfN(reporttest.DrawActivity(places[which], 40), 1, 6).Draw(rt, "batch"))
			recordedLater(t, db)
			if rapid.Bool().Draw(rt, "another question") { // else the last one, of farms of which one has grown
				days = narrowed(rt, rapid.SampledFrom(asked).Draw(rt, "dates"))
				at = rapid.IntRange(0, 1).Draw(rt, "clock")
			}
			compare(t, kept[at], days)
			if rapid.Bool().Draw(rt, "of other lots") {
				other := days
				other.ActiveViewBy = rapid.SampledFrom(lots).Draw(rt, "other lots")
				compare(t, kept[at], other)
			}
			switch rapid.IntRange(0, 4).Draw(rt, "process") {
			case 0:
				compare(t, newServiceAt(db, clocks[at], 256), days)
			case 1:
				compare(t, newServiceAt(db, clocks[at], 0), days)
			}
		})
	})
}
