package paper

import (
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// both is a subscription of a mobile and an industrial printer with custom paper.
func both() SubscriptionForm {
	form := alpha()
	form.Printers = append(form.Printers, ChosenPrinter{ID: "p2", Name: "TSC MB240T", PaperType: industrialRoll, RollCount: 4})
	form.HasCustomPaper = true
	return form
}

// SUB-7 SUB-11: custom paper of one kind leaves the other kind's stock, refills and mails alone.
func TestCustomPaper_LeavesTheOtherKindAlone(t *testing.T) {
	rolls := []CustomRolls{{"2026-11-20", 4}}
	for name, tt := range map[string]struct {
		form            SubscriptionForm
		ordinary        Type
		print           int64 // down to the shipment count
		custom          Type
		customPrint     int64 // down to half
		customLeft      string
		stocks, printed int64
	}{
		"custom industrial": {
			func() SubscriptionForm { f := both(); f.CustomPaperRolls = rolls; return f }(),
			Mobile, 1000, Industrial, 2000, "2,000 tags left on its custom industrial paper. The newest order, of 20 Nov 2026, was 4 rolls.", 1320, 320,
		},
		"custom mobile": {
			func() SubscriptionForm { f := both(); f.CustomMobileRolls = rolls; return f }(),
			Industrial, 3000, Mobile, 220, "220 tags left on its custom mobile paper. The newest order, of 20 Nov 2026, was 4 rolls.", 4000, 1000,
		},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
				d := newDesk(t, db)
				id := d.subscribed(t, tt.form)
				for _, m := range d.mails(t) {
					if strings.Contains(m.Subject, "custom") {
						t.Errorf("a mail before anything was printed: %s", m.Text)
					}
				}
				r := d.record(t, id)
				if got := *r.TagsInStock.of(tt.ordinary); got != tt.stocks {
					t.Errorf("%s in stock: %d, want %d", tt.ordinary, got, tt.stocks)
				}
				if len(r.NextShipments) != 1 || r.NextShipments[0].PaperType != tt.ordinary {
					t.Errorf("next shipments: %+v", r.NextShipments)
				}

				d.print(t, id, "ordinary", tt.ordinary, tt.print)
				r = d.record(t, id)
				if got := *r.TagsInStock.of(tt.ordinary); got != tt.printed {
					t.Errorf("%s left: %d, want %d", tt.ordinary, got, tt.printed)
				}
				if got := d.queuedOf(t, id, ToSend); len(got) != 1 || !slices.Equal(got[0].Types, []Type{tt.ordinary}) {
					t.Errorf("refills: %+v", got)
				}

				d.print(t, id, "custom", tt.custom, tt.customPrint)
				told := 0
				for _, m := range d.mails(t) {
					if !strings.Contains(m.Subject, "custom") {
						continue
					}
					told++
					if !strings.Contains(m.Text, tt.customLeft) {
						t.Errorf("the team is told: %s", m.Text)
					}
				}
				if told != 1 {
					t.Errorf("%d mails about custom paper", told)
				}
			})
		})
	}
}

// A farm without a printer for the custom paper needs no more of it.
func TestCustomPaper_TellsNobodyWithoutAPrinter(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		form := alpha()
		form.HasCustomPaper, form.CustomPaperRolls = true, []CustomRolls{{"2026-11-20", 4}}
		id := d.subscribed(t, form)
		d.print(t, id, "b1", Industrial, 4000)
		for _, m := range d.mails(t) {
			if strings.Contains(m.Subject, "custom") {
				t.Errorf("told: %s", m.Text)
			}
		}
	})
}

// PAPER-8: a cost list refuses what enabling refuses, with the same words.
func TestQuote_RefusesWhatEnablingRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})
		for _, p := range []ChosenPrinter{
			{Name: "TSC ALPHA-30RB", PaperType: "foo", RollCount: 12},
			{Name: "TSC ALPHA-30RB", PaperType: "__proto__", RollCount: 12},
			{Name: "TSC ALPHA-30RB", PaperType: "mobile ", RollCount: 12},
			{Name: "TSC ALPHA-30RB", PaperType: stickerRoll, RollCount: 5},
			{Name: "TSC ALPHA-30RB", PaperType: mobileRoll, RollCount: -1},
			{Name: "TSC ALPHA-30RB", StickerRollCount: 1 << 62},
			{Name: "nothing", PaperType: mobileRoll, RollCount: 12},
		} {
			form := alpha()
			form.Printers = []ChosenPrinter{p}
			enabled := fault.As(d.Subscribe(system, id, form))
			_, err := d.Quote(system, id, QuoteForm{Printers: form.Printers})
			quoted := fault.As(err)
			if enabled.Kind != fault.Invalid || quoted.Kind != fault.Invalid || !slices.Equal(enabled.Fields, quoted.Fields) {
				t.Errorf("%+v: enabling %v, the cost list %v", p, enabled, quoted)
			}
		}
	})
}

// PAPER-3: a printer that is added with paper fills the missing refills of all paper that it takes.
func TestSettle_FillsTheRefillsOfAnAddedPrinter(t *testing.T) {
	da220 := Printer{ID: "p1", Name: "TSC DA220", Type: familyMobile, PaperType: laminatedRoll, RollCount: 15, EveryPaper: true}
	plain := Printer{ID: "p2", Name: "TSC ALPHA-30RB", Type: familyMobile, PaperType: mobileRoll, RollCount: 12}
	industrial := Printer{ID: "p3", Name: "TSC MB240T", Type: familyIndustrial, PaperType: smallIndustrialRoll, RollCount: 4}
	only := Printer{ID: "p4", Name: "TSC MB240T", Type: familyIndustrial}
	for name, tt := range map[string]struct {
		printers, added []Printer
		before, want    Refill
	}{
		"every paper": {[]Printer{da220}, []Printer{da220}, Refill{}, Refill{
			NextMobileShipment: laminatedRoll, MobileRollRefillCount: 12, MobileLaminatedRollRefillCount: 15, SixMilMobileRollRefillCount: 20,
			MobileSmallRollRefillCount: 16, MobileStickerRollRefillCount: 5, BlackLineMobileRefillCount: 4,
		}},
		"mobile": {[]Printer{plain}, []Printer{plain}, Refill{MobileRollRefillCount: 36}, Refill{
			NextMobileShipment: mobileRoll, MobileRollRefillCount: 36, MobileStickerRollRefillCount: 5, BlackLineMobileRefillCount: 4,
		}},
		"industrial": {[]Printer{industrial}, []Printer{industrial}, Refill{}, Refill{
			NextIndustrialShipment: smallIndustrialRoll, IndustrialRollRefillCount: 4, IndustrialSmallRollRefillCount: 4,
		}},
		"printer only":   {[]Printer{only}, []Printer{only}, Refill{}, Refill{}},
		"nothing added":  {[]Printer{plain}, nil, Refill{MobileRollRefillCount: 24}, Refill{NextMobileShipment: mobileRoll, MobileRollRefillCount: 24}},
		"came with none": {[]Printer{plain}, nil, Refill{}, Refill{NextMobileShipment: mobileRoll, MobileRollRefillCount: 12}},
	} {
		s := Settings{Refill: tt.before}
		var found faults
		s.settle(tt.printers, tt.added, "USA", &found)
		if len(found) > 0 || s.Refill != tt.want {
			t.Errorf("%s: %+v %v, want %+v", name, s.Refill, found, tt.want)
		}
	}
}

// PAPER-11: paper that no printer of the farm takes is refused; the price is known before.
func TestSendMore_FitsThePrintersAndSaysItsPrice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.subscribed(t, alpha())
		for field, form := range map[string]MoreForm{
			"mobileLaminated": {MobileLaminated: 15}, "sixMilMobile": {SixMilMobile: 20}, "mobileSmall": {MobileSmall: 16},
			"industrialRolls": {IndustrialRolls: 4}, "industrialSmallRolls": {IndustrialSmallRolls: 4},
		} {
			_, err := d.SendMore(system, id, form)
			if f := fault.As(err); f.Kind != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Name != field || f.Fields[0].Message != "No printer of this farm takes that paper" {
				t.Errorf("%s is sent: %v", field, err)
			}
			if _, err := d.QuoteMore(system, id, form); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s has a price: %v", field, err)
			}
		}

		form := MoreForm{MobileRolls: 12, MobileStickerRolls: 5}
		quoted, err := d.QuoteMore(system, id, form)
		must(t, err)
		sent, err := d.SendMore(system, id, form)
		must(t, err)
		if !slices.Equal(quoted, sent.Lines) || total(quoted) != sent.Total || sent.Total != 171_00 {
			t.Errorf("told %d, charged %d", total(quoted), sent.Total)
		}
		if _, err := d.QuoteMore(t.Context(), id, form); err == nil {
			t.Errorf("somebody without the right: %v", err)
		}
	})
}

// Each printer of an answer has what it costs, but not for those who don't see what the farm pays.
func TestFarm_HasTheCostOfPrinters(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		r := d.record(t, d.subscribed(t, alpha()))
		if got := r.Printers[0]; got.Cost != 289_00 || got.PrinterOnlyCost != 400_00 {
			t.Errorf("costs %d and %d", got.Cost, got.PrinterOnlyCost)
		}
		r.Overview.hideMoney()
		if got := r.Printers[0]; got.Cost != 0 || got.PrinterOnlyCost != 0 {
			t.Errorf("hidden: costs %d and %d", got.Cost, got.PrinterOnlyCost)
		}
	})
}

// SUB-9: a state belongs to its country; business and address 2 may be left out.
func TestSubscribe_RefusesAnAddressThatCannotExist(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.farm(t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff})
		form := alpha()
		wrong := address
		wrong.State, form.ShippingAddress = "Ontario", &wrong
		f := fault.As(d.Subscribe(system, id, form))
		if f.Kind != fault.Invalid || f.Fields[0].Name != "shippingAddress.state" || f.Fields[0].Message != "Ontario is not a state of USA" {
			t.Errorf("enabling: %v", f)
		}
		_, err := d.farms.EditShipping(system, id, 0, farm.ShippingChange{Name: new("Ann"), Address1: new("1 Pier"), City: new("Bath"), State: new("Washington"), PostalCode: new("1"), Country: new("Australia")})
		if f := fault.As(err); f.Kind != fault.Invalid || f.Fields[0].Name != "state" || f.Fields[0].Message != "Washington is not a state of Australia" {
			t.Errorf("the shipping address: %v", err)
		}
		_, err = d.farms.EditShipping(system, id, 0, farm.ShippingChange{Name: new("Ann"), Address1: new("1 Pier"), City: new("Bath"), State: new("Washington"), PostalCode: new("1"), Country: new("France")})
		if f := fault.As(err); f.Kind != fault.Invalid || f.Fields[0].Name != "country" {
			t.Errorf("an unknown country: %v", err)
		}
	})
}
