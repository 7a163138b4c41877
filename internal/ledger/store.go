package ledger

import (
	"cmp"
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
	kind     Kind
	count    *pastCount // of a count
	entries  []storedEntry
	reverses bool // it undoes another one itself
	undone   bool
	staged   bool // by the undoing of an upload that does not count yet
}

// countTotals replaces the entry of a count by its difference as it is now.
func (o *original) countTotals() {
	adjusted, died := o.entries[0], o.entries[0]
	adjusted.kind, adjusted.delta = Adjust, o.count.adjusted
	died.kind, died.delta = Loss, o.count.lost
	switch {
	case died.delta == 0:
		o.entries = []storedEntry{adjusted}
	case adjusted.delta == 0:
		o.entries = []storedEntry{died}
	default:
		o.entries = []storedEntry{adjusted, died}
	}
}

func (o original) stepOf(e storedEntry) step {
	if o.count != nil {
		return o.count.step()
	}
	return stepOf(o.kind, e.seq != e.activitySeq, false)
}

func originalBySeq(ctx context.Context, tx *sqldb.Tx, farmID string, seq, newest int64) (o original, err error) {
	// The entries of an activity follow one another from its seq on.
	if o.entries, err = sqldb.All(ctx, tx, scanStored, selectStored+"WHERE farm_id = $1 AND seq BETWEEN $2 AND $3 AND activity_seq = $2 AND readjusts IS NULL ORDER BY seq",
		farmID, seq, seq+maxParts); err != nil || len(o.entries) == 0 {
		return o, err
	}
	o.kind = o.entries[0].kind
	if o.kind == Adjust || o.kind == Loss {
		counts, err := countsIn(ctx, tx, farmID, seq, seq, newest)
		if err != nil {
			return o, err
		}
		if o.count = counts[seq]; o.count != nil {
			o.kind = Adjust
			o.countTotals()
		}
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

// storedOf are the columns of an entry, after the table's name and dot, if it has one.
func storedOf(table string) string {
	return strings.ReplaceAll("@seq, @activity_seq, @day, @lease_id, @lot_id, @kind, @delta, @size_sum, @size_n, @containers", "@", table)
}

var selectStored = "SELECT " + storedOf("") + " FROM entries "

func scanStored(r sqldb.Row) (e storedEntry, err error) { return e, r.Scan(e.columns()...) }

func (e *storedEntry) columns() []any {
	return []any{&e.seq, &e.activitySeq, &e.day, &e.at.leaseID, &e.at.lotID, &e.kind, &e.delta, &e.sizeSum, &e.sizeN, &e.containers}
}

// loadPlaces gives the places of the pending activities their ids and loads what they hold: the
// balance, and what was recorded from the first day of the batch on.
func (b *Recording) loadPlaces(ctx context.Context, tx *sqldb.Tx) (err error) {
	if b.lots, err = b.loadLots(ctx, tx); err != nil {
		return err
	}
	b.placeIDOf = slices.Repeat([]int32{-1}, len(b.places))
	b.placeIDIndex = map[placeID]int32{}
	var firstDay []Day            // by index in placeIDs
	for _, i := range b.pending { // in order of days
		if a := &b.acts[i]; a.reverses != 0 {
			for _, e := range b.originals[a.reverses].entries {
				b.indexPlaceID(e.at)
			}
		} else {
			b.touches(a, func(place int32) { b.placeIDAt(place) })
		}
		for len(firstDay) < len(b.placeIDs) {
			firstDay = append(firstDay, b.day(i))
		}
	}
	b.opening = make([]opening, len(b.placeIDs))
	open, err := b.loadBalances(ctx, tx, firstDay)
	if err != nil {
		return err
	}
	return b.loadKnown(ctx, tx, open, firstDay)
}

// loadBalances loads what the places hold, and what was recorded there from the first day of
// the batch on. It returns the places that held nothing before that day though something was
// recorded there.
func (b *Recording) loadBalances(ctx context.Context, tx *sqldb.Tx, firstDay []Day) (empty []int32, err error) {
	var stored []int32
	later := map[string]bool{} // lots of which something was recorded from that day on
	old := slices.DeleteFunc(slices.Clone(b.placeIDs), func(where placeID) bool { return b.lots.isNew[where.lotID] })
	for chunk := range slices.Chunk(old, askedAtOnce) {
		asked, args := anyOf([]string{"b.lease_id", "b.lot_id"}, "b", b.farmID, chunk, func(where placeID) []any { return []any{where.leaseID, where.lotID} })
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var where placeID
			var o opening
			if err := r.Scan(&where.leaseID, &where.lotID, &o.today, &o.containersToday, &o.lastDay); err != nil {
				return struct{}{}, err
			}
			o.animals, o.containers = o.today, o.containersToday
			i := b.placeIDIndex[where]
			b.opening[i], stored = o, append(stored, i)
			if firstDay[i] <= o.lastDay {
				later[where.lotID] = true
			}
			return struct{}{}, nil
		}, "SELECT b.lease_id, b.lot_id, b.on_hand, b.containers, b.last_day FROM balances b WHERE "+asked, args...)
		if err != nil {
			return nil, err
		}
	}
	if err := b.loadHistory(ctx, tx, later, firstDay); err != nil {
		return nil, err
	}

	for _, i := range stored {
		if o := &b.opening[i]; o.animals > 0 {
			o.known = true
		} else {
			empty = append(empty, i)
		}
	}
	return empty, nil
}

// loadHistory loads what was recorded of the lots from the first day on that the batch has at
// each place. What was undone, or is undone by this batch, is left out.
func (b *Recording) loadHistory(ctx context.Context, tx *sqldb.Tx, lots map[string]bool, firstDay []Day) error {
	since := map[string]Day{} // by lot
	for i, where := range b.placeIDs {
		if day, seen := since[where.lotID]; !seen || firstDay[i] < day {
			since[where.lotID] = firstDay[i]
		}
	}
	counts := map[int64]*pastCount{}
	for chunk := range slices.Chunk(sortedKeys(lots), lookupMax) {
		day := since[chunk[0]]
		for _, lot := range chunk {
			day = min(day, since[lot])
		}
		args := append(arguments(b.farmID, chunk), b.state.seq, int64(day))
		newest := fmt.Sprintf("$%d", len(args)-1)
		all, err := sqldb.All(ctx, tx, scanHistory, "SELECT "+historyColumns+` FROM entries e
			JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
			LEFT JOIN activities u ON u.farm_id = e.farm_id AND u.reverses = e.activity_seq AND u.seq <= `+newest+`
			LEFT JOIN counts c ON c.farm_id = e.farm_id AND c.seq = e.seq
			WHERE e.farm_id = $1 AND e.lot_id IN (`+sqldb.In(2, len(chunk))+") AND e.day >= $"+fmt.Sprint(len(args))+" AND +e.seq <= "+newest+" ORDER BY e.day, e.seq", args...)
		if err != nil {
			return err
		}
		for _, h := range all {
			if i, touched := b.placeIDIndex[h.at]; touched && h.day >= firstDay[i] {
				b.addHistory(&b.opening[i], h, counts)
			}
		}
	}
	for i := range b.opening {
		slices.SortStableFunc(b.opening[i].past, comparePast)
	}
	return nil
}

// history is a recorded entry with what decides when it counts.
type history struct {
	storedEntry
	made      Kind // of its activity
	undone    bool
	undoes    bool
	readjusts int64
	count     *pastCount
}

var historyColumns = storedOf("e.") + ", a.kind, u.seq IS NOT NULL, a.reverses IS NOT NULL, COALESCE(e.readjusts, 0), COALESCE(c.seq, 0), COALESCE(c.counted, 0), COALESCE(c.after_removals, FALSE), COALESCE(c.died, FALSE), COALESCE(c.client_at, 0), COALESCE(c.line, 0), COALESCE(NULLIF(c.turn_key, ''), a.idem_key)"

func scanHistory(r sqldb.Row) (h history, err error) {
	c := &pastCount{}
	err = r.Scan(append(append(h.columns(), &h.made, &h.undone, &h.undoes, &h.readjusts), c.columns()...)...)
	if c.number != 0 {
		h.count = c
	}
	return h, err
}

// addHistory adds a recorded entry to what was recorded at a place. counts are the recorded
// counts so far, to which what re-adjusts them is added: it has their day and a higher number.
func (b *Recording) addHistory(o *opening, h history, counts map[int64]*pastCount) {
	o.animals -= h.delta
	o.containers -= h.containers
	if h.readjusts != 0 {
		if count := counts[h.readjusts]; count != nil {
			count.add(h.kind, h.delta)
		}
		return
	}
	if _, here := b.originals[h.activitySeq]; here || h.undone || h.undoes || h.made == Size {
		return
	}

	line := past{delta: h.delta, containers: h.containers, day: int32(h.day), kind: codeOf(h.made), step: stepOf(h.made, h.seq != h.activitySeq, false)}
	if h.count != nil {
		line.count, line.step = h.count, h.count.step()
		line.count.add(h.kind, h.delta)
		counts[h.seq] = h.count
	}
	o.past = append(o.past, line)
}

func comparePast(a, b past) int {
	order := cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.step, b.step))
	if order == 0 && a.count != nil && b.count != nil {
		order = a.count.turn.compare(b.count.turn)
	}
	return order
}

// loadKnown finds out to which of the places that hold nothing animals have come before the
// first day of the batch.
func (b *Recording) loadKnown(ctx context.Context, tx *sqldb.Tx, empty []int32, firstDay []Day) error {
	for chunk := range slices.Chunk(empty, askedAtOnce) {
		asked, args := anyOf([]string{"e.lot_id", "e.lease_id", "e.day"}, "e", b.farmID, chunk, func(i int32) []any {
			return []any{b.placeIDs[i].lotID, b.placeIDs[i].leaseID, int64(firstDay[i])}
		})
		asked = strings.ReplaceAll(asked, "e.day =", "e.day <")
		found, err := sqldb.All(ctx, tx, func(r sqldb.Row) (where placeID, err error) {
			return where, r.Scan(&where.leaseID, &where.lotID)
		}, fmt.Sprintf(`SELECT DISTINCT e.lease_id, e.lot_id FROM entries e JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
			WHERE (%[1]s) AND e.delta > 0 AND e.kind IN ('plant', 'move') AND a.reverses IS NULL AND e.seq <= $%[2]d
			AND NOT EXISTS (SELECT 1 FROM activities u WHERE u.farm_id = e.farm_id AND u.reverses = a.seq AND u.seq <= $%[2]d)`, asked, len(args)+1),
			append(args, b.state.seq)...)
		if err != nil {
			return err
		}
		for _, where := range found {
			b.opening[b.placeIDIndex[where]].known = true
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

func sortedKeys[T any](set map[string]T) []string { return slices.Sorted(maps.Keys(set)) }
