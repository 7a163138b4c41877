package export

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// Keeper tells package farm which exports there are of a farm, and withdraws them.
func (x *Service) Keeper() farm.Keeper {
	return farm.Keeper{Count: countKept, Hide: x.hide}
}

func countKept(ctx context.Context, tx *sqldb.Tx, farmID string, into *farm.Contents) (err error) {
	if into.Schedules, err = sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM export_schedules WHERE farm_id = $1", farmID); err != nil {
		return err
	}
	into.Exports, err = sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM exports WHERE farm_id = $1 AND NOT withdrawn", farmID)
	return err
}

// hide deletes the schedules of a farm and withdraws its exports: their links are dead at
// once, nobody sees them, no run finishes one, and their rows wait until the sweep has
// removed the files.
func (x *Service) hide(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	if _, err := tx.Exec(ctx, "DELETE FROM export_schedules WHERE farm_id = $1", farmID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE exports SET withdrawn = TRUE, state = 'failed', message = 'The farm was emptied.', finished_at = $2
		WHERE farm_id = $1 AND NOT withdrawn`, farmID, sqldb.Millis(x.now()))
	return err
}
