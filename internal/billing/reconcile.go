package billing

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	reconcileDays = 90 // how far back; Stripe's disputes and our retries end before
	patience      = 5  // failures after which an invoice that Stripe does not have is no longer on its way
	keepEvents    = 90 * 24 * time.Hour
)

// Reconciliation is what a comparison of our books with the provider's found.
type Reconciliation struct {
	Compared int
	Mended   []string // one sentence each
	Differs  []string // what a person has to look at, one sentence each
}

// Reconcile compares the books of the last 90 days, and everything open, with the
// provider's, mends what it can and says what it cannot. Only root may.
func (s *Service) Reconcile(ctx context.Context) (r Reconciliation, err error) {
	if err := actor.RequireRoot(ctx); err != nil {
		return r, err
	}
	c, is := s.provider.(*cards)
	since := s.now().AddDate(0, 0, -reconcileDays)
	var all []Invoice
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		all, err = sqldb.All(ctx, tx, scanInvoice, "SELECT "+invoiceColumns+` FROM invoices
			WHERE provider = 'stripe' AND (state = 'open' OR created_at >= $1 OR work_at IS NOT NULL) ORDER BY number`, sqldb.Millis(since))
		return err
	})
	if err != nil {
		return r, err
	}
	if !is {
		for _, v := range all {
			if v.State == Open {
				r.Differs = append(r.Differs, v.Number+" is to be collected by Stripe, which is not set up any more.")
			}
		}
		return r, nil
	}
	for _, v := range all {
		r.Compared++
		if err := c.compare(ctx, v, &r); err != nil {
			return r, err
		}
	}
	return r, c.unmatched(ctx, since, &r)
}

// compare settles the invoice and compares it with Stripe's.
func (c *cards) compare(ctx context.Context, v Invoice, r *Reconciliation) error {
	before := v.State
	err := c.s.db.Write(ctx, func(tx *sqldb.Tx) error {
		now, err := c.s.find(ctx, tx, v.FarmID, v.ID)
		if err != nil {
			return err
		}
		before = now.State
		c.s.plan(&now)
		return updateInvoice(ctx, tx, now)
	})
	if err != nil {
		return err
	}
	if err := c.s.settle(ctx, settleArgs{v.FarmID, v.ID}); err != nil {
		return err
	}
	err = c.s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		v, err = c.s.find(ctx, tx, v.FarmID, v.ID)
		return err
	})
	if err != nil {
		return err
	}
	if v.State != before {
		r.Mended = append(r.Mended, fmt.Sprintf("%s was %s here, and is %s now.", v.Number, before, v.State))
	}
	if why, err := c.differs(ctx, v); err != nil || why != "" {
		r.Differs = append(r.Differs, v.Number+" "+why)
		return err
	}
	return nil
}

// differs says in what the invoice differs from Stripe's; nothing when they agree.
func (c *cards) differs(ctx context.Context, v Invoice) (why string, err error) {
	if v.remoteID == "" {
		if v.State == Open && v.workFailures >= patience {
			return "is open here, and could not be made at Stripe.", nil
		}
		return "", nil
	}
	remote, err := c.stripe.Invoice(ctx, v.remoteID)
	if stripe.Missing(err) {
		return "is not at Stripe any more.", nil
	}
	if err != nil {
		return "could not be read at Stripe.", err
	}
	if remote.Status != "draft" && remote.Total != v.Total {
		return fmt.Sprintf("is over %s here, and %s at Stripe.", Dollars(v.Total), Dollars(remote.Total)), nil
	}
	agrees := map[State][]string{Open: {"open"}, Paid: {"paid"}, Refunded: {"paid"}, Void: {"void", "draft"}}[v.State]
	if v.State == Void && v.Refund != nil {
		agrees = append(agrees, "paid")
	}
	for _, status := range agrees {
		if remote.Status == status && (v.State != Refunded || v.Refund != nil) {
			if v.Refunding {
				return "is to be refunded, and is not yet.", nil
			}
			return "", nil
		}
	}
	return fmt.Sprintf("is %s here, and %s at Stripe.", v.State, remote.Status), nil
}

// unmatched reports invoices at Stripe that name one of ours and do not stand for it.
func (c *cards) unmatched(ctx context.Context, since time.Time, r *Reconciliation) error {
	for after := ""; ; {
		list, err := c.stripe.Invoices(ctx, "", since.Unix(), after)
		if err != nil {
			return err
		}
		for _, remote := range list.Data {
			after = remote.ID
			ours := remote.Metadata[stripe.InvoiceMark]
			if ours == "" || remote.Status == "draft" || remote.Status == "void" {
				continue // of somebody else, or nothing can be paid by it
			}
			err := c.s.db.Read(ctx, func(tx *sqldb.Tx) error {
				n, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM invoices WHERE id = $1 AND remote_id = $2", ours, remote.ID)
				if err == nil && n == 0 {
					r.Differs = append(r.Differs, fmt.Sprintf("Stripe's %s is %s over %s, and stands for no invoice here.", remote.ID, remote.Status, Dollars(remote.Total)))
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		if !list.HasMore || len(list.Data) == 0 {
			return nil
		}
	}
}

// reconcileNightly is the job.
func (s *Service) reconcileNightly(ctx context.Context) error {
	r, err := s.Reconcile(actor.With(ctx, actor.System))
	for _, sentence := range r.Mended {
		slog.WarnContext(ctx, "the books were mended: "+sentence)
	}
	for _, sentence := range r.Differs {
		slog.ErrorContext(ctx, "the books differ from the payment provider's: "+sentence)
	}
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM provider_events WHERE received_at < $1", sqldb.Millis(s.now().Add(-keepEvents)))
		return err
	})
}
