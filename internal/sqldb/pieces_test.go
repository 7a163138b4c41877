package sqldb

import (
	"testing"
	"time"
)

// The size of pieces follows the time that they take, up and down.
func TestPiecesAreSizedByTime(t *testing.T) {
	for _, perRow := range []time.Duration{time.Microsecond, 50 * time.Microsecond, time.Millisecond} {
		rows, last := FirstPiece, time.Duration(0)
		for range 20 {
			last = time.Duration(rows) * perRow
			rows = NextPiece(rows, last)
		}
		if last > pieceTime*3/2 || last < pieceTime/2 && rows < maxPiece {
			t.Errorf("at %v a row, a piece of %d rows takes %v", perRow, rows, last)
		}
	}
	if rows := NextPiece(minPiece, time.Minute); rows != minPiece {
		t.Errorf("the smallest piece has %d rows", rows)
	}
}
