package dbtest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	killedVariable = "MERROIR_TEST_KILLED"
	longestWork    = 5 * time.Minute // until the work is where it is to be killed, on a busy machine with the race detector
)

// EachKilled runs the test once per engine, as [Each] does, to see what a
// killed process leaves behind. [Killed.Kill] starts work on the test's
// database in a process of its own: this test program once more, told to run
// only this test. Work says a line on standard output when it has come to where
// it is to be killed, and goes on; it must not end.
func EachKilled(t *testing.T, work func(t *testing.T, db *sqldb.DB), test func(t *testing.T, k *Killed)) {
	if url := os.Getenv(killedVariable); url != "" {
		work(t, open(t, url))
		t.Fatal("the work came to its end")
	}
	only := "^" + strings.ReplaceAll(t.Name(), "/", "$/^") + "$"
	each := func(t *testing.T, url string) {
		k := &Killed{url, only, newKept("")}
		t.Cleanup(k.kept.end)
		test(t, k)
	}
	t.Run("sqlite", func(t *testing.T) { each(t, SQLiteURL(t)) })
	t.Run("postgres", func(t *testing.T) { each(t, PostgresURL(t)) })
}

// Here says where the work of such a process has come to, and waits to be killed.
func Here(point string) {
	fmt.Println(point)
	time.Sleep(longestWork) // a bare select would be taken for a deadlock where nothing else runs
}

// Killed is a database and the process that is killed at work on it.
type Killed struct {
	url  string
	only string // the test that is to run in the process, as a pattern
	kept *kept  // the sessions of this process, from one opening to the next
}

// OnPostgres tells the engine.
func (k *Killed) OnPostgres() bool { return strings.HasPrefix(k.url, "postgres:") }

// Open opens the database for a while: before the process is started, or after
// it was killed, as SQLite belongs to one process at a time.
func (k *Killed) Open(t testing.TB, use func(db *sqldb.DB)) {
	t.Helper()
	db, err := sqldb.Open(context.Background(), k.url, sqldb.Sessions(k.kept.sessions))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	use(db)
}

// Kill starts the process and kills it (kill -9) once it has said a line, which
// it gives, or once reached is closed, which may be nil.
func (k *Killed) Kill(t testing.TB, reached <-chan struct{}) (said string) {
	t.Helper()
	process := exec.Command(os.Args[0], "-test.run="+k.only)
	process.Env = append(os.Environ(), killedVariable+"="+k.url)
	process.Stderr = os.Stderr
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	line := make(chan string, 1)
	go func() {
		from := bufio.NewReader(out)
		text, _ := from.ReadString('\n') // empty when it died before it spoke
		if strings.HasPrefix(text, "--- FAIL") {
			why, _ := io.ReadAll(from) // it is ending
			t.Errorf("the process failed by itself:\n%s%s", text, why)
			text = ""
		}
		line <- strings.TrimSpace(text)
	}()
	select {
	case <-reached:
	case said = <-line:
	case <-time.After(longestWork):
		t.Error("the process did not come to where it is to be killed")
	}
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.Wait() // it was killed
	return said
}
