package stripe

import (
	"context"
	"net/url"
	"strconv"
)

// InvoiceMark is the metadata in which an object of Stripe names our invoice.
const InvoiceMark = "merroir_invoice"

// List is a page of objects.
type List[T any] struct {
	Data    []T  `json:"data"`
	HasMore bool `json:"has_more"`
}

// Invoice is an invoice at Stripe. It can be paid once, whoever tries how often.
type Invoice struct {
	ID         string            `json:"id"`
	Status     string            `json:"status"` // draft, open, paid, void, uncollectible
	Currency   string            `json:"currency"`
	Total      int64             `json:"total"`
	AmountPaid int64             `json:"amount_paid"`
	Page       string            `json:"hosted_invoice_url"`
	Metadata   map[string]string `json:"metadata"`
	Payments   List[struct {
		Status  string `json:"status"`
		Payment struct {
			Intent string `json:"payment_intent"`
		} `json:"payment"`
	}] `json:"payments"`
}

// Intent is the payment by card that paid the invoice; empty when none did.
func (v Invoice) Intent() string {
	for _, p := range v.Payments.Data {
		if p.Status == "paid" {
			return p.Payment.Intent
		}
	}
	return ""
}

type object struct {
	ID  string `json:"id"`
	URL string `json:"url"`
}

func form(pairs ...string) url.Values {
	values := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return values
}

// CreateCustomer makes a farm's customer.
func (c *Client) CreateCustomer(ctx context.Context, key, farmID, name, email string) (id string, err error) {
	values := form("name", name, "metadata[merroir_farm]", farmID)
	if email != "" {
		values.Set("email", email)
	}
	made, err := post[object](ctx, c, key, "/v1/customers", values)
	return made.ID, err
}

// CreateInvoice makes a draft to which nothing happens by itself.
func (c *Client) CreateInvoice(ctx context.Context, key, customer, ours, description string) (id string, err error) {
	made, err := post[object](ctx, c, key, "/v1/invoices", form("customer", customer, "currency", "usd", "auto_advance", "false",
		"collection_method", "charge_automatically", "pending_invoice_items_behavior", "exclude", "description", description, "metadata["+InvoiceMark+"]", ours))
	return made.ID, err
}

// lineMark is the metadata in which a line says which one it is, counted from 1.
const lineMark = "merroir_line"

// AddLine adds a line to a draft.
func (c *Client) AddLine(ctx context.Context, key, customer, invoice string, number int, description string, cents int64) (id string, err error) {
	made, err := post[object](ctx, c, key, "/v1/invoiceitems", form("customer", customer, "invoice", invoice, "currency", "usd",
		"amount", strconv.FormatInt(cents, 10), "description", description, "metadata["+lineMark+"]", strconv.Itoa(number)))
	return made.ID, err
}

// FindLine looks for the line of that number; empty when the draft has none.
func (c *Client) FindLine(ctx context.Context, invoice string, number int) (id string, err error) {
	list, err := get[List[struct {
		ID       string            `json:"id"`
		Metadata map[string]string `json:"metadata"`
	}]](ctx, c, "/v1/invoiceitems", form("invoice", invoice, "limit", "100"))
	for _, l := range list.Data {
		if l.Metadata[lineMark] == strconv.Itoa(number) {
			id = l.ID
		}
	}
	return id, err
}

// Finalize opens a draft for payment.
func (c *Client) Finalize(ctx context.Context, key, invoice string) error {
	_, err := post[object](ctx, c, key, "/v1/invoices/"+url.PathEscape(invoice)+"/finalize", form("auto_advance", "false"))
	return err
}

// Charge charges the saved card.
func (c *Client) Charge(ctx context.Context, key, invoice, method string) error {
	_, err := post[object](ctx, c, key, "/v1/invoices/"+url.PathEscape(invoice)+"/pay", form("off_session", "true", "payment_method", method))
	return err
}

// ClosePaid says that an invoice was paid elsewhere.
func (c *Client) ClosePaid(ctx context.Context, key, invoice string) error {
	_, err := post[object](ctx, c, key, "/v1/invoices/"+url.PathEscape(invoice)+"/pay", form("paid_out_of_band", "true"))
	return err
}

// Void says that an invoice need not be paid.
func (c *Client) Void(ctx context.Context, key, invoice string) error {
	_, err := post[object](ctx, c, key, "/v1/invoices/"+url.PathEscape(invoice)+"/void", nil)
	return err
}

// Invoice reads an invoice with its payments.
func (c *Client) Invoice(ctx context.Context, id string) (Invoice, error) {
	return get[Invoice](ctx, c, "/v1/invoices/"+url.PathEscape(id), form("expand[]", "payments"))
}

// Invoices reads a page of the invoices since an instant (Unix seconds), of one
// customer unless that is empty, the newest first and after the one of that id.
func (c *Client) Invoices(ctx context.Context, customer string, since int64, after string) (List[Invoice], error) {
	values := form("limit", "100", "created[gte]", strconv.FormatInt(since, 10))
	if customer != "" {
		values.Set("customer", customer)
	}
	if after != "" {
		values.Set("starting_after", after)
	}
	return get[List[Invoice]](ctx, c, "/v1/invoices", values)
}

// Refund is money on its way back.
type Refund struct {
	ID     string `json:"id"`
	Amount int64  `json:"amount"`
	Status string `json:"status"` // pending, succeeded, requires_action, failed, canceled
}

// Stands reports whether the money goes back.
func (r Refund) Stands() bool { return r.Status != "failed" && r.Status != "canceled" }

// Refund gives a payment back.
func (c *Client) Refund(ctx context.Context, key, intent, ours string) (id string, err error) {
	made, err := post[object](ctx, c, key, "/v1/refunds", form("payment_intent", intent, "metadata["+InvoiceMark+"]", ours))
	return made.ID, err
}

// Refunds reads what was given back of a payment.
func (c *Client) Refunds(ctx context.Context, intent string) ([]Refund, error) {
	list, err := get[List[Refund]](ctx, c, "/v1/refunds", form("payment_intent", intent, "limit", "100"))
	return list.Data, err
}
