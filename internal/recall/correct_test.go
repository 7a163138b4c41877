package recall_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
)

// RECALL-2: what another firm has received is not still there, whether or not its shipment
// was recorded; a receipt is that of a shipment to the same company, so both count once. A shipment to
// somebody else explains a receipt only if the tag has nothing left that could.
func TestWhatAnotherFirmReceivedIsNotLeft(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		left := func(what string, bags float64) {
			t.Helper()
			reach, err := o.Preview(recaller, "", byDate)
			must(t, err)
			want(t, what, reach.Firms[0].Quantities[0], scope.ReachedQuantity{Unit: "bag", Quantity: 100, Left: bags})
		}
		left("30 of 60 received, 20 and 10 others shipped to somebody else", 40)
		o.ship("more", north, part, 10, tag.Consignee{Name: "Pike Place"})
		left("a part of their shipment is recorded", 40)
		o.ship("most", north, part, 5, tag.Consignee{Name: "Corner Bar"})
		left("more is shipped to somebody else", 35)
		o.take(trade, event.Event{Key: "again", Kind: tag.Receive, TagID: "7b00000000000000000000aa", Day: day("2026-11-13"), Quantity: 30, Unit: "bag", From: []event.Draw{{TagID: part}}})
		left("all of it is received", 30)
		o.take(trade, event.Event{Key: "mistake", Kind: tag.Void, TagID: "7b00000000000000000000aa", Day: day("2026-11-13"), Note: "Another tag"})
		left("the receipt is taken back", 35)
	})
}

// RECALL-1: a yes to what is no longer so is asked anew; nothing is done.
func TestTheReachHasChangedMeanwhile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		reach, err := o.Preview(recaller, "", byDate)
		must(t, err)
		o.ship("5", north, lot[0], 1, tag.Consignee{Name: "New Buyer"})
		d := recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate, Seen: reach.Seen}
		_, err = o.Declare(recaller, d)
		if !fault.Is(err, fault.Stale) || !strings.Contains(err.Error(), "has changed: 3 consignees instead of 2, 61 bags shipped instead of 60 bags. Please look") {
			t.Errorf("%v", err)
		}
		want(t, "the page", o.shows(lot[0]), "")
		if list, err := o.List(recaller, "", "", page.Slice{Limit: 20, Page: 1}); err != nil || len(list.Data) != 0 {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// RECALL-2: who is reached later is told then, once, and what they were shipped is in the book.
func TestWhoIsReachedLater(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.real()
		o.sent = nil
		// Another tag is made of what is recalled, which is shipped no more; but somebody has received it already.
		o.farm(later, farm.Details{Name: "Later", Type: farm.TypeDistributor, Activities: []string{"Receive", "Order"}, Email: "buyer@elsewhere.example"})
		o.take(later, event.Event{Key: "late", Kind: tag.Receive, TagID: "7b00000000000000000000ab", Day: day("2026-11-14"), Quantity: 5, Unit: "bag", From: []event.Draw{{TagID: lot[0]}}})
		o.now = o.now.Add(2 * time.Minute)
		o.work()
		o.now = o.now.Add(2 * time.Minute)
		o.work()
		want(t, "mails", strings.Join(o.to(), " "), "buyer@elsewhere.example")
		want(t, "told", o.party(id, "Later").Told, "delivered")
	})
}

// A correction that reaches less sets the rest free, on record; what was never taken
// out stays recalled, whatever the tags say afterwards.
func TestACorrectionReachesLess(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		wide := scope.Choice{Tags: []string{lot[0], otherLot}}
		id := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: wide})
		o.work()
		want(t, "before", o.shows(otherLot), "Washington State")
		reach, err := o.Preview(recaller, "", byDate)
		must(t, err)
		c := recall.Correction{Words: words(), Choice: byDate, Seen: reach.Seen}
		c.Party = "Washington DOH"
		if err := o.Correct(recaller, "", id, c); !fault.Is(err, fault.Invalid) {
			t.Errorf("without a reason: %v", err)
		}
		c.Why = "The other harvest is of another bay"
		o.sent = nil
		must(t, o.Correct(recaller, "", id, c))
		want(t, "free", o.shows(otherLot), "")
		want(t, "still", o.shows(held), "Washington DOH")
		o.work()
		want(t, "told", strings.Join(o.to(), " "), "buyer@elsewhere.example")
		if !strings.Contains(o.sent[0].Subject, "No longer affected") {
			t.Errorf("%q", o.sent[0].Subject)
		}
		d := o.get(id)
		last := d.History[len(d.History)-1]
		if last.Action != "correct" || last.Detail["why"] != c.Why || last.Detail["rootsRemoved"].(map[string]any)["count"] != 1.0 {
			t.Errorf("%+v", last)
		}
		if p := o.party(id, "Elsewhere"); p.ReleasedAt == nil || len(p.Lines) != 0 {
			t.Errorf("%+v", p)
		}
		want(t, "shipped in all", d.Effectiveness.Totals[0].Shipped, 60.0)
	})
}

// While nobody is reached anew a recall is followed by reading, and mails that wait are
// looked after by reading: a large one would hold up everybody's writes each minute.
func TestARecallThatIsSettledWritesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		var mu sync.Mutex
		wrote := map[string]int{}
		o := newOffice(t, db)
		o.wrote = func(w sqldb.WriteTimes) {
			mu.Lock()
			defer mu.Unlock()
			wrote[w.By]++
		}
		o.real()
		o.now = o.now.Add(2 * time.Minute)
		o.work()
		mu.Lock()
		first := wrote["recall.Service.inPieces"]
		clear(wrote)
		mu.Unlock()
		o.now = o.now.Add(2 * time.Minute)
		o.work()
		if first == 0 || wrote["recall.Service.inPieces"]+wrote["recall.Service.noteEnds"] > 0 {
			t.Errorf("entered by %d writes, and then wrote %v", first, wrote)
		}
	})
}
