package app

import (
	"bytes"
	"net/http"

	"github.com/prometheus/common/expfmt"
)

// serveMetrics writes all metrics in Prometheus's text format, the only one
// offered: all of them, or it answers 500, so that no scrape has half of them.
func (a *App) serveMetrics(w http.ResponseWriter, r *http.Request) {
	families, err := a.metrics.Gather()
	var text bytes.Buffer
	for _, family := range families {
		if err != nil {
			break
		}
		_, err = expfmt.MetricFamilyToText(&text, family)
	}
	if err != nil {
		a.log.ErrorContext(r.Context(), "the metrics cannot be gathered", "error", err)
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", string(expfmt.NewFormat(expfmt.TypeTextPlain)))
	_, _ = w.Write(text.Bytes())
}
