package report

import (
	"context"
	"slices"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// ledgerState says which entries a farm has.
type ledgerState struct {
	seq   int64 // of the newest
	epoch int64 // grows when entries are taken away as a whole
}

func stateOf(ctx context.Context, tx *sqldb.Tx, farmID string) (ledgerState, error) {
	state, err := sqldb.One(ctx, tx, func(r sqldb.Row) (s ledgerState, err error) {
		return s, r.Scan(&s.seq, &s.epoch)
	}, "SELECT seq, epoch FROM farm_state WHERE farm_id = $1", farmID)
	if fault.Is(err, fault.NotFound) {
		return ledgerState{}, nil
	}
	return state, err
}

// entriesAtOnce bounds both the memory and the time of one statement.
const entriesAtOnce = 100_000

// catchUp adds the entries that the ledger has and the grower has not.
func (g *grower) catchUp(ctx context.Context, tx *sqldb.Tx, farmID string, state ledgerState, fresh bool) error {
	for g.now.seq < state.seq {
		until := min(g.now.seq+entriesAtOnce, state.seq)
		entries, err := entriesBetween(ctx, tx, farmID, g.now.seq, until)
		if err != nil {
			return err
		}
		if err := g.addLots(ctx, tx, farmID, g.unknownLots(entries)); err != nil {
			return err
		}
		g.add(entries, fresh)
		g.now.seq = until
	}
	if fresh {
		g.trim()
	}
	return nil
}

func entriesBetween(ctx context.Context, tx *sqldb.Tx, farmID string, after, until int64) ([]entry, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (e entry, err error) {
		return e, r.Scan(&e.day, &e.leaseID, &e.lotID, &e.kind, &e.delta, &e.sizeSum, &e.sizeN)
	}, `SELECT day, lease_id, lot_id, kind, delta, size_sum, size_n FROM entries
		WHERE farm_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq`, farmID, after, until)
}

// addLots reads the lots with these ids.
func (g *grower) addLots(ctx context.Context, tx *sqldb.Tx, farmID string, ids []string) error {
	const atOnce = 200
	for some := range slices.Chunk(ids, atOnce) {
		args := []any{farmID}
		for _, id := range some {
			args = append(args, id)
		}
		if err := g.readLots(ctx, tx, " AND l.id IN ("+sqldb.In(2, len(some))+")", args); err != nil {
			return err
		}
	}
	return nil
}

func (g *grower) readLots(ctx context.Context, tx *sqldb.Tx, where string, args []any) error {
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id, groupID string
		var keys [fieldCount]string
		into := []any{&id, &groupID}
		for i := range keys {
			into = append(into, &keys[i])
		}
		if err := r.Scan(into...); err != nil {
			return struct{}{}, err
		}
		for i, f := range fields {
			keys[i] = f.form.written(keys[i])
		}
		g.interner.addLot(id, groupID, keys)
		return struct{}{}, nil
	}, "SELECT l.id, l.group_id, "+fieldColumns()+` FROM lots l
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE l.farm_id = $1`+where, args...)
	return err
}
