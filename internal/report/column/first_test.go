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
	ctx := context.Background()
	db, err := sqldb.Open(ctx, dbtest.SQLiteURL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, area := range []string{"", "an area"} {
		query, args := firstDayQuery("a farm", area, nil)
		if err := db.Read(ctx, func(tx *sqldb.Tx) error {
			plan, err := sqldb.All(ctx, tx, func(r sqldb.Row) (step string, err error) {
				var id, parent, unused int
				return step, r.Scan(&id, &parent, &unused, &step)
			}, "EXPLAIN QUERY PLAN "+query, args...)
			if !slices.ContainsFunc(plan, func(step string) bool { return strings.Contains(step, "e USING INDEX entries_lot") }) {
				t.Errorf("planned as %q", plan)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}
