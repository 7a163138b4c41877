package event_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/stock"
)

// TAG-1: what is counted in another unit is never more, when it is counted in the first
// one again, than it was before.
func TestNothingGrowsInAnotherUnit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.Record(harvested(bay, "a", "2026-11-10", 200))
		retag := func(of string, amount, states float64, unit ledger.Unit) event.Event {
			return event.Event{Kind: tag.Retag, From: []event.Draw{{TagID: of, Quantity: amount}}, Quantity: states, Unit: unit}
		}
		inBags := with(b.OfHarvest(bay, "a", "2026-11-10", 100), func(e *event.Event) { e.Quantity, e.Unit = 2, ledger.Bag })
		ids := b.Take(north, inBags, b.OfHarvest(bay, "a", "2026-11-10", 100))
		bags, animals := ids[0], ids[1]
		expect(t, "of a bag", b.Refuses(north, retag(bags, 1, 51, ledger.Each)), "It states 51 animals, and what it is made of held 50 animals")
		loose := b.Take(north, retag(bags, 1, 48, ledger.Each))[0] // two were dead
		bushels := b.Take(north, retag(animals, 50, 1.5, ledger.Bushel))[0]
		weighed := b.Take(north, retag(bushels, 1.5, 7, ledger.Kg))[0]
		expect(t, "of kilograms", b.Refuses(north, retag(weighed, 7, 51, ledger.Each)), "held 50 animals")
		expect(t, "of bushels", b.Refuses(north, retag(weighed, 7, 2, ledger.Bushel)), "held 1.5 bushels")
		expect(t, "of bags", b.Refuses(north, retag(loose, 48, 2, ledger.Bag)), "held 1 bag")
		received := b.Take(trade, event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: weighed}}, Quantity: 40, Unit: ledger.Each})[0]
		more := event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: weighed}}, Quantity: 11, Unit: ledger.Each}
		expect(t, "received", b.Refuses(trade, more), "held 10 animals")
		expect(t, "received in bushels", b.Refuses(trade, event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: weighed}}, Quantity: 2, Unit: ledger.Bushel}), "held 1.5 bushels")
		b.Take(trade, event.Event{Kind: tag.Void, TagID: received, Note: "twice"})
		b.Take(trade, more)
		// What is taken back is there again, with what went along.
		b.Take(north, event.Event{Kind: tag.Void, TagID: loose, Note: "the wrong bag"})
		all := b.Take(north, retag(bags, 2, 100, ledger.Each))[0]
		own, err := b.Stock.Get(system, north, all)
		if err != nil || len(own.Tag.Held) != 1 || own.Tag.Held[0] != (stock.Ceiling{Unit: "bag", Quantity: 2, Remainder: 2}) {
			t.Errorf("%+v, %v", own.Tag.Held, err)
		}
	})
}

// TAG-1: in all histories through any units, within a firm and between two: what a tag states is
// never more than the tags by which its unit came into its lineage state, and what a firm
// has in a unit, with what it shipped, is never more than came in.
func TestHistoriesThroughUnitsNeverGrow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.Record(harvested(bay, "a", "2026-11-10", 400))
		c := &conversions{b, rand.New(rand.NewPCG(13, 4)), map[string]*counted{}, nil}
		for _, e := range []event.Event{
			b.OfHarvest(bay, "a", "2026-11-10", 100),
			with(b.OfHarvest(bay, "a", "2026-11-10", 100), func(e *event.Event) { e.Quantity, e.Unit = 2, ledger.Bag }),
			with(b.OfHarvest(bay, "a", "2026-11-10", 200), func(e *event.Event) { e.Quantity, e.Unit = 3, ledger.Bushel }),
		} {
			c.try(north, e)
		}
		did := map[string]int{}
		for range 500 {
			what := c.step()
			did[what]++
			c.neverMore(what)
		}
		for _, what := range []string{"retag", "retag refused", "commingle", "receive", "receive refused", "ship", "void"} {
			if did[what] == 0 {
				t.Errorf("never: %s; did %v", what, did)
			}
		}
	})
}

// conversions is a history in which animals are counted again and again.
type conversions struct {
	*book
	*rand.Rand
	tags  map[string]*counted
	order []string
}

type counted struct {
	firm    string
	unit    ledger.Unit // each, bag, bushel or kg
	amount  int64       // in parts
	parents []string
	made    tag.EventKind
	blind   bool // nobody said how much was received
	void    bool
}

func (c *conversions) try(firm string, e event.Event) bool {
	taken, err := c.Events.Take(system, firm, []event.Event{c.Event(e)})
	if err != nil {
		return false
	}
	k := &counted{firm: firm, unit: e.Unit, made: e.Kind, blind: e.Kind == tag.Receive && e.From[0].Quantity == 0}
	if e.Kind == tag.Harvest && e.Quantity == 0 {
		k.unit, e.Quantity = ledger.Each, float64(e.Lots[0].Animals)
	}
	k.amount, _ = tag.InParts(e.Quantity, k.unit)
	for _, d := range e.From {
		k.parents = append(k.parents, d.TagID)
	}
	c.tags[taken[0].TagID], c.order = k, append(c.order, taken[0].TagID)
	return true
}

var units = []ledger.Unit{ledger.Each, ledger.Bag, ledger.Bushel, ledger.Kg}

// some gives a quantity of a unit.
func (c *conversions) some(u ledger.Unit) float64 {
	if u == ledger.Each {
		return float64(1 + c.IntN(60))
	}
	return float64(1+c.IntN(3000)) / 1000
}

func (c *conversions) step() string {
	id := c.order[c.IntN(len(c.order))]
	k := c.tags[id]
	unit := units[c.IntN(len(units))]
	said := func(what string, done bool) string {
		if !done {
			what += " refused"
		}
		return what
	}
	switch c.IntN(10) {
	case 0:
		_, err := c.Events.Take(system, k.firm, []event.Event{c.Event(event.Event{Kind: tag.Ship, TagID: id, Quantity: c.some(k.unit) / 4, Unit: k.unit, To: &tag.Consignee{Name: "Pike Place"}})})
		return said("ship", err == nil)
	case 1:
		_, err := c.Events.Take(system, k.firm, []event.Event{c.Event(event.Event{Kind: tag.Void, TagID: id, Note: "the wrong bag"})})
		k.void = k.void || err == nil
		return said("void", err == nil)
	case 2, 3:
		e := event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: id}}, Unit: unit, Quantity: c.some(unit)}
		if c.IntN(2) == 0 {
			e.From[0].Quantity = c.some(k.unit)
		}
		return said("receive", c.try(trade, e))
	case 4:
		other := c.order[c.IntN(len(c.order))]
		from := []event.Draw{{TagID: id, Quantity: c.some(k.unit)}, {TagID: other, Quantity: c.some(k.unit)}}
		return said("commingle", c.try(k.firm, event.Event{Kind: tag.Commingle, From: from, Unit: k.unit, Quantity: math.Round((from[0].Quantity+from[1].Quantity)*1000) / 1000}))
	}
	return said("retag", c.try(k.firm, event.Event{Kind: tag.Retag, From: []event.Draw{{TagID: id, Quantity: c.some(k.unit)}}, Unit: unit, Quantity: c.some(unit)}))
}

// knows reports whether a tag, or each that it was made of, was counted in the unit.
func (c *conversions) knows(id string, u ledger.Unit) bool {
	k := c.tags[id]
	if k.unit == u || k.blind || len(k.parents) == 0 {
		return k.unit == u || k.made == tag.Harvest && u == ledger.Each
	}
	return c.allKnow(k.parents, u)
}

func (c *conversions) allKnow(ids []string, u ledger.Unit) bool {
	return len(ids) > 0 && !slices.ContainsFunc(ids, func(id string) bool { return !c.knows(id, u) })
}

// origins adds the tags by which a unit came into the lineage of others.
func (c *conversions) origins(ids []string, u ledger.Unit, into map[string]bool) {
	for _, id := range ids {
		if k := c.tags[id]; c.allKnow(k.parents, u) {
			c.origins(k.parents, u, into)
		} else {
			into[id] = true
		}
	}
}

// of is what a tag at the beginning has of a unit: it states it, or has harvested it.
func (c *conversions) of(id string, u ledger.Unit) int64 {
	k := c.tags[id]
	if k.unit == u {
		return k.amount
	}
	return map[ledger.Unit]int64{ledger.Bag: 100, ledger.Bushel: 200}[k.unit] // animals
}

// neverMore adds up, by statements that have nothing of the program's.
func (c *conversions) neverMore(after string) {
	c.T.Helper()
	type sums struct{ remainder, shipped int64 }
	stored := map[string]sums{}
	must(c.T, c.DB.Read(nobody, func(tx *sqldb.Tx) error {
		_, err := sqldb.All(nobody, tx, func(r sqldb.Row) (struct{}, error) {
			var id string
			var s sums
			err := r.Scan(&id, &s.remainder, &s.shipped)
			stored[id] = s
			return struct{}{}, err
		}, "SELECT t.id, t.remainder, (SELECT CAST(COALESCE(SUM(e.quantity), 0) AS BIGINT) FROM tag_events e WHERE e.tag_id = t.id AND e.kind = 'ship') FROM tags t")
		return err
	}))
	type place struct {
		firm string
		unit ledger.Unit
	}
	came, has := map[place]int64{}, map[place]int64{}
	for _, id := range c.order {
		k := c.tags[id]
		at := place{k.firm, k.unit}
		has[at] += stored[id].remainder + stored[id].shipped
		if !k.void && (k.made == tag.Receive || !c.allKnow(k.parents, k.unit)) {
			came[at] += k.amount
		}
		if k.made == tag.Harvest && k.unit != ledger.Each {
			came[place{k.firm, ledger.Each}] += c.of(id, ledger.Each)
		}
		if !c.allKnow(k.parents, k.unit) {
			continue
		}
		most, origins := int64(0), map[string]bool{}
		c.origins(k.parents, k.unit, origins)
		for origin := range origins {
			most += c.of(origin, k.unit)
		}
		if k.amount > most {
			c.T.Fatalf("after %s, tag %s states %d of %s, and its beginnings %d", after, id, k.amount, k.unit, most)
		}
	}
	for at, n := range has {
		if at.firm == north && n > came[at] {
			c.T.Fatalf("after %s, %s has %d of %s, and %d came in", after, at.firm, n, at.unit, came[at])
		}
	}
}
