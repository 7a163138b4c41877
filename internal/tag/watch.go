package tag

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/lineage"
)

const (
	lookEvery  = time.Second     // while anybody asks
	lookAtMost = 4 * time.Second // old is what an answer is given by; a recall shows within 5 s everywhere
	lookLimit  = 5 * time.Second
	loadLimit  = time.Minute // of the first, which reads the lineage of all tags
)

// writes counts what this process has written.
type writes struct{ n atomic.Uint64 }

func (w *writes) count()       { w.n.Add(1) }
func (w *writes) load() uint64 { return w.n.Load() }

// watch keeps the graph of tags up to date. It looks again as soon as this process has
// written anything that pages show, and every second for what others write. What is not
// known to be so is never said: without a look that is a few seconds old at most there
// is an error.
type watch struct {
	db      *sqldb.DB
	graph   *lineage.Graph
	clock   func() time.Time
	loaded  func() // is called once, when the graph is there
	written writes

	mu     sync.RWMutex
	known  bool
	asOf   time.Time // when the last look began
	seen   uint64    // what this process had written when it did
	state  [3]int64
	flight *flight // the look that is under way
}

// flight is a look under way, for all who wait for it.
type flight struct {
	seen uint64
	done chan struct{}
	err  error
}

func newWatch(db *sqldb.DB, graph *lineage.Graph, loaded func()) *watch {
	w := &watch{db: db, graph: graph, clock: time.Now, loaded: loaded}
	db.Listen([]string{"tags", "tag_parents", "tag_farms", "farms", "recalls", "recall_tags", "recall_generation"}, w.written.count)
	return w
}

// look has the graph be what is known to be so now.
func (w *watch) look(ctx context.Context) error {
	need := w.written.load()
	for {
		w.mu.RLock()
		age, flight := w.clock().Sub(w.asOf), w.flight
		good := w.known && w.seen >= need && age < lookAtMost
		w.mu.RUnlock()
		if good {
			if age >= lookEvery && flight == nil {
				go w.start() // for those who ask next
			}
			return nil
		}
		if flight == nil {
			flight = w.start()
		}
		select {
		case <-flight.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if flight.err != nil && flight.seen >= need {
			return flight.err
		}
	}
}

// start begins a look, unless there is one.
func (w *watch) start() *flight {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.flight == nil {
		f := &flight{seen: w.written.load(), done: make(chan struct{})}
		w.flight = f
		go w.fly(f)
	}
	return w.flight
}

func (w *watch) fly(f *flight) {
	w.mu.RLock()
	before, first := w.state, !w.known
	w.mu.RUnlock()
	limit := lookLimit
	if first {
		limit = loadLimit
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	began := w.clock()
	var now [3]int64
	f.err = w.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if now, err = lineage.State(ctx, tx); err == nil && (first || now != before) {
			err = w.graph.Sync(ctx, tx)
		}
		return err
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	defer close(f.done)
	w.flight = nil
	if f.err != nil {
		return
	}
	w.known, w.state, w.asOf, w.seen = true, now, began, f.seen
	if first {
		go w.loaded()
	}
}
