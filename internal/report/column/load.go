package column

import (
	"context"
	"slices"

	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// State says which entries a farm has.
type State struct {
	seq   int64 // of the newest
	epoch int64 // grows when entries are taken away as a whole
}

// Empty reports whether nothing was ever recorded.
func (s State) Empty() bool { return s.seq == 0 }

// StateOf reads which entries the farm has.
func StateOf(ctx context.Context, tx *sqldb.Tx, farmID string) (State, error) {
	states, err := StatesOf(ctx, tx, []string{farmID})
	return states[farmID], err
}

// StatesOf reads which entries the farms have, by farm.
func StatesOf(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string]State, error) {
	states := map[string]State{}
	const atOnce = 10_000
	for some := range slices.Chunk(farmIDs, atOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var farmID string
			var s State
			err := r.Scan(&farmID, &s.seq, &s.epoch)
			states[farmID] = s
			return struct{}{}, err
		}, "SELECT farm_id, seq, epoch FROM farm_state WHERE farm_id IN ("+sqldb.In(1, len(some))+")", sqldb.Args(some)...)
		if err != nil {
			return nil, err
		}
	}
	return states, nil
}

// entriesAtOnce bounds both the memory and the time of one statement.
const entriesAtOnce = 100_000

// catchUp adds the entries that the ledger has and the builder has not.
func (b *builder) catchUp(ctx context.Context, tx *sqldb.Tx, farmID string, state State, fresh bool) error {
	for b.now.seq < state.seq {
		until := min(b.now.seq+entriesAtOnce, state.seq)
		entries, err := entriesBetween(ctx, tx, farmID, b.now.seq, until)
		if err != nil {
			return err
		}
		if err := b.addLots(ctx, tx, farmID, b.unknownLots(entries)); err != nil {
			return err
		}
		b.add(entries, fresh)
		b.now.seq = until
	}
	if fresh {
		b.trim()
	}
	return nil
}

func entriesBetween(ctx context.Context, tx *sqldb.Tx, farmID string, after, until int64) ([]entry, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (e entry, err error) {
		return e, r.Scan(&e.first, &e.day, &e.leaseID, &e.lotID, &e.kind, &e.delta, &e.containers, &e.sizeSum, &e.sizeN)
	}, `SELECT seq = activity_seq, day, lease_id, lot_id, kind, delta, containers, size_sum, size_n FROM entries
		WHERE farm_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq`, farmID, after, until)
}

// addLots reads the lots with these ids.
func (b *builder) addLots(ctx context.Context, tx *sqldb.Tx, farmID string, ids []string) error {
	const atOnce = 200
	for some := range slices.Chunk(ids, atOnce) {
		lots, err := field.Lots(ctx, tx, farmID, some...)
		if err != nil {
			return err
		}
		for _, l := range lots {
			for i, f := range field.All {
				l.Values[i] = f.Form.Written(l.Values[i])
			}
			b.interner.addLot(l.ID, l.GroupID, l.Values)
		}
	}
	return nil
}
