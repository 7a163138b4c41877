package report

import (
	"math"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// REP-19: the mark of docs/formulas.md, the season's first day, and the same days a year before, worked out by hand.
func TestSeasonMarkAndLastYear(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID := newFarm(t, db)
		manager, farms := newUser(t, db, "ann", farmID), farm.New(db, clock)
		_, err := sheet.Import(system, ledger.New(db, clock), farmID, "sheet.csv", strings.NewReader(
			"date,activity,growing area,count\n"+
				"2025-05-10,plant,North,1000\n"+
				"2025-09-10,loss,North,100\n"+
				"2025-10-10,harvest,North,90\n"+
				"2026-09-10,loss,North,81\n"+
				"2026-10-10,harvest,North,29\n"+
				"2026-10-12,loss,North,14\n"), sheet.Options{})
		must(t, err)
		five := 5.0
		stored, err := farms.SetSeason(manager, farmID, farm.Season{Month: 9, Mark: &five}, nil)
		must(t, err)
		if stored.Month != 9 || *stored.Mark != 5 {
			t.Errorf("stored %+v", stored)
		}
		for name, s := range map[string]*Service{"columns": New(db, clock), "SQL": bySQL(db)} {
			r, err := s.Report(manager, farmID, Query{Metric: MetricInterval, DateRange: rangeSeason, LastYear: true})
			must(t, err)
			if r.StartDate != "2026-09-01" || r.EndDate != "2026-11-20" || r.Season.Month != 9 || len(r.Data) != 3 {
				t.Fatalf("%s: from %s to %s, %+v, %d rows", name, r.StartDate, r.EndDate, r.Season, len(r.Data))
			}
			// 81 of 810, 14 of 729; 20 of 30.4375 days: 100 x (1 - 0.95^0.657) = 3.31
			for i, want := range []struct{ value, mark, before float64 }{{10, 5, 10}, {1.92, 5, 0}, {0, 3.31, 0}} {
				row := r.Data[i]
				if got := []float64{rounded(row.Value), rounded(row.Mark), rounded(row.LastYear.Value)}; got[0] != want.value || got[1] != want.mark || got[2] != want.before {
					t.Errorf("%s, %s: %v, want %v", name, row.From, got, want)
				}
			}
			if last := r.Data[2].LastYear; last.From != "2025-11-01" || last.To != "2025-11-20" {
				t.Errorf("%s: %+v", name, last)
			}
		}
		if _, err := farms.SetSeason(manager, farmID, farm.Season{Month: 1, Mark: new(float64)}, nil); !fault.Is(err, fault.Invalid) {
			t.Errorf("a mark of 0: %v", err)
		}
		if _, err := farms.SetSeason(newUser(t, db, "bob"), farmID, farm.Season{Month: 1}, nil); !fault.Is(err, fault.NotFound) {
			t.Errorf("somebody else's farm: %v", err)
		}
		stored, err = farms.SetSeason(manager, farmID, farm.Season{Month: 1}, nil)
		must(t, err)
		_, err = farms.SetSeason(manager, farmID, stored, nil)
		must(t, err)
		var trail []string
		must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
			trail, err = sqldb.All(system, tx, sqldb.Scalar[string], "SELECT detail FROM audit WHERE action = 'farm.season' ORDER BY at, id")
			return err
		}))
		if len(trail) != 2 || trail[0] != `{"mark":{"from":null,"to":5},"month":{"from":1,"to":9}}` || trail[1] != `{"mark":{"from":5,"to":null},"month":{"from":9,"to":1}}` {
			t.Errorf("audited: %q", trail)
		}
		r, err := New(db, clock).Report(manager, farmID, Query{Metric: MetricInterval, DateRange: rangeSeason, Frequency: Yearly})
		must(t, err)
		if stored.Mark != nil || r.Data[0].Mark != nil || r.Data[0].LastYear != nil || r.StartDate != "2026-01-01" {
			t.Errorf("without a mark: %+v, %+v", stored, r.Data[0])
		}
	})
}

// A row that holds 29 February alone has no days a year before; the one that ends before it
// a year later has that day too.
func TestLeapDaysAYearBefore(t *testing.T) {
	rows := func(from, to string) Plan {
		p, err := PlanOf(Query{DateRange: rangeCustom, StartDate: from, EndDate: to, Frequency: Daily}, nil, day("2026-11-20"))
		must(t, err)
		return p
	}
	earlier, at := rows("2024-02-28", "2024-03-01").lastYear()
	if len(at) != 2 || at[1] != 2 || earlier.From().String() != "2023-02-28" || earlier.To().String() != "2023-03-01" {
		t.Errorf("%v, %v", earlier.Ask.Rows, at)
	}
	earlier, _ = rows("2025-02-28", "2025-02-28").lastYear()
	if earlier.From().String() != "2024-02-28" || earlier.To().String() != "2024-02-29" {
		t.Errorf("%v", earlier.Ask.Rows)
	}
	if _, at := rows("2024-02-29", "2024-02-29").lastYear(); len(at) != 0 {
		t.Errorf("29 February has a year before: %v", at)
	}
	if n := months(earlier.Ask.Rows[0]); math.Abs(n-2/30.4375) > 1e-9 {
		t.Errorf("two days are %v months", n)
	}
}
