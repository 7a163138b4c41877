package paper

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/merroir/merroir/internal/sqldb"
)

// Printer is a printer of a farm, with the rolls that came with it.
type Printer struct {
	ID               string `json:"_id"`
	Name             string `json:"name"`
	Type             string `json:"type" doc:"mobile or industrial"`
	PaperType        Roll   `json:"paperType" doc:"Kind of roll, empty for a printer only"`
	RollCount        int64  `json:"rollCount"`
	StickerRollCount int64  `json:"stickerRollCount"`
	BlackLineMobile  int64  `json:"blackLineMobile" doc:"Rolls"`
	EveryPaper       bool   `json:"everyPaper" doc:"Takes laminated, six-mil and small paper too"`

	Cost            int64 `json:"cost" doc:"Cents with a paper type, by the prices of today; 0 if it is no longer sold"`
	PrinterOnlyCost int64 `json:"printerOnlyCost" doc:"Cents without one, in the same way"`
}

// ChosenPrinter is a printer as a form has it. What it costs is the server's to say.
type ChosenPrinter struct {
	ID               string `json:"_id" required:"false" maxLength:"64" doc:"Left out for a new printer, or chosen by the client: of the same id one is charged, once"`
	Name             string `json:"name" maxLength:"60"`
	Type             string `json:"type" required:"false" maxLength:"20"`
	Cost             int64  `json:"cost" required:"false" doc:"Ignored"`
	PrinterOnlyCost  int64  `json:"printerOnlyCost" required:"false" doc:"Ignored"`
	PaperType        Roll   `json:"paperType" required:"false" maxLength:"20" doc:"Left out for a printer only"`
	RollCount        int64  `json:"rollCount" required:"false"`
	StickerRollCount int64  `json:"stickerRollCount" required:"false"`
	BlackLineMobile  int64  `json:"blackLineMobile" required:"false"`
	EveryPaper       bool   `json:"everyPaper" required:"false" doc:"Ignored"`
}

const maxFarmPrinters = 50

// portions are the rolls that come with the printer.
func (p Printer) portions() (all []Portion) {
	for _, portion := range []Portion{{p.PaperType, p.RollCount}, {stickerRoll, p.StickerRollCount}, {blackLineRoll, p.BlackLineMobile}} {
		if portion.Roll != "" && portion.Rolls > 0 {
			all = append(all, portion)
		}
	}
	return all
}

// choose gives the printers of the form, those that are charged already as they
// are stored, and those that are to be charged.
func (p *PriceList) choose(form []ChosenPrinter, charged map[string]Printer, country string, found *faults) (all, added []Printer) {
	if len(form) > maxFarmPrinters {
		found.refuse("printers", "A farm has at most %d printers", maxFarmPrinters)
		return nil, nil
	}
	seen := map[string]bool{}
	for i, chosen := range form {
		at := fmt.Sprintf("printers.%d.", i)
		if chosen.ID == "" {
			chosen.ID = sqldb.NewID()
		}
		if seen[chosen.ID] || !printerID.MatchString(chosen.ID) {
			found.refuse(at+"_id", "That printer stands in the list twice")
			continue
		}
		seen[chosen.ID] = true
		if known, is := charged[chosen.ID]; is {
			if known.Name != chosen.Name {
				found.refuse(at+"name", "A printer cannot become another one. Remove it and add the other.")
			}
			all = append(all, known)
			continue
		}
		printer := p.checkNew(chosen, country, at, found)
		all, added = append(all, printer), append(added, printer)
	}
	return all, added
}

var printerID = regexp.MustCompile(`^[0-9A-Za-z_-]{1,64}$`)

// checkNew refuses a new printer that is not sold, or not with these rolls.
func (p *PriceList) checkNew(c ChosenPrinter, country, at string, found *faults) Printer {
	price, sold := p.printer(c.Name)
	printer := Printer{
		ID: c.ID, Name: c.Name, Type: price.Type, PaperType: c.PaperType, RollCount: c.RollCount,
		StickerRollCount: c.StickerRollCount, BlackLineMobile: c.BlackLineMobile, EveryPaper: price.EveryPaper,
	}
	switch {
	case !sold:
		found.refuse(at+"name", "That printer is not sold")
		return printer
	case price.EveryPaper && country == australia:
		found.refuse(at+"name", "That printer is not sold in Australia")
	case c.Type != "" && c.Type != price.Type:
		found.refuse(at+"type", "That printer is of the other type")
	}
	checkPaperOf(printer, country, at, found)
	for _, extra := range []struct {
		name string
		Portion
	}{{"stickerRollCount", Portion{stickerRoll, c.StickerRollCount}}, {"blackLineMobile", Portion{blackLineRoll, c.BlackLineMobile}}} {
		if kind, _ := extra.Roll.kind(); extra.Rolls != 0 && (price.Type != kind.family || !slices.Contains(kind.choices, extra.Rolls)) {
			found.refuse(at+extra.name, "Please choose one of the numbers of rolls for that printer")
		}
	}
	return printer
}

func checkPaperOf(p Printer, country, at string, found *faults) {
	if p.PaperType == "" {
		if p.RollCount != 0 {
			found.refuse(at+"paperType", "Please choose a paper type")
		}
		return
	}
	kind, known := p.PaperType.kind()
	switch {
	case !known || kind.of != Mobile && kind.of != Industrial || kind.family != p.Type:
		found.refuse(at+"paperType", "That printer does not take that paper")
	case kind.special && country == australia:
		found.refuse(at+"paperType", "That paper is not sold in Australia")
	case kind.special && !p.EveryPaper:
		found.refuse(at+"paperType", "That printer does not take that paper")
	case p.RollCount == 0:
		found.refuse(at+"rollCount", "Please enter the number of rolls")
	case !slices.Contains(kind.choices, p.RollCount):
		found.refuse(at+"rollCount", "Please choose one of the numbers of rolls")
	}
}
