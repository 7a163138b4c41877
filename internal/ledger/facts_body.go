package ledger

import (
	"math"
	"strings"
)

// factsBody are the facts of a harvest as an app sends and gets them.
type factsBody struct {
	Landed       string   `json:"landed" required:"false" doc:"When it came ashore, on the farm's clock: YYYY-MM-DD HH:MM, or HH:MM on the day of the harvest"`
	Buyer        string   `json:"buyer" required:"false"`
	BuyerAddress string   `json:"buyerAddress" required:"false" doc:"Where the buyer received it"`
	Order        string   `json:"order" required:"false" doc:"Its number, or that of another paper that goes along"`
	Quantity     float64  `json:"quantity" required:"false" doc:"In the unit, to three decimals; 0 where it is not known"`
	Unit         string   `json:"unit" required:"false" enum:",each,dozen,bag,bushel,kg"`
	PriceCents   int64    `json:"priceCents" required:"false" doc:"Of one unit, in cents; 0 where it is not known"`
	Currency     string   `json:"currency" required:"false" enum:",USD,CAD,MXN,AUD"`
	Harvester    string   `json:"harvester" required:"false" doc:"Who harvested"`
	WaterTempC   *float64 `json:"waterTempC" required:"false" doc:"Degrees Celsius, to one decimal"`
	AirTempC     *float64 `json:"airTempC" required:"false" doc:"Degrees Celsius, to one decimal"`
}

// in gives the facts of a harvest of that day, nil for none.
func (b *factsBody) in(harvested Day) *Facts {
	if b == nil {
		return nil
	}
	f := &Facts{
		Buyer: Label(b.Buyer), BuyerAddress: Label(b.BuyerAddress), Order: Label(b.Order), Harvester: Label(b.Harvester), Quantity: Parts(b.Quantity), Unit: Unit(b.Unit),
		PriceCents: b.PriceCents, Currency: b.Currency, WaterTemp: tenths(b.WaterTempC), AirTemp: tenths(b.AirTempC),
	}
	if strings.TrimSpace(b.Landed) != "" {
		f.Landed = ParseLanded(b.Landed, harvested)
	}
	return f.known()
}

// out gives the facts to an app, nil for none.
func (f *Facts) out() *factsBody {
	if f == nil {
		return nil
	}
	return &factsBody{
		Landed: f.Landed, Buyer: f.Buyer, BuyerAddress: f.BuyerAddress, Order: f.Order, Quantity: float64(f.Quantity) / Thousand, Unit: string(f.Unit), PriceCents: f.PriceCents,
		Currency: f.Currency, Harvester: f.Harvester, WaterTempC: degrees(f.WaterTemp), AirTempC: degrees(f.AirTemp),
	}
}

// Parts are the thousandths of a quantity. An absurd one is cut to one that fits
// and that the rules refuse.
func Parts(quantity float64) int64 {
	return int64(math.Round(min(max(quantity, -1), 2*MaxQuantity) * Thousand))
}

func tenths(celsius *float64) *int64 {
	if celsius == nil {
		return nil
	}
	t := int64(math.Round(min(max(*celsius, -1000), 1000) * 10))
	return &t
}

func degrees(tenths *int64) *float64 {
	if tenths == nil {
		return nil
	}
	c := float64(*tenths) / 10
	return &c
}
