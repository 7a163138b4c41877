package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// Every figure has a line that tells its type, once, and the histograms have the
// buckets that Prometheus works with.
func TestMetricsAreText(t *testing.T) {
	a := &App{metrics: metrics.NewSet()}
	a.metrics.NewCounter("merroir_test_total").Inc()
	writes := observeWrites(a.metrics)
	for _, by := range []string{"farm.Service.Change", "account.Service.SignIn"} {
		writes(sqldb.WriteTimes{By: by, Held: 3 * time.Millisecond, Waited: time.Minute, Attempts: 3})
	}
	w := httptest.NewRecorder()
	a.serveMetrics(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if got := w.Header().Get("Content-Type"); !strings.HasPrefix(got, "text/plain; version=0.0.4") {
		t.Errorf("Content-Type: %s", got)
	}
	for _, line := range []string{
		"merroir_test_total 1",
		"# TYPE merroir_write_held_seconds histogram",
		`merroir_write_held_seconds_bucket{by="farm.Service.Change",le="0.002"} 0`,
		`merroir_write_held_seconds_bucket{by="farm.Service.Change",le="0.005"} 1`,
		`merroir_write_held_seconds_sum{by="account.Service.SignIn"} 0.003`,
		`merroir_write_waited_seconds_bucket{le="30"} 0`,
		`merroir_write_waited_seconds_bucket{le="+Inf"} 2`,
		`merroir_write_retries_total{by="farm.Service.Change"} 2`,
		"# TYPE go_goroutines gauge",
		"# TYPE process_open_fds gauge",
	} {
		if !strings.Contains(w.Body.String(), line+"\n") {
			t.Errorf("%s is missing", line)
		}
	}
	told := map[string]bool{}
	for line := range strings.Lines(w.Body.String()) {
		if kind, is := strings.CutPrefix(line, "# TYPE "); is {
			if told[kind] {
				t.Errorf("twice: %s", line)
			}
			told[kind] = true
		}
	}
}

// An operator sees at /metrics which jobs wait, run and have failed, and how late
// they are; a database that does not answer leaves the other figures as they are.
func TestMetricsHaveTheJobs(t *testing.T) {
	for engine, url := range map[string]string{"sqlite": dbtest.SQLiteURL(t), "postgres": dbtest.PostgresURL(t)} {
		t.Run(engine, func(t *testing.T) {
			a, ctx := newBareApp(t, Config{DatabaseURL: url}), t.Context()
			now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
			a.now = func() time.Time { return now }
			must(t, a.db.Write(ctx, func(tx *sqldb.Tx) error {
				for i, state := range []string{"ready", "ready", "running", "failed", "done"} {
					if _, err := tx.Exec(ctx, "INSERT INTO jobs (id, kind, args, state, due_at, created_at) VALUES ($1, 'mail.send', '{}', $2, $3, $3)",
						fmt.Sprint(i), state, now.Add(time.Duration(i-2)*time.Minute).UnixMilli()); err != nil {
						return err
					}
				}
				// A retry is due in a minute, of a notice that was first due ten minutes ago; what failed waits no longer.
				for id, state := range map[string]string{"retried": "ready", "given-up": "failed"} {
					created := now.Add(-10 * time.Minute)
					if state == "failed" {
						created = now.Add(-time.Hour)
					}
					if _, err := tx.Exec(ctx, "INSERT INTO jobs (id, kind, args, state, due_at, attempts, created_at) VALUES ($1, 'mail.recall', '{}', $2, $3, 3, $4)",
						id, state, now.Add(time.Minute).UnixMilli(), created.UnixMilli()); err != nil {
						return err
					}
				}
				return nil
			}))
			scrape := func() string {
				w := httptest.NewRecorder()
				a.serveMetrics(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
				if w.Code != 200 || !strings.Contains(w.Body.String(), "go_goroutines ") {
					t.Errorf("%d %.300s", w.Code, w.Body)
				}
				return w.Body.String()
			}
			text := scrape()
			for _, line := range []string{
				`merroir_jobs{kind="mail.send",state="waiting"} 2`, `merroir_jobs{kind="mail.send",state="running"} 1`, `merroir_jobs{kind="mail.send",state="failed"} 1`,
				`merroir_jobs_overdue_seconds{kind="mail.send"} 120`, `merroir_jobs{kind="report.export",state="failed"} 0`, `merroir_jobs_overdue_seconds{kind="report.export"} 0`,
				`merroir_mail_oldest_waiting_seconds{purpose="other"} 120`, `merroir_jobs_overdue_seconds{kind="mail.recall"} 0`, `merroir_mail_oldest_waiting_seconds{purpose="recall"} 600`,
			} {
				if !strings.Contains(text, line+"\n") {
					t.Errorf("%s is missing", line)
				}
			}
			must(t, a.Close())
			if text := scrape(); strings.Contains(text, "merroir_jobs") {
				t.Error("jobs are counted without a database")
			}
		})
	}
}
