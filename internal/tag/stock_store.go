package tag

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

const askedAtOnce = 200 // values of one statement

func stockByID(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string]*stock, error) {
	found := map[string]*stock{}
	for chunk := range slices.Chunk(ids, askedAtOnce) {
		some, err := sqldb.All(ctx, tx, scanStock, "SELECT "+stockColumns+" FROM tags t WHERE t.id IN ("+sqldb.In(1, len(chunk))+")", sqldb.Args(chunk)...)
		if err != nil {
			return nil, err
		}
		for _, s := range some {
			found[s.id] = s
		}
	}
	return found, nil
}

// standing is the condition that a tag was not taken back.
func standing(id string) string {
	return "NOT EXISTS (SELECT 1 FROM tag_events v WHERE v.tag_id = " + id + " AND v.kind = 'void')"
}

// madeFrom counts the tags of all firms that were made from each of the tags and stand.
func madeFrom(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string]int64, error) {
	found := map[string]int64{}
	for chunk := range slices.Chunk(ids, askedAtOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var id string
			var count int64
			err := r.Scan(&id, &count)
			found[id] = count
			return struct{}{}, err
		}, "SELECT p.parent_id, count(*) FROM tag_parents p WHERE p.parent_id IN ("+sqldb.In(1, len(chunk))+") AND "+standing("p.tag_id")+" GROUP BY p.parent_id", sqldb.Args(chunk)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// drawnBy gives what each of the tags took from which tag.
func drawnBy(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string][]edge, error) {
	found := map[string][]edge{}
	for chunk := range slices.Chunk(ids, askedAtOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var e edge
			var text *string
			err := r.Scan(&e.from, &e.to, &e.amount, &text)
			if err == nil {
				e.over, err = readHeld[over](text)
			}
			found[e.to] = append(found[e.to], e)
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
	for chunk := range slices.Chunk(keys, askedAtOnce) {
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
func receivedBy(ctx context.Context, tx *sqldb.Tx, farmID string, ids []string) (map[string]receipts, error) {
	found := map[string]receipts{}
	for chunk := range slices.Chunk(ids, askedAtOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var id string
			var amount int64
			var text *string
			err := r.Scan(&id, &amount, &text)
			if err != nil {
				return struct{}{}, err
			}
			over, err := readHeld[over](text)
			found[id] = found[id].and(amount, over)
			return struct{}{}, err
		}, `SELECT p.parent_id, COALESCE(p.quantity, 0), p.held FROM tag_parents p JOIN tags t ON t.id = p.tag_id
			WHERE t.farm_id = $1 AND t.made_by = 'receive' AND `+standing("t.id")+` AND p.parent_id IN (`+sqldb.In(2, len(chunk))+")",
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

// taggedAt gives what of the harvests is on tags, by the ids of the tags.
func taggedAt(ctx context.Context, tx *sqldb.Tx, farmID string, asked []ledger.HarvestedAt) (map[ledger.HarvestedAt]ledger.Tagged, error) {
	found := map[ledger.HarvestedAt]ledger.Tagged{}
	for where, args := range ledger.WhereAt(farmID, "", asked) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var at ledger.HarvestedAt
			var id string
			var animals int64
			err := r.Scan(&at.LeaseID, &at.LotID, &at.Day, &id, &animals)
			on := found[at]
			found[at] = ledger.Tagged{Animals: on.Animals + animals, Tags: append(on.Tags, id)}
			return struct{}{}, err
		}, "SELECT lease_id, lot_id, day, tag_id, animals FROM tag_harvests WHERE "+where+" AND "+standing("tag_harvests.tag_id")+" ORDER BY tag_id", args...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// Tagged tells package ledger what of its harvests is on tags.
func Tagged() ledger.TaggedOf { return taggedAt }

func (s *stock) document() (string, error) {
	doc, err := json.Marshal(document{Fields: s.states, TakenBack: s.takenBack})
	return string(doc), err
}

// eventDoc is what an event says beside its columns.
type eventDoc struct {
	Clock       string     `json:"time,omitempty"`
	To          *Consignee `json:"to,omitempty"`
	Temperature *int64     `json:"temperature,omitempty"` // tenths of a degree Celsius
	Note        string     `json:"note,omitempty"`
}
