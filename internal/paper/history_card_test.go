package paper

import (
	"net/http"
	"time"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/billing/stripetest"
)

// card changes whether the bank takes the farm's card.
func (h *history) card(r *rapid.T) {
	h.till.fake.Cards[h.record(h.t, h.id).StripeCustomerID] = rapid.SampledFrom([]string{"pm_good", "bad_1", ""}).Draw(r, "card")
}

func (h *history) trouble(r *rapid.T) {
	path := rapid.SampledFrom([]string{"/v1/invoices", "/v1/invoiceitems", "/finalize", "/pay", "/void", "/v1/refunds"}).Draw(r, "path")
	h.till.fake.Fail(path, rapid.SampledFrom([]stripetest.Trouble{stripetest.TooMany, stripetest.Before, stripetest.After, stripetest.Cut}).Draw(r, "trouble"))
}

func (h *history) events(r *rapid.T) {
	h.hear(h.t, rapid.SampledFrom([]func([]map[string]any) []map[string]any{calm, doubledAndReversed, lost}).Draw(r, "events"))
}

func (h *history) time(r *rapid.T) {
	h.wait(h.t, rapid.IntRange(1, 3).Draw(r, "times"), rapid.SampledFrom([]time.Duration{time.Minute, time.Hour, 25 * time.Hour}).Draw(r, "step"))
}

// dieInCharge lets a job end between two steps of what it says to Stripe.
func (h *history) dieInCharge(r *rapid.T) {
	n := rapid.IntRange(1, 30).Draw(r, "nth")
	h.till.reached = func(string) {
		if n--; n == 0 {
			panic(errCrash)
		}
	}
	h.restarted()
}

// page pays an open invoice on Stripe's page.
func (h *history) page(r *rapid.T) {
	for _, v := range h.invoices() {
		if v.State != billing.Open || !rapid.Bool().Draw(r, "pay") {
			continue
		}
		if address, err := h.bills.Pay(system, h.id, v.ID); err == nil && address[0] != '/' {
			answer, err := http.PostForm(address, nil)
			must(h.t, err)
			must(h.t, answer.Body.Close())
		}
	}
}

// atStripe holds our books against Stripe's, once there is no more to say.
func (h *history) atStripe() {
	remote := map[string][]*stripetest.Invoice{}
	for _, v := range h.till.fake.Invoices {
		ours := v.Metadata[stripe.InvoiceMark]
		remote[ours] = append(remote[ours], v)
	}
	for _, v := range h.invoices() {
		at := remote[v.ID]
		if len(at) > 1 || len(at) == 0 && v.State == billing.Open {
			h.t.Fatalf("%d invoices at Stripe stand for %+v", len(at), v)
		}
		if len(at) == 0 {
			continue
		}
		charged, back := at[0].Intent != "", len(h.till.fake.Refunds[at[0].Intent]) > 0
		byCard := v.Payment != nil && v.Payment.Provider == billing.ByStripe
		switch {
		case v.Total != 0 && at[0].Status != "draft" && at[0].Total != v.Total:
			h.t.Fatalf("it is over %d at Stripe: %+v", at[0].Total, v)
		case charged && !byCard && !back, charged && v.State == billing.Void && !back, byCard && !charged, v.State == billing.Refunded && byCard && !back, v.State == billing.Paid && byCard && back:
			h.t.Fatalf("charged %t, given back %t, and the invoice %+v, payment %+v, refund %+v", charged, back, v, v.Payment, v.Refund)
		case v.State == billing.Open && at[0].Status != "open":
			h.t.Fatalf("%s at Stripe: %+v", at[0].Status, v)
		}
	}
}
