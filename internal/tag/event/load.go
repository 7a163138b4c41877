package event

import (
	"cmp"
	"context"
	"slices"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/stock"
)

// madeFrom counts the tags of all firms that were made from each of the tags and stand.
func madeFrom(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string]int64, error) {
	found := map[string]int64{}
	for chunk := range slices.Chunk(ids, stock.AskedAtOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var id string
			var count int64
			err := r.Scan(&id, &count)
			found[id] = count
			return struct{}{}, err
		}, "SELECT p.parent_id, count(*) FROM tag_parents p WHERE p.parent_id IN ("+sqldb.In(1, len(chunk))+") AND "+stock.Standing("p.tag_id")+" GROUP BY p.parent_id", sqldb.Args(chunk)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// drawnBy gives what each of the tags took from which tag.
func drawnBy(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string][]stock.Edge, error) {
	found := map[string][]stock.Edge{}
	for chunk := range slices.Chunk(ids, stock.AskedAtOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var e stock.Edge
			var text *string
			err := r.Scan(&e.From, &e.To, &e.Amount, &text)
			if err == nil {
				e.Over, err = stock.ReadHeld[stock.Over](text)
			}
			found[e.To] = append(found[e.To], e)
			return struct{}{}, err
		}, "SELECT parent_id, tag_id, quantity, held FROM tag_parents WHERE tag_id IN ("+sqldb.In(1, len(chunk))+") ORDER BY parent_id", sqldb.Args(chunk)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func knownEvents(ctx context.Context, tx *sqldb.Tx, farmID string, keys []string) (map[string]recordedEvent, error) {
	found := map[string]recordedEvent{}
	for chunk := range slices.Chunk(keys, stock.AskedAtOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var key string
			var e recordedEvent
			err := r.Scan(&key, &e.digest, &e.tagID)
			found[key] = e
			return struct{}{}, err
		}, "SELECT event_key, digest, tag_id FROM tag_events WHERE farm_id = $1 AND event_key IN ("+sqldb.In(2, len(chunk))+")",
			append([]any{farmID}, sqldb.Args(chunk)...)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// receivedBy gives what the firm has received under each of the tags.
func receivedBy(ctx context.Context, tx *sqldb.Tx, farmID string, ids []string) (map[string]stock.Receipts, error) {
	found := map[string]stock.Receipts{}
	for chunk := range slices.Chunk(ids, stock.AskedAtOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var id string
			var amount int64
			var text *string
			err := r.Scan(&id, &amount, &text)
			if err != nil {
				return struct{}{}, err
			}
			over, err := stock.ReadHeld[stock.Over](text)
			found[id] = found[id].And(amount, over)
			return struct{}{}, err
		}, `SELECT p.parent_id, COALESCE(p.quantity, 0), p.held FROM tag_parents p JOIN tags t ON t.id = p.tag_id
			WHERE t.farm_id = $1 AND t.made_by = 'receive' AND `+stock.Standing("t.id")+` AND p.parent_id IN (`+sqldb.In(2, len(chunk))+")",
			append([]any{farmID}, sqldb.Args(chunk)...)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func compareAt(a, b ledger.HarvestedAt) int {
	return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.LeaseID, b.LeaseID), cmp.Compare(a.LotID, b.LotID))
}
