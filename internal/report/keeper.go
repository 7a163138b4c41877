package report

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/sqldb"
)

// Keeper tells package farm what reports keep of a farm, and removes it. Columns in
// memory are dropped when the epoch of the farm's book has changed.
func (s *Service) Keeper() farm.Keeper { return farm.Keeper{Count: countKept, Clean: clean} }

func countKept(ctx context.Context, tx *sqldb.Tx, farmID string, into *farm.Contents) (err error) {
	into.Dashboards, err = sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM dashboards WHERE farm_id = $1", farmID)
	return err
}

func clean(ctx context.Context, tx *sqldb.Tx, farmID string, most int) (int64, error) {
	if removed, err := tx.Exec(ctx, `DELETE FROM dashboards WHERE farm_id = $1 AND user_id IN
		(SELECT user_id FROM dashboards WHERE farm_id = $1 ORDER BY user_id LIMIT $2)`, farmID, most); err != nil || removed > 0 {
		return removed, err
	}
	return column.Forget(ctx, tx, farmID, most)
}
