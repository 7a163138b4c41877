package ledger

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

func tenth(n int64) *int64 { return &n }

// TAG-2: what is known of a harvest is stored with it and told again; the same harvest with
// other facts is another content; undoing it leaves the facts with what is undone.
func TestFactsOfAHarvestOverHTTP(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		record(t, db, farmID, Activity{Kind: Plant, Day: day("2026-03-01"), Place: Place{areas["North"], bag("a")}, Count: 1000})
		api, path := newAPI(New(db, clock)), "/api/v2/activities/"+farmID
		facts := object{"landed": "2026-06-02T06:40", "buyer": " Pike  Place ", "buyerAddress": "85 Pike  St, Seattle ", "order": "PO 7", "quantity": 2.5, "unit": "bushel", "priceCents": 8550,
			"currency": "USD", "harvester": "Mel Brook", "waterTempC": -0.5, "airTempC": 0.0}
		harvest := object{"id": "h", "activity": "harvest", "date": "2026-06-02", "leaseId": areas["North"], "group": springGroup(), "lot": object{"meshSize": "bag", "nickname": "a"}, "count": 100, "facts": facts}
		batch := object{"activities": []object{harvest}}
		var made struct {
			Recorded, Skipped int
			Activities        []struct{ Number int64 }
		}
		if status := ask(t, api, "POST", path, batch, &made); status != 200 || made.Recorded != 1 {
			t.Fatalf("%d %+v", status, made)
		}
		if status := ask(t, api, "POST", path, batch, &made); status != 200 || made.Skipped != 1 {
			t.Errorf("again: %d %+v", status, made)
		}
		facts["buyer"] = "Glidden"
		if status := ask(t, api, "POST", path, batch, &made); status != 409 {
			t.Errorf("another buyer under the same id: %d", status)
		}
		undo := object{"activities": []object{{"id": "u", "activity": "correction", "reverses": made.Activities[0].Number}}}
		if status := ask(t, api, "POST", path, undo, &made); status != 200 {
			t.Fatalf("undo: %d", status)
		}
		var page struct{ Data []Noted }
		ask(t, api, "GET", path, nil, &page)
		freezing, mild := -0.5, 0.0
		want := &factsBody{Landed: "2026-06-02 06:40", Buyer: "Pike Place", BuyerAddress: "85 Pike St, Seattle", Order: "PO 7", Quantity: 2.5, Unit: "bushel", PriceCents: 8550, Currency: "USD",
			Harvester: "Mel Brook", WaterTempC: &freezing, AirTempC: &mild}
		if got := page.Data[1].Facts; !cmp.Equal(got, want) {
			t.Error(cmp.Diff(want, got))
		}
		if page.Data[0].Facts != nil || page.Data[2].Facts != nil {
			t.Errorf("facts of a correction or a planting: %+v", page.Data)
		}
	})
}

// Each fact that cannot be is refused in words, by its field.
func TestFactsThatCannotBe(t *testing.T) {
	harvested, today := day("2026-06-02"), day("2026-06-05")
	for what, tt := range map[string]struct {
		facts  Facts
		field  string
		reason string
	}{
		"good":                    {Facts{Landed: "2026-06-03 00:10", Quantity: 30_000, Unit: Each, PriceCents: 95, Currency: "CAD", WaterTemp: tenth(145), AirTemp: tenth(-200)}, "", ""},
		"only who harvested":      {Facts{Harvester: "Mel"}, "", ""},
		"no time":                 {Facts{Landed: "soon"}, FieldLanded, `"soon" is not a time like 06:40 or 2026-05-31 06:40`},
		"no such hour":            {Facts{Landed: "2026-06-02 24:00"}, FieldLanded, "is not a time"},
		"landed before":           {Facts{Landed: "2026-06-01 23:59"}, FieldLanded, "before the harvest on 2 June 2026"},
		"landed tomorrow":         {Facts{Landed: "2026-06-06 00:00"}, FieldLanded, "is in the future"},
		"landed long after":       {Facts{Landed: "2026-06-10 00:00"}, FieldLanded, "more than 7 days after"},
		"a long buyer":            {Facts{Buyer: strings.Repeat("x", 201)}, FieldBuyer, "longer than 200"},
		"an address of two lines": {Facts{BuyerAddress: "a\nb"}, FieldBuyerAddress, "more than one line"},
		"a buyer of two lines":    {Facts{Buyer: "a\nb"}, FieldBuyer, "more than one line"},
		"hidden text":             {Facts{Order: "a\u202eb"}, FieldOrder, "U+202E"},
		"half an animal":          {Facts{Quantity: 1_500, Unit: Each}, FieldQuantity, "whole number"},
		"half a bushel":           {Facts{Quantity: 500, Unit: Bushel}, "", ""},
		"less than nothing":       {Facts{Quantity: -1, Unit: Kg}, FieldQuantity, "must be from 0"},
		"too much":                {Facts{Quantity: MaxQuantity*Thousand + 1, Unit: Kg}, FieldQuantity, "must be from 0"},
		"a quantity of what":      {Facts{Quantity: 1_000}, FieldUnit, "needs its unit"},
		"no unit":                 {Facts{Quantity: 1_000, Unit: "barrel"}, FieldUnit, `"barrel" is not a unit`},
		"a price of what":         {Facts{PriceCents: 5, Currency: "USD"}, FieldUnit, "that of one unit"},
		"a price in what":         {Facts{PriceCents: 5, Unit: Dozen}, FieldCurrency, "needs its currency"},
		"a currency for what":     {Facts{Currency: "USD"}, FieldPrice, "without a price"},
		"an unknown currency":     {Facts{PriceCents: 5, Unit: Dozen, Currency: "usd"}, FieldCurrency, `"usd" is not a currency`},
		"a negative price":        {Facts{PriceCents: -5, Unit: Dozen, Currency: "USD"}, FieldPrice, "must be from 0"},
		"boiling water":           {Facts{WaterTemp: tenth(1000)}, FieldWaterTemp, "is not a temperature"},
		"air without temperature": {Facts{AirTemp: tenth(-501)}, FieldAirTemp, "is not a temperature"},
	} {
		a := Activity{Kind: Harvest, Day: harvested, Count: 1, Facts: &tt.facts}
		if field, reason := a.Refuse(today); field != tt.field || !strings.Contains(reason, tt.reason) || (reason == "") != (tt.reason == "") {
			t.Errorf("%s: %q %q", what, field, reason)
		}
	}
	for _, a := range []Activity{
		{Kind: Loss, Day: harvested, Count: 1, Facts: &Facts{Buyer: "B"}}, {Reverses: 7, Facts: &Facts{Buyer: "B"}},
	} {
		if _, reason := a.Refuse(today); reason == "" {
			t.Errorf("%+v has facts", a)
		}
	}
	for text, want := range map[string]string{"06:40": "2026-06-02 06:40", "6:40": "2026-06-02 06:40", " 2026-06-03T01:02:30 ": "2026-06-03 01:02", "noon": "noon"} {
		if got := ParseLanded(text, harvested); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
}

// A harvest without facts has the content that it had before there were any, so that
// what the release before recorded is recognised.
func TestDigestsFromBeforeThereWereFacts(t *testing.T) {
	at := Place{"l", bag("a")}
	digestOf := func(a Activity) string {
		var b batch
		b.add(a, 0)
		var builder digestBuilder
		return b.digest(&builder, 0).String()
	}
	harvest := Activity{Kind: Harvest, Day: day("2026-06-02"), Place: at, Count: 100}
	if got := digestOf(harvest); got != "0mHLpAZwuen2PlPCd-wZgw" {
		t.Errorf("the digest is %s", got)
	}
	empty := harvest
	empty.Facts = &Facts{}
	if digestOf(empty) != digestOf(harvest) {
		t.Error("facts that say nothing make another content")
	}
}
