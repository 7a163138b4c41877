package column

import (
	"context"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// counted are the entries that count up to day $2.
const counted = ` FROM entries e WHERE e.farm_id = $1 AND e.day <= $2 AND e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)`

const changedAtAll = ` HAVING SUM(e.delta) <> 0 OR SUM(e.containers) <> 0`

// HistoryBySQL reads the history from the database: what the tests compare the
// columns with, and the answer for a farm that is larger than the whole cache.
func HistoryBySQL(ctx context.Context, tx *sqldb.Tx, farmID string, last ledger.Day, most int) (h History, err error) {
	h.First, err = sqldb.One(ctx, tx, sqldb.Scalar[ledger.Day], "SELECT COALESCE(MIN(e.day), 0)"+counted+" AND (e.delta <> 0 OR e.containers <> 0)", farmID, int64(last))
	if err != nil || h.First == 0 {
		return h, err
	}
	if h.From, err = fromBySQL(ctx, tx, farmID, last, most); err != nil {
		return h, err
	}
	h.Opening, err = sqldb.All(ctx, tx, func(r sqldb.Row) (s Standing, err error) {
		return s, r.Scan(&s.LeaseID, &s.LotID, &s.Animals, &s.Containers)
	}, "SELECT e.lease_id, e.lot_id, CAST(SUM(e.delta) AS BIGINT), CAST(SUM(e.containers) AS BIGINT)"+counted+" GROUP BY 1, 2"+changedAtAll, farmID, int64(h.From-1))
	if err != nil {
		return h, err
	}
	h.Changes, err = sqldb.All(ctx, tx, func(r sqldb.Row) (c Change, err error) {
		return c, r.Scan(&c.Day, &c.LeaseID, &c.LotID, &c.Animals, &c.Containers)
	}, "SELECT e.day, e.lease_id, e.lot_id, CAST(SUM(e.delta) AS BIGINT), CAST(SUM(e.containers) AS BIGINT)"+counted+" AND e.day >= $3 GROUP BY 1, 2, 3"+changedAtAll, farmID, int64(last), int64(h.From))
	return history(h), err
}

// fromBySQL is the first of the days that have no more changes than asked for.
func fromBySQL(ctx context.Context, tx *sqldb.Tx, farmID string, last ledger.Day, most int) (from ledger.Day, err error) {
	type day struct {
		day     ledger.Day
		changes int
	}
	days, err := sqldb.All(ctx, tx, func(r sqldb.Row) (d day, err error) {
		return d, r.Scan(&d.day, &d.changes)
	}, `SELECT c.day, SUM(c.changed) FROM (SELECT e.day AS day, CASE WHEN SUM(e.delta) <> 0 OR SUM(e.containers) <> 0 THEN 1 ELSE 0 END AS changed`+counted+`
		AND (e.delta <> 0 OR e.containers <> 0) GROUP BY e.day, e.lease_id, e.lot_id) c GROUP BY c.day ORDER BY c.day DESC`, farmID, int64(last))
	sum := 0
	for _, d := range days {
		if sum > 0 && sum+d.changes > most {
			break
		}
		sum += d.changes
		from = d.day
	}
	return from, err
}
