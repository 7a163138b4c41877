package tagpage

import (
	"testing"

	"github.com/merroir/merroir/internal/tag"
)

func TestThePlaceInASentence(t *testing.T) {
	for location, want := range map[string]string{
		"Willapa Bay, Stony Point 4": "Stony Point 4, Willapa Bay", "Bahía Falsa, Racks Norte": "Racks Norte, Bahía Falsa", "Big HARBOUR, Row 4": "Row 4, Big HARBOUR",
		"Stony Point 4, Willapa Bay": "Stony Point 4, Willapa Bay", "Willapa Bay and Damariscotta River": "Willapa Bay and Damariscotta River",
		"Bay Center, Willapa Bay": "Bay Center, Willapa Bay", "Totten Inlet, Lot 3, Row 4": "Totten Inlet, Lot 3, Row 4", "Baywater, Row 4": "Baywater, Row 4",
	} {
		if got := (place{location: location}).spoken(); got != want {
			t.Errorf("%q is said as %q, want %q", location, got, want)
		}
	}
}

func TestHarvestLine(t *testing.T) {
	processor := &tag.PublicFarm{Labels: tag.Labels{Harvest: "Processing Date"}}
	both := tag.Fields{HarvestDate: "2026-11-14", ProcessingDate: "2026-11-15"}
	for _, one := range []struct {
		farm  *tag.PublicFarm
		tag   tag.Fields
		where place
		want  string
	}{
		{&tag.PublicFarm{}, tag.Fields{HarvestDate: "2026-11-15"}, place{}, "Harvested 15 Nov 2026."},
		{&tag.PublicFarm{}, tag.Fields{}, place{"Willapa Bay", "87"}, "Harvested at Willapa Bay, parcel 87."},
		{&tag.PublicFarm{}, tag.Fields{HarvestDate: "soon"}, place{}, ""},
		{processor, both, place{location: "Willapa Bay"}, "Harvested at Willapa Bay. Processed 15 Nov 2026."},
		{processor, tag.Fields{HarvestDate: "2026-11-14"}, place{location: "Willapa Bay"}, "Harvested 14 Nov 2026 at Willapa Bay."},
	} {
		if got := harvestLine(one.farm, &one.tag, one.where, true, &english); got != one.want {
			t.Errorf("%+v is told as %q, want %q", one, got, one.want)
		}
	}
}

func TestIceLine(t *testing.T) {
	for _, one := range [][3]string{
		{"2026-11-14", "8:05 am", "On ice 1 h 25 min later."},
		{"2026-11-14", "7:00 am", "On ice 20 min later."},
		{"2026-11-14", "7:40 am", "On ice 1 h later."},
		{"2026-11-15", "6:40 am", "On ice 1 day later."},
		{"2026-11-16", "2:50 pm", "On ice 2 days 8 h later."},
		{"2026-11-14", "", "On ice the same day."},
		{"2026-11-15", "", "On ice 1 day later."},
		{"2026-11-14", "6:40 am", ""},
		{"2026-11-13", "6:40 am", ""},
		{"", "", ""},
	} {
		of := tag.Fields{HarvestDate: "2026-11-14", HarvestTime: "6:40 am", IcingDate: one[0], IcingTime: one[1]}
		if got := iceLine(&tag.PublicFarm{}, &of, &english); got != one[2] {
			t.Errorf("iced on %s at %s: %q, want %q", one[0], one[1], got, one[2])
		}
	}
	// A blank time counts nothing.
	of := tag.Fields{HarvestDate: "2026-11-14", IcingDate: "2026-11-14", IcingTime: "8:05 am"}
	if got := iceLine(&tag.PublicFarm{}, &of, &english); got != "On ice the same day." {
		t.Error(got)
	}
}

// TAGP-7: the place as it was recorded, or that of the one tag that it was made from.
func TestPlace(t *testing.T) {
	for where, want := range map[place]string{
		{"Bay", "1"}: "Bay, parcel 1", {"Bay", "Parcel 1"}: "Bay, Parcel 1", {"Bay", ""}: "Bay", {"", "1"}: "Parcel 1", {"", "parcelled"}: "Parcel parcelled", {}: "",
	} {
		if got := where.recorded(&english); got != want {
			t.Errorf("%+v is %q, want %q", where, got, want)
		}
	}
	root := &tag.RootTag{Tag: tag.Tag{Fields: tag.Fields{HarvestLocation: "Willapa Bay", Parcel: "112"}}}
	for _, one := range []struct {
		own     tag.Fields
		growers string
		want    string
	}{
		{tag.Fields{}, "Stony Point", "Willapa Bay, parcel 112"},
		{tag.Fields{HarvestLocation: "Hood Canal"}, "Stony Point", "Hood Canal"},
		{tag.Fields{}, "Stony Point, Tide Farm", ""},
	} {
		of := &tag.Page{Farm: tag.PublicFarm{GrowerNames: one.growers}, RootTag: root}
		if got := placeOf(of, &one.own).recorded(&english); got != one.want {
			t.Errorf("%+v was harvested at %q, want %q", one, got, one.want)
		}
	}
}
