package account

import (
	"context"
	"fmt"
	"sync"
	"testing"
)

// Requests note the use of sessions while others do and while what has gathered is stored.
func TestUsesAreNotedAtOnce(t *testing.T) {
	var stored sync.Map
	used := &touches{pending: map[string]touch{}, store: func(_ context.Context, batch []touch) error {
		for _, one := range batch {
			stored.Store(one.sessionID, one.at)
		}
		return nil
	}}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for n := range 100 {
				id := fmt.Sprint(n)
				used.note(touch{sessionID: id, at: int64(n)})
				if last := used.lastSeen(id, int64(n)); last != int64(n) {
					t.Errorf("session %d was last seen at %d", n, last)
				}
			}
			if err := used.flush(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for n := range 100 {
		if at, there := stored.Load(fmt.Sprint(n)); !there || at != int64(n) {
			t.Errorf("session %d is stored as %v", n, at)
		}
	}
}
