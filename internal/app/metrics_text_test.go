package app

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

func TestMetricsAreTextOrAnError(t *testing.T) {
	var logged bytes.Buffer
	a := &App{metrics: prometheus.NewRegistry(), log: slog.New(slog.NewTextHandler(&logged, nil))}
	a.metrics.MustRegister(prometheus.NewCounter(prometheus.CounterOpts{Name: "merroir_test_total", Help: "A test."}))
	ask := func() *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		a.serveMetrics(w, r)
		return w
	}
	w := ask()
	if want := "# HELP merroir_test_total A test.\n# TYPE merroir_test_total counter\nmerroir_test_total 0\n"; w.Code != 200 || w.Body.String() != want {
		t.Errorf("%d %q", w.Code, w.Body)
	}
	if got := w.Header().Get("Content-Type"); !strings.HasPrefix(got, "text/plain; version=0.0.4") {
		t.Errorf("Content-Type: %s", got)
	}

	broken := prometheus.NewInvalidDesc(errors.New("broken collector"))
	a.metrics.MustRegister(collector{prometheus.NewInvalidMetric(broken, errors.New("broken collector"))})
	if w := ask(); w.Code != 500 || strings.Contains(w.Body.String(), "merroir_test_total") || !strings.Contains(logged.String(), "broken collector") {
		t.Errorf("%d %q, logged %q", w.Code, w.Body, logged.String())
	}
}

// collector gives one metric that it has not described.
type collector struct{ metric prometheus.Metric }

func (collector) Describe(chan<- *prometheus.Desc)       {}
func (c collector) Collect(out chan<- prometheus.Metric) { out <- c.metric }

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
					if _, err := tx.Exec(ctx, "INSERT INTO jobs (id, kind, args, state, due_at, created_at) VALUES ($1, 'mail.send', '{}', $2, $3, 0)",
						fmt.Sprint(i), state, now.Add(time.Duration(i-2)*time.Minute).UnixMilli()); err != nil {
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
