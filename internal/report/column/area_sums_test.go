package column

import (
	"cmp"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// areaSumsBySQL are what the areas came to at the end of a day, as the database says.
func areaSumsBySQL(t testing.TB, db *sqldb.DB, farmID string, day ledger.Day) (sums []AreaSum) {
	t.Helper()
	var s Sums
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		label := func(key string) string { return key }
		s, err = BySQL(system, tx, farmID, Ask{Rows: []Days{{1, day}}, Split: Split{By: ByArea, Label: label}, Sized: true, Moved: true})
		return err
	}))
	for i, key := range s.Keys {
		n := s.Rows[0][i]
		sums = append(sums, AreaSum{key, n.Received(), n.Harvested, n.Lost, s.MovedOn[0][i], s.Sizes[0][i]})
	}
	return sums
}

// compareAreas compares the sums by area and day with the database.
func compareAreas(t testing.TB, c *Cache, farmID string, days ...ledger.Day) {
	t.Helper()
	var state State
	must(t, c.db.Read(system, func(tx *sqldb.Tx) (err error) {
		state, err = StateOf(system, tx, farmID)
		return err
	}))
	sums, kept := c.Sums(farmID, state)
	if !kept {
		var err error
		sums, err = c.MakeSums(system, farmID, state)
		must(t, err)
	}
	for _, day := range days {
		got := sums.At(day)
		slices.SortFunc(got, func(a, b AreaSum) int { return cmp.Compare(a.LeaseID, b.LeaseID) })
		want := areaSumsBySQL(t, c.db, farmID, day)
		slices.SortFunc(want, func(a, b AreaSum) int { return cmp.Compare(a.LeaseID, b.LeaseID) })
		if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateApprox(1e-7, 0)); diff != "" {
			t.Fatalf("at the end of %s:\n(- SQL, + sums)\n%s", day, diff)
		}
	}
}

// Days far apart, numbers as large as the ledger takes, and more days than lie between two
// marks come out as they went in.
func TestPackedDays(t *testing.T) {
	p := areaPacker{areaDays: areaDays{leaseID: "a"}}
	want := map[int32]dayValues{}
	var values dayValues
	day := int32(-5)
	for i := range int64(3*daysPerMark + 7) {
		day += []int32{1, 2, 3, 4, 400}[i%5]
		for v := range values {
			if i%int64(v+1) == 0 {
				values[v] = []int64{1, -1, math.MaxInt64 / 2, -math.MaxInt64 / 2, i}[(i+int64(v))%5]
			}
		}
		p.add(day, values)
		want[day] = values
	}
	p.add(day+1, values)
	if p.days != 3*daysPerMark+7 || len(p.marks) != 4 {
		t.Errorf("%d days, %d marks", p.days, len(p.marks))
	}
	var last dayValues
	for d := int32(-10); d < day+10; d++ {
		if values, changed := want[d]; changed {
			last = values
		}
		if got := p.at(d); got != last {
			t.Fatalf("day %d: %v, want %v", d, got, last)
		}
	}
}

// SIDE-1: what is kept is of the newest state alone, within the bound together with the columns, and
// what was asked for last stays.
func TestSumsWithinTheBound(t *testing.T) {
	db := dbtest.SQLite(t)
	c := smallCache(db)
	var farms []string
	state := func(farmID string) (s State) {
		must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
			s, err = StateOf(system, tx, farmID)
			return err
		}))
		return s
	}
	for range 3 {
		farmID, places := historyPlaces(t, db)
		recordAtOnce(t, db, farmID, plantings(places))
		farms = append(farms, farmID)
		compareAreas(t, c, farmID, historyStart+30)
	}
	if len(c.farms) != 0 || len(c.sums) != 3 {
		t.Errorf("%d columns, %d sums: sums are made past the cache", len(c.farms), len(c.sums))
	}
	each := c.bytes / 3
	compareAreas(t, c, farms[0], historyStart+30)
	c.limit = 2 * each
	_, err := c.MakeSums(system, farms[2], state(farms[2]))
	must(t, err)
	for i, want := range []bool{true, false, true} {
		if _, kept := c.Sums(farms[i], state(farms[i])); kept != want {
			t.Errorf("farm %d kept: %v", i, kept)
		}
	}
	if c.bytes > c.limit || c.recent.Len() != 2 {
		t.Errorf("%d bytes of %d for %d farms", c.bytes, c.limit, c.recent.Len())
	}
	record(t, db, farms[0], []ledger.Activity{{Reverses: 1}})
	if _, kept := c.Sums(farms[0], state(farms[0])); kept {
		t.Error("sums without the newest entry were given out")
	}
	compareAreas(t, c, farms[0], historyStart, historyStart+30)
}
