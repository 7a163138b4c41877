package tag_test

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
	"github.com/merroir/merroir/internal/tag/stock"
)

var bay, cove = id('e', 1), id('e', 2) // growing areas of North Bay

func day(text string) ledger.Day {
	d, err := ledger.ParseDay(text)
	if err != nil {
		panic(err)
	}
	return d
}

// book is the world with a book at North Bay: 1,000 animals in each of two bags at
// Bay, and 1,000 at Cove.
type book struct {
	*world
	ledgers *ledger.Service
	lots    map[string]string // id by nickname
	keys    int
}

var bags = ledger.Group{OysterType: "Pacific oyster", Year: 2025}

func lotOf(name string) ledger.Lot {
	return ledger.Lot{Group: bags, SizeLabel: "Select", Nickname: name}
}

func newBook(t *testing.T, db *sqldb.DB) *book {
	t.Helper()
	b := &book{world: newWorld(t, db), lots: map[string]string{}}
	b.ledgers = ledger.New(db, b.clock)
	b.ledgers.KeepTagged(stock.Tagged())
	b.farms.Keep(ledger.Keeper(), b.Service.Keeper(), b.reaches.Keeper())
	for i, name := range []string{"Bay", "Cove"} {
		_, err := b.farms.AddLease(system, north, farm.Lease{ID: id('e', i+1), Name: name})
		must(t, err)
	}
	for _, name := range []string{"a", "b"} {
		b.record(ledger.Activity{Kind: ledger.Plant, Day: day("2026-01-01"), Place: ledger.Place{LeaseID: bay, Lot: lotOf(name)}, Count: 1000})
	}
	b.record(ledger.Activity{Kind: ledger.Plant, Day: day("2026-01-01"), Place: ledger.Place{LeaseID: cove, Lot: lotOf("a")}, Count: 1000})
	places, err := b.ledgers.Places(system, north)
	must(t, err)
	for _, p := range places {
		b.lots[p.Lot.Nickname] = p.LotID
	}
	return b
}

func (b *book) record(activities ...ledger.Activity) []int64 {
	b.t.Helper()
	result, err := b.ledgers.Record(system, north, activities)
	must(b.t, err)
	return result.Numbers
}

func harvested(lease, name, on string, animals int64) ledger.Activity {
	return ledger.Activity{Kind: ledger.Harvest, Day: day(on), Place: ledger.Place{LeaseID: lease, Lot: lotOf(name)}, Count: animals}
}

// event gives it a key of its own, unless it has one.
func (b *book) event(e event.Event) event.Event {
	if e.Key == "" {
		b.keys++
		e.Key = fmt.Sprint("k", b.keys)
	}
	if e.Day == 0 {
		e.Day = day("2026-11-15")
	}
	return e
}

func (b *book) take(farmID string, events ...event.Event) []string {
	b.t.Helper()
	for i := range events {
		events[i] = b.event(events[i])
	}
	taken, err := b.events.Take(system, farmID, events)
	if err != nil {
		b.t.Fatalf("%v: %+v", err, fault.As(err).Fields)
	}
	ids := make([]string, len(taken))
	for i, one := range taken {
		ids[i] = one.TagID
	}
	return ids
}

// refuses gives the fields of the fault, as "field: message".
func (b *book) refuses(farmID string, events ...event.Event) string {
	b.t.Helper()
	for i := range events {
		events[i] = b.event(events[i])
	}
	_, err := b.events.Take(system, farmID, events)
	if err == nil {
		b.t.Fatalf("%+v was taken", events)
	}
	var text []string
	for _, f := range fault.As(err).Fields {
		text = append(text, f.Name+": "+f.Message)
	}
	return strings.Join(text, "\n")
}

func (b *book) ofHarvest(lease, name, on string, animals int64) event.Event {
	return event.Event{Kind: tag.Harvest, Day: day(on), Clock: "06:40", LeaseID: lease, Lots: []event.LotDraw{{LotID: b.lots[name], Animals: animals}}}
}

// left is the remainder of a tag.
func (b *book) left(id string) (left int64) {
	b.t.Helper()
	must(b.t, b.db.Read(nobody, func(tx *sqldb.Tx) (err error) {
		left, err = sqldb.One(nobody, tx, sqldb.Scalar[int64], "SELECT remainder FROM tags WHERE id = $1", id)
		return err
	}))
	return left
}

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
		b.public(north, farm.PublicChange{HarvesterCert: new("ME-7")})
		b.record(harvested(bay, "a", "2026-11-10", 300), harvested(bay, "b", "2026-11-10", 100), harvested(bay, "a", "2026-11-11", 50))
		both := b.ofHarvest(bay, "a", "2026-11-10", 200)
		both.Lots = append(both.Lots, event.LotDraw{LotID: b.lots["b"], Animals: 100})
		both.Quantity, both.Unit, both.States.Brand = 3, ledger.Bag, "Bay Selects"
		dozens := b.ofHarvest(bay, "a", "2026-11-10", 60)
		dozens.Quantity, dozens.Unit = 5, ledger.Dozen
		ids := b.take(north, both, dozens)
		page := b.page(ids[0])
		want := tag.Fields{Brand: "Bay Selects", Species: tag.Species{Value: "Pacific oyster"}, SizeCull: "Select", SourceCert: "ME-7", VendorType: "Harvester",
			HarvestDate: "2026-11-10", HarvestTime: "6:40 am", HarvestLocation: "Bay, Maine"}
		if page.Tag.Fields != want || page.Tag.Type != tag.TypeFarm || page.RootTag != nil {
			t.Errorf("page %+v", page.Tag)
		}
		if b.left(ids[0]) != 3000 || b.left(ids[1]) != 60 {
			t.Errorf("left %d %d", b.left(ids[0]), b.left(ids[1]))
		}
		for what, tt := range map[string]struct {
			event event.Event
			want  string
		}{
			"more than is left": {b.ofHarvest(bay, "a", "2026-11-10", 41), "events.0.lots.0.animals: 300 were harvested in Bay on 10 November 2026, and 260 of them are on tags already."},
			"another day":       {b.ofHarvest(bay, "a", "2026-11-12", 1), "Nothing of this lot was harvested there on 12 November 2026"},
			"another area":      {b.ofHarvest(cove, "a", "2026-11-10", 1), "Nothing of this lot"},
			"tomorrow":          {b.ofHarvest(bay, "a", "2026-11-21", 1), "is in the future (today is 20 November 2026)"},
			"no lots":           {event.Event{Kind: tag.Harvest, LeaseID: bay}, "A harvest takes from 1 to 100 lots"},
			"a false quantity":  {with(b.ofHarvest(bay, "a", "2026-11-10", 12), func(e *event.Event) { e.Quantity, e.Unit = 2, ledger.Dozen }), "It takes 12 animals and states 24"},
			"a date of its own": {with(b.ofHarvest(bay, "a", "2026-11-10", 12), func(e *event.Event) { e.States.HarvestDate = "2026-11-09" }), "are copied, and cannot be given"},
		} {
			expect(t, what, b.refuses(north, tt.event), tt.want)
		}
		// All of a batch or nothing, with the reason of each that cannot be.
		got := b.refuses(north, b.ofHarvest(bay, "a", "2026-11-10", 40), b.ofHarvest(bay, "a", "2026-11-10", 1), b.ofHarvest(bay, "b", "2026-11-10", 1))
		expect(t, "second", got, "events.1.lots.0.animals: 300 were")
		expect(t, "third", got, "events.2.lots.0.animals: 100 were")
		b.take(north, b.ofHarvest(bay, "a", "2026-11-10", 40)) // so nothing was taken
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
		b.record(harvested(bay, "a", "2026-11-10", 100))
		e := b.ofHarvest(bay, "a", "2026-11-10", 60)
		e.Key, e.TagID = "phone 7", id('b', 1)
		first := b.take(north, e)
		again, err := b.events.Take(system, north, []event.Event{e, e})
		must(t, err)
		if first[0] != id('b', 1) || again[0].TagID != first[0] || !again[0].Again || !again[1].Again || b.left(first[0]) != 60 {
			t.Errorf("%v, then %+v", first, again)
		}
		e.Lots[0].Animals = 30
		if _, err := b.events.Take(system, north, []event.Event{e}); !fault.Is(err, fault.Conflict) {
			t.Errorf("other content: %v", err)
		}
		e.Key = "phone 8"
		if _, err := b.events.Take(system, north, []event.Event{e}); !fault.Is(err, fault.Conflict) {
			t.Errorf("another tag with the id: %v", err)
		}
	})
}

// Many at once never tag more than was harvested, nor take more than is left.
func TestManyAtOnceNeverTakeTooMuch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		numbers := b.record(harvested(bay, "a", "2026-11-10", 100))
		source := b.take(north, b.ofHarvest(bay, "a", "2026-11-10", 40))[0]
		var wg sync.WaitGroup
		var mu sync.Mutex
		tagged, split, undone := int64(40), int64(0), false
		for i := range 8 {
			wg.Go(func() {
				h := b.ofHarvest(bay, "a", "2026-11-10", 15)
				h.Key = fmt.Sprint("h", i)
				_, hErr := b.events.Take(system, north, []event.Event{h})
				_, sErr := b.events.Take(system, north, []event.Event{{Key: fmt.Sprint("s", i), Kind: tag.Split, Day: day("2026-11-11"), From: []event.Draw{{TagID: source}}, Quantity: 15, Unit: ledger.Each}})
				_, uErr := b.ledgers.Record(system, north, []ledger.Activity{{Key: fmt.Sprint("u", i), Reverses: numbers[0]}})
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
		if tagged != 100 || split != 30 || undone || b.left(source) != 10 {
			t.Errorf("tagged %d of 100, split %d of 40, %d left, undone %v", tagged, split, b.left(source), undone)
		}
	})
}

// A correction that would leave less harvested than is on tags is refused, naming
// them; one that harvests as much again in the same batch is not. What a clean or a
// delete removes, tags have copied.
func TestLessIsNeverHarvestedThanIsOnTags(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		numbers := b.record(harvested(bay, "a", "2026-11-10", 100), harvested(bay, "a", "2026-11-10", 60), harvested(bay, "b", "2026-11-10", 5))
		tagID := b.take(north, b.ofHarvest(bay, "a", "2026-11-10", 70))[0]
		_, err := b.ledgers.Record(system, north, []ledger.Activity{{Reverses: numbers[0]}})
		if !fault.Is(err, fault.Conflict) {
			t.Fatalf("undone: %v", err)
		}
		expect(t, "undone", err.Error(), "it would leave 60 harvested in Bay on 10 November 2026, where 70 are on tags: "+tagID)
		_, err = b.ledgers.Record(system, north, []ledger.Activity{{Reverses: numbers[0]}, harvested(bay, "a", "2026-11-10", 9)})
		var refused *ledger.Refused
		if !errors.As(err, &refused) || refused.Total != 1 || refused.First[0].Activity != 0 {
			t.Errorf("not as much again: %v", err)
		}
		for what, right := range map[string]*ledger.Activity{"corrected to less": new(harvested(bay, "a", "2026-11-10", 9)), "to another day": new(harvested(bay, "a", "2026-11-11", 100)), "taken away": nil} {
			for _, try := range []bool{true, false} {
				_, err := b.ledgers.Correct(system, north, ledger.Correction{Number: numbers[0], Reason: "typed wrongly", Right: right, Try: try})
				if err == nil || !strings.Contains(err.Error(), "where 70 are on tags: "+tagID) {
					t.Errorf("%s, only tried: %v: %v", what, try, err)
				}
			}
		}
		b.record(ledger.Activity{Reverses: numbers[1]}, ledger.Activity{Reverses: numbers[2]}) // what nobody tagged
		corrected := b.record(ledger.Activity{Reverses: numbers[0]}, harvested(bay, "a", "2026-11-10", 70))
		if _, err := b.ledgers.Record(system, north, []ledger.Activity{{Reverses: corrected[1]}}); err == nil {
			t.Error("what was recorded again was undone")
		}
		before := fmt.Sprintf("%+v", b.page(tagID))
		copies := func() (text string) {
			must(t, db.Read(nobody, func(tx *sqldb.Tx) (err error) {
				text, err = sqldb.One(nobody, tx, sqldb.Scalar[string], "SELECT area || lot || animals || ' ' || day || ' ' || lot_id FROM tag_harvests WHERE tag_id = $1", tagID)
				return err
			}))
			return text
		}
		copied := copies()
		expect(t, "copied", copied, `Bay{"group":{"oysterType":"Pacific oyster"`)
		_, err = b.farms.Clean(system, north, "")
		must(t, err)
		if got := fmt.Sprintf("%+v", b.page(tagID)); got != before || copies() != copied {
			t.Errorf("after a clean %s, %s", got, copies())
		}
		expect(t, "after a clean", b.refuses(north, b.ofHarvest(bay, "a", "2026-11-10", 1)), "Nothing of this lot")
		b.take(north, event.Event{Kind: tag.Ship, TagID: tagID, To: &tag.Consignee{Name: "Pike Place"}, Quantity: 7, Unit: ledger.Each})
		_, err = b.farms.Delete(system, north, "")
		must(t, err)
		if b.page(tagID).Tag.HarvestLocation != "Bay, Maine" || copies() != copied || b.left(tagID) != 63 {
			t.Errorf("after a delete %+v", b.page(tagID))
		}
	})
}

// What is on tags is retagged, split and put together within what is left; what
// differs in harvest date, area or certificate is kept apart, by the rule's name.
func TestRetagSplitAndCommingle(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.record(harvested(bay, "a", "2026-11-10", 300), harvested(bay, "b", "2026-11-10", 100), harvested(bay, "a", "2026-11-11", 100), harvested(cove, "a", "2026-11-10", 100))
		ids := b.take(north, b.ofHarvest(bay, "a", "2026-11-10", 100), b.ofHarvest(bay, "b", "2026-11-10", 100), b.ofHarvest(bay, "a", "2026-11-11", 100), b.ofHarvest(cove, "a", "2026-11-10", 100))
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
			expect(t, what, b.refuses(north, tt.event), tt.want)
		}
		mixed := b.take(north, mix(150, draw(one, 90), draw(two, 60)))[0]
		if got := b.page(mixed); got.Tag.HarvestDate != "2026-11-10" || got.Tag.HarvestLocation != "Bay, Maine" || got.RootTag == nil || b.left(one) != 10 || b.left(two) != 40 {
			t.Errorf("%+v, %d and %d left", got.Tag, b.left(one), b.left(two))
		}
		parts := b.take(north,
			event.Event{Kind: tag.Split, From: []event.Draw{{TagID: mixed}}, Quantity: 8, Unit: ledger.Dozen},
			event.Event{Kind: tag.Retag, From: []event.Draw{draw(mixed, 54)}, Quantity: 2.5, Unit: ledger.Bushel})
		if b.left(mixed) != 0 || b.left(parts[0]) != 96 || b.left(parts[1]) != 2500 {
			t.Errorf("%d, %d and %d left", b.left(mixed), b.left(parts[0]), b.left(parts[1]))
		}
		expect(t, "empty", b.refuses(north, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: mixed}}, Quantity: 1, Unit: ledger.Each}), "has 0 animals left")
		b.recall("State of Maine", two)
		if b.recalledBy(parts[1]) != "State of Maine" || b.recalledBy(one) != "" {
			t.Error("the recall does not go through the commingling")
		}
	})
}

// Shipping, icing, temperatures and wet storage, as the page and the balance have them.
func TestShippingIcingAndWetStorage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.record(harvested(bay, "a", "2026-11-10", 100))
		one := b.take(north, b.ofHarvest(bay, "a", "2026-11-10", 100))[0]
		wet := b.take(north, event.Event{Kind: tag.WetStorageIn, WetStorageLot: "W-7", Day: day("2026-11-11"), From: []event.Draw{{TagID: one}}, Quantity: 80, Unit: ledger.Each})[0]
		ship := func(id string, n float64) event.Event {
			return event.Event{Kind: tag.Ship, TagID: id, Quantity: n, To: &tag.Consignee{Name: "Pike Place", Email: "buy@pike.example"}, Clock: "14:30", Day: day("2026-11-14")}
		}
		expect(t, "shipped from storage", b.refuses(north, ship(wet, 1)), "is in wet storage: please take it out first")
		expect(t, "split in storage", b.refuses(north, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: wet}}, Quantity: 1, Unit: ledger.Each}), "is in wet storage")
		expect(t, "out of what is not in", b.refuses(north, event.Event{Kind: tag.WetStorageOut, From: []event.Draw{{TagID: one}}, Quantity: 1, Unit: ledger.Each}), "is not in wet storage")
		out := b.take(north, event.Event{Kind: tag.WetStorageOut, Day: day("2026-11-13"), From: []event.Draw{{TagID: wet}}, Quantity: 75, Unit: ledger.Each})[0]
		cold := int64(85)
		b.take(north, event.Event{Kind: tag.Ice, TagID: out, Day: day("2026-11-13"), Clock: "09:05"},
			event.Event{Kind: tag.Temperature, TagID: out, Day: day("2026-11-13"), Clock: "10:00", Temperature: &cold}, ship(out, 30))
		got := b.page(out).Tag
		if got.WetStorageLot != "W-7" || got.WetStorageDate != "2026-11-11" || got.WetStorageEndDate != "2026-11-13" || got.IcingDate != "2026-11-13" || got.IcingTime != "9:05 am" ||
			got.Destination != "Pike Place" || got.ShipDate != "2026-11-14" || got.ShipTime != "2:30 pm" {
			t.Errorf("%+v", got)
		}
		if b.left(one) != 20 || b.left(wet) != 5 || b.left(out) != 45 {
			t.Errorf("left %d %d %d", b.left(one), b.left(wet), b.left(out))
		}
		expect(t, "too much", b.refuses(north, ship(out, 46)), "has 45 animals left, less than 46 animals")
		b.take(north, ship(out, 0)) // all that is left
		expect(t, "nothing left", b.refuses(north, ship(out, 0)), "Nothing is left of tag")
		expect(t, "to nobody", b.refuses(north, event.Event{Kind: tag.Ship, TagID: one}), "Please say to whom it is shipped")
		expect(t, "no address", b.refuses(north, with(ship(one, 1), func(e *event.Event) { e.To = &tag.Consignee{Name: "P", Email: "none"} })), "That is not an email address")
		// What is stated of the tag with which it was shipped is not taken over.
		if next := b.page(b.take(north, event.Event{Kind: tag.Retag, From: []event.Draw{{TagID: one}}, Quantity: 1, Unit: ledger.Each})[0]).Tag; next.Destination != "" || next.ShipDate != "" {
			t.Errorf("%+v", next)
		}
	})
}

// Tags of another firm are received by their id, as they came; mixed ones stay apart,
// and are recalled through every parent.
func TestReceivingFromAnotherFirm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.public(north, farm.PublicChange{HarvesterCert: new("ME-7")})
		b.record(harvested(bay, "a", "2026-11-10", 100), harvested(bay, "a", "2026-11-11", 100))
		ids := b.take(north, b.ofHarvest(bay, "a", "2026-11-10", 60), b.ofHarvest(bay, "a", "2026-11-11", 100))
		receive := func(n float64, from ...string) event.Event {
			e := event.Event{Kind: tag.Receive, Day: day("2026-11-12"), Clock: "05:50", Quantity: n, Unit: ledger.Each}
			for _, id := range from {
				e.From = append(e.From, event.Draw{TagID: id})
			}
			return e
		}
		old := b.make(1, south, tag.Fields{HarvestDate: "2026-11-01", HarvestLocation: "Ledge", CertID: "c1"}) // of before there were quantities
		expect(t, "one's own", b.refuses(north, receive(1, ids[0])), "is the firm's own")
		expect(t, "another's", b.refuses(trade, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: ids[0]}}, Quantity: 1, Unit: ledger.Each}), "is another firm's: please receive it first")
		expect(t, "shipping another's", b.refuses(trade, event.Event{Kind: tag.Ship, TagID: ids[0], To: &tag.Consignee{Name: "N"}}), "The firm has no tag")
		expect(t, "more than it stands for", b.refuses(trade, receive(61, ids[0])), "more than tag "+ids[0]+" stands for")
		got := b.take(trade, receive(60, ids[0]), receive(40, ids[0], ids[1]), receive(12, old))
		expect(t, "more with what came before", b.refuses(trade, receive(1, ids[0])), "more than tag")
		page := b.page(got[0])
		if page.Tag.Type != tag.TypeDistributor || page.Tag.SourceCert != "ME-7" || page.Tag.ReceiptDate != "2026-11-12" || page.Tag.ReceiptTime != "5:50 am" || page.RootTag.ID != ids[0] {
			t.Errorf("%+v", page.Tag)
		}
		if b.left(ids[0]) != 60 {
			t.Errorf("the grower has %d left: what others do changes nothing of its own", b.left(ids[0]))
		}
		if third := b.page(got[2]).Tag; third.HarvestDate != "2026-11-01" || third.CertID != "" {
			t.Errorf("%+v", third)
		}
		mix := event.Event{Kind: tag.Commingle, From: []event.Draw{{TagID: got[0], Quantity: 5}, {TagID: got[1], Quantity: 5}}, Quantity: 10, Unit: ledger.Each}
		expect(t, "what came mixed", b.refuses(trade, mix), "came already mixed")
		part := b.take(trade, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: got[1]}}, Quantity: 10, Unit: ledger.Each})[0]
		b.recall("State of Maine", ids[1])
		if b.recalledBy(part) != "State of Maine" || b.recalledBy(got[0]) != "" {
			t.Errorf("%q %q", b.recalledBy(part), b.recalledBy(got[0]))
		}
		paper := event.Event{Kind: tag.Receive, Quantity: 2, Unit: ledger.Bushel, States: event.Stated{HarvestDate: "2026-11-09", HarvestLocation: "NJ Delaware Bay 3", SourceCert: "NJ-12-SS", Parcel: "4"}}
		for field, change := range map[string]func(*event.Stated){
			"harvestDate": func(s *event.Stated) { s.HarvestDate = "" }, "harvestLocation": func(s *event.Stated) { s.HarvestLocation = "" }, "sourceCert": func(s *event.Stated) { s.SourceCert = "" },
		} {
			expect(t, field, b.refuses(trade, with(paper, func(e *event.Event) { change(&e.States) })), "states."+field)
		}
		two := b.take(trade, paper, paper)
		b.take(trade, event.Event{Kind: tag.Commingle, From: []event.Draw{{TagID: two[0], Quantity: 1}, {TagID: two[1], Quantity: 0.5}}, Quantity: 1.5, Unit: ledger.Bushel})
		other := with(paper, func(e *event.Event) { e.States.SourceCert = "NJ-13-SS" })
		third := b.take(trade, other)[0]
		mix.From = []event.Draw{{TagID: two[0], Quantity: 1}, {TagID: third, Quantity: 1}}
		mix.Quantity, mix.Unit = 2, ledger.Bushel
		expect(t, "another certificate", b.refuses(trade, mix), "have different original certificates")
	})
}

// A firm changes only its own.
func TestWhoMayTake(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		b.record(harvested(bay, "a", "2026-11-10", 100))
		e := b.event(b.ofHarvest(bay, "a", "2026-11-10", 10))
		if _, err := b.events.Take(manager, north, []event.Event{e}); err != nil {
			t.Errorf("its manager: %v", err)
		}
		for what, ctx := range map[string]struct{ farmID string }{"another farm": {south}, "none": {id('f', 9)}} {
			if _, err := b.events.Take(manager, ctx.farmID, []event.Event{e}); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if _, err := b.events.Take(member, north, []event.Event{e}); !fault.Is(err, fault.NotFound) {
			t.Errorf("a user who is no manager: %v", err)
		}
		if _, err := b.events.Take(nobody, north, []event.Event{e}); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("nobody: %v", err)
		}
	})
}
