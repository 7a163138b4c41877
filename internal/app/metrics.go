package app

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

// observeWrites measures how long writes keep others waiting, by the function
// that writes: on SQLite there is one writer at a time, and all others wait for the
// one that takes longest.
func observeWrites(set *metrics.Set) func(sqldb.WriteTimes) {
	seconds := []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30}
	waited := set.NewPrometheusHistogramExt("merroir_write_waited_seconds", seconds)
	return func(w sqldb.WriteTimes) {
		set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("merroir_write_held_seconds{by=%q}", w.By), seconds).Update(w.Held.Seconds())
		waited.Update(w.Waited.Seconds())
		if w.Attempts > 1 {
			set.GetOrCreateCounter(fmt.Sprintf("merroir_write_retries_total{by=%q}", w.By)).Add(w.Attempts - 1)
		}
	}
}

// jobsWithin is how long a scrape waits for the figures of jobs.
const jobsWithin = 2 * time.Second

// writeJobMetrics counts the jobs at each scrape. While the database does not
// answer they are left out, as the rest is then needed most.
func (a *App) writeJobMetrics(w io.Writer) {
	ctx, cancel := context.WithTimeout(context.Background(), jobsWithin)
	defer cancel()
	var kinds []jobs.KindStatus
	if err := a.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		kinds, err = a.queue.Kinds(ctx, tx)
		return err
	}); err != nil {
		a.log.Warn("the jobs are not counted in the metrics", "error", err)
		return
	}
	metrics.WriteMetadataIfNeeded(w, "merroir_jobs", "gauge")
	for _, k := range kinds {
		fmt.Fprintf(w, "merroir_jobs{kind=%q,state=\"waiting\"} %d\n", k.Kind, k.Waiting)
		fmt.Fprintf(w, "merroir_jobs{kind=%q,state=\"running\"} %d\n", k.Kind, k.Running)
		fmt.Fprintf(w, "merroir_jobs{kind=%q,state=\"failed\"} %d\n", k.Kind, k.Failed)
	}
	metrics.WriteMetadataIfNeeded(w, "merroir_jobs_overdue_seconds", "gauge")
	for _, k := range kinds {
		overdue := time.Duration(0)
		if k.DueAt != nil {
			overdue = max(0, a.now().Sub(time.UnixMilli(*k.DueAt)))
		}
		fmt.Fprintf(w, "merroir_jobs_overdue_seconds{kind=%q} %g\n", k.Kind, overdue.Seconds())
	}
}
