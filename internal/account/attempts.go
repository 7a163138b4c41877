package account

import (
	"sync"
	"time"

	"github.com/merroir/merroir/internal/actor"
)

// maxNetworks bounds the memory that counting takes. An attacker with more
// networks than that is not counted, but keeps nobody else out by filling it.
const maxNetworks = 100_000

// attempts counts tries by network, in windows of fixed length.
type attempts struct {
	limit  int
	window time.Duration
	now    func() time.Time

	mu     sync.Mutex
	since  time.Time
	counts map[string]int
}

func newAttempts(limit int, window time.Duration, now func() time.Time) *attempts {
	return &attempts{limit: limit, window: window, now: now}
}

// exhausted reports whether the address has no attempt left in this window.
func (a *attempts) exhausted(address string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turn()
	return a.counts[actor.Network(address)] >= a.limit
}

func (a *attempts) add(address string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turn()
	network := actor.Network(address)
	if _, counted := a.counts[network]; counted || len(a.counts) < maxNetworks {
		a.counts[network]++
	}
}

// turn starts a new window when the old one is over or the clock was set back.
func (a *attempts) turn() {
	if age := a.now().Sub(a.since); a.counts == nil || age >= a.window || age < 0 {
		a.since, a.counts = a.now(), map[string]int{}
	}
}
