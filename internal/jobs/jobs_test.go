package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// clock is a clock that only the test moves.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *clock { return &clock{t: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

type note struct{ Text string }

func newQueue(db *sqldb.DB, c *clock) *Queue {
	return New(db, Options{Now: c.now, Logger: slog.New(slog.DiscardHandler)})
}

func enqueue(t *testing.T, q *Queue, kind string, args any, options ...Option) {
	t.Helper()
	ctx := context.Background()
	must(t, q.db.Write(ctx, func(tx *sqldb.Tx) error { return q.Enqueue(ctx, tx, kind, args, options...) }))
}

func runAll(t *testing.T, q *Queue) {
	t.Helper()
	must(t, q.RunUntilIdle(context.Background()))
}

func retry(q *Queue, id string) error {
	ctx := context.Background()
	return q.db.Write(ctx, func(tx *sqldb.Tx) error { _, err := q.Retry(ctx, tx, id); return err })
}

// left is how many jobs of all kinds are not done.
type left struct{ Waiting, Running, Failed int64 }

func status(t *testing.T, q *Queue) (all left) {
	t.Helper()
	ctx := context.Background()
	must(t, q.db.Read(ctx, func(tx *sqldb.Tx) error {
		kinds, err := q.Kinds(ctx, tx)
		all = left{}
		for _, k := range kinds {
			all = left{all.Waiting + k.Waiting, all.Running + k.Running, all.Failed + k.Failed}
		}
		return err
	}))
	return all
}

func failedJobs(t *testing.T, q *Queue) (jobs []Job) {
	t.Helper()
	ctx := context.Background()
	must(t, q.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		jobs, _, err = q.List(ctx, tx, Filter{State: "failed"}, 100, 0)
		return err
	}))
	return jobs
}

// stored is a job row in words.
func stored(t *testing.T, db *sqldb.DB) (rows []string) {
	t.Helper()
	ctx := context.Background()
	scan := func(r sqldb.Row) (string, error) {
		var state, args string
		var attempts int
		err := r.Scan(&state, &attempts, &args)
		return fmt.Sprintf("%s after %d: %s", state, attempts, args), err
	}
	must(t, db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		rows, err = sqldb.All(ctx, tx, scan, "SELECT state, attempts, args FROM jobs ORDER BY created_at, id")
		return err
	}))
	return rows
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wait fails the test when nothing comes within a time that only a broken
// queue needs.
func wait[T any](t *testing.T, from <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(20 * time.Second):
		t.Fatal("nothing came")
	}
	return v
}

func TestCommittedRunsAndRolledBackLeavesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		q := newQueue(db, newClock())
		var ran []string
		Handle(q, "note", func(_ context.Context, n note) error {
			ran = append(ran, n.Text)
			return nil
		})
		enqueue(t, q, "note", note{"kept"})
		refused := errors.New("no")
		if err := db.Write(ctx, func(tx *sqldb.Tx) error {
			must(t, q.Enqueue(ctx, tx, "note", note{"dropped"}))
			return refused
		}); !errors.Is(err, refused) {
			t.Fatalf("err = %v", err)
		}
		runAll(t, q)
		if !slices.Equal(ran, []string{"kept"}) {
			t.Errorf("ran %v", ran)
		}
		// What a done job was told may be secret and is not kept.
		if got := stored(t, db); !slices.Equal(got, []string{"done after 1: {}"}) {
			t.Errorf("stored %q", got)
		}
	})
}

func TestEnqueueRefusesAKindThatNobodyRuns(t *testing.T) {
	db := dbtest.SQLite(t)
	q := newQueue(db, newClock())
	ctx := context.Background()
	err := db.Write(ctx, func(tx *sqldb.Tx) error { return q.Enqueue(ctx, tx, "typo", note{}) })
	if err == nil || !strings.Contains(err.Error(), `"typo"`) {
		t.Errorf("err = %v", err)
	}
	q.Every(time.Hour, "typo")
	if err := q.Start(ctx); err == nil {
		t.Error("a schedule without a handler was started")
	}
}

func TestUniqueKeyMakesOneJob(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		q := newQueue(db, newClock())
		runs := 0
		Handle(q, "note", func(context.Context, note) error { runs++; return nil })
		enqueue(t, q, "note", note{"a"}, Unique("invoice 7"))
		enqueue(t, q, "note", note{"b"}, Unique("invoice 7"))
		runAll(t, q)
		enqueue(t, q, "note", note{"c"}, Unique("invoice 7"))
		enqueue(t, q, "note", note{"d"}, Unique("invoice 8"))
		enqueue(t, q, "note", note{"e"})
		runAll(t, q)
		if runs != 3 {
			t.Errorf("%d runs, want one for invoice 7, one for 8, one without a key", runs)
		}
	})
}

func TestAtWaitsForItsTime(t *testing.T) {
	db, c := dbtest.SQLite(t), newClock()
	q := newQueue(db, c)
	runs := 0
	Handle(q, "note", func(context.Context, note) error { runs++; return nil })
	enqueue(t, q, "note", note{}, At(c.now().Add(time.Minute)))
	c.advance(time.Minute - time.Millisecond)
	runAll(t, q)
	if runs != 0 {
		t.Error("ran too soon")
	}
	c.advance(time.Millisecond)
	runAll(t, q)
	if runs != 1 {
		t.Errorf("%d runs", runs)
	}
}

func TestErrorsAreTriedAgainLaterEachTimeThenFail(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		q := newQueue(db, c)
		var at []time.Time
		Handle(q, "note", func(context.Context, note) error {
			at = append(at, c.now())
			return errors.New("no answer \x00 \xff")
		})
		enqueue(t, q, "note", note{"hello"})
		for range 7 * 24 * 12 { // a week in steps of five minutes
			runAll(t, q)
			c.advance(5 * time.Minute)
		}
		if len(at) != maxAttempts {
			t.Fatalf("%d attempts", len(at))
		}
		if took := at[len(at)-1].Sub(at[0]); took < 12*time.Hour || took > 36*time.Hour {
			t.Errorf("the attempts took %v, want about a day", took)
		}
		failed := failedJobs(t, q)
		if len(failed) != 1 || failed[0].Kind != "note" || failed[0].Attempts != maxAttempts || failed[0].LastError != "no answer ? ?" {
			t.Fatalf("failed: %+v", failed)
		}
		if s := status(t, q); s != (left{Failed: 1}) {
			t.Errorf("status %+v", s)
		}
		must(t, retry(q, failed[0].ID))
		runAll(t, q)
		if len(at) != maxAttempts+1 {
			t.Error("a restarted job did not run")
		}
	})
}

func TestAPermanentErrorFailsAtOnce(t *testing.T) {
	db := dbtest.SQLite(t)
	q := newQueue(db, newClock())
	Handle(q, "note", func(context.Context, note) error {
		return fmt.Errorf("sending: %w", Permanent(fault.New(fault.Invalid, "no such mailbox")))
	})
	enqueue(t, q, "note", note{"x"})
	runAll(t, q)
	if got := stored(t, db); !slices.Equal(got, []string{`failed after 1: {"Text":"x"}`}) {
		t.Errorf("stored %q", got)
	}
}

func TestAPanicIsAFailedAttempt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		q := newQueue(db, c)
		runs := 0
		Handle(q, "note", func(context.Context, note) error {
			if runs++; runs == 1 {
				panic("unexpected")
			}
			return nil
		})
		enqueue(t, q, "note", note{})
		runAll(t, q)
		if got := stored(t, db); !strings.HasPrefix(got[0], "ready after 1") {
			t.Fatalf("stored %q", got)
		}
		c.advance(time.Minute)
		runAll(t, q)
		if got := stored(t, db); got[0] != "done after 2: {}" {
			t.Errorf("stored %q", got)
		}
	})
}

// R21: several processes on one database do each job once.
func TestTwoQueuesRunEachJobOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
		const jobs = 200
		c := newClock()
		var mu sync.Mutex
		ran := map[string]int{}
		all := make(chan struct{}, 2*jobs)
		queues := []*Queue{newQueue(db, c), newQueue(db, c)}
		ctx := context.Background()
		for _, q := range queues {
			Handle(q, "note", func(_ context.Context, n note) error {
				mu.Lock()
				defer mu.Unlock()
				ran[n.Text]++
				all <- struct{}{}
				return nil
			})
		}
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
			for i := range jobs {
				if err := queues[0].Enqueue(ctx, tx, "note", note{fmt.Sprint(i)}); err != nil {
					return err
				}
			}
			return nil
		}))
		for _, q := range queues {
			must(t, q.Start(ctx))
		}
		for range jobs {
			wait(t, all)
		}
		for _, q := range queues {
			must(t, q.Stop(ctx))
		}
		for text, n := range ran {
			if n != 1 {
				t.Errorf("job %s ran %d times", text, n)
			}
		}
		if s := status(t, queues[0]); len(ran) != jobs || s != (left{}) {
			t.Errorf("%d jobs ran, left %+v", len(ran), s)
		}
	})
}

// With the poll an hour away only the wake-up can be what starts the job.
func TestEnqueueWakesTheLoop(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		asked := make(chan time.Time, 100)
		q := newQueue(db, newClock())
		q.pollEvery = time.Hour
		q.now = func() time.Time {
			now := time.Now()
			asked <- now
			return now
		}
		ran := make(chan string)
		Handle(q, "note", func(_ context.Context, n note) error { ran <- n.Text; return nil })
		must(t, q.Start(ctx))
		wait(t, asked) // before the first look
		wait(t, asked) // after it, for pruning
		enqueue(t, q, "note", note{"one"})
		if got := wait(t, ran); got != "one" {
			t.Errorf("ran %q", got)
		}
		must(t, q.Stop(ctx))
	})
}

func TestFinishedJobsArePruned(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		q := newQueue(db, c)
		Handle(q, "note", func(_ context.Context, n note) error {
			if n.Text == "bad" {
				return Permanent(errors.New("no"))
			}
			return nil
		}, Ahead(2000*24*time.Hour))
		left := func(age time.Duration) int {
			c.advance(age)
			must(t, q.prune(context.Background()))
			return len(stored(t, db))
		}
		enqueue(t, q, "note", note{"good"})
		enqueue(t, q, "note", note{"bad"})
		runAll(t, q)
		enqueue(t, q, "note", note{"waits"}, At(c.now().Add(1000*24*time.Hour)))
		if got := []int{left(keepDone), left(time.Minute), left(keepFailed)}; !slices.Equal(got, []int{3, 2, 1}) {
			t.Errorf("left %v", got)
		}
	})
}

func TestBackoffGrowsToItsCap(t *testing.T) {
	var waits []time.Duration
	for attempts := int64(1); attempts <= 9; attempts++ {
		waits = append(waits, backoff(attempts, 0.5))
	}
	want := []time.Duration{
		15 * time.Second, time.Minute, 4 * time.Minute, 16 * time.Minute, 64 * time.Minute,
		256 * time.Minute, 1024 * time.Minute, 18 * time.Hour, 18 * time.Hour,
	}
	if !slices.Equal(waits, want) {
		t.Errorf("waits %v", waits)
	}
	if low, high := backoff(1, 0), backoff(1, 0.999); low != 12*time.Second || high < 17*time.Second || high > 18*time.Second {
		t.Errorf("jitter from %v to %v", low, high)
	}
}
