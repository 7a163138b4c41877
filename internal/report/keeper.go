package report

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// Keeper tells package farm what reports keep of a farm and how it goes. The
// columns in memory go by the epoch of the farm's book.
func (x *Exports) Keeper() farm.Keeper {
	return farm.Keeper{Count: countKept, Clean: x.clean}
}

func countKept(ctx context.Context, tx *sqldb.Tx, farmID string, into *farm.Contents) error {
	_, err := sqldb.One(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		return struct{}{}, r.Scan(&into.Dashboards, &into.Exports)
	}, `SELECT (SELECT count(*) FROM dashboards WHERE farm_id = $1),
		(SELECT count(*) FROM exports WHERE farm_id = $1 AND NOT withdrawn)`, farmID)
	return err
}

// clean removes the dashboards and segments of a farm and withdraws its
// exports: their links are dead at once, nobody sees them, no run finishes one,
// and their rows wait until the sweep has removed the files.
func (x *Exports) clean(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	for _, statement := range []string{
		"DELETE FROM dashboards WHERE farm_id = $1",
		"DELETE FROM ledger_segments WHERE farm_id = $1",
	} {
		if _, err := tx.Exec(ctx, statement, farmID); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `UPDATE exports SET withdrawn = TRUE, state = 'failed', message = 'The farm was emptied.', finished_at = $2
		WHERE farm_id = $1 AND NOT withdrawn`, farmID, sqldb.Millis(x.now()))
	return err
}
