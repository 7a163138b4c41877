package paper

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/sqldb"
)

// QuoteForm is what a cost list depends on. What the farm has, the server knows.
type QuoteForm struct {
	PromotionalFee *int64            `json:"promotionalFee" required:"false"`
	Printers       []ChosenPrinter   `json:"printers" required:"false"`
	TaggingActive  farm.TaggingState `json:"taggingActive" required:"false" doc:"Ignored: the server knows"`
}

// SubscriptionForm is everything that the form of a subscription has.
type SubscriptionForm struct {
	Printers        []ChosenPrinter    `json:"printers" required:"false"`
	ShippingAddress *farm.ShippingForm `json:"shippingAddress" required:"false" doc:"Left out, it stays as it is"`
	PaperDiscount   *bool              `json:"paperDiscount" required:"false" doc:"Left out, it stays as it is"`
	Settings
	farm.Versioned
}

// Quote gives the lines that enabling or updating the subscription would be
// billed. Only those who keep farm records may.
func (s *Service) Quote(ctx context.Context, farmID string, form QuoteForm) (lines []OrderLine, err error) {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return nil, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Require(ctx, tx, farmID); err != nil {
			return err
		}
		f, err := load(ctx, tx, farmID)
		if err != nil {
			return err
		}
		prices, err := s.pricesNow(ctx, tx)
		if err != nil {
			return err
		}
		var found faults
		if form.PromotionalFee != nil {
			found.within("promotionalFee", *form.PromotionalFee, 0, maxPrice)
		}
		_, added := prices.choose(form.Printers, f.charged, f.country, &found)
		if err := fault.ForFields(found); err != nil {
			return err
		}

		f.settings.PromotionalFee = form.PromotionalFee
		lines = prices.bill(f, added)
		return nil
	})
	return lines, err
}

// bill gives the lines for printers: those of an active subscription are added
// to it, any other begins with them and the fee.
func (p *PriceList) bill(f *account, added []Printer) []OrderLine {
	if f.state == farm.TaggingOn {
		return p.added(added, f.buyer())
	}
	return p.setup(added, f.buyer())
}

// Subscribe begins a farm's subscription, or changes one. Begun, it is pending
// until its setup invoice is paid; sent again before that, the unpaid invoice is
// void and a new one takes its place. Printers that are added to an active one
// are charged, removed ones not refunded. Only those who keep farm records may;
// the promotional fee and the discount also take the permission for pricing.
func (s *Service) Subscribe(ctx context.Context, farmID string, form SubscriptionForm) error {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return err
	}
	return s.write(ctx, farmID, func(tx *sqldb.Tx) error {
		_, err := once.Do(ctx, tx, func() (struct{}, error) { return struct{}{}, s.subscribe(ctx, tx, farmID, form) })
		return err
	})
}

func (s *Service) subscribe(ctx context.Context, tx *sqldb.Tx, farmID string, form SubscriptionForm) error {
	if _, err := farm.Require(ctx, tx, farmID); err != nil {
		return err
	}
	f, err := load(ctx, tx, farmID)
	if err != nil {
		return err
	}
	if form.Version != 0 && form.Version != f.version {
		return farm.ErrChanged
	}
	prices, err := s.pricesNow(ctx, tx)
	if err != nil {
		return err
	}
	before := f.terms()
	printers, added, err := s.apply(ctx, f, &prices.PriceList, form)
	if err != nil {
		return err
	}
	if f.state != farm.TaggingOn {
		err = s.begin(ctx, tx, f, &prices.PriceList, printers, added)
	} else {
		err = s.change(ctx, tx, f, &prices.PriceList, printers, added, before.StopAutoReplenishment)
	}
	if err != nil {
		return err
	}
	changed, err := audit.Changes(before, f.terms())
	if err != nil || len(changed) == 0 {
		return err
	}
	return s.note(ctx, tx, "paper.subscribe", f, changed)
}

// terms are what of an account stands in the trail.
type terms struct {
	Settings
	Printers []Printer `json:"printers"`
	Discount bool      `json:"paperDiscount"`
}

func (f *account) terms() terms { return terms{f.settings, f.printers, f.discount} }

// apply puts the form into the account and checks every rule.
func (s *Service) apply(ctx context.Context, f *account, prices *PriceList, form SubscriptionForm) (printers, added []Printer, err error) {
	var found faults
	if len(form.Printers) == 0 {
		found.refuse("printers", "Please add at least one printer.")
	}
	printers, added = prices.choose(form.Printers, f.charged, f.country, &found)
	fee, discount := f.settings.PromotionalFee, f.discount
	f.settings = form.Settings
	f.settings.fill()
	if form.PaperDiscount != nil {
		f.discount = *form.PaperDiscount
	}
	f.settings.settle(printers, f.newTo(printers), f.country, &found)
	if form.ShippingAddress != nil {
		f.address = farm.ShippingAddress(*form.ShippingAddress)
	}
	found = append(found, f.address.Check("shippingAddress.")...)
	if !same(fee, f.settings.PromotionalFee) || discount != f.discount {
		if err := actor.Require(ctx, actor.Pricing); err != nil {
			return nil, nil, err
		}
	}
	return printers, added, fault.ForFields(found)
}

func same(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b }

// begin makes the setup order and its invoice, in the place of one that is not paid.
func (s *Service) begin(ctx context.Context, tx *sqldb.Tx, f *account, prices *PriceList, printers, added []Printer) error {
	if err := s.cancelUnpaid(ctx, tx, f, "Replaced by a new setup."); err != nil {
		return err
	}
	if err := s.endAsking(ctx, tx, f, "begun", "paper.answer"); err != nil {
		return err
	}
	o := Order{Kind: SetupOrder, State: Unpaid, Lines: prices.bill(f, added), tellTeam: f.settings.SendFullfillmentEmail}
	if err := s.insertOrder(ctx, tx, f, &o); err != nil {
		return err
	}
	if err := s.store(ctx, tx, f, printers, o.ID, false); err != nil {
		return err
	}
	if err := s.farms.Subscribe(ctx, tx, f.id, func(sub *farm.Subscription) {
		sub.TaggingActive, sub.PaperDiscount, sub.ShippingAddress = farm.TaggingPending, f.discount, &f.address
	}); err != nil {
		return err
	}
	if err := s.invoice(ctx, tx, &o); err != nil {
		return err
	}
	if err := s.farms.Subscribe(ctx, tx, f.id, func(sub *farm.Subscription) { sub.SetupInvoice = o.InvoiceID }); err != nil {
		return err
	}
	if o.State != Unpaid {
		return nil
	}
	return s.tellFarm(ctx, tx, f, "taggingSetup", mailData{Link: s.link("/manage/" + f.id + "/" + o.InvoiceID)})
}

// change stores an active subscription, and charges printers that are new.
func (s *Service) change(ctx context.Context, tx *sqldb.Tx, f *account, prices *PriceList, printers, added []Printer, wasStopped bool) error {
	orderID := ""
	if len(added) > 0 {
		o := Order{Kind: PrintersOrder, State: Unpaid, Lines: prices.bill(f, added), tellTeam: f.settings.SendFullfillmentEmail}
		if err := s.insertOrder(ctx, tx, f, &o); err != nil {
			return err
		}
		if err := s.invoice(ctx, tx, &o); err != nil {
			return err
		}
		orderID = o.ID
	}
	if err := s.store(ctx, tx, f, printers, orderID, true); err != nil {
		return err
	}
	if err := s.farms.Subscribe(ctx, tx, f.id, func(sub *farm.Subscription) {
		sub.PaperDiscount, sub.ShippingAddress = f.discount, &f.address
	}); err != nil {
		return err
	}
	if wasStopped && !f.settings.StopAutoReplenishment {
		if _, err := tx.Exec(ctx, "UPDATE paper_stock SET state = 'reminded' WHERE farm_id = $1 AND state = 'stopped'", f.id); err != nil {
			return err
		}
	}
	return s.advanceSoon(ctx, tx, f.id)
}

func (s *Service) store(ctx context.Context, tx *sqldb.Tx, f *account, printers []Printer, orderID string, charged bool) error {
	if err := f.storeSettings(ctx, tx); err != nil {
		return err
	}
	return f.storePrinters(ctx, tx, printers, orderID, charged)
}

// End cancels a subscription that is pending, or ends an active one: no more
// orders are made, those that are not invoiced or not paid are cancelled, and
// the history stays. Only those who keep farm records may.
func (s *Service) End(ctx context.Context, farmID string) error {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return err
	}
	return s.write(ctx, farmID, func(tx *sqldb.Tx) error {
		if _, err := farm.Require(ctx, tx, farmID); err != nil {
			return err
		}
		f, err := load(ctx, tx, farmID)
		if err != nil || f.state == farm.TaggingOff {
			return err
		}
		return s.end(ctx, tx, f, "The subscription was ended.")
	})
}

// end switches the subscription off.
func (s *Service) end(ctx context.Context, tx *sqldb.Tx, f *account, why string) error {
	if err := s.cancelUnpaid(ctx, tx, f, why); err != nil {
		return err
	}
	if err := s.farms.Subscribe(ctx, tx, f.id, func(sub *farm.Subscription) {
		sub.TaggingActive, sub.SetupInvoice = farm.TaggingOff, ""
	}); err != nil {
		return err
	}
	return s.note(ctx, tx, "paper.end", f, map[string]any{"from": f.state, "why": why})
}

// cancelUnpaid cancels the orders that nobody has paid for and that are not to
// be sent on account, and voids their invoices.
func (s *Service) cancelUnpaid(ctx context.Context, tx *sqldb.Tx, f *account, why string) error {
	open, err := ordersOf(ctx, tx, f.id, Waiting, Unpaid)
	if err != nil {
		return err
	}
	for i := range open {
		o := &open[i]
		if err := s.cancel(ctx, tx, o, why); err != nil {
			return err
		}
		if o.InvoiceID == "" {
			continue
		}
		v, err := billing.ByID(ctx, tx, o.InvoiceID)
		if err == nil && v.State == billing.Open {
			err = s.bills.Void(ctx, tx, o.InvoiceID, why)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
