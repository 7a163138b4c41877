package billing

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/billing/stripetest"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// counter is an office whose farm pays by card.
type counter struct {
	*office
	fake  *stripetest.Fake
	clock atomic.Int64 // what time it is at Stripe, which may yet be at work on a call that was given up
	hook  string       // where events go
}

func newCounter(t *testing.T, db *sqldb.DB) *counter {
	t.Helper()
	c := &counter{}
	c.fake = stripetest.New(func() time.Time { return time.Unix(0, c.clock.Load()).UTC() })
	t.Cleanup(c.fake.Close)
	c.reopen(t, db)
	c.withFarm()
	return c
}

// reopen is the service in another process: what is not in the database is gone.
func (c *counter) reopen(t *testing.T, db *sqldb.DB) {
	t.Helper()
	before := c.office
	c.office = newOffice(t, db, func(o *Options) {
		o.Stripe, o.StripeSecrets = stripe.New("sk_test_1", c.fake.URL), []string{"whsec_next", stripetest.Secret}
	})
	if before != nil {
		c.farm, c.time, c.told = before.farm, before.time, before.told
	}
	c.setTime(c.time)
	server := httptest.NewServer(c.Webhook())
	t.Cleanup(server.Close)
	c.hook = server.URL
}

// setTime says what time it is here and at Stripe.
func (c *counter) setTime(t time.Time) {
	c.time = t
	c.clock.Store(t.UnixNano())
}

// work runs what is due.
func (c *counter) work() {
	c.t.Helper()
	must(c.t, c.queue.RunUntilIdle(c.t.Context()))
}

// wait lets time pass in steps in which the sweep runs.
func (c *counter) wait(d time.Duration) {
	c.t.Helper()
	for end := c.time.Add(d); c.time.Before(end); {
		c.setTime(c.time.Add(min(end.Sub(c.time), max(d/24, time.Minute))))
		c.work()
	}
}

// saveCard has the farm save a card on Stripe's page.
func (c *counter) saveCard(card string) {
	c.t.Helper()
	address, err := c.CardPage(system, c.farm)
	must(c.t, err)
	answer, err := http.PostForm(address, url.Values{"card": {card}})
	must(c.t, err)
	must(c.t, answer.Body.Close())
	c.send(inOrder)
}

func customerOf(t *testing.T, c *counter) string {
	t.Helper()
	standing, err := c.Standing(system, c.farm)
	must(t, err)
	return standing.CustomerID
}

func inOrder(all []map[string]any) []map[string]any { return all }

func (c *counter) send(order func([]map[string]any) []map[string]any) {
	c.t.Helper()
	must(c.t, c.fake.Send(c.hook, order))
	c.work()
}

// settled is what must hold in the end: one charge, one payment, told once.
func (c *counter) settled(v Invoice) {
	c.t.Helper()
	got := c.get(v)
	if got.State != Paid || got.Payment == nil || got.Payment.Cents != v.Total || got.Payment.Provider != ByStripe || got.workAt != nil {
		c.t.Errorf("the invoice: %+v, payment %+v", got, got.Payment)
	}
	if c.fake.Charges != 1 || len(c.fake.Invoices) != 1 || c.fake.Keyless != 0 || c.balance() != v.Total {
		c.t.Errorf("%d charges, %d invoices, %d calls without a key, balance %d", c.fake.Charges, len(c.fake.Invoices), c.fake.Keyless, c.balance())
	}
}

// SUB-11 FARM-6: a saved card is charged once, by a job, and refunded once.
func TestACardIsCharged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		if before, err := c.Standing(system, c.farm); err != nil || before != (Standing{Provider: ByStripe}) {
			t.Errorf("before: %+v %v", before, err)
		}
		c.saveCard("pm_good")
		if with, err := c.Standing(system, c.farm); err != nil || !with.HasPaymentMethod || with.Card == "" || c.fake.Cards[with.CustomerID] != "pm_good" {
			t.Errorf("with a card: %+v %v", with, err)
		}
		v := c.issue("refill", true, printer...)
		c.work()
		c.settled(v)
		c.send(inOrder)
		c.settled(v)
		for range 2 {
			must(t, c.write(func(tx *sqldb.Tx) error { return c.Refund(system, tx, v.ID, "alex", "Sent twice") }))
		}
		if got := c.get(v); got.State != Paid || !got.Refunding {
			t.Errorf("asked for: %+v", got)
		}
		c.work()
		c.send(inOrder)
		if got := c.get(v); got.State != Refunded || got.Refund.Reference == "" || c.balance() != 0 {
			t.Errorf("refunded: %+v", got)
		}
		c.heardOf("paid refill", "refunded refill")
		must(t, c.RemoveCard(system, c.farm))
		if standing, err := c.Standing(system, c.farm); err != nil || standing.HasPaymentMethod || standing.Card != "" {
			t.Errorf("after it was removed: %+v %v", standing, err)
		}
		if c.fake.Cards[customerOf(t, c)] != "pm_good" {
			t.Error("Stripe was asked before the removal was stored")
		}
		c.fake.Fail("/detach", stripetest.Before)
		again := c.issue("again", true, printer...)
		c.work()
		if got := c.get(again); got.State != Open || got.Attempts != 1 || c.fake.Charges != 1 {
			t.Errorf("a card that is to be removed was charged: %+v", got)
		}
		c.wait(time.Hour)
		if c.fake.Cards[customerOf(t, c)] != "" {
			t.Error("the job did not remove the card at Stripe")
		}
		c.saveCard("pm_other")
		if standing, err := c.Standing(system, c.farm); err != nil || !standing.HasPaymentMethod {
			t.Errorf("another card after the removal: %+v %v", standing, err)
		}
	})
}

// FARM-6: while one card waits to be removed at Stripe, another is saved and removed: both are gone in
// the end, and neither is charged before.
func TestRemoveCard_WhileAnotherIsBeingRemoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		c.fake.Fail("/pm_a/detach", stripetest.Before, stripetest.Before)
		for _, card := range []string{"pm_a", "pm_b"} {
			c.saveCard(card)
			must(t, c.RemoveCard(system, c.farm))
			c.work()
		}
		if !maps.Equal(c.fake.Attached, map[string]bool{"pm_a": true}) {
			t.Fatalf("Stripe has %v while it fails for the first card", c.fake.Attached)
		}

		c.fake.Cards[customerOf(t, c)] = "pm_a" // as a late event of its page has it
		v := c.issue("refill", true, printer...)
		c.work()
		if got := c.get(v); got.State != Open || c.fake.Charges != 0 {
			t.Errorf("a card that is to be removed was charged: %+v", got)
		}

		c.wait(24 * time.Hour)
		if len(c.fake.Attached) > 0 {
			t.Errorf("Stripe still has %v", c.fake.Attached)
		}
		if standing, err := c.Standing(system, c.farm); err != nil || standing.HasPaymentMethod {
			t.Errorf("in the end: %+v %v", standing, err)
		}
	})
}

// FARM-6: a farm pays on the provider's page. The address with which it comes back
// changes nothing; what Stripe says does, in any order, however often and late.
func TestTheProvidersPage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		v := c.issue("setup", false, printer...)
		_, err := c.Pay(system, c.farm, v.ID)
		wantFault(t, err, fault.Unavailable, "")
		c.work()
		address, err := c.Pay(system, c.farm, v.ID)
		must(t, err)
		if got := c.get(v); got.State != Open || got.Pay != PayPage || c.fake.Charges != 0 {
			t.Fatalf("before: %+v", got)
		}
		for range 2 {
			answer, err := http.PostForm(address, nil)
			must(t, err)
			must(t, answer.Body.Close())
		}
		if got := c.get(v); got.State != Open {
			t.Errorf("without Stripe's word: %s", got.State)
		}
		c.setTime(c.time.Add(3 * 24 * time.Hour))
		c.send(func(all []map[string]any) []map[string]any {
			twice := append(slices.Clone(all), all...)
			slices.Reverse(twice)
			return twice
		})
		c.settled(v)
		c.heardOf("paid setup")
		if address, err := c.Pay(system, c.farm, v.ID); err != nil || address != "/manage/"+c.farm+"?invoicePaid=true" {
			t.Errorf("to pay again: %q %v", address, err)
		}
	})
}

// FARM-6: Stripe's page does not come back, so ours waits. Where the event is lost,
// asking for the page again looks at Stripe.
func TestAPaymentWhoseEventIsLost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		v := c.issue("setup", false, printer...)
		c.work()
		address, err := c.Pay(system, c.farm, v.ID)
		must(t, err)
		c.work()
		answer, err := http.PostForm(address, nil)
		must(t, err)
		must(t, answer.Body.Close())
		c.fake.Events = nil
		if again, err := c.Pay(system, c.farm, v.ID); err != nil || again != address {
			t.Errorf("asked again: %q %v", again, err)
		}
		c.work()
		c.settled(v)
		if back, err := c.Pay(system, c.farm, v.ID); err != nil || back != "/manage/"+c.farm+"?invoicePaid=true" {
			t.Errorf("when it is paid: %q %v", back, err)
		}
	})
}

// A card that fails is tried on days 0, 1, 3 and 7, the farm is told each time, and
// the invoice can still be paid.
func TestACardThatFails(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		c.saveCard("bad_1")
		v := c.issue("refill", true, printer...)
		c.work()
		for day, attempts := range []int{1, 2, 2, 3, 3, 3, 3, 4, 4, 4} {
			if got := c.get(v); got.Attempts != attempts || got.State != Open || got.Trouble != "Your card was declined." || (got.NextAttemptAt == nil) != (attempts == 4) {
				t.Errorf("day %d: %+v", day, got)
			}
			c.wait(24 * time.Hour)
			c.send(inOrder)
		}
		c.heardOf("failed 1 refill", "failed 2 refill", "failed 3 refill", "failed 4 refill")
		list, err := c.folder.List()
		must(t, err)
		if len(list) != 4 {
			t.Fatalf("%d mails", len(list))
		}
		mail, err := c.folder.Read(list[0].Name)
		must(t, err)
		if !strings.Contains(mail.Text, "M-1001") || !strings.Contains(mail.Text, "$389.00") || !strings.Contains(mail.Text, "/manage/"+c.farm+"/"+v.ID) {
			t.Errorf("the mail: %s", mail.Text)
		}
		address, err := c.Pay(system, c.farm, v.ID)
		must(t, err)
		answer, err := http.PostForm(address, nil)
		must(t, err)
		must(t, answer.Body.Close())
		c.send(inOrder)
		c.settled(v)
	})
}

// R17: whatever goes wrong with whichever call, there is one charge in the end.
func TestTroubleAtStripe(t *testing.T) {
	calls := []string{"/v1/invoices", "/v1/invoiceitems", "/finalize", "/pay"}
	for _, trouble := range []stripetest.Trouble{stripetest.TooMany, stripetest.Before, stripetest.After, stripetest.Cut} {
		t.Run(string(trouble), func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
				c := newCounter(t, db)
				c.fake.Fail("/v1/customers", trouble)
				if _, err := c.CardPage(system, c.farm); trouble != stripetest.Cut { // which net/http tries again
					wantFault(t, err, fault.Unavailable, "")
				}
				c.saveCard("pm_good")
				for _, path := range calls {
					c.fake.Fail(path, trouble, trouble)
				}
				v := c.issue("refill", true, printer...)
				c.work()
				c.wait(2 * time.Hour)
				c.settled(v)
				c.heardOf("paid refill")
				if n := c.fake.Invoices[c.get(v).remoteID]; n.Lines != 2 || n.Total != v.Total {
					t.Errorf("at Stripe: %+v", n)
				}
			})
		})
	}
}

// R17: no answer while one waits is tried again, with the same key.
func TestASlowCharge(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		c.saveCard("pm_good")
		v := c.issue("refill", true, printer...)
		c.fake.Fail("/pay", stripetest.Slow)
		ctx, cancel := context.WithTimeout(system, 2*time.Second)
		defer cancel()
		c.reached = func(point string) {
			if point == "before charge 1" {
				time.AfterFunc(50*time.Millisecond, cancel)
			}
		}
		must(t, c.Service.settle(ctx, settleArgs{c.farm, v.ID}))
		if got := c.get(v); got.State != Open || got.workFailures != 1 {
			t.Errorf("meanwhile: %+v", got)
		}
		c.wait(5 * time.Minute)
		c.settled(v)
	})
}

// R3: a process that ends between any two steps of a charge leaves one charge, one
// payment, and one invoice at Stripe, when another carries on.
func TestAChargeEndedAnywhere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		c.saveCard("pm_good")
		points := 0
		for at := 1; at == 1 || at <= points; at++ {
			c.reopen(t, db)
			c.told, c.fake.Charges, c.fake.Invoices = nil, 0, map[string]*stripetest.Invoice{}
			before := c.balance()
			v := c.issue(fmt.Sprint("refill ", at), true, printer...)
			reached := ""
			ended := c.endAt(v, at, &reached)
			if !ended {
				break
			}
			points = at + 1
			c.reopen(t, db)
			c.told = nil
			c.wait(3 * time.Minute)
			if got := c.get(v); got.State != Paid || got.workAt != nil || c.fake.Charges != 1 || len(c.fake.Invoices) != 1 || c.balance()-before != v.Total || c.fake.Keyless != 0 {
				t.Errorf("ended %s: %+v; %d charges, %d invoices, %d cents", reached, got, c.fake.Charges, len(c.fake.Invoices), c.balance()-before)
			}
		}
		if points < 20 {
			t.Errorf("only %d points were found", points)
		}
	})
}

// endAt settles the invoice and ends at the point of that number.
func (c *counter) endAt(v Invoice, number int, where *string) (ended bool) {
	c.t.Helper()
	type end struct{}
	defer func() {
		if got := recover(); got != nil {
			if _, is := got.(end); !is {
				panic(got)
			}
			ended = true
		}
	}()
	count := 0
	c.reached = func(point string) {
		if count++; count == number {
			*where = point
			panic(end{})
		}
	}
	must(c.t, c.Service.settle(system, settleArgs{v.FarmID, v.ID}))
	return false
}

// A void invoice whose payment still arrives gives it back; one that staff noted
// as paid is closed at Stripe, and a card that paid it too gets its money back.
func TestMoneyThatCrosses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		payOnPage := func(v Invoice) {
			t.Helper()
			address, err := c.Pay(system, c.farm, v.ID)
			must(t, err)
			answer, err := http.PostForm(address, nil)
			must(t, err)
			must(t, answer.Body.Close())
		}
		v := c.issue("void", false, printer...)
		c.work()
		payOnPage(v)
		must(t, c.write(func(tx *sqldb.Tx) error { return c.Void(system, tx, v.ID, "Replaced") }))
		c.work()
		c.send(inOrder)
		if got := c.get(v); got.State != Void || got.Payment == nil || got.Refund == nil || c.balance() != 0 || len(c.fake.Refunds) != 1 {
			t.Errorf("void: %+v, payment %v, refund %v", got, got.Payment, got.Refund)
		}

		w := c.issue("noted", false, printer...)
		c.work()
		_, err := c.RecordPayment(system, c.farm, w.ID, "Cheque 5")
		must(t, err)
		c.work()
		if got := c.get(w); got.State != Paid || c.fake.Invoices[got.remoteID].Status != "paid" || c.fake.Charges != 1 {
			t.Errorf("noted: %+v", got)
		}

		x := c.issue("both", false, printer...)
		c.work()
		payOnPage(x)
		_, err = c.RecordPayment(system, c.farm, x.ID, "Cheque 6")
		must(t, err)
		c.work()
		c.send(inOrder)
		if got := c.get(x); got.State != Paid || got.Payment.Provider != ByHand || len(c.fake.Refunds) != 2 || c.fake.Charges != 2 {
			t.Errorf("both: %+v; %d refunds", got, len(c.fake.Refunds))
		}
		y := c.issue("never paid", false, printer...)
		c.work()
		must(t, c.write(func(tx *sqldb.Tx) error { return c.Void(system, tx, y.ID, "Cancelled") }))
		c.work()
		if got := c.fake.Invoices[c.get(y).remoteID]; got.Status != "void" {
			t.Errorf("at Stripe: %+v", got)
		}
		c.heardOf("void void", "paid noted", "paid both", "void never paid")
		r, err := c.Reconcile(system)
		if err != nil || r.Compared != 4 || len(r.Differs)+len(r.Mended) != 0 {
			t.Errorf("reconciled: %+v %v", r, err)
		}
	})
}
