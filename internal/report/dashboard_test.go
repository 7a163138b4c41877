package report

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// DASH-1 DASH-4: the number, the line, and the change from the period before,
// of every metric, worked out by hand.
func TestDashboardNumbers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		trays := map[string][]string{"meshSize": {"tray"}}
		tests := []struct {
			area   string
			square Square
			want   SquareResult
		}{
			{"", Square{Metric: "Inventory", DateRange: "Snapshot"}, SquareResult{PreviousFrom: "2026-08-22", PreviousTo: "2026-08-22", Label: "Living animals today", Count: new(int64(1000)),
				Previous: new(950.0), Change: new(50.0)}},
			{"", Square{Metric: "Inventory", DateRange: "Snapshot", ActiveViewBy: trays}, SquareResult{PreviousFrom: "2026-08-22", PreviousTo: "2026-08-22", Label: "Living animals today: tray", Count: new(int64(800)),
				Previous: new(950.0), Change: new(-150.0)}},
			{"South", Square{Metric: "Inventory", DateRange: "Snapshot"}, SquareResult{PreviousFrom: "2026-08-22", PreviousTo: "2026-08-22", Label: "Living animals today", Count: new(int64(200)),
				Previous: new(0.0), Change: new(200.0)}},
			{"", Square{Metric: "Average Size", DateRange: "Snapshot"}, SquareResult{PreviousFrom: "2026-08-22", PreviousTo: "2026-08-22", Label: "Mean size today", Size: new(60.0),
				Previous: new(40.0), Change: new(20.0)}},
			{"South", Square{Metric: "Average Size", DateRange: "Snapshot"}, SquareResult{PreviousFrom: "2026-08-22", PreviousTo: "2026-08-22", Label: "Mean size today"}},
			{"", Square{Metric: "Equipment"}, SquareResult{Label: "Containers in use", Total: new(int64(22)), Unused: new(int64(12 + 6))}},
			{"South", Square{Metric: "Equipment"}, SquareResult{Label: "Containers in use", Total: new(int64(4)), Unused: new(int64(6))}},
			{"", Square{Metric: "Equipment", ActiveViewBy: trays}, SquareResult{Label: "Containers in use: tray", Total: new(int64(18)), Unused: new(int64(18))}},
			{"North", Square{Metric: "Harvest", DateRange: "Last 90 days", Span: "monthly"}, SquareResult{PreviousFrom: "2026-05-25", PreviousTo: "2026-08-22", Label: "Animals harvested, last 90 days", Count: new(int64(100)),
				Previous: new(50.0), Change: new(50.0),
				Data: []Point{{"2026-08-23", "2026-08-31", new(0.0)}, {"2026-09-01", "2026-09-30", new(0.0)}, {"2026-10-01", "2026-10-31", new(100.0)}, {"2026-11-01", "2026-11-20", new(0.0)}}}},
			{"North", Square{Metric: "Inventory", DateRange: "Last 30 days", Span: "weekly"}, SquareResult{PreviousFrom: "2026-10-21", PreviousTo: "2026-10-21", Label: "Living animals, last 30 days", Count: new(int64(800)),
				Previous: new(800.0), Change: new(0.0),
				Data: []Point{{"2026-10-22", "2026-10-25", new(800.0)}, {"2026-10-26", "2026-11-01", new(800.0)}, {"2026-11-02", "2026-11-08", new(800.0)},
					{"2026-11-09", "2026-11-15", new(800.0)}, {"2026-11-16", "2026-11-20", new(800.0)}}}},
			{"North", Square{Metric: "Average Size", DateRange: "Last 30 days", Span: "monthly"}, SquareResult{PreviousFrom: "2026-10-21", PreviousTo: "2026-10-21", Label: "Mean size, last 30 days", Size: new(60.0),
				Previous: new(40.0), Change: new(20.0),
				Data: []Point{{"2026-10-22", "2026-10-31", new(40.0)}, {"2026-11-01", "2026-11-20", new(60.0)}}}},
			{"", Square{Metric: "Yield", DateRange: "Last 90 days"}, SquareResult{PreviousFrom: "2026-08-22", PreviousTo: "2026-08-22", Label: "Animals received, last 90 days", Count: new(int64(1210)),
				Previous: new(1010.0), Change: new(200.0), Data: line(new(1010.0), new(1010.0), new(1210.0), new(1210.0))}},
			{"", Square{Metric: "% Mortality", DateRange: "Last 90 days"}, SquareResult{PreviousFrom: "2026-08-22", PreviousTo: "2026-08-22", Label: "Lost of what was received, last 90 days", Percent: new(percent(50, 1210)),
				Previous: new(0.0), Change: new(percent(50, 1210)), Data: line(new(0.0), new(percent(50, 1010)), new(percent(50, 1210)), new(percent(50, 1210)))}},
			{"South", Square{Metric: "% Return", DateRange: "Last 90 days"}, SquareResult{PreviousFrom: "2026-08-22", PreviousTo: "2026-08-22", Label: "Harvested of what was received, last 90 days", Percent: new(0.0),
				Data: line(nil, nil, new(0.0), new(0.0))}},
			{"", Square{Metric: "% Interval Mortality", DateRange: "Last 90 days"}, SquareResult{PreviousFrom: "2026-05-25", PreviousTo: "2026-08-22", Label: "Lost of what was at risk, last 90 days", Percent: new(percent(50, 950+200)),
				Previous: new(0.0), Change: new(percent(50, 950+200)), Data: line(new(0.0), new(percent(50, 950)), new(0.0), new(0.0))}},
			{"South", Square{Metric: "% Interval Mortality", DateRange: "Last 90 days"}, SquareResult{PreviousFrom: "2026-05-25", PreviousTo: "2026-08-22", Label: "Lost of what was at risk, last 90 days", Percent: new(0.0),
				Data: line(nil, nil, new(0.0), new(0.0))}},
		}
		s := New(db, clock)
		for _, tt := range tests {
			_, err := s.SaveDashboard(manager, farmID, []Square{tt.square})
			must(t, err)
			got, err := s.Dashboard(manager, farmID, areas[tt.area])
			must(t, err)
			done := tt.square.complete()
			tt.want.ActiveViewBy, tt.want.Metric, tt.want.DateRange, tt.want.Span = done.ActiveViewBy, done.Metric, done.DateRange, done.Span
			if !cmp.Equal(got, []SquareResult{tt.want}) {
				t.Errorf("%q %+v: %s", tt.area, tt.square, cmp.Diff([]SquareResult{tt.want}, got))
			}
		}
	})
}

// line is a line of the last 90 days, month by month.
func line(values ...*float64) []Point {
	points := []Point{{From: "2026-08-23", To: "2026-08-31"}, {From: "2026-09-01", To: "2026-09-30"}, {From: "2026-10-01", To: "2026-10-31"}, {From: "2026-11-01", To: "2026-11-20"}}
	for i, value := range values {
		points[i].Value = value
	}
	return points
}

// DASH-2: every metric has a square.
func TestEveryMetricHasASquare(t *testing.T) {
	for _, m := range Metrics {
		if m.Square == "" {
			t.Errorf("%s has none", m.Name)
		}
	}
}

// FIG-1: the number of a square opens to the entries that make it, whatever it shows, of the farm or of a part.
func TestTheNumberOfASquareOpens(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := busyFarm(t, db)
		ann := newUser(t, db, "ann", farmID)
		opened := 0
		for _, s := range []*Service{New(db, clock), bySQL(db)} {
			for _, m := range Metrics {
				for _, dates := range []string{RangeSnapshot, "Last 30 days", "Last 365 days"} {
					q := Square{Metric: m.Name, DateRange: dates, Span: "weekly"}
					if len(q.faults()) > 0 {
						continue
					}
					for _, area := range []string{"", areas["North"]} {
						for _, filter := range []map[string][]string{nil, {"oysterType": {"Pacific oyster"}}} {
							q.ActiveViewBy = filter
							_, err := s.SaveDashboard(ann, farmID, []Square{q})
							must(t, err)
							shown, err := s.Dashboard(ann, farmID, area)
							must(t, err)
							e := explainAll(t, s, farmID, Figure{Query: Query{Metric: m.Name, DateRange: dates, ActiveLease: area, ActiveViewBy: filter}, Range: true})
							if want := numberOf(shown[0]); !alike(numeral(e.Value), numeral(want)) {
								t.Errorf("%s %s %q %v: %v, and the square has %v", m.Name, dates, area, filter, numeral(e.Value), numeral(want))
							} else if e.Total > 0 {
								opened++
							}
						}
					}
				}
			}
		}
		if opened < 30 {
			t.Errorf("only %d had entries", opened)
		}
	})
}

func numberOf(r SquareResult) *float64 {
	for _, whole := range []*int64{r.Count, r.Total} {
		if whole != nil {
			return new(float64(*whole))
		}
	}
	if r.Size != nil {
		return r.Size
	}
	return r.Percent
}

// However its rows are cut, the mortality of a range is that of its days as one row: of the
// whole farm and of a part, also where animals moved.
func TestTheIntervalOfARangeIsThatOfItsDays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := notebookFarm(t, db)
		s := New(db, clock)
		asked := 0
		for _, area := range append(slices.Collect(maps.Values(areas)), "") {
			for _, filter := range []map[string][]string{nil, {"meshSize": {"beach"}}, {"meshSize": {"raft"}}} {
				for _, frequency := range []string{Daily, Weekly, Monthly} {
					q := Query{Metric: MetricInterval, ActiveLease: area, ActiveViewBy: filter, DateRange: rangeCustom, StartDate: "2017-02-10", EndDate: "2017-11-20", Frequency: frequency}
					cut, err := s.Report(system, farmID, q)
					must(t, err)
					q.Frequency = Yearly // one row, as the range is within a year
					whole, err := s.Report(system, farmID, q)
					must(t, err)
					if got, want := headline(cut), whole.Data[0].Value; len(whole.Data) != 1 || (got == nil) != (want == nil) || got != nil && *got != *want {
						t.Errorf("%q %v %s: %v, want %v", area, filter, frequency, got, want)
					} else if want != nil && *want > 0 {
						asked++
					}
				}
			}
		}
		if asked < 6 {
			t.Errorf("only %d had losses", asked)
		}
	})
}

// DASH-3: squares are the user's own, and of the farm; before any were saved
// there are some.
func TestDashboardIsTheUsersOwn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		second, _ := busyFarm(t, db)
		ann, ben := newUser(t, db, "ann", farmID, second), newUser(t, db, "ben", farmID)
		s := New(db, clock)
		metricsOf := func(user context.Context, farmID string) (list string) {
			t.Helper()
			results, err := s.Dashboard(user, farmID, "All")
			must(t, err)
			for _, r := range results {
				list += r.Metric + " " + r.DateRange + "; "
			}
			return list
		}
		beginning := metricsOf(ann, farmID)
		if want := "Inventory Snapshot; Average Size Snapshot; Equipment Last 90 days; Inventory Last 365 days; Harvest Last 90 days; "; beginning != want {
			t.Errorf("before anything was saved: %s", beginning)
		}
		saved, err := s.SaveDashboard(ann, farmID, []Square{{Metric: "Harvest", DateRange: "Last 7 Days", ActiveViewBy: map[string][]string{"year": {"2025"}}}, {Metric: "Inventory"}})
		must(t, err)
		if len(saved) != 2 || saved[0].Span != "monthly" || saved[0].ActiveViewBy["year"][0] != "2025" || saved[1].DateRange != "Last 90 days" {
			t.Errorf("saved: %+v", saved)
		}
		if got := metricsOf(ann, farmID); got != "Harvest Last 7 Days; Inventory Last 90 days; " {
			t.Errorf("after saving: %s", got)
		}
		if metricsOf(ben, farmID) != beginning || metricsOf(ann, second) != beginning {
			t.Error("the squares of one user on one farm are shown to another, or on another")
		}
		_, err = s.SaveDashboard(ann, farmID, []Square{})
		must(t, err)
		if got := metricsOf(ann, farmID); got != "" {
			t.Errorf("an empty dashboard: %s", got)
		}
		_, save := s.SaveDashboard(ben, second, nil)
		_, read := s.Dashboard(ben, second, "")
		if !fault.Is(save, fault.NotFound) || !fault.Is(read, fault.NotFound) {
			t.Errorf("another's farm: %v, %v", save, read)
		}
		if _, err := s.Dashboard(ann, farmID, "nowhere"); !fault.Is(err, fault.Invalid) {
			t.Errorf("no such growing area: %v", err)
		}
	})
}

// DASH-4 DASH-5: the server refuses what the page does not offer, and stores
// nothing of it.
func TestDashboardRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		s := New(db, clock)
		good := Square{Metric: "Inventory"}
		for field, squares := range map[string][]Square{
			"dashboardReports":                       {good, good, good, good, good, good, good},
			"dashboardReports.0.metric":              {{Metric: "Profit"}},
			"dashboardReports.1.metric":              {good, {Metric: "% Loss"}},
			"dashboardReports.0.dateRange":           {{Metric: "Inventory", DateRange: "Last 8 days"}},
			"dashboardReports.2.dateRange":           {good, good, {Metric: "Inventory", DateRange: "Custom"}},
			"dashboardReports.0.span":                {{Metric: "Inventory", Span: "hourly"}},
			"dashboardReports.0.activeViewBy.colour": {{Metric: "Inventory", ActiveViewBy: map[string][]string{"colour": {"red"}}}},
			"dashboardReports.0.activeViewBy.year":   {{Metric: "Equipment", ActiveViewBy: map[string][]string{"year": {"soon"}}}},
		} {
			_, err := s.SaveDashboard(manager, farmID, squares)
			if !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != field {
				t.Errorf("%s: %v", field, err)
			}
		}
		for _, metric := range []string{"Harvest", "Equipment"} {
			_, err := s.SaveDashboard(manager, farmID, []Square{{Metric: metric, DateRange: "Snapshot"}})
			if !fault.Is(err, fault.Invalid) || fault.As(err).Message != "Snapshot is only for Inventory and Average Size." {
				t.Errorf("a snapshot of %s: %v", metric, err)
			}
		}
		must(t, db.Read(manager, func(tx *sqldb.Tx) error {
			n, err := sqldb.One(manager, tx, sqldb.Scalar[int], "SELECT count(*) FROM dashboards")
			if n != 0 {
				t.Errorf("%d dashboards were stored", n)
			}
			return err
		}))
		six, err := s.SaveDashboard(manager, farmID, []Square{good, good, good, good, good, good})
		if err != nil || len(six) != 6 {
			t.Errorf("six squares: %v", err)
		}
	})
}

// DASH-1: a square that was saved under other rules, or that nobody can work out
// any more, says so in its place; the others have their numbers.
func TestASquareFailsAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		s := New(db, clock)
		good := Square{Metric: "Inventory", DateRange: "Snapshot"}
		bad := map[string]Square{
			`A square cannot show "Profit".`:                    {Metric: "Profit"},
			"Snapshot is only for Inventory and Average Size.":  {Metric: "Harvest", DateRange: "Snapshot"},
			`"Last year" is not a range of dates for a square.`: {Metric: "Harvest", DateRange: "Last year"},
			`There is no filter named "colour".`:                {Metric: "Inventory", ActiveViewBy: map[string][]string{"colour": {"red"}}},
		}
		for problem, square := range bad {
			_, err := s.SaveDashboard(manager, farmID, []Square{good, good, good})
			must(t, err)
			stored, err := json.Marshal([]Square{good, square, good})
			must(t, err)
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				_, err := tx.Exec(system, "UPDATE dashboards SET squares = $1", string(stored))
				return err
			}))
			for _, s := range []*Service{s, bySQL(db)} {
				got, err := s.Dashboard(manager, farmID, "")
				must(t, err)
				if len(got) != 3 || got[1].Problem != problem || got[1].Count != nil || got[1].Data != nil {
					t.Fatalf("%s: %+v", problem, got)
				}
				for _, other := range []SquareResult{got[0], got[2]} {
					if other.Problem != "" || other.Count == nil || *other.Count != 1000 {
						t.Errorf("%s: beside it %+v", problem, other)
					}
				}
			}
		}
	})
}
