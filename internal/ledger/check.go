package ledger

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/sqldb"
)

// booked are the entries that count: what is staged by an upload is not booked yet.
const booked = " FROM entries e JOIN farm_state s ON s.farm_id = e.farm_id AND e.seq <= s.seq"

// flaws are what must never be found in a ledger, each with a query for the farm and how often.
// They read the complete ledger.
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
	{"Fewer animals than none were alive, %d times in places of the farm %s.", standing + `
		SELECT farm_id, count(*) FROM steps WHERE alive < 0 GROUP BY farm_id ORDER BY farm_id`},
	{"Counts do not show what was counted, %d times on the farm %s.", standing + `
		SELECT s.farm_id, count(*) FROM steps s WHERE s.counts > 0 AND NOT EXISTS (
			SELECT 1 FROM live l WHERE l.farm_id = s.farm_id AND l.lease_id = s.lease_id AND l.lot_id = s.lot_id AND l.day = s.day AND l.step = s.step
				AND l.counted = s.alive)
		GROUP BY s.farm_id ORDER BY s.farm_id`},
}

// standing are the animals at each place at the end of each step of a day, as steps, and the
// entries that were not undone, as live. An entry that re-adjusts a count stands with it.
const standing = `WITH live AS (
		SELECT e.farm_id, e.lease_id, e.lot_id, e.day, e.delta, c.counted, CASE
			WHEN a.kind = 'plant' OR a.kind = 'move' AND e.seq <> e.activity_seq THEN 0
			WHEN a.kind = 'adjust' AND COALESCE(c.after_removals, FALSE) THEN 3
			WHEN a.kind = 'adjust' THEN 1
			ELSE 2 END AS step` + booked + `
		JOIN activities a ON a.farm_id = e.farm_id AND a.seq = COALESCE(e.readjusts, e.activity_seq)
		LEFT JOIN counts c ON c.farm_id = a.farm_id AND c.seq = a.seq
		LEFT JOIN activities u ON u.farm_id = a.farm_id AND u.reverses = a.seq AND u.seq <= s.seq
		WHERE a.reverses IS NULL AND u.seq IS NULL
	), steps AS (
		SELECT farm_id, lease_id, lot_id, day, step, count(counted) AS counts,
			SUM(SUM(delta)) OVER (PARTITION BY farm_id, lease_id, lot_id ORDER BY day, step) AS alive
		FROM live GROUP BY farm_id, lease_id, lot_id, day, step
	)`

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
