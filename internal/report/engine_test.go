package report

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// bySQL answers from the database alone: no farm fits into no memory.
func bySQL(db *sqldb.DB) *Service {
	s := New(db, clock)
	s.LimitCache(0)
	return s
}

var sameNumbers = cmp.Comparer(func(a, b *float64) bool { return alike(numeral(a), numeral(b)) })

// compare compares the columns with the database.
func compare(t testing.TB, columns, sql *Service, farmID string, q Query) {
	t.Helper()
	want, errWant := sql.Report(system, farmID, q)
	got, err := columns.Report(system, farmID, q)
	if diff := cmp.Diff(want, got, sameNumbers); diff != "" || err != nil || errWant != nil {
		t.Fatalf("%+v:\n(- SQL, + columns)\n%s%v %v", q, diff, err, errWant)
	}
}

var allMetrics = named(Metric.IsReport)

var allFrequencies = []string{Yearly, Monthly, Weekly, Daily}

// segmentsFor are the splits that a metric has.
func segmentsFor(metric string) []string {
	if metric == MetricYield {
		return []string{yieldAll, YieldShellStock, yieldHarvested, yieldLost, YieldBySize}
	}
	all := []string{"", column.ByArea}
	for _, f := range field.All {
		all = append(all, f.Name)
	}
	return all
}

// REP-1 REP-12 REP-13: every metric in every frequency, graph type and segment,
// with and without a growing area and each filter, over one busy history.
func TestEveryReportAgreesWithSQL(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, places := historyPlaces(t, db)
		recordAtOnce(t, db, farmID, plantings(places))
		for seed := range 60 {
			record(t, db, farmID, []ledger.Activity{drawActivity(places, 60).Example(seed)})
		}
		for _, metric := range allMetrics {
			columns, sql := New(db, clock), bySQL(db)
			for _, frequency := range allFrequencies {
				for _, segment := range segmentsFor(metric) {
					q := Query{DateRange: "Custom", StartDate: "2026-03-10", EndDate: "2026-05-05", Metric: metric, Frequency: frequency, Segment: segment}
					compare(t, columns, sql, farmID, q)
				}
			}
			q := Query{DateRange: "Last 365 days", Metric: metric, GraphType: graphShare, ActiveLease: places[0].LeaseID}
			compare(t, columns, sql, farmID, q)
			for f, value := range []string{"Kumamoto", "Hatchery", "2025", "3", "60 mm", "bag", "row 40 mm", "2026-03-01", ""} {
				q := Query{DateRange: "Last 365 days", Metric: metric, ActiveViewBy: map[string][]string{field.All[f].Name: {value}}}
				compare(t, columns, sql, farmID, q)
			}
			if q := (Query{DateRange: RangeSnapshot, Metric: metric, Segment: segmentsFor(metric)[1]}); slices.Contains(named(func(m Metric) bool { return m.Snapshot }), metric) {
				compare(t, columns, sql, farmID, q)
			}
		}
	})
}

// Rounding differences of a size stay far below what anybody reads.
func TestAlike(t *testing.T) {
	if !alike(62.48, math.Nextafter(62.48, 100)) || alike(62.48, 62.4801) || alike(1, math.NaN()) || !alike(math.NaN(), math.NaN()) {
		t.Error("the tests would not notice a difference")
	}
}
