package tagpage

import (
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/tag"
)

func viewOf(t *testing.T, p *tag.Page) *view {
	t.Helper()
	v, err := newView("Merroir", p, &english)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TAGP-2: the title is prefixed with product and farm name.
func TestTitle(t *testing.T) {
	if got := viewOf(t, stored(t, "full")).title; got != "Merroir Stony Point Shellfish Harvest Tag Information" {
		t.Error(got)
	}
	if got := viewOf(t, &tag.Page{}).title; got != "Merroir Harvest Tag Information" {
		t.Error(got)
	}
}

// TAGP-5: whose name, and the address without gaps.
func TestIdentity(t *testing.T) {
	for _, one := range []struct{ kind, growers, name, packedBy string }{
		{"farm", "Ada", "Stony Point Shellfish", ""},
		{"distributor", "Ada, Ben", "Ada, Ben", "Stony Point Shellfish"},
		{"distributor", "", "Stony Point Shellfish", ""},
	} {
		p := stored(t, "full")
		p.Farm.Type, p.Farm.GrowerNames = one.kind, one.growers
		if v := viewOf(t, p); v.name != one.name || v.packedBy != one.packedBy {
			t.Errorf("%+v: %q packed by %q", one, v.name, v.packedBy)
		}
	}
	if got := viewOf(t, stored(t, "full")).address; got != "12 Tide Street, Bay Center, WA, 98527, USA" {
		t.Error(got)
	}
	if v := viewOf(t, &tag.Page{}); v.address != "" || v.name != "Harvest Tag Information" {
		t.Errorf("%+v", v)
	}
}

// TAGP-5: a certId takes contact and address from the matching cert, and leaves to the farm what that has not.
func TestMatchingCert(t *testing.T) {
	certs := []tag.Cert{
		{CertID: "c1", Contact: tag.Contact{Phone: "111 1111", Website: "one.example", Address1: "1 First", City: "One"}},
		{CertID: "c2", Contact: tag.Contact{Phone: "222 2222", Website: "two.example", Address1: "2 Second", City: "Two"}},
		{CertID: "bare"},
	}
	for id, want := range map[string][3]string{
		"c2":   {"222 2222", "two.example", "2 Second, Two"},
		"none": {"+1 360 555 0142", "stonypoint.example", "12 Tide Street, Bay Center, WA, 98527, USA"},
		"bare": {"+1 360 555 0142", "stonypoint.example", "12 Tide Street, Bay Center, WA, 98527, USA"},
		"":     {"+1 360 555 0142", "stonypoint.example", "12 Tide Street, Bay Center, WA, 98527, USA"},
	} {
		p := stored(t, "full")
		p.Farm.Certs, p.Tag.CertID = certs, id
		v := viewOf(t, p)
		if got := [3]string{v.phone.label, v.website.label, v.address}; got != want {
			t.Errorf("certId %q: %q, want %q", id, got, want)
		}
	}
}

// TAGP-5: CERT# is cert or harvesterCert for a farm's tag, otherwise the farm's or the tag's.
func TestCertNumber(t *testing.T) {
	for _, one := range [][5]string{
		{"A", "H", "FARM", "T", "A"}, {"", "H", "FARM", "T", "H"}, {"", "", "FARM", "T", "T"},
		{"A", "H", "DISTRIBUTOR", "T", "A"}, {"", "H", "DISTRIBUTOR", "T", "T"}, {"", "", "DISTRIBUTOR", "", ""},
	} {
		p := &tag.Page{Farm: tag.PublicFarm{Cert: one[0], HarvesterCert: one[1]}, Tag: tag.Tag{Type: one[2], Fields: tag.Fields{Cert: one[3]}}}
		if got := viewOf(t, p).cert; got != one[4] {
			t.Errorf("%q: %q", one, got)
		}
	}
}

func sectionsOf(t *testing.T, change func(p *tag.Page)) []section {
	t.Helper()
	p := stored(t, "full")
	change(p)
	v := viewOf(t, p)
	if v.tasting.value == "" {
		return v.sections
	}
	return append(v.sections, v.tasting)
}

// TAGP-6: the sections, each where there is something to say.
func TestSections(t *testing.T) {
	all := []section{
		{"Brand", "Bay Center Selects", ""}, {"Species", "Pacific oyster, ", "Magallana gigas"}, {"Size", "Extra small", ""},
		{"Grown By", "Ada and Ben Coe", ""}, {"Growing Process", "Finished in flip bags.", ""}, {"Tasting Notes", "Cucumber.", ""},
	}
	species := func(s section) []section { return append([]section{all[0], s}, all[2:]...) }
	for name, one := range map[string]struct {
		change func(p *tag.Page)
		want   []section
	}{
		"all":            {func(*tag.Page) {}, all},
		"nothing":        {func(p *tag.Page) { *p = tag.Page{} }, nil},
		"shellfish type": {func(p *tag.Page) { p.Tag.Species.Value, p.Tag.ShellfishType = "", "Oyster" }, species(section{"Species", "Oyster", ""})},
		"the farm's label": {func(p *tag.Page) { p.Farm.Labels.Species, p.Tag.Species.Value = "Type", "Oysters, mixed" },
			species(section{"Type", "Oysters, mixed", ""})},
		"distributor":                  {func(p *tag.Page) { p.Farm.Type = "distributor" }, slices.Concat(all[:3], all[4:])},
		"made from another":            {func(p *tag.Page) { p.RootTag = &tag.RootTag{} }, all[:4]},
		"made from a grower's":         {func(p *tag.Page) { p.RootTag = &tag.RootTag{GrowerNames: "Ben"} }, all[:3]},
		"another brand":                {func(p *tag.Page) { p.Farm.DistributorBrands[0].Brand = "Other" }, all[:4]},
		"no brand, and one of no name": {func(p *tag.Page) { p.Tag.Brand, p.Farm.DistributorBrands[0].Brand = "", "" }, all[1:4]},
	} {
		if got := sectionsOf(t, one.change); !slices.Equal(got, one.want) {
			t.Errorf("%s: %q, want %q", name, got, one.want)
		}
	}
}

// TAGP-10: fields of the item override the tag's, and nulls are skipped.
func TestItem(t *testing.T) {
	got := sectionsOf(t, func(p *tag.Page) { p.Tag.Item = tag.Item{"brand": "Item", "sizeCull": nil} })
	if got[0].value != "Item" || got[2].value != "Extra small" {
		t.Errorf("%q", got)
	}
	p := &tag.Page{Tag: tag.Tag{ID: "one", Item: tag.Item{"_id": "other"}}}
	if _, err := newView("Merroir", p, &english); err == nil {
		t.Error("an item that says which tag this is became a page")
	}
}

// TAGP-3: an unknown recall state is an error and never a clean page.
func TestRecallState(t *testing.T) {
	for party, want := range map[string]string{"Health": "Health", " Health ": "Health", "": "", " ": "", "\u202e": ""} {
		p := stored(t, "full")
		p.Recall = &party
		v, err := newView("Merroir", p, &english)
		if (err == nil) != (want != "") || err == nil && v.recall != want {
			t.Errorf("%q: %v", party, err)
		}
		if _, err := newFrame(t).Picture("en", p); (err == nil) != (want != "") {
			t.Errorf("the picture of %q: %v", party, err)
		}
	}
}

// TAGP-4: the photo is fetched from this server alone.
func TestPhoto(t *testing.T) {
	for photo, want := range map[string]string{
		"/photos/a.jpg": "/photos/a.jpg", "": "", "//evil.example/a.jpg": "", "https://evil.example/a.jpg": "", "/photos/../api/users/my": "",
		`/photos/a.jpg" onload="x`: "", "/photos//a": "", "/.photos": "",
	} {
		if got := photoPath(photo); got != want {
			t.Errorf("%q is fetched from %q", photo, got)
		}
	}
}
