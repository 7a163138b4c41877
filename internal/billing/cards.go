package billing

import (
	"context"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/sqldb"
)

// cards is the provider where Stripe charges cards. Its invoice stands for ours,
// and cannot be paid twice, by the card or on its page.
type cards struct {
	s      *Service
	stripe *stripe.Client
}

func (c *cards) name() string { return ByStripe }

// chargeAfter is when a card is charged: at once, and where that failed on days 1, 3 and 7.
var chargeAfter = []time.Duration{0, 24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour}

// settle looks at Stripe's invoice, makes our books follow the money, and then
// Stripe's invoice our books.
func (c *cards) settle(ctx context.Context, v Invoice) error {
	heard := v.workSeq
	if err := c.begin(ctx, &v); err != nil || v.remoteID == "" {
		return c.rest(ctx, v, heard, err)
	}
	remote, err := c.stripe.Invoice(ctx, v.remoteID)
	if err == nil && remote.Status == "draft" && v.State == Open {
		remote, err = c.open(ctx, v)
	}
	if err == nil {
		err = c.follow(ctx, &v, remote)
	}
	if err == nil {
		err = c.lead(ctx, &v, remote)
	}
	return c.rest(ctx, v, heard, err)
}

// begin makes the draft of an open invoice, and finds out about that of another one
// if making it was begun.
func (c *cards) begin(ctx context.Context, v *Invoice) error {
	if v.remoteID != "" {
		return nil
	}
	if v.State != Open {
		if began, err := c.began(ctx, *v, "invoice"); err != nil || !began {
			return err
		}
	}
	customer, err := c.customer(ctx, *v)
	if err != nil {
		return err
	}
	id, err := c.once(ctx, call{v.FarmID, v.ID, "invoice",
		func(ctx context.Context) (string, error) { return c.findInvoice(ctx, customer, *v) },
		func(ctx context.Context, key string) (string, error) {
			return c.stripe.CreateInvoice(ctx, key, customer, v.ID, v.Number+" "+v.Title)
		}})
	if err != nil {
		return err
	}
	return c.change(ctx, v, "draft", func(_ *sqldb.Tx, v *Invoice) error {
		v.remoteID = id
		return nil
	})
}

// findInvoice looks for Stripe's invoice that stands for ours.
func (c *cards) findInvoice(ctx context.Context, customer string, v Invoice) (string, error) {
	since := v.CreatedAt/1000 - int64(time.Hour/time.Second) // by their clock
	for after := ""; ; {
		list, err := c.stripe.Invoices(ctx, customer, since, after)
		if err != nil {
			return "", err
		}
		for _, found := range list.Data {
			if after = found.ID; found.Metadata[stripe.InvoiceMark] == v.ID {
				return found.ID, nil
			}
		}
		if !list.HasMore || len(list.Data) == 0 {
			return "", nil
		}
	}
}

// open adds the lines to the draft and opens it for payment.
func (c *cards) open(ctx context.Context, v Invoice) (remote stripe.Invoice, err error) {
	customer, err := c.customer(ctx, v)
	if err != nil {
		return remote, err
	}
	for i, l := range v.Lines {
		_, err := c.once(ctx, call{v.FarmID, v.ID, fmt.Sprintf("line %d", i+1),
			func(ctx context.Context) (string, error) { return c.stripe.FindLine(ctx, v.remoteID, i+1) },
			func(ctx context.Context, key string) (string, error) {
				return c.stripe.AddLine(ctx, key, customer, v.remoteID, i+1, l.Description, l.Cents)
			}})
		if err != nil {
			return remote, err
		}
	}
	_, err = c.once(ctx, call{v.FarmID, v.ID, "open", nil, func(ctx context.Context, key string) (string, error) {
		return v.remoteID, c.stripe.Finalize(ctx, key, v.remoteID)
	}})
	if err != nil {
		return remote, err
	}
	return c.stripe.Invoice(ctx, v.remoteID)
}

// follow writes into the books what Stripe has collected or given back.
func (c *cards) follow(ctx context.Context, v *Invoice, remote stripe.Invoice) error {
	if remote.Status != "draft" && (remote.Total != v.Total || remote.Currency != "usd") {
		return fmt.Errorf("invoice %s is over %d cents and Stripe's %s over %d %s", v.Number, v.Total, remote.ID, remote.Total, remote.Currency)
	}
	back, err := c.givenBack(ctx, *v)
	if err != nil {
		return err
	}
	intent := remote.Intent()
	return c.change(ctx, v, "books", func(tx *sqldb.Tx, v *Invoice) (err error) {
		v.payURL = remote.Page
		now := sqldb.Millis(c.s.now())
		paid := InvoicePayment{Cents: v.Total, Provider: ByStripe, Reference: intent, Who: ByStripe, At: now}
		switch {
		case remote.Status == "paid" && v.State == Open:
			v.remotePayment = intent
			if intent == "" {
				paid.Provider, paid.Reference = ByHand, "Noted at Stripe"
			}
			*v, err = c.s.pay(ctx, tx, *v, paid)
		case remote.Status == "paid" && v.State == Void && v.Payment == nil && intent != "":
			err = c.s.payLate(ctx, tx, v, paid)
		case remote.Status == "paid" && v.State == Paid && v.Payment.Provider == ByHand && v.remotePayment == "" && intent != "":
			v.remotePayment = intent
			err = c.s.note(ctx, tx, "invoice.paidTwice", *v, map[string]any{"reference": intent, "total": v.Total})
		case back != "" && v.State == Paid && v.Payment.Provider == ByStripe:
			*v, err = c.s.refund(ctx, tx, *v, InvoicePayment{Cents: v.Total, Provider: ByStripe, Reference: back, Who: ByStripe})
		case back != "" && v.State == Void && v.Payment != nil && v.Refund == nil:
			err = insertEntry(ctx, tx, *v, refund, InvoicePayment{v.Total, ByStripe, back, ByStripe, now})
		}
		return err
	})
}

// givenBack names a refund of the whole payment; empty where there is none.
func (c *cards) givenBack(ctx context.Context, v Invoice) (reference string, err error) {
	if v.remotePayment == "" || v.Refund != nil {
		return "", nil
	}
	list, err := c.stripe.Refunds(ctx, v.remotePayment)
	var total int64
	for _, r := range list {
		if r.Stands() {
			total += r.Amount
			reference = r.ID
		}
	}
	if total < v.Total || total == 0 {
		reference = ""
	}
	return reference, err
}

// payLate notes a payment that arrived for a void invoice, which is given back.
func (s *Service) payLate(ctx context.Context, tx *sqldb.Tx, v *Invoice, e InvoicePayment) error {
	v.remotePayment, v.refundAskedAt, v.Payment = e.Reference, &e.At, &e
	if err := insertEntry(ctx, tx, *v, payment, e); err != nil {
		return err
	}
	return s.note(ctx, tx, "invoice.paidLate", *v, map[string]any{"reference": e.Reference, "total": v.Total})
}

// lead asks Stripe for what the books want and Stripe has not done yet.
func (c *cards) lead(ctx context.Context, v *Invoice, remote stripe.Invoice) error {
	payable := remote.Status == "open" || remote.Status == "uncollectible"
	switch {
	case v.State == Open && payable && v.NextAttemptAt != nil && *v.NextAttemptAt <= sqldb.Millis(c.s.now()):
		return c.charge(ctx, v)
	case v.State == Void && payable:
		return c.step(ctx, *v, "void", func(ctx context.Context, key string) error { return c.stripe.Void(ctx, key, v.remoteID) })
	case (v.State == Paid || v.State == Refunded) && payable: // staff noted a payment
		return c.step(ctx, *v, "close", func(ctx context.Context, key string) error { return c.stripe.ClosePaid(ctx, key, v.remoteID) })
	case v.owesBack():
		return c.giveBack(ctx, v, remote)
	}
	return nil
}

// owesBack reports whether a payment by card is to be given back: that of a refund,
// of a void invoice, or of one that was paid by hand too.
func (v Invoice) owesBack() bool {
	return v.remotePayment != "" && (v.refundAskedAt != nil || v.Payment != nil && v.Payment.Provider == ByHand)
}

// step asks for something that has no answer of its own, and is seen on the invoice.
func (c *cards) step(ctx context.Context, v Invoice, name string, do func(ctx context.Context, key string) error) error {
	_, err := c.once(ctx, call{v.FarmID, v.ID, name, nil, func(ctx context.Context, key string) (string, error) { return v.remoteID, do(ctx, key) }})
	return err
}

// giveBack gives the payment back, unless that was done, and writes it into the books.
func (c *cards) giveBack(ctx context.Context, v *Invoice, remote stripe.Invoice) error {
	find := func(ctx context.Context) (string, error) { return c.givenBack(ctx, *v) }
	if done, err := find(ctx); err != nil || done != "" {
		return err
	}
	_, err := c.once(ctx, call{v.FarmID, v.ID, "refund", find, func(ctx context.Context, key string) (string, error) {
		return c.stripe.Refund(ctx, key, v.remotePayment, v.ID)
	}})
	if err != nil {
		return err
	}
	return c.follow(ctx, v, remote)
}

// rest says that there is no more to say until the next charge, unless the invoice
// changed meanwhile.
func (c *cards) rest(ctx context.Context, v Invoice, heard int64, failed error) error {
	if failed != nil {
		return failed
	}
	return c.change(ctx, &v, "rest", func(_ *sqldb.Tx, v *Invoice) error {
		if v.workSeq == heard {
			v.workAt, v.workFailures = v.NextAttemptAt, 0
		}
		return nil
	})
}

// change changes the invoice as it is now, and v with it.
func (c *cards) change(ctx context.Context, v *Invoice, name string, do func(tx *sqldb.Tx, v *Invoice) error) error {
	return c.s.write(ctx, name, func(tx *sqldb.Tx) error {
		now, err := c.s.find(ctx, tx, v.FarmID, v.ID)
		if err != nil {
			return err
		}
		if err := do(tx, &now); err != nil {
			return err
		}
		*v = now
		return updateInvoice(ctx, tx, now)
	})
}
