package ledger

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/sqldb"
)

// lotIndex finds the ids of a farm's lots, all of them or those that a batch
// asks for, and gives an id to a lot that the farm does not have yet.
type lotIndex struct {
	groups map[Group]string
	ids    map[Lot]string
	byID   map[string]Lot
	isNew  map[string]bool
}

// maxAsked is how many lots are looked up one by one; for more, all are read.
const maxAsked = 1_000

// loadLots reads the lots of the batch: those of its places, and those of what
// it undoes.
func (b *Recording) loadLots(ctx context.Context, tx *sqldb.Tx) (*lotIndex, error) {
	index := &lotIndex{groups: map[Group]string{}, ids: map[Lot]string{}, byID: map[string]Lot{}, isNew: map[string]bool{}}
	asked, ids := map[Lot]bool{}, map[string]bool{}
	for i := range b.places {
		if l := b.places[i].Lot; !b.met.find(b.farmID, b.state.epoch, l, index) {
			asked[l] = true
		}
	}
	for _, o := range b.originals {
		for _, e := range o.entries {
			ids[e.at.lotID] = true
		}
	}
	if len(asked)+len(ids) > maxAsked {
		return index, index.read(ctx, tx, "l.farm_id = $1", []any{b.farmID})
	}
	groups := map[Group]bool{}
	for l := range asked {
		groups[l.Group] = true
	}
	if err := index.readGroups(ctx, tx, b.farmID, slices.Collect(maps.Keys(groups))); err != nil {
		return nil, err
	}
	known := slices.DeleteFunc(slices.Collect(maps.Keys(asked)), func(l Lot) bool { return index.groups[l.Group] == "" })
	for chunk := range slices.Chunk(known, askedAtOnce) {
		where, args := anyOf([]string{"l.group_id", "l.size_label", "l.mesh_size", "l.nickname"}, "l", b.farmID, chunk, func(l Lot) []any {
			return []any{index.groups[l.Group], l.SizeLabel, l.MeshSize, l.Nickname}
		})
		if err := index.read(ctx, tx, where, args); err != nil {
			return nil, err
		}
	}
	for chunk := range slices.Chunk(sortedKeys(ids), lookupMax) {
		if err := index.read(ctx, tx, "l.farm_id = $1 AND l.id IN ("+sqldb.In(2, len(chunk))+")", arguments(b.farmID, chunk)); err != nil {
			return nil, err
		}
	}
	return index, nil
}

func (b *lotIndex) read(ctx context.Context, tx *sqldb.Tx, where string, args []any) error {
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var groupID, id string
		var l Lot
		err := r.Scan(append([]any{&groupID, &id}, l.columns()...)...)
		b.groups[l.Group], b.ids[l], b.byID[id] = groupID, id, l
		return struct{}{}, err
	}, "SELECT g.id, l.id, "+lotColumns+` FROM lots l
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE `+where, args...)
	return err
}

func (b *lotIndex) readGroups(ctx context.Context, tx *sqldb.Tx, farmID string, groups []Group) error {
	columns := []string{"g.oyster_type", "g.seed_source", "g.year", "g.month", "g.date_planted", "g.location_planted"}
	for chunk := range slices.Chunk(groups, askedAtOnce) {
		where, args := anyOf(columns, "g", farmID, chunk, func(g Group) []any {
			return []any{g.OysterType, g.SeedSource, g.Year, g.Month, int64(g.DatePlanted), g.LocationPlanted}
		})
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var id string
			var g Group
			err := r.Scan(&id, &g.OysterType, &g.SeedSource, &g.Year, &g.Month, &g.DatePlanted, &g.LocationPlanted)
			b.groups[g] = id
			return struct{}{}, err
		}, "SELECT g.id, "+strings.Join(columns, ", ")+" FROM animal_groups g WHERE "+where, args...)
		if err != nil {
			return err
		}
	}
	return nil
}

const askedAtOnce = 40 // of one statement; each is a search in an index

// anyOf is the condition that the row has the values of one of those asked for.
// The farm is in each part, so that each can use the index by itself.
func anyOf[T any](columns []string, table, farmID string, asked []T, values func(T) []any) (where string, args []any) {
	args = []any{farmID}
	var text strings.Builder
	for i, one := range asked {
		if i > 0 {
			text.WriteString(" OR ")
		}
		text.WriteString("(" + table + ".farm_id = $1")
		for k, value := range values(one) {
			args = append(args, value)
			fmt.Fprintf(&text, " AND %s = $%d", columns[k], len(args))
		}
		text.WriteString(")")
	}
	return text.String(), args
}

func (b *lotIndex) id(l Lot) string {
	id, ok := b.ids[l]
	if !ok {
		id = sqldb.NewID()
		b.ids[l], b.byID[id], b.isNew[id] = id, l, true
	}
	return id
}

// storeNew stores those of the lots that the farm did not have, with their
// groups, and reports whether there were any.
func (b *lotIndex) storeNew(ctx context.Context, tx *sqldb.Tx, farmID string, lotIDs []string) (bool, error) {
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
