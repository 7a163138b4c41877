package account

import (
	"context"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// OldestEmail is the address of the account that was made first, empty where
// there is none.
func OldestEmail(ctx context.Context, tx *sqldb.Tx) (string, error) {
	email, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT email FROM users ORDER BY created_at, id LIMIT 1")
	if fault.Is(err, fault.NotFound) {
		return "", nil
	}
	return email, err
}
