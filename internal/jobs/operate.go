package jobs

import (
	"context"
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Job is a job as an operator sees it: without its arguments, which may hold
// valid links and keys.
type Job struct {
	ID        string `json:"_id"`
	Kind      string `json:"kind"`
	State     string `json:"state" enum:"waiting,running,failed,done"`
	Attempts  int64  `json:"attempts" doc:"Tries begun"`
	LastError string `json:"lastError" doc:"Why the last try failed, or why the job waits"`
	CreatedAt int64  `json:"createdAt"`
	DueAt     *int64 `json:"dueAt" doc:"Of a waiting job, when it is tried; of a running one, until when its process is trusted to have it"`
	EndedAt   *int64 `json:"endedAt" doc:"When it was done or failed"`
	Stray     bool   `json:"stray" doc:"It lies further ahead than its kind ever waits, so a clock was wrong; it will be brought back"`
}

// The states by the names that operators see.
var stateNames = map[string]state{"waiting": ready, "running": active, "failed": failed, "done": done}

const jobColumns = `id, kind, CASE state WHEN 'ready' THEN 'waiting' ELSE state END, attempts, last_error, created_at, due_at, finished_at`

func (q *Queue) scanJob(r sqldb.Row) (j Job, err error) {
	err = r.Scan(&j.ID, &j.Kind, &j.State, &j.Attempts, &j.LastError, &j.CreatedAt, &j.DueAt, &j.EndedAt)
	j.Stray = j.DueAt != nil && *j.DueAt > q.furthest(j.Kind)
	return j, err
}

// Filter says which jobs are listed.
type Filter struct {
	State string // waiting, running, failed or done
	Kind  string // empty for any
}

// List gives a page of the jobs of a state, and how many there are: those that
// ended last come first, otherwise those that are due next.
func (q *Queue) List(ctx context.Context, tx *sqldb.Tx, f Filter, limit, offset int) (jobs []Job, total int, err error) {
	where, args := " WHERE state = $1", []any{string(stateNames[f.State])}
	if f.Kind != "" {
		where, args = where+" AND kind = $2", append(args, f.Kind)
	}
	if total, err = sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM jobs"+where, args...); err != nil {
		return nil, 0, err
	}
	order := "finished_at DESC, id"
	if f.State == "waiting" || f.State == "running" {
		order = "due_at, id"
	}
	jobs, err = sqldb.All(ctx, tx, q.scanJob, fmt.Sprintf("SELECT %s FROM jobs%s ORDER BY %s LIMIT $%d OFFSET $%d", jobColumns, where, order, len(args)+1, len(args)+2),
		append(args, limit, offset)...)
	return jobs, total, err
}

var errNoJob = fault.New(fault.NotFound, "No such job.")

// one gives a job; a NotFound fault where there is none.
func (q *Queue) one(ctx context.Context, tx *sqldb.Tx, id string) (Job, error) {
	j, err := sqldb.One(ctx, tx, q.scanJob, "SELECT "+jobColumns+" FROM jobs WHERE id = $1", id)
	if fault.Is(err, fault.NotFound) {
		return j, errNoJob
	}
	return j, err
}

// Retry lets a failed job run anew with all its attempts, or a waiting one at
// once. One that runs or is done is a Conflict.
func (q *Queue) Retry(ctx context.Context, tx *sqldb.Tx, id string) (Job, error) {
	n, err := tx.Exec(ctx, `UPDATE jobs SET state = 'ready', due_at = $2, finished_at = NULL, attempts = CASE state WHEN 'failed' THEN 0 ELSE attempts END
		WHERE id = $1 AND state IN ('failed', 'ready')`, id, sqldb.Millis(q.now()))
	if err != nil {
		return Job{}, err
	}
	j, err := q.one(ctx, tx, id)
	if err == nil && n == 0 {
		return j, fault.New(fault.Conflict, "Only a job that waits or has failed can be tried again.")
	}
	q.retried(j.Kind)
	return j, err
}

// RetryFailed is Retry for up to a thousand jobs of a kind that failed before
// the instant (Unix ms); it gives how many there were.
func (q *Queue) RetryFailed(ctx context.Context, tx *sqldb.Tx, kind string, before int64) (int64, error) {
	n, err := tx.Exec(ctx, `UPDATE jobs SET state = 'ready', due_at = $2, finished_at = NULL, attempts = 0 WHERE id IN
		(SELECT id FROM jobs WHERE state = 'failed' AND kind = $1 AND finished_at <= $3 ORDER BY finished_at, id LIMIT $4)`,
		kind, sqldb.Millis(q.now()), before, maxRows)
	q.retried(kind)
	return n, err
}

// retried lets the kind be tried soon, outage or not.
func (q *Queue) retried(kind string) {
	if q.kind(kind) != nil {
		q.resumeKind(kind)
	}
	q.poke()
}

// Discard gives up a job that waits or has failed: it is removed, and what it
// was to do is not done. One that runs or is done is a Conflict.
func (q *Queue) Discard(ctx context.Context, tx *sqldb.Tx, id string) (Job, error) {
	j, err := q.one(ctx, tx, id)
	if err != nil {
		return j, err
	}
	n, err := tx.Exec(ctx, "DELETE FROM jobs WHERE id = $1 AND state IN ('failed', 'ready')", id)
	if err == nil && n == 0 {
		err = fault.New(fault.Conflict, "Only a job that waits or has failed can be given up.")
	}
	return j, err
}

// CountFailed counts the jobs of all kinds that have failed.
func CountFailed(ctx context.Context, tx *sqldb.Tx) (int, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM jobs WHERE state = 'failed'")
}

// ByKey gives the jobs that were enqueued with these keys ([Unique]) and are not
// pruned yet, by key.
func (q *Queue) ByKey(ctx context.Context, tx *sqldb.Tx, keys []string) (map[string]Job, error) {
	const atOnce = 200
	found := map[string]Job{}
	for chunk := range slices.Chunk(keys, atOnce) {
		if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var key string
			j, err := q.scanJob(keyed{r, &key})
			found[key] = j
			return struct{}{}, err
		}, "SELECT unique_key, "+jobColumns+" FROM jobs WHERE unique_key IN ("+sqldb.In(1, len(chunk))+")", sqldb.Args(chunk)...); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// keyed scans a row whose first column is the key.
type keyed struct {
	sqldb.Row
	key *string
}

func (k keyed) Scan(into ...any) error { return k.Row.Scan(append([]any{k.key}, into...)...) }
