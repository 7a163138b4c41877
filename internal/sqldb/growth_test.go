package sqldb_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// PostgreSQL knows of a table's rows as soon as there are a thousand, and each time that they have
// doubled, long before autovacuum comes by (it never does in tests).
func TestPostgresKnowsOfRowsAtOnce(t *testing.T) {
	db, ctx := dbtest.Postgres(t), context.Background()
	columns := []string{"name", "value"}
	stored := 0
	store := func(n int) {
		var rows [][]any
		for range n {
			stored++
			rows = append(rows, []any{fmt.Sprint("growth ", stored), ""})
		}
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error { return tx.InsertRows(ctx, "settings", columns, rows) }))
	}
	var known []int64
	for _, n := range []int{900, 200, 1000, 200, 200, 3000} {
		store(n)
		must(t, db.Read(ctx, func(tx *sqldb.Tx) error {
			rows, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = to_regclass('settings')")
			known = append(known, rows/100*100)
			return err
		}))
	}
	if want := []int64{known[0], 1100, 1100, 2300, 2300, 5500}; !slices.Equal(known, want) || known[0] > 100 {
		t.Errorf("known after each: %d, want %d", known, want)
	}
}
