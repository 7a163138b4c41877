package key

import (
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
)

// Programs that call at once note the use of their keys while others are being stored.
func TestUsesAreNotedAtOnce(t *testing.T) {
	u := newUses(dbtest.SQLite(t), slog.New(slog.DiscardHandler))
	var all sync.WaitGroup
	for program := range 4 {
		all.Go(func() {
			for minute := range 10 {
				u.note("a farm", fmt.Sprint(program%2), int64(minute)*time.Minute.Milliseconds())
			}
		})
	}
	all.Wait()
	u.close()
	for id, at := range u.last {
		if at != 9*time.Minute.Milliseconds() {
			t.Errorf("key %s was used at %d", id, at)
		}
	}
	u.note("a farm", "late", 0)
	if len(u.last) != 2 {
		t.Errorf("uses of %d keys", len(u.last))
	}
}
