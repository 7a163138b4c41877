package upload

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// Ended is an upload that was recorded, or refused.
type Ended struct {
	ID, Filename string
	Refused      bool

	farmID string
}

// EndedOn gives, by farm, the uploads that were recorded or refused since then, and not undone. It asks
// for no right: the caller answers for whom it tells.
func EndedOn(ctx context.Context, tx *sqldb.Tx, farmIDs []string, since time.Time) (map[string][]Ended, error) {
	all, err := sqldb.All(ctx, tx, func(r sqldb.Row) (e Ended, err error) {
		return e, r.Scan(&e.farmID, &e.ID, &e.Filename, &e.Refused)
	}, `SELECT farm_id, id, filename, state = 'failed' FROM uploads
		WHERE undoes = '' AND undone_by = '' AND state IN ('done', 'failed') AND finished_at >= $1 AND farm_id IN (`+sqldb.In(2, len(farmIDs))+") ORDER BY farm_id, id",
		append([]any{sqldb.Millis(since)}, sqldb.Args(farmIDs)...)...)
	byFarm := map[string][]Ended{}
	for _, e := range all {
		byFarm[e.farmID] = append(byFarm[e.farmID], e)
	}
	return byFarm, err
}
