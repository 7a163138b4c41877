package jobs

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

func TestAScheduleRunsOnceOverAllProcesses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		var runs atomic.Int64
		var queues []*Queue
		for range 3 {
			q := newQueue(db, c)
			Handle(q, "tidy", func(context.Context, struct{}) error { runs.Add(1); return nil })
			q.Every(time.Hour, "tidy")
			queues = append(queues, q)
		}
		everybody := func() {
			t.Helper()
			var wg sync.WaitGroup
			for _, q := range queues {
				wg.Go(func() {
					if err := q.RunUntilIdle(context.Background()); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		}
		for i, step := range []struct {
			ahead time.Duration
			total int64
		}{{0, 1}, {time.Hour - time.Millisecond, 1}, {time.Millisecond, 2}, {5*time.Hour + 30*time.Minute, 3}, {30 * time.Minute, 4}} {
			c.advance(step.ahead)
			everybody()
			if got := runs.Load(); got != step.total {
				t.Fatalf("step %d: %d runs, want %d", i, got, step.total)
			}
		}
	})
}

func TestAnOccurrenceNeverRunsBesideAnEarlierOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx, c := context.Background(), newClock()
		q := newQueue(db, c)
		fails := true
		runs := 0
		Handle(q, "tidy", func(context.Context, struct{}) error {
			if runs++; fails {
				return errors.New("not now")
			}
			return nil
		})
		q.Every(time.Minute, "tidy")
		for range 5 { // by now the wait for the next retry is longer than the interval
			runAll(t, q)
			c.advance(time.Minute)
		}
		if s := status(t, q); s.Waiting != 1 || runs != 5 {
			t.Fatalf("%d runs, left %+v; a failed occurrence must be brought forward, not doubled", runs, s)
		}
		fails = false
		held, err := q.take(ctx, 1) // not due: its retry is far away
		must(t, err)
		if len(held) != 0 {
			t.Fatal("the retry was due already")
		}
		must(t, q.tick(ctx))
		held, err = q.take(ctx, 1)
		must(t, err)
		if len(held) != 1 {
			t.Fatal("the occurrence did not bring the retry forward")
		}
		c.advance(time.Minute / 3)
		must(t, q.renew(ctx))
		must(t, q.tick(ctx))
		if s := status(t, q); s.Running+s.Waiting != 1 {
			t.Errorf("beside a running occurrence stands %+v", s)
		}
	})
}

func TestAShorterIntervalCountsFromTheNextStart(t *testing.T) {
	db, c := dbtest.SQLite(t), newClock()
	runs := 0
	start := func(interval time.Duration) *Queue {
		q := newQueue(db, c)
		Handle(q, "tidy", func(context.Context, struct{}) error { runs++; return nil })
		q.Every(interval, "tidy")
		return q
	}
	runAll(t, start(30*24*time.Hour))
	q := start(time.Hour)
	runAll(t, q)
	c.advance(time.Hour)
	runAll(t, q)
	if runs != 2 {
		t.Errorf("%d runs", runs)
	}
}
