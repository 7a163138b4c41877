package paper

import (
	"slices"
	"time"

	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/plain"
)

// OrderLine is a line of an order and of its invoice. Where Roll is set, it says
// what is in the parcel, and how many tags that gives.
type OrderLine struct {
	Type        Type   `json:"type" doc:"Whose history shows the line; empty for printers and fees"`
	Roll        Roll   `json:"roll" doc:"Kind of roll; empty where none is sent"`
	Rolls       int64  `json:"rolls"`
	Tags        int64  `json:"tags"`
	Printer     string `json:"printer" doc:"Name of a printer that is sent"`
	Description string `json:"description"`
	Cents       int64  `json:"cents"`
}

// total is the sum of the lines.
func total(lines []OrderLine) (cents int64) {
	for _, l := range lines {
		cents += l.Cents
	}
	return cents
}

// Portion is some rolls of one kind.
type Portion struct {
	Roll  Roll
	Rolls int64
}

// buyer is what prices depend on.
type buyer struct {
	country  string
	discount bool   // paper at the distributor's cost
	setupFee int64  // the farm's own, 0 for the price list's
	promoFee *int64 // in the place of either
}

// printersFor gives the lines of printers, with the rolls that come with them.
func (p *PriceList) printersFor(printers []Printer, b buyer) (lines []OrderLine) {
	for _, printer := range printers {
		price, _ := p.printer(printer.Name)
		cents := price.PrinterOnlyCost
		description := printer.Name + ", printer only"
		if printer.PaperType != "" {
			cents, description = price.costIn(b.country), printer.Name
		}
		lines = append(lines, OrderLine{Printer: printer.Name, Description: description, Cents: cents})
		for _, portion := range printer.portions() {
			line := p.sent(portion)
			line.Description += ", included"
			lines = append(lines, line)
		}
	}
	return lines
}

func (p PrinterPrice) costIn(country string) int64 {
	if country == australia && p.AustraliaCost != 0 {
		return p.AustraliaCost
	}
	return p.Cost
}

// setup gives the lines with which a subscription begins: its printers and the
// fee, with tax.
func (p *PriceList) setup(printers []Printer, b buyer) []OrderLine {
	lines := p.printersFor(printers, b)
	cents, description := p.setupFee(b)
	return p.taxed(append(lines, OrderLine{Description: description, Cents: cents}), b)
}

// setupFee is the promotional one, the farm's own, or the price list's where there is neither.
func (p *PriceList) setupFee(b buyer) (cents int64, description string) {
	switch {
	case b.promoFee != nil:
		return *b.promoFee, "Tagging setup fee, promotional"
	case b.setupFee != 0:
		return b.setupFee, "Tagging setup fee"
	}
	return p.TaggingSetupFee, "Tagging setup fee"
}

// added gives the lines of printers that are added to a subscription, with tax.
func (p *PriceList) added(printers []Printer, b buyer) []OrderLine {
	return p.taxed(p.printersFor(printers, b), b)
}

// refill gives the lines of an automatic refill, with tax.
func (p *PriceList) refill(portions []Portion, b buyer) []OrderLine {
	lines := p.paper(portions, b.discount)
	if p.RefillSoftwareFee > 0 {
		lines = append(lines, OrderLine{Description: "Software fee", Cents: p.RefillSoftwareFee})
	}
	return p.taxed(lines, b)
}

// more gives the lines of paper that staff send, with tax, or for nothing.
func (p *PriceList) more(portions []Portion, b buyer, free bool) []OrderLine {
	lines := p.paper(portions, b.discount)
	if !free {
		return p.taxed(lines, b)
	}
	lines = slices.DeleteFunc(lines, func(l OrderLine) bool { return l.Roll == "" })
	for i := range lines {
		lines[i].Description += ", free of charge"
		lines[i].Cents = 0
	}
	return lines
}

// paper gives the lines of rolls, each pack pro rata, and of shipping once for each type.
func (p *PriceList) paper(portions []Portion, discount bool) (lines []OrderLine) {
	var types []Type
	for _, portion := range portions {
		line := p.sent(portion)
		line.Cents = p.paperCost(portion, discount)
		lines = append(lines, line)
		if !slices.Contains(types, line.Type) {
			types = append(types, line.Type)
		}
	}
	for _, t := range types {
		if cents := p.PaperCosts.shippingOf(t); cents > 0 {
			lines = append(lines, OrderLine{Type: t, Description: "Shipping of " + t.label(), Cents: cents})
		}
	}
	return lines
}

// paperCost is rolls / rollsPerPack x the cost of a pack.
func (p *PriceList) paperCost(portion Portion, discount bool) int64 {
	price := p.PaperCosts.of(portion.Roll)
	unit := price.Cost
	if discount {
		unit = price.DistributorCost
	}
	return roundHalfUp(portion.Rolls*unit, price.RollsPerPack)
}

// sent gives the line of a portion without its price.
func (p *PriceList) sent(portion Portion) OrderLine {
	kind, _ := portion.Roll.kind()
	return OrderLine{
		Type: kind.of, Roll: kind.roll, Rolls: portion.Rolls, Tags: portion.Rolls * p.PaperCosts.of(kind.roll).TagCountPerRoll,
		Description: rollsOf(portion.Rolls, kind.label),
	}
}

// nextCost is what the next refill of one type costs by itself (SUB-8), net.
func (p *PriceList) nextCost(portion Portion, discount bool) int64 {
	kind, _ := portion.Roll.kind()
	return p.paperCost(portion, discount) + p.PaperCosts.shippingOf(kind.of) + p.RefillSoftwareFee
}

// taxed adds the line of tax where the buyer's country has a rate.
func (p *PriceList) taxed(lines []OrderLine, b buyer) []OrderLine {
	rate := p.TaxRates[b.country]
	if rate == 0 || len(lines) == 0 {
		return lines
	}
	return append(lines, OrderLine{Description: "Tax", Cents: roundHalfUp(total(lines)*rate, wholeRate)})
}

func (t Type) label() string {
	kind, _ := Roll(t).kind()
	return kind.label
}

func rollsOf(n int64, label string) string {
	return plain.Counted(n, "roll of "+label, "rolls of "+label)
}

// CustomRolls is an entry of rolls that were printed for one farm.
type CustomRolls struct {
	Date  string `json:"date" format:"date"`
	Count int64  `json:"count" minimum:"1" maximum:"10000" doc:"Rolls"`
}

// day returns the date as mails write it.
func (c CustomRolls) day() string {
	day, err := time.Parse(time.DateOnly, c.Date)
	if err != nil {
		return c.Date
	}
	return day.Format(mail.DateStyle)
}

// customStock gives the tags left on custom paper (SUB-7): rolls and their
// adjustments x tags per roll, less what was printed.
func customStock(entries []CustomRolls, adjusted, tagsPerRoll, printed int64) int64 {
	rolls := adjusted
	for _, entry := range entries {
		rolls += entry.Count
	}
	return rolls*tagsPerRoll - printed
}
