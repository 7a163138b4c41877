package sqldb

import (
	"context"
	"time"
)

const (
	batchTime  = 40 * time.Millisecond // that a batch should take; another writer waits for one or two
	firstBatch = 250                   // rows
	leastBatch = 20
	mostBatch  = 10_000
)

// InBatches runs fn in one write transaction after another, until it says that
// there is no more to do. It is told how many rows to write: so many as took
// little time before, so that however much there is, SQLite's one writer is
// never held for long. Between two batches other writers have their turn.
func (db *DB) InBatches(ctx context.Context, fn func(tx *Tx, rows int) (more bool, err error)) error {
	for rows := firstBatch; ; {
		var begun time.Time // of the transaction, when it no longer waits for others
		more := false
		err := db.Write(ctx, func(tx *Tx) (err error) {
			begun = time.Now()
			more, err = fn(tx, rows)
			return err
		})
		if err != nil || !more {
			return err
		}
		took := time.Since(begun)
		rows = nextBatch(rows, took)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(took/2, batchTime)):
		}
	}
}

// nextBatch is how many rows to write after a batch that took so long.
func nextBatch(rows int, took time.Duration) int {
	switch {
	case took > batchTime*3/2:
		rows = max(leastBatch, int(float64(rows)*float64(batchTime)/float64(took)))
	case took < batchTime/2:
		rows = min(mostBatch, rows*2)
	}
	return rows
}
