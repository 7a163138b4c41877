package report

import (
	"context"
	"fmt"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// change is what happened on a day in a segment, by kind.
type change struct {
	day     ledger.Day
	segment string
	kind    ledger.Kind
	delta   int64
}

// changes adds up the entries that the plan asks for, in order of days. What
// was before the first day counts as of that day.
func changes(ctx context.Context, tx *sqldb.Tx, farmID string, p plan) ([]change, error) {
	segment := "CAST('' AS TEXT)"
	if p.segment.column != "" {
		segment = "CAST(" + p.segment.column + " AS TEXT)"
	}
	args := []any{farmID, int64(p.from()), int64(p.to())}
	var where strings.Builder
	if p.leaseID != "" {
		args = append(args, p.leaseID)
		fmt.Fprintf(&where, " AND e.lease_id = $%d", len(args))
	}
	for _, f := range p.filters {
		where.WriteString(" AND " + f.column + " IN (" + sqldb.In(len(args)+1, len(f.values)) + ")")
		args = append(args, f.values...)
	}
	return sqldb.All(ctx, tx, func(r sqldb.Row) (c change, err error) {
		return c, r.Scan(&c.day, &c.segment, &c.kind, &c.delta)
	}, `SELECT CASE WHEN e.day < $2 THEN $2 ELSE e.day END, `+segment+`, e.kind, CAST(SUM(e.delta) AS BIGINT)
		FROM entries e
		JOIN lots l ON l.farm_id = e.farm_id AND l.id = e.lot_id
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		WHERE e.farm_id = $1 AND e.day <= $3`+where.String()+`
		GROUP BY 1, 2, 3 ORDER BY 1`, args...)
}

// lotValues gives the nine fields of every lot of the farm, each as text, in
// the order of fields.
func lotValues(ctx context.Context, tx *sqldb.Tx, farmID string) ([][]string, error) {
	var columns []string
	for _, f := range fields {
		columns = append(columns, "CAST("+f.column+" AS TEXT)")
	}
	return sqldb.All(ctx, tx, func(r sqldb.Row) ([]string, error) {
		values := make([]string, len(fields))
		into := make([]any, len(fields))
		for i := range values {
			into[i] = &values[i]
		}
		return values, r.Scan(into...)
	}, "SELECT "+strings.Join(columns, ", ")+` FROM lots l
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE l.farm_id = $1`, farmID)
}
