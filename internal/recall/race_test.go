package recall_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
)

func tagNumber(n int) string { return fmt.Sprintf("7c%022x", n) }

func splitOf(parent, id string, bags float64) event.Event {
	return event.Event{Key: "split " + id, Kind: tag.Split, TagID: id, Day: day("2026-11-12"), Quantity: bags, Unit: "bag", From: []event.Draw{{TagID: parent}}}
}

func receiptOf(parent, id string) event.Event {
	return event.Event{Key: "receive " + id, Kind: tag.Receive, TagID: id, Day: day("2026-11-13"), Quantity: 1, Unit: "bag", From: []event.Draw{{TagID: parent}}}
}

// RECALL-1: what is written between the reckoning of a yes and its write: where it changes what is
// reached, the yes is asked anew and nothing is done; where it does not, nothing is reckoned twice.
func TestWhatComesBetweenAReckoningAndItsWrite(t *testing.T) {
	type made struct{ first, second string } // tags that a case makes
	cases := map[string]struct {
		do    func(o *office, m made)
		fresh func(m made) string // a tag that is reached by it
		stale bool
	}{
		"a tag made of one that is reached": {func(o *office, m made) { o.take(north, splitOf(lot[0], m.first, 1)) }, func(m made) string { return m.first }, true},
		"made of one made of one": {func(o *office, m made) {
			o.take(trade, splitOf(held, m.first, 1), splitOf(m.first, m.second, 0.5))
		}, func(m made) string { return m.second }, true},
		"another that is meant": {func(o *office, m made) { o.take(north, paper(m.first, "2026-11-10", 3)) }, func(m made) string { return m.first }, true},
		"a shipment of one":     {func(o *office, m made) { o.ship(m.first, trade, held, 1, tag.Consignee{Name: "Late Bar"}) }, func(made) string { return held }, true},
		"one more like it": {func(o *office, m made) {
			o.ship(m.first, trade, held, 1, tag.Consignee{Name: "Corner Bar", Phone: "555 2"})
		}, func(made) string { return held }, true}, // the tag states nothing new
		"one of another harvest": {func(o *office, m made) {
			o.take(north, paper(m.first, "2026-11-12", 3), splitOf(otherLot, m.second, 1))
		}, nil, false},
		"a shipment of another": {func(o *office, m made) { o.ship(m.first, north, otherLot, 1, tag.Consignee{Name: "Late Bar"}) }, nil, false},
		"nothing":               {func(*office, made) {}, nil, false},
	}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		number := 0
		for name, between := range cases { // one after the other, over the same goods
			t.Run(name, func(t *testing.T) {
				defer func(all *testing.T) { o.t = all }(o.t)
				o.t = t
				m := made{tagNumber(number + 1), tagNumber(number + 2)}
				number += 2
				reach, err := o.Preview(recaller, "", byDate)
				must(t, err)
				times := 0
				o.OnReckoned(func(n int) {
					if times++; n == 0 {
						between.do(o, m)
					}
				})
				id, err := o.Declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate, Seen: reach.Seen})
				o.OnReckoned(nil)
				if between.stale {
					if !fault.Is(err, fault.Stale) {
						t.Fatalf("declared: %v", err)
					}
					want(t, "the page before", o.shows(held), "")
					id = o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate})
					want(t, "the page after", o.shows(between.fresh(m)), "Washington State")
				} else {
					must(t, err)
					want(t, "reckoned", times, 1)
					want(t, "the page", o.shows(held), "Washington State")
				}
				must(t, o.End(recaller, "", id, "x", "Still open"))
				o.work()
			})
		}
	})
}

// A farm's drill is about its own part: what comes at other firms has it reckoned anew, again and
// again if need be, and in the write itself in the end.
func TestAReckoningThatNeverHolds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		reach, err := o.Preview(manager, north, byDate)
		must(t, err)
		times := 0
		o.OnReckoned(func(int) {
			times++
			o.take(trade, receiptOf(part, tagNumber(times)))
		})
		id, err := o.Declare(manager, recall.Declaration{Kind: recall.Drill, FarmID: north, Words: words(), Choice: byDate, Seen: reach.Seen})
		must(t, err)
		want(t, "reckoned by reading", times, 4)
		o.OnReckoned(nil)
		o.work()
		want(t, "tags", o.get(id).Reach.Seen.Tags, 2)
	})
}

// RECALL-1: whatever is made while recalls are declared is reached, whether it came before the yes
// or after it, with its children in other firms; and the book has each shipment.
func TestTagsMadeWhileARecallIsDeclared(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		ctx, stop := context.WithCancel(context.Background())
		var made atomic.Int64
		var writers sync.WaitGroup
		take := func(farmID string, e event.Event) { // quantities run out, and a shipment of what is recalled is refused
			if _, err := o.events.Take(system, farmID, []event.Event{e}); err == nil {
				made.Add(1)
			} else if !fault.Is(err, fault.Invalid) && !fault.Is(err, fault.Conflict) {
				t.Error(err)
			}
		}
		for w := range 2 {
			writers.Go(func() {
				for n := w * 1000; ctx.Err() == nil && n < w*1000+60; n += 3 {
					take(north, paper(tagNumber(n), "2026-11-10", 5))
					take(north, splitOf(tagNumber(n), tagNumber(n+1), 2))
					take(trade, receiptOf(tagNumber(n+1), tagNumber(n+2)))
				}
			})
		}
		id := ""
		for tries := 0; id == ""; tries++ {
			reach, err := o.Preview(recaller, "", byDate)
			must(t, err)
			if id, err = o.Declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate, Seen: reach.Seen}); err != nil && !fault.Is(err, fault.Stale) {
				t.Fatal(err)
			}
		}
		after := made.Load()
		time.AfterFunc(300*time.Millisecond, stop)
		writers.Wait()
		stop()
		var ids []string
		must(t, db.Read(nobody, func(tx *sqldb.Tx) (err error) {
			ids, err = sqldb.All(nobody, tx, sqldb.Scalar[string], "SELECT id FROM tags WHERE id LIKE '7c%'")
			return err
		}))
		for _, one := range ids {
			want(t, "the page of "+one, o.shows(one), "Washington State")
		}
		o.work()
		d := o.get(id)
		want(t, "tags of the book", d.Reach.Seen.Tags, int64(len(ids))+3)
		t.Logf("%d made before the yes, %d in all", after, made.Load())
	})
}

// RECALL-2: while a process reckons whom a recall reaches, another one enters them or sets them free: nobody is entered,
// mailed or set free twice.
func TestTwoFollowARecallAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate})
		overtaken := func(follow func(context.Context, string) error) {
			t.Helper()
			o.OnReckoned(func(int) {
				o.OnReckoned(nil)
				must(t, follow(system, id))
			})
			must(t, follow(system, id))
			o.OnReckoned(nil)
		}
		told := func(when string, each int) {
			t.Helper()
			o.work()
			mails := map[string]int{}
			for _, to := range o.to() {
				mails[to]++
			}
			want(t, "who was mailed "+when, len(mails), 3)
			for to, n := range mails {
				want(t, "mails to "+to+" "+when, n, each)
			}
		}
		overtaken(o.Follow)
		want(t, "parties", len(o.get(id).Parties), 4)
		told("at first", 1)
		o.exec("UPDATE recall_parties SET released_at = 1 WHERE recall_id = $1", id)
		overtaken(o.Follow)
		told("once more", 2)
		other := scope.Choice{Tags: []string{otherLot}}
		must(t, o.Correct(recaller, "", id, recall.Correction{Words: words(), Choice: other, Seen: o.seen(other), Why: "Another harvest"}))
		overtaken(o.Release)
		want(t, "told that it reaches them no more", o.rows("recall_notices WHERE kind = 'released'"), 1)
	})
}

// RECALL-2: a recall with more consignees and shipments than one transaction enters, of which every
// following ends after a piece: everybody is entered and mailed once, with all that was shipped to them.
func TestAFollowingInPiecesThatEndsAfterEach(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		var stop func()
		o.wrote = func(w sqldb.WriteTimes) {
			if w.By == "recall.Service.inPieces" {
				stop()
			}
		}
		const bars, large = 30, 600
		events := []event.Event{paper(tagNumber(1), "2026-11-10", 1000)}
		ship := func(key string, to tag.Consignee) {
			events = append(events, event.Event{Key: key, Kind: tag.Ship, TagID: tagNumber(1), Day: day("2026-11-13"), Quantity: 0.5, Unit: "bag", To: &to})
		}
		for n := range bars {
			name := fmt.Sprintf("Bar %02d", n)
			ship(name, tag.Consignee{Name: name, Email: fmt.Sprintf("bar%02d@bars.example", n)})
		}
		for n := range large {
			ship(fmt.Sprint("large ", n), tag.Consignee{Name: "Large House", Email: "large@house.example"})
		}
		for len(events) > 0 {
			some := events[:min(len(events), 100)]
			o.take(north, some...)
			events = events[len(some):]
		}
		id := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate})
		db.SpentAfter(0)
		o.AtOnce(10)
		rounds, ended := 0, false
		for ; !ended; rounds++ {
			var ctx context.Context
			ctx, stop = context.WithCancel(system)
			err := o.Follow(ctx, id)
			if ended = err == nil; !ended && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
		if rounds < 5 {
			t.Errorf("entered in %d rounds", rounds)
		}
		stop = func() {}
		o.work()
		d := o.get(id)
		want(t, "parties", len(d.Parties), 2+2+bars+1)
		want(t, "shipped", d.Effectiveness.Totals[0].Shipped, 60+bars*0.5+large*0.5)
		want(t, "of the large one", o.party(id, "Large House").Totals[0].Shipped, large*0.5)
		mails := map[string]int{}
		for _, to := range o.to() {
			mails[to]++
		}
		want(t, "who was mailed", len(mails), 3+bars+1)
		for _, l := range o.sent {
			if l.To == "large@house.example" && !strings.Contains(l.Text, "and 550 more shipments") {
				t.Errorf("the large one is told of %s", l.Text)
			}
		}
		for to, n := range mails {
			want(t, "mails to "+to, n, 1)
		}
		for _, h := range d.History {
			if strings.Contains(h.Action, "reach") {
				t.Errorf("the first following is the declaration's: %+v", h)
			}
		}
	})
}
