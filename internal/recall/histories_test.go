package recall_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
)

// chronicle is what the accounts of a recall should have come to, in whole parts, kept
// apart from the program.
type chronicle struct {
	*office
	*rand.Rand
	id      string
	kind    recall.Kind
	ended   bool
	choice  int // which of the choices it has
	tags    []string
	parents map[string][]string
	firm    map[string]string
	unit    map[string]ledger.Unit
	shipped map[line]int64 // in parts, whether reached or not
	entries []entered
	did     map[string]int
}

// line is a tag that a firm shipped to somebody.
type line struct{ firm, to, tag string }

type entered struct {
	id string
	line
	outcome  recall.Outcome
	amount   int64
	reversed bool
}

const dozens = "a00000000000000000000009" // a tag counted by the dozen

// choices are what the recall is corrected to and from, wider and narrower.
var choices = []struct {
	scope.Choice
	roots []string
}{
	{byDate, []string{lot[0], dozens}}, {scope.Choice{Tags: []string{held}}, []string{held}}, {scope.Choice{Area: "Willapa"}, []string{lot[0], otherLot, dozens}},
	{scope.Choice{Tags: []string{part, otherLot}}, []string{part, otherLot}}, {scope.Choice{Tags: []string{dozens}}, []string{dozens}},
}

func partsOf(u ledger.Unit) float64 {
	return map[ledger.Unit]float64{"bag": 1000, "dozen": 12, "each": 1}[u]
}

// RECALL-3: shipped = returned + destroyed + sold + unaccounted for every tag and consignee, and for
// every sum of such, at every moment of random histories: shipments, splits, entries and what takes
// them back, and recalls and drills that are made wider and narrower. Each number is the one that a
// reckoning of its own has, to the last part, and what is refused is what should be.
func TestRandomHistoriesOfARecall(t *testing.T) {
	kinds := []string{"recall", "drill", "entry", "entry refused", "taken back", "taken back refused", "shipped", "shipped refused", "split", "corrected"}
	dbtest.EachShare(t, 4, func(t *testing.T, db *sqldb.DB, histories int) {
		seed := rand.Uint64()
		did := map[string]int{}
		o := newOffice(t, db)
		o.take(north, event.Event{Key: "dozens", Kind: tag.Receive, TagID: dozens, Day: day("2026-11-12"), Quantity: 40, Unit: "dozen", States: event.Stated{
			HarvestDate: "2026-11-10", HarvestLocation: "Willapa Bay, WA", SourceCert: "WA-1-SS", Species: "Pacific oyster",
		}})
		c := &chronicle{
			office: o, Rand: rand.New(rand.NewPCG(seed, 7)), did: did, tags: []string{lot[0], part, held, otherLot, dozens},
			parents: map[string][]string{part: {lot[0]}, held: {part}}, firm: map[string]string{lot[0]: north, part: north, held: trade, otherLot: north, dozens: north},
			unit: map[string]ledger.Unit{dozens: "dozen"},
			shipped: map[line]int64{
				{north, "pike place", part}:   30_000, // received without a shipment
				{north, "harbor house", part}: 20_000, {north, "harbor house", lot[0]}: 10_000, {trade, "corner bar", held}: 12_500, {north, "elsewhere", otherLot}: 5_000,
			},
		}
		never := func(what string) bool { return did[what] == 0 }
		for i := 0; i < histories || slices.ContainsFunc(kinds, never); i++ { // one after the other, over the same goods
			if i == 100 { // each kind comes in most of them
				t.Fatalf("did %v; seed %d", did, seed)
			}
			c.history(t, []recall.Kind{recall.Real, recall.Drill}[i%2])
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	})
}

func (c *chronicle) unitOf(tagID string) ledger.Unit {
	if u := c.unit[tagID]; u != "" {
		return u
	}
	return "bag"
}

func (c *chronicle) history(t *testing.T, kind recall.Kind) {
	t.Helper()
	c.kind, c.choice, c.entries, c.ended = kind, c.IntN(len(choices)), nil, false
	c.did[string(c.kind)]++
	c.id = c.declare(recaller, recall.Declaration{Kind: c.kind, Words: words(), Choice: choices[c.choice].Choice})
	c.work()
	for range 25 {
		c.now = c.now.Add(time.Minute)
		what, err := c.step()
		if err != nil {
			what += " refused"
		}
		c.did[what]++
		c.balances(t, what)
	}
	must(t, c.End(recaller, "", c.id, "x", "Still open"))
	c.ended = true
	c.now = c.now.Add(2 * time.Minute)
	c.work()
	c.balances(t, "ended")
}

// reached are the tags that the recall reaches, by a walk of its own.
func (c *chronicle) reached() map[string]bool {
	found := map[string]bool{}
	for _, id := range choices[c.choice].roots {
		found[id] = true
	}
	for _, id := range c.tags { // parents come first
		for _, parent := range c.parents[id] {
			found[id] = found[id] || found[parent]
		}
	}
	return found
}

// step does something, and gives the refusal of what should be refused.
func (c *chronicle) step() (what string, refused error) {
	switch n := c.IntN(20); {
	case n < 9:
		return "entry", c.enter()
	case n < 12 && len(c.entries) > 0:
		return "taken back", c.takeBack()
	case n < 15:
		return "shipped", c.ships()
	case n < 17:
		return "split", c.split()
	}
	c.choice = c.IntN(len(choices))
	reach, err := c.Preview(recaller, "", choices[c.choice].Choice)
	must(c.t, err)
	must(c.t, c.Correct(recaller, "", c.id, recall.Correction{Words: words(), Choice: choices[c.choice].Choice, Seen: reach.Seen, Why: "x"}))
	c.work()
	return "corrected", nil
}

// open are the lines that count now.
func (c *chronicle) open() (open []line) {
	reached := c.reached()
	for l := range c.shipped {
		if reached[l.tag] {
			open = append(open, l)
		}
	}
	slices.SortFunc(open, func(a, b line) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return open
}

// passed is what Pike Place shipped on of what it received: all that it ships.
func (c *chronicle) passed(l line) (parts int64) {
	if l.to != "pike place" {
		return 0
	}
	for other, shipped := range c.shipped {
		if other.firm == trade {
			parts += shipped
		}
	}
	return parts
}

func (c *chronicle) became(l line) (of map[recall.Outcome]int64, rest int64) {
	of, rest = map[recall.Outcome]int64{}, c.shipped[l]
	for _, e := range c.entries {
		if e.line == l && !e.reversed {
			of[e.outcome] += e.amount
			rest -= e.amount
		}
	}
	return of, max(rest-c.passed(l), 0)
}

// enter enters something of a line that counts or of one that does not, at times too much.
func (c *chronicle) enter() error {
	all := slices.SortedFunc(maps.Keys(c.shipped), func(a, b line) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	l := all[c.IntN(len(all))]
	_, rest := c.became(l)
	amount := 1 + c.Int64N(max(rest, 1)*5/4+1)
	if c.IntN(4) == 0 { // all that is left, or one part more
		amount = max(rest, 1) + c.Int64N(2)
	}
	outcome := []recall.Outcome{recall.Returned, recall.Destroyed, recall.Sold}[c.IntN(3)]
	party := ""
	for _, p := range c.get(c.id).Parties {
		if (p.FarmID == l.firm || p.Kind == "firm" && l.to == "pike place") && strings.EqualFold(strings.TrimSpace(p.Name), l.to) {
			party = p.ID
		}
	}
	unit := c.unitOf(l.tag)
	entry, err := c.Account(recaller, "", c.id, recall.NewEntry{PartyID: party, TagID: l.tag, Outcome: outcome, Quantity: float64(amount) / partsOf(unit)})
	if should := slices.Contains(c.open(), l) && amount <= rest; should != (err == nil) {
		c.t.Errorf("%d of %v, of which %d are left: %v", amount, l, rest, err)
	}
	if err == nil {
		c.entries = append(c.entries, entered{entry, l, outcome, amount, false})
	}
	return err
}

func (c *chronicle) takeBack() error {
	e := &c.entries[c.IntN(len(c.entries))]
	err := c.TakeBack(recaller, "", c.id, e.id, "wrong")
	if e.reversed != (err != nil) || err != nil && !fault.Is(err, fault.Conflict) {
		c.t.Errorf("%+v: %v", e, err)
	}
	e.reversed = true
	return err
}

func (c *chronicle) ships() error {
	id, to := c.tags[c.IntN(len(c.tags))], []string{"harbor house", "corner bar", "elsewhere"}[c.IntN(3)]
	unit, parts := c.unitOf(id), 1+c.Int64N(30)
	_, err := c.office.events.Take(system, c.firm[id], []event.Event{{
		Key: fmt.Sprint("more ", c.Uint64()), Kind: tag.Ship, TagID: id, Day: day("2026-11-13"), Quantity: float64(parts) / partsOf(unit), Unit: unit, To: consignee(c.firm[id], to),
	}})
	if err == nil {
		c.shipped[line{c.firm[id], to, id}] += parts
		if c.kind == recall.Real && c.reached()[id] {
			c.t.Errorf("%s is recalled, and was shipped", id)
		}
	}
	c.now = c.now.Add(2 * time.Minute)
	c.work()
	return err
}

// consignee is the same one as the fixture's of that name.
func consignee(firm, name string) *tag.Consignee {
	to := tag.Consignee{Name: name}
	if firm == north {
		to.Email = map[string]string{"harbor house": "chef@harbor.example", "elsewhere": "buyer@elsewhere.example"}[name]
	}
	return &to
}

// split makes a tag of another, which is reached with it.
func (c *chronicle) split() error {
	from, made := c.tags[c.IntN(len(c.tags))], fmt.Sprintf("%024x", c.Uint64())
	unit := c.unitOf(from)
	_, err := c.office.events.Take(system, c.firm[from], []event.Event{{Key: made, Kind: tag.Split, TagID: made, Day: day("2026-11-13"), Quantity: 12 / partsOf(unit) * 3, Unit: unit, From: []event.Draw{{TagID: from}}}})
	if err == nil {
		c.tags, c.parents[made], c.firm[made], c.unit[made] = append(c.tags, made), []string{from}, c.firm[from], unit
	}
	return err
}
