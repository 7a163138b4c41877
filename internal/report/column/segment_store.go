package column

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	segmentJob   = "report.segments"
	segmentEvery = 5 * time.Minute
)

// KeepSegments lets the queue store the columns of farms that have grown, so
// that the first report after a start or an eviction need not read the ledger
// from its beginning. It is called before the queue starts.
func (c *Cache) KeepSegments(q *jobs.Queue) {
	jobs.Handle(q, segmentJob, func(ctx context.Context, _ struct{}) error { return c.storeSegments(ctx) })
	q.Every(segmentEvery, segmentJob)
}

// storeSegments stores a segment for each farm whose stored one is old, and removes
// the segments of farms that were emptied since.
func (c *Cache) storeSegments(ctx context.Context) error {
	err := c.db.InPieces(ctx, func(tx *sqldb.Tx, _ int) (more bool, err error) {
		removed, err := tx.Exec(ctx, `DELETE FROM ledger_segments WHERE (farm_id, part) IN (SELECT g.farm_id, g.part FROM ledger_segments g
			JOIN farm_state s ON s.farm_id = g.farm_id WHERE g.epoch <> s.epoch ORDER BY g.farm_id, g.part LIMIT 1)`)
		return removed > 0, err
	})
	if err != nil {
		return err
	}
	var due []string
	err = c.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		due, err = sqldb.All(ctx, tx, sqldb.Scalar[string], `SELECT s.farm_id FROM farm_state s WHERE s.seq >= $1 AND NOT EXISTS
			(SELECT 1 FROM ledger_segments g WHERE g.farm_id = s.farm_id AND g.part = 0 AND g.format = $2 AND g.upto_seq + $1 > s.seq) ORDER BY s.farm_id`,
			int64(c.tuning.segment), int64(segmentFormat))
		return err
	})
	if err != nil {
		return err
	}
	var failures []error
	for _, farmID := range due {
		if err := c.storeSegment(ctx, farmID); err != nil {
			failures = append(failures, fmt.Errorf("segment of farm %s: %w", farmID, err))
		}
	}
	return errors.Join(failures...)
}

// storeSegment replaces the farm's segment. It reads past the cache, so that a
// job for all farms does not push out those that people look at. Each part has a
// transaction of its own, as SQLite's one writer must not be held for long. The
// first part goes first and comes last: without it there is no segment.
func (c *Cache) storeSegment(ctx context.Context, farmID string) error {
	now, _, err := c.refresh(ctx, farmID, nil)
	if err != nil {
		return err
	}
	err = c.db.InPieces(ctx, func(tx *sqldb.Tx, _ int) (more bool, err error) {
		removed, err := Forget(ctx, tx, farmID, 1)
		return removed > 0, err
	})
	if err != nil {
		return err
	}
	parts := slices.Collect(slices.Chunk(pack(now), c.tuning.part))
	for i, data := range slices.Backward(parts) {
		err := c.db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO ledger_segments (farm_id, part, upto_seq, epoch, format, data) VALUES ($1, $2, $3, $4, $5, $6)
				ON CONFLICT (farm_id, part) DO UPDATE
				SET upto_seq = excluded.upto_seq, epoch = excluded.epoch, format = excluded.format, data = excluded.data`,
				farmID, int64(i), now.seq, now.epoch, int64(segmentFormat), data)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Forget removes some parts of the segment of a farm that is emptied, as many as
// take about the time of most ordinary rows, and says how many. Columns in memory
// are dropped when the epoch of the farm's book has changed.
func Forget(ctx context.Context, tx *sqldb.Tx, farmID string, most int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM ledger_segments WHERE farm_id = $1 AND part IN
		(SELECT part FROM ledger_segments WHERE farm_id = $1 ORDER BY part LIMIT $2)`, farmID, max(1, most/250))
}

// readSegment gives the farm's stored columns, or empty ones of the state's
// epoch where there are none that can be used: also while another process stores
// them, or two do at once.
func readSegment(ctx context.Context, tx *sqldb.Tx, farmID string, state State) (Columns, error) {
	none := Columns{epoch: state.epoch}
	parts, err := sqldb.All(ctx, tx, sqldb.Scalar[[]byte],
		`SELECT g.data FROM ledger_segments g JOIN ledger_segments f ON f.farm_id = g.farm_id AND f.part = 0 AND f.upto_seq = g.upto_seq
		WHERE g.farm_id = $1 AND g.epoch = $2 AND g.format = $3 AND g.upto_seq <= $4 AND f.epoch = $2 ORDER BY g.part`,
		farmID, state.epoch, int64(segmentFormat), state.seq)
	if err != nil || len(parts) == 0 {
		return none, err
	}
	stored, err := unpack(slices.Concat(parts...))
	if err != nil {
		slog.WarnContext(ctx, "a stored segment cannot be read; the ledger is read instead", "farm", farmID, "error", err)
		return none, nil
	}
	return stored, nil
}
