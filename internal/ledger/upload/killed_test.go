package upload

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

const killedRows = 6_000 // which are staged in several pieces

// R28: killed in the middle of recording, the upload is absent; it goes on by
// itself, and is whole.
func TestUploadSurvivesAKilledProcess(t *testing.T) {
	dbtest.EachKilled(t, uploadUntilKilled, func(t *testing.T, k *dbtest.Killed) {
		said := k.Kill(t, nil)
		farmID, id, told := strings.Cut(said, " ")
		if !told {
			t.Fatalf("the process said %q", said)
		}
		k.Open(t, func(db *sqldb.DB) {
			quiet, later := slog.New(slog.DiscardHandler), func() time.Time { return noon.Add(time.Minute) }
			u := New(db, ledger.New(db, later), jobs.New(db, jobs.Options{Now: later, Logger: quiet}), later, quiet)
			if one := look(t, u, farmID, id); one.State != uploadRecording || one.Recorded != 0 {
				t.Errorf("after the kill: %+v", one)
			}
			if n := contents(t, db, farmID); n[0]+n[1]+n[2]+n[3] != 0 {
				t.Errorf("after the kill the book holds %v", n)
			}
			if n := countRows(t, db, "entries"); n == 0 || n == killedRows {
				t.Errorf("the kill came when %d entries were stored", n)
			}
			runJobs(t, u)
			if one := look(t, u, farmID, id); one.State != uploadDone || one.Recorded != killedRows {
				t.Errorf("after the restart: %+v", one)
			}
			if n := contents(t, db, farmID); n[0] != killedRows || n[1] != killedRows || n[3] != 500 {
				t.Errorf("after the restart the book holds %v", n)
			}
			if n := countRows(t, db, "entries"); n != killedRows {
				t.Errorf("after the restart %d entries are stored", n)
			}
		})
	})
}

// uploadUntilKilled imports, and says which upload once some of its rows are stored
// and others are in a transaction, which does not end.
func uploadUntilKilled(t *testing.T, db *sqldb.DB) {
	farmID, _ := newFarm(t, db)
	u := newUploads(t, db)
	id, pieces := "", 0
	u.book = ledger.New(db, func() time.Time {
		if pieces > 0 { // each asks for the time twice
			pieces++
		}
		if pieces == 6 { // the third
			dbtest.Here(farmID + " " + id)
		}
		return noon
	})
	u.book.OnStep(func() { pieces = 1 })
	id = send(t, u, farmID, NewUpload{Content: plantings(killedRows)})
	must(t, u.queue.RunUntilIdle(context.Background()))
}
