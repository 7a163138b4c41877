package jobs

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

// What a process wrote while its clock was wrong can be due a year ahead, where
// nobody would look for it: a waiting job, the lease of one that died, the next
// run of a schedule. So such rows are looked for, and brought back.

// stray is a job that is due further ahead than its kind ever waits.
type stray struct {
	id    string
	kind  string
	dueAt int64
}

// bringBack makes stray jobs due now, and schedules due within their interval,
// also when the interval has become shorter.
func (q *Queue) bringBack(ctx context.Context) error {
	now := q.now()
	strays, err := q.strays(ctx)
	if err != nil {
		return err
	}
	var late []string
	err = q.db.Write(ctx, func(tx *sqldb.Tx) error {
		for _, s := range strays {
			if _, err := tx.Exec(ctx, `UPDATE jobs SET due_at = $3, last_error = $4, first_due_at = CASE WHEN first_due_at > $3 THEN $3 ELSE first_due_at END
				WHERE id = $1 AND due_at = $2`, s.id, s.dueAt, sqldb.Millis(now),
				fmt.Sprintf("brought back from %s, further ahead than a job of its kind ever waits: a clock was wrong", instant(s.dueAt).Format(time.RFC3339))); err != nil {
				return err
			}
		}
		late = nil
		for _, s := range q.schedules {
			n, err := tx.Exec(ctx, "UPDATE job_schedules SET next_at = $2 WHERE kind = $1 AND next_at > $2", s.kind, sqldb.Millis(now.Add(s.interval)))
			if err != nil {
				return err
			}
			if n > 0 {
				late = append(late, s.kind)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, s := range strays {
		q.log.WarnContext(ctx, "a job lay further ahead than its kind ever waits and was brought back: a clock was wrong", "job", s.id, "kind", s.kind, "due", instant(s.dueAt))
	}
	for _, kind := range late {
		q.log.WarnContext(ctx, "the next run of a schedule lay further ahead than its interval and was brought back", "kind", kind)
	}
	return nil
}

// strays finds up to a thousand stray jobs of each kind: those that are due further ahead than the
// kind ever waits, and leases that are longer than leases are.
func (q *Queue) strays(ctx context.Context) (all []stray, err error) {
	scan := func(r sqldb.Row) (s stray, err error) { return s, r.Scan(&s.id, &s.kind, &s.dueAt) }
	mine := q.room(q.now()).mine // whose leases are renewed
	err = q.db.Read(ctx, func(tx *sqldb.Tx) error {
		all = nil
		for _, k := range q.kinds {
			found, err := sqldb.All(ctx, tx, scan, `SELECT id, kind, due_at FROM jobs
				WHERE kind = $1 AND due_at > $2 AND (state = 'running' OR due_at > $3) ORDER BY due_at, id LIMIT $4`,
				k.name, skew.Latest(q.now(), leaseTime), q.furthest(k.name), maxRows)
			if err != nil {
				return err
			}
			all = append(all, slices.DeleteFunc(found, func(s stray) bool { return mine[s.id] })...)
		}
		return nil
	})
	return all, err
}

func instant(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
