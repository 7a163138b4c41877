package upload

import (
	"context"
	"encoding/json"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// uploadRow is an upload as its job needs it.
type uploadRow struct {
	farmID, id, userID string
	format, mode       string
	preview            bool
	fill               sheet.Options // what the sheet leaves out
	state              UploadState
	attempts           int64
	undoes, reason     string // the upload that it undoes, and why
}

const selectUpload = `SELECT u.id, u.filename, u.state, u.mode, u.row_count, u.recorded, u.skipped, u.refused, u.summary, u.errors, u.message, u.missing, u.counts_after,
	u.created_at, u.finished_at, u.first_seq IS NOT NULL, u.undone_by, u.undoes, u.reason, u.obstacles, p.row_count, p.done, p.percent, p.seconds_left
	FROM uploads u LEFT JOIN upload_progress p ON p.farm_id = u.farm_id AND p.upload_id = u.id `

func scanUpload(r sqldb.Row) (u Upload, err error) {
	var summary, errors, obstacles string
	var rows, done, percent, left *int64
	if err := r.Scan(&u.ID, &u.Filename, &u.State, &u.Mode, &u.Rows, &u.Recorded, &u.Skipped, &u.Refused, &summary, &errors, &u.Message, &u.Missing, &u.CountsAfter,
		&u.CreatedAt, &u.FinishedAt, &u.Undoable, &u.UndoneBy, &u.Undoes, &u.Reason, &obstacles, &rows, &done, &percent, &left); err != nil {
		return u, err
	}
	if percent != nil && (u.State == uploadChecking || u.State == uploadRecording) {
		u.Rows, u.Done, u.Percent, u.SecondsLeft = *rows, *done, *percent, left
	}
	if u.State == uploadDone {
		u.Done, u.Percent = u.Rows, 100
	}
	if summary != "" {
		u.Summary = &UploadSummary{Doubts: []RowDoubt{}, Recounts: []ledger.Recount{}}
		if err := json.Unmarshal([]byte(summary), u.Summary); err != nil {
			return u, err
		}
	}
	u.Undoable = u.Undoable && u.State == uploadDone && u.UndoneBy == "" && u.Undoes == ""
	if err := json.Unmarshal([]byte(obstacles), &u.Obstacles); err != nil {
		return u, err
	}
	return u, json.Unmarshal([]byte(errors), &u.Errors)
}

var errNoUpload = fault.New(fault.NotFound, "No such upload.")

func oneUpload(ctx context.Context, tx *sqldb.Tx, farmID, id string) (Upload, error) {
	u, err := sqldb.One(ctx, tx, scanUpload, selectUpload+"WHERE u.farm_id = $1 AND u.id = $2", farmID, id)
	if fault.Is(err, fault.NotFound) {
		return u, errNoUpload
	}
	return u, err
}

// insertUpload stores an upload with its file. Where the same request came
// before it gives the id of that one, and made is false.
func insertUpload(ctx context.Context, tx *sqldb.Tx, u uploadRow, filename, onceKey string, content []byte, at int64) (id string, made bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO uploads (farm_id, id, user_id, filename, format, mode, preview, animal_type, area_prefix, missing, counts_after, undoes, reason, state, once_key, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'waiting', $14, $15) ON CONFLICT (farm_id, once_key) DO NOTHING`,
		u.farmID, u.id, u.userID, filename, u.format, u.mode, u.preview, u.fill.OysterType, u.fill.AreaPrefix, string(u.fill.Missing), u.fill.CountsAfter, u.undoes, u.reason, onceKey, at)
	if err != nil {
		return "", false, err
	}
	if n == 0 {
		id, err = sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT id FROM uploads WHERE farm_id = $1 AND once_key = $2", u.farmID, onceKey)
		return id, false, err
	}
	if u.undoes != "" {
		return u.id, true, nil
	}
	return u.id, true, putFile(ctx, tx, u.farmID, u.id, "sheet", content)
}

func putFile(ctx context.Context, tx *sqldb.Tx, farmID, id, kind string, content []byte) error {
	_, err := tx.Exec(ctx, `INSERT INTO upload_files (farm_id, upload_id, kind, content) VALUES ($1, $2, $3, $4)
		ON CONFLICT (farm_id, upload_id, kind) DO UPDATE SET content = EXCLUDED.content`, farmID, id, kind, content)
	return err
}

func getFile(ctx context.Context, tx *sqldb.Tx, farmID, id, kind string) ([]byte, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[[]byte], "SELECT content FROM upload_files WHERE farm_id = $1 AND upload_id = $2 AND kind = $3", farmID, id, kind)
}

// beginUpload takes an upload for a run, unless another one of the farm runs
// or this one is past running. It gives the upload as it is afterwards; taken
// says whether the run may go on.
func beginUpload(ctx context.Context, tx *sqldb.Tx, farmID, id string) (u uploadRow, taken bool, err error) {
	n, err := tx.Exec(ctx, `UPDATE uploads SET state = 'checking', attempts = attempts + 1 WHERE farm_id = $1 AND id = $2
		AND state IN ('waiting', 'checking', 'recording')
		AND NOT EXISTS (SELECT 1 FROM uploads o WHERE o.farm_id = $1 AND o.id <> $2 AND o.state IN ('checking', 'recording'))`, farmID, id)
	if err != nil {
		return u, false, err
	}
	u, err = sqldb.One(ctx, tx, func(r sqldb.Row) (u uploadRow, err error) {
		return u, r.Scan(&u.farmID, &u.id, &u.userID, &u.format, &u.mode, &u.preview, &u.fill.OysterType, &u.fill.AreaPrefix, &u.fill.Missing, &u.fill.CountsAfter, &u.state, &u.attempts, &u.undoes, &u.reason)
	}, "SELECT farm_id, id, user_id, format, mode, preview, animal_type, area_prefix, missing, counts_after, state, attempts, undoes, reason FROM uploads WHERE farm_id = $1 AND id = $2", farmID, id)
	return u, n == 1, err
}

// moveUpload goes on to the next state in the name of a run; false when the run
// is no longer the newest or the upload was cancelled.
func moveUpload(ctx context.Context, tx *sqldb.Tx, u uploadRow, to UploadState) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE uploads SET state = $4 WHERE farm_id = $1 AND id = $2 AND attempts = $3
		AND state IN ('checking', 'recording')`, u.farmID, u.id, u.attempts, string(to))
	return n == 1, err
}

// outcome is what a run found or did.
type outcome struct {
	state    UploadState
	result   sheet.Result
	refused  int64
	summary  *UploadSummary
	errors   []sheet.RowError
	message  string
	refusals []byte       // the refused rows as CSV; nil where there are none
	span     *ledger.Span // what was recorded; nil where that is nothing
	way      []ledger.Obstacle
}

// settleUpload writes the outcome of a run and, unless somebody is yet to
// confirm it, removes the file; false as in moveUpload.
func settleUpload(ctx context.Context, tx *sqldb.Tx, u uploadRow, o outcome, now time.Time) (bool, error) {
	summary, errs, way, err := o.texts()
	if err != nil {
		return false, err
	}
	var finished, first, last any
	if o.span != nil {
		first, last = o.span.First, o.span.Last
	}
	if o.state != uploadPreview {
		finished = sqldb.Millis(now)
	}
	n, err := tx.Exec(ctx, `UPDATE uploads SET state = $4, row_count = $5, recorded = $6, skipped = $7, refused = $8, summary = $9, errors = $10, message = $11, finished_at = $12, first_seq = $13, last_seq = $14, obstacles = $15,
		once_key = CASE WHEN once_key LIKE 'content:%' AND $4 <> 'preview' THEN NULL ELSE once_key END
		WHERE farm_id = $1 AND id = $2 AND attempts = $3 AND state IN ('checking', 'recording')`,
		u.farmID, u.id, u.attempts, string(o.state), o.result.Rows, o.result.Recorded, o.result.Skipped, o.refused, summary, errs, o.message, finished, first, last, way)
	if err != nil || n == 0 {
		return false, err
	}
	if o.refusals != nil {
		if err := putFile(ctx, tx, u.farmID, u.id, "refused", o.refusals); err != nil {
			return false, err
		}
	}
	if o.state == uploadPreview {
		return true, nil
	}
	return true, dropSheet(ctx, tx, u.farmID, u.id)
}

func (o outcome) texts() (summary, errs, way string, err error) {
	if o.summary != nil {
		if summary, err = inJSON(o.summary); err != nil {
			return "", "", "", err
		}
	}
	if o.errors == nil {
		o.errors = []sheet.RowError{}
	}
	if o.way == nil {
		o.way = []ledger.Obstacle{}
	}
	if errs, err = inJSON(o.errors); err != nil {
		return "", "", "", err
	}
	way, err = inJSON(o.way)
	return summary, errs, way, err
}

func inJSON(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

// dropSheet removes the file of an upload that will not run again.
func dropSheet(ctx context.Context, tx *sqldb.Tx, farmID, id string) error {
	_, err := tx.Exec(ctx, "DELETE FROM upload_files WHERE farm_id = $1 AND upload_id = $2 AND kind = 'sheet'", farmID, id)
	return err
}

// cancelUpload ends an upload that is not at its end; false when it is.
func cancelUpload(ctx context.Context, tx *sqldb.Tx, farmID, id, message string, now int64) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE uploads SET state = 'cancelled', message = CASE WHEN undoes = '' THEN $3 ELSE '`+nothingUndone+`' END, finished_at = $4, recorded = 0, once_key = NULL
		WHERE farm_id = $1 AND id = $2 AND state IN ('waiting', 'checking', 'preview', 'recording')`, farmID, id, message, now)
	if err != nil || n == 0 {
		return false, err
	}
	return true, dropSheet(ctx, tx, farmID, id)
}

// leavePreview lets an upload that is previewed run again: to be recorded, or to be previewed anew.
func leavePreview(ctx context.Context, tx *sqldb.Tx, farmID, id, mode string, preview bool, counts CountChoice) error {
	_, err := tx.Exec(ctx, `UPDATE uploads SET state = 'waiting', preview = $7, mode = $3,
		missing = CASE WHEN $4 = '' THEN missing ELSE $4 END, counts_after = CASE WHEN $5 THEN $6 ELSE counts_after END
		WHERE farm_id = $1 AND id = $2 AND state = 'preview'`, farmID, id, mode, string(counts.Missing), counts.Order != ledger.OrderUnknown, counts.after(), preview)

	return err
}

// putProgress notes how far a run is, never in the transaction that records:
// the two would collide.
func putProgress(ctx context.Context, tx *sqldb.Tx, u uploadRow, p progress) error {
	var left any
	if p.secondsLeft != nil {
		left = *p.secondsLeft
	}
	_, err := tx.Exec(ctx, `INSERT INTO upload_progress (farm_id, upload_id, row_count, done, percent, seconds_left) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (farm_id, upload_id) DO UPDATE
		SET row_count = EXCLUDED.row_count, done = EXCLUDED.done, percent = EXCLUDED.percent, seconds_left = EXCLUDED.seconds_left`,
		u.farmID, u.id, p.rows, p.done, p.percent, left)
	return err
}

func dropProgress(ctx context.Context, tx *sqldb.Tx, u uploadRow) error {
	_, err := tx.Exec(ctx, "DELETE FROM upload_progress WHERE farm_id = $1 AND upload_id = $2", u.farmID, u.id)
	return err
}
