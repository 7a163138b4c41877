package upload

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
)

// uploadRun is one run of an upload's job in this process.
type uploadRun struct {
	uploadRow
	uploads *Uploads
	cancel  context.CancelCauseFunc
	begun   time.Time
	rows    atomic.Int64
	done    atomic.Int64
	part    atomic.Int64 // of all the work, in millionths
	content []byte
	memory  int64 // bytes that it holds of Uploads.memory
}

var (
	errCancelled = errors.New("the upload was cancelled")
	errOvertaken = errors.New("another run has the upload")
	errNoMemory  = errors.New("other runs have the memory")
)

// run is the job: it checks an upload and, unless it is to stop there, records
// it. It can be run again at any time.
func (u *Uploads) run(ctx context.Context, args uploadArgs) error {
	r := &uploadRun{uploads: u, begun: u.now()}
	state, err := r.begin(ctx, args)
	defer func() { u.memory.Release(r.memory) }()
	switch {
	case errors.Is(err, errNoMemory):
		return jobs.Later(tryAgain, nil)
	case fault.Is(err, fault.NotFound):
		return nil // its farm's uploads were removed
	case err != nil:
		return err
	case state == uploadWaiting:
		return jobs.Later(tryAgain, nil)
	case state != uploadChecking:
		// It was cancelled, or an earlier run did it, which a crash may have kept from tidying up.
		return u.book.Unstage(ctx, args.FarmID, args.ID)
	}
	ctx, r.cancel = context.WithCancelCause(ctx)
	u.mu.Lock()
	u.runs[r.id] = r
	u.mu.Unlock()
	watched := make(chan struct{})
	go func() { defer close(watched); r.watch(ctx) }()
	err = r.work(ctx)
	cause := context.Cause(ctx)
	r.cancel(nil)
	<-watched
	u.mu.Lock()
	delete(u.runs, r.id)
	u.mu.Unlock()
	ctx = context.WithoutCancel(ctx)
	if err := u.db.Write(ctx, func(tx *sqldb.Tx) error { return dropProgress(ctx, tx, r.uploadRow) }); err != nil {
		u.log.WarnContext(ctx, "the progress of an upload was not removed", "upload", r.id, "err", err)
	}
	worked := err == nil
	if err := r.finish(ctx, err, cause); err != nil || worked {
		return err
	}
	return u.book.Unstage(ctx, r.farmID, r.id)
}

// timesOf is about how many times the size of a file its run needs; a workbook is packed.
func timesOf(format string) int64 {
	if format == sheet.XLSX {
		return 200
	}
	return 30
}

// fits refuses a file for which a small server has not the memory. Where uploads have
// what they have at most, each file fits.
func (u *Uploads) fits(format string, size int64) error {
	most := u.most / timesOf(format)
	if u.most >= maxMemory || size <= most {
		return nil
	}
	return fault.Newf(fault.Invalid, "This server has not enough memory for that file. Please cut it into files of at most %d KB.", most>>10)
}

// takeMemory reserves about what the run needs. A large file runs alone.
func (r *uploadRun) takeMemory() error {
	return r.reserve(timesOf(r.format) * int64(len(r.content)))
}

func (r *uploadRun) reserve(bytes int64) error {
	needs := min(bytes, r.uploads.most)
	if r.memory == 0 && !r.uploads.memory.TryAcquire(needs) { // the transaction may be tried again
		return errNoMemory
	}
	r.memory = needs
	return nil
}

// begin takes the upload. It gives the state checking where the run may go on,
// waiting where it must wait for another, else the state it is in.
func (r *uploadRun) begin(ctx context.Context, args uploadArgs) (state UploadState, err error) {
	err = r.uploads.db.Write(ctx, func(tx *sqldb.Tx) error {
		row, taken, err := beginUpload(ctx, tx, args.FarmID, args.ID)
		if err != nil {
			return err
		}
		r.uploadRow, state = row, row.state
		switch {
		case !taken && (state == uploadChecking || state == uploadRecording):
			state = uploadWaiting
			return nil
		case !taken:
			return nil
		case row.attempts > maxRuns:
			state = uploadFailed
			message := "It could not be imported. Please cut the file into smaller ones."
			if r.undoes != "" {
				message = "It could not be undone. " + nothingUndone
			}
			return r.settleIn(ctx, tx, outcome{state: uploadFailed, message: message})
		case r.undoes != "":
			return r.beginUndo(ctx, tx)
		}
		if r.content, err = getFile(ctx, tx, row.farmID, row.id, "sheet"); err != nil {
			return err
		}
		return r.takeMemory()
	})
	return state, err
}

var errUndoEntitled = fault.New(fault.Denied, "Whoever asked for this may not do that any more, so nothing was undone.")

var errEntitled = fault.New(fault.Denied, "Whoever uploaded this file may not do that any more, so nothing was recorded.")

// entitled makes whoever uploaded the file the caller, if they may still do so.
func (r *uploadRun) entitled(ctx context.Context, tx *sqldb.Tx) (context.Context, error) {
	caller, err := account.Acting(ctx, tx, r.userID)
	ctx = actor.With(ctx, caller)
	if err == nil {
		err = admit(ctx, tx, r.farmID)
	}
	if fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.Denied) || fault.Is(err, fault.NotFound) {
		err = errEntitled
		if r.undoes != "" {
			err = errUndoEntitled
		}
	}
	return ctx, err
}

// work checks the sheet and records it, in the name of whoever uploaded it.
func (r *uploadRun) work(ctx context.Context) error {
	err := r.uploads.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		ctx, err = r.entitled(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	if r.undoes != "" {
		return r.undo(ctx)
	}
	s, err := r.read(ctx)
	if err != nil {
		return err
	}
	checked, err := s.Check(ctx, r.uploads.book, r.farmID)
	if err != nil {
		return err
	}
	r.advance(readingShare+checkingShare, 1)
	o, err := r.outcome(ctx, s, checked)
	if err != nil {
		return err
	}
	if r.preview {
		o.state, o.message = uploadPreview, o.result.Foretell(o.refused)
		o.result.Recorded = 0
		return r.settle(ctx, o)
	}
	if err := r.move(ctx, uploadRecording); err != nil {
		return err
	}
	r.done.Store(0)
	_, err = s.Enter(ctx, r.uploads.book, checked, ledger.Staging{ID: r.id, Attempt: r.attempts}, r.storing, func(tx *sqldb.Tx, stored *ledger.Recording) (err error) {
		if _, err := r.entitled(ctx, tx); err != nil { // also when the rights went while it was checked
			return err
		}
		o := o
		if stored != checked {
			if o, err = r.outcome(ctx, s, stored); err != nil {
				return err
			}
		}
		o.state, o.message = uploadDone, sentence(o.result, o.refused)
		if span, any := stored.Span(); any {
			o.span = &span
		}
		return r.settleIn(ctx, tx, o)
	})
	return err
}

// read reads the sheet. A preview goes on after bad rows whatever the mode, as
// it is to show what would be left out.
func (r *uploadRun) read(ctx context.Context) (*sheet.Sheet, error) {
	rows, err := sheet.Rows(ctx, r.format, r.content, r.reading)
	if err != nil {
		return nil, err
	}
	o := r.fill
	o.SkipBad, o.Listed, o.MaxPlaces = r.preview || r.mode == modeSkip, maxRefusedRows, ledger.MaxPlacesBesideOthers
	o.Doubt = r.preview
	return sheet.Read(ctx, r.counted(rows), o)
}

// refusals reads the file once more for its bad rows and gives them as CSV, nil
// where there are none.
func (r *uploadRun) refusals(ctx context.Context, bad *sheet.RowErrors) ([]byte, error) {
	if len(bad.Rows) == 0 {
		return nil, nil
	}
	rows, err := sheet.Rows(ctx, r.format, r.content, func(float64) {})
	if err != nil {
		return nil, err
	}
	return sheet.RefusedRows(ctx, rows, bad)
}

// outcome says what a recording becomes, with its bad rows.
func (r *uploadRun) outcome(ctx context.Context, s *sheet.Sheet, rec *ledger.Recording) (outcome, error) {
	bad := s.LeftOut(rec)
	o := outcome{result: s.Result(rec), refused: bad.Lines, summary: summaryOf(rec.Summary()), errors: bad.Listed()}
	var err error
	o.refusals, err = r.refusals(ctx, bad)
	return o, err
}

func (r *uploadRun) move(ctx context.Context, to UploadState) error {
	return r.uploads.db.Write(ctx, func(tx *sqldb.Tx) error {
		ours, err := moveUpload(ctx, tx, r.uploadRow, to)
		if err == nil && !ours {
			err = errOvertaken
		}
		return err
	})
}

func (r *uploadRun) settle(ctx context.Context, o outcome) error {
	return r.uploads.db.Write(ctx, func(tx *sqldb.Tx) error { return r.settleIn(ctx, tx, o) })
}

// settleIn writes the outcome in the transaction that records; a cancelled
// upload takes all of it back.
func (r *uploadRun) settleIn(ctx context.Context, tx *sqldb.Tx, o outcome) error {
	ours, err := settleUpload(ctx, tx, r.uploadRow, o, r.uploads.now())
	switch {
	case err != nil:
		return err
	case !ours:
		return errOvertaken
	case o.state == uploadPreview || r.uploads.ended == nil:
		return nil
	}
	return r.uploads.ended(ctx, tx, r.farmID)
}

// finish turns the end of the work into that of the job. What trying again
// cannot mend is the upload's failure, not the job's. One that is tried again
// waits meanwhile, so that the farm's other uploads can go on.
func (r *uploadRun) finish(ctx context.Context, err, cause error) error {
	switch {
	case err == nil, errors.Is(err, errOvertaken):
		return nil
	case errors.Is(cause, errCancelled):
		return r.uploads.db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := cancelUpload(ctx, tx, r.farmID, r.id, cancelledMessage, sqldb.Millis(r.uploads.now()))
			return err
		})
	case cause != nil: // the process stops, or its lease has ended
		return r.wait(ctx, err)
	}
	f := fault.As(err)
	if f.Kind == fault.Internal || f.Kind == fault.Unavailable {
		return r.wait(ctx, err)
	}
	o := outcome{state: uploadFailed, message: f.Message, result: sheet.Result{Rows: int(r.rows.Load())}}
	var way *ledger.InTheWay
	if errors.As(err, &way) {
		o.way = way.First
	}
	if bad := sheet.BadRows(err); bad != nil {
		o.refused, o.errors = bad.Lines, bad.Listed()
		o.message = "Nothing was imported: " + plain.Number(o.refused) + " rows are bad."
		if o.refused == 1 {
			o.message = "Nothing was imported: " + bad.Rows[0].String() + "."
		}
		if o.refusals, err = r.refusals(ctx, bad); err != nil {
			return err
		}
	}
	if err := r.settle(ctx, o); !errors.Is(err, errOvertaken) {
		return err
	}
	return nil
}

// wait lets the upload wait until the job is tried again after err.
func (r *uploadRun) wait(ctx context.Context, err error) error {
	if moved := r.move(ctx, uploadWaiting); !errors.Is(moved, errOvertaken) {
		return errors.Join(err, moved)
	}
	return err
}
