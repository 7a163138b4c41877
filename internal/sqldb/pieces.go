package sqldb

import (
	"context"
	"time"
)

const (
	pieceTime  = 40 * time.Millisecond // that a piece should take; another writer waits for one or two
	spentAfter = 25 * time.Millisecond // after which a piece that ends by the clock begins nothing more: what it has begun takes as long again
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
		more := false
		took, err := db.piece(ctx, "", func(tx *Tx) (err error) { more, err = fn(tx, rows); return err })
		if err != nil || !more {
			return err
		}
		if rows, err = NextPiece(rows, took), pause(ctx, took); err != nil {
			return err
		}
	}
}

// EachPiece is [DB.InPieces] for a list that is known: fn is handed all of it in order, each
// piece once it is kept what came before. One of the list takes about a row.
func EachPiece[T any](ctx context.Context, db *DB, all []T, fn func(tx *Tx, some []T) error) error {
	for rows := FirstPiece; len(all) > 0; {
		n := min(rows, len(all))
		took, err := db.piece(ctx, "", func(tx *Tx) error { return fn(tx, all[:n]) })
		if err != nil {
			return err
		}
		all, rows = all[n:], NextPiece(rows, took)
		if err := rest(ctx, all, took); err != nil {
			return err
		}
	}
	return nil
}

// EachPieceTo is EachPiece where one of the list may take many rows, and for rows that many write to
// at once, as [DB.WriteTo]: fn does at least one of those that it is handed, goes on until the piece
// is [Tx.Spent], and says how many it has done. So a piece ends in time on a busy machine too.
func EachPieceTo[T any](ctx context.Context, db *DB, key string, all []T, fn func(tx *Tx, some []T) (done int, err error)) error {
	for len(all) > 0 {
		done := 0
		took, err := db.piece(ctx, key, func(tx *Tx) (err error) { done, err = fn(tx, all[:min(FirstPiece, len(all))]); return err })
		if err != nil {
			return err
		}
		all = all[done:]
		if err := rest(ctx, all, took); err != nil {
			return err
		}
	}
	return nil
}

// pieces is the key under which those who do large work on SQLite take turns, of whom only one then
// stands in line: nobody else waits for a piece of each.
const pieces = "pieces"

// piece runs fn in a write that no other shares, and says how long it took since it no longer
// waited for others.
func (db *DB) piece(ctx context.Context, key string, fn func(tx *Tx) error) (time.Duration, error) {
	var begun time.Time
	err := db.writeInTurn(ctx, key, true, func(tx *Tx) error {
		begun = time.Now()
		tx.until = begun.Add(db.spentAfter)
		return fn(tx)
	})
	return time.Since(begun), err
}

// Spent says whether the transaction is a piece that has taken its time.
func (tx *Tx) Spent() bool { return !tx.until.IsZero() && !time.Now().Before(tx.until) }

// SpentAfter sets after how long a piece is spent; that is 25 ms without it.
func (db *DB) SpentAfter(d time.Duration) { db.spentAfter = d }

// rest is a pause where there is more to do.
func rest[T any](ctx context.Context, left []T, took time.Duration) error {
	if len(left) == 0 {
		return nil
	}
	return pause(ctx, took)
}

// pause lets others write after a piece.
func pause(ctx context.Context, took time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(min(took/2, pieceTime)):
		return nil
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
