package column

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// The first day of each lot is found by the index of lots. SQLite once took the numbers of the entries instead, and read all of
// the book for each lot: minutes for the first report of a farm with 200,000 activities.
func TestTheFirstDayIsFoundByLot(t *testing.T) {
	db := dbtest.SQLite(t)
	for _, area := range []string{"", "an area"} {
		var plan []string
		ctx := sqldb.Explained(context.Background(), func(_ string, steps []string) { plan = steps })
		query, args := firstDayQuery("a farm", area, nil)
		if err := db.Read(ctx, func(tx *sqldb.Tx) error {
			_, err := sqldb.All(ctx, tx, func(sqldb.Row) (struct{}, error) { return struct{}{}, nil }, query, args...)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(plan, func(step string) bool { return strings.Contains(step, "e USING INDEX entries_lot") }) {
			t.Errorf("planned as %q", plan)
		}
	}
}
