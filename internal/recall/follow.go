package recall

import (
	"context"
	"errors"
	"reflect"
	"slices"

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
		if _, err := s.enter(ctx, tx, d.book, d.steps); err != nil {
			return err
		}
		return s.followed(ctx, tx, d.book)
	})
}

// inPieces does what is due, unless that is not known any more.
func (s *Service) inPieces(ctx context.Context, d *due) (done bool, err error) {
	err = sqldb.EachPieceTo(ctx, s.db, d.book.ID, d.steps, func(tx *sqldb.Tx, some []step) (int, error) {
		b, err := s.stillDue(ctx, tx, d)
		if err == nil && slices.ContainsFunc(some, step.letsGo) { // of those whom it has come to reach, nobody
			var holds bool
			if holds, err = s.hold(ctx, tx, d.reached); err == nil && !holds {
				err = errChanged
			}
		}
		if err != nil {
			return 0, err
		}
		return s.enter(ctx, tx, b, some)
	})
	if err == nil && d.book.FollowedAt == nil {
		err = s.db.WriteTo(ctx, d.book.ID, func(tx *sqldb.Tx) error {
			b, err := s.stillDue(ctx, tx, d)
			if err != nil {
				return err
			}
			return s.followed(ctx, tx, b)
		})
	}
	if errors.Is(err, errChanged) {
		return false, nil
	}
	return err == nil, err
}

// stillDue gives the book as it is now, or the error errChanged.
func (s *Service) stillDue(ctx context.Context, tx *sqldb.Tx, d *due) (*book, error) {
	b, err := bookByID(ctx, tx, d.book.ID)
	if err == nil && (b.EndedAt != nil || !reflect.DeepEqual(b.Choice, d.book.Choice)) {
		err = errChanged
	}
	return b, err
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
