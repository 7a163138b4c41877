package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	leaseTime  = 30 * time.Second
	renewEvery = 10 * time.Second
)

var errLeaseLost = errors.New("the lease of the job has ended")

func (q *Queue) renewUntil(ctx context.Context) {
	every := time.NewTicker(renewEvery)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		if err := q.renew(ctx); err != nil && ctx.Err() == nil {
			q.log.Error("the leases of running jobs were not renewed", "err", err)
		}
	}
}

// renew moves the leases of the running jobs, and ends the context of a handler
// whose job another process has or may take.
func (q *Queue) renew(ctx context.Context) error {
	runs := q.runs()
	if len(runs) == 0 {
		return nil
	}
	leaseEnd := q.now().Add(leaseTime)
	var kept []*run
	err := q.db.Write(ctx, func(tx *sqldb.Tx) error {
		kept = nil
		for _, r := range runs {
			ours, err := renewLease(ctx, tx, r.claimed, sqldb.Millis(leaseEnd))
			if err != nil {
				return err
			}
			if ours {
				kept = append(kept, r)
			}
		}
		return nil
	})
	if err != nil {
		q.endRuns(runs, q.now())
		return err
	}
	q.mu.Lock()
	for _, r := range kept {
		r.leaseEnd = leaseEnd
	}
	q.mu.Unlock()
	q.endRuns(runs, leaseEnd)
	return nil
}

// endRuns ends those runs whose lease ends before the instant.
func (q *Queue) endRuns(runs []*run, before time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, r := range runs {
		if r.leaseEnd.Before(before) {
			r.cancel(errLeaseLost)
		}
	}
}
