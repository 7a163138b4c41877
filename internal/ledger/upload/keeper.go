package upload

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// Keeper tells package farm what uploads keep of a farm, and removes it.
func (u *Uploads) Keeper() farm.Keeper {
	return farm.Keeper{Stop: u.stopAll, Count: count, Clean: clean}
}

func count(ctx context.Context, tx *sqldb.Tx, farmID string, into *farm.Contents) (err error) {
	into.Uploads, err = sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM uploads WHERE farm_id = $1", farmID)
	return err
}

// clean removes a few uploads at a time, as each can go with a long file.
func clean(ctx context.Context, tx *sqldb.Tx, farmID string, most int) (int64, error) {
	return tx.Exec(ctx, "DELETE FROM uploads WHERE farm_id = $1 AND id IN (SELECT id FROM uploads WHERE farm_id = $1 ORDER BY id LIMIT $2)",
		farmID, max(1, most/1000))
}

// stopAll ends the unfinished uploads of a farm, here at once and in other processes within a
// second. The farm is closed already, so none of them can record anything.
func (u *Uploads) stopAll(ctx context.Context, farmID string) error {
	var ids []string
	err := u.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		ids, err = sqldb.All(ctx, tx, sqldb.Scalar[string],
			"SELECT id FROM uploads WHERE farm_id = $1 AND state IN ('waiting', 'checking', 'preview', 'recording')", farmID)
		return err
	})
	if err != nil || len(ids) == 0 {
		return err
	}

	err = u.db.Write(ctx, func(tx *sqldb.Tx) error {
		for _, id := range ids {
			if _, err := cancelUpload(ctx, tx, farmID, id, cancelledMessage, sqldb.Millis(u.now())); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}

	for _, id := range ids {
		u.stopRun(id)
	}

	return nil
}
