package report

import (
	"math/rand/v2"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// FIG-1: the sum of what a number opens to is the number: of random queries of random farms, each
// number of a row and each of its series, over all pages.
func TestTheEntriesOfAFigureAreTheFigure(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		reports := New(db, clock)
		sql := bySQL(db)
		figures, divided, paged, known, earlier, soFar := 0, 0, 0, 0, 0, 0
		for seed := range 3 {
			farmID, places := historyPlaces(t, db)
			newest := record(t, db, farmID, plantings(places))
			for i := range 60 {
				a := drawActivity(places, newest).Example(1000*seed + i)
				newest = max(newest, record(t, db, farmID, []ledger.Activity{a}))
			}
			recordedOverTime(t, db, farmID)
			if seed == 1 {
				aYearAgo(t, db, farmID)
			}
			b, r := readBook(t, db, farmID), rand.New(rand.NewPCG(uint64(seed), 11))
			for range 25 {
				q := randomQuery(r, b)
				answer, err := reports.Report(system, farmID, q)
				must(t, err)
				if q.KnownOn != "" {
					known++
				}
				row := answer.Data[r.IntN(len(answer.Data))]
				counts := map[string]int64{"received": row.Received, "harvested": row.Harvested, "harvest": row.Harvest, "lost": row.Lost, "loss": row.Loss, "inventory": row.Inventory}
				if q.Metric == MetricInterval {
					counts["atRisk"] = row.AtRisk
				}
				if row.Entered != nil {
					counts["entered"] = *row.Entered
				}
				for term, want := range counts {
					if e := explainAll(t, reports, farmID, Figure{Query: q, To: row.To, Term: term, Limit: 30}); e.Sum != float64(want) {
						t.Fatalf("%+v, %s: %v, and the report has %d", q, term, e.Sum, want)
					}
				}
				if q.Metric == MetricInterval { // the page shows the mortality so far beside it
					so, all := q, row.Received
					if so.Metric = MetricMortality; row.Entered != nil {
						all = *row.Entered
					}
					if e := explainAll(t, reports, farmID, Figure{Query: so, To: row.To, Limit: 30}); !alike(numeral(e.Value), percent(row.Lost, all)) {
						t.Fatalf("%+v: the mortality so far is %v, and the report has %d of %d", q, numeral(e.Value), row.Lost, all)
					}
					soFar++
				}
				for i := -1; i < len(answer.Series); i++ {
					f, want := Figure{Query: q, To: row.To, Limit: 1 + r.IntN(40)}, numeral(row.Value)
					if i >= 0 {
						f.Series, want = &answer.Series[i].Key, numeral(row.Values[i])
					}
					e := explainAll(t, reports, farmID, f)
					if slow := explainAll(t, sql, farmID, f); !alike(slow.Sum, e.Sum) || slow.Total != e.Total || (slow.Over == nil) != (e.Over == nil) || e.Over != nil && !alike(*slow.Over, *e.Over) {
						t.Fatalf("%+v, series %v: SQL has %+v, the columns %+v", f, i, slow, e)
					}
					if row.LastYear != nil {
						before := f
						before.Earlier, before.To = true, row.LastYear.To
						want := numeral(row.LastYear.Value)
						if i >= 0 {
							want = numeral(row.LastYear.Values[i])
						}
						if e := explainAll(t, reports, farmID, before); !alike(numeral(e.Value), want) && !(i >= 0 && row.LastYear.Values[i] == nil) {
							t.Fatalf("%+v, series %v: the year before is %v, and the report has %v", before, i, numeral(e.Value), want)
						}
						earlier++
					}
					if !alike(numeral(e.Value), want) {
						t.Fatalf("%+v, series %v: %v, and the report has %v", f, i, numeral(e.Value), want)
					}
					figures++
					if e.Over != nil {
						divided++
					}
					if e.Total > int64(f.Limit) {
						paged++
					}
				}
			}
		}
		if figures < 100 || divided == 0 || paged == 0 || known == 0 || earlier == 0 || soFar == 0 {
			t.Errorf("little was asked: %d figures, %d divided, %d of several pages, %d as known on a day, %d of the year before, %d mortalities so far", figures, divided, paged, known, earlier, soFar)
		}
	})
}

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
