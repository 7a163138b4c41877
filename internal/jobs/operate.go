package jobs

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// Job is a parked job as an operator sees it.
type Job struct {
	ID        string
	Kind      string
	Attempts  int64
	LastError string
	CreatedAt time.Time
	EndedAt   time.Time // when it was parked
}

// Failed lists the parked jobs, the newest first, at most a hundred.
func (q *Queue) Failed(ctx context.Context) (jobs []Job, err error) {
	scan := func(r sqldb.Row) (j Job, err error) {
		var created, ended int64
		err = r.Scan(&j.ID, &j.Kind, &j.Attempts, &j.LastError, &created, &ended)
		j.CreatedAt, j.EndedAt = time.UnixMilli(created).UTC(), time.UnixMilli(ended).UTC()
		return j, err
	}
	err = q.db.Read(ctx, func(tx *sqldb.Tx) error {
		jobs, err = sqldb.All(ctx, tx, scan, `SELECT id, kind, attempts, last_error, created_at, finished_at FROM jobs
			WHERE state = 'failed' ORDER BY finished_at DESC, id LIMIT 100`)
		return err
	})
	return jobs, err
}

// Retry starts a parked job anew with all its attempts; false when there is no
// such parked job.
func (q *Queue) Retry(ctx context.Context, id string) (restarted bool, err error) {
	err = q.db.Write(ctx, func(tx *sqldb.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE jobs SET state = 'ready', due_at = $2, finished_at = NULL, attempts = 0
			WHERE id = $1 AND state = 'failed'`, id, sqldb.Millis(q.now()))
		restarted = n == 1
		return err
	})
	q.poke()
	return restarted, err
}

// Status is the state of the queue over all processes, for metrics and alarms.
type Status struct {
	Waiting int64         // ready, due or not
	Running int64         // held by a process
	Failed  int64         // parked
	Overdue time.Duration // how long the longest waiting job has been due
}

// Status counts the jobs.
func (q *Queue) Status(ctx context.Context) (s Status, err error) {
	now := sqldb.Millis(q.now())
	oldest := now
	scan := func(r sqldb.Row) (struct{}, error) {
		return struct{}{}, r.Scan(&s.Waiting, &s.Running, &s.Failed, &oldest)
	}
	err = q.db.Read(ctx, func(tx *sqldb.Tx) error {
		_, err := sqldb.One(ctx, tx, scan, `SELECT count(*) FILTER (WHERE state = 'ready'), count(*) FILTER (WHERE state = 'running'),
			count(*) FILTER (WHERE state = 'failed'), coalesce(min(due_at), $1) FROM jobs WHERE state <> 'done'`, now)
		return err
	})
	s.Overdue = time.Duration(max(0, now-oldest)) * time.Millisecond
	return s, err
}
