package sheet

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
)

// factColumns are those of what is known of a harvest beside its animals.
var factColumns = []string{colLanded, colBuyer, colBuyerAddress, colOrder, colQuantity, colUnit, colPrice, colCurrency, colHarvester, colWaterTemp, colAirTemp}

// facts reads what a row tells of a harvest of that day, nil where it tells nothing.
func (r *rowReader) facts(harvested ledger.Day) *ledger.Facts {
	given := false
	for _, field := range factColumns {
		given = given || r.text(field) != ""
	}
	if !given {
		return nil
	}
	f := &ledger.Facts{
		Buyer: r.label(colBuyer), BuyerAddress: r.label(colBuyerAddress), Order: r.label(colOrder), Harvester: r.label(colHarvester),
		Unit: ledger.Unit(strings.ToLower(strings.Clone(r.text(colUnit)))), Currency: strings.ToUpper(strings.Clone(r.text(colCurrency))),
		Quantity: r.parts(colQuantity, 3), PriceCents: r.parts(colPrice, 2),
		WaterTemp: r.temperature(colWaterTemp), AirTemp: r.temperature(colAirTemp),
	}
	if text := r.text(colLanded); text != "" {
		f.Landed = ledger.ParseLanded(strings.Clone(text), harvested)
	}
	return f
}

// temperature is in tenths of a degree, rounded, as many a sheet has it converted
// from Fahrenheit.
func (r *rowReader) temperature(field string) *int64 {
	const most = 1_000 // degrees; more than the rules let through
	text := r.text(field)
	if text == "" {
		return nil
	}
	celsius, err := strconv.ParseFloat(r.decimal(text), 64)
	if err != nil || math.IsNaN(celsius) || math.Abs(celsius) > most {
		r.refuse(field, quoted(text)+" is not a temperature")
		return nil
	}
	tenths := int64(math.Round(celsius * 10))
	return &tenths
}

var decimalForm = regexp.MustCompile(`^([0-9]{1,12})(?:\.([0-9]{1,6}))?$`)

// parts reads a number with so many decimals at most, as a whole number of its
// smallest parts; 0 where the cell is empty.
func (r *rowReader) parts(field string, decimals int) int64 {
	text := r.text(field)
	if text == "" {
		return 0
	}
	digits := decimalForm.FindStringSubmatch(r.decimal(text))
	if digits == nil {
		r.refuse(field, quoted(text)+" is not a number")
		return 0
	}
	fraction := strings.TrimRight(digits[2], "0")
	if len(fraction) > decimals {
		r.refuse(field, fmt.Sprintf("%s has more than %d decimals", cut(text), decimals))
		return 0
	}
	n, _ := strconv.ParseInt(digits[1]+fraction+strings.Repeat("0", decimals-len(fraction)), 10, 64) // 18 digits at most
	return n
}
