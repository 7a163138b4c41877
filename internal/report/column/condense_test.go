package column

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// REP-18: what is asked again and again is read from far fewer rows than the ledger has, comes to
// the same sums while the farm grows, and takes no more memory than it is given.
func TestAskedAgainReadsFew(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, places := historyPlaces(t, db)
	var batch []ledger.Activity
	for i, place := range places {
		batch = append(batch, ledger.Activity{Kind: ledger.Plant, Day: historyStart, Place: place, Count: 100},
			ledger.Activity{Kind: ledger.Size, Day: historyStart, Place: place, Measured: 1, SizeSum: int64(400 + i)})
	}
	record(t, db, farmID, batch)
	c := New(db)
	c.tuning = tuning{tail: 50, check: 100, perPlace: 2, condense: 64, segment: 1 << 16, part: 1 << 20, few: 300}
	losses := func(day ledger.Day) (batch []ledger.Activity) {
		for range 5 {
			for _, place := range places {
				batch = append(batch, ledger.Activity{Kind: ledger.Plant, Day: day, Place: place, Count: 2}, ledger.Activity{Kind: ledger.Loss, Day: day, Place: place, Count: 1})
			}
		}
		return batch
	}
	asks := []Ask{
		{Split: splits()[1], Moved: true, Sized: true}, {Split: splits()[0], LeaseID: places[0].LeaseID, Sized: true},
		{Split: Split{By: "sizeLabel", Label: splits()[0].Label}, Sized: true}, {Split: splits()[0]},
	}
	state := func() (state State) {
		must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
			state, err = StateOf(system, tx, farmID)
			return err
		}))
		return state
	}
	look := func(now *Columns, asks []Ask) {
		t.Helper()
		plain := *now // TestColumnsAgreeWithSQL compares both with the database
		plain.runs.memo, plain.moves.memo = nil, nil
		for _, a := range asks {
			a.Rows = every(3, historyStart-1, historyStart+20)
			want, err := plain.Sums(a)
			must(t, err)
			for range 2 {
				got, err := now.Sums(a)
				must(t, err)
				if diff := cmp.Diff(want, got, alike); diff != "" {
					t.Fatalf("%+v:\n(- row by row, + condensed)\n%s", a, diff)
				}
			}
		}
	}
	var before *Columns
	for day := range ledger.Day(8) {
		some := losses(historyStart + day)
		if day%2 == 1 { // too few to be condensed
			some = some[:20]
		}
		record(t, db, farmID, some)
		record(t, db, farmID, losses(historyStart + day/2)[:4]) // dated back, kept aside
		if day == 6 {                                           // dated back, merged and condensed anew
			record(t, db, farmID, losses(historyStart+2))
		}
		now, err := c.At(system, farmID, state())
		must(t, err)
		look(now, asks[len(asks)-1:])
		look(now, asks)
		if day == 4 {
			before = now
		}
		if before != nil {
			look(before, asks) // whoever still has older columns sees nothing of what came since
		}
	}
	now := c.farm(farmID).columns.Load()
	rows, kept, stations := len(now.sorted.cells), 0, 0
	for _, k := range now.runs.memo.recent {
		kept += k.size()
		stations += len(k.stations)
		if k.stations == nil && !k.rows.vain && 4*len(k.rows.sorted.cells) > k.rows.upto {
			t.Errorf("%q has %d rows for %d", k.name, len(k.rows.sorted.cells), k.rows.upto)
		}
	}
	if kept == 0 || kept > rows/4 || stations == 0 {
		t.Errorf("%d rows and %d stations are kept beside %d", kept, stations, rows)
	}
}

// REP-18: what would be hardly fewer rows is read as it is, and does not push out what is kept.
func TestWhatIsKeptStays(t *testing.T) {
	var rows []flowRow
	for day := range int32(1000) {
		for place := range uint32(100) {
			rows = append(rows, flowRow{day, place << cellShift, 1})
		}
	}
	r := runs{sorted: newRun(rows), memo: &memo{least: 64}}
	by := func(name string, cells int32) sorting {
		return sorting{name: name, base: make([]uint32, cells), of: func() []int32 {
			of := make([]int32, 100)
			for place := range of {
				of[place] = int32(place) % cells
			}
			return of
		}}
	}
	few, many, lots := by("few", 2), by("many", 40), by("lots", 100)
	first, kept := r.condensed(few)
	stations := r.stations(lots)
	if !kept || len(first.sorted.cells) != 2000 || len(stations) == 0 {
		t.Fatalf("%d rows, %d stations", len(first.sorted.cells), len(stations))
	}
	for range 3 {
		if _, kept := r.condensed(many); kept {
			t.Fatal("40 of 100 rows a day are kept")
		}
		if again, _ := r.condensed(few); &again.sorted.cells[0] != &first.sorted.cells[0] {
			t.Fatal("rows are added up anew")
		}
		if again := r.stations(lots); &again[0] != &stations[0] {
			t.Fatal("stations are made anew")
		}
	}
}
