package jobs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// claimed is a job that this process holds.
type claimed struct {
	id       string
	kind     string
	lane     string
	args     []byte
	attempts int64
	claim    int64
	leaseEnd int64
}

// candidate is a job that could be taken when it was looked at.
type candidate struct {
	id       string
	kind     string
	lane     string
	claim    int64
	attempts int64
	state    state
}

func insertJobs(ctx context.Context, tx *sqldb.Tx, kind string, drafts []draft, now int64) error {
	rows := make([][]any, len(drafts))
	for i, d := range drafts {
		rows[i] = []any{sqldb.NewID(), kind, d.lane, string(d.args), d.key, string(ready), d.dueAt, d.dueAt, now}
	}
	columns := []string{"id", "kind", "lane", "args", "unique_key", "state", "due_at", "first_due_at", "created_at"}
	return tx.InsertNew(ctx, "jobs", "unique_key", columns, rows)
}

// dueJobs returns the jobs that have been due the longest, those of lower ranks first: of each kind
// as many as there is room for and a few more, so that running ones among them hide no other.
// Jobs in full lanes are left out.
func dueJobs(ctx context.Context, tx *sqldb.Tx, r room, now int64) ([]candidate, error) {
	scan := func(r sqldb.Row) (c candidate, err error) {
		var rank, dueAt int64
		return c, r.Scan(&c.id, &c.kind, &c.lane, &c.claim, &c.attempts, &c.state, &dueAt, &rank)
	}

	var each []string
	args := []any{now}
	for _, k := range r.kinds {
		open := ""
		if len(k.full) > 0 {
			open = " AND lane NOT IN (" + sqldb.In(len(args)+3, len(k.full)) + ")"
		}
		each = append(each, fmt.Sprintf(`SELECT * FROM (SELECT id, kind, lane, claim, attempts, state, due_at, %d AS rank FROM jobs
			WHERE kind = $%d AND due_at <= $1%s ORDER BY due_at, id LIMIT $%d) AS k%d`,
			k.rank, len(args)+1, open, len(args)+2, len(each)))
		args = append(args, k.name, k.free+len(r.mine))
		args = append(args, sqldb.Args(k.full)...)
	}

	return sqldb.All(ctx, tx, scan, strings.Join(each, " UNION ALL ")+" ORDER BY rank, due_at, id", args...)
}

// claimJob takes the job unless another process was quicker: the guard is in the
// UPDATE, so it holds whatever the engine shows other transactions.
func claimJob(ctx context.Context, tx *sqldb.Tx, c candidate, now, lease int64) ([]claimed, error) {
	scan := func(r sqldb.Row) (j claimed, err error) {
		return j, r.Scan(&j.id, &j.kind, &j.lane, &j.args, &j.attempts, &j.claim, &j.leaseEnd)
	}
	return sqldb.All(ctx, tx, scan, `UPDATE jobs SET state = 'running', claim = claim + 1, attempts = attempts + 1, due_at = $4
		WHERE id = $1 AND claim = $2 AND due_at <= $3 RETURNING id, kind, lane, args, attempts, claim, due_at`, c.id, c.claim, now, lease)
}

// failDead ends a job whose process died on its last attempt.
func failDead(ctx context.Context, tx *sqldb.Tx, c candidate, now int64) error {
	_, err := tx.Exec(ctx, `UPDATE jobs SET state = 'failed', due_at = NULL, finished_at = $3, last_error = 'its process died while it ran'
		WHERE id = $1 AND claim = $2 AND state = 'running'`, c.id, c.claim, now)
	return err
}

// settleJob writes the outcome; false when the job is no longer ours.
func settleJob(ctx context.Context, tx *sqldb.Tx, j claimed, o outcome, now time.Time) (bool, error) {
	var dueAt, finishedAt any
	args := string(j.args)
	switch o.state {
	case ready:
		dueAt = sqldb.Millis(now.Add(o.wait))
	case done:
		args = "{}"
		fallthrough
	default:
		finishedAt = sqldb.Millis(now)
	}
	n, err := tx.Exec(ctx, `UPDATE jobs SET state = $3, due_at = $4, finished_at = $5, attempts = $6, last_error = $7, args = $8
		WHERE id = $1 AND claim = $2 AND state = 'running'`,
		j.id, j.claim, string(o.state), dueAt, finishedAt, o.attempts, o.reason, args)
	return n == 1, err
}

// renewLease moves the end of the lease; false when the job is no longer ours.
func renewLease(ctx context.Context, tx *sqldb.Tx, j claimed, lease int64) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE jobs SET due_at = $3 WHERE id = $1 AND claim = $2 AND state = 'running'", j.id, j.claim, lease)
	return n == 1, err
}

func pruneJobs(ctx context.Context, tx *sqldb.Tx, s state, before int64) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM jobs WHERE id IN
		(SELECT id FROM jobs WHERE state = $1 AND finished_at < $2 ORDER BY finished_at LIMIT $3)`, string(s), before, maxRows)
}

// take claims due jobs for this process, up to n and as many of each kind and lane
// as may be started. None means that no job is due: when all that were found went to
// others or had failed, it looks again.
func (q *Queue) take(ctx context.Context, n int) ([]claimed, error) {
	for {
		now := q.now()
		room := q.room(now)
		if len(room.kinds) == 0 {
			return nil, nil
		}

		var found []candidate
		err := q.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
			found, err = dueJobs(ctx, tx, room, sqldb.Millis(now))
			return err
		})
		if err != nil {
			return nil, err
		}

		found = slices.DeleteFunc(found, func(c candidate) bool { return !room.admit(c) })
		if len(found) == 0 {
			return nil, nil
		}
		taken, err := q.claim(ctx, found[:min(n, len(found))], now)
		if err != nil || len(taken) > 0 {
			return taken, err
		}
	}
}

func (q *Queue) claim(ctx context.Context, found []candidate, now time.Time) (taken []claimed, err error) {
	lease := sqldb.Millis(now.Add(leaseTime))
	err = q.db.Write(ctx, func(tx *sqldb.Tx) error {
		taken = nil
		for _, c := range found {
			if c.state == active && c.attempts >= maxAttempts {
				if err := failDead(ctx, tx, c, sqldb.Millis(now)); err != nil {
					return err
				}
				continue
			}
			got, err := claimJob(ctx, tx, c, sqldb.Millis(now), lease)
			if err != nil {
				return err
			}
			taken = append(taken, got...)
		}
		return nil
	})
	if err != nil {
		return nil, err // what a closure took that did not commit is not taken
	}
	return taken, nil
}

// prune deletes what finished long ago, in steps that hold no lock for long.
func (q *Queue) prune(ctx context.Context) error {
	now := q.now()
	for s, keep := range map[state]time.Duration{done: keepDone, failed: keepFailed} {
		before := sqldb.Millis(now.Add(-keep))
		for {
			var n int64
			err := q.db.Write(ctx, func(tx *sqldb.Tx) (err error) {
				n, err = pruneJobs(ctx, tx, s, before)
				return err
			})
			if err != nil {
				return err
			}
			if n < maxRows {
				break
			}
		}
	}
	return nil
}
