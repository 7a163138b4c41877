package app

import (
	"maps"

	"github.com/merroir/merroir/internal/actor"
)

const (
	someCost   = `{"cost":1,"distributorCost":1,"rollsPerPack":1,"tagCountPerRoll":1}`
	somePrices = `"printers":[],"paperCosts":{"mobile":` + someCost + `,"mobileLaminated":` + someCost + `,"sixMilMobile":` + someCost +
		`,"mobileSmall":` + someCost + `,"industrial":` + someCost + `,"industrialSmall":` + someCost + `,"mobileSticker":` + someCost +
		`,"blackLineMobile":` + someCost + `,"shipping":{"industrialPaper":1,"mobilePaper":1,"ausShipping":1}},"taggingSetupFee":1,"refillSoftwareFee":1`
)

var (
	pricers           = users(403).but(200, having(actor.Pricing)...) // who sets prices
	keepersAndPricers = users(403).but(200, having(actor.Companies)...).but(200, having(actor.Pricing)...)
)

// The rows of the tagging subscription.
func init() {
	maps.Copy(matrix, map[string][]struct {
		path string
		row
	}{
		"GET /api/prices":  {{"/api/prices", row{"", keepersAndPricers}}},
		"POST /api/prices": {{"/api/prices", row{`{"from":"2020-01-01","basedOn":"",` + somePrices + `}`, statuses(pricers, 200, 400)}}}, // a good call but for the day
	})
}
