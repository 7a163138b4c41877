package ledger

import (
	"context"

	"github.com/merroir/merroir/internal/sqldb"
)

// Living is what lives in a growing area in one size class.
type Living struct {
	LeaseID    string
	SizeLabel  string // empty where nobody gave one
	Animals    int64
	Containers int64
}

// LivingOn gives what lives on farms that the caller may look at, by farm, from
// the balances.
func LivingOn(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string][]Living, error) {
	living := map[string][]Living{}
	if len(farmIDs) == 0 {
		return living, nil
	}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID string
		var l Living
		err := r.Scan(&farmID, &l.LeaseID, &l.SizeLabel, &l.Animals, &l.Containers)
		living[farmID] = append(living[farmID], l)
		return struct{}{}, err
	}, `SELECT b.farm_id, b.lease_id, l.size_label, CAST(SUM(b.on_hand) AS BIGINT), CAST(SUM(b.containers) AS BIGINT)
		FROM balances b JOIN lots l ON l.farm_id = b.farm_id AND l.id = b.lot_id
		WHERE b.on_hand > 0 AND b.farm_id IN (`+sqldb.In(1, len(farmIDs))+`)
		GROUP BY b.farm_id, b.lease_id, l.size_label ORDER BY b.farm_id, b.lease_id, l.size_label`, sqldb.Args(farmIDs)...)
	return living, err
}

// Latest gives what was recorded last on a farm that the caller may look at, the
// newest first.
func Latest(ctx context.Context, tx *sqldb.Tx, farmID string, limit int) ([]Noted, error) {
	return journal(ctx, tx, farmID, Of{}, 0, limit)
}

// NewestOn gives what was recorded last on each of several farms that the caller
// may look at, by farm. Where a move went is left out.
func NewestOn(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string]Noted, error) {
	newest := map[string]Noted{}
	if len(farmIDs) == 0 {
		return newest, nil
	}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID string
		n, err := scanNoted(after{r, &farmID})
		newest[farmID] = n
		return struct{}{}, err
	}, "SELECT a.farm_id, "+notedColumns+notedFrom+`
		JOIN farm_state s ON s.farm_id = a.farm_id
		WHERE a.farm_id IN (`+sqldb.In(1, len(farmIDs))+`)
			AND a.seq = (SELECT MAX(n.seq) FROM activities n WHERE n.farm_id = s.farm_id AND n.seq <= s.seq)`, sqldb.Args(farmIDs)...)
	return newest, err
}

// after is a row whose first column is another's.
type after struct {
	sqldb.Row
	first any
}

func (a after) Scan(into ...any) error { return a.Row.Scan(append([]any{a.first}, into...)...) }
