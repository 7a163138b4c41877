package export

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/workbook"
)

// EXP-2 REP-18: in the export of a yield by size, the shell stock of all sizes and the yield have columns of
// their own, and the yield is that of the report % Yield on the same days.
func TestExport_OfYieldBySizeHasTheYield(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := notebookFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		q := report.Query{Metric: "Yield", Segment: "By Size", GraphType: "share", DateRange: "Custom", StartDate: "2017-01-15", EndDate: "2017-10-20"}
		rows := cellsOf(t, o.made(t, manager, farmID, q), q.Metric)
		stock, yield := slices.Index(rows[0], "Shell Stock"), slices.Index(rows[0], "Yield")
		if stock < 0 || yield < 0 {
			t.Fatalf("columns %q", rows[0])
		}

		rate, err := o.reports.Report(manager, farmID, report.Query{Metric: "% Yield", DateRange: "Custom", StartDate: "2017-01-15", EndDate: "2017-10-20"})
		must(t, err)
		for i, want := range rate.Data {
			if want.Value == nil {
				if rows[i+1][yield] != "" {
					t.Errorf("%s: %s, though nothing was received", want.From, rows[i+1][yield])
				}
				continue
			}
			got, err := strconv.ParseFloat(rows[i+1][yield], 64)
			must(t, err)
			if math.Abs(got-*want.Value) > 1e-9 {
				t.Errorf("%s: %v, want %v", want.From, got, *want.Value)
			}
		}
	})
}

// EXP-2 REP-4: the cells are the report's numbers, for every metric, split or
// not, as numbers and days.
func TestExportedCellsAreTheReports(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := notebookFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		queries := []report.Query{
			{Metric: "Inventory"}, {Metric: "Harvest", Segment: "meshSize", Frequency: report.Weekly}, {Metric: "Average Size", Segment: "growingArea"},
			{Metric: "Yield", GraphType: "share"}, {Metric: "Yield", Segment: "By Size"}, {Metric: "% Mortality", ActiveLease: areas["Site A"]}, {Metric: "% Yield"}, {Metric: report.MetricInterval},
			{Metric: "% Return", ActiveViewBy: map[string][]string{"meshSize": {"raft"}}}, {Metric: "Inventory", DateRange: "Snapshot"},
		}
		missing, missingIn := int64(0), int64(0)
		for _, q := range queries {
			if q.DateRange == "" {
				q.DateRange, q.StartDate, q.EndDate = "Custom", "2017-01-15", "2017-10-20"
			}
			report, err := o.reports.Report(manager, farmID, q)
			must(t, err)
			rows := cellsOf(t, o.made(t, manager, farmID, q), q.Metric)
			if len(rows) != len(report.Data)+1 {
				t.Errorf("%+v: %d rows, want %d", q, len(rows), len(report.Data)+1)
				continue
			}
			for i, want := range report.Data {
				got := rows[i+1]
				numbers := []*float64{new(serial(want.From)), new(serial(want.To))}
				if report.Segment != "" {
					numbers = append(numbers, want.Values...)
				}
				if q.Metric != "Yield" || q.Segment == "By Size" { // other count types add up to what was received
					numbers = append(numbers, want.Value)
				}
				if q.Metric == "Yield" {
					numbers = append(numbers, want.Yield())
				}
				interval := q.Metric == "% Interval Mortality"
				if interval {
					numbers = append(numbers, new(float64(want.Loss)), new(float64(want.AtRisk)), want.Mark)
				}
				for _, n := range []int64{want.Inventory, want.Received, want.Harvested, want.Lost} {
					numbers = append(numbers, new(float64(n)))
				}
				if want.Entered != nil {
					numbers = append(numbers, new(float64(*want.Entered)), new(float64(*want.MovedOn)))
				}
				numbers = append(numbers, new(float64(want.Missing)))
				missing += want.Missing
				if interval {
					numbers = append(numbers, new(float64(want.MissingIn)))
					missingIn += want.MissingIn
				}
				if len(got) != len(numbers) || len(rows[0]) != len(numbers) {
					t.Fatalf("%+v: row %d is %q below %q", q, i, got, rows[0])
				}
				for j, n := range numbers {
					if value, err := strconv.ParseFloat(got[j], 64); n == nil && got[j] != "" || n != nil && (err != nil || value != *n) {
						t.Errorf("%+v: row %d, %s: %q, want %v", q, i, rows[0][j], got[j], n)
					}
				}
			}
		}
		if missing == 0 {
			t.Error("nothing is missing in any file")
		}
		if missingIn == 0 {
			t.Error("nothing is missing in a row of the mortality of an interval")
		}
	})
}

// serial is the number that a spreadsheet has for a day.
func serial(text string) float64 {
	zero := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	return day(text).Time().Sub(zero).Hours() / 24
}

// EXP-2: the notebook's numbers, as a person reads them in the file.
func TestExportedNotebook(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := notebookFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		f := o.made(t, manager, farmID, report.Query{Metric: "% Yield", DateRange: "Custom", StartDate: "2017-10-01", EndDate: "2017-10-31", Segment: "meshSize",
			ActiveLease: areas["Site A"], ActiveViewBy: map[string][]string{"year": {"2017"}, "nickname": {"bag 1", "bag 2"}}})
		for name, want := range map[string]string{
			"Report": "% Yield", "Farm": "Test farm", "Growing area": "Site A", "Range": "Custom", "From": "43009", "To": "43039", "Only year": "2017",
			"Only fill profile": "bag 1, bag 2", "Frequency": "Monthly", "Split by": "Equipment", "Made for": "marin", "Time zone": "America/Vancouver", "Rows": "1",
		} {
			if got := fact(t, f, name); got != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		if got := fact(t, f, "Formula"); !strings.HasPrefix(got, "% Yield = (entered - lost) / entered x 100") {
			t.Errorf("formula: %q", got)
		}
		all := o.made(t, manager, farmID, report.Query{Metric: "% Yield", DateRange: "Custom", StartDate: "2017-10-01", EndDate: "2017-10-31"})
		shown, err := all.GetRows("% Yield")
		must(t, err)
		if want := []string{"2017-10-01", "2017-10-31", "92.95%", "2,082", "3,431", "1,107", "242", "59"}; !cmp.Equal(shown[1], want) {
			t.Errorf("shown: %q, want %q", shown[1], want)
		}
		first, err := all.GetRows("About")
		must(t, err)
		if text := fmt.Sprint(first); fact(t, all, "Filters") != "None" || !strings.Contains(text, "[Made at 2026-11-20 05:01]") || !strings.Contains(text, "[Range Custom] [From 2017-10-01]") {
			t.Errorf("the first sheet: %s", text) // in the farm's own time
		}
	})
}

// C24 h: the first sheet names the range that was chosen, also where its dates depend on the farm.
func TestExport_NamesTheChosenRange(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := notebookFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		for _, name := range []string{"All time", "Season to date", "Last week", "Last month", "From the first planting"} {
			f := o.made(t, manager, farmID, report.Query{Metric: "Inventory", DateRange: name})
			if got := fact(t, f, "Range"); got != name {
				t.Errorf("%s: Range is %q", name, got)
			}
		}
	})
}

// EXP-2: a header that stays in sight, bold, and columns wide enough.
func TestExportedForm(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := busyFarm(t, db)
	o := newOffice(t, db)
	f := o.made(t, newUser(t, db, "marin", farmID), farmID, report.Query{Metric: "Inventory"})
	if got := f.GetSheetList(); !cmp.Equal(got, []string{"About", "Inventory"}) {
		t.Errorf("sheets %q", got)
	}
	panes, err := f.GetPanes("Inventory")
	must(t, err)
	if !panes.Freeze || panes.YSplit != 1 {
		t.Errorf("panes %+v", panes)
	}
	at, err := f.GetCellStyle("Inventory", "C1")
	must(t, err)
	style, err := f.GetStyle(at)
	must(t, err)
	if style.Font == nil || !style.Font.Bold {
		t.Errorf("the header's style is %+v", style)
	}
	for cell, want := range map[string]excelize.CellType{"A2": excelize.CellTypeUnset, "C2": excelize.CellTypeUnset, "C1": excelize.CellTypeInlineString} {
		if got, err := f.GetCellType("Inventory", cell); err != nil || got != want {
			t.Errorf("%s has the type %v, %v", cell, got, err) // a number has none of its own
		}
	}
	if width, err := f.GetColWidth("Inventory", "A"); err != nil || width != 12 {
		t.Errorf("width %v, %v", width, err)
	}
}

// S18 EXP-2: no text of a farm becomes a formula: its cells are strings, without an apostrophe;
// numbers stay numbers, negative ones too.
func TestExportedTextsAreHarmless(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "=cmd|' /C calc'!A0", farmID)
		importBook(t, db, farmID, "date,activity,growing area,animal type,equipment,fill profile,count,note\n"+
			"2026-11-02,plant,=1+1,\"=HYPERLINK(\"\"http://evil.example\"\",\"\"x\"\")\",＝1+1,@now,30,\n"+
			"2026-11-03,harvest,=1+1,\"=HYPERLINK(\"\"http://evil.example\"\",\"\"x\"\")\",＝1+1,@now,30,-2+3\n")
		o := newOffice(t, db)
		for metric, sheet := range map[string]string{"HarvestLog": "Harvest log", "Inventory": "Inventory"} {
			f := o.made(t, manager, farmID, report.Query{Metric: metric, DateRange: "Last 30 days", Segment: map[string]string{"Inventory": "growingArea"}[metric]})
			for _, name := range []string{"About", sheet} {
				for y, row := range cellsOf(t, f, name) {
					for x, value := range row {
						at, err := excelize.CoordinatesToCellName(x+1, y+1)
						must(t, err)
						formula, err := f.GetCellFormula(name, at)
						must(t, err)
						if formula != "" || strings.HasPrefix(value, "'") {
							t.Errorf("%s!%s holds %q, formula %q", name, at, value, formula)
						}
						kind, err := f.GetCellType(name, at)
						must(t, err)
						if _, notNumber := strconv.ParseFloat(value, 64); notNumber != nil && value != "" && kind != excelize.CellTypeInlineString {
							t.Errorf("%s!%s holds %q with the type %v", name, at, value, kind)
						}
					}
				}
			}
		}
	})
}

// EXP-2: the person sees how far a large file is.
func TestExportProgress(t *testing.T) {
	row := []any{day("2026-11-20"), int64(1)}
	long := table{name: "Long", columns: []workbook.Column{workbook.Col("Day", workbook.Day, 12), workbook.Col("N", workbook.Whole, 12)}, count: 12_000, rows: func(yield func([]any) bool) {
		for range 12_000 {
			if !yield(row) {
				return
			}
		}
	}}
	var percents []int
	told := func(percent int) error {
		percents = append(percents, percent)
		return nil
	}
	about := about{ref: farm.Ref{Zone: time.UTC}, plan: report.Plan{Ask: column.Ask{Rows: []column.Days{{From: 1, To: 2}}}}, at: noon}
	content, err := writeWorkbook(about, long, told)
	must(t, err)
	if want := []int{9, 19, 28, 38, 47, 57, 66, 76, 85, 95}; !cmp.Equal(percents, want) {
		t.Errorf("told %v", percents)
	}
	if rows := cellsOf(t, openBook(t, content), "Long"); len(rows) != 12_001 {
		t.Errorf("%d rows", len(rows))
	}
	stopped := errors.New("taken over")
	if _, err := writeWorkbook(about, long, func(int) error { return stopped }); !errors.Is(err, stopped) {
		t.Errorf("a run that was told to stop: %v", err)
	}
}
