package field

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// Values gives the values that the lots of the farms really have, field by field, in the order
// in which people expect them, as the API writes them. What is not known is not among them.
func Values(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (values [Count][]string, err error) {
	const atOnce = 1_000
	for some := range slices.Chunk(farmIDs, atOnce) {
		if err := addValues(ctx, tx, some, &values); err != nil {
			return values, err
		}
	}
	for i := range values {
		sorting.By(values[i], ByNumber)
		values[i] = slices.Compact(values[i])
	}
	return values, nil
}

func addValues(ctx context.Context, tx *sqldb.Tx, farmIDs []string, values *[Count][]string) error {
	asks := make([]string, Count)
	for i, f := range All {
		from := "animal_groups g"
		if strings.HasPrefix(f.column, "l.") {
			from = "lots l"
		}
		asks[i] = fmt.Sprintf("SELECT DISTINCT %d, %s FROM %s WHERE %s.farm_id IN %s", i, f.AsText(), from, f.column[:1], tx.Among(1))
	}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var field int
		var stored string
		err := r.Scan(&field, &stored)
		if err == nil && All[field].Form.Written(stored) != "" {
			values[field] = append(values[field], All[field].Form.Written(stored))
		}
		return struct{}{}, err
	}, strings.Join(asks, " UNION ALL "), sqldb.List(farmIDs))
	return err
}
