package event_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
)

// chronicle is what a history should have come to, kept apart from the program.
type chronicle struct {
	*book
	*rand.Rand
	harvested map[string]int64 // by place and day
	tagged    map[string]int64
	undoable  map[int64]harvestDone
	tags      map[string]*kept
	order     []string
	recalled  map[string][]string // recalls in force, by tag, the oldest first
	chosen    map[string][]string // recalls in force, by place and day of harvest
	receipts  map[string]int64    // by firm and tag
	recalls   int
}

type harvestDone struct {
	at      string
	animals int64
}

type kept struct {
	firm      string
	parents   []string
	origin    string
	stored    bool
	day       string
	in, out   int64
	harvested bool
	received  bool
	shipped   bool
	void      bool
	took      map[string]int64 // by tag, or by place and day of a harvest
}

func (k *kept) left() int64 { return k.in - k.out }

// TAG-1: for every tag and every harvest, in all histories: what came in went out or is
// left, never less than nothing; what should be taken is, and nothing else; and a
// recall reaches what a walk of the lineage does.
func TestRandomHistoriesBalance(t *testing.T) {
	dbtest.EachShare(t, 700, func(t *testing.T, db *sqldb.DB, steps int) {
		steps = max(steps, 300) // before that not everything has happened
		b := newBook(t, db)
		b.EditPublic(north, farm.PublicChange{HarvesterCert: new("ME-7")})
		c := &chronicle{b, rand.New(rand.NewPCG(12, 2026)), map[string]int64{}, map[string]int64{}, map[int64]harvestDone{}, map[string]*kept{}, nil, map[string][]string{}, map[string][]string{}, map[string]int64{}, 0}
		did := map[string]int{}
		for step := range steps {
			what, refused := c.step()
			if refused {
				what += " refused"
			}
			did[what]++
			if step%20 == 19 {
				c.balance(what)
				c.checkReach() // also where it goes on from what was followed before
			}
		}
		if deep := c.checkReach(); deep < 5 {
			t.Errorf("the deepest tag comes of %d", deep)
		}
		for _, what := range []string{"harvest", "tag", "tag refused", "undo", "undo refused", "split", "split refused", "retag", "commingle", "commingle refused",
			"receive", "receive refused", "wet-storage-in", "wet-storage-out", "ship", "ship refused", "ship recalled refused", "recall", "recall of a place", "void", "void refused"} {
			if did[what] == 0 {
				t.Errorf("never: %s; did %v", what, did)
			}
		}
	})
}

func pick[T any](c *chronicle, all []T) T { return all[c.IntN(len(all))] }

func (c *chronicle) step() (what string, refused bool) {
	if len(c.order) == 0 {
		c.harvest()
	}
	switch c.IntN(40) {
	case 0, 1, 2, 3, 4, 5, 6:
		return "harvest", c.harvest()
	case 7, 8:
		return "undo", c.undo()
	case 9, 10, 11, 12, 13, 14, 15, 16:
		return "tag", c.tag()
	case 17, 18, 19, 20:
		return c.ship()
	case 21:
		if len(c.order) == 0 {
			return "none", false
		}
		if c.IntN(4) == 0 {
			return "recall of a place", c.recallPlace()
		}
		tagged := pick(c, c.order)
		c.recalled[tagged] = append(c.recalled[tagged], c.recallNext(reach.Choice{Tags: []string{tagged}}))
		return "recall", false
	case 22, 23:
		return c.takeBack()
	}
	return c.make()
}

// recallPlace recalls what was harvested at a place on a day, now and later.
func (c *chronicle) recallPlace() bool {
	area, on := pick(c, areas), pick(c, days)
	at := area + " " + on
	c.chosen[at] = append(c.chosen[at], c.recallNext(reach.Choice{FarmID: north, LeaseIDs: []string{area}, From: day(on), To: day(on)}))
	return false
}

func (c *chronicle) recallNext(choice reach.Choice) string {
	c.recalls++
	party := fmt.Sprintf("P%04d", c.recalls)
	c.RecallOf(party, choice)
	return party
}

var (
	areas = []string{bay, cove}
	days  = []string{"2026-11-10", "2026-11-11"}
)

func (c *chronicle) harvest() bool {
	area, on, animals := pick(c, areas), pick(c, days), int64(1+c.IntN(30))
	numbers, err := c.Ledgers.Record(system, north, []ledger.Activity{harvested(area, "a", on, animals)})
	if err != nil {
		return true // the bag is empty, which is the ledger's business
	}
	at := area + " " + on
	c.harvested[at] += animals
	c.undoable[numbers.Numbers[0]] = harvestDone{at, animals}
	return false
}

func (c *chronicle) undo() bool {
	if len(c.undoable) == 0 {
		return false
	}
	number := pick(c, slices.Sorted(maps.Keys(c.undoable)))
	done := c.undoable[number]
	may := c.harvested[done.at]-done.animals >= c.tagged[done.at]
	_, err := c.Ledgers.Record(system, north, []ledger.Activity{{Reverses: number}})
	c.agree("undoing a harvest", may, err)
	if may {
		c.harvested[done.at] -= done.animals
		delete(c.undoable, number)
	}
	return !may
}

func (c *chronicle) agree(what string, may bool, err error) {
	c.T.Helper()
	if may != (err == nil) {
		c.T.Fatalf("%s: may %v, and %v", what, may, err)
	}
}

func (c *chronicle) tag() bool {
	area, on, animals := pick(c, areas), pick(c, days), int64(1+c.IntN(20))
	at := area + " " + on
	may := c.harvested[at]-c.tagged[at] >= animals
	taken, err := c.Events.Take(system, north, []event.Event{c.Event(c.OfHarvest(area, "a", on, animals))})
	c.agree("tagging", may, err)
	if may {
		c.tagged[at] += animals
		c.keep(taken[0].TagID, &kept{firm: north, origin: at, day: on, in: animals, harvested: true, took: map[string]int64{at: animals}})
	}
	return !may
}

func (c *chronicle) keep(id string, k *kept) { c.tags[id], c.order = k, append(c.order, id) }

func (c *chronicle) ship() (string, bool) {
	if len(c.order) == 0 {
		return "none", false
	}
	id, amount := pick(c, c.order), int64(1+c.IntN(8))
	k := c.tags[id]
	recalled := c.recallReaches(id)
	may := !k.void && !k.stored && !recalled && amount <= k.left()
	_, err := c.Events.Take(system, k.firm, []event.Event{c.Event(event.Event{Kind: tag.Ship, TagID: id, Quantity: float64(amount), Unit: ledger.Each, To: &tag.Consignee{Name: "Pike Place"}})})
	c.agree("shipping", may, err)
	if may {
		k.out, k.shipped = k.out+amount, true
	}
	if recalled {
		return "ship recalled", !may
	}
	return "ship", !may
}

// make makes a tag of others.
func (c *chronicle) make() (string, bool) {
	if len(c.order) < 3 {
		return "none", false
	}
	kind := pick(c, []tag.EventKind{tag.Split, tag.Retag, tag.Commingle, tag.Commingle, tag.Receive, tag.WetStorageIn, tag.WetStorageOut})
	count := 1
	if kind == tag.Commingle || kind == tag.Receive || kind == tag.WetStorageIn {
		count = 1 + c.IntN(3)
	}
	firm := pick(c, []string{north, trade, south})
	own, others := c.of(firm)
	from := own
	if kind == tag.Receive {
		from = others
	}
	if kind == tag.WetStorageOut {
		from = slices.DeleteFunc(slices.Clone(own), func(id string) bool { return !c.tags[id].stored })
	}
	if len(from) < count {
		return "none", false
	}
	e := event.Event{Kind: kind, Unit: ledger.Each}
	if kind == tag.WetStorageIn {
		e.WetStorageLot = "W"
	}
	made := &kept{firm: firm, stored: kind == tag.WetStorageIn, day: "2026-11-15", received: kind == tag.Receive, took: map[string]int64{}}
	may := kind != tag.Commingle || count > 1
	chosen := slices.Clone(from)
	if c.IntN(2) == 0 { // of one origin, so that some may be put together
		origin := c.tags[pick(c, from)].origin
		chosen = slices.DeleteFunc(chosen, func(id string) bool { return c.tags[id].origin != origin })
		if len(chosen) < count {
			chosen = slices.Clone(from)
		}
	}
	c.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	origins := map[string]bool{}
	amounts := map[string]int64{}
	for _, id := range chosen[:count] {
		k, amount := c.tags[id], int64(1+c.IntN(6))
		amounts[id], made.took[id] = amount, amount
		may = may && !k.void
		e.From = append(e.From, event.Draw{TagID: id, Quantity: float64(amount)})
		made.parents, made.in = append(made.parents, id), made.in+amount
		origins[k.origin] = true
		if kind == tag.Receive {
			may = may && c.receipts[firm+id]+amount <= k.in
		} else {
			may = may && amount <= k.left() && k.stored == (kind == tag.WetStorageOut)
		}
	}
	made.origin = c.tags[chosen[0]].origin
	if len(origins) > 1 {
		made.origin = "mixed"
	}
	if kind != tag.Receive && count > 1 {
		may = may && len(origins) == 1 && !origins["mixed"]
	}
	e.Quantity = float64(made.in)
	taken, err := c.Events.Take(system, firm, []event.Event{c.Event(e)})
	c.agree(fmt.Sprintf("%s of %v", kind, e.From), may, err)
	if may {
		for id, amount := range amounts {
			if kind != tag.Receive {
				c.tags[id].out += amount
			}
		}
		c.received(firm, kind, amounts)
		c.keep(taken[0].TagID, made)
	}
	return string(kind), !may
}

func (c *chronicle) received(firm string, kind tag.EventKind, amounts map[string]int64) {
	for id, amount := range amounts {
		if kind == tag.Receive {
			c.receipts[firm+id] += amount
		}
	}
}

// takeBack takes a tag back as a mistake: it may where nothing came of it.
func (c *chronicle) takeBack() (string, bool) {
	if len(c.order) == 0 {
		return "none", false
	}
	id := pick(c, c.order)
	k := c.tags[id]
	may := !k.void && !k.shipped
	for _, other := range c.tags {
		may = may && (other.void || !slices.Contains(other.parents, id))
	}
	e := c.Event(event.Event{Kind: tag.Void, TagID: id, Note: "the wrong bag"})
	_, err := c.Events.Take(system, k.firm, []event.Event{e})
	c.agree("taking back", may, err)
	if !may {
		return "void", true
	}
	again, err := c.Events.Take(system, k.firm, []event.Event{e})
	if err != nil || !again[0].Again {
		c.T.Fatalf("taking back once more: %v, %v", again, err)
	}
	k.void, k.out = true, k.in
	for from, amount := range k.took {
		switch {
		case k.harvested:
			c.tagged[from] -= amount
		case k.received:
			c.receipts[k.firm+from] -= amount
		default:
			c.tags[from].out -= amount
		}
	}
	return "void", false
}

// recallReaches walks up to a tag that is recalled.
func (c *chronicle) recallReaches(id string) bool {
	k := c.tags[id]
	if len(c.recalled[id]) > 0 || k.harvested && len(c.chosen[k.origin]) > 0 {
		return true
	}
	return slices.ContainsFunc(k.parents, c.recallReaches)
}

// of gives the firm's tags and those of others.
func (c *chronicle) of(firm string) (own, others []string) {
	for _, id := range c.order {
		if c.tags[id].firm == firm {
			own = append(own, id)
		} else {
			others = append(others, id)
		}
	}
	return own, others
}

// balance adds up what is stored, by statements that have nothing of the program's.
func (c *chronicle) balance(after string) {
	c.T.Helper()
	type sums struct{ quantity, remainder, made, shipped, in int64 }
	stored := map[string]sums{}
	must(c.T, c.DB.Read(nobody, func(tx *sqldb.Tx) error {
		_, err := sqldb.All(nobody, tx, func(r sqldb.Row) (struct{}, error) {
			var id string
			var s sums
			err := r.Scan(&id, &s.quantity, &s.remainder, &s.made, &s.shipped, &s.in)
			stored[id] = s
			return struct{}{}, err
		}, `SELECT t.id, t.quantity, t.remainder,
			(SELECT CAST(COALESCE(SUM(p.quantity), 0) AS BIGINT) FROM tag_parents p JOIN tags k ON k.id = p.tag_id WHERE p.parent_id = t.id AND k.farm_id = t.farm_id AND NOT EXISTS (SELECT 1 FROM tag_events v WHERE v.tag_id = k.id AND v.kind = 'void')),
			(SELECT CAST(COALESCE(SUM(e.quantity), 0) AS BIGINT) FROM tag_events e WHERE e.tag_id = t.id AND e.kind = 'ship'),
			(SELECT CAST(COALESCE(SUM(p.quantity), 0) AS BIGINT) FROM tag_parents p WHERE p.tag_id = t.id)
			+ (SELECT CAST(COALESCE(SUM(h.animals), 0) AS BIGINT) FROM tag_harvests h WHERE h.tag_id = t.id) FROM tags t`)
		return err
	}))
	if len(stored) != len(c.tags) {
		c.T.Fatalf("after %s: %d tags, want %d", after, len(stored), len(c.tags))
	}
	for id, k := range c.tags {
		s := stored[id]
		if k.void {
			if s.quantity != k.in || s.remainder != 0 || s.made != 0 || s.shipped != 0 {
				c.T.Fatalf("after %s, tag %s, taken back: %+v", after, id, s)
			}
			continue
		}
		if s.quantity != s.in || s.quantity != s.made+s.shipped+s.remainder || s.remainder < 0 || s.quantity != k.in || s.remainder != k.left() {
			c.T.Fatalf("after %s, tag %s: %+v, want in %d, left %d", after, id, s, k.in, k.left())
		}
	}
	lots := map[string]int64{}
	must(c.T, c.DB.Read(nobody, func(tx *sqldb.Tx) error {
		_, err := sqldb.All(nobody, tx, func(r sqldb.Row) (struct{}, error) {
			var area string
			var on ledger.Day
			var left int64
			err := r.Scan(&area, &on, &left)
			lots[area+" "+on.String()] = left
			return struct{}{}, err
		}, `SELECT e.lease_id, e.day, CAST(-SUM(e.delta) - (SELECT COALESCE(SUM(h.animals), 0) FROM tag_harvests h WHERE h.lease_id = e.lease_id AND h.lot_id = e.lot_id AND h.day = e.day AND NOT EXISTS (SELECT 1 FROM tag_events v WHERE v.tag_id = h.tag_id AND v.kind = 'void')) AS BIGINT)
			FROM entries e WHERE e.kind = 'harvest' GROUP BY e.lease_id, e.lot_id, e.day`)
		return err
	}))
	for at, animals := range c.harvested {
		if lots[at] != animals-c.tagged[at] || lots[at] < 0 {
			c.T.Fatalf("after %s, %s: %d left, want %d harvested less %d", after, at, lots[at], animals, c.tagged[at])
		}
	}
}

// reaches compares what the page says of a recall, and what each firm is told, with a
// walk from tag to tag.
func (c *chronicle) checkReach() (deep int) {
	c.T.Helper()
	var above func(id string, seen map[string]bool)
	above = func(id string, seen map[string]bool) {
		if seen[id] {
			return
		}
		seen[id] = true
		for _, parent := range c.tags[id].parents {
			above(parent, seen)
		}
	}
	want := map[string]map[string]int64{} // reached tags by firm and party
	for _, id := range c.order {
		seen, parties := map[string]bool{}, map[string]bool{}
		above(id, seen)
		deep = max(deep, len(seen))
		for ancestor := range seen {
			for _, party := range c.recalled[ancestor] {
				parties[party] = true
			}
			if k := c.tags[ancestor]; k.harvested {
				for _, party := range c.chosen[k.origin] {
					parties[party] = true
				}
			}
		}
		oldest := ""
		for party := range parties {
			firm := c.tags[id].firm
			if want[firm] == nil {
				want[firm] = map[string]int64{}
			}
			want[firm][party]++
			if oldest == "" || party < oldest {
				oldest = party
			}
		}
		if got := c.RecalledBy(id); got != oldest {
			c.T.Fatalf("tag %s: %q, want %q", id, got, oldest)
		}
	}
	var open map[string][]farm.OpenRecall
	must(c.T, c.DB.Read(nobody, func(tx *sqldb.Tx) (err error) {
		open, err = c.Reaches.OpenRecalls(nobody, tx, []string{north, south, trade})
		return err
	}))
	for _, firm := range []string{north, south, trade} {
		got := map[string]int64{}
		for _, one := range open[firm] {
			got[one.Party] += one.Tags
		}
		if !maps.Equal(got, want[firm]) && len(got)+len(want[firm]) > 0 {
			c.T.Errorf("firm %s: %v, want %v", firm, got, want[firm])
		}
	}
	return deep
}
