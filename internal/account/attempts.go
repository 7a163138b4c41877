package account

import (
	"sync"
	"time"

	"github.com/merroir/merroir/internal/actor"
)

// mostNetworks bounds the memory of a count. Whoever has more of them is not
// held by counting, and must not keep others out by filling it.
const mostNetworks = 100_000

// attempts counts by the network of an address in windows of fixed length.
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

// exhausted reports whether the address has no attempt left in this window.
func (a *attempts) exhausted(address string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turn()
	return a.counts[actor.Network(address)] >= a.most
}

func (a *attempts) add(address string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turn()
	network := actor.Network(address)
	if _, counted := a.counts[network]; counted || len(a.counts) < mostNetworks {
		a.counts[network]++
	}
}

// turn starts a new window when the old one is over, or the clock went back.
func (a *attempts) turn() {
	if age := a.now().Sub(a.since); a.counts == nil || age >= a.window || age < 0 {
		a.since, a.counts = a.now(), map[string]int{}
	}
}
