package dbtest_test

import (
	"context"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// Every write changes the answer, of whatever kind and in whatever table, and nothing else does.
func TestWrites(t *testing.T) {
	ctx := context.Background()
	for engine, address := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			url := address(t)
			db, err := sqldb.Open(ctx, url)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			writes := dbtest.Writes(t, url)
			before := writes()
			if _, err := sqldb.Ask(ctx, db, sqldb.Scalar[string], "SELECT name FROM settings"); err != nil || writes() != before {
				t.Errorf("a read changed it, or failed: %v", err)
			}
			for _, statement := range []string{
				"INSERT INTO settings (name, value) VALUES ('answer', '42')", "UPDATE settings SET value = '43'", "DELETE FROM settings", "UPDATE recall_generation SET generation = generation + 1",
			} {
				if err := db.Write(ctx, func(tx *sqldb.Tx) error { _, err := tx.Exec(ctx, statement); return err }); err != nil {
					t.Fatal(err)
				}
				after := writes()
				if after == before {
					t.Errorf("nothing seems to be written by %s", statement)
				}
				before = after
			}
		})
	}
}
