package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/sqldb"
)

// Failed jobs are seen, tried again and given up from the command line, without
// what they were told.
func TestJobsCommands(t *testing.T) {
	dir, ctx := dataDirWithRoot(t), t.Context()
	db, err := sqldb.Open(ctx, "sqlite://"+filepath.Join(dir, "merroir.db"))
	must(t, err)
	must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
		for _, id := range []string{"one", "two", "three"} {
			if _, err := tx.Exec(ctx, `INSERT INTO jobs (id, kind, args, state, attempts, last_error, created_at, finished_at)
				VALUES ($1, 'mail.send', '{"Text":"a secret link"}', 'failed', 8, $2, 1700000000000, 1700000000000)`, id, "550 no such mailbox\x1b[2J \u009b2J\u202e\nmore of it"); err != nil {
				return err
			}
		}
		return nil
	}))
	must(t, db.Close())
	says := func(want string, args ...string) {
		t.Helper()
		if out, err := run(t, dir, "", append([]string{"jobs"}, args...)...); err != nil || !strings.Contains(out, want) || strings.ContainsAny(out, "\x1b\u009b\u202e") || strings.Contains(out, "secret") {
			t.Errorf("jobs %v: %v: %s", args, err, out)
		}
	}
	says("one    mail.send  failed  8         2023-11-14 22:13  -         550 no such mailbox [2J 2J\n", "list")
	says("The job one (mail.send) will be tried again.", "retry", "one")
	says("one  mail.send  waiting  0 ", "list", "--state=waiting")
	says("The job two (mail.send) was given up.", "discard", "two")
	says("1 jobs of the kind mail.send will be tried again.", "retry", "--kind=mail.send")
	for _, args := range [][]string{{"jobs", "retry"}, {"jobs", "retry", "one", "--kind=mail.send"}, {"jobs", "discard", "two"}, {"jobs", "list", "--state=lost"}} {
		if out, err := run(t, dir, "", args...); err == nil {
			t.Errorf("%v was done: %s", args, out)
		}
	}
}
