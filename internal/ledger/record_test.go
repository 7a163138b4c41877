package ledger

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// REP-18 UPL-3: every kind of activity does to the book what its name says.
func TestRecordEveryKind(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		north, south := areas["North"], areas["South"]
		at := Place{north, bag("1")}
		small, large := bag("small"), bag("large")
		result := record(t, db, farmID,
			Activity{Kind: Plant, Day: day("2026-03-01"), Place: at, Count: 1000, Containers: 4},
			Activity{Kind: Adjust, Day: day("2026-04-01"), Place: at, Count: 990},
			Activity{Kind: Size, Day: day("2026-04-01"), Place: at, Measured: 10, SizeSum: 3001},
			Activity{Kind: Loss, Day: day("2026-05-01"), Place: at, Count: 40},
			Activity{Kind: Move, Day: day("2026-06-01"), Place: at, Count: 900, Containers: 3, To: []Part{
				{Place{south, small}, 500, 2}, {Place{south, large}, 400, 5},
			}},
			Activity{Kind: Harvest, Day: day("2026-07-01"), Place: Place{south, large}, Count: 100, Containers: 1},
		)
		if result.Recorded != 6 || len(result.Numbers) != 6 || result.Numbers[5] != 8 {
			t.Errorf("result %+v", result)
		}
		all, today := day("2026-11-20"), map[string]Totals{
			"":    {Planted: 1000, Adjusted: -10, Harvested: 100, Lost: 40},
			north: {Planted: 1000, Moved: -900, Adjusted: -10, Lost: 40},
			south: {Moved: 900, Harvested: 100},
		}
		for area, want := range today {
			if got := totals(t, db, farmID, area, all); got != want {
				t.Errorf("area %q: %+v, want %+v", area, got, want)
			}
		}
		if sum := onHand(t, db, farmID); sum != 850 {
			t.Errorf("balances %d, want 850", sum)
		}
	})
}

// UPL-3: recording a key again changes nothing; with other content it is a clash.
func TestRecordIsIdempotent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		at := Place{areas["North"], bag("1")}
		plant := Activity{Key: "a", Kind: Plant, Day: day("2026-03-01"), Place: at, Count: 100}
		loss := Activity{Key: "b", Kind: Loss, Day: day("2026-03-02"), Place: at, Count: 1}
		first := record(t, db, farmID, plant, loss, loss)
		if first.Recorded != 2 || first.Skipped != 1 || first.Numbers[2] != first.Numbers[1] {
			t.Errorf("first %+v", first)
		}
		before := contents(t, db, farmID)
		again := record(t, db, farmID, plant, loss)
		if again.Recorded != 0 || again.Skipped != 2 || again.Numbers[1] != first.Numbers[1] {
			t.Errorf("again %+v", again)
		}
		other := loss
		other.Count = 2
		_, err := New(db, clock).Record(system, farmID, []Activity{{Key: "c", Kind: Loss, Day: loss.Day, Place: at, Count: 5}, other})
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("a clash gave %v", err)
		}
		if after := contents(t, db, farmID); after != before {
			t.Errorf("the book changed: %v, was %v", after, before)
		}
	})
}

// UPL-3: a refused batch says rule, growing area, lot and numbers, and leaves
// nothing behind.
func TestRecordRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		at, elsewhere := Place{areas["North"], bag("1")}, Place{areas["South"], bag("1")}
		record(t, db, farmID,
			Activity{Kind: Plant, Day: day("2026-03-01"), Place: at, Count: 100, Containers: 2},
			Activity{Kind: Harvest, Day: day("2026-06-01"), Place: at, Count: 70})
		before := contents(t, db, farmID)
		may := day("2026-05-01")
		tests := []struct {
			name  string
			a     Activity
			field string
			text  string
		}{
			{"more than there are", Activity{Kind: Harvest, Day: day("2026-07-01"), Place: at, Count: 31}, "count",
				"more taken than there are: a harvest of 31 from North, bag, 1 (Pacific oyster, Hatchery, planted 1 March 2026), where 30 are on 1 July 2026"},
			{"dated back, missing later", Activity{Kind: Loss, Day: may, Place: at, Count: 31}, "count",
				"it would leave North, bag, 1 (Pacific oyster, Hatchery, planted 1 March 2026) with -1 animals on 1 June 2026, below zero"},
			{"a count, missing later", Activity{Kind: Adjust, Day: may, Place: at, Count: 69}, "count", "with -1 animals on 1 June 2026"},
			{"before the planting", Activity{Kind: Loss, Day: day("2026-02-28"), Place: at, Count: 1}, "lot", "there are no such animals"},
			{"never planted", Activity{Kind: Adjust, Day: may, Place: elsewhere, Count: 5}, "lot", "there are no such animals: a count of South"},
			{"containers", Activity{Kind: Loss, Day: day("2026-07-01"), Place: at, Count: 1, Containers: 3}, "containers", "more containers taken than there are"},
			{"a move that makes animals", Activity{Kind: Move, Day: may, Place: at, Count: 10, To: []Part{{elsewhere, 11, 0}}}, "count", "the move takes 10 animals and puts down 11"},
			{"a move to where they are", Activity{Kind: Move, Day: may, Place: at, Count: 10, To: []Part{{at, 10, 0}}}, "to", "goes to where the animals are"},
			{"a move into another group", Activity{Kind: Move, Day: may, Place: at, Count: 10, To: []Part{{Place{LeaseID: at.LeaseID}, 10, 0}}}, "to", "cannot change the group"},
			{"the future", Activity{Kind: Loss, Day: day("2026-11-21"), Place: at, Count: 1}, "day", "is in the future"},
			{"no animals", Activity{Kind: Loss, Day: may, Place: at}, "count", "at least one animal"},
			{"a negative count", Activity{Kind: Adjust, Day: may, Place: at, Count: -1}, "count", "must not be negative"},
			{"another farm's growing area", Activity{Kind: Loss, Day: may, Place: Place{"elsewhere", bag("1")}, Count: 1}, "area", "no such growing area"},
			{"an unknown kind", Activity{Kind: "eat", Day: may, Place: at, Count: 1}, "kind", `"eat" is not an activity`},
			{"a sample without a size", Activity{Kind: Size, Day: may, Place: at, Measured: 3}, "size", "more than 0 mm"},
			{"undoing what is not there", Activity{Reverses: 77}, "reverses", "there is no activity 77"},
			{"undoing what others need", Activity{Reverses: 1}, "count", "below zero"},
		}
		for _, tt := range tests {
			good := Activity{Kind: Plant, Day: may, Place: Place{areas["South"], bag("new")}, Count: 5}
			_, err := New(db, clock).Record(system, farmID, []Activity{good, tt.a})
			var refused *Refused
			if !fault.Is(err, fault.Invalid) || !errors.As(err, &refused) {
				t.Errorf("%s: %v", tt.name, err)
				continue
			}
			first := refused.First[0]
			if first.Activity != 1 || first.Field != tt.field || !strings.Contains(first.Reason, tt.text) || !strings.Contains(fault.As(err).Message, first.Reason) {
				t.Errorf("%s: %+v", tt.name, first)
			}
			if after := contents(t, db, farmID); after != before {
				t.Fatalf("%s: the book changed: %v, was %v", tt.name, after, before)
			}
		}
	})
}

// A mistake is undone on its own day, once, and stays in the book.
func TestReverse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		north, south := Place{areas["North"], bag("1")}, Place{areas["South"], bag("1")}
		done := record(t, db, farmID,
			Activity{Kind: Plant, Day: day("2026-03-01"), Place: north, Count: 100},
			Activity{Kind: Move, Day: day("2026-04-01"), Place: north, Count: 60, To: []Part{{south, 60, 0}}},
			Activity{Kind: Harvest, Day: day("2026-05-01"), Place: north, Count: 10})
		undone := record(t, db, farmID, Activity{Key: "undo", Reverses: done.Numbers[1], Note: "the wrong bag"})
		may := day("2026-05-01")
		if got, want := totals(t, db, farmID, areas["South"], may), (Totals{}); got != want {
			t.Errorf("South %+v, want %+v", got, want)
		}
		if got, want := totals(t, db, farmID, areas["North"], may), (Totals{Planted: 100, Harvested: 10}); got != want {
			t.Errorf("North %+v, want %+v", got, want)
		}
		if entries := entriesOf(t, db, farmID); len(entries) != 6 {
			t.Errorf("%d entries, want 6: nothing is ever taken away", len(entries))
		}
		if again := record(t, db, farmID, Activity{Key: "undo", Reverses: done.Numbers[1], Note: "the wrong bag"}); again.Skipped != 1 {
			t.Errorf("again %+v", again)
		}
		for name, tt := range map[string]struct {
			reverses int64
			kind     fault.Kind
		}{"twice": {done.Numbers[1], fault.Conflict}, "an undoing": {undone.Numbers[0], fault.Invalid}, "the second entry of a move": {done.Numbers[1] + 1, fault.Invalid}} {
			if _, err := New(db, clock).Record(system, farmID, []Activity{{Reverses: tt.reverses}}); !fault.Is(err, tt.kind) {
				t.Errorf("%s: %v, want %s", name, err, tt.kind)
			}
		}
	})
}

// The gate: an outsider learns nothing and changes nothing.
func TestRecordNeedsTheFarm(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, areas := newFarm(t, db)
	s := New(db, clock)
	outsiders := map[string]context.Context{
		"nobody":                 context.Background(),
		"another farm's manager": actor.With(context.Background(), actor.Actor{UserID: "u9", FarmManager: true}),
		"a member":               actor.With(context.Background(), actor.Actor{UserID: "u8"}),
	}
	before := contents(t, db, farmID)
	for name, ctx := range outsiders {
		kind := fault.NotFound
		if name == "nobody" {
			kind = fault.Unauthenticated
		}
		plant := Activity{Kind: Plant, Day: day("2026-03-01"), Place: Place{areas["North"], bag("1")}, Count: 1}
		if _, err := s.Record(ctx, farmID, []Activity{plant}); !fault.Is(err, kind) {
			t.Errorf("%s recorded: %v", name, err)
		}
		if _, err := s.Check(ctx, farmID, &Draft{}); !fault.Is(err, kind) {
			t.Errorf("%s had a draft checked: %v", name, err)
		}
	}
	if after := contents(t, db, farmID); after != before {
		t.Errorf("the book changed: %v, was %v", after, before)
	}
}

// Two harvests at once of more than half each: one of them is refused.
func TestWritersOfAFarmQueue(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		at := Place{areas["North"], bag("1")}
		record(t, db, farmID, Activity{Kind: Plant, Day: day("2026-03-01"), Place: at, Count: 100})
		const writers = 6
		failed := make(chan error, writers)
		var wg sync.WaitGroup
		for range writers {
			wg.Go(func() {
				if _, err := New(db, clock).Record(system, farmID, []Activity{{Kind: Harvest, Day: day("2026-04-01"), Place: at, Count: 60}}); err != nil {
					failed <- err
				}
			})
		}
		wg.Wait()
		close(failed)
		for err := range failed {
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("refused for another reason: %v", err)
			}
		}
		entries := entriesOf(t, db, farmID)
		if sum := onHand(t, db, farmID); sum != 40 || len(entries) != 2 || entries[1].seq != 2 {
			t.Errorf("%d animals in %d entries", sum, len(entries))
		}
	})
}

// Animals that arrive later do not cover for those missing before.
func TestLaterArrivalsCoverNothing(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, areas := newFarm(t, db)
	north, south := Place{areas["North"], bag("1")}, Place{areas["South"], bag("1")}
	record(t, db, farmID,
		Activity{Kind: Plant, Day: day("2026-03-01"), Place: north, Count: 100},
		Activity{Kind: Plant, Day: day("2026-03-01"), Place: south, Count: 10},
		Activity{Kind: Harvest, Day: day("2026-03-05"), Place: south, Count: 10})
	_, err := New(db, clock).Record(system, farmID, []Activity{
		{Kind: Loss, Day: day("2026-03-03"), Place: south, Count: 1},
		{Kind: Move, Day: day("2026-03-08"), Place: north, Count: 50, To: []Part{{south, 50, 0}}},
	})
	var refused *Refused
	if !errors.As(err, &refused) || refused.Total != 1 || refused.First[0].Activity != 0 || !strings.Contains(refused.First[0].Reason, "with -1 animals on 5 March 2026") {
		t.Errorf("%v", err)
	}
}
