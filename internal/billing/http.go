package billing

import (
	"context"
	"io"
	"net/http"

	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/rest"
)

// InvoicesInput asks for the invoices of a farm.
type InvoicesInput struct {
	farm.IDInput
	page.Slice
	State string `query:"state" enum:",open,paid,void,refunded" required:"false" doc:"Only those; all when empty"`
}

// InvoicesOutput is a page of invoices.
type InvoicesOutput struct{ Body page.List[Invoice] }

// HandleList answers GET /api/farms/{id}/invoices.
func (s *Service) HandleList(ctx context.Context, in *InvoicesInput) (*InvoicesOutput, error) {
	list, err := s.List(ctx, in.ID, State(in.State), in.Slice)
	return &InvoicesOutput{list}, err
}

// InvoiceInput names an invoice of a farm.
type InvoiceInput struct {
	farm.IDInput
	InvoiceID string `path:"invoiceId" maxLength:"64"`
}

// InvoiceOutput is an invoice.
type InvoiceOutput struct{ Body Invoice }

// HandleGet answers GET /api/farms/{id}/invoices/{invoiceId}.
func (s *Service) HandleGet(ctx context.Context, in *InvoiceInput) (*InvoiceOutput, error) {
	v, err := s.Get(ctx, in.ID, in.InvoiceID)
	return &InvoiceOutput{v}, err
}

// HandlePDF answers GET /api/farms/{id}/invoices/{invoiceId}/pdf.
func (s *Service) HandlePDF(ctx context.Context, in *InvoiceInput) (*download.File, error) {
	name, content, err := s.PDF(ctx, in.ID, in.InvoiceID)
	return download.New(name, download.PDF, content), err
}

// PayOutput says where the farm pays.
type PayOutput struct {
	Body struct {
		URL string `json:"url" doc:"The provider's page, or where to go on when nothing is to be done there"`
	}
}

// HandlePay answers POST /api/farms/{id}/invoices/{invoiceId}/pay.
func (s *Service) HandlePay(ctx context.Context, in *InvoiceInput) (*PayOutput, error) {
	address, err := s.Pay(ctx, in.ID, in.InvoiceID)
	out := &PayOutput{}
	out.Body.URL = address
	return out, err
}

// PaymentInput notes money that moved.
type PaymentInput struct {
	InvoiceInput
	Body struct {
		Reference string `json:"reference" maxLength:"200" doc:"Of the transfer or the cheque, or why it is given back"`
	}
}

// HandlePayment answers POST /api/farms/{id}/invoices/{invoiceId}/payment.
func (s *Service) HandlePayment(ctx context.Context, in *PaymentInput) (*InvoiceOutput, error) {
	v, err := s.RecordPayment(ctx, in.ID, in.InvoiceID, in.Body.Reference)
	return &InvoiceOutput{v}, err
}

// HandleRefund answers POST /api/farms/{id}/invoices/{invoiceId}/refund.
func (s *Service) HandleRefund(ctx context.Context, in *PaymentInput) (*InvoiceOutput, error) {
	v, err := s.RecordRefund(ctx, in.ID, in.InvoiceID, in.Body.Reference)
	return &InvoiceOutput{v}, err
}

// StandingOutput is how a farm stands.
type StandingOutput struct{ Body Standing }

// HandleStanding answers GET /api/farms/{id}/billing.
func (s *Service) HandleStanding(ctx context.Context, in *farm.IDInput) (*StandingOutput, error) {
	a, err := s.Standing(ctx, in.ID)
	return &StandingOutput{a}, err
}

// HandleCardPage answers POST /api/farms/{id}/billing/card.
func (s *Service) HandleCardPage(ctx context.Context, in *farm.IDInput) (*PayOutput, error) {
	address, err := s.CardPage(ctx, in.ID)
	out := &PayOutput{}
	out.Body.URL = address
	return out, err
}

// HandleRemoveCard answers DELETE /api/farms/{id}/billing/card.
func (s *Service) HandleRemoveCard(ctx context.Context, in *farm.IDInput) (*StandingOutput, error) {
	if err := s.RemoveCard(ctx, in.ID); err != nil {
		return nil, err
	}
	return s.HandleStanding(ctx, in)
}

const maxEvent = 256 << 10 // bytes

// Webhook serves POST /api/billing/stripe: what Stripe tells us. Whoever signs with
// our secret may. An event is only a hint that something is to be looked at; that
// is stored with it, so any order, repetition and lateness comes to the same.
func (s *Service) Webhook() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxEvent))
		if err == nil {
			err = s.Hear(r.Context(), body, r.Header.Get("Stripe-Signature"))
		} else {
			err = errNoEvent
		}
		if err != nil {
			rest.WriteError(w, r, err)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
}
