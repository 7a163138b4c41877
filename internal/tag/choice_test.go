package tag_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
	"github.com/merroir/merroir/internal/tag/tagtest"
)

// recallOf recalls what is chosen.
func (w *world) recallOf(party string, c reach.Choice) string {
	w.t.Helper()
	w.now = w.now.Add(time.Second)
	id, err := w.declare(system, party, c)
	must(w.t, err)
	return id
}

// reckon gives what a recall of the choice means and reaches.
func (w *world) reckon(c reach.Choice) (r *reach.Reckoned) {
	w.t.Helper()
	must(w.t, w.db.Read(nobody, func(tx *sqldb.Tx) (err error) {
		r, err = w.reaches.Reckon(nobody, tx, c)
		return err
	}))
	return r
}

// chain is a harvest tag that went through everything that can happen to one.
type chain struct {
	*book
	harvest, other, elsewhere, late string // lot a and b at Bay, a at Cove, a at Bay a day later
	split, mixed, stored, out       string
	received, sold                  string // by Pike Place
}

func newChain(t *testing.T, db *sqldb.DB) chain {
	b := newBook(t, db)
	b.public(north, farm.PublicChange{HarvesterCert: new("ME-7")})
	b.record(harvested(bay, "a", "2026-11-10", 100), harvested(bay, "b", "2026-11-10", 100), harvested(cove, "a", "2026-11-10", 100), harvested(bay, "a", "2026-11-11", 100))
	c := chain{book: b}
	ids := b.take(north, b.ofHarvest(bay, "a", "2026-11-10", 50), b.ofHarvest(bay, "b", "2026-11-10", 50), b.ofHarvest(cove, "a", "2026-11-10", 50), b.ofHarvest(bay, "a", "2026-11-11", 50))
	c.harvest, c.other, c.elsewhere, c.late = ids[0], ids[1], ids[2], ids[3]
	c.split = b.take(north, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: c.harvest}}, Quantity: 20, Unit: ledger.Each})[0]
	c.mixed = b.take(north, event.Event{Kind: tag.Commingle, From: []event.Draw{{TagID: c.split, Quantity: 10}, {TagID: c.other, Quantity: 10}}, Quantity: 20, Unit: ledger.Each})[0]
	c.stored = b.take(north, event.Event{Kind: tag.WetStorageIn, From: []event.Draw{{TagID: c.mixed, Quantity: 12}}, Quantity: 12, Unit: ledger.Each, WetStorageLot: "W1"})[0]
	c.out = b.take(north, event.Event{Kind: tag.WetStorageOut, From: []event.Draw{{TagID: c.stored, Quantity: 12}}, Quantity: 12, Unit: ledger.Each})[0]
	b.take(north, event.Event{Kind: tag.Ship, TagID: c.out, Quantity: 5, Unit: ledger.Each, To: &tag.Consignee{Name: "Pike Place", Email: "p@b.example"}})
	c.received = b.take(trade, event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: c.out, Quantity: 5}, {TagID: c.late, Quantity: 5}}, Quantity: 10, Unit: ledger.Each})[0]
	c.sold = b.take(trade, event.Event{Kind: tag.Retag, From: []event.Draw{{TagID: c.received, Quantity: 1}}, Quantity: 1, Unit: ledger.Each})[0]
	return c
}

// Each way to choose finds the tags that it means itself.
func TestWaysToChoose(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newChain(t, db)
		paper := c.take(south, event.Event{Kind: tag.Receive, Quantity: 3, Unit: ledger.Bag, States: event.Stated{HarvestDate: "2026-11-10", HarvestLocation: "BAY, Maine", SourceCert: "me 7"}})[0]
		undated := c.make(4, south, tag.Fields{HarvestLocation: "Bay", SourceCert: "ME-7"})
		c.take(south, event.Event{Kind: tag.Receive, Quantity: 3, Unit: ledger.Bag, States: event.Stated{HarvestDate: "2026-11-10", HarvestLocation: "Baywater", SourceCert: "ME-8"}})
		old := c.make(1, north, tag.Fields{HarvestDate: "2026-11-10", HarvestLocation: "Bay"})
		of := c.make(2, trade, tag.Fields{HarvestDate: "2026-11-12"}, 1)
		c.make(3, north, tag.Fields{})
		tenth, eleventh := day("2026-11-10"), day("2026-11-11")
		tests := map[string]struct {
			choice reach.Choice
			want   []string
		}{
			"tags":                {reach.Choice{Tags: []string{c.sold, of}}, []string{c.sold, of}},
			"a lot":               {reach.Choice{LotIDs: []string{c.lots["a"]}}, []string{c.harvest, c.elsewhere, c.late}},
			"a lot, on a day":     {reach.Choice{LotIDs: []string{c.lots["a"]}, From: tenth, To: tenth}, []string{c.harvest, c.elsewhere}},
			"a lot, and a tag":    {reach.Choice{LotIDs: []string{c.lots["b"]}, Tags: []string{of}}, []string{c.other, of}},
			"an area":             {reach.Choice{FarmID: north, LeaseIDs: []string{bay}}, []string{c.harvest, c.other, c.late, paper, undated, old}},
			"an area and a day":   {reach.Choice{FarmID: north, LeaseIDs: []string{bay}, From: tenth, To: tenth}, []string{c.harvest, c.other, paper, undated, old}},
			"an area since a day": {reach.Choice{FarmID: north, LeaseIDs: []string{bay}, From: eleventh}, []string{c.late, undated}},
			"days of a firm":      {reach.Choice{FarmID: north, To: tenth}, []string{c.harvest, c.other, c.elsewhere, paper, old}},
			"days":                {reach.Choice{From: eleventh, To: eleventh}, []string{c.late}},
			"a place in words":    {reach.Choice{Area: "bay"}, []string{c.harvest, c.other, c.late, paper, undated, old}},
			"another place":       {reach.Choice{Area: "Cove"}, []string{c.elsewhere}},
			"a certificate":       {reach.Choice{Certs: []string{"ME-7"}}, []string{c.harvest, c.other, c.elsewhere, c.late, paper, undated}},
			"one and a day":       {reach.Choice{Certs: []string{"ME-7"}, From: eleventh, To: eleventh}, []string{c.late, undated}},
		}
		for name, tt := range tests {
			slices.Sort(tt.want)
			if got := c.reckon(tt.choice).Roots; !slices.Equal(got, tt.want) {
				t.Errorf("%s: %v\nwant %v", name, got, tt.want)
			}
		}
		for field, wrong := range map[string]reach.Choice{
			"tags": {}, "farmId": {LeaseIDs: []string{bay}}, "to": {From: eleventh, To: tenth}, "area": {Area: "–"},
		} {
			if err := wrong.Check(); len(fault.As(err).Fields) != 1 || fault.As(err).Fields[0].Name != field {
				t.Errorf("%s: %v", field, err)
			}
		}
	})
}

// What a recall reaches is told firm by firm, through everything that makes a tag of
// another, with the way that leads there.
func TestReach(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newChain(t, db)
		seen := map[string]reach.ReachedTag{}
		choice := reach.Choice{LotIDs: []string{c.lots["a"]}, FarmID: north, LeaseIDs: []string{bay}, To: day("2026-11-10")}
		reckoned := c.reckon(choice)
		got, shipped := reckoned.Tags, reckoned.Shipments
		must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
			return c.reaches.EachReached(nobody, tx, reckoned.Roots, func(one reach.ReachedTag) error { seen[one.ID] = one; return nil })
		}))
		step := func(id, farmID, firm string, made tag.EventKind) reach.PathStep {
			return reach.PathStep{TagID: id, FarmID: farmID, Firm: firm, Event: made}
		}
		want := []reach.ReachedFirm{
			{FarmID: north, Name: "North Bay", Roots: 1, Tags: 5, Amounts: []reach.Amount{{Unit: ledger.Each, Left: 30 + 10 + 8 + 0 + 7, Shipped: 5}},
				Path:    []reach.PathStep{step(c.harvest, north, "North Bay", tag.Harvest)},
				Nearest: []reach.MadeTag{{TagID: c.harvest, Event: tag.Harvest}, {TagID: c.split, From: c.harvest, Event: tag.Split}, {TagID: c.mixed, From: c.split, Event: tag.Commingle}, {TagID: c.stored, From: c.mixed, Event: tag.WetStorageIn}, {TagID: c.out, From: c.stored, Event: tag.WetStorageOut}}},
			{FarmID: trade, Name: "Pike Place", Tags: 2, Amounts: []reach.Amount{{Unit: ledger.Each, Left: 10}}, Path: []reach.PathStep{
				step(c.harvest, north, "North Bay", tag.Harvest), step(c.split, north, "North Bay", tag.Split), step(c.mixed, north, "North Bay", tag.Commingle),
				step(c.stored, north, "North Bay", tag.WetStorageIn), step(c.out, north, "North Bay", tag.WetStorageOut), step(c.received, trade, "Pike Place", tag.Receive)},
				Nearest: []reach.MadeTag{{TagID: c.received, From: c.out, Event: tag.Receive}, {TagID: c.sold, From: c.received, Event: tag.Retag}}},
		}
		lots := got.Firms[0].Lots
		got.Firms[0].Lots = nil
		if diff := cmp.Diff(want, got.Firms); diff != "" || got.Tags != 7 || len(seen) != 7 {
			t.Errorf("%d tags, %d seen: %s", got.Tags, len(seen), diff)
		}
		if len(lots) != 1 || lots[0].LotID != c.lots["a"] || lots[0].Area != "Bay" || lots[0].Animals != 50 || lots[0].Tags != 1 || lots[0].Lot.Nickname != "a" {
			t.Errorf("lots: %+v", lots)
		}
		if len(shipped) != 1 || shipped[0].TagID != c.out || shipped[0].To.Email != "p@b.example" || shipped[0].Parts != 5 || shipped[0].Unit != ledger.Each {
			t.Errorf("shipped: %+v", shipped)
		}
		if one := seen[c.mixed]; one.Root || one.Firm != "North Bay" || *one.Remainder != 8 || len(one.Parents) != 2 || !seen[c.harvest].Root {
			t.Errorf("%+v", one)
		}
	})
}

// A tag that is made after the recall, and that the choice means, is recalled at its
// first scan; and so is one that states it from now on.
func TestARecallReachesWhatIsTaggedLater(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newChain(t, db)
		tenth := day("2026-11-10")
		c.recallOf("Nobody", reach.Choice{LotIDs: []string{id('0', 1)}})
		recall := c.recallOf("State of Maine", reach.Choice{FarmID: north, LeaseIDs: []string{bay}, From: tenth, To: tenth})
		expect := func(what, id, party string) {
			t.Helper()
			if got := c.recalledBy(id); got != party {
				t.Errorf("%s: %q, want %q", what, got, party)
			}
		}
		expect("what was sold", c.sold, "State of Maine")
		expect("another day", c.late, "")
		made := c.take(north, c.ofHarvest(bay, "a", "2026-11-10", 10), c.ofHarvest(cove, "a", "2026-11-10", 10))
		expect("tagged later", made[0], "State of Maine")
		expect("of another place", made[1], "")
		expect("on paper", c.take(south, event.Event{Kind: tag.Receive, Quantity: 3, Unit: ledger.Bag, States: event.Stated{HarvestDate: "2026-11-10", HarvestLocation: "Bay", SourceCert: "ME-7"}})[0], "State of Maine")
		for n, place := range []string{"Cove", "Bay"} {
			c.make(2*n+1, north, tag.Fields{HarvestDate: "2026-11-10", HarvestLocation: place})
			expect("made of what is at "+place+" in words", c.make(2*n+2, trade, tag.Fields{}, 2*n+1), []string{"", "State of Maine"}[n])
		}
		choose := func(choice reach.Choice) {
			must(t, db.Write(system, func(tx *sqldb.Tx) error { return tagtest.Choose(system, tx, c.reaches, recall, choice) }))
		}
		choose(reach.Choice{FarmID: north, LeaseIDs: []string{cove}})
		expect("chosen anew", made[1], "State of Maine")
		expect("no longer chosen", made[0], "")
		must(t, db.Write(system, func(tx *sqldb.Tx) error { return c.reaches.Rename(system, tx, recall, " Maine ", "") }))
		expect("under another name", made[1], "Maine")
		must(t, c.end(system, recall))
		expect("after the end", c.take(north, c.ofHarvest(cove, "a", "2026-11-10", 10))[0], "")
	})
}
