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
		"POST /api/enableTagging/{farmId}/invoiceAmount": {{"/api/enableTagging/" + ownFarm + "/invoiceAmount", row{`{"taggingActive":"pending"}`, records}}},
		"POST /api/enableTagging/{id}":                   {{"/api/enableTagging/" + ownFarm, row{`{"paperSize":"7"}`, statuses(records, 200, 400)}}}, // a good call but for the printers
		"DELETE /api/enableTagging/{id}":                 {{"/api/enableTagging/" + ownFarm, row{"", records}}},
		"POST /api/enableTagging/{farmId}/sendPaperAmount": {
			{"/api/enableTagging/" + ownFarm + "/sendPaperAmount", row{`{"mobileRolls":1}`, statuses(records, 200, 400)}},
		},
		"POST /api/enableTagging/{farmId}/sendPaper": { // a good call but for the farm, which has no subscription
			{"/api/enableTagging/" + ownFarm + "/sendPaper", row{`{"mobileRolls":1}`, statuses(records, 200, 409)}},
		},
		"POST /api/farms/{farmId}/prints": { // a good call but for the paper
			{"/api/farms/" + ownFarm + "/prints", row{`{"batchId":"b","prints":[{"paperType":"gold","count":1}]}`, statuses(ownRecording, 200, 400)}},
			{"/api/farms/" + anotherFarm + "/prints", row{`{"batchId":"b","prints":[{"paperType":"gold","count":1}]}`, statuses(anotherEdit, 200, 400)}},
		},
		"POST /api/farms/{farmId}/shipmentHold/{paperType}": {{"/api/farms/" + ownFarm + "/shipmentHold/mobile", row{`{"reason":""}`, statuses(records, 200, 400)}}},
		"DELETE /api/farms/{farmId}/shipmentHold/{paperType}": {
			{"/api/farms/" + ownFarm + "/shipmentHold/mobile", row{"", ownEdit}},
			{"/api/farms/" + anotherFarm + "/shipmentHold/mobile", row{"", anotherEdit}},
		},
		"POST /api/farms/{farmId}/paperAdjustments": {
			{"/api/farms/" + ownFarm + "/paperAdjustments", row{`{"kind":"byDate","type":"gold","delta":1,"reason":"x"}`, statuses(records, 200, 400)}},
		},
		"GET /api/farms/{id}/tagging-offer": {
			{"/api/farms/" + ownFarm + "/tagging-offer", row{"", ownEdit}},
			{"/api/farms/" + anotherFarm + "/tagging-offer", row{"", anotherEdit}},
		},
		"POST /api/farms/{id}/tagging-request": {
			{"/api/farms/" + ownFarm + "/tagging-request", row{"", ownEdit}},
			{"/api/farms/" + anotherFarm + "/tagging-request", row{"", anotherEdit}},
		},
		"DELETE /api/farms/{id}/tagging-request": {
			{"/api/farms/" + ownFarm + "/tagging-request", row{"", ownEdit}},
			{"/api/farms/" + anotherFarm + "/tagging-request", row{"", anotherEdit}},
		},
		"GET /api/work/tagging":               {{"/api/work/tagging", row{"", records}}},
		"GET /api/shipments":                  {{"/api/shipments", row{"", records}}},
		"POST /api/shipments/send":            {{"/api/shipments/send", row{`{"shipments":[]}`, statuses(records, 200, 400)}}},
		"GET /api/shipments/{id}":             {{"/api/shipments/none", row{"", statuses(records, 200, 404)}}},
		"GET /api/shipments/packingSlips":     {{"/api/shipments/packingSlips", row{"", statuses(records, 200, 400)}}},
		"GET /api/shipments/{id}/packingSlip": {{"/api/shipments/none/packingSlip", row{"", statuses(records, 200, 404)}}},
	})
}
