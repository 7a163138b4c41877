package account

import (
	"sync"
	"time"
)

// attempts counts by key in windows of fixed length. What it holds in memory
// is bounded by the calls of one window.
type attempts struct {
	most   int
	window time.Duration
	now    func() time.Time

	mu     sync.Mutex
	since  time.Time
	counts map[string]int
}

func newAttempts(most int, window time.Duration, now func() time.Time) *attempts {
	return &attempts{most: most, window: window, now: now}
}

// exhausted reports whether the key has no attempt left in this window.
func (a *attempts) exhausted(key string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turn()
	return a.counts[key] >= a.most
}

func (a *attempts) add(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turn()
	a.counts[key]++
}

// turn starts a new window when the old one is over, or the clock went back.
func (a *attempts) turn() {
	if age := a.now().Sub(a.since); a.counts == nil || age >= a.window || age < 0 {
		a.since, a.counts = a.now(), map[string]int{}
	}
}
