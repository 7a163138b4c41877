package app

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
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
