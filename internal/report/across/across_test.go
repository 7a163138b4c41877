package across

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	system = reporttest.System
	clock  = reporttest.Clock
	must   = reporttest.Must
)

func newService(db *sqldb.DB, megabytes int) *Service { return newServiceAt(db, clock, megabytes) }

func newServiceAt(db *sqldb.DB, now func() time.Time, megabytes int) *Service {
	reports := report.New(db, now)
	reports.LimitCache(int64(megabytes) << 20)
	return New(db, now, farm.New(db, clock), reports)
}

// nextSpring is when the same period last year is that of the history.
func nextSpring() time.Time { return clock().AddDate(0, 6, 0) }

// dates are a range of every kind.
func dates() []report.Query {
	custom := func(from, to string) report.Query {
		return report.Query{DateRange: "Custom", StartDate: from, EndDate: to}
	}
	all := []report.Query{custom("2026-02-01", "2026-02-10"), custom("2026-03-10", "2026-04-05"), custom("2026-03-21", "2026-03-21")}
	for _, one := range []string{"Last 7 Days", "Last 30 days", "Last 90 days", "Last 180 days", "Last 365 days", "Season to date", "All time", "Last week", "Last month"} {
		all = append(all, report.Query{DateRange: one})
	}
	return all
}

// reported is what the farm's own reports say, which the page must say too: of the whole farm
// and of each growing area in the last of their rows, which is the whole range.
func reported(t testing.TB, reports *report.Service, farmID, area string, q report.Query) report.Figures {
	t.Helper()
	ask := func(metric string) (value *float64) {
		q.Metric, q.ActiveLease, q.Frequency = metric, area, report.Yearly
		r, err := reports.Report(system, farmID, q)
		must(t, err)
		last := r.Data[len(r.Data)-1]
		if metric != report.MetricHarvest && metric != report.MetricInterval {
			return last.Value
		}
		harvest, lost := 0.0, 0.0 // rows of a year each, put together
		for _, row := range r.Data {
			harvest += float64(row.Harvest)
			lost += float64(row.Loss)
		}
		if metric == report.MetricHarvest {
			return &harvest
		}
		first, entered := r.Data[0], last.Received
		if last.Entered != nil {
			entered = *last.Entered
		}
		alive := first.AtRisk // alive before the first row, once what entered on its days is taken off
		before := first.Received
		if first.Entered != nil {
			before = *first.Entered
		}
		if atRisk := alive + entered - before; atRisk != 0 {
			rate := 100 * lost / float64(atRisk)
			return &rate
		}
		return nil
	}
	return report.Figures{
		Animals: int64(*ask(report.MetricInventory)), Harvest: int64(*ask(report.MetricHarvest)),
		Mortality: ask(report.MetricMortality), Interval: ask(report.MetricInterval), Size: ask(report.MetricAverageSize),
	}
}

// lots are filters that some of the lots of a history pass, or all.
var lots = []map[string][]string{
	nil, {"sizeLabel": {"40 mm"}}, {"sizeLabel": {"", "60 mm"}, "oysterType": {"Pacific oyster"}},
	{"datePlanted": {reporttest.HistoryStart.String()}}, {"nickname": {"row 40 mm", "row 60 mm"}}, {"meshSize": {"tray"}},
}

func same(a, b report.Figures) bool {
	near := func(a, b *float64) bool {
		return a == nil && b == nil || a != nil && b != nil && math.Abs(*a-*b) <= 2e-6 // a size is kept to a millionth of a millimetre
	}
	return a.Animals == b.Animals && a.Harvest == b.Harvest && near(a.Mortality, b.Mortality) && near(a.Interval, b.Interval) && near(a.Size, b.Size)
}

func told(f report.Figures) string {
	number := func(n *float64) string {
		if n == nil {
			return "none"
		}
		return fmt.Sprintf("%.4f", *n)
	}
	return fmt.Sprintf("%d alive, %d harvested, mortality %s, of the days %s, %s mm", f.Animals, f.Harvest, number(f.Mortality), number(f.Interval), number(f.Size))
}

func first(sort string) Query {
	return Query{Sort: sort, Slice: page.Slice{Limit: 100, Page: 1}}
}

// A figure by hand: 90 days ago 950 lived in North; 50 were lost and 100 harvested since.
func TestFiguresByHand(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		reporttest.BusyFarm(t, db)
		farms, err := newService(db, 256).Farms(system, first("name"))
		must(t, err)
		row := farms.Data[0]
		if got := told(*row.Figures); row.From != "2026-08-23" || row.To != "2026-11-20" ||
			got != "1000 alive, 100 harvested, mortality 4.1322, of the days 4.3478, 60.0000 mm" {
			t.Errorf("%s to %s: %s", row.From, row.To, got)
		}
		if len(row.Areas) != 2 || row.Areas[0].Name != "North" || told(row.Areas[1].Figures) != "200 alive, 0 harvested, mortality 0.0000, of the days 0.0000, none mm" {
			t.Errorf("%+v", row.Areas)
		}
	})
}

// graded has 1,000 animals in trays of which 100 are lost and 300 graded into bags elsewhere.
const graded = "date,activity,growing area,to growing area,animal type,equipment,to equipment,count\n" +
	"2026-03-01,plant,North,,Pacific oyster,tray,,1000\n" +
	"2026-04-01,loss,North,,Pacific oyster,tray,,100\n" +
	"2026-05-01,move,North,South,Pacific oyster,tray,bag,300\n"

// Of the lots of a filter the rates stand over what entered, on a farm and of all farms together:
// over what is net of moves the trays would have lost 100 of 700.
func TestTheLotsOfAFilterByHand(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		reporttest.ImportedFarm(t, db, graded)
		reporttest.ImportedFarm(t, db, graded)
		for _, megabytes := range []int{256, 0} {
			s := newService(db, megabytes)
			q := first("name")
			q.DateRange, q.ActiveViewBy = "All time", map[string][]string{"meshSize": {"tray"}}
			farms, err := s.Farms(system, q)
			must(t, err)
			row := farms.Data[1]
			if got := told(*row.Figures); got != "600 alive, 0 harvested, mortality 10.0000, of the days 10.0000, none mm" {
				t.Errorf("the farm: %s", got)
			}
			if got := told(farms.Whole); got != "1200 alive, 0 harvested, mortality 10.0000, of the days 10.0000, none mm" {
				t.Errorf("all farms: %s", got)
			}
			if len(row.Areas) != 1 || row.Areas[0].Name != "North" || told(row.Areas[0].Figures) != told(*row.Figures) {
				t.Errorf("growing areas: %+v", row.Areas)
			}
			q.ActiveViewBy = map[string][]string{"meshSize": {"bag"}}
			if farms, err = s.Farms(system, q); err != nil || told(farms.Whole) != "600 alive, 0 harvested, mortality 0.0000, of the days 0.0000, none mm" || farms.Data[0].Areas[0].Name != "South" {
				t.Errorf("bags: %+v %v", farms, err)
			}
		}
	})
}

// The day as known on ends on each farm by its own clock. A farm that was cleaned since has no
// figures and says why; a later day than a farm's today asks for all that it knows.
func TestAsKnownOnEachFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		west := reporttest.ImportedFarm(t, db, graded)
		east := reporttest.ImportedFarm(t, db, graded)
		cleaned := reporttest.ImportedFarm(t, db, graded)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			for id, name := range map[string]string{west: "A", east: "B", cleaned: "C"} {
				if _, err := tx.Exec(system, "UPDATE farms SET name = $1 WHERE id = $2", name, id); err != nil {
					return err
				}
			}
			// 23:30 on 30 April in Vancouver is 18:30 on 1 May in Auckland.
			loss := time.Date(2026, 5, 1, 6, 30, 0, 0, time.UTC)
			if _, err := tx.Exec(system, "UPDATE farms SET time_zone = 'Pacific/Auckland' WHERE id = $1", east); err != nil {
				return err
			}
			if _, err := tx.Exec(system, "UPDATE activities SET at = CAST($1 AS BIGINT) - CASE WHEN kind = 'loss' THEN 0 ELSE 86400000 END WHERE kind <> 'move'", sqldb.Millis(loss)); err != nil {
				return err
			}
			return audit.Record(system, tx, audit.Entry{At: loss.AddDate(0, 0, 1), Action: "farm.clean", Kind: "farm", ID: cleaned})
		}))
		s := newService(db, 256)
		q := first("-animals")
		q.DateRange, q.KnownOn = "All time", "2026-04-30"
		farms, err := s.Farms(system, q)
		must(t, err)
		if got := farms.Data; got[0].Name != "B" || got[0].Figures.Animals != 1000 || got[1].Figures.Animals != 900 || got[0].To != "2026-04-30" {
			t.Errorf("as known on 30 April: %+v %+v", *got[0].Figures, *got[1].Figures)
		}
		last := farms.Data[2]
		if last.Figures != nil || len(last.Areas) != 0 || !strings.HasPrefix(last.Withheld, "The farm was cleaned on 1 May 2026 at 23:30. ") {
			t.Errorf("cleaned: %+v", last)
		}
		if farms.Counted != 3 || farms.Withheld != 1 || farms.Whole.Animals != 1900 {
			t.Errorf("together: %+v", farms)
		}
		// It is 20 November in Vancouver, and the 21st in Auckland.
		q.KnownOn = "2026-11-21"
		if farms, err = s.Farms(system, q); err != nil || farms.Whole.Animals != 2700 || farms.Withheld != 0 || farms.Data[0].To != "2026-11-20" {
			t.Errorf("as known on a day that only some farms have: %+v %v", farms, err)
		}
		for _, known := range []string{"2026-11-23", "yesterday"} {
			q.KnownOn = known
			if _, err := s.Farms(system, q); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "knownOn" {
				t.Errorf("%s: %v", known, err)
			}
		}
		q.Query = report.Query{DateRange: "Custom", StartDate: "2026-04-01", EndDate: "2026-05-01", KnownOn: "2026-04-30"}
		if _, err := s.Farms(system, q); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "endDate" {
			t.Errorf("a range beyond the day: %v", err)
		}
	})
}

// The values to choose lots by are those of the farms that one may see.
func TestFiltersOfTheFarmsThatOneMaySee(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		mine := reporttest.ImportedFarm(t, db, graded)
		reporttest.BusyFarm(t, db)
		s := newService(db, 256)
		all, err := s.Filters(system)
		must(t, err)
		if !slices.Equal(all.OysterType, []string{"Kumamoto", "Pacific oyster"}) || !slices.Equal(all.Year, []string{"2024", "2025", "2026"}) || !slices.Equal(all.MeshSize, []string{"bag", "tray"}) || all.Month == nil || len(all.Month) != 0 {
			t.Errorf("all: %+v", all)
		}
		manager := reporttest.NewUser(t, db, "manager", mine)
		if own, err := s.Filters(manager); err != nil || !slices.Equal(own.OysterType, []string{"Pacific oyster"}) || len(own.Year) != 0 {
			t.Errorf("a manager's: %+v %v", own, err)
		}
		if _, err := s.Filters(actor.With(t.Context(), actor.Actor{UserID: "n"})); !fault.Is(err, fault.Denied) {
			t.Errorf("nobody's: %v", err)
		}
	})
}

// A manager sees the farms that they are linked to, and no other counts for them; staff see all.
func TestOnlyFarmsThatOneMaySee(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		mine, _ := reporttest.BusyFarm(t, db)
		reporttest.BusyFarm(t, db)
		s := newService(db, 256)
		farms, err := s.Farms(reporttest.NewUser(t, db, "manager", mine), first("name"))
		must(t, err)
		if len(farms.Data) != 1 || farms.Data[0].FarmID != mine || farms.Whole.Animals != 1000 || farms.Items.Total != 1 || farms.Counted != 1 {
			t.Errorf("%+v", farms)
		}
		for name, caller := range map[string]actor.Actor{"admin": {UserID: "a", Admin: true}, "keeper of records": {UserID: "k", Permissions: []actor.Permission{actor.Companies}}} {
			if farms, err := s.Farms(actor.With(t.Context(), caller), first("name")); err != nil || len(farms.Data) != 2 || farms.Whole.Animals != 2000 {
				t.Errorf("%s: %+v %v", name, farms, err)
			}
		}
		if _, err := s.Farms(actor.With(t.Context(), actor.Actor{UserID: "n"}), first("name")); !fault.Is(err, fault.Denied) {
			t.Errorf("nobody's: %v", err)
		}
	})
}

// Farms are sorted by each figure, both ways, what is not known last; a search and a page choose
// among them, and the whole is of all that were found.
func TestOrderSearchAndPage(t *testing.T) {
	db := dbtest.SQLite(t)
	reporttest.BusyFarm(t, db)
	reporttest.NotebookFarm(t, db)
	reporttest.NewFarm(t, db)
	for i, name := range []string{"Busy Bay", "Étang", "Zostera"} {
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE farms SET name = $1 WHERE id = (SELECT id FROM farms ORDER BY created_at, id LIMIT 1 OFFSET $2)", name, i)
			return err
		}))
	}
	s := newService(db, 256)
	for sort, want := range map[string][]string{
		"name": {"Busy Bay", "Étang", "Zostera"}, "-name": {"Zostera", "Étang", "Busy Bay"},
		"animals": {"Zostera", "Busy Bay", "Étang"}, "-animals": {"Étang", "Busy Bay", "Zostera"},
		"-harvest": {"Busy Bay", "Étang", "Zostera"}, "mortality": {"Busy Bay", "Étang", "Zostera"}, "-mortality": {"Étang", "Busy Bay", "Zostera"},
		"size": {"Busy Bay", "Étang", "Zostera"}, "-size": {"Étang", "Busy Bay", "Zostera"}, "-intervalMortality": {"Busy Bay", "Étang", "Zostera"},
	} {
		farms, err := s.Farms(system, first(sort))
		must(t, err)
		var names []string
		for _, row := range farms.Data {
			names = append(names, row.Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("%s: %v, want %v", sort, names, want)
		}
	}
	q := first("-animals")
	q.Limit, q.Page = 1, 2
	farms, err := s.Farms(system, q)
	must(t, err)
	if len(farms.Data) != 1 || farms.Data[0].Name != "Busy Bay" || farms.Whole.Animals != 3082 || farms.Items.Total != 3 {
		t.Errorf("page: %+v", farms)
	}
	q = first("name")
	q.Name = "etang"
	if farms, err = s.Farms(system, q); err != nil || len(farms.Data) != 1 || farms.Data[0].Name != "Étang" || farms.Whole.Animals != 2082 {
		t.Errorf("search: %+v %v", farms, err)
	}
}

// Dates that cannot be used are refused by field, also by who has no farm.
func TestRefusedDates(t *testing.T) {
	db := dbtest.SQLite(t)
	for _, caller := range []func() (Across, error){
		func() (Across, error) {
			q := first("name")
			q.Query = report.Query{DateRange: "Custom", StartDate: "2026-05-05", EndDate: "2026-05-04"}
			return newService(db, 256).Farms(system, q)
		},
		func() (Across, error) {
			q := first("name")
			q.Query = report.Query{DateRange: "Custom", StartDate: "2026-05-05", EndDate: "2031-05-04"}
			return newService(db, 256).Farms(reporttest.NewUser(t, db, "manager"), q)
		},
	} {
		if _, err := caller(); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "endDate" {
			t.Errorf("%v", err)
		}
	}
}

// While somebody else counts, whoever asks is told what is counted and no figure of the rest;
// what was counted before is answered at once, and a farm that grew is not.
func TestProgress(t *testing.T) {
	db := dbtest.SQLite(t)
	one, _ := reporttest.BusyFarm(t, db)
	s := newService(db, 256)
	s.patience = time.Millisecond
	s.turn <- struct{}{} // somebody counts for long
	farms, err := s.Farms(system, first("-animals"))
	must(t, err)
	if farms.Counted != 0 || farms.Data[0].Figures != nil || len(farms.Data[0].Areas) != 0 || farms.Whole.Animals != 0 {
		t.Errorf("not counted: %+v", farms)
	}
	<-s.turn
	two, places := reporttest.HistoryPlaces(t, db)
	reporttest.RecordAtOnce(t, db, two, reporttest.Plantings(places))
	for asked := 1; ; asked++ {
		farms, err = s.Farms(system, first("name"))
		must(t, err)
		if farms.Counted == 2 {
			break
		}
		if asked > 2 {
			t.Fatalf("asked %d times, %d counted", asked, farms.Counted)
		}
	}
	s.turn <- struct{}{}
	reporttest.Record(t, db, two, []ledger.Activity{{Kind: ledger.Plant, Day: reporttest.HistoryStart, Place: places[0], Count: 7}})
	farms, err = s.Farms(system, first("name"))
	must(t, err)
	for _, row := range farms.Data {
		if counted := row.Figures != nil; counted != (row.FarmID == one) {
			t.Errorf("%s counted: %v", row.FarmID, counted)
		}
	}
}

// Farms whose sums have no room in memory are counted once for the same days.
func TestFarmsWithoutRoom(t *testing.T) {
	db := dbtest.SQLite(t)
	reporttest.BusyFarm(t, db)
	s := newService(db, 0)
	farms, err := s.Farms(system, first("name"))
	must(t, err)
	s.patience = time.Millisecond
	s.turn <- struct{}{}
	again, err := s.Farms(system, first("name"))
	must(t, err)
	if again.Counted != 1 || !same(*again.Data[0].Figures, *farms.Data[0].Figures) {
		t.Errorf("%+v", again)
	}
	<-s.turn
	q := first("name")
	q.ActiveViewBy = map[string][]string{"meshSize": {"tray"}}
	trays, err := s.Farms(system, q)
	must(t, err)
	s.turn <- struct{}{}
	for range 2 { // what is asked in turn is kept beside each other
		if again, err = s.Farms(system, q); err != nil || again.Counted != 1 || !same(*again.Data[0].Figures, *trays.Data[0].Figures) {
			t.Errorf("trays: %+v %v", again, err)
		}
		if again, err = s.Farms(system, first("name")); err != nil || again.Counted != 1 || again.Data[0].Figures.Animals != 1000 {
			t.Errorf("all: %+v %v", again, err)
		}
	}
	for i := range mostQuestions {
		s.kept.of(report.Query{StartDate: fmt.Sprint(i)})
	}
	if forgotten, err := s.Farms(system, q); err != nil || forgotten.Counted != 0 {
		t.Errorf("what was asked long ago is kept: %+v %v", forgotten, err)
	}
	q = first("name")
	q.Query = report.Query{DateRange: "Last 7 Days"}
	if other, err := s.Farms(system, q); err != nil || other.Counted != 0 {
		t.Errorf("other days were counted without a turn: %+v %v", other, err)
	}
}
