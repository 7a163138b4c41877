package stock

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

const AskedAtOnce = 200 // values of one statement

func ByID(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string]*Tag, error) {
	found := map[string]*Tag{}
	for chunk := range slices.Chunk(ids, AskedAtOnce) {
		some, err := sqldb.All(ctx, tx, scanStock, "SELECT "+stockColumns+" FROM tags t WHERE t.id IN ("+sqldb.In(1, len(chunk))+")", sqldb.Args(chunk)...)
		if err != nil {
			return nil, err
		}
		for _, s := range some {
			found[s.ID] = s
		}
	}
	return found, nil
}

// Standing is the condition that a tag was not taken back.
func Standing(id string) string {
	return "NOT EXISTS (SELECT 1 FROM tag_events v WHERE v.tag_id = " + id + " AND v.kind = 'void')"
}

// TaggedAt gives what of the harvests is on tags, by the ids of the tags.
func TaggedAt(ctx context.Context, tx *sqldb.Tx, farmID string, asked []ledger.HarvestedAt) (map[ledger.HarvestedAt]ledger.Tagged, error) {
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
		}, "SELECT lease_id, lot_id, day, tag_id, animals FROM tag_harvests WHERE "+where+" AND "+Standing("tag_harvests.tag_id")+" ORDER BY tag_id", args...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// Tagged tells package ledger what of its harvests is on tags.
func Tagged() (ledger.TaggedOf, ledger.TagRows) { return TaggedAt, tagRows }

func tagRows(ctx context.Context, tx *sqldb.Tx, farmID string) (int64, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM tag_harvests WHERE farm_id = $1", farmID)
}

func (s *Tag) Document() (string, error) {
	doc, err := json.Marshal(tag.Document{Fields: s.States, TakenBack: s.TakenBack})
	return string(doc), err
}

// EventDoc is what an event says beside its columns.
type EventDoc struct {
	Clock       string         `json:"time,omitempty"`
	To          *tag.Consignee `json:"to,omitempty"`
	Temperature *int64         `json:"temperature,omitempty"` // tenths of a degree Celsius
	Note        string         `json:"note,omitempty"`
}
