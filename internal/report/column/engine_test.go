package column

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// alike takes numbers for the same that differ by rounding only.
var alike = cmp.Options{cmpopts.EquateApprox(1e-9, 0), cmpopts.EquateNaNs()}

// sumsOf are what the cache comes to, as a report asks it.
func sumsOf(c *Cache, farmID string, a Ask) (sums Sums, err error) {
	var state State
	err = c.db.Read(system, func(tx *sqldb.Tx) (err error) {
		state, err = StateOf(system, tx, farmID)
		return err
	})
	if err != nil {
		return sums, err
	}
	columns, err := c.At(system, farmID, state)
	if err != nil {
		return sums, err
	}
	return columns.Sums(a)
}

// compare compares the columns with the database.
func compare(t testing.TB, c *Cache, farmID string, a Ask) Sums {
	t.Helper()
	var want Sums
	must(t, c.db.Read(system, func(tx *sqldb.Tx) (err error) {
		want, err = BySQL(system, tx, farmID, a)
		return err
	}))
	got, err := sumsOf(c, farmID, a)
	if diff := cmp.Diff(want, got, alike); diff != "" || err != nil {
		t.Fatalf("%+v:\n(- SQL, + columns)\n%s%v", a, diff, err)
	}
	return got
}

// compareMeasures compares what was measured by the columns and by the database.
func compareMeasures(t testing.TB, c *Cache, farmID string, a Ask, lotID string) {
	t.Helper()
	var want Measures
	must(t, c.db.Read(system, func(tx *sqldb.Tx) (err error) {
		want, err = MeasuresBySQL(system, tx, farmID, a, lotID)
		return err
	}))
	if _, err := sumsOf(c, farmID, a); err != nil {
		t.Fatal(err)
	}
	got := c.farm(farmID).columns.Load().Measures(a, lotID)
	if diff := cmp.Diff(want, got, alike, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%+v, lot %q:\n(- SQL, + columns)\n%s", a, lotID, diff)
	}
	if lotID == "" && len(got.Lots) > 0 {
		compareMeasures(t, c, farmID, a, got.Lots[0].LotID)
	}
}

// smallTuning makes few entries go through all that many go through.
var smallTuning = tuning{tail: 6, check: 5, condense: 3, segment: 10, part: 500, few: 4}

func smallCache(db *sqldb.DB) *Cache {
	c := New(db)
	c.tuning = smallTuning
	return c
}

// REP-8: a sample that was undone is as if it had never been, for its lot and
// its group.
func TestUndoneSample(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, places := historyPlaces(t, db)
		c := smallCache(db)
		measure := func(day ledger.Day, tenths int64) ledger.Activity {
			return ledger.Activity{Kind: ledger.Size, Day: historyStart + day, Place: places[0], Measured: 10, SizeSum: 10 * tenths}
		}
		batch := []ledger.Activity{
			{Kind: ledger.Plant, Day: historyStart, Place: places[0], Count: 100}, {Kind: ledger.Plant, Day: historyStart, Place: places[1], Count: 100},
			measure(1, 400), measure(2, 500), measure(4, 600),
		}
		a := Ask{Rows: every(1, historyStart, historyStart+5), Split: splits()[0], Sized: true}
		for _, tt := range []struct {
			batch []ledger.Activity
			sizes []float64
		}{
			{batch, []float64{math.NaN(), 40, 50, 50, 60, 60}},
			{[]ledger.Activity{{Reverses: 4}}, []float64{math.NaN(), 40, 40, 40, 60, 60}},
			{[]ledger.Activity{measure(2, 450)}, []float64{math.NaN(), 40, 45, 45, 60, 60}},
			{[]ledger.Activity{{Reverses: 5}}, []float64{math.NaN(), 40, 45, 45, 45, 45}},
			{[]ledger.Activity{{Reverses: 3}, {Reverses: 7}}, []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()}},
		} {
			record(t, db, farmID, tt.batch)
			for i, row := range compare(t, c, farmID, a).Sizes {
				if mm := row[0].MM / float64(row[0].Animals); !cmp.Equal(mm, tt.sizes[i], alike) {
					t.Errorf("day %d: %v, want %v", i, mm, tt.sizes[i])
				}
			}
		}
	})
}

// Whoever still reads older columns sees nothing of what is added.
func TestColumnsDoNotChange(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, places := historyPlaces(t, db)
	c := smallCache(db)
	recordAtOnce(t, db, farmID, plantings(places))
	var older []*Columns
	var contents [][]byte
	for seed := range 80 {
		record(t, db, farmID, []ledger.Activity{drawActivity(places, 60).Example(seed)})
		compare(t, c, farmID, Ask{Rows: every(30, historyStart, historyStart+90), Split: splits()[0]})
		now := c.farm(farmID).columns.Load()
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
	c := New(db)
	const most = 1_000_000_000
	var batch []ledger.Activity
	for range 7 {
		batch = append(batch, ledger.Activity{Kind: ledger.Plant, Day: historyStart, Place: places[0], Count: most})
	}
	batch = append(batch, ledger.Activity{Kind: ledger.Adjust, Day: historyStart + 1, Place: places[0], Count: 5},
		ledger.Activity{Kind: ledger.Plant, Day: historyStart + 2, Place: places[0], Count: most})
	record(t, db, farmID, batch)
	sums := compare(t, c, farmID, Ask{Rows: every(3, historyStart, historyStart+2), Split: splits()[0]})
	last := sums.Rows[0][0]
	if last.Planted != 8*most || last.Adjusted != 5-7*most || last.Inventory() != most+5 {
		t.Errorf("%+v", last)
	}
}
