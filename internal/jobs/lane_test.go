package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// claimAll claims all that may start, as round does, and returns the arguments in the order of claims.
func claimAll(t *testing.T, q *Queue) (texts []string) {
	t.Helper()
	for {
		taken, err := q.take(t.Context(), 99)
		must(t, err)
		if len(taken) == 0 {
			return texts
		}
		for _, j := range taken {
			q.begin(t.Context(), j)
			texts = append(texts, strings.TrimSuffix(strings.TrimPrefix(string(j.args), `{"Text":"`), `"}`))
		}
	}
}

// A lane that is full hides no job of another lane, however many of its jobs wait before it.
func TestPerLane_HoldsBackItsOwnLaneOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		q := newQueue(db, c)
		Handle(q, "mail", func(context.Context, note) error { return nil }, AtOnce(5), PerLane(2))
		for i := range 30 {
			enqueue(t, q, "mail", note{fmt.Sprint("slow", i)}, Lane("slow.example"))
		}
		c.advance(time.Second)
		enqueue(t, q, "mail", note{"fast"}, Lane("fast.example"))
		enqueue(t, q, "mail", note{"none 1"})
		enqueue(t, q, "mail", note{"none 2"})

		got := claimAll(t, q)
		slices.Sort(got)
		if want := []string{"fast", "none 1", "none 2", "slow0", "slow1"}; !slices.Equal(got, want) {
			t.Errorf("claimed %q, want %q", got, want)
		}

		for _, r := range q.runs() {
			if r.lane == "slow.example" {
				q.work(t.Context(), r)
			}
		}
		if got := claimAll(t, q); !slices.Equal(got, []string{"slow2", "slow3"}) {
			t.Errorf("after two of the lane ended: claimed %q", got)
		}
	})
}

func TestRank_IsClaimedFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		q := newQueue(db, c)
		var ran []string
		for rank, kind := range []string{"urgent", "usual", "rest"} {
			Handle(q, kind, func(context.Context, note) error { ran = append(ran, kind); return nil }, Rank(rank))
		}
		for _, kind := range []string{"rest", "usual", "rest", "urgent"} {
			enqueue(t, q, kind, note{})
			c.advance(time.Second)
		}
		runAll(t, q)
		if want := []string{"urgent", "usual", "rest", "rest"}; !slices.Equal(ran, want) {
			t.Errorf("ran %q, want %q", ran, want)
		}
	})
}

// Jobs that hang leave their places to others, up to a number.
func TestSlowAfter_LetsOthersPass(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		q := newQueue(db, c)
		Handle(q, "mail", func(context.Context, note) error { return nil }, AtOnce(2), SlowAfter(3*time.Second, 3))
		for i := range 9 {
			enqueue(t, q, "mail", note{fmt.Sprint(i)})
		}
		for i, want := range []string{"0 1", "2 3", "4", ""} {
			if got := strings.Join(claimAll(t, q), " "); got != want {
				t.Errorf("after %d s: claimed %q, want %q", 3*i, got, want)
			}
			c.advance(2 * time.Second)
			if got := claimAll(t, q); len(got) > 0 {
				t.Errorf("after %d s: claimed %q", 3*i+2, got)
			}
			c.advance(time.Second)
		}
	})
}

// How long the oldest job has waited counts from when it was first due, over all its retries.
func TestWaitingSince_OutlastsRetries(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		q := newQueue(db, c)
		var attempts []int64
		fails := errors.New("not yet")
		Handle(q, "mail", func(ctx context.Context, _ note) error {
			attempts = append(attempts, Attempt(ctx))
			return fails
		})
		waitingSince := func() *int64 {
			var kinds []KindStatus
			must(t, db.Read(t.Context(), func(tx *sqldb.Tx) (err error) {
				kinds, err = q.Kinds(t.Context(), tx)
				return err
			}))
			return kinds[0].WaitingSince
		}
		if got := waitingSince(); got != nil {
			t.Errorf("since %d without a job", *got)
		}

		due := c.now().Add(time.Hour)
		enqueue(t, q, "mail", note{}, At(due))
		c.advance(time.Hour)
		for range 3 {
			runAll(t, q)
			c.advance(2 * time.Hour)
		}
		if got := waitingSince(); got == nil || *got != sqldb.Millis(due) {
			t.Errorf("since %v, want %d", got, sqldb.Millis(due))
		}
		if !slices.Equal(attempts, []int64{1, 2, 3}) {
			t.Errorf("attempts %v", attempts)
		}

		fails = nil
		runAll(t, q)
		if got := waitingSince(); got != nil {
			t.Errorf("since %d after all is done", *got)
		}
	})
}

// A job that the release before enqueued has waited since it was created.
func TestWaitingSince_OfAnOlderRelease(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		q := newQueue(db, c)
		Handle(q, "mail", func(context.Context, note) error { return nil })
		must(t, db.Write(t.Context(), func(tx *sqldb.Tx) error {
			_, err := tx.Exec(t.Context(), "INSERT INTO jobs (id, kind, args, state, due_at, created_at) VALUES ('a', 'mail', '{}', 'ready', 9, 5)")
			return err
		}))
		must(t, db.Read(t.Context(), func(tx *sqldb.Tx) error {
			kinds, err := q.Kinds(t.Context(), tx)
			if got := kinds[0].WaitingSince; got == nil || *got != 5 {
				t.Errorf("since %v, want 5", got)
			}
			return err
		}))
	})
}
