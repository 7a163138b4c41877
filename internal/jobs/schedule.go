package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

type schedule struct {
	kind     string
	interval time.Duration
}

// next is the first instant after now on the grid that runs through last.
func (s schedule) next(last, now int64) int64 {
	step := s.interval.Milliseconds()
	return last + ((now-last)/step+1)*step
}

// register writes the schedules that are new, due at once.
func (q *Queue) register(ctx context.Context) error {
	if len(q.schedules) == 0 {
		return nil
	}
	for _, s := range q.schedules {
		if q.kind(s.kind) == nil {
			return fmt.Errorf("no handler for the scheduled kind %q", s.kind)
		}
	}
	now := sqldb.Millis(q.now())
	return q.db.Write(ctx, func(tx *sqldb.Tx) error {
		for _, s := range q.schedules {
			if _, err := tx.Exec(ctx, "INSERT INTO job_schedules (kind, next_at) VALUES ($1, $2) ON CONFLICT (kind) DO NOTHING", s.kind, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// tick enqueues the scheduled kinds whose time has come.
func (q *Queue) tick(ctx context.Context) error {
	if len(q.schedules) == 0 {
		return nil
	}
	now := sqldb.Millis(q.now())
	due, err := q.dueSchedules(ctx, now)
	if err != nil {
		return err
	}
	for _, s := range q.schedules {
		last, isDue := due[s.kind]
		if !isDue {
			continue
		}
		err := q.db.Write(ctx, func(tx *sqldb.Tx) error { return q.occur(ctx, tx, s, last, now) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (q *Queue) dueSchedules(ctx context.Context, now int64) (map[string]int64, error) {
	due := map[string]int64{}
	scan := func(r sqldb.Row) (struct{}, error) {
		var kind string
		var at int64
		err := r.Scan(&kind, &at)
		due[kind] = at
		return struct{}{}, err
	}
	err := q.db.Read(ctx, func(tx *sqldb.Tx) error {
		_, err := sqldb.All(ctx, tx, scan, "SELECT kind, next_at FROM job_schedules WHERE next_at <= $1", now)
		return err
	})
	return due, err
}

// occur is one occurrence: the process that moves next_at owns it. An earlier one
// that still waits for a retry is brought forward; while one runs, none is added.
func (q *Queue) occur(ctx context.Context, tx *sqldb.Tx, s schedule, last, now int64) error {
	n, err := tx.Exec(ctx, "UPDATE job_schedules SET next_at = $3 WHERE kind = $1 AND next_at = $2", s.kind, last, s.next(last, now))
	if err != nil || n == 0 {
		return err
	}
	open, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM jobs WHERE kind = $1 AND due_at IS NOT NULL", s.kind)
	if err != nil {
		return err
	}
	if open == 0 {
		return q.Enqueue(ctx, tx, s.kind, struct{}{})
	}
	_, err = tx.Exec(ctx, "UPDATE jobs SET due_at = $2 WHERE kind = $1 AND state = 'ready' AND due_at > $2", s.kind, now)
	return err
}
