package jobs

import (
	"context"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// A process whose clock was hours ahead was killed: its job runs at the next start with a right clock.
func TestBringBack_ALeaseOfAClockThatWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx, c := context.Background(), newClock()
		ran := 0
		start := func() *Queue {
			q := newQueue(db, c)
			Handle(q, "note", func(context.Context, note) error { ran++; return nil })
			return q
		}
		killed := start()
		c.advance(10 * time.Hour)
		enqueue(t, killed, "note", note{})
		taken, err := killed.take(ctx, 1)
		must(t, err)
		if len(taken) != 1 {
			t.Fatalf("took %+v", taken)
		}

		c.advance(-10 * time.Hour)
		runAll(t, start())
		if ran != 1 {
			t.Errorf("ran %d times", ran)
		}
	})
}
