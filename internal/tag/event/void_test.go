package event_test

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
)

// TAG-5: a tag that was made by mistake is taken back with its reason. What it took is
// free again, its page never looks good, and nothing can be done with it any more.
func TestMistakenTagIsTakenBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		number := b.Record(harvested(bay, "a", "2026-11-10", 100))[0]
		bag := b.Take(north, b.OfHarvest(bay, "a", "2026-11-10", 100))[0]
		half := b.Take(north, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: bag}}, Quantity: 40, Unit: ledger.Each})[0]
		got := b.Take(south, event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: half}}, Quantity: 40, Unit: ledger.Each})[0]
		void := func(id, why string) event.Event { return event.Event{Kind: tag.Void, TagID: id, Note: why} }

		expect(t, "without a reason", b.Refuses(north, void(bag, "")), "events.0.note: Please say why")
		expect(t, "of which a tag was made", b.Refuses(north, void(bag, "x")), "a tag was made of it, or received under it")
		expect(t, "received by another firm", b.Refuses(north, void(half, "x")), "received under it")
		expect(t, "another firm's", b.Refuses(south, void(half, "x")), "The firm has no tag")
		b.Take(south, void(got, "never came"))
		b.Take(north, void(half, "the wrong bag"), void(bag, "the wrong lot"))

		page, err := b.Public(nobody, bag)
		must(t, err)
		if page.Tag.TakenBack != "2026-11-15" || page.Tag.HarvestDate != "2026-11-10" {
			t.Errorf("the page: %+v", page.Tag)
		}
		expect(t, "received", b.Refuses(south, event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: half}}, Quantity: 40, Unit: ledger.Each}), "was taken back on 15 November 2026, and is not valid")
		expect(t, "split", b.Refuses(north, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: bag}}, Quantity: 4, Unit: ledger.Each}), "was taken back")
		expect(t, "twice", b.Refuses(north, void(bag, "again")), "was taken back")

		// The harvest is free: all of it goes on another tag, or it is corrected.
		other := b.Take(north, b.OfHarvest(bay, "a", "2026-11-10", 100))[0]
		b.Take(north, void(other, "the harvest was of another day"))
		_, err = b.Ledgers.Record(system, north, []ledger.Activity{{Reverses: number}})
		must(t, err)

		// A recall goes on reaching it.
		b.Recall("Office", bag)
		if party := b.RecalledBy(half); party != "Office" {
			t.Errorf("recalled by %q", party)
		}
	})
}

// TAG-5: what is recalled is not shipped, also under a tag made of it in the same batch;
// it can be received, as it may have to come back.
func TestRecalledTagIsNotShipped(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.Record(harvested(bay, "a", "2026-11-10", 100))
		bag := b.Take(north, b.OfHarvest(bay, "a", "2026-11-10", 100))[0]
		b.Recall("Office", bag)
		to := &tag.Consignee{Name: "Pike Place"}
		expect(t, "shipped", b.Refuses(north, event.Event{Kind: tag.Ship, TagID: bag, To: to}), "is recalled by Office, and cannot be shipped")
		part := id('f', 9)
		expect(t, "made of it", b.Refuses(north,
			event.Event{Kind: tag.Split, TagID: part, From: []event.Draw{{TagID: bag}}, Quantity: 40, Unit: ledger.Each},
			event.Event{Kind: tag.Ship, TagID: part, To: to}), "events.1.tag: Tag "+part+" is recalled")
		b.Take(south, event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: bag}}, Quantity: 100, Unit: ledger.Each})
	})
}

// RECALL-1: nobody gets goods past a recall of a place by making their tag and shipping it in one
// batch; nothing of such a batch is kept.
func TestATagOfARecalledPlaceIsNotShippedInTheBatchThatMakesIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newChain(t, db)
		tenth := day("2026-11-10")
		c.RecallOf("State of Maine", reach.Choice{FarmID: north, LeaseIDs: []string{bay}, From: tenth, To: tenth})
		c.RecallOf("Customs", reach.Choice{Certs: []string{"ME-99"}})
		to := &tag.Consignee{Name: "Pike Place"}
		harvest, paper, part := c.OfHarvest(bay, "a", "2026-11-10", 10), event.Event{Kind: tag.Receive, TagID: id('e', 2), Quantity: 3, Unit: ledger.Bag, States: event.Stated{HarvestDate: "2026-11-09", HarvestLocation: "Elsewhere", SourceCert: "ME-99"}}, id('e', 3)
		harvest.TagID = id('e', 1)
		for of, batch := range map[string][]event.Event{
			"events.1.tag: Tag " + harvest.TagID + " is recalled by State of Maine": {harvest, {Kind: tag.Ship, TagID: harvest.TagID, To: to}},
			"events.1.tag: Tag " + paper.TagID + " is recalled by Customs":          {paper, {Kind: tag.Ship, TagID: paper.TagID, To: to}},
			"events.2.tag: Tag " + part + " is recalled by State of Maine": {
				harvest, {Kind: tag.Split, TagID: part, From: []event.Draw{{TagID: harvest.TagID}}, Quantity: 4, Unit: ledger.Each}, {Kind: tag.Ship, TagID: part, To: to}},
		} {
			expect(t, of, c.Refuses(north, batch...), of)
			if _, err := c.Public(nobody, batch[0].TagID); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: the tag was made: %v", of, err)
			}
		}
		other := c.OfHarvest(cove, "a", "2026-11-10", 10)
		other.TagID = id('e', 4)
		c.Take(north, other, event.Event{Kind: tag.Ship, TagID: other.TagID, To: to})
	})
}
