package column

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// FirstDay is the day of the first entry of the lots that pass the filters, in a growing
// area or in all; nil where there is none.
func FirstDay(ctx context.Context, tx *sqldb.Tx, farmID, area string, filters []field.Filter) (*ledger.Day, error) {
	query, args := firstDayQuery(farmID, area, filters)
	return sqldb.One(ctx, tx, sqldb.Scalar[*ledger.Day], query, args...)
}

func firstDayQuery(farmID, area string, filters []field.Filter) (query string, args []any) {
	where, args := field.Where(filters, []any{farmID})
	at := ""
	if area != "" {
		args = append(args, area)
		at = fmt.Sprintf(" AND e.lease_id = $%d", len(args))
	}
	return fmt.Sprintf(`SELECT MIN((
			SELECT e.day FROM entries e
			WHERE e.farm_id = l.farm_id AND e.lot_id = l.id AND +e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)%s
			ORDER BY e.day LIMIT 1))
		FROM lots l
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		WHERE l.farm_id = $1%s`, at, where), args // + leaves the index to the lots: by seq all of the book is read for each
}
