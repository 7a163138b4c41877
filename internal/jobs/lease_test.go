package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// R21, I8: a job whose lease ended runs again, and who lost it cannot write.
func TestExpiredLeaseIsTakenOverAndTheLoserCannotWrite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		slow, quick := newQueue(db, c), newQueue(db, c)
		started, release, ended := make(chan struct{}), make(chan struct{}), make(chan error)
		Handle(slow, "note", func(context.Context, note) error {
			close(started)
			<-release
			return errors.New("too late")
		})
		runs := 0
		Handle(quick, "note", func(context.Context, note) error { runs++; return nil })
		enqueue(t, slow, "note", note{})
		go func() { ended <- slow.RunUntilIdle(context.Background()) }()
		wait(t, started)
		c.advance(leaseTime - time.Millisecond)
		runAll(t, quick)
		if runs != 0 {
			t.Fatal("taken while the lease held")
		}
		c.advance(time.Millisecond)
		runAll(t, quick)
		if runs != 1 {
			t.Fatal("not taken over")
		}
		close(release)
		must(t, wait(t, ended))
		if got := stored(t, db); !slices.Equal(got, []string{"done after 2: {}"}) {
			t.Errorf("stored %q", got)
		}
	})
}

func TestARenewedLeaseHoldsAndALostOneEndsTheHandler(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx, c := context.Background(), newClock()
		first, second := newQueue(db, c), newQueue(db, c)
		started, ended := make(chan struct{}), make(chan error, 1)
		Handle(first, "note", func(ctx context.Context, _ note) error {
			close(started)
			<-ctx.Done()
			ended <- context.Cause(ctx)
			return ctx.Err()
		})
		runs := 0
		Handle(second, "note", func(context.Context, note) error { runs++; return nil })
		enqueue(t, first, "note", note{})
		must(t, first.Start(ctx))
		wait(t, started)
		c.advance(leaseTime / 2)
		must(t, first.renew(ctx))
		c.advance(leaseTime / 2)
		runAll(t, second)
		if runs != 0 {
			t.Fatal("taken although it was renewed")
		}
		c.advance(leaseTime)
		runAll(t, second)
		must(t, first.renew(ctx))
		if cause := wait(t, ended); !errors.Is(cause, errLeaseLost) || runs != 1 {
			t.Errorf("ended by %v, %d runs", cause, runs)
		}
		must(t, first.Stop(ctx))
		if got := stored(t, db); !slices.Equal(got, []string{"done after 2: {}"}) {
			t.Errorf("stored %q", got)
		}
	})
}

// A job that kills its process each time must not do so for ever.
func TestAJobWhoseProcessKeepsDyingFails(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		q := newQueue(db, c)
		var ran []string
		Handle(q, "note", func(_ context.Context, n note) error { ran = append(ran, n.Text); return nil })
		enqueue(t, q, "note", note{"deadly"})
		for attempt := range maxAttempts {
			taken, err := q.take(context.Background(), 1)
			must(t, err)
			if len(taken) != 1 {
				t.Fatalf("attempt %d took %d", attempt, len(taken))
			}
			c.advance(leaseTime)
		}
		enqueue(t, q, "note", note{"next"})
		runAll(t, q)
		if !slices.Equal(ran, []string{"next"}) {
			t.Errorf("ran %q", ran)
		}
		failed := failedJobs(t, q)
		if len(failed) != 1 || failed[0].LastError != "its process died while it ran" {
			t.Errorf("failed %+v", failed)
		}
	})
}

func TestStopLetsRunningJobsFinish(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx, c := context.Background(), newClock()
		q := newQueue(db, c)
		started, release, stopped := make(chan struct{}), make(chan struct{}), make(chan error)
		Handle(q, "note", func(ctx context.Context, _ note) error {
			close(started)
			<-release
			return ctx.Err()
		})
		enqueue(t, q, "note", note{})
		startCtx, cancel := context.WithCancel(ctx)
		must(t, q.Start(startCtx))
		wait(t, started)
		cancel() // the end of the program's context must not end the handler's
		go func() { stopped <- q.Stop(ctx) }()
		wait(t, q.process.loopDone)
		enqueue(t, q, "note", note{"stays for the next start"})
		close(release)
		must(t, wait(t, stopped))
		if s := status(t, q); s.Waiting != 1 || s.Running != 0 {
			t.Errorf("left %+v", s)
		}
	})
}

func TestStopOutOfTimeHandsBackWithoutUsingAnAttempt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		q := newQueue(db, newClock())
		started := make(chan struct{})
		Handle(q, "note", func(ctx context.Context, _ note) error {
			close(started)
			<-ctx.Done()
			return ctx.Err()
		})
		enqueue(t, q, "note", note{"x"})
		must(t, q.Start(ctx))
		wait(t, started)
		late, cancel := context.WithCancel(ctx)
		cancel()
		must(t, q.Stop(late))
		if got := stored(t, db); !slices.Equal(got, []string{`ready after 0: {"Text":"x"}`}) {
			t.Errorf("stored %q", got)
		}
		runs := 0
		other := newQueue(db, newClock())
		Handle(other, "note", func(context.Context, note) error { runs++; return nil })
		runAll(t, other)
		if runs != 1 {
			t.Error("a job handed back was not due at once")
		}
	})
}

// R21: the jobs of a process that was killed resume within 60 s.
func TestAKilledProcessLosesNoJob(t *testing.T) {
	dbtest.EachKilled(t, workForEver, func(t *testing.T, k *dbtest.Killed) {
		if said := k.Kill(t, nil); said != "running" {
			t.Fatalf("the process said %q", said)
		}
		k.Open(t, func(db *sqldb.DB) {
			c := newClock()
			q := newQueue(db, c)
			var ran []string
			Handle(q, "note", func(_ context.Context, n note) error { ran = append(ran, n.Text); return nil })
			c.advance(60*time.Second - pollEvery)
			runAll(t, q)
			slices.Sort(ran)
			if !slices.Equal(ran, []string{"begun", "waiting"}) {
				t.Errorf("ran %q", ran)
			}
		})
	})
}

// workForEver runs a job that never ends, beside one that waits.
func workForEver(t *testing.T, db *sqldb.DB) {
	ctx := context.Background()
	q := newQueue(db, newClock())
	Handle(q, "note", func(context.Context, note) error {
		fmt.Println("running")
		select {}
	})
	must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
		if err := q.Enqueue(ctx, tx, "note", note{"begun"}); err != nil {
			return err
		}
		return q.Enqueue(ctx, tx, "note", note{"waiting"}, At(q.now().Add(time.Second)))
	}))
	runAll(t, q)
}
