package tag

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/lineage"
)

// Keeper tells package farm what tags there are. None of them ever goes; what
// their pages show of a farm that goes is kept aside.
func (s *Service) Keeper() farm.Keeper {
	return farm.Keeper{Count: countTags, Delete: s.KeepFarm}
}

func countTags(ctx context.Context, tx *sqldb.Tx, farmID string, into *farm.Contents) error {
	_, err := sqldb.One(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		return struct{}{}, r.Scan(&into.Tags, &into.Recalls)
	}, `SELECT (SELECT count(*) FROM tags WHERE farm_id = $1),
		(SELECT count(DISTINCT x.recall_id) FROM recall_tags x JOIN tags t ON t.id = x.tag_id JOIN recalls r ON r.id = x.recall_id AND `+lineage.Named+` WHERE t.farm_id = $1)`, farmID)
	return err
}
