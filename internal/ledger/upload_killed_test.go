package ledger

import (
	"bufio"
	"context"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	killedURL  = "LEDGER_TEST_KILLED_URL"
	killedRows = 40_000
)

// R28: killed in the middle of recording, the upload is absent; it goes on by
// itself, and is whole.
func TestUploadSurvivesAKilledProcess(t *testing.T) {
	if url := os.Getenv(killedURL); url != "" {
		beKilled(url)
	}
	for _, engine := range []struct {
		name string
		url  func(testing.TB) string
	}{{"sqlite", dbtest.SQLiteURL}, {"postgres", dbtest.PostgresURL}} {
		t.Run(engine.name, func(t *testing.T) {
			url := engine.url(t)
			child := exec.Command(os.Args[0], "-test.run=^TestUploadSurvivesAKilledProcess$")
			child.Env = append(os.Environ(), killedURL+"="+url)
			out, err := child.StdoutPipe()
			must(t, err)
			must(t, child.Start())
			line, _ := bufio.NewReader(out).ReadString('\n')
			must(t, child.Process.Kill())
			_ = child.Wait() // it was killed
			farmID, id, told := strings.Cut(strings.TrimSpace(line), " ")
			if !told {
				t.Fatalf("the child said %q", line)
			}
			db, err := sqldb.Open(context.Background(), url)
			must(t, err)
			defer db.Close()
			quiet, later := slog.New(slog.DiscardHandler), func() time.Time { return noon.Add(time.Minute) }
			u := NewUploads(New(db, later), jobs.New(db, jobs.Options{Now: later, Logger: quiet}), quiet)
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
		})
	}
}

// beKilled imports in a process that the test kills once rows are going in.
func beKilled(url string) {
	fail := func(err error) {
		if err != nil {
			println(err.Error())
			os.Exit(1)
		}
	}
	db, err := sqldb.Open(system, url)
	fail(err)
	t := &testing.T{}
	farmID, _ := newFarm(t, db)
	u := newUploads(db)
	id := send(t, u, farmID, NewUpload{Content: plantings(killedRows)})
	go func() {
		for {
			one, err := u.Get(system, farmID, id)
			fail(err)
			if one.State == uploadRecording && one.Done > killedRows/4 {
				_, _ = os.Stdout.WriteString(farmID + " " + id + "\n")
				select {}
			}
		}
	}()
	fail(u.queue.RunUntilIdle(system))
}
