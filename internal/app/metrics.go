package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/merroir/merroir/internal/jobs"
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

// jobsWithin is how long a scrape waits for the figures of jobs.
const jobsWithin = 2 * time.Second

var (
	jobCount = prometheus.NewDesc("merroir_jobs", "Jobs of all processes on the database, by kind and state: waiting (due or not), running, failed.",
		[]string{"kind", "state"}, nil)
	jobsOverdue = prometheus.NewDesc("merroir_jobs_overdue_seconds", "How long the job of the kind that has waited longest has been due.", []string{"kind"}, nil)
)

// jobMetrics counts the jobs at each scrape. While the database does not answer
// they are left out, as the rest is then needed most.
type jobMetrics struct{ *App }

func (m jobMetrics) Describe(out chan<- *prometheus.Desc) { out <- jobCount; out <- jobsOverdue }

func (m jobMetrics) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), jobsWithin)
	defer cancel()
	var kinds []jobs.KindStatus
	if err := m.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		kinds, err = m.queue.Kinds(ctx, tx)
		return err
	}); err != nil {
		m.log.Warn("the jobs are not counted in the metrics", "error", err)
		return
	}
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	for _, k := range kinds {
		gauge(jobCount, float64(k.Waiting), k.Kind, "waiting")
		gauge(jobCount, float64(k.Running), k.Kind, "running")
		gauge(jobCount, float64(k.Failed), k.Kind, "failed")
		overdue := time.Duration(0)
		if k.DueAt != nil {
			overdue = max(0, m.now().Sub(time.UnixMilli(*k.DueAt)))
		}
		gauge(jobsOverdue, overdue.Seconds(), k.Kind)
	}
}
