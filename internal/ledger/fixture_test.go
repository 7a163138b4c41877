package ledger

import (
	"testing"

	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	noon, system, clock = booktest.Noon, booktest.System, booktest.Clock
	contents, onHand    = booktest.Contents, booktest.OnHand
	must, newFarm       = booktest.Must, booktest.NorthAndSouth
	ask                 = booktest.Ask
)

func day(text string) Day {
	d, err := ParseDay(text)
	if err != nil {
		panic(err)
	}
	return d
}

var spring = Group{OysterType: "Pacific oyster", SeedSource: "Hatchery", Year: 2026, Month: 3, DatePlanted: day("2026-03-01"), LocationPlanted: "North"}

func bag(name string) Lot { return Lot{Group: spring, MeshSize: "bag", Nickname: name} }

func record(t testing.TB, db *sqldb.DB, farmID string, batch ...Activity) Result {
	t.Helper()
	result, err := New(db, clock).Record(system, farmID, batch)
	must(t, err)
	return result
}

// totals adds up the entries of a farm up to the end of a day, in one growing
// area or, where that is empty, in all.
func totals(t testing.TB, db *sqldb.DB, farmID, leaseID string, until Day) (sum Totals) {
	t.Helper()
	for _, e := range entriesOf(t, db, farmID) {
		if e.day <= until && (leaseID == "" || e.at.leaseID == leaseID) {
			sum.Add(e.kind, e.delta)
		}
	}
	return sum
}

func entriesOf(t testing.TB, db *sqldb.DB, farmID string) (entries []storedEntry) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		entries, err = sqldb.All(system, tx, scanStored, selectStored+"WHERE farm_id = $1 ORDER BY day, seq", farmID)
		return err
	}))
	return entries
}
