package sqldb

import (
	"context"
	"time"
)

const (
	pieceTime  = 40 * time.Millisecond // that a piece should take; another writer waits for one or two
	FirstPiece = 250                   // rows
	minPiece   = 20
	maxPiece   = 10_000
)

// InPieces runs fn in one write transaction after another, until it says that
// there is no more to do. It is told how many rows to write: as many as took
// little time before, so that however much there is, SQLite's one writer is
// never held for long. Between two pieces other writers have their turn.
func (db *DB) InPieces(ctx context.Context, fn func(tx *Tx, rows int) (more bool, err error)) error {
	for rows := FirstPiece; ; {
		var begun time.Time // of the transaction, when it no longer waits for others
		more := false
		err := db.writeInTurn(ctx, "", true, func(tx *Tx) (err error) {
			begun = time.Now()
			more, err = fn(tx, rows)
			return err
		})
		if err != nil || !more {
			return err
		}
		took := time.Since(begun)
		rows = NextPiece(rows, took)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(took/2, pieceTime)):
		}
	}
}

// NextPiece is how many rows to write after a piece that took so long.
func NextPiece(rows int, took time.Duration) int {
	switch {
	case took > pieceTime*3/2:
		rows = max(minPiece, int(float64(rows)*float64(pieceTime)/float64(took)))
	case took < pieceTime/2:
		rows = min(maxPiece, rows*2)
	}
	return rows
}
