package ledger

import (
	"context"
	"maps"
	"slices"

	"github.com/merroir/merroir/internal/sqldb"
)

// lotBook knows the id of every lot of a farm.
type lotBook struct {
	groups map[Group]string
	ids    map[Lot]string
	byID   map[string]Lot
	isNew  map[string]bool // made by this batch
}

func loadLots(ctx context.Context, tx *sqldb.Tx, farmID string) (*lotBook, error) {
	book := &lotBook{groups: map[Group]string{}, ids: map[Lot]string{}, byID: map[string]Lot{}, isNew: map[string]bool{}}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var groupID, id string
		var l Lot
		err := r.Scan(&groupID, &l.OysterType, &l.SeedSource, &l.Year, &l.Month, &l.DatePlanted, &l.LocationPlanted, &id, &l.SizeLabel, &l.MeshSize, &l.Nickname)
		book.groups[l.Group], book.ids[l], book.byID[id] = groupID, id, l
		return struct{}{}, err
	}, `SELECT g.id, g.oyster_type, g.seed_source, g.year, g.month, g.date_planted, g.location_planted, l.id, l.size_label, l.mesh_size, l.nickname
		FROM lots l JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE l.farm_id = $1`, farmID)
	return book, err
}

// resolveLots gives every lot of the pending activities an id, and stores those
// that the farm did not have. A refusal later on takes them away again with the
// rest of the transaction.
func (b *recording) resolveLots(ctx context.Context) (err error) {
	if b.lots, err = loadLots(ctx, b.tx, b.farmID); err != nil {
		return err
	}
	var groups, lots [][]any
	add := func(l Lot) {
		if _, ok := b.lots.ids[l]; ok {
			return
		}
		groupID, ok := b.lots.groups[l.Group]
		if !ok {
			groupID = sqldb.NewID()
			b.lots.groups[l.Group] = groupID
			groups = append(groups, []any{b.farmID, groupID, l.OysterType, l.SeedSource, l.Year, l.Month, int64(l.DatePlanted), l.LocationPlanted})
		}
		id := sqldb.NewID()
		b.lots.ids[l], b.lots.byID[id], b.lots.isNew[id] = id, l, true
		lots = append(lots, []any{b.farmID, id, groupID, l.SizeLabel, l.MeshSize, l.Nickname})
	}
	for _, i := range b.pending {
		if b.batch[i].Reverses != 0 {
			continue
		}
		add(b.batch[i].Place.Lot)
		for _, part := range b.batch[i].To {
			add(part.Lot)
		}
	}
	if len(lots) == 0 {
		return nil
	}
	b.state.dimsVersion++
	if err := b.tx.InsertRows(ctx, "animal_groups", []string{"farm_id", "id", "oyster_type", "seed_source", "year", "month", "date_planted", "location_planted"}, groups); err != nil {
		return err
	}
	return b.tx.InsertRows(ctx, "lots", []string{"farm_id", "id", "group_id", "size_label", "mesh_size", "nickname"}, lots)
}

func sortedKeys(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
