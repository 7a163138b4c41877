package ledger

import (
	"context"

	"github.com/merroir/merroir/internal/sqldb"
)

// lotBook knows the id of every lot of a farm, and gives one to those that it
// does not have yet.
type lotBook struct {
	groups map[Group]string
	ids    map[Lot]string
	byID   map[string]Lot
	isNew  map[string]bool
}

func loadLots(ctx context.Context, tx *sqldb.Tx, farmID string) (*lotBook, error) {
	book := &lotBook{groups: map[Group]string{}, ids: map[Lot]string{}, byID: map[string]Lot{}, isNew: map[string]bool{}}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var groupID, id string
		var l Lot
		err := r.Scan(append([]any{&groupID, &id}, l.columns()...)...)
		book.groups[l.Group], book.ids[l], book.byID[id] = groupID, id, l
		return struct{}{}, err
	}, "SELECT g.id, l.id, "+lotColumns+` FROM lots l
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE l.farm_id = $1`, farmID)
	return book, err
}

func (b *lotBook) id(l Lot) string {
	id, ok := b.ids[l]
	if !ok {
		id = sqldb.NewID()
		b.ids[l], b.byID[id], b.isNew[id] = id, l, true
	}
	return id
}

// storeNew stores those of the lots that the farm did not have, with their
// groups, and reports whether there were any.
func (b *lotBook) storeNew(ctx context.Context, tx *sqldb.Tx, farmID string, lotIDs []string) (bool, error) {
	var groups, lots [][]any
	made := map[Group]string{}
	for _, id := range lotIDs {
		if !b.isNew[id] {
			continue
		}
		l := b.byID[id]
		groupID, ok := b.groups[l.Group]
		if !ok {
			groupID, ok = made[l.Group]
		}
		if !ok {
			groupID = sqldb.NewID()
			made[l.Group] = groupID
			groups = append(groups, []any{farmID, groupID, l.OysterType, l.SeedSource, l.Year, l.Month, int64(l.DatePlanted), l.LocationPlanted})
		}
		lots = append(lots, []any{farmID, id, groupID, l.SizeLabel, l.MeshSize, l.Nickname})
	}
	if err := tx.InsertRows(ctx, "animal_groups", []string{"farm_id", "id", "oyster_type", "seed_source", "year", "month", "date_planted", "location_planted"}, groups); err != nil {
		return false, err
	}
	return len(lots) > 0, tx.InsertRows(ctx, "lots", []string{"farm_id", "id", "group_id", "size_label", "mesh_size", "nickname"}, lots)
}
