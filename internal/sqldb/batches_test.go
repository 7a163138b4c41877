package sqldb

import (
	"testing"
	"time"
)

// The size of batches follows the time that they take, up and down.
func TestBatchesAreSizedByTime(t *testing.T) {
	for _, perRow := range []time.Duration{time.Microsecond, 50 * time.Microsecond, time.Millisecond} {
		rows, last := firstBatch, time.Duration(0)
		for range 20 {
			last = time.Duration(rows) * perRow
			rows = nextBatch(rows, last)
		}
		if last > batchTime*3/2 || last < batchTime/2 && rows < mostBatch {
			t.Errorf("at %v a row, a batch of %d rows takes %v", perRow, rows, last)
		}
	}
	if rows := nextBatch(leastBatch, time.Minute); rows != leastBatch {
		t.Errorf("the smallest batch has %d rows", rows)
	}
}
