package tag

import (
	"context"

	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// RecallInForce is a recall that nobody has ended, for staff.
type RecallInForce struct {
	ID     string         `json:"_id"`
	Party  string         `json:"party" doc:"Who recalls"`
	Reason string         `json:"reason" doc:"For the record; may be empty"`
	At     int64          `json:"date" doc:"Since when, Unix milliseconds"`
	Tags   int64          `json:"tags" doc:"That it reaches, of all farms"`
	Farms  []RecalledFarm `json:"farms" doc:"Whose tags it reaches, by name"`
}

// RecalledFarm is a farm whose tags a recall reaches.
type RecalledFarm struct {
	ID    string `json:"farm"`
	Name  string `json:"name" doc:"Empty for a farm that was deleted"`
	Tags  int64  `json:"tags" doc:"Of the farm that it reaches"`
	TagID string `json:"tag" doc:"One of them, whose public page shows the recall"`
}

// RecallsInForce gives the recalls that nobody has ended, the newest first, with
// what they reach. Whoever calls it has checked that the caller sees every farm.
func RecallsInForce(ctx context.Context, tx *sqldb.Tx, slice page.Slice) ([]RecallInForce, error) {
	found := []RecallInForce{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var one RecallInForce
		var at RecalledFarm
		if err := r.Scan(&one.ID, &one.Party, &one.Reason, &one.At, &at.ID, &at.Name, &at.Tags, &at.TagID); err != nil {
			return struct{}{}, err
		}
		if len(found) == 0 || found[len(found)-1].ID != one.ID {
			found = append(found, one)
		}
		last := &found[len(found)-1]
		last.Tags += at.Tags
		last.Farms = append(last.Farms, at)
		return struct{}{}, nil
	}, `WITH RECURSIVE shown AS (
			SELECT id, party, reason, created_at FROM recalls WHERE lifted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2
		), reached (recall_id, tag_id) AS (
			SELECT s.id, x.tag_id FROM shown s JOIN recall_tags x ON x.recall_id = s.id
			UNION SELECT c.recall_id, p.tag_id FROM reached c JOIN tag_parents p ON p.parent_id = c.tag_id
		), farms_reached AS (
			SELECT c.recall_id, t.farm_id, count(*) AS tags, min(t.id) AS tag_id FROM reached c JOIN tags t ON t.id = c.tag_id GROUP BY c.recall_id, t.farm_id
		) SELECT s.id, s.party, s.reason, s.created_at, r.farm_id, coalesce(f.name, ''), r.tags, r.tag_id
		FROM shown s JOIN farms_reached r ON r.recall_id = s.id LEFT JOIN farms f ON f.id = r.farm_id
		ORDER BY s.created_at DESC, s.id DESC, coalesce(f.name, ''), r.farm_id`, slice.Limit, slice.Offset())
	return found, err
}
