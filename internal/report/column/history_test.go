package column

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// compareHistories compares the columns with the database.
func compareHistories(t testing.TB, c *Cache, farmID string, last ledger.Day, most int) History {
	t.Helper()
	var want History
	var state State
	must(t, c.db.Read(system, func(tx *sqldb.Tx) (err error) {
		if state, err = StateOf(system, tx, farmID); err != nil {
			return err
		}
		want, err = HistoryBySQL(system, tx, farmID, last, most)
		return err
	}))
	columns, err := c.At(system, farmID, state)
	must(t, err)
	got := columns.History(last, most)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("to %s, %d changes:\n(- SQL, + columns)\n%s", last, most, diff)
	}
	return got
}

// Over random histories, with containers, batches dated back, corrections and an
// emptied ledger, columns that saw it all, and others from a segment, give the
// history that the database gives; parts of it, asked for one after the other, make
// the whole.
func TestHistoryAgreesWithSQL(t *testing.T) {
	dbtest.EachDrawn(t, 40, func(t *testing.T, db *sqldb.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			farmID, places := historyPlaces(t, db)
			c := smallCache(db)
			var recorded int64
			for range rapid.IntRange(1, 4).Draw(rt, "steps") {
				switch rapid.SampledFrom([]string{"record", "record", "record", "clean", "segment"}).Draw(rt, "step") {
				case "record":
					batch := rapid.SliceOfN(drawActivity(places, recorded), 1, 6).Draw(rt, "batch")
					if recorded == 0 {
						recorded = recordAtOnce(t, db, farmID, plantings(places))
					}
					recorded = max(recorded, record(t, db, farmID, batch))
				case "clean":
					clean(t, db, farmID)
					recorded = 0
				case "segment":
					must(t, c.storeSegments(system))
				}
				last := historyStart + ledger.Day(rapid.IntRange(-5, 90).Draw(rt, "last"))
				most := rapid.IntRange(1, 30).Draw(rt, "most")
				compareHistories(t, smallCache(db), farmID, last, most)
				part := compareHistories(t, c, farmID, last, most)
				whole := compareHistories(t, c, farmID, last, 1_000_000)
				changes := part.Changes
				for part.From > part.First {
					part = compareHistories(t, c, farmID, part.From-1, most)
					changes = append(part.Changes, changes...)
				}
				if diff := cmp.Diff(whole.Changes, changes, cmpopts.EquateEmpty()); diff != "" || len(whole.Opening) > 0 {
					rt.Fatalf("the parts are not the whole: %s\n%+v", diff, whole.Opening)
				}
			}
		})
	})
}
