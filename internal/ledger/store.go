package ledger

import (
	"context"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	storeRows = 5_000 // built at a time, so that a large import needs little memory
	lookupMax = 200   // values of one statement beside those; more cost more than they save
)

// state is the row on which the writers of a farm queue.
type state struct{ seq, dimsVersion int64 }

// lock waits until no other writer is in the farm's ledger.
func (b *recording) lock(ctx context.Context) (err error) {
	b.state, err = sqldb.One(ctx, b.tx, func(r sqldb.Row) (s state, err error) {
		return s, r.Scan(&s.seq, &s.dimsVersion)
	}, `INSERT INTO farm_state (farm_id, seq, dims_version, epoch) VALUES ($1, 0, 0, 0)
		ON CONFLICT (farm_id) DO UPDATE SET seq = farm_state.seq RETURNING seq, dims_version`, b.farmID)
	return err
}

// recorded is an activity that is in the ledger.
type recorded struct {
	seq    int64
	digest string
}

func recordedByKey(ctx context.Context, tx *sqldb.Tx, farmID string, keys []string) (map[string]recorded, error) {
	found := map[string]recorded{}
	for chunk := range slices.Chunk(keys, lookupMax) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var key string
			var one recorded
			err := r.Scan(&key, &one.seq, &one.digest)
			found[key] = one
			return struct{}{}, err
		}, "SELECT idem_key, seq, digest FROM activities WHERE farm_id = $1 AND idem_key IN ("+sqldb.In(2, len(chunk))+")", arguments(farmID, chunk)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// original is an activity that is to be undone.
type original struct {
	entries  []entry
	reverses bool // it undoes another one itself
	undone   bool
}

func originalBySeq(ctx context.Context, tx *sqldb.Tx, farmID string, seq int64) (o original, err error) {
	// The entries of an activity follow one another from its seq on.
	if o.entries, err = sqldb.All(ctx, tx, scanEntry, selectEntries+"WHERE farm_id = $1 AND seq BETWEEN $2 AND $3 AND activity_seq = $2 ORDER BY seq",
		farmID, seq, seq+maxParts); err != nil || len(o.entries) == 0 {
		return o, err
	}
	activities, err := sqldb.All(ctx, tx, func(r sqldb.Row) (isThis bool, err error) {
		var found int64
		err = r.Scan(&found)
		return found == seq, err
	}, "SELECT seq FROM activities WHERE farm_id = $1 AND (reverses = $2 OR (seq = $2 AND reverses IS NOT NULL))", farmID, seq)
	o.reverses, o.undone = slices.Contains(activities, true), slices.Contains(activities, false)
	return o, err
}

const selectEntries = `SELECT seq, activity_seq, day, lease_id, lot_id, kind, delta, size_sum, size_n, containers FROM entries `

func scanEntry(r sqldb.Row) (e entry, err error) {
	return e, r.Scan(&e.seq, &e.activitySeq, &e.day, &e.spot.leaseID, &e.spot.lotID, &e.kind, &e.delta, &e.sizeSum, &e.sizeN, &e.containers)
}

// loadHoldings loads what the pending activities touch: only its balance where
// nothing later is recorded, else its whole history.
func (b *recording) loadHoldings(ctx context.Context) error {
	b.sweep = sweep{holdings: map[spot]*holding{}, refused: b.refused, seq: b.state.seq, describe: b.describe}
	firstDay := map[spot]Day{}
	for _, i := range b.pending { // in order of days
		for _, where := range b.spots(i) {
			if _, seen := firstDay[where]; !seen {
				firstDay[where] = b.day(i)
				b.sweep.holdings[where] = &holding{}
			}
		}
	}
	lotIDs := map[string]bool{}
	for where := range firstDay {
		if !b.lots.isNew[where.lotID] {
			lotIDs[where.lotID] = true
		}
	}
	back, err := b.loadBalances(ctx, sortedKeys(lotIDs), firstDay)
	if err != nil {
		return err
	}
	return b.loadHistory(ctx, back)
}

// loadBalances gives the lots that have places where the batch is dated back.
func (b *recording) loadBalances(ctx context.Context, lotIDs []string, firstDay map[spot]Day) (map[string]bool, error) {
	back := map[string]bool{}
	for chunk := range slices.Chunk(lotIDs, lookupMax) {
		_, err := sqldb.All(ctx, b.tx, func(r sqldb.Row) (struct{}, error) {
			var where spot
			var h holding
			if err := r.Scan(&where.leaseID, &where.lotID, &h.animals, &h.containers, &h.lastDay); err != nil {
				return struct{}{}, err
			}
			if first, touched := firstDay[where]; touched && first >= h.lastDay {
				h.known = true
				*b.sweep.holdings[where] = h
			} else if touched {
				back[where.lotID] = true
			}
			return struct{}{}, nil
		}, "SELECT lease_id, lot_id, on_hand, containers, last_day FROM balances WHERE farm_id = $1 AND lot_id IN ("+sqldb.In(2, len(chunk))+")",
			arguments(b.farmID, chunk)...)
		if err != nil {
			return nil, err
		}
	}
	return back, nil
}

func (b *recording) loadHistory(ctx context.Context, lots map[string]bool) error {
	for chunk := range slices.Chunk(sortedKeys(lots), lookupMax) {
		past, err := sqldb.All(ctx, b.tx, scanEntry,
			selectEntries+"WHERE farm_id = $1 AND lot_id IN ("+sqldb.In(2, len(chunk))+") ORDER BY day, seq", arguments(b.farmID, chunk)...)
		if err != nil {
			return err
		}
		for _, e := range past {
			if h, touched := b.sweep.holdings[e.spot]; touched && h.lastDay == 0 {
				h.ahead = append(h.ahead, e)
			}
		}
	}
	return nil
}

func (b *recording) describe(where spot) string {
	return b.areas[where.leaseID] + ", " + b.lots.byID[where.lotID].describe()
}

// store writes what the batch became.
func (b *recording) store(ctx context.Context, userID string, at int64) error {
	if len(b.pending) == 0 {
		return nil
	}
	if err := b.storeActivities(ctx, userID, at); err != nil {
		return err
	}
	if err := b.storeEntries(ctx); err != nil {
		return err
	}
	if err := b.storeBalances(ctx); err != nil {
		return err
	}
	_, err := b.tx.Exec(ctx, "UPDATE farm_state SET seq = $1, dims_version = $2 WHERE farm_id = $3", b.sweep.seq, b.state.dimsVersion, b.farmID)
	return err
}

func (b *recording) storeActivities(ctx context.Context, userID string, at int64) error {
	columns := []string{"farm_id", "seq", "kind", "day", "at", "user_id", "idem_key", "digest", "reverses", "note"}
	for chunk := range slices.Chunk(b.pending, storeRows) {
		rows := make([][]any, len(chunk))
		for row, i := range chunk {
			a := b.batch[i]
			kind, key := a.Kind, a.Key
			var reverses any
			if a.Reverses != 0 {
				kind, reverses = b.originals[a.Reverses].entries[0].kind, a.Reverses
			}
			if key == "" {
				key = sqldb.NewID()
			}
			rows[row] = []any{b.farmID, b.numbers[i], string(kind), int64(b.day(i)), at, userID, key, b.digests[i], reverses, a.Note}
		}
		if err := b.tx.InsertRows(ctx, "activities", columns, rows); err != nil {
			return err
		}
	}
	return nil
}

func (b *recording) storeEntries(ctx context.Context) error {
	columns := []string{"farm_id", "seq", "activity_seq", "day", "lease_id", "lot_id", "kind", "delta", "size_sum", "size_n", "containers"}
	for chunk := range slices.Chunk(b.sweep.entries, storeRows) {
		rows := make([][]any, len(chunk))
		for row, e := range chunk {
			rows[row] = []any{b.farmID, e.seq, e.activitySeq, int64(e.day), e.spot.leaseID, e.spot.lotID, string(e.kind), e.delta, e.sizeSum, e.sizeN, e.containers}
		}
		if err := b.tx.InsertRows(ctx, "entries", columns, rows); err != nil {
			return err
		}
	}
	return nil
}

func (b *recording) storeBalances(ctx context.Context) error {
	const columns = 6
	for chunk := range slices.Chunk(b.sweep.places(), lookupMax/columns) {
		var values strings.Builder
		args := make([]any, 0, columns*len(chunk))
		for i, where := range chunk {
			if i > 0 {
				values.WriteString(", ")
			}
			values.WriteString("(" + sqldb.In(len(args)+1, columns) + ")")
			h := b.sweep.holdings[where]
			args = append(args, b.farmID, where.leaseID, where.lotID, h.animals, h.containers, int64(h.lastDay))
		}
		if _, err := b.tx.Exec(ctx, "INSERT INTO balances (farm_id, lease_id, lot_id, on_hand, containers, last_day) VALUES "+values.String()+
			` ON CONFLICT (farm_id, lease_id, lot_id) DO UPDATE
			SET on_hand = EXCLUDED.on_hand, containers = EXCLUDED.containers, last_day = EXCLUDED.last_day`, args...); err != nil {
			return err
		}
	}
	return nil
}

func arguments(farmID string, values []string) []any {
	args := make([]any, 0, 1+len(values))
	args = append(args, farmID)
	for _, v := range values {
		args = append(args, v)
	}
	return args
}
