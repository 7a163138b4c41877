// Package jobstest looks at a queue on behalf of the tests of packages that have jobs.
package jobstest

import (
	"testing"

	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

// Failed lists the failed jobs, the newest first.
func Failed(t testing.TB, db *sqldb.DB, q *jobs.Queue) (failed []jobs.Job) {
	t.Helper()
	ctx := t.Context()
	if err := db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		failed, _, err = q.List(ctx, tx, jobs.Filter{State: "failed"}, 100, 0)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return failed
}
