package column

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// BySQL adds up the ledger's entries in the database. It is slow on a large
// farm and needs no memory; the tests compare the columns with it.
func BySQL(ctx context.Context, tx *sqldb.Tx, farmID string, a Ask) (Sums, error) {
	found, err := changes(ctx, tx, farmID, a)
	if err != nil {
		return Sums{}, err
	}
	at := map[string]int{}
	var keys []string
	for _, c := range found {
		if _, seen := at[c.segment]; !seen {
			at[c.segment] = 0
			keys = append(keys, c.segment)
		}
	}
	s, err := newSums(a, keys)
	if err != nil {
		return Sums{}, err
	}
	for i, key := range s.Keys {
		at[key] = i
	}
	row := 0
	for _, c := range found {
		if c.day < a.from() {
			s.Opening[at[c.segment]].Add(c.kind, c.delta)
			continue
		}
		for c.day > a.Rows[row].To {
			row++
		}
		s.Rows[row][at[c.segment]].Add(c.kind, c.delta)
	}
	if a.Sized {
		err = sizesBySQL(ctx, tx, farmID, a, at, s.Sizes)
	}
	if a.Moved && err == nil {
		err = movedOnBySQL(ctx, tx, farmID, a, at, s)
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

// changes adds up the entries that are asked for, in order of days. Entries from
// before the first day count as of the day before it.
func changes(ctx context.Context, tx *sqldb.Tx, farmID string, a Ask) ([]change, error) {
	with, from, args := a.entries(farmID)
	return sqldb.All(ctx, tx, func(r sqldb.Row) (c change, err error) {
		err = r.Scan(&c.day, &c.segment, &c.kind, &c.delta)
		c.segment = a.Split.key(c.segment)
		return c, err
	}, with+`SELECT CASE WHEN e.day < $2 THEN $2 - 1 ELSE e.day END, `+a.segmentColumn()+`, e.kind, CAST(SUM(e.delta) AS BIGINT)`+from+`
		GROUP BY 1, 2, 3 ORDER BY 1`, args...)
}

// key is the key of a segment that was read as text.
func (s Split) key(read string) string {
	if f, ok := s.field(); ok {
		return field.All[f].Form.Written(read)
	}
	return read
}

// segmentColumn is the segment of an entry e, whose lot is asked.
func (a Ask) segmentColumn() string {
	switch a.Split.By {
	case "":
		return "CAST('' AS TEXT)"
	case ByArea:
		return "e.lease_id"
	}
	return "asked.segment"
}

// entries gives the parts of a statement that choose the entries, and its
// arguments; $2 is the first day. The lots that pass are chosen first, on their
// own, as there are far fewer lots than entries.
func (a Ask) entries(farmID string) (with, from string, args []any) {
	segment := "CAST('' AS TEXT)"
	if f, ok := a.Split.field(); ok {
		segment = field.All[f].AsText()
	}
	where, args := field.Where(a.Filters, []any{farmID, int64(a.from()), int64(a.to())})
	with = `WITH asked AS MATERIALIZED (SELECT l.id, l.group_id, ` + segment + ` AS segment FROM lots l
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE l.farm_id = $1` + where + `) `
	from = ` FROM entries e JOIN asked ON asked.id = e.lot_id WHERE e.farm_id = $1 AND e.day <= $3`
	from += ` AND +e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)` // what is beyond that does not count; + leaves the index to the lots
	if a.LeaseID != "" {
		args = append(args, a.LeaseID)
		from += fmt.Sprintf(" AND e.lease_id = $%d", len(args))
	}
	return with, from + a.known("e"), args
}

// known leaves out the entries that were recorded too late.
func (a Ask) known(entry string) string {
	if a.KnownBefore == 0 {
		return ""
	}
	return fmt.Sprintf(" AND EXISTS (SELECT 1 FROM activities made WHERE made.farm_id = %[1]s.farm_id AND made.seq = %[1]s.activity_seq AND made.at < %[2]d)", entry, a.KnownBefore)
}
