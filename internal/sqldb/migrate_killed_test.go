package sqldb_test

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

const migratesURL = "SQLDB_TEST_MIGRATES"

// Issue 44, 1.11: after a process was killed while it migrated, the next start goes on at once.
func TestMigrate_AfterAKill(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if url := os.Getenv(migratesURL); url != "" {
		db, err := sqldb.Open(ctx, url)
		must(t, err)
		_, err = db.Migrate(ctx)
		must(t, err)
		return
	}

	killed := 0
	for range 10 {
		url := dbtest.EmptyPostgresURL(t)
		child := exec.Command(os.Args[0], "-test.run=^TestMigrate_AfterAKill$")
		child.Env = append(os.Environ(), migratesURL+"="+url)
		must(t, child.Start())
		db, err := sqldb.Open(ctx, url)
		must(t, err)
		waitForMigrations(ctx, t, db)
		must(t, child.Process.Kill())
		_ = child.Wait() // it was killed

		begun := time.Now()
		left, err := db.Migrate(ctx)
		must(t, err)
		if took := time.Since(begun); took > 15*time.Second {
			t.Errorf("%d migrations took %v after a kill", left, took)
		}
		must(t, db.Close())
		if left > 0 {
			killed++
		}
		if killed == 2 {
			return
		}
	}
	t.Errorf("the process was killed in the middle %d times, want 2", killed)
}

// waitForMigrations returns when the first migrations are in the database.
func waitForMigrations(ctx context.Context, t *testing.T, db *sqldb.DB) {
	t.Helper()
	for {
		n := 0
		err := db.Read(ctx, func(tx *sqldb.Tx) (err error) {
			n, err = sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM pg_tables WHERE tablename IN ('users', 'farms')")
			return err
		})
		if err == nil && n == 2 {
			return
		}
		if ctx.Err() != nil {
			t.Fatal("no migration began")
		}
		time.Sleep(2 * time.Millisecond)
	}
}
