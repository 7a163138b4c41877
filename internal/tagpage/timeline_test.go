package tagpage

import (
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/tag"
)

func titles(f tag.PublicFarm, of tag.Fields) (all []string) {
	for _, s := range timeline(&f, &of, place{of.HarvestLocation, of.Parcel}.recorded(&english), &english) {
		all = append(all, s.title)
	}
	return all
}

// TAGP-7: every step with its title and data, and how long it took.
func TestEveryStep(t *testing.T) {
	p := stored(t, "full")
	want := []step{
		{"Harvest", "Willapa Bay, parcel 112", moment{"14 Nov 2026, 6:40 am", "2026-11-14"}, ""},
		{"Original Shipper", "WA-1234-SP", moment{}, ""},
		{"Ice/Refrigeration", "", moment{"14 Nov 2026, 8:05 am", "2026-11-14"}, "1 h 25 min after harvest"},
		{"Received Date", "", moment{"15 Nov 2026, 12:00 am", "2026-11-15"}, "1 day later"},
		{"Wet Storage Lot #", "W-2611-07", moment{}, ""},
		{"Wet Storage Start Date", "", moment{"15 Nov 2026", "2026-11-15"}, ""},
		{"Wet Storage End Date", "", moment{"16 Nov 2026", "2026-11-16"}, "1 day later"},
		{"Ship", "Pike Place Fish", moment{"16 Nov 2026, 2:30 pm", "2026-11-16"}, ""},
	}
	if got := timeline(&p.Farm, &p.Tag.Fields, "Willapa Bay, parcel 112", &english); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TAGP-7 TAGP-8: Harvest and Original Shipper come first whatever their dates, the rest by date; on one day Ice
// precedes Wet, Wet precedes Ship and Start precedes End; receipt stands before ice only when the clock says so.
func TestOrderOfSteps(t *testing.T) {
	const day = "2026-11-14"
	processor := tag.PublicFarm{Labels: tag.Labels{Harvest: "Processing Date"}}
	for _, one := range []struct {
		farm tag.PublicFarm
		of   tag.Fields
		want []string
	}{
		{tag.PublicFarm{}, tag.Fields{Destination: " "}, nil},
		{tag.PublicFarm{}, tag.Fields{SourceCert: "X", VendorType: "Harvester"}, []string{"Harvester"}},
		{tag.PublicFarm{}, tag.Fields{SourceCert: "X", VendorType: "Dealer"}, []string{"Original Shipper"}},
		{processor, tag.Fields{HarvestDate: day, ProcessingDate: day, HarvestTime: "7:00 am"}, []string{"Processing Date"}},
		{tag.PublicFarm{}, tag.Fields{HarvestDate: "2026-12-31", SourceCert: "X", ShipDate: "2026-11-02", IcingDate: "2026-11-03", ReceiptDate: "2026-11-01"},
			[]string{"Harvest", "Original Shipper", "Received Date", "Ship", "Ice/Refrigeration"}},
		{tag.PublicFarm{}, tag.Fields{ShipDate: day, WetStorageEndDate: day, WetStorageDate: day, WetStorageLot: "W", IcingDate: day, IcingTime: "11:00 pm"},
			[]string{"Ice/Refrigeration", "Wet Storage Lot #", "Wet Storage Start Date", "Wet Storage End Date", "Ship"}},
		{tag.PublicFarm{}, tag.Fields{ReceiptDate: day, IcingDate: day, ShipDate: day, ReceiptTime: "6:00 am", IcingTime: "8:05 am"}, []string{"Received Date", "Ice/Refrigeration", "Ship"}},
		{tag.PublicFarm{}, tag.Fields{ReceiptDate: day, IcingDate: day, ShipDate: day, ReceiptTime: "9:00 am", IcingTime: "8:05 am"}, []string{"Ice/Refrigeration", "Received Date", "Ship"}},
		{tag.PublicFarm{}, tag.Fields{ReceiptDate: day, IcingDate: day, ShipDate: day, IcingTime: "8:05 am"}, []string{"Ice/Refrigeration", "Received Date", "Ship"}},
		{tag.PublicFarm{}, tag.Fields{WetStorageLot: "W", ShipDate: day, ReceiptDate: "soon"}, []string{"Ship", "Received Date", "Wet Storage Lot #"}},
	} {
		if got := titles(one.farm, one.of); !slices.Equal(got, one.want) {
			t.Errorf("%+v: %q, want %q", one.of, got, one.want)
		}
	}
}
