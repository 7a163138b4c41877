package ledger

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	noon   = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	system = actor.With(context.Background(), actor.System)
)

func clock() time.Time { return noon }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// newFarm makes a farm with the growing areas "North" and "South" and gives
// its id and theirs.
func newFarm(t testing.TB, db *sqldb.DB) (farmID string, areas map[string]string) {
	t.Helper()
	made, err := farm.New(db, clock).Create(system, farm.Details{Name: "Test farm", Country: "USA", State: "Maine", TimeZone: "America/New_York"})
	must(t, err)
	must(t, db.Write(system, func(tx *sqldb.Tx) (err error) {
		areas, err = farm.EnsureLeases(system, tx, made.ID, []string{"North", "South"}, noon)
		return err
	}))
	return made.ID, areas
}

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
		if e.day <= until && (leaseID == "" || e.spot.leaseID == leaseID) {
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

func onHand(t testing.TB, db *sqldb.DB, farmID string) (sum int64) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		sum, err = sqldb.One(system, tx, sqldb.Scalar[int64], "SELECT CAST(COALESCE(SUM(on_hand), 0) AS BIGINT) FROM balances WHERE farm_id = $1", farmID)
		return err
	}))
	return sum
}

// contents is everything that the ledger holds for a farm, to see that nothing
// changed.
func contents(t testing.TB, db *sqldb.DB, farmID string) (counts [6]int64) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		for i, table := range []string{"activities", "entries", "balances", "lots", "animal_groups", "leases"} {
			if counts[i], err = sqldb.One(system, tx, sqldb.Scalar[int64], "SELECT COUNT(*) FROM "+table+" WHERE farm_id = $1", farmID); err != nil {
				return err
			}
		}
		return nil
	}))
	return counts
}

func importText(db *sqldb.DB, farmID, text string, o Options) (ImportResult, error) {
	return New(db, clock).Import(system, farmID, "sheet.csv", strings.NewReader(text), o)
}
