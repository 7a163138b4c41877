package ledger

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
)

// Facts are what is known of a harvest beside its animals. What is empty or nil
// is not known.
type Facts struct {
	Landed       string `json:"landed,omitempty"` // YYYY-MM-DD HH:MM on the farm's clock
	Buyer        string `json:"buyer,omitempty"`
	BuyerAddress string `json:"buyerAddress,omitempty"` // where the buyer received it (21 CFR 1.1325)
	Order        string `json:"order,omitempty"`        // its number, or that of another paper that goes along
	Quantity     int64  `json:"quantity,omitempty"`     // thousandths of the unit
	Unit         Unit   `json:"unit,omitempty"`
	PriceCents   int64  `json:"priceCents,omitempty"` // of one unit
	Currency     string `json:"currency,omitempty"`
	Harvester    string `json:"harvester,omitempty"`
	WaterTemp    *int64 `json:"waterTemp,omitempty"` // tenths of a degree Celsius
	AirTemp      *int64 `json:"airTemp,omitempty"`
}

// Unit is what a harvest or a tag is counted in.
type Unit string

// Units are those in which the trade counts.
var Units = []Unit{Each, Dozen, Bag, Bushel, Kg}

const (
	Each   Unit = "each"
	Dozen  Unit = "dozen"
	Bag    Unit = "bag"
	Bushel Unit = "bushel"
	Kg     Unit = "kg"
)

// Currencies are those of the countries that farms are in; all have cents.
var Currencies = []string{"USD", "CAD", "MXN", "AUD"}

const (
	Thousand    = 1_000        // parts of a unit
	MaxQuantity = MaxAnimals   // units
	MaxPrice    = 1_000_000_00 // cents, of one unit
	minTemp     = -50_0        // tenths of a degree Celsius
	maxTemp     = 60_0         //
	landedForm  = "2006-01-02 15:04"
	maxAshore   = 7 // days from the harvest to its landing
)

// The fields of facts that a refusal can be about.
const (
	FieldFacts        = "facts" // as a whole
	FieldLanded       = "landed"
	FieldBuyer        = "buyer"
	FieldBuyerAddress = "buyer's address"
	FieldOrder        = "order"
	FieldQuantity     = "quantity"
	FieldUnit         = "unit"
	FieldPrice        = "price"
	FieldCurrency     = "currency"
	FieldHarvester    = "harvester"
	FieldWaterTemp    = "water temperature"
	FieldAirTemp      = "air temperature"
)

// known gives nil for facts that say nothing, so that they are stored as none.
func (f *Facts) known() *Facts {
	if f == nil || *f == (Facts{}) {
		return nil
	}
	return f
}

// text is how the facts are stored, and what tells them from others; empty for none.
func (f *Facts) text() string {
	if f.known() == nil {
		return ""
	}
	text, _ := json.Marshal(f) // texts and numbers, which always can be
	return string(text)
}

// column is text for the table.
func (f *Facts) column() any {
	if text := f.text(); text != "" {
		return text
	}
	return nil
}

// ReadFacts reads facts as they are stored, nil where there are none.
func ReadFacts(stored *string) (*Facts, error) {
	if stored == nil || *stored == "" {
		return nil, nil
	}
	var f Facts
	if err := json.Unmarshal([]byte(*stored), &f); err != nil {
		return nil, fmt.Errorf("facts of a harvest: %w", err)
	}
	return &f, nil
}

// ParseLanded brings a time of landing into the form in which it is kept. One
// without a day is on the day of the harvest. A text that is none stays as it is,
// to be refused.
func ParseLanded(text string, harvested Day) string {
	text = strings.Replace(strings.TrimSpace(text), "T", " ", 1)
	if _, err := time.Parse("15:04", text); err == nil {
		if len(text) < len("15:04") {
			text = "0" + text
		}
		return harvested.String() + " " + text
	}
	if at, err := time.Parse("2006-01-02 15:04:05", text); err == nil {
		return at.Format(landedForm)
	}
	return text
}

// refuse gives the field and the reason why the facts cannot be those of a harvest
// of that day; empty where they can.
func (f *Facts) refuse(harvested, today Day) (field, reason string) {
	for _, text := range []struct{ field, value string }{{FieldBuyer, f.Buyer}, {FieldBuyerAddress, f.BuyerAddress}, {FieldOrder, f.Order}, {FieldHarvester, f.Harvester}} {
		if reason := RefuseText(text.value, MaxText); reason != "" {
			return text.field, reason
		}
		if strings.ContainsAny(text.value, "\r\n") {
			return text.field, "has more than one line"
		}
	}
	if reason := refuseLanded(f.Landed, harvested, today); reason != "" {
		return FieldLanded, reason
	}
	for _, temp := range []struct {
		field string
		value *int64
	}{{FieldWaterTemp, f.WaterTemp}, {FieldAirTemp, f.AirTemp}} {
		if temp.value != nil && (*temp.value < minTemp || *temp.value > maxTemp) {
			return temp.field, fmt.Sprintf("is not a temperature from %d to %d °C", minTemp/10, maxTemp/10)
		}
	}
	return f.refuseSale()
}

func refuseLanded(text string, harvested, today Day) string {
	if text == "" {
		return ""
	}
	at, err := time.Parse(landedForm, text)
	if err != nil {
		return fmt.Sprintf("%.40q is not a time like 06:40 or 2026-05-31 06:40", text)
	}
	switch day := DayOf(at); {
	case day < harvested:
		return fmt.Sprintf("the landing on %s is before the harvest on %s", day.Words(), harvested.Words())
	case day > harvested+maxAshore:
		return fmt.Sprintf("the landing on %s is more than %d days after the harvest on %s", day.Words(), maxAshore, harvested.Words())
	case day > today:
		return futureDay(day, today)
	}
	return ""
}

func (f *Facts) refuseSale() (field, reason string) {
	switch {
	case f.Unit != "" && !slices.Contains(Units, f.Unit):
		return FieldUnit, fmt.Sprintf("%.40q is not a unit (each, dozen, bag, bushel, kg)", string(f.Unit))
	case f.Currency != "" && !slices.Contains(Currencies, f.Currency):
		return FieldCurrency, fmt.Sprintf("%.40q is not a currency (%s)", f.Currency, strings.Join(Currencies, ", "))
	case f.Quantity < 0 || f.Quantity > MaxQuantity*Thousand:
		return FieldQuantity, fmt.Sprintf("must be from 0 to %s", humanize.Comma(MaxQuantity))
	case f.Quantity > 0 && f.Unit == "":
		return FieldUnit, "a quantity needs its unit"
	case f.Quantity%Thousand != 0 && f.Unit == Each:
		return FieldQuantity, "counted by each it is a whole number"
	case f.PriceCents < 0 || f.PriceCents > MaxPrice:
		return FieldPrice, fmt.Sprintf("must be from 0 to %s", humanize.Comma(MaxPrice/100))
	case f.PriceCents > 0 && f.Unit == "":
		return FieldUnit, "a price is that of one unit, which is missing"
	case f.PriceCents > 0 && f.Currency == "":
		return FieldCurrency, "a price needs its currency"
	case f.PriceCents == 0 && f.Currency != "":
		return FieldPrice, "a currency is given without a price"
	}
	return "", ""
}
