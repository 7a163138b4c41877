package paper

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/billing/stripetest"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// weather is what goes wrong between us and Stripe.
type weather struct {
	trouble stripetest.Trouble
	late    time.Duration
	order   func([]map[string]any) []map[string]any
}

func calm(all []map[string]any) []map[string]any { return all }

func lost([]map[string]any) []map[string]any { return nil }

func doubledAndReversed(all []map[string]any) []map[string]any {
	all = append(slices.Clone(all), all...)
	slices.Reverse(all)
	return all
}

// worry lets the next call of each of these paths fail.
func (s *story) worry(paths ...string) {
	for _, path := range paths {
		if s.trouble != "" {
			s.till.fake.Fail(path, s.trouble)
		}
	}
}

// story is a farm from its setup to a card that fails.
type story struct {
	*desk
	weather
	t  *testing.T
	id string
}

// settle lets what is under way come to its end.
func (s *story) settle() {
	s.t.Helper()
	s.run(s.t)
	s.wait(s.t, 4, time.Minute)
	s.setTime(s.time.Add(s.late))
	s.hear(s.t, s.order)
	s.wait(s.t, 2, time.Minute)
}

// payOnPage pays an invoice on Stripe's page; where no event says so, the page is asked for again.
func (s *story) payOnPage(invoiceID string) {
	s.t.Helper()
	address, err := s.bills.Pay(system, s.id, invoiceID)
	must(s.t, err)
	s.run(s.t)
	s.click(s.t, address, nil)
	if s.hear(s.t, s.order); s.order(make([]map[string]any, 1)) == nil {
		_, err := s.bills.Pay(system, s.id, invoiceID)
		must(s.t, err)
		s.run(s.t)
	}
}

func (s *story) only(state QueueState) Shipment {
	s.t.Helper()
	all := s.queuedOf(s.t, s.id, state)
	if len(all) != 1 {
		s.t.Fatalf("%d orders are %s: %+v", len(all), state, all)
	}
	return all[0]
}

func (s *story) setUp() {
	t := s.t
	t.Helper()
	s.worry("/v1/customers", "/v1/invoices", "/v1/invoiceitems", "/finalize")
	must(t, s.Subscribe(system, s.id, alpha()))
	s.settle()
	setup := s.record(t, s.id).TaggingSetupInvoice
	if o := s.only(Owing); o.Kind != SetupOrder || o.InvoiceID != setup {
		t.Fatalf("the setup: %+v", o)
	}
	s.payOnPage(setup)
	if r := s.record(t, s.id); r.TaggingActive != farm.TaggingOn || !strings.HasPrefix(r.StripeCustomerID, "cus_") || r.HasPaymentMethod {
		t.Fatalf("paid: %v %q", r.TaggingActive, r.StripeCustomerID)
	}
	s.sendAll(t)
	address, err := s.bills.CardPage(system, s.id)
	must(t, err)
	s.click(t, address, url.Values{"card": {"pm_good"}})
	s.hear(t, calm)
	if r := s.record(t, s.id); !r.HasPaymentMethod {
		t.Fatal("no card is saved")
	}
}

// refill prints what calls for a refill, which the saved card pays, and gives its money back.
func (s *story) refill() {
	t := s.t
	t.Helper()
	s.worry("/v1/invoices", "/v1/invoiceitems", "/finalize", "/pay")
	s.print(t, s.id, "refill", Mobile, 1000)
	s.settle()
	o := s.only(ToSend)
	if o.Kind != RefillOrder || o.InvoiceState != billing.Paid || o.Total != 126_00 {
		t.Fatalf("the refill: %+v", o)
	}
	s.sendAll(t)
	s.worry("/v1/refunds")
	for range 2 {
		_, err := s.bills.RecordRefund(system, s.id, o.InvoiceID, "Wrong paper")
		refused(t, err)
	}
	s.settle()
	s.wait(t, 2, time.Minute)
	if r := s.record(t, s.id); !r.TaggingInvoices.Mobile[0].Refunded || r.TagsInStock.Mobile != 2*1320-1000 {
		t.Fatalf("refunded: %+v", r.TaggingInvoices.Mobile[0])
	}
}

// failingCard is a refill whose card is declined until the farm pays on the page.
func (s *story) failingCard() {
	t := s.t
	t.Helper()
	s.till.fake.Cards[s.record(t, s.id).StripeCustomerID] = "bad_1"
	s.print(t, s.id, "failing", Mobile, 1320)
	s.settle()
	s.print(t, s.id, "meanwhile", Mobile, 100) // it prints on
	s.wait(t, 9, 24*time.Hour)
	r := s.record(t, s.id)
	if h := r.ShipmentHolds; len(h) != 1 || !h[0].Payment || len(s.queued(t, ToSend)) != 0 || r.TagsInStock.Mobile != 2*1320-1000-1320-100 {
		t.Fatalf("a card that fails: holds %+v, stock %+v", h, r.TagsInStock)
	}
	s.payOnPage(s.only(Owing).InvoiceID)
	if h := s.record(t, s.id).ShipmentHolds; len(h) != 0 {
		t.Fatalf("paid, and on hold: %+v", h)
	}
	s.sendAll(t)
}

// SUB-11 PAPER-12 R16 R17: a setup, a refill that is charged by itself, a refund and a card that
// fails, whatever goes wrong between us and Stripe: each is charged once, sent once
// and told once.
func TestPaperByCard(t *testing.T) {
	for name, w := range map[string]weather{
		"fine": {order: calm}, "too many calls": {trouble: stripetest.TooMany, order: doubledAndReversed}, "it fails": {trouble: stripetest.Before, order: calm, late: 3 * 24 * time.Hour},
		"it fails after it charged": {trouble: stripetest.After, order: doubledAndReversed}, "cut off": {trouble: stripetest.Cut, order: doubledAndReversed, late: 3 * 24 * time.Hour},
		"events are lost": {order: lost}, "cut off, events are lost": {trouble: stripetest.Cut, order: lost},
	} {
		t.Run(name, func(t *testing.T) {
			whole := func(t *testing.T, db *sqldb.DB) {
				d := newCardDesk(t, db, newTill(t))
				s := &story{d, w, t, d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})}
				s.setUp()
				s.refill()
				s.failingCard()
				s.closed()
			}
			if name == "cut off" { // with most steps that are made again
				dbtest.Each(t, whole)
			} else { // the database knows nothing of the weather
				whole(t, dbtest.SQLite(t))
			}
		})
	}
}

// A parcel does not leave while its payment is on its way back, and never after.
func TestARefundThatTakesTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newCardDesk(t, db, newTill(t))
		s := &story{d, weather{trouble: stripetest.Before, order: calm}, t, d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})}
		s.setUp()
		d.print(t, s.id, "b1", Mobile, 1000)
		o := s.only(ToSend)
		s.worry("/v1/refunds")
		_, err := d.bills.RecordRefund(system, s.id, o.InvoiceID, "Not wanted")
		must(t, err)
		d.run(t)
		err = d.Send(system, []Parcel{{o.ID, s.id, "UPS", "1Z"}})
		if !fault.Is(err, fault.Conflict) || fault.As(err).Message != "That order is not to be sent: its payment is being given back." {
			t.Errorf("on its way back: %v", err)
		}
		d.wait(t, 2, time.Minute)
		if err := d.Send(system, []Parcel{{o.ID, s.id, "UPS", "1Z"}}); !fault.Is(err, fault.Conflict) || len(d.queued(t, ToSend)) != 0 {
			t.Errorf("given back: %v", err)
		}
	})
}

// A setup that is refunded before it is sent ends the subscription, with what
// nobody has paid for yet.
func TestARefundedSetup(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newCardDesk(t, db, newTill(t))
		id := d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})
		must(t, d.Subscribe(system, id, alpha()))
		d.run(t)
		setup := d.record(t, id).TaggingSetupInvoice
		d.pay(t, id)
		more, err := d.SendMore(system, id, MoreForm{MobileRolls: 1})
		must(t, err)
		_, err = d.bills.RecordRefund(system, id, setup, "wire 1")
		must(t, err)
		r := d.record(t, id)
		if r.TaggingActive != farm.TaggingOff || r.TaggingSetupInvoice != "" || len(d.queued(t, ToSend))+len(d.queued(t, Owing)) != 0 {
			t.Errorf("after the refund: %v", r.TaggingActive)
		}
		if v, err := d.bills.Get(system, id, more.InvoiceID); err != nil || v.State != billing.Void {
			t.Errorf("what was not paid: %+v %v", v, err)
		}
	})
}

// closed is what must hold in the end.
func (s *story) closed() {
	t, fake := s.t, s.till.fake
	t.Helper()
	if fake.Troubles() != 0 {
		t.Errorf("%d troubles did not come", fake.Troubles())
	}
	if fake.Charges != 3 || len(fake.Refunds) != 1 || len(fake.Invoices) != 3 || fake.Keyless != 0 {
		t.Errorf("at Stripe: %d charges, %d refunds, %d invoices, %d calls without a key", fake.Charges, len(fake.Refunds), len(fake.Invoices), fake.Keyless)
	}
	if sent := s.queued(t, Was); len(sent) != 3 {
		t.Errorf("%d parcels", len(sent))
	}
	list, err := s.bills.List(system, s.id, "", page.Slice{Limit: 100, Page: 1})
	must(t, err)
	if len(list.Data) != 3 {
		t.Errorf("%d invoices", len(list.Data))
	}
	counts := map[string]int{}
	for _, subject := range s.subjects(t, 0) {
		counts[subject]++
	}
	if want := map[string]int{
		"Enable your Merroir tagging subscription": 1, "Paper was ordered for Stony Point": 2, "Your paper is on its way to Stony Point": 3,
		"Your payment of $126.00 to Merroir failed": 4, "Shipments of mobile paper to Stony Point are on hold": 1, "Shipments of mobile paper to Stony Point go on": 1,
	}; !maps.Equal(counts, want) {
		t.Errorf("mails: %v", counts)
	}
	r, err := s.bills.Reconcile(system)
	if err != nil || len(r.Differs)+len(r.Mended) != 0 {
		t.Errorf("reconciled: %+v %v", r, err)
	}
}
