package tag

import (
	"context"
	"hash/maphash"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	lookEvery  = time.Second     // while anybody asks
	lookAtMost = 4 * time.Second // old is what an answer is given by; a recall shows within 5 s everywhere
	lookLimit  = 5 * time.Second
	maxChanges = 200_000 // remembered; with more, everything counts as changed
)

// source is a tag or a farm that decides what a page shows. Two that are the same by
// chance are taken to change together, which is asked for once too often.
type source uint64

var seed = maphash.MakeSeed()

func sourceOf(id string) source { return source(maphash.String(seed, id)) }

// watch knows what has changed in the database of all that pages show. It looks again
// as soon as this process has written anything of that, and every second for what
// others write. What is not known to be so is never said: without a look that is a few
// seconds old at most there is an error.
type watch struct {
	db      *sqldb.DB
	clock   func() time.Time
	written writes

	mu     sync.RWMutex
	known  bool
	moment uint64            // counts the looks that found something
	floor  uint64            // everything changed at this moment
	at     map[source]uint64 // when a tag or a farm changed, since the floor
	asOf   time.Time         // when the last look began
	seen   uint64            // what this process had written when it did
	state  looked
	flight *flight // the look that is under way
}

// flight is a look under way, for all who wait for it.
type flight struct {
	seen uint64
	done chan struct{}
	err  error
}

// looked is what a look compares.
type looked struct {
	recalls, tags, farms int64               // sums of what only counts up
	of                   map[string][2]int64 // the same by farm
}

func newWatch(db *sqldb.DB) *watch {
	w := &watch{db: db, clock: time.Now, at: map[source]uint64{}}
	db.Listen([]string{"tags", "tag_parents", "tag_farms", "farms", "recalls", "recall_tags", "recall_generation"}, w.written.count)
	return w
}

// look gives the moment that is known to be now.
func (w *watch) look(ctx context.Context) (uint64, error) {
	need := w.written.load()
	for {
		w.mu.RLock()
		moment, age, flight := w.moment, w.clock().Sub(w.asOf), w.flight
		good := w.known && w.seen >= need && age < lookAtMost
		w.mu.RUnlock()
		if good {
			if age >= lookEvery && flight == nil {
				go w.start() // for those who ask next
			}
			return moment, nil
		}
		if flight == nil {
			flight = w.start()
		}
		select {
		case <-flight.done:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
		if flight.err != nil && flight.seen >= need {
			return 0, flight.err
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
	ctx, cancel := context.WithTimeout(context.Background(), lookLimit)
	defer cancel()
	began := w.clock()
	w.mu.RLock()
	before, first := w.state, !w.known
	w.mu.RUnlock()
	var now looked
	var changed []string
	var all bool
	f.err = w.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		now, changed, all, err = lookAt(ctx, tx, before, first)
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
	if len(changed) == 0 && !all {
		return
	}
	w.moment++
	if all || len(w.at)+len(changed) > maxChanges {
		w.floor = w.moment
		clear(w.at)
	}
	for _, id := range changed {
		w.at[sourceOf(id)] = w.moment
	}
}

// still says whether none of the tags and farms has changed since the moment.
func (w *watch) still(since uint64, of []source) bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if since == w.moment {
		return true
	}
	if w.floor > since {
		return false
	}
	for _, one := range of {
		if w.at[one] > since {
			return false
		}
	}
	return true
}

// lookAt gives how things are, and the tags and farms of which something is different
// from before: those that a recall names, and firms of which any tag or the record has
// changed. With all, it may be any.
func lookAt(ctx context.Context, tx *sqldb.Tx, before looked, first bool) (now looked, changed []string, all bool, err error) {
	now, err = sqldb.One(ctx, tx, func(r sqldb.Row) (now looked, err error) { return now, r.Scan(&now.recalls, &now.tags, &now.farms) },
		`SELECT (SELECT generation FROM recall_generation), CAST(COALESCE(SUM(t.generation), 0) + count(*) AS BIGINT), CAST(COALESCE(SUM(f.version), 0) AS BIGINT)
		FROM tag_farms t LEFT JOIN farms f ON f.id = t.farm_id`)
	now.of = before.of
	if err != nil {
		return now, nil, false, err
	}
	if first || now.tags != before.tags || now.farms != before.farms {
		if now.of, err = farmsNow(ctx, tx); err != nil {
			return now, nil, false, err
		}
		for farmID, state := range now.of {
			if was, known := before.of[farmID]; !known || was != state {
				changed = append(changed, farmID)
			}
		}
	}
	if now.recalls == before.recalls || first {
		return now, changed, first, nil
	}
	roots, all, err := rootsChanged(ctx, tx, before.recalls, now.recalls)
	return now, append(changed, roots...), all, err
}

// farmsNow gives what counts up with each farm that has tags.
func farmsNow(ctx context.Context, tx *sqldb.Tx) (map[string][2]int64, error) {
	of := map[string][2]int64{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID string
		var state [2]int64
		err := r.Scan(&farmID, &state[0], &state[1])
		of[farmID] = state
		return struct{}{}, err
	}, "SELECT t.farm_id, t.generation, COALESCE(f.version, 0) FROM tag_farms t LEFT JOIN farms f ON f.id = t.farm_id")
	return of, err
}

// rootsChanged gives the tags that the recalls name which were changed since.
func rootsChanged(ctx context.Context, tx *sqldb.Tx, since, now int64) (roots []string, all bool, err error) {
	about, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT recall_id FROM recall_changes WHERE generation > $1", since)
	if err != nil {
		return nil, false, err
	}
	for _, id := range about {
		all = all || id == ""
	}
	if all || int64(len(about)) != now-since { // an earlier release says of none what it is about
		return nil, true, nil
	}
	roots, err = sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT DISTINCT tag_id FROM recall_tags WHERE recall_id IN "+tx.Among(1)+" LIMIT $2", sqldb.List(about), maxChanges+1)
	return roots, len(roots) > maxChanges, err
}
