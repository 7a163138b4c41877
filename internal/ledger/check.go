package ledger

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/sqldb"
)

// booked are the entries that count: what is staged by an upload is not booked yet.
const booked = " FROM entries e JOIN farm_state s ON s.farm_id = e.farm_id AND e.seq <= s.seq"

// flaws are what must never be found in a book, each with a query that gives the
// farm and how often. They read the whole book.
var flaws = []struct{ message, query string }{
	{"The balances are not the sums of the entries, in %d places of the farm %s.", `
		SELECT farm_id, count(*) FROM (
			SELECT farm_id, lease_id, lot_id FROM (
				SELECT e.farm_id, e.lease_id, e.lot_id, e.delta AS animals, e.containers` + booked + `
				UNION ALL SELECT farm_id, lease_id, lot_id, -on_hand, -containers FROM balances) both_sides
			GROUP BY farm_id, lease_id, lot_id HAVING SUM(animals) <> 0 OR SUM(containers) <> 0) places
		GROUP BY farm_id ORDER BY farm_id`},
	{"Moves made or lost animals, %d times on the farm %s.", `
		SELECT farm_id, count(*) FROM (
			SELECT e.farm_id, e.activity_seq` + booked + ` WHERE e.kind = 'move' GROUP BY e.farm_id, e.activity_seq HAVING SUM(e.delta) <> 0) moves
		GROUP BY farm_id ORDER BY farm_id`},
	{"Fewer animals than none were alive, %d times in places of the farm %s.", `
		SELECT farm_id, count(*) FROM (
			SELECT e.farm_id, SUM(CASE WHEN e.delta < 0 AND u.seq <= s.seq OR e.delta > 0 AND a.reverses IS NOT NULL THEN 0 ELSE e.delta END)
				OVER (PARTITION BY e.farm_id, e.lease_id, e.lot_id ORDER BY e.day, e.seq) AS alive` + booked + `
			JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
			LEFT JOIN activities u ON u.farm_id = e.farm_id AND u.reverses = e.activity_seq) days
		WHERE alive < 0 GROUP BY farm_id ORDER BY farm_id`},
}

// Check says in words what is wrong with the books of all farms, nothing where
// they add up.
func Check(ctx context.Context, tx *sqldb.Tx) (found []string, err error) {
	for _, flaw := range flaws {
		lines, err := sqldb.All(ctx, tx, func(r sqldb.Row) (string, error) {
			var farmID string
			var count int64
			err := r.Scan(&farmID, &count)
			return fmt.Sprintf(flaw.message, count, farmID), err
		}, flaw.query)
		if err != nil {
			return nil, err
		}
		found = append(found, lines...)
	}
	return found, nil
}
