package operate_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/operate"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	root  = actor.With(context.Background(), actor.Actor{UserID: "u1", Username: "ann", Root: true})
	first = page.Slice{Limit: 10, Page: 1}
)

// desk is a queue with mail that fails and notes that wait.
type desk struct {
	*operate.Service
	db    *sqldb.DB
	queue *jobs.Queue
	now   time.Time
	fails bool
	sent  int
}

type letter struct{ Link string }

const secret = "https://merroir.test/login/reset/ann/0123"

func newDesk(t *testing.T, db *sqldb.DB) *desk {
	t.Helper()
	d := &desk{db: db, now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), fails: true}
	clock := func() time.Time { return d.now }
	d.queue = jobs.New(db, jobs.Options{Now: clock, Logger: slog.New(slog.DiscardHandler)})
	jobs.Handle(d.queue, "mail", func(context.Context, letter) error {
		if d.fails {
			return jobs.Permanent(errors.New("550 no such mailbox"))
		}
		d.sent++
		return nil
	})
	jobs.Handle(d.queue, "note", func(context.Context, letter) error { return errors.New("not now") })
	jobs.Handle(d.queue, "tidy", func(context.Context, struct{}) error { return nil })
	d.queue.Every(time.Hour, "tidy")
	d.Service = operate.New(db, d.queue, clock, nil)
	return d
}

func (d *desk) enqueue(t *testing.T, kind string, options ...jobs.Option) {
	t.Helper()
	must(t, d.db.Write(root, func(tx *sqldb.Tx) error { return d.queue.Enqueue(root, tx, kind, letter{secret}, options...) }))
}

func (d *desk) run(t *testing.T) {
	t.Helper()
	must(t, d.queue.RunUntilIdle(root))
}

func (d *desk) list(t *testing.T, state, kind string) []jobs.Job {
	t.Helper()
	list, err := d.Jobs(root, jobs.Filter{State: state, Kind: kind}, first)
	must(t, err)
	if list.Items.Total != len(list.Data) {
		t.Errorf("%d of %d jobs", len(list.Data), list.Items.Total)
	}
	return list.Data
}

func (d *desk) trail(t *testing.T) (actions []string) {
	t.Helper()
	must(t, d.db.Read(root, func(tx *sqldb.Tx) (err error) {
		actions, err = sqldb.All(root, tx, sqldb.Scalar[string], "SELECT action || ' by ' || username || ' of ' || subject_name FROM audit ORDER BY at, id")
		return err
	}))
	return actions
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// What failed is seen, tried again or given up, and recorded in the trail; the
// arguments of a job are never shown.
func TestFailedJobsAreSeenAndTriedAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		d.enqueue(t, "mail")
		d.enqueue(t, "note")
		d.run(t)
		failed, waiting, done := d.list(t, "failed", ""), d.list(t, "waiting", "note"), d.list(t, "done", "")
		if len(failed) != 1 || len(waiting) != 1 || len(done) != 1 {
			t.Fatalf("failed %+v, waiting %+v, done %+v", failed, waiting, done)
		}
		text, err := json.Marshal([]any{failed, waiting})
		must(t, err)
		if strings.Contains(string(text), "merroir.test") {
			t.Errorf("the jobs tell what they were told: %s", text)
		}
		f, w := failed[0], waiting[0]
		if f.Kind != "mail" || f.State != "failed" || f.Attempts != 1 || f.LastError != "550 no such mailbox" || f.EndedAt == nil || f.DueAt != nil ||
			w.State != "waiting" || w.LastError != "not now" || w.DueAt == nil || *w.DueAt <= d.now.UnixMilli() || w.Stray {
			t.Errorf("failed %+v, waiting %+v", f, w)
		}

		d.fails = false
		d.now = d.now.Add(time.Second)
		j, err := d.Retry(root, f.ID)
		must(t, err)
		if j.State != "waiting" || j.Attempts != 0 {
			t.Errorf("tried again: %+v", j)
		}
		d.run(t)
		if d.sent != 1 || len(d.list(t, "failed", "")) != 0 {
			t.Errorf("%d sent", d.sent)
		}
		d.now = d.now.Add(time.Second)
		_, err = d.Discard(root, w.ID)
		must(t, err)
		if left := d.list(t, "waiting", ""); len(left) != 0 {
			t.Errorf("left %+v", left)
		}
		for _, gone := range []func(context.Context, string) (jobs.Job, error){d.Retry, d.Discard} {
			if _, err := gone(root, w.ID); !fault.Is(err, fault.NotFound) {
				t.Errorf("a job that is gone: %v", err)
			}
			if _, err := gone(root, f.ID); !fault.Is(err, fault.Conflict) {
				t.Errorf("a job that is done: %v", err)
			}
		}
		if got := strings.Join(d.trail(t), ", "); got != "job.retry by ann of mail, job.discard by ann of note" {
			t.Errorf("trail: %s", got)
		}
	})
}

func TestAllFailedJobsOfAKindAreTriedAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		for range 3 {
			d.enqueue(t, "mail")
		}
		d.run(t)
		d.fails = false
		n, err := d.RetryFailed(root, "mail")
		must(t, err)
		d.run(t)
		if n != 3 || d.sent != 3 {
			t.Errorf("%d tried again, %d sent", n, d.sent)
		}
		if n, err = d.RetryFailed(root, "mail"); err != nil || n != 0 {
			t.Errorf("none left: %d, %v", n, err)
		}
		if got := strings.Join(d.trail(t), ", "); got != "job.retryAll by ann of mail" {
			t.Errorf("trail: %s", got)
		}
	})
}

// The kinds say what waits and what failed, when a schedule comes next, and what
// a wrong clock put where nobody would look for it.
func TestKinds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		d.enqueue(t, "mail")
		d.run(t)
		right := d.now
		d.now = right.Add(365 * 24 * time.Hour)
		d.enqueue(t, "note")
		d.now = right
		kinds, err := d.Kinds(root)
		must(t, err)
		byName := map[string]jobs.KindStatus{}
		for _, k := range kinds {
			byName[k.Kind] = k
		}
		if m := byName["mail"]; len(kinds) != 3 || m.Failed != 1 || m.Waiting != 0 || m.NextAt != nil || m.DueAt != nil {
			t.Errorf("%+v", kinds)
		}
		if n := byName["note"]; n.Waiting != 1 || n.Stray != 1 || n.DueAt == nil {
			t.Errorf("note: %+v", n)
		}
		if next := byName["tidy"].NextAt; next == nil || *next != right.Add(time.Hour).UnixMilli() {
			t.Errorf("tidy: %+v", byName["tidy"])
		}
		if strays := d.list(t, "waiting", "note"); len(strays) != 1 || !strays[0].Stray {
			t.Errorf("strays: %+v", strays)
		}
	})
}

func TestOnlyRootMay(t *testing.T) {
	d := newDesk(t, dbtest.SQLite(t))
	d.enqueue(t, "mail")
	d.run(t)
	id := d.list(t, "failed", "")[0].ID
	admin := actor.With(context.Background(), actor.Actor{Admin: true})
	for who, want := range map[context.Context]fault.Kind{admin: fault.Denied, context.Background(): fault.Unauthenticated} {
		_, errs := d.Jobs(who, jobs.Filter{State: "failed"}, first)
		_, kinds := d.Kinds(who)
		_, retry := d.Retry(who, id)
		_, discard := d.Discard(who, id)
		_, all := d.RetryFailed(who, "mail")
		for i, err := range []error{errs, kinds, retry, discard, all} {
			if !fault.Is(err, want) {
				t.Errorf("call %d: %v", i, err)
			}
		}
	}
	if len(d.list(t, "failed", "")) != 1 || len(d.trail(t)) != 0 {
		t.Error("a refused call did something")
	}
}
