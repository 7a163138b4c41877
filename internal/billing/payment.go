package billing

import (
	"context"
	"net/url"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
)

const maxReference = 200 // characters

func checkReference(text string) (string, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", fault.ForField("reference", "Please enter a reference")
	case len([]rune(text)) > maxReference || !plain.Line(text):
		return "", fault.ForField("reference", "A reference is one line of at most 200 characters")
	}
	return text, nil
}

// RecordPayment notes that the invoice was paid outside the provider. Only those
// who set prices may.
func (s *Service) RecordPayment(ctx context.Context, farmID, invoiceID, reference string) (Invoice, error) {
	return s.record(ctx, farmID, invoiceID, reference, func(tx *sqldb.Tx, v Invoice, who, reference string) error {
		if v.State != Open {
			return errNotOpen[v.State]
		}
		s.plan(&v)
		if _, err := s.pay(ctx, tx, v, InvoicePayment{v.Total, ByHand, reference, who, sqldb.Millis(s.now())}); err != nil {
			return err
		}
		return s.speak(ctx, tx, v)
	})
}

// RecordRefund gives the payment of the invoice back: it notes that staff did, or
// lets the provider do it. Only those who set prices may.
func (s *Service) RecordRefund(ctx context.Context, farmID, invoiceID, reference string) (Invoice, error) {
	return s.record(ctx, farmID, invoiceID, reference, func(tx *sqldb.Tx, v Invoice, who, reference string) error {
		if v.State == Refunded || v.Refunding {
			return errNotOpen[Refunded]
		}
		return s.Refund(ctx, tx, v.ID, who, reference)
	})
}

// errNotOpen is the answer to a payment of what is not open.
var errNotOpen = map[State]error{
	Paid:     fault.New(fault.Conflict, "This invoice is paid already."),
	Void:     fault.New(fault.Conflict, "This invoice is void: nothing is to be paid."),
	Refunded: fault.New(fault.Conflict, "This invoice was refunded already."),
}

func (s *Service) record(
	ctx context.Context, farmID, invoiceID, reference string, do func(tx *sqldb.Tx, v Invoice, who, reference string) error,
) (v Invoice, err error) {
	if err := actor.Require(ctx, actor.Pricing); err != nil {
		return v, err
	}
	if reference, err = checkReference(reference); err != nil {
		return v, err
	}
	caller, _ := actor.From(ctx)
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		v, err = once.Do(ctx, tx, func() (Invoice, error) {
			v, err := s.find(ctx, tx, farmID, invoiceID)
			if err == nil {
				err = do(tx, v, caller.Username, reference)
			}
			if err != nil {
				return v, err
			}
			return s.find(ctx, tx, farmID, invoiceID)
		})
		return err
	})
	return v, err
}

// Pay gives the address where the farm pays the invoice, or where it goes on when
// that is paid. In the demo, asking is paying. Who asks again may have paid, so
// the provider's side is looked at, should its event be late or lost. The farm's
// managers may, and those who set prices.
func (s *Service) Pay(ctx context.Context, farmID, invoiceID string) (address string, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Pricing); err != nil {
			return err
		}
		v, err := s.find(ctx, tx, farmID, invoiceID)
		if err != nil {
			return err
		}
		address, err = s.payHere(ctx, tx, v)
		return err
	})
	return address, err
}

func (s *Service) payHere(ctx context.Context, tx *sqldb.Tx, v Invoice) (address string, err error) {
	back := "/manage/" + url.PathEscape(v.FarmID) + "?invoicePaid=true"
	switch {
	case v.State == Paid:
		return back, nil
	case v.State != Open:
		return "", errNotOpen[v.State]
	case v.Pay == PayDemo:
		caller, _ := actor.From(ctx)
		_, err := s.pay(ctx, tx, v, InvoicePayment{v.Total, ByHand, "The demo's button", caller.Username, sqldb.Millis(s.now())})
		return back, err
	case v.Pay == PayTransfer:
		return "", fault.New(fault.Conflict, "This invoice is paid by a transfer, with its number as the reference. We note the payment when it has arrived.")
	case v.payURL == "":
		return "", fault.New(fault.Unavailable, "The page for the payment is being made. Please try again in a moment.")
	}
	s.plan(&v)
	if err := updateInvoice(ctx, tx, v); err != nil {
		return "", err
	}
	return v.payURL, s.speak(ctx, tx, v)
}
