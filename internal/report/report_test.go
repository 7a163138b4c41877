package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// float is a number of an answer.
func float(n int64) *float64 {
	f := float64(n)
	return &f
}

// numbers are those of an answer, NaN for null.
func numbers(values []*float64) []float64 {
	plain := make([]float64, len(values))
	for i, v := range values {
		plain[i] = numeral(v)
	}
	return plain
}

func numeral(v *float64) float64 {
	if v == nil {
		return unknown
	}
	return *v
}

// year2017 asks for the months of the notebook.
func year2017() Query {
	return Query{DateRange: "Custom", StartDate: "2017-01-01", EndDate: "2017-12-31", Frequency: Monthly}
}

// REP-18 REP-2: the notebook against numbers worked out by hand, for each
// growing area and the farm, at the end of June and of the year.
func TestNotebookInventory(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := notebookFarm(t, db)
		tests := []struct {
			area      string
			june, end Row
		}{
			{"Site A", Row{Planted: 1191, Adjusted: 4, Received: 1195, Harvested: 200, Lost: 14, Inventory: 981, Harvest: 100, Loss: 12, AtRisk: 1093},
				Row{Planted: 1191, Adjusted: 6, Received: 1197, Harvested: 399, Lost: 69, Inventory: 729, AtRisk: 729}},
			{"Site B", Row{Planted: 1227, Adjusted: 3, Received: 1230, Harvested: 202, Lost: 38, Inventory: 990, Harvest: 100, Loss: 30, AtRisk: 1120},
				Row{Planted: 1227, Adjusted: -40, Missing: 40, Received: 1187, Harvested: 360, Lost: 116, Inventory: 711, AtRisk: 711}},
			{"Site C", Row{Planted: 1072, Adjusted: 2, Received: 1074, Harvested: 180, Lost: 47, Inventory: 847, Harvest: 90, Loss: 38, AtRisk: 975},
				Row{Planted: 1072, Adjusted: -25, Missing: 25, Received: 1047, Harvested: 348, Lost: 57, Inventory: 642, AtRisk: 642}},
			{"", Row{Planted: 3490, Adjusted: 9, Received: 3499, Harvested: 582, Lost: 99, Inventory: 2818, Harvest: 290, Loss: 80, AtRisk: 3188},
				Row{Planted: 3490, Adjusted: -59, Missing: 59, Received: 3431, Harvested: 1107, Lost: 242, Inventory: 2082, AtRisk: 2082}},
		}
		for _, tt := range tests {
			q := year2017()
			q.ActiveLease = areas[tt.area]
			report, err := New(db, clock).Report(system, farmID, q)
			must(t, err)
			tt.june.From, tt.june.To, tt.june.Value = "2017-06-01", "2017-06-30", float(tt.june.Inventory)
			tt.end.From, tt.end.To, tt.end.Value = "2017-12-01", "2017-12-31", float(tt.end.Inventory)
			tt.june.Values, tt.end.Values = []*float64{tt.june.Value}, []*float64{tt.end.Value}
			if len(report.Data) != 12 || !cmp.Equal(report.Data[5], tt.june) || !cmp.Equal(report.Data[11], tt.end) {
				t.Errorf("%q: %s %s", tt.area, cmp.Diff(tt.june, report.Data[5]), cmp.Diff(tt.end, report.Data[11]))
			}
			if first := report.Data[0]; first.Inventory != 0 || first.To != "2017-01-31" {
				t.Errorf("%q: before the planting %+v", tt.area, first)
			}
		}
	})
}

// REP-11 REP-12: how the days are asked for does not change what is true on
// them; what came before the range is in its first row.
func TestNotebookRanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := notebookFarm(t, db)
		s := New(db, clock)
		for _, tt := range []struct {
			from, to, frequency string
			rows                int
			first, last         int64
		}{
			{"2017-06-30", "2017-06-30", Daily, 1, 2818, 2818},
			{"2017-03-01", "2017-10-10", Daily, 224, 3490, 2082},
			{"2017-04-28", "2017-07-02", Weekly, 10, 3391, 2818},
			{"2016-07-01", "2018-01-01", Yearly, 3, 0, 2082},
			{"2017-08-31", "2017-10-31", Monthly, 3, 2401, 2082},
			{"2017-02-28", "2017-02-28", Monthly, 1, 0, 0},
		} {
			report, err := s.Report(system, farmID, Query{DateRange: "Custom", StartDate: tt.from, EndDate: tt.to, Frequency: tt.frequency})
			must(t, err)
			n := len(report.Data)
			if n != tt.rows || report.Data[0].Inventory != tt.first || report.Data[n-1].Inventory != tt.last || report.StartDate != tt.from || report.EndDate != tt.to {
				t.Errorf("%+v: %d rows, %d … %d", tt, n, report.Data[0].Inventory, report.Data[n-1].Inventory)
			}
		}
		report, err := s.Report(system, farmID, Query{})
		must(t, err)
		if n := len(report.Data); report.Frequency != Monthly || report.Metric != "Inventory" || report.StartDate != "2026-08-23" || report.EndDate != "2026-11-20" || n != 4 || report.Data[3].Inventory != 2082 {
			t.Errorf("asked for nothing: %+v", report)
		}
	})
}

// REP-5 REP-13: filters and segments of the notebook; segments add up.
func TestNotebookSegments(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := notebookFarm(t, db)
		last := func(q Query) (labels []string, row Row) {
			t.Helper()
			report, err := New(db, clock).Report(system, farmID, q)
			must(t, err)
			for _, s := range report.Series {
				labels = append(labels, s.Label)
			}
			return labels, report.Data[len(report.Data)-1]
		}
		tests := []struct {
			segment string
			labels  string
			values  []float64
		}{
			{"", "Inventory", []float64{2082}},
			{"growingArea", "Site A, Site B, Site C", []float64{729, 711, 642}},
			{"meshSize", "beach, raft", []float64{1063, 1019}},
			{"locationPlanted", "Site A, Site B, Site C", []float64{729, 711, 642}},
			{"oysterType", "Pacific oyster", []float64{2082}},
			{"year", "2017", []float64{2082}},
			{"month", "3", []float64{2082}},
			{"datePlanted", "2017-03-01", []float64{2082}},
			{"sizeLabel", "Not known", []float64{2082}},
			{"seedSource", "Not known", []float64{2082}},
			{"nickname", "bag 1, bag 2, bag 3, bag 4, bag 5", nil},
		}
		for _, tt := range tests {
			q := year2017()
			q.Segment = tt.segment
			labels, row := last(q)
			var sum float64
			values := numbers(row.Values)
			for _, v := range values {
				sum += v
			}
			if strings.Join(labels, ", ") != tt.labels || sum != 2082 || tt.values != nil && !slices.Equal(values, tt.values) {
				t.Errorf("by %q: %q %v", tt.segment, labels, values)
			}
		}
		for filter, want := range map[string]int64{
			"meshSize=beach": 1063, "meshSize=raft": 1019, "meshSize=beach,raft": 2082, "meshSize=cliff": 0, "year=2017": 2082, "year=2018": 0,
			"datePlanted=2017-03-01": 2082, "locationPlanted=Site B": 711, "sizeLabel=": 2082, "oysterType=Pacific oyster": 2082,
		} {
			name, values, _ := strings.Cut(filter, "=")
			q := year2017()
			q.ActiveViewBy = map[string][]string{name: strings.Split(values, ",")}
			if _, row := last(q); row.Inventory != want {
				t.Errorf("%s: %d, want %d", filter, row.Inventory, want)
			}
		}
		q := year2017()
		q.ActiveLease, q.ActiveViewBy = areas["Site A"], map[string][]string{"meshSize": {"beach"}, "nickname": {"bag 1"}, "year": {}}
		// Bag 1 on the beach of site A: 120 planted, 2 missing at counts, 40 taken, 4 dead.
		if _, row := last(q); row.Received != 118 || row.Harvested != 40 || row.Lost != 4 || row.Inventory != 74 {
			t.Errorf("one bag: %+v", row)
		}
	})
}

// REP-2 REP-18: a move between growing areas is received by one and given by
// the other, and is nothing for the farm; so is a move to another size.
func TestMovesCancelOverTheFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID := newFarm(t, db)
		_, err := sheet.Import(system, ledger.New(db, clock), farmID, "sheet.csv", strings.NewReader(
			"date,activity,growing area,to growing area,size,to size,count\n"+
				"2026-01-10,plant,Nursery,,seed,,1000\n"+
				"2026-05-10,move,Nursery,Bay,seed,,600\n"+
				"2026-06-10,move,Bay,,seed,market,250\n"+
				"2026-07-10,harvest,Bay,,market,,50\n"), sheet.Options{})
		must(t, err)
		q := Query{DateRange: "Last 365 days", Frequency: Yearly, Segment: "growingArea"}
		report, err := New(db, clock).Report(system, farmID, q)
		must(t, err)
		ids := map[string]string{}
		for _, s := range report.Series {
			ids[s.Label] = s.Key
		}
		rows := map[string]Row{
			"":        {Planted: 1000, Received: 1000, Harvested: 50, Inventory: 950},
			"Nursery": {Planted: 1000, Moved: -600, Received: 400, Inventory: 400},
			"Bay":     {Moved: 600, Received: 600, Harvested: 50, Inventory: 550},
		}
		for area, want := range rows {
			q := Query{DateRange: "Last 365 days", Frequency: Yearly, ActiveLease: ids[area]}
			report, err := New(db, clock).Report(system, farmID, q)
			must(t, err)
			want.From, want.To, want.Value, want.Harvest = "2026-01-01", "2026-11-20", float(want.Inventory), want.Harvested
			want.Values, want.AtRisk = []*float64{want.Value}, want.Received
			if got := report.Data[1]; !cmp.Equal(got, want) {
				t.Errorf("%q: %s", area, cmp.Diff(want, got))
			}
		}
		q = Query{DateRange: "Last 365 days", Frequency: Yearly, ActiveViewBy: map[string][]string{"sizeLabel": {"market"}}}
		report, err = New(db, clock).Report(system, farmID, q)
		must(t, err)
		if got := report.Data[1]; got.Moved != 250 || got.Received != 250 || got.Inventory != 200 {
			t.Errorf("market size: %+v", got)
		}
	})
}

// REP-13: the options are those that the farm has, and no others.
func TestFilters(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := notebookFarm(t, db)
		got, err := New(db, clock).Filters(system, farmID)
		must(t, err)
		want := Filters{
			OysterType: []string{"Pacific oyster"}, SeedSource: []string{}, Year: []string{"2017"}, Month: []string{"3"}, SizeLabel: []string{},
			MeshSize: []string{"beach", "raft"}, Nickname: []string{"bag 1", "bag 2", "bag 3", "bag 4", "bag 5"},
			DatePlanted: []string{"2017-03-01"}, LocationPlanted: []string{"Site A", "Site B", "Site C"},
		}
		if !cmp.Equal(got, want) {
			t.Error(cmp.Diff(want, got))
		}
		empty, err := New(db, clock).Filters(system, newFarm(t, db))
		must(t, err)
		if empty.Year == nil || len(empty.Year)+len(empty.Nickname)+len(empty.OysterType) != 0 {
			t.Errorf("a farm without animals: %+v", empty)
		}
	})
}
