package tag

import (
	"cmp"
	"context"
	"slices"

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
func (s *Service) RecallsInForce(ctx context.Context, tx *sqldb.Tx, slice page.Slice) ([]RecallInForce, error) {
	found, err := sqldb.All(ctx, tx, func(r sqldb.Row) (one RecallInForce, err error) {
		return one, r.Scan(&one.ID, &one.Party, &one.Reason, &one.At)
	}, "SELECT id, party, reason, created_at FROM recalls WHERE lifted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2", slice.Limit, slice.Offset())
	if err != nil || len(found) == 0 {
		return found, err
	}
	names := map[string]string{}
	if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id, name string
		err := r.Scan(&id, &name)
		names[id] = name
		return struct{}{}, err
	}, "SELECT t.farm_id, COALESCE(f.name, '') FROM tag_farms t LEFT JOIN farms f ON f.id = t.farm_id"); err != nil {
		return nil, err
	}
	s.reaches.following.Lock()
	defer s.reaches.following.Unlock()
	tells, err := s.reaches.follow(ctx, tx)
	if err != nil {
		return nil, err
	}
	for i := range found {
		one := &found[i]
		one.Farms = []RecalledFarm{}
		for farmID, of := range tells {
			if told := of[one.ID]; told != nil {
				one.Tags += told.tags
				one.Farms = append(one.Farms, RecalledFarm{farmID, names[farmID], told.tags, told.first})
			}
		}
		slices.SortFunc(one.Farms, func(a, b RecalledFarm) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	}
	return found, nil
}
