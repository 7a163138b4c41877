package paper

import (
	"context"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// TypesOf is one value for each type.
type TypesOf[T any] struct {
	Mobile          T `json:"mobile"`
	Industrial      T `json:"industrial"`
	MobileSticker   T `json:"mobileSticker"`
	BlackLineMobile T `json:"blackLineMobile"`
}

func (all *TypesOf[T]) of(t Type) *T {
	return map[Type]*T{Mobile: &all.Mobile, Industrial: &all.Industrial, MobileSticker: &all.MobileSticker, BlackLineMobile: &all.BlackLineMobile}[t]
}

// Threshold is when a type is refilled. Counts are tags left.
type Threshold struct {
	ShippedCount       int64 `json:"shippedCount" doc:"Tags, with adjustments"`
	NextReminderCount  int64 `json:"nextReminderCount"`
	NextFinalizedCount int64 `json:"nextFinalizedCount" doc:"When a refill is ordered"`
	NextShipmentType   Roll  `json:"nextShipmentType" doc:"Kind of roll"`
	RefillRollCount    int64 `json:"refillRollCount"`
}

// TaggingInvoice is a line of the shipment history of a type.
type TaggingInvoice struct {
	ID          string        `json:"_id" doc:"Of the invoice"`
	Number      string        `json:"number" doc:"Of the invoice, for people"`
	OrderID     string        `json:"order"`
	Date        string        `json:"date" doc:"Of the order, YYYY-MM-DD by the farm's calendar"`
	Name        string        `json:"name" doc:"What was ordered of the type"`
	TagsShipped int64         `json:"tagsShipped"`
	Amount      int64         `json:"amount" doc:"Cents: the lines of the type, net"`
	Refunded    bool          `json:"refunded"`
	State       OrderState    `json:"state"`
	Invoice     billing.State `json:"invoiceState"`
	Carrier     string        `json:"carrier"`
	Tracking    string        `json:"trackingNumber"`
	SentAt      *int64        `json:"sentAt" doc:"Unix milliseconds"`
}

// PaperAdjustment is a correction of a stock.
type PaperAdjustment struct {
	Type   Type   `json:"type"`
	Delta  int64  `json:"delta"`
	Reason string `json:"reason"`
	At     int64  `json:"date" doc:"Unix milliseconds"`
}

// NextShipment is a row of the table of next shipments.
type NextShipment struct {
	PaperType  Type       `json:"paperType"`
	ReminderAt int64      `json:"reminderAt" doc:"Tags left"`
	ShipmentAt int64      `json:"shipmentAt" doc:"Tags left"`
	Shipment   string     `json:"shipment"`
	Cost       int64      `json:"cost" doc:"Cents, by the prices of today, net"`
	State      StockState `json:"state" enum:"idle,stocked,reminded,ordered,stopped" doc:"stopped: no refill is ordered until more paper comes, or Auto Replenishment is switched on again"`
}

// Overview is what a farm's record has of its subscription, beside what package farm keeps.
type Overview struct {
	TaggingSetupFee        int64                     `json:"taggingSetupFee" doc:"Where the farm has no setupFee, cents"`
	TaggingInvoiceAmount   int64                     `json:"taggingInvoiceAmount" doc:"Of the open setup invoice, cents"`
	RefillSoftwareFee      int64                     `json:"refillSoftwareFee" doc:"Cents"`
	TaggingRefillThreshold TypesOf[Threshold]        `json:"taggingRefillThreshold"`
	TotalPrinted           TypesOf[int64]            `json:"totalPrinted" doc:"Tags, of all time"`
	TagsInStock            TypesOf[int64]            `json:"tagsInStock" doc:"Left: shipped - printed, or what is left of custom paper; may be less than nothing"`
	PaperAdjustments       PaperAdjustments          `json:"paperAdjustments"`
	TaggingInvoices        TypesOf[[]TaggingInvoice] `json:"taggingInvoices" doc:"Of the newest 50 orders that were invoiced"`
	OlderOrders            int                       `json:"olderOrders" doc:"That taggingInvoices leaves out; their invoices are in the farm's list"`
	NextShipments          []NextShipment            `json:"nextShipments"`
	ShipmentHolds          []Hold                    `json:"shipmentHolds"`
	PaperCosts             PaperCosts                `json:"paperCosts"`
	PrinterCatalogue       []PrinterPrice            `json:"printerCatalogue" doc:"That the farm can buy"`
	Printers               []Printer                 `json:"printers"`
	HasPaymentMethod       bool                      `json:"hasPaymentMethod"`
	StripeCustomerID       string                    `json:"stripeCustomerId" doc:"Empty until the farm was billed at Stripe"`
	TaggingRequest         *TaggingRequest           `json:"taggingRequest,omitempty" doc:"The latest call for tagging of a farm without"`
	Settings
}

// PaperAdjustments are the corrections of a farm's stock.
type PaperAdjustments struct {
	CustomPaperRolls []PaperAdjustment `json:"customPaperRolls" doc:"Rolls"`
	ByDate           []PaperAdjustment `json:"byDate" doc:"Tags"`
}

// FarmRecord is a farm with its subscription.
type FarmRecord struct {
	farm.Farm
	Overview
}

// Farm returns a farm's record with its subscription to whoever may see it. Workers do not see what it
// pays. Programs with a key see neither people nor the subscription, and those that only print see
// only what labels need.
func (s *Service) Farm(ctx context.Context, farmID string) (r FarmRecord, err error) {
	if r.Farm, err = s.farms.Get(ctx, farmID); err != nil {
		return r, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Recording.RequireRecord(ctx, tx, farmID)
		if err != nil {
			return err
		}
		caller, _ := actor.From(ctx)
		if r.Overview, err = s.overview(ctx, tx, farmID); ref.Own() {
			r.Overview.hideMoney()
		}
		if caller.Key != nil {
			r.limitTo(caller.Key)
		}
		return err
	})
	return r, err
}

// limitTo removes what a program with the key does not need.
func (r *FarmRecord) limitTo(key *actor.Key) {
	r.Overview = r.Overview.forPrograms()
	if key.Only(actor.PrintLabels) {
		r.Farm = r.Farm.ForPrinting()
	} else {
		r.Farm.HideFromPrograms()
	}
}

// forPrograms returns the tags in stock, and nothing else of the subscription.
func (o *Overview) forPrograms() Overview {
	part := Overview{
		TagsInStock:      o.TagsInStock,
		PaperAdjustments: PaperAdjustments{CustomPaperRolls: []PaperAdjustment{}, ByDate: []PaperAdjustment{}},
		ShipmentHolds:    []Hold{}, Printers: []Printer{},
		Settings: Settings{CustomPaperRolls: []CustomRolls{}, CustomMobileRolls: []CustomRolls{}},
	}
	part.hideMoney()
	return part
}

// hideMoney leaves what the farm pays out, for those who do not manage it.
func (o *Overview) hideMoney() {
	o.TaggingSetupFee, o.TaggingInvoiceAmount, o.RefillSoftwareFee = 0, 0, 0
	o.TaggingInvoices, o.OlderOrders, o.NextShipments = TypesOf[[]TaggingInvoice]{}, 0, []NextShipment{}
	o.PaperCosts, o.PrinterCatalogue = PaperCosts{}, []PrinterPrice{}
	o.HasPaymentMethod, o.StripeCustomerID, o.PromotionalFee, o.TaggingRequest = false, "", nil, nil
	for _, t := range Types {
		*o.TaggingInvoices.of(t) = []TaggingInvoice{}
	}
	for i := range o.Printers {
		o.Printers[i].Cost, o.Printers[i].PrinterOnlyCost = 0, 0
	}
}

func (s *Service) overview(ctx context.Context, tx *sqldb.Tx, farmID string) (o Overview, err error) {
	f, err := load(ctx, tx, farmID)
	if err != nil {
		return o, err
	}
	prices, err := s.pricesNow(ctx, tx)
	if err != nil {
		return o, err
	}
	o = Overview{
		TaggingSetupFee: prices.TaggingSetupFee, RefillSoftwareFee: prices.RefillSoftwareFee, PaperCosts: prices.PaperCosts,
		Settings: f.settings, Printers: prices.priced(f.printers, f.country), NextShipments: []NextShipment{}, PrinterCatalogue: prices.soldIn(f.country),
	}
	standing, err := s.bills.StandingIn(ctx, tx, farmID)
	if err != nil {
		return o, err
	}
	o.HasPaymentMethod, o.StripeCustomerID = standing.HasPaymentMethod, standing.CustomerID
	if o.ShipmentHolds, err = holdsOf(ctx, tx, farmID); err != nil {
		return o, err
	}
	if f.setupInvoice != "" && f.state == farm.TaggingPending {
		v, err := billing.ByID(ctx, tx, f.setupInvoice)
		if err == nil && v.State == billing.Open {
			o.TaggingInvoiceAmount = v.Total
		}
	}
	if f.state == farm.TaggingOff {
		if o.TaggingRequest, err = requestOf(ctx, tx, farmID); err != nil {
			return o, err
		}
	}
	if err := s.addStock(ctx, tx, f, &prices.PriceList, &o); err != nil {
		return o, err
	}
	if err := o.addAdjustments(ctx, tx, farmID); err != nil {
		return o, err
	}
	return o, s.addHistory(ctx, tx, f, &o)
}

// priced returns the printers with what they cost in the country today.
func (p *PriceList) priced(printers []Printer, country string) []Printer {
	priced := slices.Clone(printers)
	for i, printer := range printers {
		price, _ := p.printer(printer.Name)
		priced[i].Cost, priced[i].PrinterOnlyCost = price.costIn(country), price.PrinterOnlyCost
	}
	return priced
}

// soldIn gives the printers that a farm of the country can buy.
func (p *PriceList) soldIn(country string) []PrinterPrice {
	sold := []PrinterPrice{}
	for _, printer := range p.Printers {
		if !printer.EveryPaper || country != australia {
			sold = append(sold, printer)
		}
	}
	return sold
}

func (s *Service) addStock(ctx context.Context, tx *sqldb.Tx, f *account, prices *PriceList, o *Overview) error {
	all, err := stocks(ctx, tx, f.id)
	if err != nil {
		return err
	}
	for _, t := range Types {
		stock, portion := all[t], f.settings.portion(t)
		*o.TaggingRefillThreshold.of(t) = Threshold{stock.Shipped, stock.NextReminder, stock.NextFinalized, portion.Roll, portion.Rolls}
		*o.TotalPrinted.of(t), *o.TagsInStock.of(t) = stock.Printed, stock.left()
		if f.settings.custom(t) != nil {
			left, _, err := s.customLeft(ctx, tx, f, prices, stock)
			if err != nil {
				return err
			}
			*o.TagsInStock.of(t) = left
			continue
		}
		kind, _ := portion.Roll.kind()
		expected := stock.State != Idle || stock.Shipped != 0 || cameWith(f.printers, kind)
		if portion.Rolls > 0 && expected { // a refill follows a shipment, so none comes of what was never shipped
			o.NextShipments = append(o.NextShipments, NextShipment{
				PaperType: t, ReminderAt: stock.NextReminder, ShipmentAt: stock.NextFinalized,
				Shipment: rollsOf(portion.Rolls, kind.label), Cost: prices.nextCost(portion, f.discount), State: stock.State,
			})
		}
	}
	return nil
}

func (o *Overview) addAdjustments(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	o.PaperAdjustments = PaperAdjustments{[]PaperAdjustment{}, []PaperAdjustment{}}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var kind string
		var a PaperAdjustment
		err := r.Scan(&kind, &a.Type, &a.Delta, &a.Reason, &a.At)
		list := &o.PaperAdjustments.ByDate
		if kind == customRolls {
			list = &o.PaperAdjustments.CustomPaperRolls
		}
		*list = append(*list, a)
		return struct{}{}, err
	}, "SELECT kind, type, delta, reason, created_at FROM paper_adjustments WHERE farm_id = $1 ORDER BY id", farmID)
	return err
}

const maxHistory = 50 // orders in a farm's record

// addHistory adds the newest orders that were invoiced to each type that they
// have paper of.
func (s *Service) addHistory(ctx context.Context, tx *sqldb.Tx, f *account, o *Overview) error {
	for _, t := range Types {
		*o.TaggingInvoices.of(t) = []TaggingInvoice{}
	}
	const invoiced = " FROM paper_orders o WHERE o.farm_id = $1 AND o.invoice_id <> ''"
	total, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*)"+invoiced, f.id)
	if err != nil {
		return err
	}
	o.OlderOrders = max(0, total-maxHistory)
	orders, err := sqldb.All(ctx, tx, scanOrder, "SELECT "+orderColumns+invoiced+" ORDER BY o.id DESC LIMIT $2", f.id, maxHistory)
	if err != nil {
		return err
	}
	if err := complete(ctx, tx, orders); err != nil {
		return err
	}
	invoices, err := invoicesOf(ctx, tx, orders)
	if err != nil {
		return err
	}
	for i := range orders {
		order, v := &orders[i], invoices[orders[i].InvoiceID]
		if v.State == billing.Void {
			continue
		}
		for _, t := range order.Types {
			list := o.TaggingInvoices.of(t)
			*list = append(*list, order.historyOf(t, v, f.zone))
		}
	}
	return nil
}

// historyOf is the order's line in the history of a type: that type's own lines.
func (o *Order) historyOf(t Type, v billing.Invoice, zone *time.Location) TaggingInvoice {
	h := TaggingInvoice{
		ID: v.ID, Number: v.Number, OrderID: o.ID, Date: time.UnixMilli(o.CreatedAt).In(zone).Format(time.DateOnly), State: o.State, Invoice: v.State,
		Refunded: v.State == billing.Refunded, Carrier: o.Carrier, Tracking: o.Tracking, SentAt: o.SentAt,
	}
	for _, l := range o.Lines {
		if l.Type != t {
			continue
		}
		if h.Amount += l.Cents; l.Roll == "" {
			continue
		}
		if h.Name != "" {
			h.Name += ", "
		}
		h.Name += l.Description
		if o.State == Sent {
			h.TagsShipped += l.Tags
		}
	}
	return h
}
