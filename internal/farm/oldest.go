package farm

import (
	"context"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// OldestID is the id of the farm that was made first, empty where there is none.
func OldestID(ctx context.Context, tx *sqldb.Tx) (string, error) {
	id, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT id FROM farms ORDER BY created_at, id LIMIT 1")
	if fault.Is(err, fault.NotFound) {
		return "", nil
	}
	return id, err
}
