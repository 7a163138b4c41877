package report

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// explainAll reads all pages, and checks that they come to what the first one says.
func explainAll(t *testing.T, s *Service, farmID string, f Figure) Explanation {
	t.Helper()
	first, err := s.Explain(system, farmID, f)
	must(t, err)
	var total int64
	var sum, over float64
	var last FigureEntry
	for e := first; ; {
		for _, one := range e.Entries {
			if total > 0 && (one.Date > last.Date || one.Date == last.Date && one.Entry >= last.Entry) {
				t.Fatalf("%+v: entry %d of %s comes after %d of %s", f, one.Entry, one.Date, last.Entry, last.Date)
			}
			last = one
			total, sum, over = total+1, sum+one.Amount, over+one.Over
		}
		if e.Next == 0 {
			break
		}
		f.Before = e.Next
		if e, err = s.Explain(system, farmID, f); err != nil {
			t.Fatal(err)
		}
	}
	if first.Over != nil && !alike(over, *first.Over) || !alike(sum, first.Sum) || total != first.Total {
		t.Fatalf("%+v: the pages have %d entries, %v over %v; the first says %d, %v over %v", f, total, sum, over, first.Total, first.Sum, first.Over)
	}
	return first
}

// Each entry says who recorded it and where; a number that the report has not is refused.
func TestExplain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := busyFarm(t, db)
		manager := newUser(t, db, "ann", farmID)
		_, err := ledger.New(db, clock).Record(manager, farmID, []ledger.Activity{{
			Kind: ledger.Harvest, Day: day("2026-11-02"), Count: 30, Note: "for the market",
			Place: ledger.Place{LeaseID: areas["North"], Lot: ledger.Lot{Group: ledger.Group{OysterType: "Pacific oyster", Year: 2025}, MeshSize: "tray"}},
		}})
		must(t, err)
		q := Query{Metric: MetricHarvest, DateRange: rangeCustom, StartDate: "2026-10-01", EndDate: "2026-11-20", Segment: "growingArea"}
		north := areas["North"]
		e, err := New(db, clock).Explain(manager, farmID, Figure{Query: q, To: "2026-11-20", Series: &north})
		must(t, err)
		if e.Total != 1 || e.Sum != 30 || *e.Value != 30 || e.Entries[0].By != "ann" || e.Entries[0].Area != "North" || e.Entries[0].Note != "for the market" || e.Entries[0].Date != "2026-11-02" {
			t.Errorf("%+v", e)
		}
		if _, err := New(db, clock).Explain(manager, farmID, Figure{Query: q, To: "2026-11-19"}); !fault.Is(err, fault.Invalid) {
			t.Errorf("a row that is not there: %v", err)
		}
		if _, err := New(db, clock).Explain(newUser(t, db, "bob"), farmID, Figure{Query: q, To: "2026-11-20"}); !fault.Is(err, fault.NotFound) {
			t.Errorf("somebody else's farm: %v", err)
		}
	})
}

// A page of the entries of a number, once the columns are known, reads no more of the ledger than its own.
func TestAPageOfEntriesIsReadAlone(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := busyFarm(t, db)
	reports := New(db, clock)
	careful := dbtest.NeverWhole(system, t, "entries")
	for _, metric := range []string{MetricInventory, MetricMortality, MetricInterval, MetricHarvest, MetricAverageSize, MetricYield} {
		q := Query{Metric: metric, DateRange: rangeCustom, StartDate: "2026-09-01", EndDate: "2026-11-20"}
		answer, err := reports.Report(system, farmID, q)
		must(t, err)
		entries := 0
		for _, row := range answer.Data {
			e, err := reports.Explain(careful, farmID, Figure{Query: q, To: row.To})
			must(t, err)
			entries += len(e.Entries)
		}
		if entries == 0 {
			t.Errorf("%s has no entries", metric)
		}
	}
	if e, err := reports.Explain(careful, farmID, Figure{Query: Query{Metric: MetricEquipment}, Range: true}); err != nil || len(e.Entries) == 0 {
		t.Errorf("containers: %d entries, %v", len(e.Entries), err)
	}
}
