package reach

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/farm"
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
	if err := errors.Join(c.readReceipts(ctx, tx), c.name(ctx, tx)); err != nil {
		return nil, err
	}
	c.match()

	shipped := map[string]int64{}
	for _, one := range c.shipments {
		shipped[one.TagID] += one.Parts
	}
	direct := c.uncovered().direct
	for i, t := range c.tags {
		if a := amounts[t.farmID][t.unit]; a != nil && t.quantity != nil {
			a.Left, a.Shipped = a.Left-direct[i], a.Shipped+shipped[c.ids[i]]+direct[i]
		}
	}
	if err := c.lots(ctx, tx, found); err != nil {
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
		err := r.Scan(&id, &t.farmID, &t.unit, &t.quantity, &t.remainder, &t.madeBy, &t.madeOn, &t.createdAt)
		c.tags[c.at[id]] = t
		return struct{}{}, err
	}, "SELECT t.id, t.farm_id, COALESCE(t.unit, ''), t.quantity, t.remainder, COALESCE(t.made_by, ''), COALESCE(t.made_on, 0), t.created_at FROM tags t WHERE t.id IN "+tx.Among(1), sqldb.List(slices.Sorted(slices.Values(c.ids)))) // neighbours are read together
	return err
}

// readShipments reads what was shipped of the tags, all of which were read, by firm and day.
func (c *closure) readShipments(ctx context.Context, tx *sqldb.Tx) (err error) {
	c.shipments, err = sqldb.All(ctx, tx, func(r sqldb.Row) (one ReachedShipment, err error) {
		var stored string
		if err := r.Scan(&one.FarmID, &one.EventID, &one.TagID, &one.Day, &one.Parts, &stored, &one.at); err != nil {
			return one, err
		}
		var doc stock.EventDoc
		err = json.Unmarshal([]byte(stored), &doc)
		one.Unit, one.To = c.tags[c.at[one.TagID]].unit, stock.Or(doc.To)
		return one, err
	}, `SELECT farm_id, id, tag_id, day, COALESCE(quantity, 0), doc, at FROM tag_events
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
		var id, stored string
		var f firmNamed
		certs := make([]string, 2)
		if err := r.Scan(&id, &f.name, &f.email, &certs[0], &certs[1], &stored); err != nil {
			return struct{}{}, err
		}

		var more []farm.Certificate
		if err := json.Unmarshal([]byte(stored), &more); err != nil {
			return struct{}{}, fmt.Errorf("certs of farm %s: %w", id, err)
		}
		for _, one := range more {
			certs = append(certs, one.Cert)
		}
		for _, one := range certs {
			if key := certKey(one); key != "" {
				f.certs = append(f.certs, key)
			}
		}

		c.firm[id] = f
		return struct{}{}, nil
	}, "SELECT id, name, email, cert, harvester_cert, certs FROM farms WHERE id IN "+tx.Among(1), sqldb.List(ids)); err != nil {
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
		c.firm[id] = firmNamed{name: kept.Name, gone: true}
	}
	return nil
}
