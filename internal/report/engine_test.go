package report

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// oracle answers by SQL alone.
func oracle(t testing.TB, s *Service, farmID string, q Query) (report Report, err error) {
	t.Helper()
	err = s.db.Read(system, func(tx *sqldb.Tx) error {
		p, err := s.plan(system, tx, farmID, q)
		if err != nil {
			return err
		}
		found, err := sumsBySQL(system, tx, farmID, p)
		report = fold(p, found)
		return err
	})
	return report, err
}

var sameNumbers = cmp.Comparer(func(a, b *float64) bool { return alike(numeral(a), numeral(b)) })

// compare holds the columns against the database.
func compare(t testing.TB, s *Service, farmID string, q Query) {
	t.Helper()
	want, errWant := oracle(t, s, farmID, q)
	got, err := s.Report(system, farmID, q)
	if diff := cmp.Diff(want, got, sameNumbers); diff != "" || err != nil || errWant != nil {
		t.Fatalf("%+v:\n(- SQL, + columns)\n%s%v %v", q, diff, err, errWant)
	}
}

// smallPace makes few entries go through all that many go through.
var smallPace = pace{tail: 6, check: 5, segment: 10}

func smallService(db *sqldb.DB) *Service {
	s := New(db, clock)
	s.cache.pace = smallPace
	return s
}

// REP-18: over random histories, with batches dated back, splits, moves between
// lots and growing areas, corrections and an emptied ledger, the columns of a
// service that saw it all, and of one that starts anew from a segment, answer
// as the database does.
func TestColumnsAgreeWithSQL(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			farmID, places := historyPlaces(t, db)
			s := smallService(db)
			var recorded int64
			for range rapid.IntRange(1, 5).Draw(rt, "steps") {
				switch rapid.SampledFrom([]string{"record", "record", "record", "record", "clean", "segment"}).Draw(rt, "step") {
				case "record":
					batch := rapid.SliceOfN(drawActivity(places, recorded), 1, 5).Draw(rt, "batch")
					if recorded == 0 {
						batch = append(plantings(places), batch...)
					}
					recorded = max(recorded, record(t, db, farmID, batch))
				case "clean":
					clean(t, db, farmID)
					recorded = 0
				case "segment":
					must(t, s.storeSegments(system))
				}
				compare(t, s, farmID, drawQuery(places).Draw(rt, "query"))
				compare(t, smallService(db), farmID, drawQuery(places).Draw(rt, "query"))
			}
		})
	})
}

// REP-1 REP-12 REP-13: every metric in every frequency, graph type and segment,
// with and without a growing area and each filter, over one busy history.
func TestEveryReportAgreesWithSQL(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, places := historyPlaces(t, db)
		record(t, db, farmID, plantings(places))
		for seed := range 60 {
			record(t, db, farmID, []ledger.Activity{drawActivity(places, 60).Example(seed)})
		}
		s := smallService(db)
		for _, metric := range allMetrics {
			for _, frequency := range allFrequencies {
				for _, segment := range segmentsFor(metric) {
					q := Query{DateRange: "Custom", StartDate: "2026-03-10", EndDate: "2026-05-05", Metric: metric, Frequency: frequency, Segment: segment}
					compare(t, s, farmID, q)
				}
			}
			q := Query{DateRange: "Last 365 days", Metric: metric, GraphType: graphShare, ActiveLease: places[0].LeaseID}
			compare(t, s, farmID, q)
			for f, value := range []string{"Kumamoto", "Hatchery", "2025", "3", "60 mm", "bag", "row 40 mm", "2026-03-01", ""} {
				q := Query{DateRange: "Last 365 days", Metric: metric, ActiveViewBy: map[string][]string{fields[f].name: {value}}}
				compare(t, s, farmID, q)
			}
			if q := (Query{DateRange: rangeSnapshot, Metric: metric, Segment: segmentsFor(metric)[1]}); metrics[metric].snapshot {
				compare(t, s, farmID, q)
			}
		}
	})
}

// REP-8: a sample that was undone is as if it had never been, for its lot and
// its group.
func TestUndoneSample(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, places := historyPlaces(t, db)
		s := smallService(db)
		measure := func(day ledger.Day, tenths int64) ledger.Activity {
			return ledger.Activity{Kind: ledger.Size, Day: historyStart + day, Place: places[0], Measured: 10, SizeSum: 10 * tenths}
		}
		batch := []ledger.Activity{
			{Kind: ledger.Plant, Day: historyStart, Place: places[0], Count: 100}, {Kind: ledger.Plant, Day: historyStart, Place: places[1], Count: 100},
			measure(1, 400), measure(2, 500), measure(4, 600),
		}
		q := Query{DateRange: "Custom", StartDate: "2026-03-01", EndDate: "2026-03-06", Frequency: Daily, Metric: MetricAverageSize}
		for _, tt := range []struct {
			batch []ledger.Activity
			sizes []float64
		}{
			{batch, []float64{unknown, 40, 50, 50, 60, 60}},
			{[]ledger.Activity{{Reverses: 4}}, []float64{unknown, 40, 40, 40, 60, 60}},
			{[]ledger.Activity{measure(2, 450)}, []float64{unknown, 40, 45, 45, 60, 60}},
			{[]ledger.Activity{{Reverses: 5}}, []float64{unknown, 40, 45, 45, 45, 45}},
			{[]ledger.Activity{{Reverses: 3}, {Reverses: 7}}, []float64{unknown, unknown, unknown, unknown, unknown, unknown}},
		} {
			record(t, db, farmID, tt.batch)
			compare(t, s, farmID, q)
			report, err := s.Report(system, farmID, q)
			must(t, err)
			for i, row := range report.Data {
				if !alike(numeral(row.Value), tt.sizes[i]) {
					t.Errorf("%s: %v, want %v", row.To, numeral(row.Value), tt.sizes[i])
				}
			}
		}
	})
}

// Whoever still reads older columns sees nothing of what is added.
func TestColumnsDoNotChange(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, places := historyPlaces(t, db)
	s := smallService(db)
	record(t, db, farmID, plantings(places))
	var older []*columns
	var contents [][]byte
	for seed := range 80 {
		record(t, db, farmID, []ledger.Activity{drawActivity(places, 60).Example(seed)})
		compare(t, s, farmID, Query{})
		now := s.cache.farm(farmID).columns.Load()
		older, contents = append(older, now), append(contents, pack(now))
	}
	for i, columns := range older {
		if !slices.Equal(pack(columns), contents[i]) {
			t.Fatalf("columns up to %d are not what they were", columns.seq)
		}
	}
	if first, last := older[0], older[len(older)-1]; last.seq < first.seq+40 || len(last.checks) == 0 || len(last.lotSizes[0]) == 0 {
		t.Errorf("little happened: %d to %d", first.seq, last.seq)
	}
}

// A number that has no room in one row of the columns takes several.
func TestLargeNumbers(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, places := historyPlaces(t, db)
	s := New(db, clock)
	const most = 1_000_000_000
	var batch []ledger.Activity
	for range 7 {
		batch = append(batch, ledger.Activity{Kind: ledger.Plant, Day: historyStart, Place: places[0], Count: most})
	}
	batch = append(batch, ledger.Activity{Kind: ledger.Adjust, Day: historyStart + 1, Place: places[0], Count: 5},
		ledger.Activity{Kind: ledger.Plant, Day: historyStart + 2, Place: places[0], Count: most})
	record(t, db, farmID, batch)
	q := Query{DateRange: "Custom", StartDate: "2026-03-01", EndDate: "2026-03-03", Frequency: Daily}
	compare(t, s, farmID, q)
	last := ask(t, db, farmID, q).Data[2]
	if last.Planted != 8*most || last.Adjusted != 5-7*most || last.Inventory != most+5 {
		t.Errorf("%+v", last)
	}
}

// Rounding differences of a size stay far below what anybody reads.
func TestAlike(t *testing.T) {
	if !alike(62.48, math.Nextafter(62.48, 100)) || alike(62.48, 62.4801) || alike(1, math.NaN()) || !alike(math.NaN(), math.NaN()) {
		t.Error("the tests would not notice a difference")
	}
}
