package billing

import (
	"fmt"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/plain"
)

// State is where an invoice stands: open, then paid or void; a paid one may be
// refunded. No other step is possible.
type State string

const (
	Open     State = "open"
	Paid     State = "paid"
	Void     State = "void"
	Refunded State = "refunded"
)

// Who collects an invoice.
const (
	ByHand   = "hand"   // staff note what arrives at the bank
	ByStripe = "stripe" // cards, at Stripe
)

// Line is a line of an invoice.
type Line = InvoiceLine

// InvoiceLine is Line, as the API document calls it.
type InvoiceLine struct {
	Description string `json:"description"`
	Cents       int64  `json:"cents"`
}

// Invoice is what a farm is billed. Instants are Unix milliseconds.
type Invoice struct {
	ID       string   `json:"_id"`
	FarmID   string   `json:"farm"`
	Number   string   `json:"number" doc:"For people"`
	Key      string   `json:"-"` // under which it was issued
	Kind     string   `json:"kind"`
	Title    string   `json:"title"`
	BillTo   []string `json:"billTo" doc:"Name and address, as they were"`
	Lines    []Line   `json:"lines"`
	Total    int64    `json:"total" doc:"Cents: the sum of the lines"`
	State    State    `json:"state" enum:"open,paid,void,refunded"`
	Provider string   `json:"provider" enum:"hand,stripe" doc:"Who collects it"`
	Charge   bool     `json:"automatic" doc:"The saved card is charged; otherwise the farm pays on the page"`

	CreatedAt     int64           `json:"createdAt"`
	DueAt         int64           `json:"dueAt"`
	PaidAt        *int64          `json:"paidAt"`
	VoidedAt      *int64          `json:"voidedAt"`
	RefundedAt    *int64          `json:"refundedAt"`
	Refunding     bool            `json:"refunding" doc:"Paid, and the money is on its way back"`
	Note          string          `json:"note" doc:"Why it was voided or refunded"`
	Attempts      int             `json:"attempts" doc:"Charges of the card that failed"`
	NextAttemptAt *int64          `json:"nextAttemptAt" doc:"When the card is charged next; null when it will not be"`
	Trouble       string          `json:"trouble" doc:"Why the last charge failed"`
	Payment       *InvoicePayment `json:"payment" doc:"Null until it is paid"`
	Refund        *InvoicePayment `json:"refund" doc:"Null unless it was refunded"`
	Pay           PayWith         `json:"pay" enum:"none,page,demo,transfer" doc:"How the farm can pay it now: on the provider's page, by the demo's button, by a transfer that staff note, or not at all"`

	email         string
	refundAskedAt *int64
	remoteID      string
	remotePayment string
	payURL        string
	workAt        *int64
	workSeq       int64
	workFailures  int
}

// PayWith is how a farm can pay an invoice now.
type PayWith string

const (
	PayNone     PayWith = "none"
	PayPage     PayWith = "page"
	PayDemo     PayWith = "demo"
	PayTransfer PayWith = "transfer"
)

// InvoicePayment is money that moved.
type InvoicePayment struct {
	Cents     int64  `json:"cents"`
	Provider  string `json:"provider" enum:"hand,stripe" doc:"Through whom"`
	Reference string `json:"reference"`
	Who       string `json:"who" doc:"Noted it"`
	At        int64  `json:"at"`
}

// NewInvoice is an invoice to be issued.
type NewInvoice struct {
	Key    string // names what is billed: the same key gives the same invoice
	FarmID string
	Kind   string // what it is for, in the issuer's words: short, like "setup"
	Title  string
	Lines  []Line
	Charge bool // charge the saved card; otherwise the farm pays on the page
}

const (
	dueDays      = 30
	maxLines     = 100
	maxText      = 300         // characters of a title or a description
	maxKeyLength = 200         // bytes
	maxTotal     = 100_000_000 // cents; beyond it something is wrong
	firstNumber  = 1001
)

func number(n int64) string { return fmt.Sprintf("M-%d", n) }

// check gives the total, and refuses what no invoice can be.
func (n NewInvoice) check() (total int64, err error) {
	if n.Key == "" || len(n.Key) > maxKeyLength || n.FarmID == "" || n.Kind == "" {
		return 0, fmt.Errorf("an invoice of the kind %q with the key %q for the farm %q cannot be issued", n.Kind, n.Key, n.FarmID)
	}
	if len(n.Lines) == 0 || len(n.Lines) > maxLines {
		return 0, fault.Newf(fault.Invalid, "An invoice has 1 to %d lines.", maxLines)
	}
	for _, l := range append([]Line{{n.Title, 0}}, n.Lines...) {
		if strings.TrimSpace(l.Description) == "" || len([]rune(l.Description)) > maxText || plain.OneLine(l.Description) != l.Description {
			return 0, fault.Newf(fault.Invalid, "The title and each line of an invoice is a text of 1 to %d characters.", maxText)
		}
		if l.Cents < -maxTotal || l.Cents > maxTotal {
			return 0, fault.New(fault.Invalid, "That amount is too large for an invoice.")
		}
		total += l.Cents
	}
	if total < 0 || total > maxTotal {
		return 0, fault.New(fault.Invalid, "That total is not possible for an invoice.")
	}
	return total, nil
}

// sameAs reports whether the stored invoice is what is to be issued again.
func (v Invoice) sameAs(n NewInvoice, total int64) bool {
	return v.FarmID == n.FarmID && v.Kind == n.Kind && v.Total == total && v.Charge == n.Charge
}

// due is when an invoice is to be paid at the latest.
func due(at time.Time) time.Time { return at.AddDate(0, 0, dueDays) }

// collected reports whether a provider has to be told of the invoice.
func (v Invoice) collected() bool { return v.Provider != ByHand }

// payWith is how the farm can pay now.
func (v Invoice) payWith(demo bool) PayWith {
	switch {
	case v.State != Open:
		return PayNone
	case v.Provider == ByStripe:
		return PayPage
	case demo:
		return PayDemo
	}
	return PayTransfer
}
