package paper

import (
	"bytes"
	"compress/zlib"
	"context"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

var address = farm.ShippingForm{Name: "Ann", Address1: "1 Pier", City: "Bath", State: "Maine", PostalCode: "04530", Country: "USA"}

// alpha is a subscription of one mobile printer with 12 rolls: 1,320 tags.
func alpha() SubscriptionForm {
	return SubscriptionForm{ShippingAddress: &address, Printers: []ChosenPrinter{{ID: "p1", Name: "TSC ALPHA-30RB", PaperType: mobileRoll, RollCount: 12}}}
}

// subscribed makes a farm whose setup was paid and sent.
func (d *desk) subscribed(t *testing.T, form SubscriptionForm) (id string) {
	t.Helper()
	id = d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})
	must(t, d.Subscribe(system, id, form))
	d.pay(t, id)
	d.sendAll(t)
	return id
}

// pay records the payment of every open invoice of the farm.
func (d *desk) pay(t *testing.T, id string) {
	t.Helper()
	list, err := d.bills.List(system, id, billing.Open, page.Slice{Limit: 100, Page: 1})
	must(t, err)
	for _, v := range list.Data {
		_, err := d.bills.RecordPayment(system, id, v.ID, "cheque 7")
		must(t, err)
	}
}

func (d *desk) queued(t *testing.T, state QueueState) []Shipment {
	t.Helper()
	return d.queuedOf(t, "", state)
}

// queuedOf gives those of one farm.
func (d *desk) queuedOf(t *testing.T, id string, state QueueState) []Shipment {
	t.Helper()
	list, err := d.Queue(system, QueueQuery{State: state, FarmID: id, Page: page.Slice{Limit: 100, Page: 1}})
	must(t, err)
	return list.Data
}

// sendAll sends what is to be sent.
func (d *desk) sendAll(t *testing.T) {
	t.Helper()
	for _, sh := range d.queued(t, ToSend) {
		must(t, d.Send(system, []Parcel{{sh.ID, sh.FarmID, "UPS", "1Z" + sh.ID[:4]}}))
	}
	d.run(t)
}

func (d *desk) run(t *testing.T) {
	t.Helper()
	must(t, d.queue.RunUntilIdle(t.Context()))
}

// print counts prints and lets the jobs run.
func (d *desk) print(t *testing.T, id, batch string, t1 Type, count int64) {
	t.Helper()
	must(t, d.Print(system, id, PrintBatch{BatchID: batch, Confirmed: true, Prints: []Prints{{string(t1), count}}}))
	d.run(t)
}

func (d *desk) record(t *testing.T, id string) FarmRecord {
	t.Helper()
	r, err := d.Farm(system, id)
	must(t, err)
	return r
}

// subjects are those of the mails since the last look.
func (d *desk) subjects(t *testing.T, seen int) (all []string) {
	t.Helper()
	for _, m := range d.mails(t) {
		all = append(all, m.Subject)
		_, way, leads := strings.Cut(m.Text, ":\nhttps://merroir.example/")
		if toTeam := m.To == "<team@merroir.example>"; !leads || toTeam != strings.HasPrefix(way, "farms/") || !strings.Contains(m.HTML, "https://merroir.example/"+strings.TrimSpace(strings.Split(way, "\n")[0])) {
			t.Errorf("%s to %s leads to %q", m.Subject, m.To, way)
		}
	}
	slices.Reverse(all) // the newest stands first
	if len(all) > 1 && seen > len(all) {
		t.Fatalf("%d mails", len(all))
	}
	return all[seen:]
}

// SUB-11 PAPER-12 SUB-3 SUB-6: from the setup to the first refill: each step
// once, the invoice with its lines, the stock and the history.
func TestFromSetupToRefill(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})
		must(t, d.Subscribe(system, id, alpha()))
		r := d.record(t, id)
		if r.TaggingActive != farm.TaggingPending || r.TaggingInvoiceAmount != 539_00 || r.TaggingSetupInvoice == "" || r.MobileRollRefillCount != 12 || r.NextMobileShipment != mobileRoll || r.PaperSize != `7"` {
			t.Fatalf("pending: %+v", r.Overview)
		}
		if len(d.queued(t, ToSend)) != 0 || len(d.queued(t, Owing)) != 1 {
			t.Error("an unpaid setup is to be sent")
		}
		d.pay(t, id)
		if r = d.record(t, id); r.TaggingActive != farm.TaggingOn || r.TaggingInvoiceAmount != 0 || r.TagsInStock.Mobile != 0 {
			t.Fatalf("paid: %+v", r)
		}
		d.sendAll(t)
		r = d.record(t, id)
		if th := r.TaggingRefillThreshold.Mobile; th != (Threshold{1320, 660, 330, mobileRoll, 12}) || r.TagsInStock.Mobile != 1320 {
			t.Fatalf("sent: %+v", th)
		}
		if next := r.NextShipments; len(next) != 1 || next[0] != (NextShipment{Mobile, 660, 330, "12 rolls of mobile paper", 126_00, Stocked}) {
			t.Errorf("next: %+v", next)
		}
		before := len(d.subjects(t, 0))
		d.print(t, id, "b1", Mobile, 659)
		if got := d.subjects(t, before); len(got) != 0 {
			t.Errorf("too early: %q", got)
		}
		d.print(t, id, "b2", Mobile, 1)
		d.print(t, id, "b3", Mobile, 1)
		if got := d.subjects(t, before); !slices.Equal(got, []string{"Stony Point will get new paper soon"}) {
			t.Errorf("at the reminder count: %q", got)
		}
		d.print(t, id, "b4", Mobile, 329)
		d.print(t, id, "b5", Mobile, 5)
		if got := d.subjects(t, before+1); !slices.Equal(got, []string{"Paper was ordered for Stony Point"}) {
			t.Errorf("at the shipment count: %q", got)
		}
		open := d.queued(t, ToSend)
		if len(open) != 1 || open[0].Kind != RefillOrder || open[0].Total != 126_00 || open[0].InvoiceState != billing.Open || open[0].Address != farm.ShippingAddress(address) {
			t.Fatalf("to send: %+v", open)
		}
		d.sendAll(t)
		must(t, d.Send(system, []Parcel{{open[0].ID, id, "UPS", "1Z" + open[0].ID[:4]}})) // the same again
		if err := d.Send(system, []Parcel{{open[0].ID, id, "UPS", "other"}}); !fault.Is(err, fault.Conflict) {
			t.Errorf("sent with another number: %v", err)
		}
		r = d.record(t, id)
		if r.TagsInStock.Mobile != 2*1320-995 || r.TotalPrinted.Mobile != 995 || r.TaggingRefillThreshold.Mobile.ShippedCount != 2640 {
			t.Errorf("stock: %+v", r.TagsInStock)
		}
		history := r.TaggingInvoices.Mobile
		if len(history) != 2 || history[0].Amount != 126_00 || history[0].TagsShipped != 1320 || history[0].Name != "12 rolls of mobile paper" ||
			history[1].Amount != 0 || history[0].Date != "2026-11-20" || history[0].Refunded || history[0].ID != open[0].InvoiceID {
			t.Errorf("history: %+v", history)
		}
	})
}

// SUB-11: a batch counts once; the same id with other prints is refused; an app
// with its key may send it.
func TestABatchCountsOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.subscribed(t, alpha())
		batch := PrintBatch{BatchID: "b1", Prints: []Prints{{"mobileLaminated", 10}, {"mobile", 5}, {"industrial", 7}}}
		must(t, d.Print(system, id, batch))
		d.app = "printing"
		must(t, d.Print(t.Context(), id, batch))
		err := d.Print(t.Context(), id, PrintBatch{BatchID: "b1", Prints: []Prints{{"mobile", 16}}})
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("another body: %v", err)
		}
		if err := d.Print(t.Context(), "none", batch); !fault.Is(err, fault.NotFound) {
			t.Errorf("no such farm: %v", err)
		}
		d.app = ""
		for name, ctx := range map[string]context.Context{"nobody": t.Context(), "a manager of another farm": manager} {
			if err := d.Print(ctx, id, PrintBatch{BatchID: "b2", Prints: batch.Prints}); err == nil {
				t.Errorf("%s may print", name)
			}
		}
		for _, bad := range []PrintBatch{{BatchID: "b3", Prints: []Prints{{"gold", 1}}}, {BatchID: "b3", Prints: []Prints{{"mobile", 0}}}, {BatchID: "b3", Prints: []Prints{{"mobile", -5}}}, {Prints: batch.Prints}} {
			if err := d.Print(system, id, bad); !fault.Is(err, fault.Invalid) {
				t.Errorf("%v: %v", bad, err)
			}
		}
		if r := d.record(t, id); r.TotalPrinted.Mobile != 15 || r.TotalPrinted.Industrial != 7 || r.TagsInStock.Industrial != -7 {
			t.Errorf("printed: %+v", r.TotalPrinted)
		}
	})
}

// SUB-4 SUB-11: a hold stops shipping but not counting: an order waits without an
// invoice, and goes on when the farm removes the hold.
func TestAHoldStopsShippingButNotCounting(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.subscribed(t, alpha())
		if err := d.PlaceHold(manager, id, "mobile", "x"); !fault.Is(err, fault.Denied) {
			t.Errorf("a manager places a hold: %v", err)
		}
		before := len(d.subjects(t, 0))
		must(t, d.PlaceHold(keeper, id, "mobileLaminated", "The pier is closed."))
		must(t, d.PlaceHold(keeper, id, "mobile", "The pier is closed."))
		d.print(t, id, "b1", Mobile, 1000)
		if r := d.record(t, id); r.TagsInStock.Mobile != 320 || len(r.ShipmentHolds) != 1 || r.ShipmentHolds[0].Reason != "The pier is closed." {
			t.Errorf("held: %+v", r.ShipmentHolds)
		}
		held := d.queued(t, Held)
		if len(held) != 1 || held[0].State != Waiting || held[0].InvoiceID != "" || len(d.queued(t, ToSend)) != 0 {
			t.Fatalf("held: %+v", held)
		}
		if err := d.Send(system, []Parcel{{held[0].ID, id, "UPS", ""}}); !fault.Is(err, fault.Conflict) {
			t.Errorf("sent although held: %v", err)
		}
		pricer := actor.With(t.Context(), actor.Actor{UserID: "u8", Admin: true, Limited: true, Permissions: []actor.Permission{actor.Pricing}})
		if err := d.RemoveHold(pricer, id, "mobile"); !fault.Is(err, fault.Denied) {
			t.Errorf("who keeps no records removes a hold: %v", err)
		}
		must(t, d.RemoveHold(keeper, id, "mobile"))
		must(t, d.RemoveHold(keeper, id, "mobile"))
		d.run(t)
		if toSend := d.queued(t, ToSend); len(toSend) != 1 || toSend[0].ID != held[0].ID || toSend[0].Total != 126_00 {
			t.Errorf("after the hold: %+v", toSend)
		}
		must(t, d.PlaceHold(keeper, id, "mobile", "Again."))
		if err := d.Send(system, []Parcel{{held[0].ID, id, "UPS", ""}}); !fault.Is(err, fault.Conflict) || len(d.queued(t, Held)) != 1 {
			t.Errorf("ready, and on hold: %v", err)
		}
		want := []string{"Shipments of mobile paper to Stony Point are on hold", "Shipments of mobile paper to Stony Point go on", "Paper was ordered for Stony Point",
			"Shipments of mobile paper to Stony Point are on hold"}
		if got := d.subjects(t, before); !slices.Equal(got, want) {
			t.Errorf("mails: %q", got)
		}
	})
}

// An order on account is ready before it is paid: its payment tells nobody again to
// send it.
func TestAnOrderOnAccountIsPaid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		form := alpha()
		form.SendFullfillmentEmail = true
		id := d.subscribed(t, form)
		d.print(t, id, "b1", Mobile, 1000)
		before := len(d.subjects(t, 0))
		d.pay(t, id)
		if got := d.subjects(t, before); len(got) != 0 {
			t.Errorf("told of a payment: %q", got)
		}
		if ready := d.queued(t, ToSend); len(ready) != 1 || ready[0].InvoiceState != billing.Paid {
			t.Errorf("to send: %+v", ready)
		}
	})
}

// SUB-5 SUB-11: with Auto Replenishment off no order is made, and farm and team
// are told once; switched on again, the order is made.
func TestStoppedReplenishment(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		form := alpha()
		form.StopAutoReplenishment = true
		id := d.subscribed(t, form)
		before := len(d.subjects(t, 0))
		d.print(t, id, "b1", Mobile, 1000)
		d.print(t, id, "b2", Mobile, 10)
		got := d.mails(t)
		if len(got) != before+2 || got[0].To == got[1].To || got[0].Subject != "No new paper is ordered for Stony Point" || len(d.queued(t, ToSend)) != 0 {
			t.Fatalf("told: %+v", got[:2])
		}
		form.StopAutoReplenishment = false
		must(t, d.Subscribe(system, id, form))
		d.run(t)
		if toSend := d.queued(t, ToSend); len(toSend) != 1 {
			t.Errorf("to send: %+v", toSend)
		}
	})
}

// SUB-11: types that are due together are one order, one invoice, one parcel.
func TestTypesThatAreDueTogether(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		form := alpha()
		form.Printers[0].StickerRollCount = 5
		form.Printers[0].BlackLineMobile = 4
		id := d.subscribed(t, form)
		must(t, d.Print(system, id, PrintBatch{BatchID: "b1", Prints: []Prints{{"mobile", 1320}, {"mobileSticker", 1250}, {"blackLineMobile", 100}}}))
		d.run(t)
		toSend := d.queued(t, ToSend)
		if len(toSend) != 1 || toSend[0].Total != 108_00+45_00+18_00 || !slices.Equal(toSend[0].Types, []Type{Mobile, MobileSticker}) {
			t.Errorf("to send: %+v", toSend)
		}
		h := d.record(t, id).TaggingInvoices
		if h.MobileSticker[0].Amount != 45_00 || h.Mobile[0].Amount != 126_00 || h.MobileSticker[0].ID != h.Mobile[0].ID {
			t.Errorf("history: %+v", h)
		}
	})
}

// SUB-11: a type on hold is an order by itself, so that the others go on without it.
func TestATypeOnHoldWaitsAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		form := alpha()
		form.Printers[0].StickerRollCount = 5
		id := d.subscribed(t, form)
		must(t, d.PlaceHold(system, id, "mobile", "Storm."))
		must(t, d.Print(system, id, PrintBatch{BatchID: "b1", Prints: []Prints{{"mobile", 1320}, {"mobileSticker", 1250}}}))
		d.run(t)
		toSend, held := d.queued(t, ToSend), d.queued(t, Held)
		if len(toSend) != 1 || !slices.Equal(toSend[0].Types, []Type{MobileSticker}) || len(held) != 1 || !slices.Equal(held[0].Types, []Type{Mobile}) {
			t.Errorf("to send: %+v, held: %+v", toSend, held)
		}
	})
}

// SUB-11: a refund before sending cancels the order, and none is made in its
// place by itself; after sending the stock stays.
func TestRefunds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.subscribed(t, alpha())
		d.print(t, id, "b1", Mobile, 1000)
		o := d.queued(t, ToSend)[0]
		d.pay(t, id)
		before := len(d.subjects(t, 0))
		_, err := d.bills.RecordRefund(system, id, o.InvoiceID, "wire 1")
		must(t, err)
		if got := d.subjects(t, before); !slices.Equal(got, []string{"No new paper is ordered for Stony Point", "No new paper is ordered for Stony Point"}) {
			t.Errorf("farm and team are told %q", got)
		}
		if text := d.mails(t)[0].Text; !strings.Contains(text, "cancelled before it was sent: The invoice was refunded.") || !strings.Contains(text, "mobile paper: 320 tags left") {
			t.Errorf("the mail: %s", text)
		}
		if next := d.record(t, id).NextShipments; next[0].State != Stopped {
			t.Errorf("next: %+v", next)
		}
		d.print(t, id, "b2", Mobile, 1)
		if len(d.queued(t, ToSend)) != 0 {
			t.Error("a refunded order is to be sent, or another was made")
		}
		if err := d.Send(system, []Parcel{{o.ID, id, "UPS", ""}}); !fault.Is(err, fault.Conflict) {
			t.Errorf("sent although refunded: %v", err)
		}
		if h := d.record(t, id).TaggingInvoices.Mobile[0]; !h.Refunded || h.State != Cancelled || h.TagsShipped != 0 {
			t.Errorf("history: %+v", h)
		}
		more, err := d.SendMore(system, id, MoreForm{MobileRolls: 12})
		must(t, err)
		d.sendAll(t)
		d.pay(t, id)
		_, err = d.bills.RecordRefund(system, id, more.InvoiceID, "wire 2")
		must(t, err)
		if r := d.record(t, id); r.TagsInStock.Mobile != 2640-1001 || !r.TaggingInvoices.Mobile[0].Refunded {
			t.Errorf("stock after the refund: %+v", r.TagsInStock)
		}
		d.print(t, id, "b3", Mobile, 1639-330)
		if len(d.queued(t, ToSend)) != 1 {
			t.Error("no refill after more paper came")
		}
	})
}

// PAPER-11: more paper raises the stock alone; for free it costs nothing and
// takes the permission; the mail to the team by its flag.
func TestSendMorePaper(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		form := alpha()
		form.Printers = append(form.Printers, ChosenPrinter{ID: "p2", Name: "TSC MB240T"})
		id := d.subscribed(t, form)
		if _, err := d.SendMore(keeper, id, MoreForm{MobileRolls: 1, SendForFree: true}); !fault.Is(err, fault.Denied) {
			t.Errorf("free without the permission: %v", err)
		}
		if _, err := d.SendMore(keeper, id, MoreForm{}); !fault.Is(err, fault.Invalid) || fault.As(err).Message != "Please select how many rolls of paper you would like to send" {
			t.Errorf("nothing chosen: %v", err)
		}
		before := len(d.subjects(t, 0))
		free, err := d.SendMore(system, id, MoreForm{MobileRolls: 1, IndustrialRolls: 2, SendForFree: true, SendFulfillmentEmail: true})
		must(t, err)
		if free.State != Ready || free.Total != 0 || free.InvoiceID == "" {
			t.Errorf("free: %+v", free)
		}
		if got := d.subjects(t, before); !slices.Equal(got, []string{"To ship: Stony Point"}) {
			t.Errorf("mails: %q", got)
		}
		d.sendAll(t)
		r := d.record(t, id)
		if th := r.TaggingRefillThreshold.Mobile; th.ShippedCount != 1430 || th.NextReminderCount != 660 || r.TagsInStock.Industrial != 2000 {
			t.Errorf("stock: %+v", th)
		}
		off := d.farm(t, "x@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})
		if _, err := d.SendMore(system, off, MoreForm{MobileRolls: 1}); !fault.Is(err, fault.Conflict) {
			t.Errorf("to a farm without a subscription: %v", err)
		}
	})
}

// SUB-7 SUB-11: custom paper takes the place of stock and refill; the team is told
// once, at half of the newest rolls.
func TestCustomPaper(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		form := alpha()
		form.HasCustomPaper = true
		form.CustomMobileRolls = []CustomRolls{{"2026-01-05", 100}, {"2026-06-01", 40}}
		id := d.subscribed(t, form)
		before := len(d.subjects(t, 0))
		must(t, d.Adjust(system, id, Adjustment{customRolls, "mobile", -10, "Spoilt by water."}))
		d.print(t, id, "b1", Mobile, 130*110-2201)
		if got := d.subjects(t, before); len(got) != 0 || d.record(t, id).TagsInStock.Mobile != 2201 {
			t.Errorf("too early: %q, %d", got, d.record(t, id).TagsInStock.Mobile)
		}
		d.print(t, id, "b2", Mobile, 1)
		d.print(t, id, "b3", Mobile, 1)
		if got := d.subjects(t, before); !slices.Equal(got, []string{"Half of the custom paper of Stony Point is used"}) || len(d.queued(t, ToSend)) != 0 {
			t.Errorf("at half: %q", got)
		}
		if a := d.record(t, id).PaperAdjustments; len(a.CustomPaperRolls) != 1 || a.CustomPaperRolls[0].Delta != -10 || len(a.ByDate) != 0 {
			t.Errorf("adjustments: %+v", a)
		}
	})
}

// SUB-11: once a card has failed for the last time its types are on hold; the
// farm cannot remove that hold, and the payment does.
func TestAFailedCard(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.subscribed(t, alpha())
		d.print(t, id, "b1", Mobile, 1000)
		o := d.queued(t, ToSend)[0]
		fail := func(attempt int, last bool) {
			must(t, db.Write(t.Context(), func(tx *sqldb.Tx) error {
				if _, err := tx.Exec(t.Context(), "UPDATE paper_orders SET state = 'unpaid' WHERE id = $1", o.ID); err != nil { // as a card's is
					return err
				}
				v, err := billing.ByID(t.Context(), tx, o.InvoiceID)
				if v.NextAttemptAt = nil; !last {
					v.NextAttemptAt = new(int64)
				}
				if err != nil {
					return err
				}
				return d.ChargeFailed(t.Context(), tx, v, attempt)
			}))
		}
		fail(1, false)
		if len(d.record(t, id).ShipmentHolds) != 0 {
			t.Error("on hold after the first failure")
		}
		fail(4, true)
		if h := d.record(t, id).ShipmentHolds; len(h) != 1 || !h[0].Payment || h[0].Type != Mobile {
			t.Fatalf("holds: %+v", h)
		}
		if err := d.RemoveHold(system, id, "mobile"); !fault.Is(err, fault.Conflict) {
			t.Errorf("removed: %v", err)
		}
		d.print(t, id, "b2", Mobile, 400)
		d.pay(t, id)
		if h := d.record(t, id).ShipmentHolds; len(h) != 0 || len(d.queued(t, ToSend)) != 1 {
			t.Errorf("after the payment: %+v", h)
		}
	})
}

// PAPER-12: sent again while pending, the unpaid invoice is void and a new one
// takes its place; a cancelled subscription is off; an ended one orders no more.
func TestPendingAndEnded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})
		must(t, d.Subscribe(system, id, alpha()))
		first := d.record(t, id).TaggingSetupInvoice
		form := alpha()
		form.Printers[0].PaperType, form.Printers[0].RollCount = "", 0
		must(t, d.Subscribe(system, id, form))
		r := d.record(t, id)
		if r.TaggingSetupInvoice == first || r.TaggingActive != farm.TaggingPending || r.TaggingInvoiceAmount != 650_00 {
			t.Errorf("replaced: %+v", r)
		}
		if v, err := d.bills.Get(system, id, first); err != nil || v.State != billing.Void {
			t.Errorf("the first invoice: %+v %v", v, err)
		}
		old := form
		old.Version = 1
		if err := d.Subscribe(system, id, old); err != farm.ErrChanged || d.record(t, id).TaggingSetupInvoice != r.TaggingSetupInvoice {
			t.Errorf("of an older version: %v", err)
		}
		old.Version = r.Version
		must(t, d.Subscribe(system, id, old))
		must(t, d.End(system, id))
		must(t, d.End(system, id))
		if r := d.record(t, id); r.TaggingActive != farm.TaggingOff || r.TaggingSetupInvoice != "" {
			t.Errorf("cancelled: %+v", r)
		}
		active := d.subscribed(t, alpha())
		must(t, d.End(system, active))
		d.print(t, active, "b1", Mobile, 1300)
		if r := d.record(t, active); r.TagsInStock.Mobile != 20 || len(d.queued(t, ToSend)) != 0 || len(r.TaggingInvoices.Mobile) != 1 {
			t.Errorf("ended: %+v", r.Overview)
		}
	})
}

// PAPER-13: printers that are added later are charged by themselves and once,
// removed ones are not refunded, and one that was removed and comes back is not
// charged again.
func TestPrintersAddedLater(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.subscribed(t, alpha())
		form := alpha()
		form.Printers = append(form.Printers, ChosenPrinter{ID: "p2", Name: "TSC MB240T", PaperType: industrialRoll, RollCount: 4, Cost: 1, PrinterOnlyCost: 1})
		quote, err := d.Quote(system, id, QuoteForm{Printers: form.Printers, TaggingActive: farm.TaggingOff})
		must(t, err)
		expect(t, quote, 799_00, "TSC MB240T: 799.00", "4 rolls of industrial paper, included: 0.00")
		must(t, d.Subscribe(system, id, form))
		must(t, d.Subscribe(system, id, form))
		toSend := d.queued(t, ToSend)
		if len(toSend) != 1 || toSend[0].Kind != PrintersOrder || toSend[0].Total != 799_00 {
			t.Fatalf("to send: %+v", toSend)
		}
		d.sendAll(t)
		if r := d.record(t, id); r.IndustrialRollRefillCount != 4 || r.TaggingRefillThreshold.Industrial.NextFinalizedCount != 1000 || len(r.Printers) != 2 {
			t.Errorf("added: %+v", r.Overview)
		}
		must(t, d.Subscribe(system, id, alpha()))
		if r := d.record(t, id); r.IndustrialRollRefillCount != 0 || r.NextIndustrialShipment != "" || len(r.Printers) != 1 {
			t.Errorf("PAPER-4: removed: %+v", r.Settings)
		}
		must(t, d.Subscribe(system, id, form))
		if len(d.queued(t, ToSend)) != 0 {
			t.Error("charged again")
		}
		other := alpha()
		other.Printers[0].Name = "TSC DA220"
		if err := d.Subscribe(system, id, other); !fault.Is(err, fault.Invalid) {
			t.Errorf("a printer became another one: %v", err)
		}
	})
}

// PAPER-3 PAPER-5 PAPER-6 PAPER-9: the server checks every rule of the form again.
func TestFormsThatAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		usa := d.farm(t, "", farm.Subscription{TaggingActive: farm.TaggingOff})
		aus, err := d.farms.Create(system, farm.Details{Name: "Pittwater", Country: "Australia", State: "Victoria"})
		must(t, err)
		printer := func(p ChosenPrinter) func(*SubscriptionForm) {
			return func(f *SubscriptionForm) { f.Printers = []ChosenPrinter{p} }
		}
		for _, tt := range []struct {
			farm, field, says string
			change            func(*SubscriptionForm)
		}{
			{usa, "printers", "Please add at least one printer.", func(f *SubscriptionForm) { f.Printers = nil }},
			{usa, "printers.0.rollCount", "Please enter the number of rolls", printer(ChosenPrinter{Name: "TSC ALPHA-30RB", PaperType: mobileRoll})},
			{usa, "printers.0.rollCount", "Please choose one of the numbers of rolls", printer(ChosenPrinter{Name: "TSC ALPHA-30RB", PaperType: mobileRoll, RollCount: 13})},
			{usa, "printers.0.rollCount", "Please choose one of the numbers of rolls", printer(ChosenPrinter{Name: "TSC ALPHA-30RB", PaperType: mobileRoll, RollCount: -12})},
			{usa, "printers.0.paperType", "That printer does not take that paper", printer(ChosenPrinter{Name: "TSC ALPHA-30RB", PaperType: industrialRoll, RollCount: 4})},
			{usa, "printers.0.paperType", "That printer does not take that paper", printer(ChosenPrinter{Name: "TSC ALPHA-30RB", PaperType: laminatedRoll, RollCount: 15})},
			{usa, "printers.0.paperType", "Please choose a paper type", printer(ChosenPrinter{Name: "TSC ALPHA-30RB", RollCount: 12})},
			{usa, "printers.0.stickerRollCount", "Please choose one of the numbers of rolls for that printer", printer(ChosenPrinter{Name: "TSC MB240T", StickerRollCount: 5})},
			{usa, "printers.0.name", "That printer is not sold", printer(ChosenPrinter{Name: "Free"})},
			{usa, "printers.1._id", "That printer stands in the list twice", func(f *SubscriptionForm) { f.Printers = append(f.Printers, f.Printers[0]) }},
			{aus.ID, "printers.0.name", "That printer is not sold in Australia", printer(ChosenPrinter{Name: "TSC DA220"})},
			{aus.ID, "printers.0.paperType", "That paper is not sold in Australia", printer(ChosenPrinter{Name: "TSC ALPHA-30RB", PaperType: laminatedRoll, RollCount: 15})},
			{aus.ID, "printers.0.paperType", "That paper is not sold in Australia", printer(ChosenPrinter{Name: "TSC ALPHA-30RB", PaperType: smallRoll, RollCount: 16})},
			{usa, "mobileRollRefillCount", "Please choose one of the numbers of rolls", func(f *SubscriptionForm) { f.MobileRollRefillCount = 7 }},
			{usa, "nextMobileShipment", "That paper is not of this type", func(f *SubscriptionForm) { f.NextMobileShipment = industrialRoll }},
			{usa, "nextMobileShipment", "Please choose how many rolls of that paper a refill has", func(f *SubscriptionForm) { f.NextMobileShipment = smallRoll }},
			{usa, "promotionalFee", "Please enter a whole number from 0 to 10000000", func(f *SubscriptionForm) { f.PromotionalFee = new(int64(-1)) }},
			{usa, "customPaperRolls.0.date", "Please give a day as YYYY-MM-DD", func(f *SubscriptionForm) { f.CustomPaperRolls = []CustomRolls{{"soon", 1}} }},
			{usa, "shippingAddress.name", "Name is required.", func(f *SubscriptionForm) { a := address; a.Name = ""; f.ShippingAddress = &a }},
			{usa, "shippingAddress.postalCode", "Zip Code is required.", func(f *SubscriptionForm) { a := address; a.PostalCode = " "; f.ShippingAddress = &a }},
		} {
			form := alpha()
			tt.change(&form)
			err := d.Subscribe(system, tt.farm, form)
			if f := fault.As(err); !fault.Is(err, fault.Invalid) || f.Fields[0].Name != tt.field || f.Fields[0].Message != tt.says {
				t.Errorf("%s %q: %v %+v", tt.field, tt.says, err, f.Fields)
			}
		}
		if _, err := d.Quote(system, aus.ID, QuoteForm{Printers: []ChosenPrinter{{Name: "TSC DA220"}}}); !fault.Is(err, fault.Invalid) {
			t.Errorf("quoted in Australia: %v", err)
		}
		for _, one := range d.record(t, aus.ID).PrinterCatalogue {
			if one.EveryPaper {
				t.Errorf("%s is offered in Australia", one.Name)
			}
		}
		for what, change := range map[string]func(*SubscriptionForm){
			"fee": func(f *SubscriptionForm) { f.PromotionalFee = new(int64(0)) }, "discount": func(f *SubscriptionForm) { f.PaperDiscount = new(true) },
		} {
			form := alpha()
			if change(&form); !fault.Is(d.Subscribe(keeper, usa, form), fault.Denied) {
				t.Errorf("%s without the permission for pricing", what)
			}
		}
		must(t, d.Subscribe(keeper, usa, alpha()))
		if err := d.Subscribe(manager, usa, alpha()); !fault.Is(err, fault.Denied) {
			t.Errorf("a manager enables: %v", err)
		}
	})
}

// A setup over nothing is active at once.
func TestAFreeSetup(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		free := priced(45_00)
		free.Printers[0].Cost = 0
		_, err := d.SetPrices(system, NewPrices{From: "2026-11-20", PriceList: free})
		must(t, err)
		id := d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})
		form := alpha()
		form.PromotionalFee = new(int64(0))
		must(t, d.Subscribe(system, id, form))
		if r := d.record(t, id); r.TaggingActive != farm.TaggingOn || len(d.queued(t, ToSend)) != 1 || len(d.subjects(t, 0)) != 0 {
			t.Errorf("free: %+v", r)
		}
	})
}

// PAPER-13: an invoice keeps the prices of its day, and what waits is priced on
// the day on which it is invoiced.
func TestPricesOfTheDay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.subscribed(t, alpha())
		d.print(t, id, "b1", Mobile, 1000)
		dear := defaultPrices()
		dear.PaperCosts.Mobile.Cost = 500_00
		_, err := d.SetPrices(system, NewPrices{From: "2026-11-21", PriceList: dear})
		must(t, err)
		d.time = d.time.Add(24 * time.Hour)
		r := d.record(t, id)
		if r.TaggingInvoices.Mobile[0].Amount != 126_00 || r.NextShipments[0].Cost != 518_00 {
			t.Errorf("history %+v, next %+v", r.TaggingInvoices.Mobile[0], r.NextShipments)
		}
	})
}

// A farm is not deleted while an order or an invoice of it is open.
func TestDeleteWaitsForMoneyAndPaper(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		d.farms.Keep(d.Keeper())
		id := d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})
		remove := func() error {
			_, err := d.farms.Delete(system, id, "")
			return err
		}
		must(t, d.Subscribe(system, id, alpha()))
		if err := remove(); !fault.Is(err, fault.Conflict) {
			t.Errorf("with an open invoice: %v", err)
		}
		d.pay(t, id)
		if err := remove(); !fault.Is(err, fault.Conflict) {
			t.Errorf("with an open order: %v", err)
		}
		d.sendAll(t)
		must(t, remove())
	})
}

// The packing slip is a PDF for whoever ships.
func TestPackingSlip(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		d.subscribed(t, alpha())
		sent := d.queued(t, Was)
		slip, err := d.Slips(keeper, sent[0].ID)
		if err != nil || !strings.HasPrefix(string(slip), "%PDF-") || len(slip) < 2000 {
			t.Errorf("slip: %d bytes, %v", len(slip), err)
		}
		if _, err := d.Slips(manager, sent[0].ID); !fault.Is(err, fault.Denied) {
			t.Errorf("for a manager: %v", err)
		}
		if _, err := d.Slips(keeper, "none"); !fault.Is(err, fault.NotFound) {
			t.Errorf("of nothing: %v", err)
		}
		list, err := d.Queue(keeper, QueueQuery{State: Was, Search: "stony", Kind: SetupOrder, Page: page.Slice{Limit: 5, Page: 1}})
		if err != nil || len(list.Data) != 1 || list.Data[0].FarmName != "Stony Point" || list.Items.Total != 1 {
			t.Errorf("found: %+v %v", list, err)
		}
		if list, _ := d.Queue(keeper, QueueQuery{State: Was, Search: "nobody", Page: page.Slice{Limit: 5, Page: 1}}); len(list.Data) != 0 {
			t.Errorf("found: %+v", list)
		}
		d.subscribed(t, alpha())
		sent = d.queued(t, Was)
		both, err := d.Slips(keeper, sent[0].ID, sent[1].ID)
		if err != nil || strings.Count(string(both), "/Type /Page\n") != 2 {
			t.Errorf("two slips have %d pages, %v", strings.Count(string(both), "/Type /Page\n"), err)
		}
		for _, stream := range regexp.MustCompile(`(?s)stream\n(\x78.*?)\nendstream`).FindAllSubmatch(both, -1) {
			reader, err := zlib.NewReader(bytes.NewReader(stream[1]))
			must(t, err)
			drawn, err := io.ReadAll(reader)
			must(t, err)
			if strings.Count(string(drawn), " c\n") < 50 || !strings.Contains(string(drawn), "(Packing slip)") {
				t.Errorf("a page without the product's name or its own: %.200s", drawn)
			}
		}
		again, err := d.shipmentsBy(keeper, sent[1].ID, sent[0].ID, sent[1].ID)
		if err != nil || again[1].ID != sent[0].ID || len(again[0].Lines) == 0 || !reflect.DeepEqual(again[0], again[2]) {
			t.Errorf("in the order of the ids: %+v %v", again, err)
		}
		if _, err := d.Slips(keeper, sent[0].ID, "none"); !fault.Is(err, fault.NotFound) {
			t.Errorf("one of two is missing: %v", err)
		}
		if _, err := d.Slips(keeper); !fault.Is(err, fault.Invalid) {
			t.Errorf("no slips: %v", err)
		}
	})
}

// 1.8: prints far beyond the stock and what the farm prints are counted once they are confirmed.
func TestPrint_AsksAboutImplausibleCounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})
		send := func(batch string, confirmed bool, counts ...int64) error {
			b := PrintBatch{BatchID: batch, Confirmed: confirmed}
			for _, n := range counts {
				b.Prints = append(b.Prints, Prints{"mobile", n})
			}
			return d.Print(system, id, b)
		}
		printed := func(want int64) {
			t.Helper()
			if got := d.record(t, id).TotalPrinted.Mobile; got != want {
				t.Errorf("%d printed, want %d", got, want)
			}
		}
		must(t, send("usual", false, 1000))

		var many []int64
		for range 100 {
			many = append(many, 1_000_000)
		}
		for name, counts := range map[string][]int64{"one digit more": {10_000}, "many entries": many} {
			err := send(name, false, counts...)
			if f := fault.As(err); f.Kind != fault.Conflict || f.Code != "far-from-usual" {
				t.Errorf("%s: %v", name, err)
			}
		}
		printed(1000)

		must(t, send("one digit more", true, 10_000))
		must(t, send("one digit more", false, 10_000)) // sent again
		printed(11_000)
		must(t, send("as the last", false, 12_000))
		printed(23_000)
	})
}
