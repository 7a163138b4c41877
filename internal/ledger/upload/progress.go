package upload

import (
	"context"
	"iter"
	"math"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// Shares of the work, as measured: reading the sheet, checking it against the
// book, storing. A preview only has the first two.
const (
	readingShare  = 0.13
	checkingShare = 0.03
)

// progress is how far a running upload is.
type progress struct {
	rows, done  int64
	percent     int64
	secondsLeft *int64
}

// progressAt says how far the work is, given the part of it that is done, from 0 to 1,
// and the seconds that this took.
func progressAt(rows, done int64, part, seconds float64) progress {
	p := progress{rows: rows, done: done, percent: int64(part * 100)}
	const enough = 0.02 // less says nothing about the rest
	if part >= enough && seconds > 0 {
		left := int64(math.Ceil(seconds/part - seconds))
		p.secondsLeft = &left
	}
	return p
}

func (r *uploadRun) counted(rows iter.Seq2[sheet.Row, error]) iter.Seq2[sheet.Row, error] {
	return func(yield func(sheet.Row, error) bool) {
		header := true
		for row, err := range rows {
			if !header {
				r.done.Add(1)
				r.rows.Add(1)
			}
			header = false
			if !yield(row, err) {
				return
			}
		}
	}
}

func (r *uploadRun) reading(part float64) { r.advance(readingShare, part) }

func (r *uploadRun) storing(part float64) {
	const before = readingShare + checkingShare
	r.done.Store(int64(part * float64(r.rows.Load())))
	r.advance(before+(1-before)*part, 1)
}

// advance notes that a part of a share of the work is done. A preview is done
// when others begin to store.
func (r *uploadRun) advance(share, part float64) {
	whole := 1.0
	if r.preview {
		whole = readingShare + checkingShare
	}
	r.part.Store(int64(share * min(part, 1) / whole * 1e6))
}

func (r *uploadRun) now() progress {
	return progressAt(r.rows.Load(), r.done.Load(), float64(r.part.Load())/1e6, r.uploads.now().Sub(r.begun).Seconds())
}

// watch tells the other processes how far the run is, and ends it when one of
// them cancelled it.
func (r *uploadRun) watch(ctx context.Context) {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		if err := r.look(ctx); err != nil && ctx.Err() == nil {
			r.uploads.log.WarnContext(ctx, "the progress of an upload was not noted", "upload", r.id, "err", err)
		}
	}
}

func (r *uploadRun) look(ctx context.Context) error {
	var row Upload
	err := r.uploads.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		row, err = oneUpload(ctx, tx, r.farmID, r.id)
		return err
	})
	gone := fault.Is(err, fault.NotFound) // removed with all that its farm had
	if err != nil && !gone {
		return err
	}
	if gone || row.State == uploadCancelled {
		r.cancel(errCancelled)
		return nil
	}
	return r.uploads.db.Write(ctx, func(tx *sqldb.Tx) error { return putProgress(ctx, tx, r.uploadRow, r.now()) })
}

// stopRun ends the run of an upload if it is in this process.
func (u *Uploads) stopRun(id string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if r := u.runs[id]; r != nil {
		r.cancel(errCancelled)
	}
}

// overlay puts in how far a run in this process is: newer than what is stored.
func (u *Uploads) overlay(one *Upload) {
	u.mu.Lock()
	r := u.runs[one.ID]
	u.mu.Unlock()
	if r == nil || one.State != uploadChecking && one.State != uploadRecording {
		return
	}
	p := r.now()
	one.Rows, one.Done, one.Percent, one.SecondsLeft = p.rows, p.done, p.percent, p.secondsLeft
}
