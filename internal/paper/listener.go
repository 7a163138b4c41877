package paper

import (
	"context"
	"strings"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// orderOf gives the order that an invoice is of; false for an invoice of
// somebody else's, and for an order that went with its farm.
func orderOf(ctx context.Context, tx *sqldb.Tx, v billing.Invoice) (o Order, ours bool, err error) {
	id, ours := strings.CutPrefix(v.Key, "paper:")
	if !ours {
		return o, false, nil
	}
	o, err = orderByID(ctx, tx, v.FarmID, id)
	if fault.Is(err, fault.NotFound) {
		return o, false, nil
	}
	o.InvoiceID = v.ID
	return o, err == nil, err
}

// InvoicePaid lets the order be sent; a setup begins the subscription.
func (s *Service) InvoicePaid(ctx context.Context, tx *sqldb.Tx, v billing.Invoice) error {
	o, ours, err := orderOf(ctx, tx, v)
	if err != nil || !ours {
		return err
	}
	if err := s.liftPayment(ctx, tx, o.FarmID, o.ID); err != nil {
		return err
	}
	if o.State != Unpaid && o.State != Waiting {
		return nil
	}
	if _, err := o.setState(ctx, tx, Ready, ""); err != nil {
		return err
	}
	if o.Kind == SetupOrder {
		if _, err := tx.Exec(ctx, "UPDATE paper_printers SET is_charged = TRUE WHERE farm_id = $1 AND order_id = $2", o.FarmID, o.ID); err != nil {
			return err
		}
		if err := s.farms.Subscribe(ctx, tx, o.FarmID, func(sub *farm.Subscription) {
			sub.TaggingActive, sub.SetupInvoice = farm.TaggingOn, v.ID
		}); err != nil {
			return err
		}
	}
	return s.tellToShip(ctx, tx, &o)
}

// InvoiceRefunded cancels the order if it was not sent yet; what was sent stays
// in stock.
func (s *Service) InvoiceRefunded(ctx context.Context, tx *sqldb.Tx, v billing.Invoice) error {
	return s.undo(ctx, tx, v, "The invoice was refunded.")
}

// InvoiceVoided cancels the order if it was not sent yet.
func (s *Service) InvoiceVoided(ctx context.Context, tx *sqldb.Tx, v billing.Invoice) error {
	return s.undo(ctx, tx, v, "The invoice was voided.")
}

func (s *Service) undo(ctx context.Context, tx *sqldb.Tx, v billing.Invoice, why string) error {
	o, ours, err := orderOf(ctx, tx, v)
	if err != nil || !ours {
		return err
	}
	if err := s.liftPayment(ctx, tx, o.FarmID, o.ID); err != nil {
		return err
	}
	if o.State == Sent || o.State == Cancelled {
		return nil
	}
	if err := s.cancel(ctx, tx, &o, why); err != nil {
		return err
	}
	f, err := load(ctx, tx, o.FarmID)
	switch {
	case err != nil:
		return err
	case f.setupInvoice == v.ID:
		return s.end(ctx, tx, f, why)
	case o.Kind != RefillOrder:
		return nil
	}
	all, err := stocks(ctx, tx, o.FarmID)
	if err != nil {
		return err
	}
	return s.tellStopped(ctx, tx, f, all, o.Types, why)
}

// ChargeFailed stops shipments of the order's types once the card was tried for
// the last time. The farm goes on printing what it has.
func (s *Service) ChargeFailed(ctx context.Context, tx *sqldb.Tx, v billing.Invoice, _ int) error {
	o, ours, err := orderOf(ctx, tx, v)
	if err != nil || !ours || v.NextAttemptAt != nil || o.State != Unpaid {
		return err
	}
	f, err := load(ctx, tx, o.FarmID)
	if err != nil {
		return err
	}
	for _, t := range o.Types {
		if err := s.place(ctx, tx, f, Hold{Type: t, orderID: o.ID, Reason: "The card could not be charged for invoice " + v.Number + "."}); err != nil {
			return err
		}
	}
	return nil
}
