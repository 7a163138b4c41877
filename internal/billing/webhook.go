package billing

import (
	"context"

	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

var errNoEvent = fault.New(fault.Invalid, "That is not an event of the payment provider.")

// Hear stores an event, once, with what it makes us look at.
func (s *Service) Hear(ctx context.Context, body []byte, signature string) error {
	c, is := s.provider.(*cards)
	if !is {
		return errNoEvent
	}
	e, err := stripe.ReadEvent(body, signature, s.secrets, s.now())
	if err != nil || e.Live != c.stripe.Live() || e.Account != "" {
		return errNoEvent
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		fresh, err := tx.Exec(ctx, `INSERT INTO provider_events (event_id, kind, object_id, created_at, received_at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (event_id) DO NOTHING`, e.ID, e.Type, e.Data.Object.ID, e.Created*1000, sqldb.Millis(s.now()))
		if err != nil || fresh == 0 {
			return err
		}
		return s.lookAt(ctx, tx, e)
	})
}

// lookAt lets jobs look at what the event is about.
func (s *Service) lookAt(ctx context.Context, tx *sqldb.Tx, e stripe.Event) error {
	o := e.Data.Object
	switch o.Object {
	case "invoice":
		return s.hint(ctx, tx, "remote_id = $1 OR id = $2", o.ID, o.Metadata[stripe.InvoiceMark])
	case "payment_intent":
		return s.hint(ctx, tx, "remote_payment = $1", o.ID)
	case "charge", "refund", "dispute":
		if intent := stripe.ID(o.Intent); intent != "" {
			return s.hint(ctx, tx, "remote_payment = $1", intent)
		}
	case "checkout.session":
		return s.queue.Enqueue(ctx, tx, cardJob, cardArgs{Session: o.ID})
	case "customer":
		return s.queue.Enqueue(ctx, tx, cardJob, cardArgs{Customer: o.ID})
	case "payment_method":
		if customer := stripe.ID(o.Customer); customer != "" {
			return s.queue.Enqueue(ctx, tx, cardJob, cardArgs{Customer: customer})
		}
		row, err := customerWhere(ctx, tx, "method_id = $1", o.ID) // it was taken away
		if err != nil || row.remoteID == "" {
			return err
		}
		return s.queue.Enqueue(ctx, tx, cardJob, cardArgs{Customer: row.remoteID})
	}
	return nil
}

// hint lets a job look at the invoices that match.
func (s *Service) hint(ctx context.Context, tx *sqldb.Tx, where string, args ...any) error {
	found, err := sqldb.All(ctx, tx, scanInvoice, "SELECT "+invoiceColumns+" FROM invoices WHERE ("+where+") AND provider = 'stripe'", args...)
	if err != nil {
		return err
	}
	for _, v := range found {
		s.plan(&v)
		if err := updateInvoice(ctx, tx, v); err != nil {
			return err
		}
		if err := s.speak(ctx, tx, v); err != nil {
			return err
		}
	}
	return nil
}

type cardArgs struct{ Customer, Session string }

// lookAtCards is the job that follows a change of a saved card.
func (s *Service) lookAtCards(ctx context.Context, a cardArgs) error {
	c, err := s.cards()
	if err != nil {
		return nil
	}
	if a.Session != "" {
		customer, method, err := c.stripe.EnteredCard(ctx, a.Session)
		if err != nil || method == "" {
			return err
		}
		if err := c.stripe.UseCard(ctx, "use "+a.Session, customer, method); err != nil {
			return err
		}
		a.Customer = customer
	}
	var row customerRow
	err = s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		row, err = customerWhere(ctx, tx, "remote_id = $1", a.Customer)
		return err
	})
	if err != nil || row.remoteID == "" {
		return err
	}
	_, err = c.lookAtCard(ctx, row)
	return err
}
