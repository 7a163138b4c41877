package sqldb

import (
	"sync"
	"testing"
)

// Whoever begins to listen while others write is told of all that they write from then on.
func TestListeningWhileOthersWrite(t *testing.T) {
	db := newDB(nil)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				var mu sync.Mutex
				told := 0
				db.Listen([]string{"farms"}, func() { mu.Lock(); told++; mu.Unlock() })
				db.told([]string{"tags"})
				db.told([]string{"users", "farms"})
				mu.Lock()
				if told == 0 {
					t.Error("nobody told of a write")
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if n := len(db.tell.all); n != 400 {
		t.Errorf("%d listen", n)
	}
}
