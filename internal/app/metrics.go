package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/merroir/merroir/internal/sqldb"
)

// observeWrites measures how long writes keep others waiting: on SQLite there is
// one writer at a time, and all others wait for the one that takes longest.
func observeWrites(metrics prometheus.Registerer) func(sqldb.WriteTimes) {
	seconds := []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30}
	held := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "merroir_write_held_seconds", Help: "Time from begin to end of a write's transaction, by the function that writes.", Buckets: seconds,
	}, []string{"by"})
	waited := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "merroir_write_waited_seconds", Help: "Time that a write waited for others before its transaction began.", Buckets: seconds,
	})
	again := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "merroir_write_retries_total", Help: "Transactions that ran again because others had written to the same rows, by the function that writes.",
	}, []string{"by"})
	metrics.MustRegister(held, waited, again)
	return func(w sqldb.WriteTimes) {
		held.WithLabelValues(w.By).Observe(w.Held.Seconds())
		waited.Observe(w.Waited.Seconds())
		if w.Attempts > 1 {
			again.WithLabelValues(w.By).Add(float64(w.Attempts - 1))
		}
	}
}
