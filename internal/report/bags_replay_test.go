package report

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// At every date the replay comes to what the reports say of that date: Inventory as it
// is for any date, Equipment as it was on the day when nothing had been dated later yet,
// and as it is now; over random histories with containers and corrections, with the
// answer whole and in parts.
func TestBagsAreTheReports(t *testing.T) {
	dbtest.EachDrawn(t, 30, func(t *testing.T, db *sqldb.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			farmID, places := historyPlaces(t, db)
			newest := recordAtOnce(t, db, farmID, plantings(places))
			for day := ledger.Day(20); day <= 80; day += ledger.Day(rapid.IntRange(4, 30).Draw(rt, "days")) {
				for _, a := range rapid.SliceOfN(drawActivity(places, newest), 1, 6).Draw(rt, "batch") {
					if a.Reverses == 0 {
						a.Day = min(a.Day, historyStart+day)
					}
					newest = max(newest, record(t, db, farmID, []ledger.Activity{a}))
				}
				today := New(db, func() time.Time { return (historyStart + day).Time().Add(20 * time.Hour) })
				for _, s := range []*Service{today, bySQLOn(db, today.now)} {
					b, err := s.Bags(system, farmID, "")
					must(t, err)
					if b.To != (historyStart + day).String() {
						rt.Fatalf("to %s on %s", b.To, historyStart+day)
					}
					sameAsReports(rt, s, farmID, b, historyStart+day, true)
				}
			}
			most := rapid.IntRange(1, 20).Draw(rt, "most")
			s := New(db, clock)
			for to := ""; ; {
				b, err := s.bags(system, farmID, to, most)
				must(t, err)
				from, _ := ledger.ParseDay(b.From)
				last, _ := ledger.ParseDay(b.To)
				for _, day := range []ledger.Day{from, from + (last-from)/3, last} {
					sameAsReports(rt, s, farmID, b, day, to == "" && day == last)
				}
				if b.From == b.First {
					break
				}
				to = (from - 1).String()
			}
		})
	})
}

func sameAsReports(rt *rapid.T, s *Service, farmID string, b Bags, day ledger.Day, isNow bool) {
	animals, hanging := b.at(day)
	for _, area := range b.Areas {
		report, err := s.Report(system, farmID, Query{DateRange: rangeCustom, StartDate: day.String(), EndDate: day.String(), ActiveLease: area.LeaseID})
		if err != nil || report.Data[0].Inventory != animals[area.LeaseID] {
			rt.Fatalf("%s on %s: %d animals, the inventory is %d %v", area.Name, day, animals[area.LeaseID], report.Data[0].Inventory, err)
		}
		if !isNow {
			continue
		}
		e, err := s.Equipment(system, farmID, area.LeaseID, nil)
		if diff := cmp.Diff(e.ChartData, hanging[area.LeaseID], cmpopts.EquateEmpty()); diff != "" || err != nil {
			rt.Fatalf("%s on %s: (- equipment, + bags)\n%s%v", area.Name, day, diff, err)
		}
	}
}
