package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/backup"
	"github.com/merroir/merroir/internal/blob/s3test"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// A server that is told a folder has a backup in it soon after its start, keeps as
// many as it is told, and says at /metrics how old the newest is.
func TestDailyBackups(t *testing.T) {
	folder := func(t *testing.T) string { return filepath.Join(t.TempDir(), "backups") }
	for engine, of := range map[string]struct {
		url   func(testing.TB) string
		place func(*testing.T) string
	}{
		"sqlite": {dbtest.SQLiteURL, folder}, "postgres": {dbtest.PostgresURL, folder},
		"to a bucket": {dbtest.SQLiteURL, func(t *testing.T) string { return s3test.Serve(t).Address("every/day") }},
	} {
		t.Run(engine, func(t *testing.T) {
			a := newBareApp(t, Config{DatabaseURL: of.url(t), BackupDir: of.place(t), BackupKeep: 2})
			place := a.backupPlace
			says := func(want string) {
				t.Helper()
				w := httptest.NewRecorder()
				a.serveMetrics(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
				if !strings.Contains(w.Body.String(), want) {
					t.Errorf("%q is not in the metrics:\n%s", want, w.Body)
				}
			}
			says("merroir_backup_age_seconds +Inf")
			_, stop, ended := started(t, a)
			defer func() {
				stop()
				must(t, <-ended)
			}()
			newest := func(different string) backup.Kept {
				for {
					if kept, err := place.Kept(t.Context()); err == nil && len(kept) > 0 && kept[0].Path != different {
						return kept[0]
					}
					time.Sleep(5 * time.Millisecond)
				}
			}
			last := newest("")
			for range 2 { // with the first, one more than is kept
				must(t, a.db.Write(context.Background(), func(tx *sqldb.Tx) error {
					return a.queue.Enqueue(context.Background(), tx, backupJob, struct{}{})
				}))
				last = newest(last.Path)
			}
			kept, err := place.Kept(t.Context())
			must(t, err)
			for len(kept) > 2 { // the newest is there a moment before the oldest goes
				kept, err = place.Kept(t.Context())
				must(t, err)
			}
			says("merroir_backups 2")
			if age := a.now().Sub(last.At); age < 0 || age > time.Minute {
				t.Errorf("the newest is %s old", age)
			}
			if err := backup.Rehearse(context.Background(), last.Path, "", backup.Target{Dir: t.TempDir(), Now: time.Now}, func(backup.Rehearsal) error { return nil }); engine != "postgres" && err != nil {
				t.Error(err)
			}
		})
	}
}
