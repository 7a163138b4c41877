package demo

import (
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/paper"
)

// tagging is what a farm's subscription went through.
type tagging struct {
	form    paper.SubscriptionForm
	weeks   int               // since the setup was ordered
	pending bool              // nobody has paid for it
	weekly  []paper.Prints    // from the second week on
	owing   int               // days in which nothing was paid
	waiting int               // days in which nothing was sent
	events  map[int]happening // what else happened, by days before today
}

const longest = 30 // weeks of any farm

var stonyTagging = tagging{
	weeks: 30, owing: 40, waiting: 9,
	weekly: []paper.Prints{{PaperType: "mobile", Count: 80}, {PaperType: "industrial", Count: 250}, {PaperType: "mobileSticker", Count: 30}},
	form: paper.SubscriptionForm{
		PaperDiscount: new(true), ShippingAddress: &farm.ShippingForm{
			Name: "June Halvorsen", Business: "Bay Center Selects LLC", Address1: "12 Tide Street", City: "Bay Center", State: "Washington", PostalCode: "98527", Country: "USA",
		},
		Printers: []paper.ChosenPrinter{
			{ID: "stony-1", Name: "TSC ALPHA-30RB", PaperType: "mobile", RollCount: 12, StickerRollCount: 5},
			{ID: "stony-2", Name: "TSC MB240T", PaperType: "industrial", RollCount: 4},
		},
		Settings: paper.Settings{SendFullfillmentEmail: true},
	},
	events: map[int]happening{
		120: more(paper.MoreForm{MobileStickerRolls: 5}),
		104: refundNewest("Arrived wet"),
		70:  adjust(paper.Adjustment{Kind: "byDate", Type: "mobile", Delta: -24, Reason: "Misprints after the ribbon was changed."}),
	},
}

var damariscottaTagging = tagging{
	weeks: 1, pending: true,
	form: paper.SubscriptionForm{
		ShippingAddress: &farm.ShippingForm{Name: "Eben Cole", Address1: "88 River Road", City: "Walpole", State: "Maine", PostalCode: "04573", Country: "USA"},
		Printers:        []paper.ChosenPrinter{{ID: "damariscotta-1", Name: "TSC DA220", PaperType: "mobileLaminated", RollCount: 15}},
		Settings:        paper.Settings{PromotionalFee: new(int64(99_00))},
	},
}

var pittwaterTagging = tagging{
	weeks: 21, owing: 30, waiting: 6,
	weekly: []paper.Prints{{PaperType: "mobile", Count: 90}, {PaperType: "blackLineMobile", Count: 17}},
	form: paper.SubscriptionForm{
		ShippingAddress: &farm.ShippingForm{
			Name: "Kirra Doyle", Address1: "2 Wharf Road", City: "Mooney Mooney", State: "New South Wales", PostalCode: "2083", Country: "Australia",
		},
		Printers: []paper.ChosenPrinter{{ID: "pittwater-1", Name: "TSC ALPHA-30RB", PaperType: "mobile", RollCount: 12, BlackLineMobile: 4}},
	},
}

var bahiaTagging = tagging{
	weeks:  17,
	weekly: []paper.Prints{{PaperType: "mobile", Count: 70}, {PaperType: "industrial", Count: 120}},
	form: paper.SubscriptionForm{
		ShippingAddress: &farm.ShippingForm{
			Name: "Lucía Ibarra", Address1: "Camino a Bahía Falsa 40", City: "San Quintín", State: "Baja California", PostalCode: "22930", Country: "Mexico",
		},
		Printers: []paper.ChosenPrinter{
			{ID: "bahia-1", Name: "TSC ALPHA-30RB", PaperType: "mobile", RollCount: 12},
			{ID: "bahia-2", Name: "TSC MB240T", PaperType: "industrial", RollCount: 4},
		},
	},
	events: map[int]happening{20: hold("mobile", "The road along the bay is washed out.")},
}

var seattleTagging = tagging{
	weeks:  18,
	weekly: []paper.Prints{{PaperType: "industrial", Count: 250}},
	form: paper.SubscriptionForm{
		PaperDiscount:   new(true),
		ShippingAddress: &farm.ShippingForm{Name: "Sam Nakata", Address1: "1500 Alaskan Way", Address2: "Pier 57", City: "Seattle", State: "Washington", PostalCode: "98101", Country: "USA"},
		Printers:        []paper.ChosenPrinter{{ID: "seattle-1", Name: "TSC MB240T", PaperType: "industrialSmall", RollCount: 4}},
		Settings: paper.Settings{
			PaperSize: `4"`, StopAutoReplenishment: true, HasCustomPaper: true,
			CustomPaperRolls: []paper.CustomRolls{{Count: 2}, {Count: 4}},
		},
	},
}
