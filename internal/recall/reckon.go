package recall

import (
	"context"
	"errors"

	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/reach"
)

// reckonings is how often what a write is about is reckoned by reading, before it is in the
// write itself, where everybody else waits for it.
const reckonings = 4

// errChanged is for a write that finds something else changed of what was reckoned.
var errChanged = errors.New("changed meanwhile")

// reckoning is a write with what takes long before it. Each of its functions may run more than
// once, and reckon in the write too.
type reckoning[T any] struct {
	key    string // writers that name the same take turns
	reckon func(tx *sqldb.Tx) (T, error)
	ready  func(r T) error // between reckoning and writing, in no transaction; nil for nothing
	holds  func(tx *sqldb.Tx, r T) (bool, error)
	do     func(tx *sqldb.Tx, r T) error
}

// writeReckoned runs do in a write with what reckon gives, as if it were reckoned there. That
// may take seconds, so it is done by a read, and the write only looks whether it still holds,
// which takes milliseconds; when it does not, all begins again.
func writeReckoned[T any](ctx context.Context, s *Service, w reckoning[T]) error {
	for n := range reckonings {
		var r T
		if err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) { r, err = w.reckon(tx); return err }); err != nil {
			return err
		}
		if w.ready != nil {
			if err := w.ready(r); err != nil {
				if errors.Is(err, reach.ErrOvertaken) {
					continue
				}
				return err
			}
		}
		if s.reckoned != nil {
			s.reckoned(n)
		}
		holds := false
		if err := s.db.WriteTo(ctx, w.key, func(tx *sqldb.Tx) (err error) {
			if holds, err = w.holds(tx, r); err != nil || !holds {
				return err
			}
			return w.do(tx, r)
		}); !errors.Is(err, errChanged) && !errors.Is(err, reach.ErrOvertaken) && (err != nil || holds) {
			return err
		}
	}
	return s.db.WriteTo(ctx, w.key, func(tx *sqldb.Tx) error {
		r, err := w.reckon(tx)
		if err != nil {
			return err
		}
		return w.do(tx, r)
	})
}

// hold says whether all that was reckoned still holds.
func (s *Service) hold(ctx context.Context, tx *sqldb.Tx, all ...*scope.Reached) (bool, error) {
	for _, r := range all {
		if holds, err := s.reaches.Holds(ctx, tx, r.Reckoned); err != nil || !holds {
			return false, err
		}
	}
	return true, nil
}

// prepare stores ahead which tags a recall is to name, where these are many.
func (s *Service) prepare(ctx context.Context, recallID string, r *scope.Reached) error {
	return s.reaches.Prepare(ctx, s.db, recallID, r.Reckoned, func(tx *sqldb.Tx, p reach.Preparation) error {
		return s.queue.Enqueue(ctx, tx, tidyJob, p, jobs.At(s.now().Add(tidyAfter)))
	})
}
