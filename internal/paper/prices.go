package paper

import (
	"fmt"

	"github.com/merroir/merroir/internal/fault"
)

const (
	maxPrice    = 10_000_000 // cents; beyond it somebody mistyped
	maxPerPack  = 1_000      // rolls
	maxTags     = 100_000    // on a roll
	maxTaxRate  = 5_000      // hundredths of a percent
	maxPrinters = 20         // in the catalogue
	wholeRate   = 10_000     // hundredths of a percent in one
)

// PriceList is all that the subscription charges by. Prices are cents, net.
type PriceList struct {
	Printers          []PrinterPrice   `json:"printers"`
	PaperCosts        PaperCosts       `json:"paperCosts"`
	TaggingSetupFee   int64            `json:"taggingSetupFee" doc:"Of a farm that has no setup fee of its own"`
	RefillSoftwareFee int64            `json:"refillSoftwareFee" doc:"A line of each automatic refill"`
	TaxRates          map[string]int64 `json:"taxRates" required:"false" doc:"Hundredths of a percent by the farm's country"`
}

// PrinterPrice is a printer of the catalogue.
type PrinterPrice struct {
	Name            string `json:"name" maxLength:"60"`
	Type            string `json:"type" enum:"mobile,industrial"`
	Cost            int64  `json:"cost" doc:"With a paper type"`
	PrinterOnlyCost int64  `json:"printerOnlyCost" doc:"Without one"`
	AustraliaCost   int64  `json:"australiaCost" required:"false" doc:"In the place of cost in Australia; 0 where it is the same"`
	EveryPaper      bool   `json:"everyPaper" required:"false" doc:"Takes laminated, six-mil and small paper too; not sold in Australia"`
}

// PaperCosts is the price list of paper, with the names of the farm's record.
type PaperCosts struct {
	Mobile          PaperCost `json:"mobile"`
	MobileLaminated PaperCost `json:"mobileLaminated"`
	SixMilMobile    PaperCost `json:"sixMilMobile"`
	MobileSmall     PaperCost `json:"mobileSmall"`
	Industrial      PaperCost `json:"industrial"`
	IndustrialSmall PaperCost `json:"industrialSmall"`
	MobileSticker   PaperCost `json:"mobileSticker"`
	BlackLineMobile PaperCost `json:"blackLineMobile"`
	Shipping        Shipping  `json:"shipping"`
}

// PaperCost is what a pack of one kind of roll costs.
type PaperCost struct {
	Cost            int64 `json:"cost" doc:"Of a pack"`
	DistributorCost int64 `json:"distributorCost" doc:"Of a pack, for farms with the paper discount"`
	RollsPerPack    int64 `json:"rollsPerPack"`
	TagCountPerRoll int64 `json:"tagCountPerRoll"`
}

// Shipping is charged once for each type of an order.
type Shipping struct {
	IndustrialPaper int64 `json:"industrialPaper"`
	MobilePaper     int64 `json:"mobilePaper"`
	AusShipping     int64 `json:"ausShipping" doc:"Of black line mobile paper, whatever the country"`
}

// defaultPrices are in force until somebody sets others.
func defaultPrices() PriceList {
	return PriceList{
		Printers: []PrinterPrice{
			{Name: "TSC ALPHA-30RB", Type: familyMobile, Cost: 289_00, PrinterOnlyCost: 400_00},
			{Name: "TSC DA220", Type: familyMobile, Cost: 500_00, PrinterOnlyCost: 600_00, AustraliaCost: 520_00, EveryPaper: true},
			{Name: "TSC MB240T", Type: familyIndustrial, Cost: 799_00, PrinterOnlyCost: 850_00},
		},
		PaperCosts: PaperCosts{
			Mobile:          PaperCost{108_00, 96_00, 12, 110},
			MobileLaminated: PaperCost{165_00, 148_50, 15, 100},
			SixMilMobile:    PaperCost{210_00, 190_00, 20, 90},
			MobileSmall:     PaperCost{112_00, 100_00, 16, 160},
			Industrial:      PaperCost{140_00, 126_00, 4, 1_000},
			IndustrialSmall: PaperCost{116_00, 104_00, 4, 1_500},
			MobileSticker:   PaperCost{45_00, 40_00, 5, 250},
			BlackLineMobile: PaperCost{48_00, 42_00, 4, 110},
			Shipping:        Shipping{IndustrialPaper: 24_00, MobilePaper: 18_00, AusShipping: 52_00},
		},
		TaggingSetupFee: 250_00,
		TaxRates:        map[string]int64{},
	}
}

// of gives the price of the roll, to be read or set.
func (c *PaperCosts) of(r Roll) *PaperCost {
	return map[Roll]*PaperCost{
		mobileRoll: &c.Mobile, laminatedRoll: &c.MobileLaminated, sixMilRoll: &c.SixMilMobile, smallRoll: &c.MobileSmall,
		industrialRoll: &c.Industrial, smallIndustrialRoll: &c.IndustrialSmall, stickerRoll: &c.MobileSticker, blackLineRoll: &c.BlackLineMobile,
	}[r]
}

// shippingOf gives what sending the type costs; stickers travel with the rest.
func (c *PaperCosts) shippingOf(t Type) int64 {
	switch t {
	case Mobile:
		return c.Shipping.MobilePaper
	case Industrial:
		return c.Shipping.IndustrialPaper
	case BlackLineMobile:
		return c.Shipping.AusShipping
	}
	return 0
}

func (p *PriceList) printer(name string) (PrinterPrice, bool) {
	for _, printer := range p.Printers {
		if printer.Name == name {
			return printer, true
		}
	}
	return PrinterPrice{}, false
}

// faults collects what is wrong with the fields of a form, in their order.
type faults []fault.Field

func (f *faults) refuse(name, format string, args ...any) {
	*f = append(*f, fault.Field{Name: name, Message: fmt.Sprintf(format, args...)})
}

func (f *faults) within(name string, value, least, most int64) {
	if value < least || value > most {
		f.refuse(name, "Please enter a whole number from %d to %d", least, most)
	}
}

// check refuses what cannot be a price list.
func (p *PriceList) check(countries []string) error {
	var found faults
	p.checkPrinters(&found)
	for _, k := range rollKinds {
		at, cost := "paperCosts."+string(k.roll)+".", p.PaperCosts.of(k.roll)
		found.within(at+"cost", cost.Cost, 0, maxPrice)
		found.within(at+"distributorCost", cost.DistributorCost, 0, maxPrice)
		found.within(at+"rollsPerPack", cost.RollsPerPack, 1, maxPerPack)
		found.within(at+"tagCountPerRoll", cost.TagCountPerRoll, 1, maxTags)
	}
	found.within("paperCosts.shipping.industrialPaper", p.PaperCosts.Shipping.IndustrialPaper, 0, maxPrice)
	found.within("paperCosts.shipping.mobilePaper", p.PaperCosts.Shipping.MobilePaper, 0, maxPrice)
	found.within("paperCosts.shipping.ausShipping", p.PaperCosts.Shipping.AusShipping, 0, maxPrice)
	found.within("taggingSetupFee", p.TaggingSetupFee, 0, maxPrice)
	found.within("refillSoftwareFee", p.RefillSoftwareFee, 0, maxPrice)
	known := map[string]bool{}
	for _, country := range countries {
		known[country] = true
	}
	for country, rate := range p.TaxRates {
		if found.within("taxRates."+country, rate, 0, maxTaxRate); !known[country] {
			found.refuse("taxRates."+country, "There are no farms in that country")
		}
	}
	return fault.ForFields(found)
}

func (p *PriceList) checkPrinters(found *faults) {
	if len(p.Printers) == 0 || len(p.Printers) > maxPrinters {
		found.refuse("printers", "The catalogue has 1 to %d printers", maxPrinters)
		return
	}
	names := map[string]bool{}
	for i, printer := range p.Printers {
		at := fmt.Sprintf("printers.%d.", i)
		if printer.Name == "" || names[printer.Name] {
			found.refuse(at+"name", "Please give each printer a name of its own")
		}
		names[printer.Name] = true
		if printer.Type != familyMobile && printer.Type != familyIndustrial {
			found.refuse(at+"type", "A printer is mobile or industrial")
		}
		found.within(at+"cost", printer.Cost, 0, maxPrice)
		found.within(at+"printerOnlyCost", printer.PrinterOnlyCost, 0, maxPrice)
		found.within(at+"australiaCost", printer.AustraliaCost, 0, maxPrice)
	}
}
