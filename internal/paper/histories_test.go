package paper

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// SUB-11: whatever happens in whatever order, with crashes between every two
// steps, calls that are repeated and processes that start anew: shipped - printed
// is the stock of every type; every order has one invoice, whose lines are its
// own, and is sent at most once; no type has two refills under way.
func TestAnyHistory(t *testing.T) {
	dbtest.EachDrawn(t, 100, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		rapid.Check(t, func(r *rapid.T) {
			form := alpha()
			form.Printers[0].StickerRollCount, form.Printers[0].BlackLineMobile = 5, 4
			h := &history{desk: d, t: t, db: db, printed: map[Type]int64{}, shipped: map[Type]int64{Mobile: 1320, MobileSticker: 1250, BlackLineMobile: 440}}
			h.restarted()
			h.id = d.subscribed(t, form)
			steps := []func(*rapid.T){h.print, h.print, h.print, h.repeatBatch, h.send, h.send, h.repeatParcel, h.adjust, h.more, h.money, h.hold, h.crash, h.jobs, h.jobs}
			for range rapid.IntRange(5, 25).Draw(r, "steps") {
				steps[rapid.IntRange(0, len(steps)-1).Draw(r, "step")](r)
				h.check()
			}
			h.restarted()
			h.jobs(r)
			h.jobs(r)
			h.check()
		})
	})
}

// SUB-11 R16 R17: the same by card, with banks that say no, calls that fail, jobs
// that die in a charge, events that are doubled, reversed and lost, and people who
// pay on Stripe's page and by cheque at once. Nothing is sent that is not paid, and
// in the end Stripe's books are ours.
func TestAnyHistoryByCard(t *testing.T) {
	dbtest.EachDrawn(t, 30, func(t *testing.T, db *sqldb.DB) { // each has a bank, a web server and weeks of jobs
		d := newCardDesk(t, db, newTill(t))
		rapid.Check(t, func(r *rapid.T) {
			d.setTime(d.time.AddDate(0, 0, 91)) // after what the nights still compare of the one before
			h := &history{desk: d, t: t, db: db, printed: map[Type]int64{}, shipped: map[Type]int64{Mobile: 1320}}
			h.id = d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})
			(&story{d, weather{order: calm}, t, h.id}).setUp()
			steps := []func(*rapid.T){
				h.print, h.print, h.repeatBatch, h.send, h.send, h.repeatParcel, h.adjust, h.more, h.money, h.hold, h.crash, h.jobs, h.jobs,
				h.card, h.trouble, h.trouble, h.events, h.time, h.time, h.dieInCharge, h.page,
			}
			for range rapid.IntRange(4, 14).Draw(r, "steps") {
				steps[rapid.IntRange(0, len(steps)-1).Draw(r, "step")](r)
				h.check()
			}
			h.till.reached = nil
			h.till.fake.Mend()
			h.restarted()
			h.wait(t, 3, 25*time.Hour)
			h.hear(t, calm)
			for _, v := range h.invoices() { // whose event was lost; every night does this too
				if v.State == billing.Open {
					_, err := h.bills.Pay(system, h.id, v.ID)
					refused(t, err)
				}
			}
			h.wait(t, 3, 25*time.Hour)
			h.check()
			h.atStripe()
		})
	})
}
