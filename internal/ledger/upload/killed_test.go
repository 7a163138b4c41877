package upload

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

const killedRows = 24_000 // which take long enough for a process to be killed while it records them

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

// uploadUntilKilled imports, says which upload once its rows are going in, and
// reads on for ever.
func uploadUntilKilled(t *testing.T, db *sqldb.DB) {
	farmID, _ := newFarm(t, db)
	u := newUploads(t, db)
	id := send(t, u, farmID, NewUpload{Content: plantings(killedRows)})
	ended := make(chan error)
	go func() { ended <- u.queue.RunUntilIdle(context.Background()) }()
	for one := (Upload{}); one.State != uploadRecording || one.Done <= killedRows/4; {
		if one = look(t, u, farmID, id); one.State == uploadDone || one.State == uploadFailed {
			t.Fatalf("too late: %+v", one)
		}
	}
	fmt.Println(farmID, id)
	must(t, <-ended)
}
