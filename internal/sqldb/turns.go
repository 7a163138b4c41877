package sqldb

import (
	"context"
	"slices"
	"sync"
)

// turns lets callers with the same key through one at a time, in the order in
// which they came. The zero value works.
type turns struct {
	mu      sync.Mutex
	waiting map[string][]chan struct{} // a key is present while somebody has its turn
}

// take waits for the caller's turn under the key, which the caller must give back.
// If the context ends before it comes, it gives the context's error.
func (t *turns) take(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t.mu.Lock()
	line, taken := t.waiting[key]
	if !taken {
		if t.waiting == nil {
			t.waiting = map[string][]chan struct{}{}
		}
		t.waiting[key] = nil
		t.mu.Unlock()
		return nil
	}
	mine := make(chan struct{})
	t.waiting[key] = append(line, mine)
	t.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
		if !t.leave(key, mine) {
			return nil // it has the turn already, and gives it back as others do
		}
		return ctx.Err()
	}
}

// leave takes a caller out of the line, where it still stands in it.
func (t *turns) leave(key string, mine chan struct{}) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := slices.Index(t.waiting[key], mine)
	if at >= 0 {
		t.waiting[key] = slices.Delete(t.waiting[key], at, at+1)
	}
	return at >= 0
}

// hand ends a turn where somebody waits for the next one.
func (t *turns) hand(key string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.handed(key)
}

func (t *turns) handed(key string) bool {
	line := t.waiting[key]
	if len(line) == 0 {
		return false
	}
	close(line[0])
	t.waiting[key] = line[1:]
	return true
}

// give ends a turn and begins the next caller's.
func (t *turns) give(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.handed(key) {
		delete(t.waiting, key)
	}
}

// busy says whether somebody has the turn of the key.
func (t *turns) busy(key string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, taken := t.waiting[key]
	return taken
}
