package billing

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Issue writes an invoice, or gives the one that was issued under the key
// before, in the caller's transaction, who has asked for the right. The provider
// hears of it after the commit. An invoice over nothing is paid at once.
func (s *Service) Issue(ctx context.Context, tx *sqldb.Tx, n NewInvoice) (Invoice, error) {
	total, err := n.check()
	if err != nil {
		return Invoice{}, err
	}
	before, err := invoiceWhere(ctx, tx, "issue_key = $1", n.Key)
	switch {
	case err == nil && !before.sameAs(n, total):
		return before, fault.New(fault.Conflict, "That was invoiced already, with other amounts.")
	case err == nil || !fault.Is(err, fault.NotFound):
		return before, err
	}
	now := s.now()
	v := Invoice{
		ID: sqldb.NewID(), FarmID: n.FarmID, Key: n.Key, Kind: n.Kind, Title: n.Title, Lines: n.Lines, Total: total, State: Open, Charge: n.Charge,
		Provider: s.provider.name(), CreatedAt: sqldb.Millis(now), DueAt: sqldb.Millis(due(now)),
	}
	if v.BillTo, v.email, err = addressee(ctx, tx, n.FarmID); err != nil {
		return v, err
	}
	if v.collected() && total > 0 {
		v.workAt = millis(now)
		if v.Charge {
			v.NextAttemptAt = millis(now)
		}
	}
	if err := insertInvoice(ctx, tx, &v); err != nil {
		return v, err
	}
	if err := s.note(ctx, tx, "invoice.issue", v, map[string]any{"total": v.Total, "title": v.Title}); err != nil {
		return v, err
	}
	if total == 0 {
		return s.pay(ctx, tx, v, InvoicePayment{Provider: v.Provider, Reference: "Nothing to pay", At: v.CreatedAt})
	}
	return v, s.speak(ctx, tx, v)
}

// Void says that an open invoice need not be paid, in the caller's transaction,
// who has asked for the right. A payment that still arrives is given back. It does
// nothing to one that is void; a paid one is a Conflict.
func (s *Service) Void(ctx context.Context, tx *sqldb.Tx, invoiceID, why string) error {
	v, err := ByID(ctx, tx, invoiceID)
	switch {
	case err != nil || v.State == Void:
		return err
	case v.State != Open:
		return fault.New(fault.Conflict, "This invoice is paid already.")
	}
	now := s.now()
	v.State, v.VoidedAt, v.Note, v.NextAttemptAt = Void, millis(now), why, nil
	s.plan(&v)
	if err := updateInvoice(ctx, tx, v); err != nil {
		return err
	}
	if err := s.note(ctx, tx, "invoice.void", v, map[string]any{"why": why}); err != nil {
		return err
	}
	if err := s.tell(func(l Listener) error { return l.InvoiceVoided(ctx, tx, v) }); err != nil {
		return err
	}
	return s.speak(ctx, tx, v)
}

// Refund gives the whole payment of an invoice back, in the caller's
// transaction, who has asked for the right. What was paid by hand is refunded at
// once, as who gives it back says so; a card's is when the provider has done
// it, and until then the invoice is paid. It does nothing to one that is refunded
// or about to be; one that is not paid is a Conflict.
func (s *Service) Refund(ctx context.Context, tx *sqldb.Tx, invoiceID, who, why string) error {
	v, err := ByID(ctx, tx, invoiceID)
	switch {
	case err != nil || v.State == Refunded || v.Refunding:
		return err
	case v.State != Paid:
		return fault.New(fault.Conflict, "This invoice is not paid, so there is nothing to give back.")
	}
	v.Note = why
	if err := s.note(ctx, tx, "invoice.refund", v, map[string]any{"total": v.Total, "why": why}); err != nil {
		return err
	}
	if v.Payment.Provider == ByHand || v.Total == 0 {
		_, err := s.refund(ctx, tx, v, InvoicePayment{Cents: v.Payment.Cents, Provider: ByHand, Reference: why, Who: who})
		return err
	}
	v.Refunding, v.refundAskedAt = true, millis(s.now())
	s.plan(&v)
	if err := updateInvoice(ctx, tx, v); err != nil {
		return err
	}
	return s.speak(ctx, tx, v)
}

// pay notes the payment of an open invoice.
func (s *Service) pay(ctx context.Context, tx *sqldb.Tx, v Invoice, e InvoicePayment) (Invoice, error) {
	v.State, v.PaidAt, v.NextAttemptAt, v.Trouble, v.Payment = Paid, &e.At, nil, "", &e
	if err := insertEntry(ctx, tx, v, payment, e); err != nil {
		return v, err
	}
	if err := updateInvoice(ctx, tx, v); err != nil {
		return v, err
	}
	detail := map[string]any{"total": v.Total, "provider": e.Provider, "reference": e.Reference}
	if err := s.note(ctx, tx, "invoice.pay", v, detail); err != nil {
		return v, err
	}
	return v, s.tell(func(l Listener) error { return l.InvoicePaid(ctx, tx, v) })
}

// refund notes that the money of a paid invoice went back.
func (s *Service) refund(ctx context.Context, tx *sqldb.Tx, v Invoice, e InvoicePayment) (Invoice, error) {
	e.At = sqldb.Millis(s.now())
	v.State, v.RefundedAt, v.Refunding, v.Refund = Refunded, &e.At, false, &e
	if err := insertEntry(ctx, tx, v, refund, e); err != nil {
		return v, err
	}
	if err := updateInvoice(ctx, tx, v); err != nil {
		return v, err
	}
	return v, s.tell(func(l Listener) error { return l.InvoiceRefunded(ctx, tx, v) })
}

// tell tells the listener, if there is one yet.
func (s *Service) tell(call func(Listener) error) error {
	if s.listener == nil {
		return nil
	}
	return call(s.listener)
}

// note writes the audit entry, in the name of the caller or of the provider.
func (s *Service) note(ctx context.Context, tx *sqldb.Tx, action string, v Invoice, detail map[string]any) error {
	who, signedIn := actor.From(ctx)
	if !signedIn {
		who = actor.Actor{Username: v.Provider}
	}
	return audit.RecordAs(ctx, tx, who, audit.Entry{
		At: s.now(), Action: action, Kind: "invoice", ID: v.ID, Name: v.Number + " " + v.BillTo[0], Detail: detail,
	})
}

// plan lets the provider hear of a change of the invoice.
func (s *Service) plan(v *Invoice) {
	if v.collected() {
		v.workAt, v.workFailures = millis(s.now()), 0
		v.workSeq++
	}
}

// speak lets a job speak to the provider after the commit.
func (s *Service) speak(ctx context.Context, tx *sqldb.Tx, v Invoice) error {
	if v.workAt == nil {
		return nil
	}
	return s.queue.Enqueue(ctx, tx, settleJob, settleArgs{v.FarmID, v.ID})
}
