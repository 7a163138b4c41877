package app

import (
	"log"
	"net/http"
	"os"

	"github.com/VictoriaMetrics/metrics"

	_ "github.com/merroir/merroir/internal/quiet" // while the library is initialized
)

// The library has this once for the whole program, so it is set before anything runs.
func init() {
	log.SetOutput(os.Stderr)
	metrics.ExposeMetadata(true)
}

// serveMetrics writes all metrics in Prometheus's text format, the only one offered.
func (a *App) serveMetrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	a.metrics.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
	metrics.WriteFDMetrics(w)
}
