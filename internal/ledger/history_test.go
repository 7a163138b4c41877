package ledger

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

// REP-18: over random histories, with batches dated back, counts, splits and
// corrections, inventory is received less harvested less lost, is the sum of
// the balances, and was never below zero at any place on any day.
func TestRandomHistories(t *testing.T) {
	dbtest.EachDrawn(t, 100, func(t *testing.T, db *sqldb.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			farmID, areas := newFarm(t, db)
			places := []Place{{areas["North"], bag("1")}, {areas["North"], bag("2")}, {areas["South"], bag("1")}}
			planted := make([]Activity, len(places))
			for i, place := range places {
				planted[i] = Activity{Kind: Plant, Day: firstDay, Place: place, Count: 40, Containers: 3}
			}
			recorded := int64(record(t, db, farmID, planted...).Recorded)
			for range rapid.IntRange(1, 8).Draw(rt, "batches") {
				batch := rapid.SliceOfN(drawActivity(places, recorded), 1, 3).Draw(rt, "batch")
				before := contents(t, db, farmID)
				result, err := New(db, clock).Record(system, farmID, batch)
				var refused *Refused
				switch {
				case err == nil:
					recorded = result.Numbers[len(batch)-1]
				case !errors.As(err, &refused):
					rt.Fatal(err)
				case contents(t, db, farmID) != before:
					rt.Fatal("a refused batch changed the book")
				}
				checkBook(t, rt, db, farmID)
			}
			if found := findings(rt, db); len(found) > 0 { // of all books so far
				rt.Fatal(found)
			}
		})
	})
}

var firstDay = day("2026-03-01")

func drawActivity(places []Place, recorded int64) *rapid.Generator[Activity] {
	return rapid.Custom(func(rt *rapid.T) Activity {
		a := Activity{
			Kind:  rapid.SampledFrom([]Kind{Plant, Adjust, Size, Move, Harvest, Loss, ""}).Draw(rt, "kind"),
			Day:   firstDay + Day(rapid.IntRange(0, 9).Draw(rt, "day")),
			Place: rapid.SampledFrom(places).Draw(rt, "place"),
		}
		n := rapid.Int64Range(1, 30).Draw(rt, "n")
		switch a.Kind {
		case "":
			return Activity{Reverses: rapid.Int64Range(1, recorded+1).Draw(rt, "reverses")}
		case Size:
			a.Measured, a.SizeSum = n, n*300
		case Plant:
			a.Count, a.Containers = n, 1
		case Move:
			for _, to := range places {
				if to != a.Place && rapid.Bool().Draw(rt, "to") {
					a.To = append(a.To, Part{to, n, 0})
					a.Count += n
				}
			}
		case Harvest, Loss:
			a.Count, a.Containers = n, rapid.Int64Range(0, 1).Draw(rt, "containers")
		default:
			a.Count = n
		}
		return a
	})
}

func checkBook(t *testing.T, rt *rapid.T, db *sqldb.DB, farmID string) {
	booktest.Check(rt, db, farmID)
	var sum Totals
	for _, e := range entriesOf(t, db, farmID) {
		sum.Add(e.kind, e.delta)
	}
	if sum.Moved != 0 {
		rt.Fatalf("moves over the whole farm leave %d", sum.Moved)
	}
	if sum.Inventory() != sum.Received()-sum.Harvested-sum.Lost || sum.Inventory() != onHand(rt, db, farmID) {
		rt.Fatalf("inventory %d (%+v), balances %d", sum.Inventory(), sum, onHand(rt, db, farmID))
	}
}
