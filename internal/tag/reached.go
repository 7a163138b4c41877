package tag

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// Reached is what a recall reaches: its roots and everything made of them, in all firms.
type Reached struct {
	Tags   int64
	Digest string        // of the ids of all of them
	Firms  []ReachedFirm // by name
}

// ReachedFirm is a firm whose tags are reached.
type ReachedFirm struct {
	FarmID, Name string // the name as it was kept where the firm is gone
	Gone         bool
	Roots, Tags  int64
	Amounts      []Amount     // by unit; tags that state no quantity are in none
	Lots         []ReachedLot // harvested there, and on tags that are reached
	Path         []PathStep   // the shortest from a root to one of its tags
}

// Amount is what tags of one unit come to, in parts of the unit. What is left of them
// and what was shipped of them come to what the firm has had: the quantity counts what
// is on a tag of the firm and on one that was made of it twice.
type Amount struct {
	Unit                    ledger.Unit
	Quantity, Left, Shipped int64
}

// ReachedLot is a lot harvested in a growing area on a day, as it was copied.
type ReachedLot struct {
	LotID, LeaseID, Area string
	Group                ledger.GroupFields
	Lot                  ledger.LotFields
	Day                  ledger.Day
	Animals, Tags        int64 // on tags that are reached
}

// PathStep is a tag on the way from a root to a tag that is reached.
type PathStep struct {
	TagID, FarmID, Firm string
	Event               EventKind // that made it; empty where none did
}

// ReachedTag is a tag that is reached.
type ReachedTag struct {
	ID, FarmID, Firm, Type string
	Fields                 Fields
	Unit                   ledger.Unit
	Quantity, Remainder    *int64 // nil where it states none
	Event                  EventKind
	MadeOn                 ledger.Day
	Root                   bool
	Parents                []string
}

// ReachedShipment is what was shipped of a tag that is reached.
type ReachedShipment struct {
	FarmID, EventID, TagID string
	Day                    ledger.Day
	Parts                  int64
	Unit                   ledger.Unit
	To                     Consignee
}

// closure is some tags with everything made of them.
type closure struct {
	ids   []string       // the roots first, then what is one step away, and so on
	via   []int          // which of the ids each was reached from; none for a root
	at    map[string]int // where in ids
	roots int
	firm  map[string]firmNamed
}

// firmNamed is a firm by its name, which is the one that was kept where it is gone.
type firmNamed struct {
	name string
	gone bool
}

const none = -1

func (c *closure) add(id string, via int) {
	if _, known := c.at[id]; !known {
		c.at[id] = len(c.ids)
		c.ids, c.via = append(c.ids, id), append(c.via, via)
	}
}

// follow goes from the roots to everything made of them, level by level.
func (s *Service) follow(ctx context.Context, tx *sqldb.Tx, roots []string) (*closure, error) {
	c := &closure{at: make(map[string]int, len(roots)), firm: map[string]firmNamed{}}
	for _, id := range roots {
		c.add(id, none)
	}
	c.roots = len(c.ids)
	for done := 0; done < len(c.ids); {
		level := c.ids[done:]
		done = len(c.ids)
		if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var parent, id string
			err := r.Scan(&parent, &id)
			c.add(id, c.at[parent])
			return struct{}{}, err
		}, "SELECT parent_id, tag_id FROM tag_parents WHERE parent_id IN "+tx.Among(1)+" ORDER BY parent_id, tag_id", sqldb.List(level)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// path gives the ids from a root to the tag.
func (c *closure) path(id string) (ids []string) {
	i, reached := c.at[id]
	if !reached {
		return nil
	}
	for ; i != none; i = c.via[i] {
		ids = append(ids, c.ids[i])
	}
	slices.Reverse(ids)
	return ids
}

func (c *closure) digest() string {
	sorted := slices.Sorted(slices.Values(c.ids))
	sum := sha256.Sum256([]byte(strings.Join(sorted, "")))
	return hex.EncodeToString(sum[:16])
}

// Reach gives what a recall of the roots reaches. It asks for no right.
func (s *Service) Reach(ctx context.Context, tx *sqldb.Tx, roots []string) (Reached, error) {
	c, err := s.follow(ctx, tx, roots)
	if err != nil {
		return Reached{}, err
	}
	firms, err := c.firms(ctx, tx)
	return Reached{Tags: int64(len(c.ids)), Digest: c.digest(), Firms: firms}, err
}

// firms gives the firms whose tags are reached, by name.
func (c *closure) firms(ctx context.Context, tx *sqldb.Tx) ([]ReachedFirm, error) {
	found := map[string]*ReachedFirm{}
	nearest := map[string]int{}
	amounts := map[string]map[ledger.Unit]*Amount{}
	all := sqldb.List(c.ids)
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id, farmID, unit string
		var quantity, remainder *int64
		err := r.Scan(&id, &farmID, &unit, &quantity, &remainder)
		i := c.at[id]
		f := found[farmID]
		if f == nil {
			f = &ReachedFirm{FarmID: farmID}
			found[farmID], amounts[farmID], nearest[farmID] = f, map[ledger.Unit]*Amount{}, i
		}
		nearest[farmID] = min(nearest[farmID], i)
		if f.Tags++; i < c.roots {
			f.Roots++
		}
		if quantity != nil {
			a := amounts[farmID][ledger.Unit(unit)]
			if a == nil {
				a = &Amount{Unit: ledger.Unit(unit)}
				amounts[farmID][a.Unit] = a
			}
			a.Quantity, a.Left = a.Quantity+*quantity, a.Left+or(remainder)
		}
		return struct{}{}, err
	}, "SELECT t.id, t.farm_id, COALESCE(t.unit, ''), t.quantity, t.remainder FROM tags t WHERE t.id IN "+tx.Among(1), all)
	if err != nil {
		return nil, err
	}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID, unit string
		var shipped int64
		err := r.Scan(&farmID, &unit, &shipped)
		if a := amounts[farmID][ledger.Unit(unit)]; a != nil {
			a.Shipped = shipped
		}
		return struct{}{}, err
	}, `SELECT t.farm_id, COALESCE(t.unit, ''), CAST(SUM(e.quantity) AS BIGINT) FROM tag_events e JOIN tags t ON t.id = e.tag_id
		WHERE e.kind = 'ship' AND e.tag_id IN `+tx.Among(1)+" GROUP BY t.farm_id, COALESCE(t.unit, '')", all)
	if err != nil {
		return nil, err
	}
	if err := c.lots(ctx, tx, found); err != nil {
		return nil, err
	}
	firms := make([]ReachedFirm, 0, len(found))
	for farmID, f := range found {
		named, err := c.named(ctx, tx, farmID)
		if err != nil {
			return nil, err
		}
		f.Name, f.Gone = named.name, named.gone
		for _, a := range amounts[farmID] {
			f.Amounts = append(f.Amounts, *a)
		}
		slices.SortFunc(f.Amounts, func(a, b Amount) int { return strings.Compare(string(a.Unit), string(b.Unit)) })
		if f.Path, err = c.steps(ctx, tx, c.ids[nearest[farmID]]); err != nil {
			return nil, err
		}
		firms = append(firms, *f)
	}
	slices.SortFunc(firms, func(a, b ReachedFirm) int { return strings.Compare(a.Name+"\n"+a.FarmID, b.Name+"\n"+b.FarmID) })
	return firms, nil
}

// lots adds what was harvested where.
func (c *closure) lots(ctx context.Context, tx *sqldb.Tx, firms map[string]*ReachedFirm) error {
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID, stored string
		var one ReachedLot
		if err := r.Scan(&farmID, &one.LotID, &one.LeaseID, &one.Day, &one.Area, &stored, &one.Animals, &one.Tags); err != nil {
			return struct{}{}, err
		}
		var lot copiedLot
		err := json.Unmarshal([]byte(stored), &lot)
		one.Group, one.Lot = lot.Group, lot.Lot
		if f := firms[farmID]; f != nil {
			f.Lots = append(f.Lots, one)
		}
		return struct{}{}, err
	}, `SELECT farm_id, lot_id, lease_id, day, min(area), min(lot), CAST(SUM(animals) AS BIGINT), count(*) FROM tag_harvests
		WHERE tag_id IN `+tx.Among(1)+" GROUP BY farm_id, lot_id, lease_id, day ORDER BY farm_id, day, lease_id, lot_id", sqldb.List(c.ids))
	return err
}

// named gives the firm, asked for once.
func (c *closure) named(ctx context.Context, tx *sqldb.Tx, farmID string) (firmNamed, error) {
	if known, there := c.firm[farmID]; there {
		return known, nil
	}
	names, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT name FROM farms WHERE id = $1", farmID)
	if err != nil {
		return firmNamed{}, err
	}
	if len(names) > 0 {
		c.firm[farmID] = firmNamed{name: names[0]}
		return c.firm[farmID], nil
	}
	kept, err := keptFarm(ctx, tx, farmID)
	c.firm[farmID] = firmNamed{kept.Name, true}
	return c.firm[farmID], err
}

// steps gives the way from a root to the tag.
func (c *closure) steps(ctx context.Context, tx *sqldb.Tx, id string) ([]PathStep, error) {
	ids := c.path(id)
	tags, err := stockByID(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	steps := make([]PathStep, len(ids))
	for i, id := range ids {
		s := tags[id]
		named, err := c.named(ctx, tx, s.farmID)
		if err != nil {
			return nil, err
		}
		steps[i] = PathStep{id, s.farmID, named.name, s.madeBy}
	}
	return steps, nil
}

// PathTo gives the shortest way from a root to a tag, the root first; nil where no root
// reaches it.
func (s *Service) PathTo(ctx context.Context, tx *sqldb.Tx, roots []string, tagID string) ([]PathStep, error) {
	c, err := s.follow(ctx, tx, roots)
	if err != nil || c.path(tagID) == nil {
		return nil, err
	}
	return c.steps(ctx, tx, tagID)
}

// EachReached visits the tags that a recall of the roots reaches, the roots first. An
// error of the visit ends it.
func (s *Service) EachReached(ctx context.Context, tx *sqldb.Tx, roots []string, visit func(ReachedTag) error) error {
	c, err := s.follow(ctx, tx, roots)
	if err != nil {
		return err
	}
	done := 0
	for chunk := range slices.Chunk(c.ids, askedAtOnce) {
		tags, err := stockByID(ctx, tx, chunk)
		if err != nil {
			return err
		}
		parents, err := parentsOfAll(ctx, tx, chunk)
		if err != nil {
			return err
		}
		for _, id := range chunk {
			s := tags[id]
			named, err := c.named(ctx, tx, s.farmID)
			if err != nil {
				return err
			}
			t := ReachedTag{ID: id, FarmID: s.farmID, Firm: named.name, Type: s.kind, Fields: s.states, Event: s.madeBy, MadeOn: s.madeOn, Root: done < c.roots, Parents: parents[id]}
			if s.counted {
				t.Unit, t.Quantity, t.Remainder = s.unit, &s.quantity, &s.remainder
			}
			if err := visit(t); err != nil {
				return err
			}
			done++
		}
	}
	return nil
}

func parentsOfAll(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string][]string, error) {
	found := map[string][]string{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id, parent string
		err := r.Scan(&id, &parent)
		found[id] = append(found[id], parent)
		return struct{}{}, err
	}, "SELECT tag_id, parent_id FROM tag_parents WHERE tag_id IN "+tx.Among(1)+" ORDER BY tag_id, parent_id", sqldb.List(ids))
	return found, err
}

// ReachedShipments gives what was shipped of the tags that a recall of the roots
// reaches, by firm and day.
func (s *Service) ReachedShipments(ctx context.Context, tx *sqldb.Tx, roots []string) ([]ReachedShipment, error) {
	c, err := s.follow(ctx, tx, roots)
	if err != nil {
		return nil, err
	}
	return sqldb.All(ctx, tx, func(r sqldb.Row) (one ReachedShipment, err error) {
		var stored string
		if err := r.Scan(&one.FarmID, &one.EventID, &one.TagID, &one.Day, &one.Parts, &one.Unit, &stored); err != nil {
			return one, err
		}
		var doc eventDoc
		err = json.Unmarshal([]byte(stored), &doc)
		one.To = or(doc.To)
		return one, err
	}, `SELECT e.farm_id, e.id, e.tag_id, e.day, COALESCE(e.quantity, 0), COALESCE(t.unit, ''), e.doc FROM tag_events e JOIN tags t ON t.id = e.tag_id
		WHERE e.kind = 'ship' AND e.tag_id IN `+tx.Among(1)+" ORDER BY e.farm_id, e.day, e.id", sqldb.List(c.ids))
}
