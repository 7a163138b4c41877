package app

import (
	"context"
	"fmt"
	"io"
	"strings"
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
	a.writeMailMetrics(w, kinds)
}

// writeMailMetrics writes the age of the oldest email that waits, by purpose, since it was first due: a retry makes
// a job due later, and must not make the email look new.
func (a *App) writeMailMetrics(w io.Writer, kinds []jobs.KindStatus) {
	const name = "merroir_mail_oldest_waiting_seconds"
	metrics.WriteMetadataIfNeeded(w, name, "gauge")
	for _, k := range kinds {
		purpose, isMail := strings.CutPrefix(k.Kind, "mail.")
		if !isMail {
			continue
		}
		if purpose == "send" {
			purpose = "other"
		}
		age := time.Duration(0)
		if k.WaitingSince != nil {
			age = max(0, a.now().Sub(time.UnixMilli(*k.WaitingSince)))
		}
		fmt.Fprintf(w, "%s{purpose=%q} %g\n", name, purpose, age.Seconds())
	}
}

// writeResourceMetrics tells how much is taken of what is bounded: connections to
// the database, memory for reports, disks.
func (a *App) writeResourceMetrics(w io.Writer) {
	pools := a.db.Pools()
	metrics.WriteMetadataIfNeeded(w, "merroir_database_connections", "gauge")
	for _, p := range pools {
		fmt.Fprintf(w, "merroir_database_connections{pool=%q,state=\"in_use\"} %d\n", p.Name, p.InUse)
		fmt.Fprintf(w, "merroir_database_connections{pool=%q,state=\"idle\"} %d\n", p.Name, p.Idle)
	}
	metrics.WriteMetadataIfNeeded(w, "merroir_database_connections_most", "gauge")
	for _, p := range pools {
		fmt.Fprintf(w, "merroir_database_connections_most{pool=%q} %d\n", p.Name, p.Most)
	}
	metrics.WriteMetadataIfNeeded(w, "merroir_database_waited_seconds_total", "counter")
	for _, p := range pools {
		fmt.Fprintf(w, "merroir_database_waited_seconds_total{pool=%q} %g\n", p.Name, p.Waited.Seconds())
	}
	farms, bytes := a.reports.Held()
	writeGauge(w, "merroir_report_cache_farms", float64(farms))
	writeGauge(w, "merroir_report_cache_bytes", float64(bytes))
	writeGauge(w, "merroir_report_cache_most_bytes", float64(a.config.shares.reports))
	a.config.shares.writeMetrics(w)
	metrics.WriteMetadataIfNeeded(w, "merroir_disk_free_bytes", "gauge")
	for _, d := range a.disks() {
		if d.FreeBytes >= 0 {
			fmt.Fprintf(w, "merroir_disk_free_bytes{folder=%q} %d\n", d.Folder, d.FreeBytes)
		}
	}
}

func writeGauge(w io.Writer, name string, value float64) {
	metrics.WriteMetadataIfNeeded(w, name, "gauge")
	fmt.Fprintf(w, "%s %g\n", name, value)
}
