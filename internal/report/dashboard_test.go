package report

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	sheets "github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// newUser makes an active farm manager with a link to each of the farms, and
// gives a context in which they call.
func newUser(t testing.TB, db *sqldb.DB, name string, farmIDs ...string) context.Context {
	t.Helper()
	id := sqldb.NewID()
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_farmmanager, created_at, updated_at)
			VALUES ($1, $2, $2, $3, $3, '', TRUE, 0, 0)`, id, name, name+"@farm.example")
		return err
	}))
	for _, farmID := range farmIDs {
		must(t, farm.New(db, clock).LinkUser(system, farmID, id))
	}
	return actor.With(t.Context(), actor.Actor{UserID: id, Username: name, FarmManager: true})
}

// busyFarm was at work this autumn. Today is 20 November 2026; 90 days ago was
// 22 August.
//
//	North, trays: 1,000 planted, 50 harvested by 22 August, so 950 then; 50 lost and 100
//	  harvested since, so 800 today. They were 40 mm long then and are 60 mm now.
//	  Others were all harvested on 24 May, the day before the 90 days before.
//	South, bags: 200 planted in October, never measured.
func busyFarm(t testing.TB, db *sqldb.DB) (farmID string, areas map[string]string) {
	t.Helper()
	farmID, areas = newFarm(t, db), map[string]string{}
	for name, spots := range map[string]int{"North": 30, "South": 10} {
		lease, err := farm.New(db, clock).AddLease(system, farmID, farm.Lease{Name: name, Lines: []farm.Line{{Name: "1", Spots: spots}}})
		must(t, err)
		areas[name] = lease.ID
	}
	_, err := sheets.Import(system, ledger.New(db, clock), farmID, "sheet.csv", strings.NewReader(
		"date,activity,growing area,animal type,year,equipment,count,containers,measured,size mm\n"+
			"2026-05-20,plant,North,Pacific oyster,2024,tray,10,1,,\n"+
			"2026-05-24,harvest,North,Pacific oyster,2024,tray,10,1,,\n"+
			"2026-08-01,plant,North,Pacific oyster,2025,tray,1000,20,,\n"+
			"2026-08-05,harvest,North,Pacific oyster,2025,tray,50,,,\n"+
			"2026-08-10,size,North,Pacific oyster,2025,tray,,,10,40\n"+
			"2026-09-01,loss,North,Pacific oyster,2025,tray,50,,,\n"+
			"2026-10-01,harvest,North,Pacific oyster,2025,tray,100,2,,\n"+
			"2026-10-15,plant,South,Kumamoto,2026,bag,200,4,,\n"+
			"2026-11-01,size,North,Pacific oyster,2025,tray,,,10,60\n"), sheets.Options{})
	must(t, err)
	return farmID, areas
}

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
			{"", Square{Metric: "Inventory", DateRange: "Snapshot"}, SquareResult{Label: "Living animals today", Count: new(int64(1000)),
				Previous: new(950.0), Change: new(50.0)}},
			{"", Square{Metric: "Inventory", DateRange: "Snapshot", ActiveViewBy: trays}, SquareResult{Label: "Living animals today: tray", Count: new(int64(800)),
				Previous: new(950.0), Change: new(-150.0)}},
			{"South", Square{Metric: "Inventory", DateRange: "Snapshot"}, SquareResult{Label: "Living animals today", Count: new(int64(200)),
				Previous: new(0.0), Change: new(200.0)}},
			{"", Square{Metric: "Average Size", DateRange: "Snapshot"}, SquareResult{Label: "Mean size today", Size: new(60.0),
				Previous: new(40.0), Change: new(20.0)}},
			{"South", Square{Metric: "Average Size", DateRange: "Snapshot"}, SquareResult{Label: "Mean size today"}},
			{"", Square{Metric: "Equipment"}, SquareResult{Label: "Containers in use", Total: new(int64(22)), Unused: new(int64(12 + 6))}},
			{"South", Square{Metric: "Equipment"}, SquareResult{Label: "Containers in use", Total: new(int64(4)), Unused: new(int64(6))}},
			{"", Square{Metric: "Equipment", ActiveViewBy: trays}, SquareResult{Label: "Containers in use: tray", Total: new(int64(18)), Unused: new(int64(18))}},
			{"North", Square{Metric: "Harvest", DateRange: "Last 90 days", Span: "monthly"}, SquareResult{Label: "Animals harvested, last 90 days", Count: new(int64(100)),
				Previous: new(50.0), Change: new(50.0),
				Data: []Point{{"2026-08-23", "2026-08-31", new(0.0)}, {"2026-09-01", "2026-09-30", new(0.0)}, {"2026-10-01", "2026-10-31", new(100.0)}, {"2026-11-01", "2026-11-20", new(0.0)}}}},
			{"North", Square{Metric: "Inventory", DateRange: "Last 30 days", Span: "weekly"}, SquareResult{Label: "Living animals, last 30 days", Count: new(int64(800)),
				Previous: new(800.0), Change: new(0.0),
				Data: []Point{{"2026-10-22", "2026-10-25", new(800.0)}, {"2026-10-26", "2026-11-01", new(800.0)}, {"2026-11-02", "2026-11-08", new(800.0)},
					{"2026-11-09", "2026-11-15", new(800.0)}, {"2026-11-16", "2026-11-20", new(800.0)}}}},
			{"North", Square{Metric: "Average Size", DateRange: "Last 30 days", Span: "monthly"}, SquareResult{Label: "Mean size, last 30 days", Size: new(60.0),
				Previous: new(40.0), Change: new(20.0),
				Data: []Point{{"2026-10-22", "2026-10-31", new(40.0)}, {"2026-11-01", "2026-11-20", new(60.0)}}}},
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
			"dashboardReports":                        {good, good, good, good, good, good, good},
			"dashboardReports[0].metric":              {{Metric: "Profit"}},
			"dashboardReports[1].metric":              {good, {Metric: "% Yield"}},
			"dashboardReports[0].dateRange":           {{Metric: "Inventory", DateRange: "Last 8 days"}},
			"dashboardReports[2].dateRange":           {good, good, {Metric: "Inventory", DateRange: "Custom"}},
			"dashboardReports[0].span":                {{Metric: "Inventory", Span: "hourly"}},
			"dashboardReports[0].activeViewBy.colour": {{Metric: "Inventory", ActiveViewBy: map[string][]string{"colour": {"red"}}}},
			"dashboardReports[0].activeViewBy.year":   {{Metric: "Equipment", ActiveViewBy: map[string][]string{"year": {"soon"}}}},
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

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Error(fmt.Sprint(n), got)
		}
	}
}
