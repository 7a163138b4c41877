package ledger

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
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
			checkBook(t, rt, db, farmID)
			before := contents(t, db, farmID)
			again := uploadNow(t, u, farmID, NewUpload{SkipBad: true, Content: sheet})
			if again.Skipped < one.Recorded || again.Recorded == 0 && contents(t, db, farmID) != before {
				rt.Fatalf("again: %+v after %+v", again, one)
			}
			checkBook(t, rt, db, farmID)
			if n := countRows(t, db, "balances b WHERE farm_id = $1 AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.farm_id = b.farm_id AND e.lease_id = b.lease_id AND e.lot_id = b.lot_id)", farmID); n != 0 {
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
	on := Day(20_000 + rapid.IntRange(0, 6).Draw(rt, "day"))
	return fmt.Sprintf("%s,%s,%s,%s,%s,%s", on, activity, pick("site", "A", "B"), pick("bag", "1", "2"), pick("count", "1", "3", "20", "x"), to)
}

// The batch in memory is what was given to it.
func TestBatchKeepsActivities(t *testing.T) {
	a := Activity{
		Key: "k", Kind: Move, Day: day("2026-03-01"), Place: Place{"l", bag("1")}, Count: maxAnimals, Containers: 7, Note: "n",
		To: []Part{{Place{"m", bag("2")}, maxAnimals - 1, 3}, {Place{"l", bag("3")}, 1, 4}},
	}
	size := Activity{Kind: Size, Day: day("2026-03-02"), Place: Place{"l", bag("1")}, Measured: maxAnimals, SizeSum: maxAnimals * maxSize}
	b := &batch{}
	b.add(a, 3)
	b.add(size, 4)
	if len(b.places) != 3 || b.acts[0].count != maxAnimals || b.acts[0].kind.kind() != Move || b.acts[1].sizeSum != size.SizeSum || b.acts[1].line != 4 {
		t.Errorf("%+v %+v", b.acts, b.places)
	}
	if parts := b.partsOf(&b.acts[0]); len(parts) != 2 || b.places[parts[1].place] != a.To[1].Place || parts[0].count != maxAnimals-1 || len(b.partsOf(&b.acts[1])) != 0 {
		t.Errorf("%+v", parts)
	}
	var builder digestBuilder
	if one, other := b.digest(&builder, 0), b.digest(&builder, 1); one == other || one != b.digest(&builder, 0) {
		t.Errorf("digests %s %s", one, other)
	}
}
