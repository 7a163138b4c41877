package paper

import (
	"fmt"
	"slices"
	"testing"
)

// told is a line as a cost list has it.
func told(lines []OrderLine) (all []string) {
	for _, l := range lines {
		all = append(all, fmt.Sprintf("%s: %d.%02d", l.Description, l.Cents/100, l.Cents%100))
	}
	return all
}

func expect(t *testing.T, got []OrderLine, cents int64, want ...string) {
	t.Helper()
	if !slices.Equal(told(got), want) {
		t.Errorf("lines:\n%q\nwant\n%q", told(got), want)
	}
	if total(got) != cents {
		t.Errorf("total %d, want %d", total(got), cents)
	}
}

var (
	american = buyer{country: "USA"}
	aussie   = buyer{country: australia}
)

// PAPER-2 PAPER-13: worked by hand, a setup of each printer with and without
// paper, for Australia, with a promotional fee, with a fee of the farm's own, and
// with the paper discount, which is no discount on printers.
func TestSetupOfEachPrinter(t *testing.T) {
	promo, free := int64(99_00), int64(0)
	for name, tt := range map[string]struct {
		printer Printer
		buyer   buyer
		cents   int64
		lines   []string
	}{
		"ALPHA with paper": {Printer{Name: "TSC ALPHA-30RB", PaperType: mobileRoll, RollCount: 12, StickerRollCount: 5, BlackLineMobile: 4}, american, 539_00, []string{
			"TSC ALPHA-30RB: 289.00", "12 rolls of mobile paper, included: 0.00", "5 rolls of mobile stickers, included: 0.00",
			"4 rolls of black line mobile paper, included: 0.00", "Tagging setup fee: 250.00"}},
		"ALPHA only":       {Printer{Name: "TSC ALPHA-30RB"}, american, 650_00, []string{"TSC ALPHA-30RB, printer only: 400.00", "Tagging setup fee: 250.00"}},
		"DA220 with paper": {Printer{Name: "TSC DA220", PaperType: laminatedRoll, RollCount: 15}, american, 750_00, []string{"TSC DA220: 500.00", "15 rolls of laminated mobile paper, included: 0.00", "Tagging setup fee: 250.00"}},
		"DA220 only":       {Printer{Name: "TSC DA220"}, american, 850_00, []string{"TSC DA220, printer only: 600.00", "Tagging setup fee: 250.00"}},
		"DA220, Australia": {Printer{Name: "TSC DA220", PaperType: mobileRoll, RollCount: 12}, aussie, 770_00, []string{"TSC DA220: 520.00", "12 rolls of mobile paper, included: 0.00", "Tagging setup fee: 250.00"}},
		"ALPHA, Australia": {Printer{Name: "TSC ALPHA-30RB", PaperType: mobileRoll, RollCount: 12}, aussie, 539_00, []string{"TSC ALPHA-30RB: 289.00", "12 rolls of mobile paper, included: 0.00", "Tagging setup fee: 250.00"}},
		"MB240T with paper": {Printer{Name: "TSC MB240T", PaperType: industrialRoll, RollCount: 4}, american, 1049_00, []string{
			"TSC MB240T: 799.00", "4 rolls of industrial paper, included: 0.00", "Tagging setup fee: 250.00"}},
		"MB240T only": {Printer{Name: "TSC MB240T"}, american, 1100_00, []string{"TSC MB240T, printer only: 850.00", "Tagging setup fee: 250.00"}},
		"a promotional fee": {Printer{Name: "TSC MB240T"}, buyer{country: "USA", promoFee: &promo, setupFee: 300_00}, 949_00, []string{
			"TSC MB240T, printer only: 850.00", "Tagging setup fee, promotional: 99.00"}},
		"a free setup": {Printer{Name: "TSC MB240T"}, buyer{country: "USA", promoFee: &free}, 850_00, []string{
			"TSC MB240T, printer only: 850.00", "Tagging setup fee, promotional: 0.00"}},
		"a fee of its own":   {Printer{Name: "TSC MB240T"}, buyer{country: "USA", setupFee: 300_00}, 1150_00, []string{"TSC MB240T, printer only: 850.00", "Tagging setup fee: 300.00"}},
		"the paper discount": {Printer{Name: "TSC MB240T"}, buyer{country: "USA", discount: true}, 1100_00, []string{"TSC MB240T, printer only: 850.00", "Tagging setup fee: 250.00"}},
	} {
		t.Run(name, func(t *testing.T) {
			prices := defaultPrices()
			expect(t, prices.setup([]Printer{tt.printer}, tt.buyer), tt.cents, tt.lines...)
		})
	}
}

// PAPER-13: an addition is charged by itself, without the fee.
func TestAdditionsCostThePrinterAlone(t *testing.T) {
	prices := defaultPrices()
	expect(t, prices.added([]Printer{{Name: "TSC DA220"}, {Name: "TSC ALPHA-30RB", PaperType: mobileRoll, RollCount: 24}}, american), 889_00,
		"TSC DA220, printer only: 600.00", "TSC ALPHA-30RB: 289.00", "24 rolls of mobile paper, included: 0.00")
	if lines := prices.added(nil, american); len(lines) != 0 {
		t.Errorf("nothing added costs %v", lines)
	}
}

// SUB-8: worked by hand, a refill of each kind of roll and its cost with and
// without the discount. 12 of 12 rolls at 108 are 108, and 18 for shipping.
func TestRefillOfEachKind(t *testing.T) {
	for _, tt := range []struct {
		portion          Portion
		full, discounted int64
		tags             int64
		shipping         string
	}{
		{Portion{mobileRoll, 24}, 234_00, 210_00, 2640, "Shipping of mobile paper: 18.00"},               // 2 x 108 + 18, 2 x 96 + 18
		{Portion{laminatedRoll, 15}, 183_00, 166_50, 1500, "Shipping of mobile paper: 18.00"},            // 165 + 18, 148.50 + 18
		{Portion{sixMilRoll, 40}, 438_00, 398_00, 3600, "Shipping of mobile paper: 18.00"},               // 2 x 210 + 18, 2 x 190 + 18
		{Portion{smallRoll, 16}, 130_00, 118_00, 2560, "Shipping of mobile paper: 18.00"},                // 112 + 18, 100 + 18
		{Portion{industrialRoll, 8}, 304_00, 276_00, 8000, "Shipping of industrial paper: 24.00"},        // 2 x 140 + 24, 2 x 126 + 24
		{Portion{smallIndustrialRoll, 4}, 140_00, 128_00, 6000, "Shipping of industrial paper: 24.00"},   // 116 + 24, 104 + 24
		{Portion{stickerRoll, 10}, 90_00, 80_00, 2500, ""},                                               // 2 x 45, 2 x 40
		{Portion{blackLineRoll, 4}, 100_00, 94_00, 440, "Shipping of black line mobile paper: 52.00"},    // 48 + 52, 42 + 52
		{Portion{blackLineRoll, 20}, 292_00, 262_00, 2200, "Shipping of black line mobile paper: 52.00"}, // 5 x 48 + 52, 5 x 42 + 52
	} {
		prices := defaultPrices()
		kind, _ := tt.portion.Roll.kind()
		for discount, cents := range map[bool]int64{false: tt.full, true: tt.discounted} {
			lines := prices.refill([]Portion{tt.portion}, buyer{country: "USA", discount: discount})
			if total(lines) != cents || prices.nextCost(tt.portion, discount) != cents || lines[0].Tags != tt.tags || lines[0].Type != kind.of {
				t.Errorf("%v, discount %t: %v, want %d and %d tags", tt.portion, discount, lines, cents, tt.tags)
			}
			if shipping := told(lines)[1:]; tt.shipping == "" && len(shipping) > 0 || tt.shipping != "" && !slices.Equal(shipping, []string{tt.shipping}) {
				t.Errorf("%v: %q", tt.portion, shipping)
			}
		}
	}
}

// SUB-8: the software fee is a line of a refill, once, and part of its cost.
func TestSoftwareFee(t *testing.T) {
	prices := defaultPrices()
	prices.RefillSoftwareFee = 7_50
	expect(t, prices.refill([]Portion{{mobileRoll, 12}, {stickerRoll, 5}}, american), 178_50,
		"12 rolls of mobile paper: 108.00", "5 rolls of mobile stickers: 45.00", "Shipping of mobile paper: 18.00", "Software fee: 7.50")
	if cost := prices.nextCost(Portion{stickerRoll, 5}, false); cost != 52_50 {
		t.Errorf("stickers cost %d", cost)
	}
	if lines := prices.more([]Portion{{stickerRoll, 5}}, american, false); total(lines) != 45_00 {
		t.Errorf("'Send more paper' has the fee: %v", lines)
	}
}

// every is 'Send more paper' with some of every kind, and part packs.
var every = []Portion{
	{mobileRoll, 1}, {laminatedRoll, 7}, {sixMilRoll, 20}, {smallRoll, 5}, {industrialRoll, 3}, {smallIndustrialRoll, 4}, {stickerRoll, 5}, {blackLineRoll, 1},
}

// PAPER-11: worked by hand, 'Send more paper' of every kind at once: part packs
// pro rata, shipping once for each type.
func TestMorePaperOfEveryKind(t *testing.T) {
	prices := defaultPrices()
	expect(t, prices.more(every, american, false), 9_00+77_00+210_00+35_00+105_00+116_00+45_00+12_00+18_00+24_00+52_00,
		"1 roll of mobile paper: 9.00", "7 rolls of laminated mobile paper: 77.00", "20 rolls of six-mil mobile paper: 210.00",
		"5 rolls of small mobile paper: 35.00", "3 rolls of industrial paper: 105.00", "4 rolls of small industrial paper: 116.00",
		"5 rolls of mobile stickers: 45.00", "1 roll of black line mobile paper: 12.00",
		"Shipping of mobile paper: 18.00", "Shipping of industrial paper: 24.00", "Shipping of black line mobile paper: 52.00")
	free := prices.more(every, american, true)
	if total(free) != 0 || len(free) != len(every) || told(free)[0] != "1 roll of mobile paper, free of charge: 0.00" {
		t.Errorf("for free: %q", told(free))
	}
	for i, l := range free {
		if l.Rolls != every[i].Rolls || l.Tags == 0 {
			t.Errorf("what is free is sent nevertheless: %+v", l)
		}
	}
}

// Part packs and tax are rounded to the cent, half cents up.
func TestHalfCentsGoUp(t *testing.T) {
	prices := defaultPrices()
	prices.PaperCosts.MobileSticker = PaperCost{Cost: 10_01, DistributorCost: 10_01, RollsPerPack: 2, TagCountPerRoll: 1}
	prices.TaxRates = map[string]int64{"Canada": 5_00, "Mexico": 16_00}
	expect(t, prices.more([]Portion{{stickerRoll, 1}}, american, false), 5_01, "1 roll of mobile stickers: 5.01") // 500.5
	expect(t, prices.more([]Portion{{stickerRoll, 2}}, buyer{country: "Canada"}, false), 10_51,
		"2 rolls of mobile stickers: 10.01", "Tax: 0.50") // 50.05
	expect(t, prices.setup([]Printer{{Name: "TSC DA220"}}, buyer{country: "Mexico"}), 986_00,
		"TSC DA220, printer only: 600.00", "Tagging setup fee: 250.00", "Tax: 136.00")
}

// SUB-7: (240 rolls + 60 rolls - 12 spoilt) x 1,000 tags - 250,400 printed.
func TestCustomStock(t *testing.T) {
	if stock := customStock([]CustomRolls{{Count: 240}, {Count: 60}}, -12, 1000, 250_400); stock != 37_600 {
		t.Errorf("custom stock %d", stock)
	}
	if stock := customStock(nil, 0, 1000, 5); stock != -5 {
		t.Errorf("without rolls %d", stock)
	}
}

// PAPER-3 PAPER-5: what may be chosen and what is filled in.
func TestChoices(t *testing.T) {
	want := map[Roll]string{
		laminatedRoll: "[15 30 45 60] 15", sixMilRoll: "[20 40 60 80] 20", smallRoll: "[16 32 48 64] 16", mobileRoll: "[12 24 36 48 60] 12",
		stickerRoll: "[5 10 15 20 25] 5", blackLineRoll: "[4 8 12 16 20 24] 4", industrialRoll: "[4 8 12 16 20 24] 4", smallIndustrialRoll: "[4 8 12 16 20 24] 4",
	}
	prices := defaultPrices()
	for _, k := range rollKinds {
		if got := fmt.Sprint(k.choices, k.fill); got != want[k.roll] {
			t.Errorf("%s: %s, want %s", k.roll, got, want[k.roll])
		}
		if per := prices.PaperCosts.of(k.roll).RollsPerPack; per != k.choices[0] {
			t.Errorf("%s: a pack of %d rolls", k.roll, per)
		}
	}
}
