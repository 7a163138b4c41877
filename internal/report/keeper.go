package report

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/sqldb"
)

// Keeper tells package farm what reports keep of a farm and how it goes.
func (s *Service) Keeper() farm.Keeper { return farm.Keeper{Count: countKept, Clean: clean} }

func countKept(ctx context.Context, tx *sqldb.Tx, farmID string, into *farm.Contents) (err error) {
	into.Dashboards, err = sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM dashboards WHERE farm_id = $1", farmID)
	return err
}

func clean(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	if _, err := tx.Exec(ctx, "DELETE FROM dashboards WHERE farm_id = $1", farmID); err != nil {
		return err
	}
	return column.Forget(ctx, tx, farmID)
}
