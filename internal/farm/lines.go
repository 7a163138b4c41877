package farm

import (
	"context"
	"encoding/json"

	"github.com/merroir/merroir/internal/sqldb"
)

// SetLines gives a growing area these lines in place of those that it had. The
// caller has passed the gate.
func SetLines(ctx context.Context, tx *sqldb.Tx, farmID string, l Lease, lines []Line) error {
	l.Lines = lines
	if err := l.check(); err != nil {
		return err
	}
	stored, err := json.Marshal(lines)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE leases SET lines = $3 WHERE farm_id = $1 AND id = $2", farmID, l.ID, string(stored))
	return err
}
