package ledger

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// recorder says who records, and when.
type recorder struct {
	userID string
	at     int64 // Unix milliseconds
}

// store writes what the batch became. It may be called again when the
// transaction is.
func (b *Recording) store(ctx context.Context, tx *sqldb.Tx, by recorder) error {
	if err := b.storePending(ctx, tx, by, 0, len(b.pending)); err != nil {
		return err
	}
	return b.close(ctx, tx, time.UnixMilli(by.at))
}

// storePending writes the pending activities from one index to another, with
// their entries.
func (b *Recording) storePending(ctx context.Context, tx *sqldb.Tx, by recorder, from, to int) error {
	if from == to {
		return nil
	}
	if err := b.storeActivities(ctx, tx, by, b.pending[from:to]); err != nil {
		return err
	}
	if err := b.storeCounts(ctx, tx, b.pending[from:to]); err != nil {
		return err
	}
	return b.storeEntries(ctx, tx, b.firstEntry(from), b.firstEntry(to))
}

// firstEntry is the index of the first entry of a pending activity; of the one
// after the last it is the number of entries.
func (b *Recording) firstEntry(pending int) int64 {
	if pending == len(b.pending) {
		return int64(len(b.sweep.entries))
	}
	return b.numbers[b.pending[pending]] - b.after - 1
}

// close makes what is stored count: it stores new growing areas, groups and lots,
// the balances, and the newest number.
func (b *Recording) close(ctx context.Context, tx *sqldb.Tx, now time.Time) error {
	if err := b.areas.storeLines(ctx, tx, b.farmID); err != nil || len(b.pending) == 0 {
		return err
	}
	touched := b.touchedPlaces()
	newLots, err := b.storePlaces(ctx, tx, touched, now)
	if err != nil {
		return err
	}
	dimsVersion := b.state.dimsVersion
	if newLots {
		dimsVersion++
	}
	if err := b.storeBalances(ctx, tx, touched); err != nil {
		return err
	}
	b.progress(1)
	_, err = tx.Exec(ctx, "UPDATE farm_state SET seq = $1, dims_version = $2 WHERE farm_id = $3", b.after+int64(len(b.sweep.entries)), dimsVersion, b.farmID)
	return err
}

// touchedPlaces gives the places that get an entry, by their index in placeIDs,
// in the order of the batch.
func (b *Recording) touchedPlaces() (touched []int32) {
	seen := make([]bool, len(b.placeIDs))
	for i := range b.sweep.entries {
		if where := b.sweep.entries[i].at; !seen[where] {
			seen[where], touched = true, append(touched, where)
		}
	}
	return touched
}

// storePlaces stores the growing areas, groups and lots that the farm did not
// have, and reports whether there were lots among them.
func (b *Recording) storePlaces(ctx context.Context, tx *sqldb.Tx, touched []int32, now time.Time) (newLots bool, err error) {
	var leaseIDs, lotIDs []string
	seen := map[string]bool{}
	for _, where := range touched {
		s := b.placeIDs[where]
		if !seen[s.leaseID] {
			seen[s.leaseID], leaseIDs = true, append(leaseIDs, s.leaseID)
		}
		if !seen[s.lotID] {
			seen[s.lotID], lotIDs = true, append(lotIDs, s.lotID)
		}
	}
	if err := b.areas.storeNew(ctx, tx, b.farmID, leaseIDs, now); err != nil {
		return false, err
	}
	return b.lots.storeNew(ctx, tx, b.farmID, lotIDs)
}

func (b *Recording) storeActivities(ctx context.Context, tx *sqldb.Tx, by recorder, pending []int32) error {
	columns := []string{"farm_id", "seq", "kind", "day", "at", "user_id", "idem_key", "digest", "reverses", "note", "facts", "lengths"}
	rows := newRows(len(columns), len(pending))
	for chunk := range slices.Chunk(pending, storeRows) {
		rows.reset()
		for _, i := range chunk {
			a := &b.acts[i]
			kind, key := a.kind.kind(), b.keyOf(int(i), b.digests[i])
			var reverses any
			if a.reverses != 0 {
				kind, reverses = b.originals[a.reverses].kind, a.reverses
			}
			if key == "" {
				key = sqldb.NewID()
			}
			rows.add(b.farmID, b.numbers[i], string(kind), int64(b.day(i)), by.at, by.userID, key, b.digests[i].String(), reverses, a.note, a.facts.column(), a.lengths.column())
		}
		if err := tx.InsertRows(ctx, "activities", columns, rows.all); err != nil {
			return err
		}
	}
	return nil
}

func (b *Recording) storeCounts(ctx context.Context, tx *sqldb.Tx, pending []int32) error {
	var rows [][]any
	for _, i := range pending {
		if a := &b.acts[i]; a.kind.kind() == Adjust {
			turn, key := turn{at: a.clientAt, row: a.line}, ""
			if a.turn != nil {
				turn, key = *a.turn, a.turn.key
			}
			rows = append(rows, []any{b.farmID, b.numbers[i], int64(a.count), a.order == AfterRemovals, a.died, turn.at, int64(turn.row), key})
		}
	}
	for chunk := range slices.Chunk(rows, storeRows) {
		if err := tx.InsertRows(ctx, "counts", []string{"farm_id", "seq", "counted", "after_removals", "died", "client_at", "line", "turn_key"}, chunk); err != nil {
			return err
		}
	}
	return nil
}

func (b *Recording) storeEntries(ctx context.Context, tx *sqldb.Tx, from, to int64) error {
	columns := []string{"farm_id", "seq", "activity_seq", "day", "lease_id", "lot_id", "kind", "delta", "size_sum", "size_n", "containers", "readjusts"}
	rows, seq := newRows(len(columns), int(to-from)), b.after+from
	for chunk := range slices.Chunk(b.sweep.entries[from:to], storeRows) {
		rows.reset()
		for _, e := range chunk {
			seq++
			where := b.placeIDs[e.at]
			var readjusts any
			if e.readjusts != 0 {
				readjusts = e.readjusts
			}
			rows.add(b.farmID, seq, b.numbers[e.owner], int64(e.day), where.leaseID, where.lotID, string(e.kind.kind()), e.delta, e.sizeSum, int64(e.sizeN), int64(e.containers), readjusts)
		}
		if err := tx.InsertRows(ctx, "entries", columns, rows.all); err != nil {
			return err
		}
	}
	return nil
}

// rowBuffer holds rows on their way into a table, storeRows at most, in memory that is
// used again.
type rowBuffer struct {
	cells []any
	all   [][]any
}

func newRows(columns, rows int) *rowBuffer {
	rows = min(rows, storeRows)
	return &rowBuffer{make([]any, 0, rows*columns), make([][]any, 0, rows)} // rows point into it, so it must not move
}

func (r *rowBuffer) reset() { r.cells, r.all = r.cells[:0], r.all[:0] }

func (r *rowBuffer) add(cells ...any) {
	r.cells = append(r.cells, cells...)
	r.all = append(r.all, r.cells[len(r.cells)-len(cells):])
}

func (b *Recording) storeBalances(ctx context.Context, tx *sqldb.Tx, touched []int32) error {
	const columns = 6
	for chunk := range slices.Chunk(touched, lookupMax/columns) {
		var values strings.Builder
		args := make([]any, 0, columns*len(chunk))
		for i, where := range chunk {
			if i > 0 {
				values.WriteString(", ")
			}
			values.WriteString("(" + sqldb.In(len(args)+1, columns) + ")")
			h := &b.sweep.closings[where]
			args = append(args, b.farmID, b.placeIDs[where].leaseID, b.placeIDs[where].lotID, h.animals, h.containers, int64(h.lastDay))
		}
		if _, err := tx.Exec(ctx, "INSERT INTO balances (farm_id, lease_id, lot_id, on_hand, containers, last_day) VALUES "+values.String()+
			` ON CONFLICT (farm_id, lease_id, lot_id) DO UPDATE
			SET on_hand = EXCLUDED.on_hand, containers = EXCLUDED.containers, last_day = EXCLUDED.last_day`, args...); err != nil {
			return err
		}
	}
	return nil
}
