package reach

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
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
	Nearest      []MadeTag    // of its tags the first, in the order of their steps from a root; at most maxNearest
}

// MadeTag is a tag that is reached, with the one that it was made of on the way to it.
type MadeTag struct {
	TagID, From string // from none for a root
	Event       tag.EventKind
}

const maxNearest = 100

// Amount is what tags of one unit come to, in parts of the unit. What is left on them
// and what was shipped of them is what the firm has had. What another firm has received is
// not left, whether or not its shipment was recorded (closure.uncovered). The sum of what they
// state would count twice what is on a tag of the firm and on one that was made of it.
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

// ReachedShipment is a delivery of a tag that is reached: a shipment, or a receipt that no recorded
// shipment covers ([Service.Deliveries]).
type ReachedShipment struct {
	FarmID, EventID, TagID string // the event's id is that of the shipment, or "received:parent" of a receipt
	Day                    ledger.Day
	Parts                  int64
	Unit                   ledger.Unit
	To                     tag.Consignee
	Receiver               string // id of the reached farm that the consignee is, if known
	Passed                 int64  // parts that the consignee delivered to another company; set by Deliveries alone

	at int64 // when it was recorded, Unix milliseconds
}

// closure is some tags with everything made of them.
type closure struct {
	ids  []string       // the roots first, then what is one step away, and so on
	via  []int          // which of the ids each was reached from; none for a root
	at   map[string]int // where in ids
	tags []reachedRow   // by place in ids; without a farm what was made after the transaction began
	firm map[string]firmNamed

	shipments []ReachedShipment
	receipts  []receipt
}

// reachedRow is what a tag that is reached counts for.
type reachedRow struct {
	farmID              string
	unit                ledger.Unit
	quantity, remainder *int64
	madeBy              tag.EventKind
	madeOn, createdAt   int64
}

// firmNamed is a firm by its name, which is the one that was kept where it is gone.
type firmNamed struct {
	name  string
	gone  bool
	email string
	certs []string // keys, see certKey
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

func (c *closure) reached(ctx context.Context, tx *sqldb.Tx) (reached Reached, err error) {
	if reached.Firms, err = c.firms(ctx, tx); err != nil {
		return reached, err
	}
	for _, f := range reached.Firms {
		reached.Tags += f.Tags
	}
	reached.Digest = c.digest()
	return reached, nil
}

// steps gives the way from a root to the tag at a place in ids. All tags were read and named.
func (c *closure) steps(i int) (steps []PathStep) {
	for ; i != none; i = c.via[i] {
		t := c.tags[i]
		steps = append(steps, PathStep{c.ids[i], t.farmID, c.firm[t.farmID].name, t.madeBy})
	}
	slices.Reverse(steps)
	return steps
}

// EachReached visits the tags that a recall of the roots reaches, the roots first. An
// error of the visit ends it.
func (s *Service) EachReached(ctx context.Context, tx *sqldb.Tx, roots []string, visit func(ReachedTag) error) error {
	c, err := s.follow(ctx, tx, roots)
	if err != nil {
		return err
	}
	if err := errors.Join(c.read(ctx, tx), c.name(ctx, tx)); err != nil {
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
