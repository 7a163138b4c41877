package jobs

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// A process whose lease ended while it still works leaves the job to others.
func TestAProcessNeverRunsAJobBesideItself(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx, c := context.Background(), newClock()
		q, other := newQueue(db, c), newQueue(db, c)
		for _, q := range []*Queue{q, other} {
			Handle(q, "note", func(context.Context, note) error { return nil }, AtOnce(2))
		}
		enqueue(t, q, "note", note{"long"})
		taken, err := q.take(ctx, 1)
		must(t, err)
		_, r := q.begin(ctx, taken[0])
		c.advance(leaseTime)
		enqueue(t, q, "note", note{"next"})
		if taken, err = q.take(ctx, 9); err != nil || len(taken) != 1 || taken[0].id == r.id {
			t.Errorf("took %+v, %v beside %s", taken, err, r.id)
		}
		if taken, err = other.take(ctx, 9); err != nil || len(taken) != 1 || taken[0].id != r.id {
			t.Errorf("another process took %+v, %v", taken, err)
		}
	})
}

// However many jobs of one kind there are, those of another one run.
func TestOneKindStopsNoOther(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		const exports = 9
		ctx, c := context.Background(), newClock()
		q := newQueue(db, c)
		var running, most atomic.Int64
		release, ended, mailed := make(chan struct{}), make(chan struct{}, exports), make(chan struct{})
		Handle(q, "export", func(context.Context, note) error {
			most.Store(max(most.Load(), running.Add(1)))
			<-release
			running.Add(-1)
			ended <- struct{}{}
			return nil
		}, AtOnce(4))
		Handle(q, "mail", func(context.Context, note) error { mailed <- struct{}{}; return nil })
		for range exports {
			enqueue(t, q, "export", note{})
		}
		c.advance(time.Second) // so that the mail is the last in the queue
		enqueue(t, q, "mail", note{})
		enqueue(t, q, "mail", note{})
		must(t, q.Start(ctx))
		wait(t, mailed)
		wait(t, mailed)
		close(release)
		for range exports {
			wait(t, ended)
		}
		must(t, q.Stop(ctx))
		if most.Load() > 4 {
			t.Errorf("%d of the kind ran at once, want at most 4", most.Load())
		}
	})
}

// A process takes as many of a kind as its limit, those that run counted, and
// the ones that wait the longest first.
func TestAKindHasItsOwnLimit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx, c := context.Background(), newClock()
		q := newQueue(db, c)
		Handle(q, "export", func(context.Context, note) error { return nil }, AtOnce(4))
		Handle(q, "mail", func(context.Context, note) error { return nil })
		for range 9 {
			enqueue(t, q, "export", note{})
		}
		c.advance(time.Second)
		enqueue(t, q, "mail", note{"first"})
		c.advance(time.Second)
		enqueue(t, q, "mail", note{"second"})
		for i, want := range []string{"export export export export mail", "", "export mail"} {
			taken, err := q.take(ctx, 99)
			must(t, err)
			var kinds []string
			for _, j := range taken {
				q.begin(ctx, j)
				kinds = append(kinds, j.kind)
				if j.kind == "mail" && string(j.args) != `{"Text":"`+[]string{"first", "", "second"}[i]+`"}` {
					t.Errorf("take %d: %s", i, j.args)
				}
			}
			if got := strings.Join(kinds, " "); got != want {
				t.Errorf("take %d: %q, want %q", i, got, want)
			}
			if i == 1 { // one of each kind ends
				ended := map[string]bool{}
				for _, r := range q.runs() {
					if !ended[r.kind] {
						ended[r.kind] = true
						q.work(ctx, r)
					}
				}
			}
		}
	})
}

func TestLaterUsesUpNoAttempt(t *testing.T) {
	db, c := dbtest.SQLite(t), newClock()
	q := newQueue(db, c)
	looks := 0
	Handle(q, "note", func(context.Context, note) error {
		if looks++; looks <= 3*maxAttempts {
			return Later(time.Second, nil)
		}
		return nil
	})
	enqueue(t, q, "note", note{})
	for range 3 * maxAttempts {
		runAll(t, q)
		if got := stored(t, db); !strings.HasPrefix(got[0], "ready after 0") {
			t.Fatalf("stored %q", got)
		}
		c.advance(time.Second)
	}
	runAll(t, q)
	if got := stored(t, db); !slices.Equal(got, []string{"done after 1: {}"}) {
		t.Errorf("stored %q", got)
	}
}

// While what all of a kind needs is down, one job tries now and then; none is
// used up by it, and all run when it is mended.
func TestAnOutageFailsNoJob(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newClock()
		q := newQueue(db, c)
		down, tries := true, 0
		Handle(q, "mail", func(context.Context, note) error {
			if tries++; down {
				return Outage(errors.New("535 wrong password"))
			}
			return nil
		}, AtOnce(4))
		for range 3 {
			enqueue(t, q, "mail", note{})
		}
		runAll(t, q)
		if tries != 1 {
			t.Fatalf("%d tries at once", tries)
		}
		begun := c.now()
		for range 7 * 24 * 60 { // a week in minutes
			c.advance(time.Minute)
			runAll(t, q)
		}
		if perHour := float64(tries) / c.now().Sub(begun).Hours(); perHour < 3 || perHour > 5 {
			t.Errorf("%.1f tries an hour", perHour)
		}
		if s := status(t, q); s.Waiting != 3 || s.Failed != 0 {
			t.Fatalf("after a week: %+v", s)
		}
		down = false
		c.advance(maxPause)
		runAll(t, q)
		if s := status(t, q); s != (left{}) {
			t.Errorf("left %+v", s)
		}
	})
}

const year = 365 * 24 * time.Hour

// Jobs, leases and schedules that a wrong clock put a year ahead are brought
// back at the next start.
func TestWhatAWrongClockPutAheadIsBroughtBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx, c := context.Background(), newClock()
		process := func(ran *[]string) *Queue {
			q := newQueue(db, c)
			Handle(q, "note", func(_ context.Context, n note) error { *ran = append(*ran, n.Text); return nil }, AtOnce(2))
			Handle(q, "tidy", func(context.Context, struct{}) error { *ran = append(*ran, "tidied"); return nil })
			Handle(q, "invoice", func(context.Context, note) error { *ran = append(*ran, "invoiced"); return nil }, Ahead(30*24*time.Hour))
			q.Every(time.Hour, "tidy")
			return q
		}
		var ran []string
		wrong := process(&ran)
		c.advance(year)
		runAll(t, wrong)
		enqueue(t, wrong, "note", note{"held"})
		if taken, err := wrong.take(ctx, 1); err != nil || len(taken) != 1 {
			t.Fatalf("took %v, %v", taken, err)
		}
		enqueue(t, wrong, "note", note{"waits"}, At(c.now().Add(time.Minute)))
		c.advance(-year)

		right := process(&ran)
		enqueue(t, right, "invoice", note{}, At(c.now().Add(29*24*time.Hour)))
		ran = nil
		runAll(t, right)
		slices.Sort(ran)
		if !slices.Equal(ran, []string{"held", "waits"}) {
			t.Errorf("ran %q", ran)
		}
		c.advance(time.Hour)
		ran = nil
		runAll(t, right)
		if !slices.Equal(ran, []string{"tidied"}) {
			t.Errorf("an hour later ran %q", ran)
		}
	})
}

// A clock that is set right while the process runs is noticed too.
func TestAClockThatIsSetBackIsNoticed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx, c := context.Background(), newClock()
		q := newQueue(db, c)
		ran := make(chan string, 10)
		Handle(q, "note", func(_ context.Context, n note) error { ran <- n.Text; return nil })
		must(t, q.Start(ctx))
		enqueue(t, q, "note", note{"first"}) // the loop has looked at the clock once this ran
		wait(t, ran)
		c.advance(year)
		enqueue(t, q, "note", note{"waits"}, At(c.now().Add(time.Hour)))
		for range 2 { // when the second one ran, the loop had looked at the clock after the first
			enqueue(t, q, "note", note{"now"})
			wait(t, ran)
		}
		c.advance(-year)
		if got := wait(t, ran); got != "waits" {
			t.Errorf("ran %q", got)
		}
		must(t, q.Stop(ctx))
	})
}

func TestEnqueueRefusesATimeThatItsKindNeverWaits(t *testing.T) {
	db, c := dbtest.SQLite(t), newClock()
	q := newQueue(db, c)
	Handle(q, "note", func(context.Context, note) error { return nil })
	err := db.Write(t.Context(), func(tx *sqldb.Tx) error {
		return q.Enqueue(t.Context(), tx, "note", note{}, At(c.now().Add(maxRetry+time.Millisecond)))
	})
	if err == nil || !strings.Contains(err.Error(), "ahead") {
		t.Errorf("err = %v", err)
	}
}
