package report

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

// rounded has two decimals, as people read the numbers.
func rounded(v *float64) float64 { return math.Round(numeral(v)*100) / 100 }

func ask(t testing.TB, db *sqldb.DB, farmID string, q Query) Report {
	t.Helper()
	report, err := New(db, clock).Report(system, farmID, q)
	must(t, err)
	return report
}

// REP-18 REP-8 REP-9: every metric of the notebook against numbers worked out
// by hand, as docs/formulas.md shows.
func TestNotebookMetrics(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := notebookFarm(t, db)
		tests := []struct {
			metric, unit, area, equipment string
			march, june, end              float64 // NaN for null
		}{
			{"% Yield", "percent", "", "", 100, 97.17, 92.95},
			{"% Mortality", "percent", "", "", 0, 2.83, 7.05},
			{"% Return", "percent", "", "", 0, 16.63, 32.26},
			{"% Interval Mortality", "percent", "", "", 0, 2.51, 0},
			{"% Interval Mortality", "percent", "Site B", "", 0, 2.68, 0},
			{"% Yield", "percent", "Site A", "", 100, 98.83, 94.24},
			{"% Mortality", "percent", "Site B", "", 0, 3.09, 9.77},
			{"% Return", "percent", "Site C", "", 0, 16.76, 33.24},
			{"Average Size", "mm", "", "", 24.73, 47.39, 62.48},
			{"Average Size", "mm", "", "beach", math.NaN(), math.NaN(), 57.02},
			{"Average Size", "mm", "", "raft", math.NaN(), math.NaN(), 68.17},
			{"Average Size", "mm", "Site A", "", math.NaN(), math.NaN(), 58.37},
			{"Average Size", "mm", "Site B", "", math.NaN(), math.NaN(), 61.34},
			{"Average Size", "mm", "Site C", "", math.NaN(), math.NaN(), 68.39},
			{"Harvest", "animals", "", "", 0, 290, 0},
			{"Inventory", "animals", "", "", 3490, 2818, 2082},
			{"Yield", "animals", "", "", 3490, 3499, 3431},
		}
		tried := map[string]bool{}
		for _, tt := range tests {
			tried[tt.metric] = true
			q := year2017()
			q.Metric, q.ActiveLease = tt.metric, areas[tt.area]
			if tt.equipment != "" {
				q.ActiveViewBy = map[string][]string{"meshSize": {tt.equipment}}
			}
			report := ask(t, db, farmID, q)
			if report.Unit != tt.unit || report.Metric != tt.metric {
				t.Errorf("%s: %s in %s", tt.metric, report.Metric, report.Unit)
			}
			for _, at := range []struct {
				month int
				want  float64
			}{{2, tt.march}, {5, tt.june}, {11, tt.end}} {
				if got := rounded(report.Data[at.month].Value); !math.IsNaN(at.want) && got != at.want {
					t.Errorf("%s %q %q in %s: %v, want %v", tt.metric, tt.area, tt.equipment, report.Data[at.month].To, got, at.want)
				}
			}
		}
		for _, metric := range allMetrics {
			if !tried[metric] {
				t.Errorf("%s was never worked out by hand", metric)
			}
		}
	})
}

// REP-18: before anything was received or measured, a rate and a size are null
// and a count is nothing.
func TestNothingIsNull(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := notebookFarm(t, db)
		for _, metric := range allMetrics {
			m, _ := MetricNamed(metric)
			known := m.Whole
			q := year2017()
			q.Metric = metric
			first := ask(t, db, farmID, q).Data[0]
			if (first.Value != nil) != known || (first.Values[0] != nil) != known || known && *first.Value != 0 {
				t.Errorf("%s in January: %v %v", metric, first.Value, first.Values)
			}
			if q.GraphType = "share"; metric == "Inventory" {
				if first := ask(t, db, farmID, q).Data[0]; first.Value != nil || first.Values[0] != nil {
					t.Errorf("the share of no animals: %v", numbers(first.Values))
				}
			}
		}
	})
}

// REP-6 REP-18: the parts of the yield are what was received; sizes are parts
// of the shell stock.
func TestYieldParts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID := sizesFarm(t, db)
		tests := []struct {
			segment, graph, labels string
			values                 []float64
			whole                  float64
		}{
			{"", "count", "Shell Stock, Harvested, Lost", []float64{850, 50, 100}, 1000},
			{"All Count Types", "share", "Shell Stock, Harvested, Lost", []float64{85, 5, 10}, 100},
			{"Shell Stock", "count", "Shell Stock", []float64{850}, 850},
			{"Harvested", "share", "Harvested", []float64{5}, 5},
			{"Lost", "", "Lost", []float64{100}, 100},
			{"By Size", "count", "40 mm, 60 mm", []float64{650, 200}, 850},
			{"By Size", "share", "40 mm, 60 mm", []float64{65, 20}, 85},
		}
		for _, tt := range tests {
			report := ask(t, db, farmID, Query{Metric: "Yield", Segment: tt.segment, GraphType: tt.graph, DateRange: "Last 365 days", Frequency: Yearly})
			var labels []string
			for _, s := range report.Series {
				labels = append(labels, s.Label)
			}
			row := report.Data[len(report.Data)-1]
			if strings.Join(labels, ", ") != tt.labels || !cmp.Equal(numbers(row.Values), tt.values) || numeral(row.Value) != tt.whole {
				t.Errorf("%s %s: %q %v of %v", tt.segment, tt.graph, labels, numbers(row.Values), numeral(row.Value))
			}
			if wantUnit := map[bool]string{true: "percent", false: "animals"}[tt.graph == "share"]; report.Unit != wantUnit {
				t.Errorf("%s %s: in %s", tt.segment, tt.graph, report.Unit)
			}
		}
	})
}

// gradedFarm grades seed into market size, where it is and on its way to another growing
// area; some comes back, and a move by mistake is taken back.
func gradedFarm(t testing.TB, db *sqldb.DB) (farmID string) {
	farmID = importedFarm(t, db, "date,activity,growing area,to growing area,size,to size,count\n"+
		"2026-01-10,plant,Nursery,,seed,,1000\n"+
		"2026-02-10,loss,Nursery,,seed,,100\n"+
		"2026-03-10,move,Nursery,,seed,market,150\n"+
		"2026-04-10,move,Nursery,Bay,seed,market,300\n"+
		"2026-05-10,move,Nursery,Bay,seed,,50\n"+
		"2026-06-10,harvest,Bay,,market,,90\n"+
		"2026-07-10,move,Bay,Nursery,seed,,20\n"+
		"2026-08-10,move,Nursery,Bay,market,,40\n")
	_, err := ledger.New(db, clock).Record(system, farmID, []ledger.Activity{{Reverses: 12}}) // that of August
	must(t, err)
	return farmID
}

// REP-18: what was graded or moved to elsewhere did not die in the part that it left.
// docs/formulas.md shows the same numbers.
func TestRatesOfAPart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID := gradedFarm(t, db)
		areas := booktest.Areas(t, db, farmID)
		seed, market := map[string][]string{"sizeLabel": {"seed"}}, map[string][]string{"sizeLabel": {"market"}}
		for _, tt := range []struct {
			name                string
			area                string
			only                map[string][]string
			yield               []float64
			entered             int64
			lost, kept, returns float64
		}{
			{"the whole farm", "", nil, []float64{810, 90, 100}, 0, 10, 90, 9},
			{"seed", "", seed, []float64{450, 0, 100, 450}, 1000, 10, 90, 0},
			{"market", "", market, []float64{360, 90, 0, 0}, 450, 0, 100, 20},
			{"Nursery", "Nursery", nil, []float64{570, 0, 100, 350}, 1020, 100 * 100.0 / 1020, 100 * 920.0 / 1020, 0},
			{"Bay", "Bay", nil, []float64{240, 90, 0, 20}, 350, 0, 100, 100 * 90.0 / 350},
			{"seed in Bay", "Bay", seed, []float64{30, 0, 0, 20}, 50, 0, 100, 0},
			{"seed in Nursery", "Nursery", seed, []float64{420, 0, 100, 500}, 1020, 100 * 100.0 / 1020, 100 * 920.0 / 1020, 0},
		} {
			ask := func(metric string) Row {
				q := Query{Metric: metric, ActiveLease: areas[tt.area], ActiveViewBy: tt.only, DateRange: "Last 365 days", Frequency: Yearly}
				return ask(t, db, farmID, q).Data[1]
			}
			yield := ask(MetricYield)
			if got := numbers(yield.Values); !cmp.Equal(got, tt.yield) {
				t.Errorf("%s: %v, want %v", tt.name, got, tt.yield)
			}
			if tt.entered == 0 != (yield.Entered == nil) || yield.Entered != nil && (*yield.Entered != tt.entered || *yield.Value != float64(tt.entered)) {
				t.Errorf("%s: entered %v of %v", tt.name, yield.Entered, numeral(yield.Value))
			}
			for metric, want := range map[string]float64{"% Mortality": tt.lost, "% Yield": tt.kept, "% Return": tt.returns} {
				if got := numeral(ask(metric).Value); !alike(got, want) {
					t.Errorf("%s of %s: %v, want %v", metric, tt.name, got, want)
				}
			}
		}
		split := ask(t, db, farmID, Query{Metric: "% Mortality", Segment: "sizeLabel", ActiveLease: areas["Nursery"], DateRange: "Last 365 days", Frequency: Yearly})
		if row := split.Data[1]; !cmp.Equal(numbers(row.Values), []float64{0, 100 * 100.0 / 1020}) || *row.Entered != 1020 || *row.MovedOn != 350 {
			t.Errorf("the Nursery by size: %v, entered %d, moved on %d", numbers(row.Values), *row.Entered, *row.MovedOn)
		}
	})
}

// REP-5 REP-7 REP-18: as shares, the segments of a row are percents of its sum.
func TestShares(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID := sizesFarm(t, db)
		tests := []struct {
			metric string
			values []float64
		}{
			{"Inventory", []float64{100 * 650.0 / 850, 100 * 200.0 / 850}},
			{"Harvest", []float64{0, 100}},
			{"% Mortality", []float64{100 * 100.0 / 1000, 0}}, // a rate stays as it is
		}
		for _, tt := range tests {
			report := ask(t, db, farmID, Query{Metric: tt.metric, Segment: "sizeLabel", GraphType: "share", DateRange: "Last 365 days", Frequency: Yearly})
			if row := report.Data[1]; !cmp.Equal(numbers(row.Values), tt.values) || report.Unit != "percent" {
				t.Errorf("%s: %v, want %v", tt.metric, numbers(row.Values), tt.values)
			}
		}
	})
}

// sizesFarm plants 1,000 animals of 40 mm, 250 of which grow to 60 mm; 50 of
// those are harvested, 100 of the small ones are lost.
func sizesFarm(t testing.TB, db *sqldb.DB) (farmID string) {
	return importedFarm(t, db, "date,activity,growing area,to growing area,size,to size,count,measured,size mm\n"+
		"2026-01-10,plant,Nursery,,40 mm,,1000,,\n"+
		"2026-02-10,size,Nursery,,40 mm,,,10,41.5\n"+
		"2026-06-10,move,Nursery,Bay,40 mm,60 mm,250,,\n"+
		"2026-07-10,harvest,Bay,,60 mm,,50,,\n"+
		"2026-07-11,loss,Nursery,,40 mm,,100,,\n"+
		"2026-08-10,size,Bay,,60 mm,,,20,62\n")
}

// REP-8 REP-18: a lot that was never measured has the newest size of its group,
// wherever and of whichever lot that was; then its own.
func TestAverageSizeOfTheGroup(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID := sizesFarm(t, db)
		q := Query{Metric: "Average Size", Segment: "sizeLabel", DateRange: "Last 365 days", Frequency: Monthly}
		report := ask(t, db, farmID, q)
		for to, want := range map[string][]float64{
			"2026-01-31": {unknown, unknown, unknown},
			"2026-02-28": {41.5, 41.5, unknown},
			"2026-06-30": {41.5, 41.5, 41.5},                      // the 60 mm lot is not measured: as its group
			"2026-08-31": {(650*41.5 + 200*62) / 850.0, 41.5, 62}, // each its own
		} {
			for _, row := range report.Data {
				got := append([]float64{numeral(row.Value)}, numbers(row.Values)...)
				if row.To == to && !cmp.Equal(got, want, cmp.Comparer(alike)) {
					t.Errorf("%s: %v, want %v", to, got, want)
				}
			}
		}
		q.Segment, q.ActiveViewBy = "growingArea", map[string][]string{"sizeLabel": {"60 mm"}}
		report = ask(t, db, farmID, q)
		if last := report.Data[len(report.Data)-1]; len(report.Series) != 1 || report.Series[0].Label != "Bay" || numeral(last.Value) != 62 {
			t.Errorf("the large ones: %+v %v", report.Series, numeral(last.Value))
		}
	})
}

// alike takes numbers for the same that differ by rounding only, and null for null.
func alike(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9*max(1, math.Abs(a))
}

// REP-5: a snapshot is one row, today.
func TestSnapshot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := notebookFarm(t, db)
		wants := map[string]float64{"Inventory": 2082, "Average Size": 62.48}
		for _, metric := range named(func(m Metric) bool { return m.Snapshot }) {
			want := wants[metric]
			for _, frequency := range []string{"", Yearly, Daily} {
				report := ask(t, db, farmID, Query{Metric: metric, DateRange: "Snapshot", Frequency: frequency})
				if n := len(report.Data); n != 1 || report.Data[0].From != "2026-11-19" && report.Data[0].From != "2026-11-20" || report.Data[0].From != report.Data[0].To || rounded(report.Data[0].Value) != want {
					t.Errorf("%s: %+v", metric, report.Data)
				}
			}
		}
	})
}

// REP-18: yield and mortality add up to 100, in every segment.
func TestYieldAndMortalityAreTheWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := notebookFarm(t, db)
		q := year2017()
		q.Frequency, q.Segment = Daily, "nickname"
		q.Metric = "% Yield"
		yield := ask(t, db, farmID, q)
		q.Metric = "% Mortality"
		mortality := ask(t, db, farmID, q)
		for i, row := range yield.Data {
			for j, value := range append(row.Values, row.Value) {
				other := append(mortality.Data[i].Values, mortality.Data[i].Value)[j]
				if (value == nil) != (other == nil) || value != nil && !alike(*value+*other, 100) {
					t.Fatalf("%s: %v and %v", row.To, numeral(value), numeral(other))
				}
			}
		}
	})
}

// REP-18: each metric has what the pages, the files and the addresses need, and
// nothing twice.
func TestMetricsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Metrics {
		for _, key := range []string{m.Key, m.Former} {
			if seen[key] && key != "" {
				t.Errorf("%s: the key %q is another's", m.Name, key)
			}
			seen[key] = true
		}
		if seen[m.Name] || m.Name == "" || m.Key == "" || m.Unit == "" || m.Formula == "" || strings.HasSuffix(m.Formula, ".") {
			t.Errorf("%+v", m)
		}
		if seen[m.Name] = true; !m.IsReport() && m.Square == "" {
			t.Errorf("%s is shown nowhere", m.Name)
		}
		if m.Unit == UnitPercent && m.Whole || (m.Unit == UnitAnimals) != m.Whole {
			t.Errorf("%s in %s: whole %v", m.Name, m.Unit, m.Whole)
		}
	}
}
