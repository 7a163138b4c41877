package paper

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	pricing = actor.With(context.Background(), actor.Actor{UserID: "u2", Username: "pia", Permissions: []actor.Permission{actor.Pricing}})
	keeper  = actor.With(context.Background(), actor.Actor{UserID: "u3", Username: "kit", Permissions: []actor.Permission{actor.Companies}})
)

// priced is the default list with another price of a roll of mobile stickers.
func priced(stickers int64) PriceList {
	p := defaultPrices()
	p.PaperCosts.MobileSticker.Cost = stickers
	return p
}

// PAPER-13: prices change from a day on; every list stays; what changed, from
// what to what, by whom and from when is in the trail.
func TestPricesHaveAHistory(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		inForce := func() (cents int64) {
			must(t, db.Read(t.Context(), func(tx *sqldb.Tx) error {
				p, err := d.pricesNow(t.Context(), tx)
				cents = p.PaperCosts.MobileSticker.Cost
				return err
			}))
			return cents
		}
		if inForce() != 45_00 {
			t.Fatalf("the default: %d", inForce())
		}
		coming, err := d.SetPrices(pricing, NewPrices{From: "2026-12-01", PriceList: priced(50_00)})
		must(t, err)
		if coming.InForce || coming.Username != "pia" || inForce() != 45_00 {
			t.Errorf("in force too early: %+v", coming)
		}
		today, err := d.SetPrices(pricing, NewPrices{From: "2026-11-20", BasedOn: coming.ID, PriceList: priced(46_00)})
		must(t, err)
		if !today.InForce || inForce() != 46_00 {
			t.Errorf("not in force: %+v", today)
		}
		corrected, err := d.SetPrices(pricing, NewPrices{From: "2026-11-20", BasedOn: today.ID, PriceList: priced(47_00)})
		must(t, err)
		d.time = time.Date(2026, 11, 30, 23, 59, 59, 0, time.UTC)
		if inForce() != 47_00 {
			t.Errorf("of one day the newest counts: %d", inForce())
		}
		d.time = d.time.Add(time.Second)
		if inForce() != 50_00 {
			t.Errorf("on the day: %d", inForce())
		}
		all, err := d.Prices(keeper)
		must(t, err)
		if len(all) != 4 || all[0].ID != corrected.ID || all[2].ID != coming.ID || !all[2].InForce || all[2].From != "2026-12-01" || all[3].From != "" || all[3].InForce {
			t.Errorf("history: %+v", all)
		}
		trail, err := audit.New(db, nil).List(system, audit.Query{Action: "prices.set", Page: page.Slice{Limit: 20, Page: 1}})
		must(t, err)
		entry := trail.Data[len(trail.Data)-1]
		if len(trail.Data) != 3 || entry.Username != "pia" || entry.Detail["from"] != "2026-12-01" || fmt.Sprint(entry.Detail["paperCosts.mobileSticker.cost"]) != "map[from:4500 to:5000]" || len(entry.Detail) != 2 {
			t.Errorf("trail: %+v", trail.Data)
		}
	})
}

// PAPER-2 PAPER-4: a printer is sold from a day on, and another no longer: who has
// it keeps it with the paper it takes, and its invoice as it was.
func TestThePrintersThatAreSold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		form := alpha()
		form.Printers = []ChosenPrinter{{ID: "p1", Name: "TSC DA220", PaperType: laminatedRoll, RollCount: 15}}
		id := d.subscribed(t, form)
		list := defaultPrices()
		list.Printers = append(list.Printers[:1:1], PrinterPrice{Name: "TSC PEX-2000", Type: familyIndustrial, Cost: 900_00, PrinterOnlyCost: 950_00}, list.Printers[2])
		_, err := d.SetPrices(pricing, NewPrices{From: "2026-12-01", PriceList: list})
		must(t, err)
		newOne := QuoteForm{Printers: []ChosenPrinter{{ID: "p2", Name: "TSC PEX-2000"}}}
		if _, err := d.Quote(system, id, newOne); !fault.Is(err, fault.Invalid) {
			t.Errorf("sold too early: %v", err)
		}
		d.time = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
		lines, err := d.Quote(system, id, newOne)
		must(t, err)
		expect(t, lines, 950_00, "TSC PEX-2000, printer only: 950.00")
		if _, err := d.Quote(system, id, QuoteForm{Printers: []ChosenPrinter{{ID: "p3", Name: "TSC DA220"}}}); !fault.Is(err, fault.Invalid) {
			t.Errorf("sold although it is off sale: %v", err)
		}
		form.MobileLaminatedRollRefillCount = 30
		must(t, d.Subscribe(system, id, form))
		r := d.record(t, id)
		if len(r.Printers) != 1 || !r.Printers[0].EveryPaper || r.MobileLaminatedRollRefillCount != 30 || len(r.PrinterCatalogue) != 3 || r.PrinterCatalogue[1].Name != "TSC PEX-2000" {
			t.Errorf("who has it: %+v, refill %d, sold %+v", r.Printers, r.MobileLaminatedRollRefillCount, r.PrinterCatalogue)
		}
		v, err := d.bills.Get(system, id, r.TaggingSetupInvoice)
		must(t, err)
		if v.Lines[0].Description != "TSC DA220" || v.Lines[0].Cents != 500_00 {
			t.Errorf("its invoice: %+v", v.Lines)
		}
	})
}

// PAPER-13: who may see and set prices, and what is refused.
func TestPricesThatAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		good := NewPrices{From: "2026-11-20", PriceList: defaultPrices()}
		for name, ctx := range map[string]context.Context{"keeper": keeper, "manager": manager} {
			if _, err := d.SetPrices(ctx, good); !fault.Is(err, fault.Denied) {
				t.Errorf("%s sets prices: %v", name, err)
			}
		}
		if _, err := d.Prices(manager); !fault.Is(err, fault.Denied) {
			t.Errorf("a manager sees prices: %v", err)
		}
		for field, change := range map[string]func(*NewPrices){
			"from":                              func(n *NewPrices) { n.From = "2026-11-19" },
			"paperCosts.mobile.rollsPerPack":    func(n *NewPrices) { n.PaperCosts.Mobile.RollsPerPack = 0 },
			"paperCosts.mobile.cost":            func(n *NewPrices) { n.PaperCosts.Mobile.Cost = -1 },
			"paperCosts.shipping.ausShipping":   func(n *NewPrices) { n.PaperCosts.Shipping.AusShipping = maxPrice + 1 },
			"printers":                          func(n *NewPrices) { n.Printers = nil },
			"printers.1.name":                   func(n *NewPrices) { n.Printers[1].Name = n.Printers[0].Name },
			"taxRates.France":                   func(n *NewPrices) { n.TaxRates = map[string]int64{"France": 2000} },
			"taxRates.USA":                      func(n *NewPrices) { n.TaxRates = map[string]int64{"USA": -1} },
			"refillSoftwareFee":                 func(n *NewPrices) { n.RefillSoftwareFee = -1 },
			"paperCosts.mobile.tagCountPerRoll": func(n *NewPrices) { n.PaperCosts.Mobile.TagCountPerRoll = 0 },
		} {
			n := NewPrices{From: good.From, PriceList: defaultPrices()}
			change(&n)
			if _, err := d.SetPrices(pricing, n); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != field {
				t.Errorf("%s: %v", field, err)
			}
		}
		_, err := d.SetPrices(pricing, good)
		must(t, err)
		if _, err := d.SetPrices(pricing, good); !fault.Is(err, fault.Conflict) {
			t.Errorf("based on an older list: %v", err)
		}
	})
}
