package upload

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
)

// UPL-2 UPL-3: whatever a sheet holds, with bad rows left out the book adds up,
// every row is recorded or refused, and the same sheet again changes nothing.
func TestAnySheetLeavesABookThatAddsUp(t *testing.T) {
	db := dbtest.SQLite(t)
	rapid.Check(t, func(rt *rapid.T) {
		farmID, u := freshFarm(t, db), newUploads(t, db)
		for range rapid.IntRange(1, 3).Draw(rt, "sheets") {
			rows := rapid.SliceOfN(rapid.Custom(anyRow), 1, 25).Draw(rt, "rows")
			sheet := []byte("date,activity,site,bag,count,to site\n" + strings.Join(rows, "\n") + "\n")
			one := uploadNow(t, u, farmID, NewUpload{SkipBad: true, Content: sheet})
			if one.State != uploadDone || one.Recorded+one.Skipped+one.Refused != int64(len(rows)) {
				rt.Fatalf("%d rows: %+v", len(rows), one)
			}
			booktest.Check(rt, db, farmID)
			before := contents(rt, db, farmID)
			again := uploadNow(t, u, farmID, NewUpload{SkipBad: true, Content: sheet})
			if again.Skipped < one.Recorded || again.Recorded == 0 && contents(rt, db, farmID) != before {
				rt.Fatalf("again: %+v after %+v", again, one)
			}
			booktest.Check(rt, db, farmID)
			if n := countRows(rt, db, "balances b WHERE farm_id = $1 AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.farm_id = b.farm_id AND e.lease_id = b.lease_id AND e.lot_id = b.lot_id)", farmID); n != 0 {
				rt.Fatalf("%d balances without an entry", n)
			}
		}
	})
}

// anyRow is mostly a good row of an activity at one of a few places.
func anyRow(rt *rapid.T) string {
	pick := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(rt, name) }
	activity := pick("activity", "plant", "plant", "loss", "harvest", "count", "move", "eat")
	to := ""
	if activity == "move" {
		to = pick("to", "A", "B", "a")
	}
	on := ledger.Day(20_000 + rapid.IntRange(0, 6).Draw(rt, "day"))
	return fmt.Sprintf("%s,%s,%s,%s,%s,%s", on, activity, pick("site", "A", "B"), pick("bag", "1", "2"), pick("count", "1", "3", "20", "x"), to)
}
