package operate

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases. Only root may call any of them.
type Service struct {
	db       *sqldb.DB
	queue    *jobs.Queue
	now      func() time.Time
	describe func(context.Context) (System, error)
}

// New makes the service; describe says what runs, and may be nil where nobody asks.
func New(db *sqldb.DB, queue *jobs.Queue, now func() time.Time, describe func(context.Context) (System, error)) *Service {
	return &Service{db, queue, now, describe}
}

// Jobs gives a page of the jobs of a state.
func (s *Service) Jobs(ctx context.Context, f jobs.Filter, q page.Slice) (list page.List[jobs.Job], err error) {
	if err := actor.RequireRoot(ctx); err != nil {
		return list, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		rows, total, err := s.queue.List(ctx, tx, f, q.Limit, q.Offset())
		list = page.Of(q, rows, total)
		return err
	})
	return list, err
}

// Kinds gives the state of each kind of job.
func (s *Service) Kinds(ctx context.Context) (kinds []jobs.KindStatus, err error) {
	if err := actor.RequireRoot(ctx); err != nil {
		return nil, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		kinds, err = s.queue.Kinds(ctx, tx)
		return err
	})
	return kinds, err
}

// Retry lets a failed job run anew, or a waiting one at once.
func (s *Service) Retry(ctx context.Context, id string) (jobs.Job, error) {
	return s.change(ctx, "job.retry", id, s.queue.Retry)
}

// Discard gives up a job that waits or has failed.
func (s *Service) Discard(ctx context.Context, id string) (jobs.Job, error) {
	return s.change(ctx, "job.discard", id, s.queue.Discard)
}

func (s *Service) change(ctx context.Context, action, id string, do func(context.Context, *sqldb.Tx, string) (jobs.Job, error)) (j jobs.Job, err error) {
	if err := actor.RequireRoot(ctx); err != nil {
		return j, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if j, err = do(ctx, tx, id); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: action, Kind: "job", ID: j.ID, Name: j.Kind})
	})
	return j, err
}

// RetryFailed lets all failed jobs of a kind run anew, and gives how many there
// were. It takes them in steps, each a transaction of its own.
func (s *Service) RetryFailed(ctx context.Context, kind string) (total int64, err error) {
	if err := actor.RequireRoot(ctx); err != nil {
		return 0, err
	}
	before := sqldb.Millis(s.now())
	for {
		var n int64
		err := s.db.Write(ctx, func(tx *sqldb.Tx) error {
			if n, err = s.queue.RetryFailed(ctx, tx, kind, before); err != nil || n == 0 {
				return err
			}
			return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: "job.retryAll", Kind: "job", Name: kind, Detail: map[string]any{"jobs": n}})
		})
		total += n
		if err != nil || n == 0 {
			return total, err
		}
	}
}
