package field

import (
	"context"
	"strings"

	"github.com/merroir/merroir/internal/sqldb"
)

// Lot is a lot with its fields as they are stored, each read as text.
type Lot struct {
	ID, GroupID string
	Values      [Count]string
}

// Lots gives the farm's lots with these ids, or all where none are named.
func Lots(ctx context.Context, tx *sqldb.Tx, farmID string, ids ...string) ([]Lot, error) {
	columns := make([]string, Count)
	for i, f := range All {
		columns[i] = f.AsText()
	}
	where, args := "", []any{farmID}
	if len(ids) > 0 {
		where = " AND l.id IN (" + sqldb.In(2, len(ids)) + ")"
		for _, id := range ids {
			args = append(args, id)
		}
	}
	return sqldb.All(ctx, tx, func(r sqldb.Row) (l Lot, err error) {
		into := []any{&l.ID, &l.GroupID}
		for i := range l.Values {
			into = append(into, &l.Values[i])
		}
		return l, r.Scan(into...)
	}, "SELECT l.id, l.group_id, "+strings.Join(columns, ", ")+` FROM lots l
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE l.farm_id = $1`+where, args...)
}
