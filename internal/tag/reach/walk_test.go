package reach_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/tagtest"
)

// request is the context of a request, whose time is over when the test says so.
type request struct {
	context.Context
	over chan struct{}
}

func (r request) Done() <-chan struct{} { return r.over }
func (r request) Err() error {
	select {
	case <-r.over:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// openOf asks which recalls reach North Bay; asked is called when it has an answer, or has to wait.
func openOf(ctx context.Context, w *tagtest.World, asked func()) (n int, err error) {
	err = w.DB.Read(ctx, func(tx *sqldb.Tx) error {
		found, err := w.Reaches.OpenRecalls(ctx, tx, []string{north})
		n = len(found[north])
		asked()
		return err
	})
	return n, err
}

// A walk that takes longer than a request has goes on without it: whoever has no time left is told
// what they waited for, and who asks next waits for the same walk.
func TestAWalkOutlivesWhoAsked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.Recall("State of Maine", w.Make(1, north, tag.Fields{}))
		var walks atomic.Int64
		goOn := make(chan struct{})
		w.Reaches.Walking(func(context.Context) error { walks.Add(1); <-goOn; return nil })
		for range 2 {
			r := request{nobody, make(chan struct{})}
			_, err := openOf(r, w, func() { close(r.over) })
			if !fault.Is(err, fault.Unavailable) || !strings.Contains(fault.As(err).Message, "still being worked out") {
				t.Errorf("who had no time left: %v", err)
			}
		}
		var let sync.Once
		if n, err := openOf(nobody, w, func() { let.Do(func() { close(goOn) }) }); err != nil || n != 1 {
			t.Errorf("who waited: %d, %v", n, err)
		}
		if n := walks.Load(); n != 1 {
			t.Errorf("%d walks", n)
		}
	})
}

// The end of the service ends a walk, and those who wait for it.
func TestAWalkEndsWithTheService(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.Recall("State of Maine", w.Make(1, north, tag.Fields{}))
		w.Reaches.Walking(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		ended := make(chan struct{})
		_, err := openOf(nobody, w, func() { go func() { w.Reaches.Close(); close(ended) }() })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("who waited: %v", err)
		}
		<-ended
	})
}

// Who waits for a walk is told what it failed of, and who asks then begins another.
func TestAWalkThatFails(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.Recall("State of Maine", w.Make(1, north, tag.Fields{}))
		failed := errors.New("failed")
		w.Reaches.Walking(func(context.Context) error { return failed })
		if _, err := openOf(nobody, w, func() {}); !errors.Is(err, failed) {
			t.Errorf("who waited: %v", err)
		}
		w.Reaches.Walking(nil)
		if n, err := openOf(nobody, w, func() {}); err != nil || n != 1 {
			t.Errorf("who asked then: %d, %v", n, err)
		}
	})
}
