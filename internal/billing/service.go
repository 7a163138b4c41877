package billing

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// Listener is told of each change of an invoice once, in the transaction that
// stores it: its error takes the change back. It must not call the network.
type Listener interface {
	// InvoicePaid follows the payment. An invoice over nothing is paid as it is
	// issued, before Issue has answered: its Key says what it is for.
	InvoicePaid(ctx context.Context, tx *sqldb.Tx, v Invoice) error
	InvoiceRefunded(ctx context.Context, tx *sqldb.Tx, v Invoice) error
	// ChargeFailed follows the attempt of that number, counted from 1. After the
	// last one NextAttemptAt is nil; the invoice stays open.
	ChargeFailed(ctx context.Context, tx *sqldb.Tx, v Invoice, attempt int) error
	InvoiceVoided(ctx context.Context, tx *sqldb.Tx, v Invoice) error
}

// provider is who collects the money. The books are ours; a provider is told
// what they say, and what it answers is written into them.
type provider interface {
	name() string
	// settle makes the provider's side of the invoice what the books say, and the
	// books what it has collected. It runs outside transactions, may be ended
	// anywhere, and is called until there is no more to say.
	settle(ctx context.Context, v Invoice) error
}

// Service holds the use cases of invoices.
type Service struct {
	db        *sqldb.DB
	now       func() time.Time
	queue     *jobs.Queue
	mail      *mail.Mailer
	publicURL string
	demo      bool
	provider  provider
	listener  Listener           // nil until Listen
	secrets   []string           // that sign what the provider tells us
	reached   func(point string) // by what speaks to a provider, between any two steps; may be nil
}

// Options are what the service needs from the rest of the program.
type Options struct {
	Now       func() time.Time
	Queue     *jobs.Queue
	Mail      *mail.Mailer
	PublicURL string // where the links in mails lead
	Demo      bool   // a farm can pay with a button

	Stripe        *stripe.Client // charges cards; nil where invoices are billed by hand
	StripeSecrets []string       // that sign what Stripe tells us: the one in use, and one that was

	Reached func(point string) // nil but in tests, which stop between any two steps of a charge
}

// New makes the service.
func New(db *sqldb.DB, o Options) *Service {
	s := &Service{db: db, now: o.Now, queue: o.Queue, mail: o.Mail, publicURL: o.PublicURL, demo: o.Demo, provider: hand{}, secrets: o.StripeSecrets, reached: o.Reached}
	if o.Stripe != nil {
		s.provider = &cards{s, o.Stripe}
	}
	return s
}

// at says where work that speaks to a provider has come to.
func (s *Service) at(point string) {
	if s.reached != nil {
		s.reached(point)
	}
}

// write is a step of that work: it may be ended before its commit or after it.
func (s *Service) write(ctx context.Context, name string, do func(tx *sqldb.Tx) error) error {
	err := s.db.Write(ctx, func(tx *sqldb.Tx) error {
		err := do(tx)
		if err == nil {
			s.at("before the commit of " + name)
		}
		return err
	})
	if err == nil {
		s.at("after the commit of " + name)
	}
	return err
}

// Listen sets who is told of changes. It is called once, before the first one.
func (s *Service) Listen(l Listener) { s.listener = l }

// see is the gate before a farm's invoices: its managers may look, and those who
// keep farm records, who may also when the farm itself is gone.
func see(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	if caller, _ := actor.From(ctx); caller.May(actor.Companies) {
		return actor.Require(ctx, actor.Companies)
	}
	_, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Companies)
	return err
}

// Get gives an invoice of the farm with its lines.
func (s *Service) Get(ctx context.Context, farmID, invoiceID string) (v Invoice, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := see(ctx, tx, farmID); err != nil {
			return err
		}
		v, err = s.find(ctx, tx, farmID, invoiceID)
		return err
	})
	return v, err
}

// List gives the invoices of a farm, the newest first; of one state where it is
// not empty.
func (s *Service) List(ctx context.Context, farmID string, state State, slice page.Slice) (list page.List[Invoice], err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := see(ctx, tx, farmID); err != nil {
			return err
		}
		total, err := countInvoices(ctx, tx, farmID, state)
		if err != nil {
			return err
		}
		rows, err := invoicesOf(ctx, tx, farmID, state, slice)
		for i := range rows {
			rows[i].Pay = rows[i].payWith(s.demo)
		}
		list = page.Of(slice, rows, total)
		return err
	})
	return list, err
}

// Standing is how a farm stands.
type Standing struct {
	Provider         string `json:"provider" enum:"hand,stripe" doc:"Who collects new invoices"`
	CustomerID       string `json:"stripeCustomerId" doc:"The farm at Stripe; empty until it was billed there"`
	Card             string `json:"card" doc:"The saved card, for people; empty without one"`
	HasPaymentMethod bool   `json:"hasPaymentMethod" doc:"Always, where invoices are billed by hand"`
	Open             int64  `json:"open" doc:"Invoices that wait for a payment"`
	Owed             int64  `json:"owed" doc:"Their total, in cents"`
}

// Standing gives how the farm stands.
func (s *Service) Standing(ctx context.Context, farmID string) (a Standing, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := see(ctx, tx, farmID); err != nil {
			return err
		}
		a, err = s.StandingIn(ctx, tx, farmID)
		return err
	})
	return a, err
}

// StandingIn is Standing in the caller's transaction, who has asked for the right.
func (s *Service) StandingIn(ctx context.Context, tx *sqldb.Tx, farmID string) (a Standing, err error) {
	row, err := customerWhere(ctx, tx, "farm_id = $1", farmID)
	if err != nil {
		return a, err
	}
	a = Standing{Provider: s.provider.name(), CustomerID: row.remoteID, Card: row.card, HasPaymentMethod: s.ByHand() || row.methodID != ""}
	a.Open, a.Owed, err = Owed(ctx, tx, farmID)
	return a, err
}

// ByHand reports whether new invoices are billed by hand, so that nobody is
// charged and a payment may take days.
func (s *Service) ByHand() bool { return s.provider.name() == ByHand }

// ByID gives an invoice with its lines, in the caller's transaction, who has
// asked for the right.
func ByID(ctx context.Context, tx *sqldb.Tx, invoiceID string) (Invoice, error) {
	return invoiceWhere(ctx, tx, "id = $1", invoiceID)
}

// Heads gives invoices of any farms by their ids, without their lines and
// payments, in the caller's transaction, who has asked for the right.
func Heads(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string]Invoice, error) {
	found := map[string]Invoice{}
	if len(ids) == 0 {
		return found, nil
	}
	all, err := sqldb.All(ctx, tx, scanInvoice, "SELECT "+invoiceColumns+" FROM invoices WHERE id IN ("+sqldb.In(1, len(ids))+")", sqldb.Args(ids)...)
	for _, v := range all {
		found[v.ID] = v
	}
	return found, err
}

// Owed counts the open invoices of a farm and adds them up, in the caller's
// transaction.
func Owed(ctx context.Context, tx *sqldb.Tx, farmID string) (open, cents int64, err error) {
	_, err = sqldb.One(ctx, tx, func(r sqldb.Row) (struct{}, error) { return struct{}{}, r.Scan(&open, &cents) },
		"SELECT count(*), CAST(coalesce(sum(total), 0) AS BIGINT) FROM invoices WHERE farm_id = $1 AND state = 'open'", farmID)
	return open, cents, err
}

var errNoInvoice = fault.New(fault.NotFound, "No such invoice.")

// find gives an invoice of the farm as the farm sees it.
func (s *Service) find(ctx context.Context, tx *sqldb.Tx, farmID, invoiceID string) (Invoice, error) {
	v, err := invoiceWhere(ctx, tx, "farm_id = $1 AND id = $2", farmID, invoiceID)
	v.Pay = v.payWith(s.demo)
	return v, err
}
