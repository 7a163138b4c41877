package report

import (
	"context"
	"fmt"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// sumsBySQL adds up the ledger's entries in the database. It is slow on a large
// farm and needs no memory; the tests hold the columns against it.
func sumsBySQL(ctx context.Context, tx *sqldb.Tx, farmID string, p plan) (sums, error) {
	found, err := changes(ctx, tx, farmID, p)
	if err != nil {
		return sums{}, err
	}
	at := map[string]int{}
	var keys []string
	for _, c := range found {
		if _, seen := at[c.segment]; !seen {
			at[c.segment] = 0
			keys = append(keys, c.segment)
		}
	}
	s, err := newSums(p, keys)
	if err != nil {
		return sums{}, err
	}
	for i, key := range s.keys {
		at[key] = i
	}
	row := 0
	for _, c := range found {
		if c.day < p.from() {
			s.opening[at[c.segment]].Add(c.kind, c.delta)
			continue
		}
		for c.day > p.buckets[row].to {
			row++
		}
		s.buckets[row][at[c.segment]].Add(c.kind, c.delta)
	}
	if p.sized() {
		err = sizesBySQL(ctx, tx, farmID, p, at, s.sizes)
	}
	return s, err
}

// change is what happened on a day in a segment, by kind.
type change struct {
	day     ledger.Day
	segment string // key
	kind    ledger.Kind
	delta   int64
}

// changes adds up the entries that the plan asks for, in order of days. What
// was before the first day counts as of the day before it.
func changes(ctx context.Context, tx *sqldb.Tx, farmID string, p plan) ([]change, error) {
	with, from, args := p.entries(farmID)
	return sqldb.All(ctx, tx, func(r sqldb.Row) (c change, err error) {
		err = r.Scan(&c.day, &c.segment, &c.kind, &c.delta)
		c.segment = p.segment.key(c.segment)
		return c, err
	}, with+`SELECT CASE WHEN e.day < $2 THEN $2 - 1 ELSE e.day END, `+p.segmentColumn()+`, e.kind, CAST(SUM(e.delta) AS BIGINT)`+from+`
		GROUP BY 1, 2, 3 ORDER BY 1`, args...)
}

// segmentColumn is the segment of an entry e, whose lot is asked.
func (p plan) segmentColumn() string {
	switch {
	case p.segment.column == "":
		return "CAST('' AS TEXT)"
	case p.segment.byArea():
		return p.segment.column
	}
	return "asked.segment"
}

// entries is the parts of a query that say which entries are asked for, and its
// arguments. $2 is the first day. The lots that pass come first, on their own:
// they are few beside the entries.
func (p plan) entries(farmID string) (with, from string, args []any) {
	args = []any{farmID, int64(p.from()), int64(p.to())}
	lots := "CAST('' AS TEXT)"
	if p.segment.column != "" && !p.segment.byArea() {
		lots = "CAST(" + p.segment.column + " AS TEXT)"
	}
	var where strings.Builder
	for _, f := range p.filters {
		where.WriteString(" AND " + f.column + " IN (" + sqldb.In(len(args)+1, len(f.values)) + ")")
		args = append(args, f.values...)
	}
	with = `WITH asked AS MATERIALIZED (SELECT l.id, l.group_id, ` + lots + ` AS segment FROM lots l
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE l.farm_id = $1` + where.String() + `) `
	from = ` FROM entries e JOIN asked ON asked.id = e.lot_id WHERE e.farm_id = $1 AND e.day <= $3`
	if p.leaseID != "" {
		args = append(args, p.leaseID)
		from += fmt.Sprintf(" AND e.lease_id = $%d", len(args))
	}
	return with, from, args
}

// lotValues gives the nine fields of every lot of the farm, each as text, in
// the order of fields.
func lotValues(ctx context.Context, tx *sqldb.Tx, farmID string) ([][]string, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) ([]string, error) {
		values := make([]string, len(fields))
		into := make([]any, len(fields))
		for i := range values {
			into[i] = &values[i]
		}
		return values, r.Scan(into...)
	}, "SELECT "+fieldColumns()+` FROM lots l
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE l.farm_id = $1`, farmID)
}

// fieldColumns are the columns of the nine fields, as text.
func fieldColumns() string {
	var columns []string
	for _, f := range fields {
		columns = append(columns, "CAST("+f.column+" AS TEXT)")
	}
	return strings.Join(columns, ", ")
}
