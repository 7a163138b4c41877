package sqldb

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Ids grow while the clock stands still, goes on, and goes back.
func TestIDsGrow(t *testing.T) {
	start := time.Date(2026, 11, 22, 1, 0, 0, 0, time.UTC)
	now := start
	made := newIDs(func() time.Time { return now })
	form := regexp.MustCompile(`^[0-9a-f]{24}$`)
	last := ""
	for n, step := range []time.Duration{0, time.Millisecond, -time.Hour, 2 * time.Hour, 0} {
		now = now.Add(step)
		for range 5000 {
			id := made.next()
			if !form.MatchString(id) || id <= last {
				t.Fatalf("after step %d: %s follows %s", n, id, last)
			}
			last = id
		}
	}
	// A burst runs ahead of its clock by a few of its ids' milliseconds only.
	if first, latest := prefix(now), prefix(now.Add(10_000/200*time.Millisecond)); last[:12] < first || last[:12] > latest {
		t.Errorf("the last id is of %s, the clock shows %s", last[:12], first)
	}
}

func prefix(at time.Time) string {
	return newIDs(func() time.Time { return at }).next()[:12]
}

// The next id is not to be guessed, be it of the same millisecond.
func TestIDsAreFarApart(t *testing.T) {
	at := time.Date(2026, 11, 22, 1, 0, 0, 0, time.UTC)
	made := newIDs(func() time.Time { return at })
	steps := map[uint64]bool{}
	before := uint64(0)
	for range 100 {
		made.next()
		steps[(made.tail-before)>>20] = true // two steps are rarely alike in their upper 20 of 40 bits
		before = made.tail
	}
	if len(steps) < 95 {
		t.Errorf("only %d of 100 steps differ", len(steps))
	}
	if one, other := newIDs(made.now).next(), newIDs(made.now).next(); one[12:] == other[12:] {
		t.Error("two processes make the same ids")
	}
}

func TestIDsOfManyAtOnceDiffer(t *testing.T) {
	var mu sync.Mutex
	var all []string
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			own := make([]string, 2000)
			for i := range own {
				own[i] = NewID()
			}
			if !slices.IsSorted(own) {
				t.Error("a goroutine's ids do not grow")
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, own...)
		})
	}
	wait.Wait()
	slices.Sort(all)
	if n := len(slices.Compact(slices.Clone(all))); n != len(all) {
		t.Errorf("%d of %d ids are different", n, len(all))
	}
	if strings.Compare(all[0], prefix(time.Now().Add(-time.Hour))) < 0 {
		t.Errorf("the first id is %s", all[0])
	}
}
