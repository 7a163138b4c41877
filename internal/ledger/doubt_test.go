package ledger

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// What is far from the last is asked back with the last, and passes once it is confirmed.
func TestFarFromTheLastIsAsked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		s := New(db, clock)
		at := Place{areas["North"], bag("1")}
		record(t, db, farmID, Activity{Key: "a", Kind: Plant, Day: day("2026-03-01"), Place: at, Count: 1000},
			Activity{Key: "b", Kind: Size, Day: day("2026-04-01"), Place: at, Measured: 10, SizeSum: 4150})
		size := func(on string, mm int64) Activity {
			return Activity{Key: "c", Kind: Size, Day: day(on), Place: at, Measured: 10, SizeSum: mm * 100}
		}
		count := func(n int64) Activity {
			return Activity{Key: "c", Kind: Adjust, Day: day("2026-05-01"), Place: at, Count: n}
		}
		const of = "activities.0."
		for name, tt := range map[string]struct {
			a           Activity
			field, says string
		}{
			"ten times as large":  {size("2026-04-11", 415), of + "sizeMm", "415 mm is far from the last size of these animals, 41.5 mm on 1 April 2026."},
			"a tenth":             {size("2026-04-11", 4), of + "sizeMm", "4 mm is far from the last size of these animals, 41.5 mm on 1 April 2026."},
			"a tenth is found":    {count(100), of + "count", "100 is far from the 1,000 that the book has on 1 May 2026."},
			"ten times are found": {count(10_000), of + "count", "10,000 is far from the 1,000 that the book has on 1 May 2026."},
		} {
			before := contents(t, db, farmID)
			_, err := s.RecordUnlessFar(system, farmID, []Activity{tt.a})
			f := fault.As(err)
			if f.Kind != fault.Conflict || f.Code != "far-from-last" || len(f.Fields) != 1 || f.Fields[0] != (fault.Field{Name: tt.field, Message: tt.says}) {
				t.Errorf("%s: %v %+v", name, err, f)
			}
			if contents(t, db, farmID) != before {
				t.Errorf("%s was recorded", name)
			}
		}
		for name, a := range map[string]Activity{"grown": size("2026-04-11", 50), "a season later": size("2026-10-01", 110), "half are lost": count(501)} {
			a.Key = name
			if _, err := s.RecordUnlessFar(system, farmID, []Activity{a}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := s.Record(system, farmID, []Activity{count(40)}); err != nil {
			t.Errorf("confirmed: %v", err)
		}
	})
}

// Nobody measures more animals than there are, but those that are harvested later on the day
// are measured.
func TestNotMoreMeasuredThanLive(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		at := Place{areas["North"], bag("1")}
		sample := func(key, on string, n int64) Activity {
			return Activity{Key: key, Kind: Size, Day: day(on), Place: at, Measured: n, SizeSum: n * 400}
		}
		record(t, db, farmID, Activity{Key: "a", Kind: Plant, Day: day("2026-03-01"), Place: at, Count: 30}, sample("b", "2026-03-01", 30),
			Activity{Key: "c", Kind: Harvest, Day: day("2026-04-01"), Place: at, Count: 20}, sample("d", "2026-04-01", 30))
		record(t, db, farmID, sample("e", "2026-04-01", 15), sample("f", "2026-04-02", 10))
		_, err := New(db, clock).Record(system, farmID, []Activity{sample("g", "2026-04-02", 11), sample("h", "2026-04-03", 11)})
		if !fault.Is(err, fault.Invalid) {
			t.Fatal(err)
		}
		got := byField(err)
		want := "More measured than there are: 11 at North, bag, 1 (Pacific oyster, Hatchery, planted 1 March 2026), where 10 are on 3 April 2026."
		if fields := fault.As(got).Fields; fields[len(fields)-1] != (fault.Field{Name: "activities.1.measured", Message: want}) {
			t.Errorf("%+v", fields)
		}
	})
}
