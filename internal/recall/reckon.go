package recall

import (
	"context"
	"errors"

	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
)

// reckonings is how often what a write is about is reckoned by reading, before it is in the
// write itself, where everybody else waits for it.
const reckonings = 4

// errChanged is for a write that finds something else changed of what was reckoned.
var errChanged = errors.New("changed meanwhile")

// writeReckoned runs do in a write with what reckon gives, as if it were reckoned there. That
// may take seconds, so it is done by a read, and the write only looks whether it still holds,
// which takes milliseconds; when it does not, all begins again. Both functions may run more
// than once, and reckon in the write too. Writers that name the same key take turns.
func (s *Service) writeReckoned(ctx context.Context, key string, reckon func(tx *sqldb.Tx) ([]*scope.Reached, error), do func(tx *sqldb.Tx, r []*scope.Reached) error) error {
	for n := range reckonings {
		var r []*scope.Reached
		if err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) { r, err = reckon(tx); return err }); err != nil {
			return err
		}
		if s.reckoned != nil {
			s.reckoned(n)
		}
		holds := false
		if err := s.db.WriteTo(ctx, key, func(tx *sqldb.Tx) (err error) {
			if holds, err = s.hold(ctx, tx, r); err != nil || !holds {
				return err
			}
			return do(tx, r)
		}); !errors.Is(err, errChanged) && (err != nil || holds) {
			return err
		}
	}
	return s.db.WriteTo(ctx, key, func(tx *sqldb.Tx) error {
		r, err := reckon(tx)
		if err != nil {
			return err
		}
		return do(tx, r)
	})
}

// hold says whether all that was reckoned still holds.
func (s *Service) hold(ctx context.Context, tx *sqldb.Tx, all []*scope.Reached) (bool, error) {
	for _, r := range all {
		if holds, err := s.reaches.Holds(ctx, tx, r.Reckoned); err != nil || !holds {
			return false, err
		}
	}
	return true, nil
}
