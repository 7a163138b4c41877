package export

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

func insert(ctx context.Context, tx *sqldb.Tx, farmID, id, userID string, r Request, query, digest string, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO exports (farm_id, id, user_id, metric, query, email, state, token_hash, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8)`, farmID, id, userID, r.Metric, query, r.Email, digest, sqldb.Millis(now))
	return err
}

func listed(ctx context.Context, tx *sqldb.Tx, farmID string, caller actor.Actor, now time.Time) ([]Export, error) {
	where, args := "farm_id = $1 AND NOT withdrawn", []any{farmID, maxExports, caller.UserID, sqldb.Millis(now)}
	if !caller.May(actor.Export) {
		where += " AND user_id = $3"
	}
	return sqldb.All(ctx, tx, func(r sqldb.Row) (e Export, err error) {
		var query string
		if err := r.Scan(&e.ID, &e.Metric, &e.Email, &e.State, &e.Percent, &e.Rows, &e.Bytes, &e.CreatedAt, &e.FinishedAt, &e.ExpiresAt, &e.Message, &query, &e.open); err != nil {
			return e, err
		}
		if err := json.Unmarshal([]byte(query), &e.query); err != nil {
			return e, fmt.Errorf("read what export %s was asked for: %w", e.ID, err)
		}

		return e, nil
	}, `SELECT id, metric, email, state, percent, row_count, bytes, created_at, finished_at, expires_at, message, query,
			user_id = $3 AND state = 'done' AND COALESCE(expires_at, 0) > $4
		FROM exports WHERE `+where+` ORDER BY created_at DESC, id DESC LIMIT $2`, args...)
}

// stored is an export as a job needs it.
type stored struct {
	farmID, id, userID, email string
	state                     State
	query                     report.Query
	fileName                  string
	scheduleID                string // empty where it is of none
}

func scanStored(r sqldb.Row) (e stored, err error) {
	var query string
	if err := r.Scan(&e.farmID, &e.id, &e.userID, &e.email, &e.state, &query, &e.fileName, &e.scheduleID); err != nil {
		return e, err
	}
	if err := json.Unmarshal([]byte(query), &e.query); err != nil {
		return e, fmt.Errorf("export %s: %w", e.id, err)
	}
	return e, nil
}

const selectStored = "SELECT farm_id, id, user_id, email, state, query, file_name, COALESCE(schedule_id, '') FROM exports WHERE "

func storedByID(ctx context.Context, tx *sqldb.Tx, farmID, id string) (stored, error) {
	return sqldb.One(ctx, tx, scanStored, selectStored+"farm_id = $1 AND id = $2", farmID, id)
}

func storedByDigest(ctx context.Context, tx *sqldb.Tx, digest string, now time.Time) (stored, error) {
	return sqldb.One(ctx, tx, scanStored, selectStored+"token_hash = $1 AND state = 'done' AND kept AND expires_at > $2", digest, sqldb.Millis(now))
}

// markWorking says that the job has begun, and that files may lie in the bucket.
func markWorking(ctx context.Context, tx *sqldb.Tx, e stored) error {
	_, err := tx.Exec(ctx, `UPDATE exports SET state = 'working', kept = TRUE, percent = 0, message = ''
		WHERE farm_id = $1 AND id = $2 AND state IN ('waiting', 'working')`, e.farmID, e.id)
	return err
}

func storePercent(ctx context.Context, tx *sqldb.Tx, e stored, percent int) error {
	_, err := tx.Exec(ctx, "UPDATE exports SET percent = $3 WHERE farm_id = $1 AND id = $2 AND state = 'working'", e.farmID, e.id, percent)
	return err
}

// finished is what people see of an export that is done.
type finished struct {
	fileName    string
	rows, bytes int64
	at, expires time.Time
}

// markDone is the one step to done; false when another run took it.
func markDone(ctx context.Context, tx *sqldb.Tx, e stored, f finished) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE exports SET state = 'done', percent = 100, message = '', file_name = $3, row_count = $4, bytes = $5,
		finished_at = $6, expires_at = $7 WHERE farm_id = $1 AND id = $2 AND state IN ('waiting', 'working')`,
		e.farmID, e.id, f.fileName, f.rows, f.bytes, sqldb.Millis(f.at), sqldb.Millis(f.expires))
	return n == 1, err
}

// markFailed ends an export that has not ended; false when it has.
func markFailed(ctx context.Context, tx *sqldb.Tx, e stored, message string, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE exports SET state = 'failed', message = $3, finished_at = $4
		WHERE farm_id = $1 AND id = $2 AND state IN ('waiting', 'working')`, e.farmID, e.id, message, sqldb.Millis(now))
	return n == 1, err
}

// overdue are the exports that were asked for before then and have not ended.
func overdue(ctx context.Context, tx *sqldb.Tx, then time.Time) ([]stored, error) {
	return sqldb.All(ctx, tx, scanStored, selectStored+"state IN ('waiting', 'working') AND created_at < $1", sqldb.Millis(then))
}

// markTroubled says why an export is not done yet.
func markTroubled(ctx context.Context, tx *sqldb.Tx, e stored, message string) error {
	_, err := tx.Exec(ctx, "UPDATE exports SET state = 'waiting', message = $3 WHERE farm_id = $1 AND id = $2 AND state = 'working'",
		e.farmID, e.id, message)
	return err
}

// outdated are the exports whose files nobody can get any more, at most so many.
// A failed one waits until no run of its job can be writing.
func outdated(ctx context.Context, tx *sqldb.Tx, now time.Time, most int) ([]stored, error) {
	return sqldb.All(ctx, tx, scanStored, selectStored+`kept AND (state = 'failed' AND finished_at <= $2 OR state = 'done' AND expires_at <= $1)
		ORDER BY created_at LIMIT $3`, sqldb.Millis(now), sqldb.Millis(now.Add(-time.Hour)), most)
}

func markRemoved(ctx context.Context, tx *sqldb.Tx, e stored) error {
	_, err := tx.Exec(ctx, "UPDATE exports SET kept = FALSE WHERE farm_id = $1 AND id = $2", e.farmID, e.id)
	return err
}

// Files are the names of the files that can still be downloaded.
func Files(ctx context.Context, tx *sqldb.Tx, now time.Time) (names []string, err error) {
	ids, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT id FROM exports WHERE state = 'done' AND kept AND expires_at > $1 ORDER BY farm_id, id", sqldb.Millis(now))
	for _, id := range ids {
		names = append(names, objectName(id), tokenName(id))
	}
	return names, err
}
