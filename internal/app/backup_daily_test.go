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
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// A server that is told a folder has a backup in it soon after its start, keeps as
// many as it is told, and says at /metrics how old the newest is.
func TestDailyBackups(t *testing.T) {
	for engine, url := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "backups")
			config := Config{DatabaseURL: url(t), BackupDir: folder, BackupKeep: 2}
			a := newBareApp(t, config)
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
			newest := func(different string) string {
				for {
					if kept, err := backup.Kept(folder); err == nil && len(kept) > 0 && kept[0] != different {
						return kept[0]
					}
					time.Sleep(5 * time.Millisecond)
				}
			}
			last := newest("")
			for range 3 {
				must(t, a.db.Write(context.Background(), func(tx *sqldb.Tx) error {
					return a.queue.Enqueue(context.Background(), tx, backupJob, struct{}{})
				}))
				last = newest(last)
			}
			kept, err := backup.Kept(folder)
			must(t, err)
			for len(kept) > 2 { // the newest is there a moment before the oldest goes
				kept, err = backup.Kept(folder)
				must(t, err)
			}
			says("merroir_backups 2")
			if age := a.now().Sub(backup.TakenAt(last)); age < 0 || age > time.Minute {
				t.Errorf("the newest is %s old", age)
			}
			if err := backup.Rehearse(context.Background(), last, "", backup.Target{Dir: t.TempDir(), Now: time.Now}, func(backup.Rehearsal) error { return nil }); engine == "sqlite" && err != nil {
				t.Error(err)
			}
		})
	}
}
