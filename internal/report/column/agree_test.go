package column

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// REP-18: over random histories, with batches dated back, splits, moves between
// lots and growing areas, corrections and an emptied ledger, a cache that saw it
// all, and one that starts anew from a segment, add up what the database does.
func TestColumnsAgreeWithSQL(t *testing.T) {
	dbtest.EachDrawn(t, 40, func(t *testing.T, db *sqldb.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			farmID, places := historyPlaces(t, db)
			c := smallCache(db)
			var recorded int64
			for range rapid.IntRange(1, 5).Draw(rt, "steps") {
				switch rapid.SampledFrom([]string{"record", "record", "record", "record", "clean", "segment"}).Draw(rt, "step") {
				case "record":
					batch := rapid.SliceOfN(drawActivity(places, recorded), 1, 5).Draw(rt, "batch")
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
				compare(t, c, farmID, drawAsk(places).Draw(rt, "ask"))
				compare(t, smallCache(db), farmID, drawAsk(places).Draw(rt, "ask"))
				compareAreas(t, c, farmID, historyStart+ledger.Day(rapid.IntRange(-10, 90).Draw(rt, "day")), historyStart+90)
				asked := drawAsk(places).Draw(rt, "measures")
				asked.Split = splits()[0]
				compareMeasures(t, c, farmID, asked, "")
			}
		})
	})
}

// UPL-2: what is stored beyond the farm's newest number does not count, neither
// in the columns nor in the database's sums.
func TestWhatIsStagedIsInNoReport(t *testing.T) {
	dbtest.EachDrawn(t, 25, func(t *testing.T, db *sqldb.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			farmID, places := historyPlaces(t, db)
			newest := recordAtOnce(t, db, farmID, plantings(places))
			newest = max(newest, record(t, db, farmID, rapid.SliceOfN(drawActivity(places, 0), 1, 9).Draw(rt, "batch")))
			asked := drawAsk(places).Draw(rt, "ask")
			before := compare(t, smallCache(db), farmID, asked)
			recordAtOnce(t, db, farmID, plantings(places))
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				_, err := tx.Exec(system, "UPDATE farm_state SET seq = (SELECT MAX(seq) FROM entries WHERE farm_id = $1 AND activity_seq <= $2) WHERE farm_id = $1", farmID, newest)
				return err
			}))
			if diff := cmp.Diff(before, compare(t, smallCache(db), farmID, asked), alike); diff != "" {
				rt.Fatalf("%+v:\n(- before, + with what is staged)\n%s", asked, diff)
			}
		})
	})
}
