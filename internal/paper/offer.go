package paper

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// Contact is whom a farm calls about tagging. What is not set is empty.
type Contact struct {
	Name  string `json:"name"`
	Phone string `json:"phone"`
	Email string `json:"email"`
}

// Offer is what tagging would cost a farm by the prices of today, net, in cents.
type Offer struct {
	SetupFee          int64            `json:"setupFee" doc:"Once, for the farm: its promotional fee, its own, or that of the price list"`
	RefillSoftwareFee int64            `json:"refillSoftwareFee" doc:"With each automatic refill"`
	TaxRate           int64            `json:"taxRate" doc:"Hundredths of a percent, beside all prices"`
	Printers          []OfferedPrinter `json:"printers" doc:"That the farm can buy"`
	Papers            []OfferedPaper   `json:"papers" doc:"That the farm can buy"`
	Contact           Contact          `json:"contact" doc:"Whom to call; empty where nobody is named"`
}

// OfferedPrinter is a printer with what it costs the farm.
type OfferedPrinter struct {
	Name            string `json:"name"`
	Type            string `json:"type" enum:"mobile,industrial"`
	Cost            int64  `json:"cost" doc:"With paper"`
	PrinterOnlyCost int64  `json:"printerOnlyCost" doc:"Without"`
}

// OfferedPaper is a kind of roll with what it costs the farm.
type OfferedPaper struct {
	Name     string `json:"name"`
	Printers string `json:"printers" enum:"mobile,industrial" doc:"That print on it"`
	Cost     int64  `json:"cost" doc:"Of a pack, with the farm's discount"`
	Rolls    int64  `json:"rollsPerPack"`
	Tags     int64  `json:"tagsPerPack"`
	Shipping int64  `json:"shipping" doc:"Of a shipment; 0 where it travels with the rest"`
}

// Offer says what tagging would cost a farm, and whom it calls. Those who manage the farm
// may ask, and those who keep farm records.
func (s *Service) Offer(ctx context.Context, farmID string) (o Offer, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Companies); err != nil {
			return err
		}
		f, err := load(ctx, tx, farmID)
		if err != nil {
			return err
		}
		prices, err := s.pricesNow(ctx, tx)
		o = prices.offer(f.buyer())
		o.Contact = s.contact
		return err
	})
	return o, err
}

func (p *PriceList) offer(b buyer) Offer {
	fee, _ := p.setupFee(b)
	o := Offer{SetupFee: fee, RefillSoftwareFee: p.RefillSoftwareFee, TaxRate: p.TaxRates[b.country], Printers: []OfferedPrinter{}, Papers: []OfferedPaper{}}
	for _, printer := range p.soldIn(b.country) {
		o.Printers = append(o.Printers, OfferedPrinter{printer.Name, printer.Type, printer.costIn(b.country), printer.PrinterOnlyCost})
	}
	for _, k := range rollKinds {
		if k.special && b.country == australia {
			continue
		}
		price := p.PaperCosts.of(k.roll)
		o.Papers = append(o.Papers, OfferedPaper{
			Name: k.label, Printers: k.family, Cost: p.paperCost(Portion{k.roll, price.RollsPerPack}, b.discount), Rolls: price.RollsPerPack,
			Tags: price.RollsPerPack * price.TagCountPerRoll, Shipping: p.PaperCosts.shippingOf(k.of),
		})
	}
	return o
}
