package sales

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// harvest is an entry of the ledger that takes animals out to be sold, or takes such
// an entry back.
type harvest struct {
	seq     int64
	day     ledger.Day
	leaseID string
	animals int64         // not negative
	undoes  bool          // it takes one back
	facts   *ledger.Facts // of what it undoes, where it undoes one; nil for none
}

// sign is -1 for what takes a harvest back.
func (h harvest) sign() int64 {
	if h.undoes {
		return -1
	}
	return 1
}

// worth is not negative; its sign is that of the harvest.
func (h harvest) worth() (cents int64, known bool) { return h.facts.Worth(h.animals) }

// buyerKey tells buyers apart; empty for none.
func (h harvest) buyerKey() string {
	if h.facts == nil {
		return ""
	}
	return sqldb.Fold(h.facts.Buyer)
}

// eachHarvest calls f with the harvests of the plan's days, the first recorded first.
// What is being uploaded just now does not count.
func eachHarvest(ctx context.Context, tx *sqldb.Tx, farmID string, p report.Plan, f func(harvest)) error {
	where, args := "", []any{farmID, int64(p.From()), int64(p.To())}
	if p.Ask.LeaseID != "" {
		args = append(args, p.Ask.LeaseID)
		where += fmt.Sprintf(" AND e.lease_id = $%d", len(args))
	}
	if p.Ask.KnownBefore != 0 {
		args = append(args, p.Ask.KnownBefore)
		where += fmt.Sprintf(" AND a.at < $%d", len(args))
	}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var h harvest
		var stored *string
		var delta int64
		if err := r.Scan(&h.seq, &h.day, &h.leaseID, &delta, &h.undoes, &stored); err != nil {
			return struct{}{}, err
		}
		h.animals = max(delta, -delta)
		var err error
		if h.facts, err = ledger.ReadFacts(stored); err == nil {
			f(h)
		}
		return struct{}{}, err
	}, `SELECT e.seq, e.day, e.lease_id, e.delta, a.reverses IS NOT NULL, COALESCE(a.facts, o.facts)
		FROM entries e
		JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
		LEFT JOIN activities o ON o.farm_id = a.farm_id AND o.seq = a.reverses
		WHERE e.farm_id = $1 AND e.kind = 'harvest' AND e.day BETWEEN $2 AND $3
		AND +e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)`+where+" ORDER BY e.day, e.seq", args...)
	return err
}
