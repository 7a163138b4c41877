package paper

import (
	"context"
	"fmt"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/sqldb"
)

// Parcel says how an order was sent.
type Parcel struct {
	OrderID  string `json:"_id" maxLength:"64"`
	FarmID   string `json:"farm" maxLength:"64"`
	Carrier  string `json:"carrier" maxLength:"100"`
	Tracking string `json:"trackingNumber" required:"false" maxLength:"100"`
}

const maxParcels = 100

// Send marks orders as sent, all of them or none: the stock rises, and the farm
// is told. One that was marked with the same carrier and number before stays as
// it is. Only those who keep farm records may.
func (s *Service) Send(ctx context.Context, parcels []Parcel) error {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return err
	}
	if len(parcels) == 0 || len(parcels) > maxParcels {
		return fault.Newf(fault.Invalid, "Please send 1 to %d shipments at once.", maxParcels)
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		for i, p := range parcels {
			p.Carrier, p.Tracking = strings.TrimSpace(p.Carrier), strings.TrimSpace(p.Tracking)
			if p.Carrier == "" {
				return fault.ForField(fmt.Sprintf("shipments.%d.carrier", i), "Please enter the carrier.")
			}
			if err := s.send(ctx, tx, p); err != nil {
				return err
			}
		}
		return s.reached("sending")
	})
}

func (s *Service) send(ctx context.Context, tx *sqldb.Tx, p Parcel) error {
	if _, err := farm.RequireRecord(ctx, tx, p.FarmID); err != nil {
		return err
	}
	o, err := orderByID(ctx, tx, p.FarmID, p.OrderID)
	if err != nil {
		return err
	}
	holds, err := holdsOf(ctx, tx, p.FarmID)
	switch {
	case err != nil:
		return err
	case o.State == Sent && o.Carrier == p.Carrier && o.Tracking == p.Tracking:
		return nil
	case o.State == Sent:
		return fault.New(fault.Conflict, "That order was sent already, with another carrier or number.")
	case o.State != Ready:
		return fault.New(fault.Conflict, "That order is not to be sent: it is not paid for, or cancelled.")
	case holds.on(o.Types...):
		return fault.New(fault.Conflict, "That order is on hold.")
	}
	if v, err := billing.ByID(ctx, tx, o.InvoiceID); err != nil {
		return err
	} else if v.Refunding {
		return fault.New(fault.Conflict, "That order is not to be sent: its payment is being given back.")
	}
	caller, _ := actor.From(ctx)
	n, err := tx.Exec(ctx, `UPDATE paper_orders SET state = 'sent', sent_at = $3, carrier = $4, tracking = $5, sent_by = $6
		WHERE farm_id = $1 AND id = $2 AND state = 'ready'`, o.FarmID, o.ID, sqldb.Millis(s.now()), p.Carrier, p.Tracking, caller.Username)
	if err == nil && n != 1 {
		err = fault.New(fault.Conflict, "That order was changed meanwhile.")
	}
	if err != nil {
		return err
	}
	o.Carrier, o.Tracking = p.Carrier, p.Tracking
	return s.arrived(ctx, tx, o)
}

// arrived adds what was sent to the stock, tells the farm and looks at what is due.
func (s *Service) arrived(ctx context.Context, tx *sqldb.Tx, o Order) error {
	all, err := stocks(ctx, tx, o.FarmID)
	if err != nil {
		return err
	}
	for _, t := range o.Types {
		stock := all[t]
		if stock.arrive(o.tags(t), o.followed()); o.Kind == PrintersOrder || o.Kind == SetupOrder { // a refill may be under way besides
			under, err := refillUnderWay(ctx, tx, o.FarmID, t)
			if err != nil {
				return err
			}
			if under {
				stock.State = Ordered
			}
		}
		if err := storeStock(ctx, tx, o.FarmID, *stock); err != nil {
			return err
		}
	}
	f, err := load(ctx, tx, o.FarmID)
	if err != nil {
		return err
	}
	if err := audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: "paper.sent", Kind: "farm", ID: f.id, Name: f.name, Detail: map[string]any{
		"order": o.ID, "carrier": o.Carrier, "trackingNumber": o.Tracking,
	}}); err != nil {
		return err
	}
	if err := s.tellFarm(ctx, tx, f, "paperShipped", mailData{
		Lines: contents(o.Lines), Carrier: o.Carrier, Tracking: o.Tracking, Link: s.farmLink(f.id),
	}); err != nil {
		return err
	}
	return s.advanceIfDue(ctx, tx, o.FarmID, all)
}

// refillUnderWay reports whether a refill of the type was ordered and not sent.
func refillUnderWay(ctx context.Context, tx *sqldb.Tx, farmID string, t Type) (bool, error) {
	n, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], `SELECT count(*) FROM paper_orders o JOIN paper_order_types t ON t.farm_id = o.farm_id AND t.order_id = o.id
		WHERE o.farm_id = $1 AND o.kind = 'refill' AND o.state IN ('waiting', 'unpaid', 'ready') AND t.type = $2`, farmID, string(t))
	return n > 0, err
}

// contents are the lines of what is in the parcel.
func contents(lines []OrderLine) (in []OrderLine) {
	for _, l := range lines {
		if l.Roll != "" || l.Printer != "" {
			in = append(in, l)
		}
	}
	return in
}

// MoreForm is 'Send more paper': rolls of each kind.
type MoreForm struct {
	MobileRolls          int64 `json:"mobileRolls" required:"false" minimum:"0" maximum:"500"`
	MobileLaminated      int64 `json:"mobileLaminated" required:"false" minimum:"0" maximum:"500"`
	SixMilMobile         int64 `json:"sixMilMobile" required:"false" minimum:"0" maximum:"500"`
	MobileSmall          int64 `json:"mobileSmall" required:"false" minimum:"0" maximum:"500"`
	IndustrialRolls      int64 `json:"industrialRolls" required:"false" minimum:"0" maximum:"500"`
	IndustrialSmallRolls int64 `json:"industrialSmallRolls" required:"false" minimum:"0" maximum:"500"`
	MobileStickerRolls   int64 `json:"mobileStickerRolls" required:"false" minimum:"0" maximum:"500"`
	BlackLineMobile      int64 `json:"blackLineMobile" required:"false" minimum:"0" maximum:"500"`
	SendForFree          bool  `json:"sendForFree" required:"false" doc:"Takes the permission for pricing"`
	SendFulfillmentEmail bool  `json:"sendFulfillmentEmail" required:"false" doc:"The team is told by mail to ship"`
}

const maxMore = 500 // rolls of a kind

// portions returns what is to be sent. It refuses paper that no printer of the farm takes.
func (m MoreForm) portions(f *account) (all []Portion, err error) {
	var found faults
	for _, p := range []struct {
		field string
		Portion
	}{
		{"mobileRolls", Portion{mobileRoll, m.MobileRolls}}, {"mobileLaminated", Portion{laminatedRoll, m.MobileLaminated}},
		{"sixMilMobile", Portion{sixMilRoll, m.SixMilMobile}}, {"mobileSmall", Portion{smallRoll, m.MobileSmall}},
		{"industrialRolls", Portion{industrialRoll, m.IndustrialRolls}}, {"industrialSmallRolls", Portion{smallIndustrialRoll, m.IndustrialSmallRolls}},
		{"mobileStickerRolls", Portion{stickerRoll, m.MobileStickerRolls}}, {"blackLineMobile", Portion{blackLineRoll, m.BlackLineMobile}},
	} {
		if p.Rolls == 0 {
			continue
		}
		found.within(p.field, p.Rolls, 0, maxMore)
		switch kind, _ := p.Roll.kind(); {
		case !sold(kind, f.country):
			found.refuse(p.field, "That paper is not sold in Australia")
		case !takes(f.printers, kind):
			found.refuse(p.field, "No printer of this farm takes that paper")
		}
		all = append(all, p.Portion)
	}
	if len(all) == 0 {
		return nil, fault.New(fault.Invalid, "Please select how many rolls of paper you would like to send")
	}
	return all, fault.ForFields(found)
}

// SendMore orders paper for a farm besides its refills, and charges it. Only
// those who keep farm records may; for free it also takes the permission for pricing.
func (s *Service) SendMore(ctx context.Context, farmID string, form MoreForm) (sent Order, err error) {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return sent, err
	}
	if form.SendForFree {
		if err := actor.Require(ctx, actor.Pricing); err != nil {
			return sent, err
		}
	}
	err = s.write(ctx, farmID, func(tx *sqldb.Tx) error {
		sent, err = once.Do(ctx, tx, func() (Order, error) { return s.sendMore(ctx, tx, farmID, form) })
		return err
	})
	return sent, err
}

func (s *Service) sendMore(ctx context.Context, tx *sqldb.Tx, farmID string, form MoreForm) (o Order, err error) {
	if _, err := farm.Require(ctx, tx, farmID); err != nil {
		return o, err
	}
	f, err := load(ctx, tx, farmID)
	if err != nil {
		return o, err
	}
	if f.state != farm.TaggingOn {
		return o, fault.New(fault.Conflict, "This farm has no active tagging subscription.")
	}
	lines, err := s.moreLines(ctx, tx, f, form)
	if err != nil {
		return o, err
	}
	o = Order{Kind: MoreOrder, State: Unpaid, Lines: lines, tellTeam: form.SendFulfillmentEmail}
	if err := s.insertOrder(ctx, tx, f, &o); err != nil {
		return o, err
	}
	if err := s.note(ctx, tx, "paper.more", f, map[string]any{"order": o.ID, "total": o.Total, "free": form.SendForFree}); err != nil {
		return o, err
	}
	return o, s.invoice(ctx, tx, &o)
}

// moreLines returns the lines of what a form sends.
func (s *Service) moreLines(ctx context.Context, tx *sqldb.Tx, f *account, form MoreForm) ([]OrderLine, error) {
	portions, err := form.portions(f)
	if err != nil {
		return nil, err
	}
	prices, err := s.pricesNow(ctx, tx)
	if err != nil {
		return nil, err
	}
	return prices.more(portions, f.buyer(), form.SendForFree), nil
}

// QuoteMore returns the lines that sending more paper would be billed. Only those who keep farm
// records may call it.
func (s *Service) QuoteMore(ctx context.Context, farmID string, form MoreForm) (lines []OrderLine, err error) {
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
		lines, err = s.moreLines(ctx, tx, f, form)
		return err
	})
	return lines, err
}
