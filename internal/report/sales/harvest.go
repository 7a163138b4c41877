package sales

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/column"
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

// daysAtOnce are read as one text, so that none is larger than what a hundred thousand harvests take.
const daysAtOnce = 92

// eachHarvest calls f with the harvests of the plan's days, the first recorded first.
// What is being uploaded just now does not count.
func eachHarvest(ctx context.Context, tx *sqldb.Tx, farmID string, p report.Plan, f func(harvest)) error {
	for from := p.From(); from <= p.To(); from += daysAtOnce {
		text, err := harvestsOf(ctx, tx, farmID, p.Ask, from, min(from+daysAtOnce-1, p.To()))
		if err != nil {
			return err
		}
		for row := range strings.SplitSeq(text, "\n") {
			if row == "" {
				continue
			}
			h, err := readHarvest(row)
			if err != nil {
				return err
			}
			f(h)
		}
	}
	return nil
}

// harvestsOf is a line for each: either engine writes one long text faster than it hands over
// as many rows (as in package column). The facts are last, as they alone may have spaces; a
// line break within them is written as JSON does.
func harvestsOf(ctx context.Context, tx *sqldb.Tx, farmID string, a column.Ask, from, to ledger.Day) (string, error) {
	where, args := "", []any{farmID, int64(from), int64(to)}
	if a.LeaseID != "" {
		args = append(args, a.LeaseID)
		where += fmt.Sprintf(" AND e.lease_id = $%d", len(args))
	}
	if a.KnownBefore != 0 {
		args = append(args, a.KnownBefore)
		where += fmt.Sprintf(" AND a.at < $%d", len(args))
	}
	return sqldb.One(ctx, tx, sqldb.Scalar[string], `SELECT COALESCE(string_agg(told, '
'), '') FROM (SELECT e.seq || ' ' || e.day || ' ' || e.lease_id || ' ' || e.delta || ' ' || CASE WHEN a.reverses IS NULL THEN '+' ELSE '-' END || ' ' || COALESCE(a.facts, o.facts, '') AS told
		FROM entries e
		JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
		LEFT JOIN activities o ON o.farm_id = a.farm_id AND o.seq = a.reverses
		WHERE e.farm_id = $1 AND e.kind = 'harvest' AND e.day BETWEEN $2 AND $3
		AND +e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)`+where+" ORDER BY e.day, e.seq) told", args...)
}

func readHarvest(row string) (h harvest, err error) {
	words := strings.SplitN(row, " ", 6)
	h = harvest{leaseID: words[2], undoes: words[4] == "-"}
	day, err1 := strconv.ParseInt(words[1], 10, 32)
	delta, err2 := strconv.ParseInt(words[3], 10, 64)
	h.seq, err = strconv.ParseInt(words[0], 10, 64)
	h.day, h.animals = ledger.Day(day), max(delta, -delta)
	if err = cmp.Or(err, err1, err2); err != nil {
		return h, fmt.Errorf("a harvest of the ledger cannot be read: %w", err)
	}
	h.facts, err = ledger.ReadFacts(&words[5])
	return h, err
}
