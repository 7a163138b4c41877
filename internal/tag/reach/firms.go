package reach

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
)

// firms gives the firms whose tags are reached, by name.
func (c *closure) firms(ctx context.Context, tx *sqldb.Tx) ([]ReachedFirm, error) {
	found := map[string]*ReachedFirm{}
	nearest := map[string]int{}
	amounts := map[string]map[ledger.Unit]*Amount{}
	if err := errors.Join(c.read(ctx, tx), c.readShipments(ctx, tx)); err != nil {
		return nil, err
	}
	for i, t := range c.tags {
		if t.farmID == "" {
			continue
		}
		f := found[t.farmID]
		if f == nil {
			f = &ReachedFirm{FarmID: t.farmID}
			found[t.farmID], amounts[t.farmID], nearest[t.farmID] = f, map[ledger.Unit]*Amount{}, i
		}
		if f.Tags++; c.via[i] == none {
			f.Roots++
		}
		if len(f.Nearest) < maxNearest {
			f.Nearest = append(f.Nearest, c.made(i))
		}
		if t.quantity != nil {
			a := amounts[t.farmID][t.unit]
			if a == nil {
				a = &Amount{Unit: t.unit}
				amounts[t.farmID][t.unit] = a
			}
			a.Left += stock.Or(t.remainder)
		}
	}
	shipped := map[string]int64{}
	for _, one := range c.shipments {
		shipped[one.TagID] += one.Parts
	}
	received, err := c.received(ctx, tx)
	if err != nil {
		return nil, err
	}
	for i, t := range c.tags {
		if a := amounts[t.farmID][t.unit]; a != nil && t.quantity != nil {
			id := c.ids[i]
			unrecorded := min(max(received[id]-shipped[id], 0), stock.Or(t.remainder))
			a.Left, a.Shipped = a.Left-unrecorded, a.Shipped+shipped[id]+unrecorded
		}
	}
	if err := c.lots(ctx, tx, found); err != nil {
		return nil, err
	}
	if err := c.name(ctx, tx); err != nil {
		return nil, err
	}
	firms := make([]ReachedFirm, 0, len(found))
	for farmID, f := range found {
		f.Name, f.Gone = c.firm[farmID].name, c.firm[farmID].gone
		for _, a := range amounts[farmID] {
			f.Amounts = append(f.Amounts, *a)
		}
		sorting.By(f.Amounts, func(a, b Amount) int { return strings.Compare(string(a.Unit), string(b.Unit)) })
		f.Path = c.steps(nearest[farmID])
		firms = append(firms, *f)
	}
	sorting.By(firms, func(a, b ReachedFirm) int { return strings.Compare(a.Name+"\n"+a.FarmID, b.Name+"\n"+b.FarmID) })
	return firms, nil
}

// made is the tag at a place in ids.
func (c *closure) made(i int) MadeTag {
	m := MadeTag{TagID: c.ids[i], Event: c.tags[i].madeBy}
	if c.via[i] != none {
		m.From = c.ids[c.via[i]]
	}
	return m
}

// received gives what other firms have received under each tag.
func (c *closure) received(ctx context.Context, tx *sqldb.Tx) (map[string]int64, error) {
	var receipts []string
	for i, t := range c.tags {
		if t.madeBy == tag.Receive {
			receipts = append(receipts, c.ids[i])
		}
	}
	slices.Sort(receipts)
	found := map[string]int64{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id string
		var quantity int64
		err := r.Scan(&id, &quantity)
		found[id] += quantity
		return struct{}{}, err
	}, "SELECT p.parent_id, p.quantity FROM tag_parents p WHERE p.quantity IS NOT NULL AND "+stock.Standing("p.tag_id")+" AND p.tag_id IN "+tx.Among(1), sqldb.List(receipts))
	return found, err
}

// lots adds what was harvested where. Only tags of harvests have copied any.
func (c *closure) lots(ctx context.Context, tx *sqldb.Tx, firms map[string]*ReachedFirm) error {
	var harvests []string
	for i, t := range c.tags {
		if t.madeBy == tag.Harvest {
			harvests = append(harvests, c.ids[i])
		}
	}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID, stored string
		var one ReachedLot
		if err := r.Scan(&farmID, &one.LotID, &one.LeaseID, &one.Day, &one.Area, &stored, &one.Animals, &one.Tags); err != nil {
			return struct{}{}, err
		}
		var lot stock.CopiedLot
		err := json.Unmarshal([]byte(stored), &lot)
		one.Group, one.Lot = lot.Group, lot.Lot
		if f := firms[farmID]; f != nil {
			f.Lots = append(f.Lots, one)
		}
		return struct{}{}, err
	}, `SELECT farm_id, lot_id, lease_id, day, min(area), min(lot), CAST(SUM(animals) AS BIGINT), count(*) FROM tag_harvests
		WHERE tag_id IN `+tx.Among(1)+" GROUP BY farm_id, lot_id, lease_id, day ORDER BY farm_id, day, lease_id, lot_id", sqldb.List(harvests))
	return err
}

// read reads the tags.
func (c *closure) read(ctx context.Context, tx *sqldb.Tx) error {
	c.tags = make([]reachedRow, len(c.ids))
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id string
		var t reachedRow
		err := r.Scan(&id, &t.farmID, &t.unit, &t.quantity, &t.remainder, &t.madeBy)
		c.tags[c.at[id]] = t
		return struct{}{}, err
	}, "SELECT t.id, t.farm_id, COALESCE(t.unit, ''), t.quantity, t.remainder, COALESCE(t.made_by, '') FROM tags t WHERE t.id IN "+tx.Among(1), sqldb.List(slices.Sorted(slices.Values(c.ids)))) // neighbours are read together
	return err
}

// readShipments reads what was shipped of the tags, all of which were read, by firm and day.
func (c *closure) readShipments(ctx context.Context, tx *sqldb.Tx) (err error) {
	c.shipments, err = sqldb.All(ctx, tx, func(r sqldb.Row) (one ReachedShipment, err error) {
		var stored string
		if err := r.Scan(&one.FarmID, &one.EventID, &one.TagID, &one.Day, &one.Parts, &stored); err != nil {
			return one, err
		}
		var doc stock.EventDoc
		err = json.Unmarshal([]byte(stored), &doc)
		one.Unit, one.To = c.tags[c.at[one.TagID]].unit, stock.Or(doc.To)
		return one, err
	}, `SELECT farm_id, id, tag_id, day, COALESCE(quantity, 0), doc FROM tag_events
		WHERE kind = 'ship' AND tag_id IN `+tx.Among(1)+" ORDER BY farm_id, day, id", sqldb.List(slices.Sorted(slices.Values(c.ids))))
	return err
}

// name asks for the names of the firms whose tags were read.
func (c *closure) name(ctx context.Context, tx *sqldb.Tx) error {
	asked := map[string]bool{}
	for _, t := range c.tags {
		if t.farmID != "" {
			asked[t.farmID] = true
		}
	}
	ids := slices.Collect(maps.Keys(asked))
	if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id, name string
		err := r.Scan(&id, &name)
		c.firm[id] = firmNamed{name: name}
		return struct{}{}, err
	}, "SELECT id, name FROM farms WHERE id IN "+tx.Among(1), sqldb.List(ids)); err != nil {
		return err
	}
	for _, id := range ids {
		if _, there := c.firm[id]; there {
			continue
		}
		kept, err := tag.KeptFarm(ctx, tx, id)
		if err != nil {
			return err
		}
		c.firm[id] = firmNamed{kept.Name, true}
	}
	return nil
}
