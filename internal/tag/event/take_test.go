package event_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
)

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("%s: %s\nwant %s", what, got, want)
	}
}

// TAG-1: a tag takes its harvest from the book and copies it; no more is tagged than was
// harvested; its page is the one that all tags have.
func TestATagTakesItsHarvestFromTheBook(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.EditPublic(north, farm.PublicChange{HarvesterCert: new("ME-7")})
		b.Record(harvested(bay, "a", "2026-11-10", 300), harvested(bay, "b", "2026-11-10", 100), harvested(bay, "a", "2026-11-11", 50))
		both := b.OfHarvest(bay, "a", "2026-11-10", 200)
		both.Lots = append(both.Lots, event.LotDraw{LotID: b.Lots["b"], Animals: 100})
		both.Quantity, both.Unit, both.States.Brand = 3, ledger.Bag, "Bay Selects"
		dozens := b.OfHarvest(bay, "a", "2026-11-10", 60)
		dozens.Quantity, dozens.Unit = 5, ledger.Dozen
		ids := b.Take(north, both, dozens)
		page := b.Page(ids[0])
		want := tag.Fields{Brand: "Bay Selects", Species: tag.Species{Value: "Pacific oyster"}, SizeCull: "Select", SourceCert: "ME-7", VendorType: "Harvester",
			HarvestDate: "2026-11-10", HarvestTime: "6:40 am", HarvestLocation: "Bay, Maine"}
		if page.Tag.Fields != want || page.Tag.Type != tag.TypeFarm || page.RootTag != nil {
			t.Errorf("page %+v", page.Tag)
		}
		if b.Left(ids[0]) != 3000 || b.Left(ids[1]) != 60 {
			t.Errorf("left %d %d", b.Left(ids[0]), b.Left(ids[1]))
		}
		for what, tt := range map[string]struct {
			event event.Event
			want  string
		}{
			"more than is left": {b.OfHarvest(bay, "a", "2026-11-10", 41), "events.0.lots.0.animals: 300 were harvested in Bay on 10 November 2026, and 260 of them are on tags already."},
			"another day":       {b.OfHarvest(bay, "a", "2026-11-12", 1), "Nothing of this lot was harvested there on 12 November 2026"},
			"another area":      {b.OfHarvest(cove, "a", "2026-11-10", 1), "Nothing of this lot"},
			"tomorrow":          {b.OfHarvest(bay, "a", "2026-11-21", 1), "is in the future (today is 20 November 2026)"},
			"no lots":           {event.Event{Kind: tag.Harvest, LeaseID: bay}, "A harvest takes from 1 to 100 lots"},
			"a false quantity":  {with(b.OfHarvest(bay, "a", "2026-11-10", 12), func(e *event.Event) { e.Quantity, e.Unit = 2, ledger.Dozen }), "It takes 12 animals and states 24"},
			"a date of its own": {with(b.OfHarvest(bay, "a", "2026-11-10", 12), func(e *event.Event) { e.States.HarvestDate = "2026-11-09" }), "are copied, and cannot be given"},
		} {
			expect(t, what, b.Refuses(north, tt.event), tt.want)
		}
		// All of a batch or nothing, with the reason of each that cannot be.
		got := b.Refuses(north, b.OfHarvest(bay, "a", "2026-11-10", 40), b.OfHarvest(bay, "a", "2026-11-10", 1), b.OfHarvest(bay, "b", "2026-11-10", 1))
		expect(t, "second", got, "events.1.lots.0.animals: 300 were")
		expect(t, "third", got, "events.2.lots.0.animals: 100 were")
		b.Take(north, b.OfHarvest(bay, "a", "2026-11-10", 40)) // so nothing was taken
	})
}

func with(e event.Event, change func(*event.Event)) event.Event {
	change(&e)
	return e
}

// An event is taken once, by the client's id: the same again changes nothing, another
// under the same id is a Conflict.
func TestAnEventIsTakenOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.Record(harvested(bay, "a", "2026-11-10", 100))
		e := b.OfHarvest(bay, "a", "2026-11-10", 60)
		e.Key, e.TagID = "phone 7", id('b', 1)
		first := b.Take(north, e)
		again, err := b.Events.Take(system, north, []event.Event{e, e})
		must(t, err)
		if first[0] != id('b', 1) || again[0].TagID != first[0] || !again[0].Again || !again[1].Again || b.Left(first[0]) != 60 {
			t.Errorf("%v, then %+v", first, again)
		}
		e.Lots[0].Animals = 30
		if _, err := b.Events.Take(system, north, []event.Event{e}); !fault.Is(err, fault.Conflict) {
			t.Errorf("other content: %v", err)
		}
		e.Key = "phone 8"
		if _, err := b.Events.Take(system, north, []event.Event{e}); !fault.Is(err, fault.Conflict) {
			t.Errorf("another tag with the id: %v", err)
		}
	})
}

// Many at once never tag more than was harvested, nor take more than is left.
func TestManyAtOnceNeverTakeTooMuch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		numbers := b.Record(harvested(bay, "a", "2026-11-10", 100))
		source := b.Take(north, b.OfHarvest(bay, "a", "2026-11-10", 40))[0]
		var wg sync.WaitGroup
		var mu sync.Mutex
		tagged, split, undone := int64(40), int64(0), false
		for i := range 8 {
			wg.Go(func() {
				h := b.OfHarvest(bay, "a", "2026-11-10", 15)
				h.Key = fmt.Sprint("h", i)
				_, hErr := b.Events.Take(system, north, []event.Event{h})
				_, sErr := b.Events.Take(system, north, []event.Event{{Key: fmt.Sprint("s", i), Kind: tag.Split, Day: day("2026-11-11"), From: []event.Draw{{TagID: source}}, Quantity: 15, Unit: ledger.Each}})
				_, uErr := b.Ledgers.Record(system, north, []ledger.Activity{{Key: fmt.Sprint("u", i), Reverses: numbers[0]}})
				mu.Lock()
				defer mu.Unlock()
				if hErr == nil {
					tagged += 15
				}
				if sErr == nil {
					split += 15
				}
				undone = undone || uErr == nil
			})
		}
		wg.Wait()
		if tagged != 100 || split != 30 || undone || b.Left(source) != 10 {
			t.Errorf("tagged %d of 100, split %d of 40, %d left, undone %v", tagged, split, b.Left(source), undone)
		}
	})
}

// A correction that would leave less harvested than is on tags is refused, naming
// them; one that harvests as much again in the same batch is not. What a clean or a
// delete removes, tags have copied.
func TestLessIsNeverHarvestedThanIsOnTags(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		numbers := b.Record(harvested(bay, "a", "2026-11-10", 100), harvested(bay, "a", "2026-11-10", 60), harvested(bay, "b", "2026-11-10", 5))
		tagID := b.Take(north, b.OfHarvest(bay, "a", "2026-11-10", 70))[0]
		_, err := b.Ledgers.Record(system, north, []ledger.Activity{{Reverses: numbers[0]}})
		if !fault.Is(err, fault.Conflict) {
			t.Fatalf("undone: %v", err)
		}
		expect(t, "undone", err.Error(), "it would leave 60 harvested in Bay on 10 November 2026, where 70 are on tags: "+tagID)
		_, err = b.Ledgers.Record(system, north, []ledger.Activity{{Reverses: numbers[0]}, harvested(bay, "a", "2026-11-10", 9)})
		var refused *ledger.Refused
		if !errors.As(err, &refused) || refused.Total != 1 || refused.First[0].Activity != 0 {
			t.Errorf("not as much again: %v", err)
		}
		for what, right := range map[string]*ledger.Activity{"corrected to less": new(harvested(bay, "a", "2026-11-10", 9)), "to another day": new(harvested(bay, "a", "2026-11-11", 100)), "taken away": nil} {
			for _, try := range []bool{true, false} {
				_, err := b.Ledgers.Correct(system, north, ledger.Correction{Number: numbers[0], Reason: "typed wrongly", Right: right, Try: try})
				if err == nil || !strings.Contains(err.Error(), "where 70 are on tags: "+tagID) {
					t.Errorf("%s, only tried: %v: %v", what, try, err)
				}
			}
		}
		b.Record(ledger.Activity{Reverses: numbers[1]}, ledger.Activity{Reverses: numbers[2]}) // what nobody tagged
		corrected := b.Record(ledger.Activity{Reverses: numbers[0]}, harvested(bay, "a", "2026-11-10", 70))
		if _, err := b.Ledgers.Record(system, north, []ledger.Activity{{Reverses: corrected[1]}}); err == nil {
			t.Error("what was recorded again was undone")
		}
		before := fmt.Sprintf("%+v", b.Page(tagID))
		copies := func() (text string) {
			must(t, db.Read(nobody, func(tx *sqldb.Tx) (err error) {
				text, err = sqldb.One(nobody, tx, sqldb.Scalar[string], "SELECT area || lot || animals || ' ' || day || ' ' || lot_id FROM tag_harvests WHERE tag_id = $1", tagID)
				return err
			}))
			return text
		}
		copied := copies()
		expect(t, "copied", copied, `Bay{"group":{"oysterType":"Pacific oyster"`)
		_, err = b.Farms.Clean(system, north, "")
		must(t, err)
		if got := fmt.Sprintf("%+v", b.Page(tagID)); got != before || copies() != copied {
			t.Errorf("after a clean %s, %s", got, copies())
		}
		expect(t, "after a clean", b.Refuses(north, b.OfHarvest(bay, "a", "2026-11-10", 1)), "Nothing of this lot")
		b.Take(north, event.Event{Kind: tag.Ship, TagID: tagID, To: &tag.Consignee{Name: "Pike Place"}, Quantity: 7, Unit: ledger.Each})
		_, err = b.Farms.Delete(system, north, "")
		must(t, err)
		if b.Page(tagID).Tag.HarvestLocation != "Bay, Maine" || copies() != copied || b.Left(tagID) != 63 {
			t.Errorf("after a delete %+v", b.Page(tagID))
		}
	})
}

// What is on tags is retagged, split and put together within what is left; what
// differs in harvest date, area or certificate is kept apart, by the rule's name.
func TestRetagSplitAndCommingle(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.Record(harvested(bay, "a", "2026-11-10", 300), harvested(bay, "b", "2026-11-10", 100), harvested(bay, "a", "2026-11-11", 100), harvested(cove, "a", "2026-11-10", 100))
		ids := b.Take(north, b.OfHarvest(bay, "a", "2026-11-10", 100), b.OfHarvest(bay, "b", "2026-11-10", 100), b.OfHarvest(bay, "a", "2026-11-11", 100), b.OfHarvest(cove, "a", "2026-11-10", 100))
		one, two, later, elsewhere := ids[0], ids[1], ids[2], ids[3]
		draw := func(id string, n float64) event.Draw { return event.Draw{TagID: id, Quantity: n} }
		mix := func(sum float64, from ...event.Draw) event.Event {
			return event.Event{Kind: tag.Commingle, From: from, Quantity: sum, Unit: ledger.Each}
		}
		for what, tt := range map[string]struct {
			event event.Event
			want  string
		}{
			"dates":         {mix(20, draw(one, 10), draw(later, 10)), "No commingling (N.J.A.C. 7:12-8.5(a), Okla. Admin. Code 310:257-5-20(c)(2)): tag " + later + " was harvested on 11 November 2026, tag " + one + " on 10 November 2026."},
			"areas":         {mix(20, draw(one, 10), draw(elsewhere, 10)), "are of different growing areas"},
			"wet storage":   {event.Event{Kind: tag.WetStorageIn, WetStorageLot: "W1", From: []event.Draw{draw(one, 10), draw(later, 10)}, Quantity: 20, Unit: ledger.Each}, "No commingling"},
			"too much":      {mix(111, draw(one, 101), draw(two, 10)), "has 100 animals left, less than 101 animals"},
			"of one":        {mix(10, draw(one, 10)), "A commingle takes from 2 tags"},
			"twice":         {mix(20, draw(one, 10), draw(one, 10)), "named twice"},
			"out of none":   {mix(21, draw(one, 10), draw(two, 10)), "It takes 20 animals from its tags and states 21 animals"},
			"lost":          {mix(19, draw(one, 10), draw(two, 10)), "It takes 20 animals from its tags and states 19 animals"},
			"how much":      {mix(20, draw(one, 10), draw(two, 0)), "Please say how much of tag"},
			"too early":     {with(mix(20, draw(one, 10), draw(two, 10)), func(e *event.Event) { e.Day = day("2026-11-09") }), "which is later"},
			"split to bags": {event.Event{Kind: tag.Split, From: []event.Draw{draw(one, 10)}, Quantity: 1, Unit: ledger.Bag}, "only a retag or a receipt counts in another unit"},
			"nothing":       {event.Event{Kind: tag.Retag, From: []event.Draw{{TagID: id('9', 9)}}, Quantity: 1, Unit: ledger.Each}, "There is no tag"},
		} {
			expect(t, what, b.Refuses(north, tt.event), tt.want)
		}
		mixed := b.Take(north, mix(150, draw(one, 90), draw(two, 60)))[0]
		if got := b.Page(mixed); got.Tag.HarvestDate != "2026-11-10" || got.Tag.HarvestLocation != "Bay, Maine" || got.RootTag == nil || b.Left(one) != 10 || b.Left(two) != 40 {
			t.Errorf("%+v, %d and %d left", got.Tag, b.Left(one), b.Left(two))
		}
		parts := b.Take(north,
			event.Event{Kind: tag.Split, From: []event.Draw{{TagID: mixed}}, Quantity: 8, Unit: ledger.Dozen},
			event.Event{Kind: tag.Retag, From: []event.Draw{draw(mixed, 54)}, Quantity: 2.5, Unit: ledger.Bushel})
		if b.Left(mixed) != 0 || b.Left(parts[0]) != 96 || b.Left(parts[1]) != 2500 {
			t.Errorf("%d, %d and %d left", b.Left(mixed), b.Left(parts[0]), b.Left(parts[1]))
		}
		expect(t, "empty", b.Refuses(north, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: mixed}}, Quantity: 1, Unit: ledger.Each}), "has 0 animals left")
		b.Recall("State of Maine", two)
		if b.RecalledBy(parts[1]) != "State of Maine" || b.RecalledBy(one) != "" {
			t.Error("the recall does not go through the commingling")
		}
	})
}

// Shipping, icing, temperatures and wet storage, as the page and the balance have them.
func TestShippingIcingAndWetStorage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.Record(harvested(bay, "a", "2026-11-10", 100))
		one := b.Take(north, b.OfHarvest(bay, "a", "2026-11-10", 100))[0]
		wet := b.Take(north, event.Event{Kind: tag.WetStorageIn, WetStorageLot: "W-7", Day: day("2026-11-11"), From: []event.Draw{{TagID: one}}, Quantity: 80, Unit: ledger.Each})[0]
		ship := func(id string, n float64) event.Event {
			return event.Event{Kind: tag.Ship, TagID: id, Quantity: n, To: &tag.Consignee{Name: "Pike Place", Email: "buy@pike.example"}, Clock: "14:30", Day: day("2026-11-14")}
		}
		expect(t, "shipped from storage", b.Refuses(north, ship(wet, 1)), "is in wet storage: please take it out first")
		expect(t, "split in storage", b.Refuses(north, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: wet}}, Quantity: 1, Unit: ledger.Each}), "is in wet storage")
		expect(t, "out of what is not in", b.Refuses(north, event.Event{Kind: tag.WetStorageOut, From: []event.Draw{{TagID: one}}, Quantity: 1, Unit: ledger.Each}), "is not in wet storage")
		out := b.Take(north, event.Event{Kind: tag.WetStorageOut, Day: day("2026-11-13"), From: []event.Draw{{TagID: wet}}, Quantity: 75, Unit: ledger.Each})[0]
		cold := int64(85)
		b.Take(north, event.Event{Kind: tag.Ice, TagID: out, Day: day("2026-11-13"), Clock: "09:05"},
			event.Event{Kind: tag.Temperature, TagID: out, Day: day("2026-11-13"), Clock: "10:00", Temperature: &cold}, ship(out, 30))
		got := b.Page(out).Tag
		if got.WetStorageLot != "W-7" || got.WetStorageDate != "2026-11-11" || got.WetStorageEndDate != "2026-11-13" || got.IcingDate != "2026-11-13" || got.IcingTime != "9:05 am" ||
			got.Destination != "Pike Place" || got.ShipDate != "2026-11-14" || got.ShipTime != "2:30 pm" {
			t.Errorf("%+v", got)
		}
		if b.Left(one) != 20 || b.Left(wet) != 5 || b.Left(out) != 45 {
			t.Errorf("left %d %d %d", b.Left(one), b.Left(wet), b.Left(out))
		}
		expect(t, "too much", b.Refuses(north, ship(out, 46)), "has 45 animals left, less than 46 animals")
		b.Take(north, ship(out, 0)) // all that is left
		expect(t, "nothing left", b.Refuses(north, ship(out, 0)), "Nothing is left of tag")
		expect(t, "to nobody", b.Refuses(north, event.Event{Kind: tag.Ship, TagID: one}), "Please say to whom it is shipped")
		expect(t, "no address", b.Refuses(north, with(ship(one, 1), func(e *event.Event) { e.To = &tag.Consignee{Name: "P", Email: "none"} })), "That is not an email address")
		// What is stated of the tag with which it was shipped is not taken over.
		if next := b.Page(b.Take(north, event.Event{Kind: tag.Retag, From: []event.Draw{{TagID: one}}, Quantity: 1, Unit: ledger.Each})[0]).Tag; next.Destination != "" || next.ShipDate != "" {
			t.Errorf("%+v", next)
		}
	})
}

// Tags of another firm are received by their id, as they came; mixed ones stay apart,
// and are recalled through every parent.
func TestReceivingFromAnotherFirm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.EditPublic(north, farm.PublicChange{HarvesterCert: new("ME-7")})
		b.Record(harvested(bay, "a", "2026-11-10", 100), harvested(bay, "a", "2026-11-11", 100))
		ids := b.Take(north, b.OfHarvest(bay, "a", "2026-11-10", 60), b.OfHarvest(bay, "a", "2026-11-11", 100))
		receive := func(n float64, from ...string) event.Event {
			e := event.Event{Kind: tag.Receive, Day: day("2026-11-12"), Clock: "05:50", Quantity: n, Unit: ledger.Each}
			for _, id := range from {
				e.From = append(e.From, event.Draw{TagID: id})
			}
			return e
		}
		old := b.Make(1, south, tag.Fields{HarvestDate: "2026-11-01", HarvestLocation: "Ledge", CertID: "c1"}) // of before there were quantities
		expect(t, "one's own", b.Refuses(north, receive(1, ids[0])), "is the firm's own")
		expect(t, "another's", b.Refuses(trade, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: ids[0]}}, Quantity: 1, Unit: ledger.Each}), "is another firm's: please receive it first")
		expect(t, "shipping another's", b.Refuses(trade, event.Event{Kind: tag.Ship, TagID: ids[0], To: &tag.Consignee{Name: "N"}}), "The firm has no tag")
		expect(t, "more than it stands for", b.Refuses(trade, receive(61, ids[0])), "more than tag "+ids[0]+" stands for")
		got := b.Take(trade, receive(60, ids[0]), receive(40, ids[0], ids[1]), receive(12, old))
		expect(t, "more with what came before", b.Refuses(trade, receive(1, ids[0])), "more than tag")
		page := b.Page(got[0])
		if page.Tag.Type != tag.TypeDistributor || page.Tag.SourceCert != "ME-7" || page.Tag.ReceiptDate != "2026-11-12" || page.Tag.ReceiptTime != "5:50 am" || page.RootTag.ID != ids[0] {
			t.Errorf("%+v", page.Tag)
		}
		if b.Left(ids[0]) != 60 {
			t.Errorf("the grower has %d left: what others do changes nothing of its own", b.Left(ids[0]))
		}
		if third := b.Page(got[2]).Tag; third.HarvestDate != "2026-11-01" || third.CertID != "" {
			t.Errorf("%+v", third)
		}
		mix := event.Event{Kind: tag.Commingle, From: []event.Draw{{TagID: got[0], Quantity: 5}, {TagID: got[1], Quantity: 5}}, Quantity: 10, Unit: ledger.Each}
		expect(t, "what came mixed", b.Refuses(trade, mix), "came already mixed")
		part := b.Take(trade, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: got[1]}}, Quantity: 10, Unit: ledger.Each})[0]
		b.Recall("State of Maine", ids[1])
		if b.RecalledBy(part) != "State of Maine" || b.RecalledBy(got[0]) != "" {
			t.Errorf("%q %q", b.RecalledBy(part), b.RecalledBy(got[0]))
		}
		paper := event.Event{Kind: tag.Receive, Quantity: 2, Unit: ledger.Bushel, States: event.Stated{HarvestDate: "2026-11-09", HarvestLocation: "NJ Delaware Bay 3", SourceCert: "NJ-12-SS", Parcel: "4"}}
		for field, change := range map[string]func(*event.Stated){
			"harvestDate": func(s *event.Stated) { s.HarvestDate = "" }, "harvestLocation": func(s *event.Stated) { s.HarvestLocation = "" }, "sourceCert": func(s *event.Stated) { s.SourceCert = "" },
		} {
			expect(t, field, b.Refuses(trade, with(paper, func(e *event.Event) { change(&e.States) })), "states."+field)
		}
		two := b.Take(trade, paper, paper)
		b.Take(trade, event.Event{Kind: tag.Commingle, From: []event.Draw{{TagID: two[0], Quantity: 1}, {TagID: two[1], Quantity: 0.5}}, Quantity: 1.5, Unit: ledger.Bushel})
		other := with(paper, func(e *event.Event) { e.States.SourceCert = "NJ-13-SS" })
		third := b.Take(trade, other)[0]
		mix.From = []event.Draw{{TagID: two[0], Quantity: 1}, {TagID: third, Quantity: 1}}
		mix.Quantity, mix.Unit = 2, ledger.Bushel
		expect(t, "another certificate", b.Refuses(trade, mix), "have different original certificates")
	})
}

// A firm changes only its own.
func TestWhoMayTake(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.Record(harvested(bay, "a", "2026-11-10", 100))
		e := b.Event(b.OfHarvest(bay, "a", "2026-11-10", 10))
		if _, err := b.Events.Take(manager, north, []event.Event{e}); err != nil {
			t.Errorf("its manager: %v", err)
		}
		for what, ctx := range map[string]struct{ farmID string }{"another farm": {south}, "none": {id('f', 9)}} {
			if _, err := b.Events.Take(manager, ctx.farmID, []event.Event{e}); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if _, err := b.Events.Take(member, north, []event.Event{e}); !fault.Is(err, fault.NotFound) {
			t.Errorf("a user who is no manager: %v", err)
		}
		if _, err := b.Events.Take(nobody, north, []event.Event{e}); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("nobody: %v", err)
		}
	})
}
