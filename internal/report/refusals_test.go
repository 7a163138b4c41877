package report

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// REP-16: what cannot be asked is told field by field.
func TestReportRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := notebookFarm(t, db)
		other := newFarm(t, db)
		tests := []struct {
			name   string
			farm   string
			change func(*Query)
			fields string
		}{
			{"an unknown growing area", farmID, func(q *Query) { q.ActiveLease = "nowhere" }, "activeLease"},
			{"another farm's growing area", other, func(q *Query) { q.ActiveLease = areas["Site A"] }, "activeLease"},
			{"an unknown metric", farmID, func(q *Query) { q.Metric = "Happiness" }, "metric"},
			{"an unknown range", farmID, func(q *Query) { q.DateRange = "Last year" }, "dateRange"},
			{"an unknown frequency", farmID, func(q *Query) { q.Frequency = "Hourly" }, "frequency"},
			{"no metric's snapshot", farmID, func(q *Query) { q.Metric, q.DateRange = "% Yield", "Snapshot" }, "dateRange"},
			{"an unknown graph type", farmID, func(q *Query) { q.GraphType = "pie" }, "graphType"},
			{"a segment of the yield", farmID, func(q *Query) { q.Metric, q.Segment = "Yield", "sizeLabel" }, "segment"},
			{"a count type of another metric", farmID, func(q *Query) { q.Segment = "Shell Stock" }, "segment"},
			{"an unknown segment", farmID, func(q *Query) { q.Segment = "colour" }, "segment"},
			{"an unknown filter", farmID, func(q *Query) { q.ActiveViewBy = map[string][]string{"colour": {"red"}} }, "activeViewBy.colour"},
			{"a year that is none", farmID, func(q *Query) { q.ActiveViewBy = map[string][]string{"year": {"now"}} }, "activeViewBy.year"},
			{"an end in the future", farmID, func(q *Query) { q.EndDate = "2026-11-21" }, "endDate"},
			{"too many days", farmID, func(q *Query) { q.StartDate, q.Frequency = "1990-01-01", Daily; q.EndDate = "2026-01-01" }, "frequency"},
			{"several at once", farmID, func(q *Query) { q.Metric, q.ActiveLease, q.Segment, q.StartDate = "x", "y", "z", "" }, "metric activeLease startDate segment"},
		}
		for _, tt := range tests {
			q := year2017()
			tt.change(&q)
			_, err := New(db, clock).Report(system, tt.farm, q)
			var names []string
			for _, f := range fault.As(err).Fields {
				names = append(names, f.Name)
			}
			if !fault.Is(err, fault.Invalid) || strings.Join(names, " ") != tt.fields {
				t.Errorf("%s: %v %v", tt.name, names, err)
			}
		}
		for _, all := range []string{"", "All"} {
			q := year2017()
			q.ActiveLease = all
			if _, err := New(db, clock).Report(system, farmID, q); err != nil {
				t.Errorf("%q: %v", all, err)
			}
		}
	})
}

// An answer has a size that a browser can hold.
func TestTooManySegments(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID := newFarm(t, db)
	var text strings.Builder
	text.WriteString("date,activity,growing area,fill profile,count\n")
	for i := range 51 {
		fmt.Fprintf(&text, "2016-01-01,plant,Bay,line %d,10\n", i)
	}
	_, err := sheet.Import(system, ledger.New(db, clock), farmID, "sheet.csv", strings.NewReader(text.String()), sheet.Options{})
	must(t, err)
	q := Query{DateRange: "Custom", StartDate: "2016-01-01", EndDate: "2026-11-19", Frequency: Daily, Segment: "nickname"}
	_, err = New(db, clock).Report(system, farmID, q)
	if f := fault.As(err); f.Kind != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Name != "segment" {
		t.Errorf("51 segments in 3,976 rows: %v", err)
	}
}

// The gate: who is not of the farm gets no report and no options; a linked manager does.
func TestReportsNeedTheFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := notebookFarm(t, db)
		s := New(db, clock)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, created_at, updated_at)
				VALUES ('u1', 'Ann', 'ann', 'a@b.example', 'a@b.example', '', 0, 0)`)
			return err
		}))
		must(t, farm.New(db, clock).LinkUser(system, farmID, "u1"))
		linked := actor.With(context.Background(), actor.Actor{UserID: "u1", FarmManager: true})
		if report, err := s.Report(linked, farmID, year2017()); err != nil || report.Data[11].Inventory != 2082 {
			t.Errorf("the farm's manager: %v", err)
		}
		other := actor.With(context.Background(), actor.Actor{UserID: "u2", FarmManager: true})
		for ctx, want := range map[context.Context]fault.Kind{context.Background(): fault.Unauthenticated, other: fault.NotFound} {
			if _, err := s.Report(ctx, farmID, year2017()); !fault.Is(err, want) {
				t.Errorf("a report: %v, want %v", err, want)
			}
			if _, err := s.Filters(ctx, farmID); !fault.Is(err, want) {
				t.Errorf("filters: %v, want %v", err, want)
			}
		}
	})
}
