package ledger

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	storeRows = 5_000 // rows that are built at a time, so that a large import needs little memory
	lookupMax = 200   // values in a statement that looks up; more cost more than they save
)

// state is the row on which the writers of a farm queue.
type state struct{ seq, dimsVersion, epoch int64 }

func scanState(r sqldb.Row) (s state, err error) { return s, r.Scan(&s.seq, &s.dimsVersion, &s.epoch) }

// stateReader is lockState for what will be stored, and readState for what is only said.
type stateReader func(ctx context.Context, tx *sqldb.Tx, farmID string) (state, error)

// lockState gives the state once no other writer has it, and keeps others out
// until the end of the transaction.
func lockState(ctx context.Context, tx *sqldb.Tx, farmID string) (state, error) {
	return sqldb.One(ctx, tx, scanState, `INSERT INTO farm_state (farm_id, seq, dims_version, epoch) VALUES ($1, 0, 0, 0)
		ON CONFLICT (farm_id) DO UPDATE SET seq = farm_state.seq RETURNING seq, dims_version, epoch`, farmID)
}

// readState gives the state as it is, without a lock.
func readState(ctx context.Context, tx *sqldb.Tx, farmID string) (s state, err error) {
	found, err := sqldb.All(ctx, tx, scanState, "SELECT seq, dims_version, epoch FROM farm_state WHERE farm_id = $1", farmID)
	if len(found) > 0 {
		s = found[0]
	}
	return s, err
}

// recorded is an activity that is in the ledger.
type recorded struct {
	seq       int64
	digest    string
	withdrawn bool // it was undone with all of its upload
}

func recordedByKey(ctx context.Context, tx *sqldb.Tx, farmID string, keys []string) (map[string]recorded, error) {
	found := map[string]recorded{}
	keys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return key == "" })
	for chunk := range slices.Chunk(keys, lookupMax) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var key string
			var one recorded
			err := r.Scan(&key, &one.seq, &one.digest, &one.withdrawn)
			found[key] = one
			return struct{}{}, err
		}, `SELECT a.idem_key, a.seq, a.digest, EXISTS (SELECT 1 FROM activities u
				WHERE u.farm_id = a.farm_id AND u.reverses = a.seq AND u.idem_key LIKE '`+withdrawnKey+`%' AND u.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1))
			FROM activities a WHERE a.farm_id = $1 AND a.idem_key IN (`+sqldb.In(2, len(chunk))+")", arguments(farmID, chunk)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// original is an activity that is to be undone.
type original struct {
	entries  []storedEntry
	reverses bool // it undoes another one itself
	undone   bool
	staged   bool // by the undoing of an upload that does not count yet
}

func originalBySeq(ctx context.Context, tx *sqldb.Tx, farmID string, seq, newest int64) (o original, err error) {
	// The entries of an activity follow one another from its seq on.
	if o.entries, err = sqldb.All(ctx, tx, scanStored, selectStored+"WHERE farm_id = $1 AND seq BETWEEN $2 AND $3 AND activity_seq = $2 ORDER BY seq",
		farmID, seq, seq+maxParts); err != nil || len(o.entries) == 0 {
		return o, err
	}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var found int64
		err := r.Scan(&found)
		o.reverses = o.reverses || found == seq
		o.undone = o.undone || found != seq
		o.staged = found > newest
		return struct{}{}, err
	}, "SELECT seq FROM activities WHERE farm_id = $1 AND (reverses = $2 OR (seq = $2 AND reverses IS NOT NULL))", farmID, seq)
	return o, err
}

// storedEntry is an entry as the table has it.
type storedEntry struct {
	seq         int64
	activitySeq int64
	day         Day
	at          placeID
	kind        Kind
	delta       int64
	sizeSum     int64
	sizeN       int64
	containers  int64
}

// takes reports whether something leaves a place by the entry.
func (e storedEntry) takes() bool { return e.delta < 0 || e.containers < 0 }

func (e storedEntry) compact(where int32) entry {
	return entry{
		delta: e.delta, sizeSum: e.sizeSum, at: where, day: int32(e.day), sizeN: int32(e.sizeN), containers: int32(e.containers),
		kind: codeOf(e.kind), part: uint8(e.seq - e.activitySeq),
	}
}

// storedOf are the columns of an entry, after the table's name and dot, if it has one.
func storedOf(table string) string {
	return strings.ReplaceAll("@seq, @activity_seq, @day, @lease_id, @lot_id, @kind, @delta, @size_sum, @size_n, @containers", "@", table)
}

var selectStored = "SELECT " + storedOf("") + " FROM entries "

func scanStored(r sqldb.Row) (e storedEntry, err error) {
	return e, r.Scan(&e.seq, &e.activitySeq, &e.day, &e.at.leaseID, &e.at.lotID, &e.kind, &e.delta, &e.sizeSum, &e.sizeN, &e.containers)
}

// loadPlaces gives the places of the pending activities their ids and loads what
// they hold: only the balance where nothing later is recorded, else the whole
// history.
func (b *Recording) loadPlaces(ctx context.Context, tx *sqldb.Tx) (err error) {
	if b.lots, err = b.loadLots(ctx, tx); err != nil {
		return err
	}
	b.placeIDOf = slices.Repeat([]int32{-1}, len(b.places))
	b.placeIDIndex = map[placeID]int32{}
	var firstDay []Day            // by index in placeIDs
	for _, i := range b.pending { // in order of days
		if a := &b.acts[i]; a.reverses != 0 {
			b.undone(a.reverses)
		} else {
			b.touches(a, func(place int32) { b.placeIDAt(place) })
		}
		for len(firstDay) < len(b.placeIDs) {
			firstDay = append(firstDay, b.day(i))
		}
	}
	b.opening = make([]holding, len(b.placeIDs))
	back, err := b.loadBalances(ctx, tx, firstDay)
	if err != nil {
		return err
	}
	return b.loadHistory(ctx, tx, back)
}

// loadBalances fills in what the places hold, and gives the lots of those places
// where an activity of the batch comes before the latest entry.
func (b *Recording) loadBalances(ctx context.Context, tx *sqldb.Tx, firstDay []Day) (map[string]bool, error) {
	back := map[string]bool{}
	old := slices.DeleteFunc(slices.Clone(b.placeIDs), func(where placeID) bool { return b.lots.isNew[where.lotID] })
	for chunk := range slices.Chunk(old, askedAtOnce) {
		asked, args := anyOf([]string{"b.lease_id", "b.lot_id"}, "b", b.farmID, chunk, func(where placeID) []any { return []any{where.leaseID, where.lotID} })
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var where placeID
			var h holding
			if err := r.Scan(&where.leaseID, &where.lotID, &h.animals, &h.containers, &h.lastDay); err != nil {
				return struct{}{}, err
			}
			if i := b.placeIDIndex[where]; firstDay[i] >= h.lastDay {
				h.known = true
				b.opening[i] = h
			} else {
				back[where.lotID] = true
			}
			return struct{}{}, nil
		}, "SELECT b.lease_id, b.lot_id, b.on_hand, b.containers, b.last_day FROM balances b WHERE "+asked, args...)
		if err != nil {
			return nil, err
		}
	}
	return back, nil
}

// loadHistory loads what was recorded of the lots. What took something and was undone, or is
// undone by this batch, takes nothing any more: else an undone harvest would keep its planting
// from being undone.
func (b *Recording) loadHistory(ctx context.Context, tx *sqldb.Tx, lots map[string]bool) error {
	const undone, undoes = 1, 2
	type past struct {
		storedEntry
		what int64
	}
	b.voided = map[int64]bool{}
	for chunk := range slices.Chunk(sortedKeys(lots), lookupMax) {
		newest := fmt.Sprintf("$%d", len(chunk)+2)
		all, err := sqldb.All(ctx, tx, func(r sqldb.Row) (p past, err error) {
			p.storedEntry, err = scanStored(after{r, &p.what})
			return p, err
		}, "SELECT CASE WHEN a.reverses IS NOT NULL THEN 2 WHEN u.seq IS NOT NULL THEN 1 ELSE 0 END, "+storedOf("e.")+` FROM entries e
			JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
			LEFT JOIN activities u ON u.farm_id = e.farm_id AND u.reverses = e.activity_seq AND u.seq <= `+newest+`
			WHERE e.farm_id = $1 AND e.lot_id IN (`+sqldb.In(2, len(chunk))+") AND +e.seq <= "+newest+" ORDER BY e.day, e.seq",
			append(arguments(b.farmID, chunk), b.state.seq)...)
		if err != nil {
			return err
		}
		for _, p := range all {
			i, touched := b.placeIDIndex[p.at]
			if !touched || b.opening[i].lastDay != 0 {
				continue
			}
			e := p.compact(i)
			_, here := b.originals[p.activitySeq]
			if here && p.takes() {
				b.voided[p.seq] = true
			}
			e.void = p.takes() && (here || p.what == undone) || p.what == undoes && (p.delta > 0 || p.containers > 0)
			b.opening[i].ahead = append(b.opening[i].ahead, e)
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

func sortedKeys(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
