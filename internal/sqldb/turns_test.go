package sqldb_test

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/sqldb"
)

// standIn starts a caller and returns when it waits in the line, or has left.
func standIn(turns *sqldb.Turns, key string, ahead int, wg *sync.WaitGroup, call func()) {
	wg.Go(call)
	for turns.Waiting(key) <= ahead {
		runtime.Gosched()
	}
}

func TestTurnsComeInOrder(t *testing.T) {
	ctx := context.Background()
	var turns sqldb.Turns
	must(t, turns.Take(ctx, "farm"))
	must(t, turns.Take(ctx, "another"))
	turns.Give("another")
	var wg sync.WaitGroup
	var order []int // each has its turn alone, so nothing else guards it
	for i := range 20 {
		standIn(&turns, "farm", i, &wg, func() {
			if err := turns.Take(ctx, "farm"); err != nil {
				t.Error(err)
			}
			order = append(order, i)
			turns.Give("farm")
		})
	}
	turns.Give("farm")
	wg.Wait()
	if len(order) != 20 || !slices.IsSorted(order) {
		t.Errorf("order %v", order)
	}
	if turns.Busy("farm") {
		t.Error("a turn was not given back")
	}
}

// Whoever leaves the line takes no turn along, also where it had just come.
func TestALeftTurnIsPassedOn(t *testing.T) {
	ctx := context.Background()
	for range 200 {
		var turns sqldb.Turns
		must(t, turns.Take(ctx, "farm"))
		impatient, leave := context.WithCancel(ctx)
		var wg sync.WaitGroup
		standIn(&turns, "farm", 0, &wg, func() {
			if turns.Take(impatient, "farm") == nil {
				turns.Give("farm")
			}
		})
		standIn(&turns, "farm", 1, &wg, func() {
			if err := turns.Take(ctx, "farm"); err != nil {
				t.Error(err)
			}
			turns.Give("farm")
		})
		wg.Go(leave)
		wg.Go(func() { turns.Give("farm") })
		wg.Wait()
		if turns.Busy("farm") {
			t.Fatal("a turn was lost")
		}
	}
	gone, leave := context.WithCancel(ctx)
	leave()
	var turns sqldb.Turns
	if turns.Take(gone, "farm") == nil || turns.Busy("farm") {
		t.Error("a caller who had left got a turn")
	}
}
