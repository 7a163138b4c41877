package upload

import (
	"context"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// An upload is undone by another one without a file, whose run takes turns with those of the
// farm's other uploads, shows how far it is, can be cancelled, and survives a crash as they do.

// bytesPerNumber is about what an undoing holds in memory of each number of what it undoes.
const bytesPerNumber = 600

// Undo has a job undo all that an upload recorded, for a reason. It gives the upload that does so,
// which is an earlier one while that is under way.
func (u *Uploads) Undo(ctx context.Context, farmID, id, reason string) (one Upload, err error) {
	reason = strings.TrimSpace(reason)
	if reason == "" {
		return one, fault.ForField("reason", "Say why.")
	}
	err = u.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := admitted(ctx, tx, farmID)
		if err != nil {
			return err
		}
		wrong, err := oneUpload(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		if err := wrong.refuseUndo(); err != nil {
			return err
		}
		caller, _ := actor.From(ctx)
		row := uploadRow{farmID: farmID, id: sqldb.NewID(), userID: caller.UserID, format: sheet.CSV, mode: modeAll, undoes: id, reason: reason}
		undoing, err := undoUnderWay(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		if undoing == "" {
			undoing = row.id
			if _, _, err := insertUpload(ctx, tx, row, wrong.Filename, "undo:"+row.id, nil, sqldb.Millis(u.now())); err != nil {
				return err
			}
			if err := u.record(ctx, tx, "upload.undo", ref, id, wrong.Filename); err != nil {
				return err
			}
			if err := u.queue.Enqueue(ctx, tx, undoKind, uploadArgs{farmID, row.id}); err != nil {
				return err
			}
		}
		one, err = oneUpload(ctx, tx, farmID, undoing)
		return err
	})
	return one, err
}

// refuseUndo says why an upload cannot be undone, whatever else the book has.
func (u Upload) refuseUndo() error {
	switch {
	case u.Undoable:
		return nil
	case u.Undoes != "":
		return fault.New(fault.Conflict, "That is the undoing of an upload. To have its rows back, upload the file again.")
	case u.UndoneBy != "":
		return fault.New(fault.Conflict, "That upload is undone already.")
	case u.State != uploadDone || u.Recorded == 0:
		return fault.New(fault.Conflict, "That upload recorded nothing.")
	}
	return fault.New(fault.Conflict, "That upload is from before uploads could be undone as a whole. Its entries can be undone one by one.")
}

func undoUnderWay(ctx context.Context, tx *sqldb.Tx, farmID, id string) (string, error) {
	found, err := sqldb.All(ctx, tx, sqldb.Scalar[string],
		"SELECT id FROM uploads WHERE farm_id = $1 AND undoes = $2 AND state IN ('waiting', 'checking', 'recording') ORDER BY id", farmID, id)
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0], nil
}

// spanOf gives the numbers that an upload recorded, unless it was undone.
func spanOf(ctx context.Context, tx *sqldb.Tx, farmID, id string) (ledger.Span, error) {
	found, err := sqldb.All(ctx, tx, func(r sqldb.Row) (s ledger.Span, err error) { return s, r.Scan(&s.First, &s.Last) },
		"SELECT first_seq, last_seq FROM uploads WHERE farm_id = $1 AND id = $2 AND undone_by = '' AND first_seq IS NOT NULL", farmID, id)
	if err == nil && len(found) == 0 {
		err = fault.New(fault.Conflict, "That upload is undone already.")
	}
	if err != nil {
		return ledger.Span{}, err
	}
	return found[0], nil
}

// beginUndo reserves what the run needs.
func (r *uploadRun) beginUndo(ctx context.Context, tx *sqldb.Tx) error {
	span, err := spanOf(ctx, tx, r.farmID, r.undoes)
	if err != nil && !fault.Is(err, fault.Conflict) {
		return err
	}
	return r.reserve((span.Last - span.First + 1) * bytesPerNumber)
}

// undo is the work of an upload that undoes another, in the name of whoever asked for it.
func (r *uploadRun) undo(ctx context.Context) error {
	var span ledger.Span
	err := r.uploads.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		span, err = spanOf(ctx, tx, r.farmID, r.undoes)
		return err
	})
	if err != nil {
		return err
	}
	checked, err := r.uploads.book.Check(ctx, r.farmID, ledger.UndoOf(span, r.reason))
	if err != nil {
		return err
	}
	r.rows.Store(int64(checked.Result().Recorded))
	r.advance(readingShare+checkingShare, 1)
	if err := r.move(ctx, uploadRecording); err != nil {
		return err
	}
	_, err = r.uploads.book.Enter(ctx, checked, ledger.Staging{ID: r.id, Attempt: r.attempts}, r.storing, func(tx *sqldb.Tx, stored *ledger.Recording) error {
		if _, err := r.entitled(ctx, tx); err != nil {
			return err
		}
		n := stored.Result().Recorded
		if err := markUndone(ctx, tx, r.uploadRow); err != nil {
			return err
		}
		return r.settleIn(ctx, tx, outcome{state: uploadDone, result: sheet.Result{Rows: n, Recorded: n}, message: undoneWords(n)})
	})
	return err
}

func undoneWords(n int) string {
	if n == 1 {
		return "1 activity was undone."
	}
	return fmt.Sprintf("%s activities were undone.", humanize.Comma(int64(n)))
}

func markUndone(ctx context.Context, tx *sqldb.Tx, u uploadRow) error {
	_, err := tx.Exec(ctx, "UPDATE uploads SET undone_by = $3 WHERE farm_id = $1 AND id = $2 AND undone_by = ''", u.farmID, u.undoes, u.id)
	return err
}
