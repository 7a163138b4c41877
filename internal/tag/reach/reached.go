package reach

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
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

// Amount is what tags of one unit come to, in parts of the unit. What is left on them
// and what was shipped of them is what the firm has had. What another firm has received is
// not left, whether or not its shipment was recorded. The sum of what they state would
// count twice what is on a tag of the firm and on one that was made of it.
type Amount struct {
	Unit          ledger.Unit
	Left, Shipped int64
}

// Had is what the firm has had, each animal once.
func (a Amount) Had() int64 { return a.Left + a.Shipped }

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
	Event               tag.EventKind // that made it; empty where none did
}

// ReachedTag is a tag that is reached.
type ReachedTag struct {
	ID, FarmID, Firm, Type string
	Fields                 tag.Fields
	Unit                   ledger.Unit
	Quantity, Remainder    *int64 // nil where it states none
	Event                  tag.EventKind
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
	To                     tag.Consignee
}

// closure is some tags with everything made of them.
type closure struct {
	ids  []string       // the roots first, then what is one step away, and so on
	via  []int          // which of the ids each was reached from; none for a root
	at   map[string]int // where in ids
	tags []reachedRow   // by place in ids; without a farm what was not read, or was made after the transaction began
	firm map[string]firmNamed
}

// reachedRow is what a tag that is reached counts for.
type reachedRow struct {
	farmID              string
	unit                ledger.Unit
	quantity, remainder *int64
	madeBy              tag.EventKind
}

// firmNamed is a firm by its name, which is the one that was kept where it is gone.
type firmNamed struct {
	name string
	gone bool
}

const none = -1

// follow goes from the roots to everything made of them.
func (s *Service) follow(ctx context.Context, tx *sqldb.Tx, roots []string) (*closure, error) {
	if err := s.tags.Graph.Sync(ctx, tx); err != nil {
		return nil, err
	}
	c := &closure{firm: map[string]firmNamed{}}
	c.ids, c.via = s.tags.Graph.Below(roots)
	c.at = make(map[string]int, len(c.ids))
	for i, id := range c.ids {
		c.at[id] = i
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
	var sorted []string
	for i, id := range c.ids {
		if c.tags[i].farmID != "" {
			sorted = append(sorted, id)
		}
	}
	slices.Sort(sorted)
	sum := sha256.Sum256([]byte(strings.Join(sorted, "")))
	return hex.EncodeToString(sum[:16])
}

// Reach gives what a recall of the roots reaches. It asks for no right.
func (s *Service) Reach(ctx context.Context, tx *sqldb.Tx, roots []string) (Reached, error) {
	c, err := s.follow(ctx, tx, roots)
	if err != nil {
		return Reached{}, err
	}
	reached := Reached{}
	if reached.Firms, err = c.firms(ctx, tx); err != nil {
		return reached, err
	}
	for _, f := range reached.Firms {
		reached.Tags += f.Tags
	}
	reached.Digest = c.digest()
	return reached, nil
}

// firms gives the firms whose tags are reached, by name.
func (c *closure) firms(ctx context.Context, tx *sqldb.Tx) ([]ReachedFirm, error) {
	found := map[string]*ReachedFirm{}
	nearest := map[string]int{}
	amounts := map[string]map[ledger.Unit]*Amount{}
	if err := c.read(ctx, tx, c.ids); err != nil {
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
		if t.quantity != nil {
			a := amounts[t.farmID][t.unit]
			if a == nil {
				a = &Amount{Unit: t.unit}
				amounts[t.farmID][t.unit] = a
			}
			a.Left += stock.Or(t.remainder)
		}
	}
	shipped, err := c.shipped(ctx, tx)
	if err != nil {
		return nil, err
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
		slices.SortFunc(f.Amounts, func(a, b Amount) int { return strings.Compare(string(a.Unit), string(b.Unit)) })
		f.Path = c.steps(c.ids[nearest[farmID]])
		firms = append(firms, *f)
	}
	slices.SortFunc(firms, func(a, b ReachedFirm) int { return strings.Compare(a.Name+"\n"+a.FarmID, b.Name+"\n"+b.FarmID) })
	return firms, nil
}

// shipped gives what was shipped of each tag.
func (c *closure) shipped(ctx context.Context, tx *sqldb.Tx) (map[string]int64, error) {
	return sums(ctx, tx, "SELECT tag_id, quantity FROM tag_events WHERE kind = 'ship' AND quantity IS NOT NULL AND tag_id IN "+tx.Among(1), slices.Sorted(slices.Values(c.ids)))
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
	return sums(ctx, tx, "SELECT p.parent_id, p.quantity FROM tag_parents p WHERE p.quantity IS NOT NULL AND "+stock.Standing("p.tag_id")+" AND p.tag_id IN "+tx.Among(1), receipts)
}

// sums adds the quantities that a query finds for ids, by its first column.
func sums(ctx context.Context, tx *sqldb.Tx, query string, ids []string) (map[string]int64, error) {
	found := map[string]int64{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id string
		var quantity int64
		err := r.Scan(&id, &quantity)
		found[id] += quantity
		return struct{}{}, err
	}, query, sqldb.List(ids))
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
func (c *closure) read(ctx context.Context, tx *sqldb.Tx, ids []string) error {
	c.tags = make([]reachedRow, len(c.ids))
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id string
		var t reachedRow
		err := r.Scan(&id, &t.farmID, &t.unit, &t.quantity, &t.remainder, &t.madeBy)
		c.tags[c.at[id]] = t
		return struct{}{}, err
	}, "SELECT t.id, t.farm_id, COALESCE(t.unit, ''), t.quantity, t.remainder, COALESCE(t.made_by, '') FROM tags t WHERE t.id IN "+tx.Among(1), sqldb.List(slices.Sorted(slices.Values(ids)))) // neighbours are read together
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

// steps gives the way from a root to a tag, all of whose tags were read and named.
func (c *closure) steps(id string) []PathStep {
	ids := c.path(id)
	steps := make([]PathStep, len(ids))
	for i, id := range ids {
		t := c.tags[c.at[id]]
		steps[i] = PathStep{id, t.farmID, c.firm[t.farmID].name, t.madeBy}
	}
	return steps
}

// PathTo gives the shortest way from a root to a tag, the root first; nil where no root
// reaches it.
func (s *Service) PathTo(ctx context.Context, tx *sqldb.Tx, roots []string, tagID string) ([]PathStep, error) {
	c, err := s.follow(ctx, tx, roots)
	if err != nil || c.path(tagID) == nil {
		return nil, err
	}
	if err := errors.Join(c.read(ctx, tx, c.path(tagID)), c.name(ctx, tx)); err != nil {
		return nil, err
	}
	return c.steps(tagID), nil
}

// EachReached visits the tags that a recall of the roots reaches, the roots first. An
// error of the visit ends it.
func (s *Service) EachReached(ctx context.Context, tx *sqldb.Tx, roots []string, visit func(ReachedTag) error) error {
	c, err := s.follow(ctx, tx, roots)
	if err != nil {
		return err
	}
	if err := errors.Join(c.read(ctx, tx, c.ids), c.name(ctx, tx)); err != nil {
		return err
	}
	for chunk := range slices.Chunk(c.ids, stock.AskedAtOnce) {
		tags, err := stock.ByID(ctx, tx, chunk)
		if err != nil {
			return err
		}
		parents, err := parentsOfAll(ctx, tx, chunk)
		if err != nil {
			return err
		}
		for _, id := range chunk {
			s := tags[id]
			if s == nil {
				continue
			}
			t := ReachedTag{ID: id, FarmID: s.FarmID, Firm: c.firm[s.FarmID].name, Type: s.Kind, Fields: s.States, Event: s.MadeBy, MadeOn: s.MadeOn, Root: c.via[c.at[id]] == none, Parents: parents[id]}
			if s.Counted {
				t.Unit, t.Quantity, t.Remainder = s.Unit, &s.Quantity, &s.Remainder
			}
			if err := visit(t); err != nil {
				return err
			}
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
		var doc stock.EventDoc
		err = json.Unmarshal([]byte(stored), &doc)
		one.To = stock.Or(doc.To)
		return one, err
	}, `SELECT e.farm_id, e.id, e.tag_id, e.day, COALESCE(e.quantity, 0), COALESCE(t.unit, ''), e.doc FROM tag_events e JOIN tags t ON t.id = e.tag_id
		WHERE e.kind = 'ship' AND e.tag_id IN `+tx.Among(1)+" ORDER BY e.farm_id, e.day, e.id", sqldb.List(c.ids))
}
