package tag

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// OpenRecalls gives the recalls in force that reach tags of the farms, by farm,
// the oldest first. It tells what the public page of a tag tells anybody, so it
// asks for no right.
func OpenRecalls(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string][]farm.OpenRecall, error) {
	open := map[string][]farm.OpenRecall{}
	if len(farmIDs) == 0 {
		return open, nil
	}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var found farm.OpenRecall
		var t row
		if err := r.Scan(&found.ID, &found.Party, &found.At, &found.Tags, &t.id, &t.farmID, &t.kind, &t.doc, &t.version); err != nil {
			return struct{}{}, err
		}
		states, err := t.states()
		if err != nil {
			return struct{}{}, err
		}
		found.TagID, found.HarvestDate, found.Place = t.id, states.HarvestDate, states.HarvestLocation
		open[t.farmID] = append(open[t.farmID], found)
		return struct{}{}, nil
	}, `WITH RECURSIVE reached (recall_id, tag_id) AS (
			SELECT r.id, x.tag_id FROM recalls r JOIN recall_tags x ON x.recall_id = r.id WHERE r.lifted_at IS NULL
			UNION SELECT c.recall_id, p.tag_id FROM reached c JOIN tag_parents p ON p.parent_id = c.tag_id
		), hit AS (
			SELECT c.recall_id, count(*) AS tags, min(t.id) AS tag_id FROM reached c JOIN tags t ON t.id = c.tag_id
			WHERE t.farm_id IN (`+sqldb.In(1, len(farmIDs))+`) GROUP BY c.recall_id, t.farm_id
		) SELECT r.id, r.party, r.created_at, h.tags, `+rowColumns+`
		FROM hit h JOIN recalls r ON r.id = h.recall_id JOIN tags t ON t.id = h.tag_id ORDER BY r.created_at, r.id`, sqldb.Args(farmIDs)...)
	return open, err
}

// states gives what the tag states, with its item over its own fields.
func (r row) states() (Fields, error) {
	t, err := r.tag()
	if err != nil {
		return Fields{}, err
	}
	states, err := t.Item.over(t.Fields)
	if err != nil {
		err = fmt.Errorf("item of tag %s: %w", t.ID, err)
	}
	return states, err
}
