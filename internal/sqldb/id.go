package sqldb

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"sync"
	"time"
)

// NewID makes an id: 24 hex digits that sort in the order in which a process
// made them, and between processes by their clocks. The first 12 are Unix
// milliseconds, the others random: from one id the next is one of 2^40. Tokens
// that open something are not made this way.
//
// The ids of earlier releases are random throughout. They sort anywhere among
// the others, most of them after today's.
func NewID() string { return made.next() }

var made = newIDs(time.Now)

// FirstID sorts before the ids that are made from a moment on, and after those before it.
func FirstID(at time.Time) string { return fmt.Sprintf("%012x%012x", max(0, Millis(at)), 0) }

// ids makes ids by a clock. If it stands still or goes back, or a millisecond has
// too many, they carry on in the last one, or run a little ahead.
type ids struct {
	now func() time.Time

	mu     sync.Mutex
	millis uint64 // of the last id
	tail   uint64 // of the last id, 48 bits
}

const (
	tailBits = 48
	stepBits = 40 // of the random step to the next id in the same millisecond
)

func newIDs(now func() time.Time) *ids { return &ids{now: now} }

func (i *ids) next() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	random := binary.BigEndian.Uint64(b[:])
	i.mu.Lock()
	defer i.mu.Unlock()
	if now := uint64(max(0, Millis(i.now()))); now > i.millis {
		i.millis, i.tail = now, 0
	}
	if i.tail != 0 {
		i.tail += 1 + random>>(64-stepBits)
	}
	if i.tail >= 1<<tailBits {
		i.millis, i.tail = i.millis+1, 0
	}
	if i.tail == 0 { // the first of its millisecond leaves room for more
		i.tail = 1 + random>>(64-tailBits+1)
	}
	return fmt.Sprintf("%012x%012x", i.millis, i.tail)
}
