package recall

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// following is the argument of the job that follows a recall.
type following struct {
	ID      string
	Release bool // those whom it reaches no more: after a correction, as no other change sets anybody free
}

const firmKey = "" // of the firm itself, among the parties of its part

// follow enters whom the recall reaches now and what was shipped to them, and tells
// those who are new. What is to be done is reckoned by a read, as that takes long where it
// is much, and done in pieces, as nobody's write is to wait for it. Whoever is entered is told in
// the same transaction, so that everybody is told once, however often it runs and wherever
// the process ends. When the recall has been corrected meanwhile, it begins again.
func (s *Service) follow(ctx context.Context, f following) error {
	for n := range reckonings {
		d := &due{}
		if err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) { d, err = s.due(ctx, tx, f); return err }); err != nil || d == nil {
			return err
		}
		if s.reckoned != nil {
			s.reckoned(n)
		}
		if done, err := s.inPieces(ctx, d); err != nil || done {
			return err
		}
	}
	return s.db.WriteTo(ctx, f.ID, func(tx *sqldb.Tx) error {
		d, err := s.due(ctx, tx, f)
		if err != nil || d == nil {
			return err
		}
		return s.enter(ctx, tx, d.book, d.steps, true)
	})
}

// inPieces does what is due, unless that is not known any more.
func (s *Service) inPieces(ctx context.Context, d *due) (done bool, err error) {
	rows := sqldb.FirstPiece
	for first := true; first || len(d.steps) > 0; first = false {
		steps := piece(d.steps, rows)
		var begun time.Time // of the transaction, when it no longer waits for others
		if err := s.db.WriteTo(ctx, d.book.ID, func(tx *sqldb.Tx) error {
			begun = time.Now()
			b, err := bookByID(ctx, tx, d.book.ID)
			if err != nil {
				return err
			}
			done = b.EndedAt == nil && reflect.DeepEqual(b.Choice, d.book.Choice)
			if done && slices.ContainsFunc(steps, step.letsGo) { // of those whom it has come to reach, nobody
				done, err = s.hold(ctx, tx, d.reached)
			}
			if err != nil || !done {
				return err
			}
			return s.enter(ctx, tx, b, steps, len(steps) == len(d.steps))
		}); err != nil || !done {
			return false, err
		}
		d.steps, rows = d.steps[len(steps):], sqldb.NextPiece(rows, time.Since(begun))
	}
	return true, nil
}

// watch follows every recall that has not ended, also those that have no book yet, and
// notes which mails were delivered.
func (s *Service) watch(ctx context.Context) error {
	if err := s.adopt(ctx); err != nil {
		return err
	}
	var ids []string
	if err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		ids, err = sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT id FROM recall_books WHERE ended_at IS NULL ORDER BY declared_at")
		return err
	}); err != nil {
		return err
	}
	var failed error
	for _, id := range ids {
		failed = errors.Join(failed, s.follow(ctx, following{ID: id}))
	}
	return errors.Join(failed, s.noteEnds(ctx))
}
