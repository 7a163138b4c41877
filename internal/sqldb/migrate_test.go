package sqldb_test

import (
	"context"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// A step that adds a table of farms waits for whoever writes to farms, and who comes then waits
// behind it: not for as long as the first one works.
func TestAMigrationLetsOthersThrough(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	db, err := sqldb.Open(ctx, dbtest.PostgresURL(t))
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	const before = 56 // whose next step refers to farms
	must(t, db.MigrateBack(ctx, before))
	steps := make(chan int, 1)
	must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := tx.Exec(ctx, insertFarm, "a", "first"); err != nil {
			return err
		}
		go func() {
			n, err := db.Migrate(ctx)
			if err != nil {
				t.Error(err)
			}
			steps <- n
		}()
		for waiting := 0; waiting == 0; {
			if err := db.Read(ctx, func(tx *sqldb.Tx) (err error) {
				waiting, err = sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = CAST('farms' AS regclass)")
				return err
			}); err != nil {
				return err
			}
		}
		began := time.Now()
		err := db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, insertFarm, "b", "behind")
			return err
		})
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("who came behind the step waited for %v", took)
		}
		return err
	}))
	if n := <-steps; n == 0 {
		t.Error("the step was given up")
	}
	if got := names(t, db); len(got) != 2 {
		t.Errorf("farms = %v", got)
	}
}
