package farm

import (
	"context"
	"math"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Figures by which a farm judges its reports are typed with one decimal and stored in tenths.

// tenthsOf checks what was typed; beyond its bounds it is a fault of the field, in these words.
func tenthsOf(typed float64, least, most int64, field, words string) (int64, error) {
	tenths := math.Round(typed * 10)
	if tenths < float64(least) || tenths > float64(most) {
		return 0, fault.ForField(field, words)
	}
	return int64(tenths), nil
}

// figuresOf reads figures of a farm. The farm's people may, and those who see every farm.
func figuresOf[T any](ctx context.Context, s *Service, farmID string, read func(context.Context, *sqldb.Tx, string) (T, error)) (stored T, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := Reporting.Require(ctx, tx, farmID); err != nil {
			return err
		}
		stored, err = read(ctx, tx, farmID)
		return err
	})
	return stored, err
}

// setFigures stores figures of the farm by a query whose last value is the farm's id, records
// what changed, and gives them as they are stored. Other figures than those seen, if there are
// any, are a Conflict. The farm's people may, and those who keep farm records.
func setFigures[T any](ctx context.Context, s *Service, farmID, action string, seen *T, read func(context.Context, *sqldb.Tx, string) (T, error), query string, values ...any) (stored T, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := RequireTo(ctx, tx, farmID, actor.Companies)
		if err != nil {
			return err
		}
		before, err := read(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if seen != nil {
			if since, err := audit.Changes(*seen, before); err != nil {
				return err
			} else if len(since) > 0 {
				return ErrChanged
			}
		}
		if _, err := tx.Exec(ctx, query, append(values, farmID)...); err != nil {
			return err
		}
		if stored, err = read(ctx, tx, farmID); err != nil {
			return err
		}
		changed, err := audit.Changes(before, stored)
		if err != nil || len(changed) == 0 {
			return err
		}
		return s.record(ctx, tx, action, ref.ID, ref.Name, changed)
	})
	return stored, err
}
