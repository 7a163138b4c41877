package jobs

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// KindStatus is the state of one kind over all processes.
type KindStatus struct {
	Kind         string `json:"kind"`
	Waiting      int64  `json:"waiting" doc:"Due or not"`
	Running      int64  `json:"running"`
	Failed       int64  `json:"failed"`
	Stray        int64  `json:"stray" doc:"Waiting or running, further ahead than the kind ever waits"`
	DueAt        *int64 `json:"dueAt" doc:"When the next waiting job is due, or was"`
	WaitingSince *int64 `json:"waitingSince" doc:"When the oldest waiting or running job was first due"`
	NextAt       *int64 `json:"nextAt" doc:"When the schedule of the kind makes its next job; null where it has none"`
}

// Kinds gives the state of each kind that this process handles or that has a
// job, by name.
func (q *Queue) Kinds(ctx context.Context, tx *sqldb.Tx) ([]KindStatus, error) {
	scan := func(r sqldb.Row) (s KindStatus, err error) {
		return s, r.Scan(&s.Kind, &s.Waiting, &s.Running, &s.Failed, &s.DueAt, &s.WaitingSince)
	}
	list, err := sqldb.All(ctx, tx, scan, `SELECT kind, count(*) FILTER (WHERE state = 'ready'), count(*) FILTER (WHERE state = 'running'),
		count(*) FILTER (WHERE state = 'failed'), min(CASE state WHEN 'ready' THEN due_at END),
		min(CASE WHEN state <> 'failed' THEN COALESCE(first_due_at, created_at) END)
		FROM jobs WHERE state IN ('ready', 'running', 'failed') GROUP BY kind`)
	if err != nil {
		return nil, err
	}
	for _, k := range q.kinds {
		if !slices.ContainsFunc(list, func(s KindStatus) bool { return s.Kind == k.name }) {
			list = append(list, KindStatus{Kind: k.name})
		}
	}
	for i := range list {
		if err := q.complete(ctx, tx, &list[i]); err != nil {
			return nil, err
		}
	}
	sorting.By(list, func(a, b KindStatus) int { return cmp.Compare(a.Kind, b.Kind) })
	return list, nil
}

// complete adds what is due too far ahead, and the schedule.
func (q *Queue) complete(ctx context.Context, tx *sqldb.Tx, s *KindStatus) (err error) {
	s.Stray, err = sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM jobs WHERE kind = $1 AND due_at > $2", s.Kind, q.furthest(s.Kind))
	if err != nil {
		return err
	}
	next, err := sqldb.All(ctx, tx, sqldb.Scalar[int64], "SELECT next_at FROM job_schedules WHERE kind = $1", s.Kind)
	if err == nil && len(next) > 0 {
		s.NextAt = &next[0]
	}
	return err
}

// furthest is the last instant at which a job of the kind may be due by a correct
// clock. For a kind that this process does not handle it is not known.
func (q *Queue) furthest(name string) int64 {
	if k := q.kind(name); k != nil {
		return sqldb.Millis(q.now().Add(k.ahead))
	}
	return math.MaxInt64
}
