package booktest

import (
	"context"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	// Noon is when tests of the book happen.
	Noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	// System is a context in which the program itself calls.
	System = actor.With(context.Background(), actor.System)
)

// Clock always shows noon.
func Clock() time.Time { return Noon }

// Fatal is what a test and a property's run share.
type Fatal interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Must fails a test for an error.
func Must(t Fatal, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// NewFarm makes a farm with growing areas and gives its id and theirs.
func NewFarm(t testing.TB, db *sqldb.DB, names ...string) (farmID string, areas map[string]string) {
	t.Helper()
	made, err := farm.New(db, Clock).Create(System, farm.Details{Name: "Farm " + sqldb.NewID(), Country: "USA", State: "Maine", TimeZone: "America/New_York"})
	Must(t, err)
	Must(t, db.Write(System, func(tx *sqldb.Tx) (err error) {
		areas, err = farm.EnsureLeases(System, tx, made.ID, names, Noon)
		return err
	}))
	return made.ID, areas
}

// NorthAndSouth makes a farm with two growing areas of those names.
func NorthAndSouth(t testing.TB, db *sqldb.DB) (farmID string, areas map[string]string) {
	t.Helper()
	return NewFarm(t, db, "North", "South")
}

// EndArea ends a growing area as the farm's people do. The keeper is the ledger's.
func EndArea(t testing.TB, db *sqldb.DB, book farm.Keeper, farmID, leaseID, date string) {
	t.Helper()
	farms := farm.New(db, Clock)
	farms.Keep(book)
	_, err := farms.EndLease(System, farmID, leaseID, 0, date)
	Must(t, err)
}

// Areas are the ids of a farm's growing areas by name.
func Areas(t Fatal, db *sqldb.DB, farmID string) map[string]string {
	t.Helper()
	ids := map[string]string{}
	Must(t, db.Read(System, func(tx *sqldb.Tx) error {
		leases, err := farm.Leases(System, tx, farmID)
		for _, lease := range leases {
			ids[lease.Name] = lease.ID
		}
		return err
	}))
	return ids
}

// whatCounts leaves out what is staged.
const whatCounts = " AND seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)"

// Contents is how much the book of a farm holds, to see that nothing changed.
func Contents(t Fatal, db *sqldb.DB, farmID string) (counts [6]int64) {
	t.Helper()
	for i, table := range []string{"activities", "entries", "balances", "lots", "animal_groups", "leases"} {
		where := " WHERE farm_id = $1"
		if i < 2 {
			where += whatCounts
		}
		counts[i] = Count(t, db, table+where, farmID)
	}
	return counts
}

// Count gives the rows of a query that begins after FROM.
func Count(t Fatal, db *sqldb.DB, query string, args ...any) int64 {
	t.Helper()
	return number(t, db, "SELECT count(*) FROM "+query, args...)
}

// OnHand is what is alive on a farm by its balances.
func OnHand(t Fatal, db *sqldb.DB, farmID string) int64 {
	t.Helper()
	return number(t, db, "SELECT CAST(COALESCE(SUM(on_hand), 0) AS BIGINT) FROM balances WHERE farm_id = $1", farmID)
}

func number(t Fatal, db *sqldb.DB, query string, args ...any) (n int64) {
	t.Helper()
	Must(t, db.Read(System, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(System, tx, sqldb.Scalar[int64], query, args...)
		return err
	}))
	return n
}

// Entry is a row of the table of that name.
type Entry struct {
	Seq, ActivitySeq, Day int64
	LeaseID, LotID, Kind  string
	Delta, SizeSum, SizeN int64
	Undone, Undoes        bool // its activity
}

// Entries are all of a farm, by day, then as they were recorded.
func Entries(t Fatal, db *sqldb.DB, farmID string) (entries []Entry) {
	t.Helper()
	Must(t, db.Read(System, func(tx *sqldb.Tx) (err error) {
		entries, err = sqldb.All(System, tx, func(r sqldb.Row) (e Entry, err error) {
			return e, r.Scan(&e.Seq, &e.ActivitySeq, &e.Day, &e.LeaseID, &e.LotID, &e.Kind, &e.Delta, &e.SizeSum, &e.SizeN, &e.Undone, &e.Undoes)
		}, `SELECT seq, activity_seq, day, lease_id, lot_id, kind, delta, size_sum, size_n,
			EXISTS (SELECT 1 FROM activities u WHERE u.farm_id = $1 AND u.reverses = entries.activity_seq`+whatCounts+`),
			EXISTS (SELECT 1 FROM activities a WHERE a.farm_id = $1 AND a.seq = entries.activity_seq AND a.reverses IS NOT NULL)
			FROM entries WHERE farm_id = $1`+whatCounts+" ORDER BY day, seq", farmID)
		return err
	}))
	return entries
}

// Sums are the animals of a farm's entries until the end of a day, in one
// growing area or, where that is empty, in all, by kind.
func Sums(t Fatal, db *sqldb.DB, farmID, leaseID string, until int64) map[string]int64 {
	t.Helper()
	sums := map[string]int64{}
	for _, e := range Entries(t, db, farmID) {
		if e.Day <= until && (leaseID == "" || e.LeaseID == leaseID) {
			sums[e.Kind] += e.Delta
		}
	}
	return sums
}
