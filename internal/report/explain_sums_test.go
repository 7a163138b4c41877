package report

import (
	"math/rand/v2"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// FIG-1: the sum of what a number opens to is the number: of random queries of random farms, each
// number of a row and each of its series, over all pages.
func TestTheEntriesOfAFigureAreTheFigure(t *testing.T) {
	dbtest.EachShare(t, 25, func(t *testing.T, db *sqldb.DB, queries int) {
		reports := New(db, clock)
		sql := bySQL(db)
		figures, divided, paged, known, earlier, soFar, absent := 0, 0, 0, 0, 0, 0, 0
		for seed := range 3 {
			farmID, places := historyPlaces(t, db)
			newest := recordAtOnce(t, db, farmID, plantings(places))
			for i := range 60 {
				a := drawActivity(places, newest).Example(1000*seed + i)
				newest = max(newest, record(t, db, farmID, []ledger.Activity{a}))
			}
			recordedOverTime(t, db, farmID)
			if seed == 1 {
				aYearAgo(t, db, farmID)
			}
			b, r := readBook(t, db, farmID), rand.New(rand.NewPCG(uint64(seed), 11))
			for range queries {
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
				for term, want := range map[string]int64{"missing": row.Missing, "missingIn": row.MissingIn} {
					if e := explainAll(t, reports, farmID, Figure{Query: q, To: row.To, Term: term, Limit: 30}); numeral(e.Value) != float64(want) || max(0, e.Sum) != float64(want) {
						t.Fatalf("%+v, %s: %v of %v, and the report has %d", q, term, numeral(e.Value), e.Sum, want)
					}
					if want > 0 {
						absent++
					}
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
		if figures < 4*queries || divided == 0 || paged == 0 || known == 0 || earlier == 0 || soFar == 0 || absent == 0 {
			t.Errorf("little was asked: %d figures, %d divided, %d of several pages, %d as known on a day, %d of the year before, %d mortalities so far, %d missing", figures, divided, paged, known, earlier, soFar, absent)
		}
	})
}
