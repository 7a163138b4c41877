package tagpage

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/tag"
)

// RECALL-4: a recalled page and its picture name what the tag is of, in each language.
func TestRecalledTag_NamesItsSpecies(t *testing.T) {
	frame, err := NewFrame("Merroir", "https://www.example.org/", "https://merroir.example", "p{}", "0")
	if err != nil {
		t.Fatal(err)
	}
	for species, want := range map[string][3]string{
		"Pacific oyster": {"sell these oysters.", "venda estas ostras.", "vendre ces huîtres."},
		"Quahog":         {"sell these clams.", "venda estas almejas.", "vendre ces palourdes."},
		"Blue mussel":    {"sell these mussels.", "venda estos mejillones.", "vendre ces moules."},
		"Bay scallop":    {"sell these scallops.", "venda estas vieiras.", "vendre ces pétoncles."},
		"Geoduck":        {"sell these geoducks.", "venda estas almejas geoduck.", "vendre ces panopes."},
		"":               {"sell these shellfish.", "venda estos mariscos.", "vendre ces coquillages."},
	} {
		party := "Health"
		shown := tag.Page{Recall: &party}
		shown.Tag.ID = strings.Repeat("a", 24)
		shown.Tag.Species.Value = species
		for i, lang := range Languages {
			page, err := frame.Tag(lang, &shown)
			if err != nil {
				t.Fatal(err)
			}
			if text := string(frame.Text(page)); !strings.Contains(text, want[i]) {
				t.Errorf("%q in %s: the page lacks %q", species, lang, want[i])
			}
			picture, err := frame.Picture(lang, &shown)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(picture.Do, want[i]) {
				t.Errorf("%q in %s: the picture says %q", species, lang, picture.Do)
			}
		}
	}

	mussels := tag.Page{Recall: new("Health")}
	mussels.Tag.ShellfishType = "Mussels"
	page, err := frame.Tag("es", &mussels)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(frame.Text(page)); !strings.Contains(text, "Manténgalos aparte.") {
		t.Error("the Spanish for mussels has the wrong gender")
	}
}

// TAGP-5: contact, address and number are those of the certificate that the tag names.
func TestTag_NamesOneFacility(t *testing.T) {
	shown := tag.Page{Farm: tag.PublicFarm{
		Cert: "WA-1234-SP", Contact: tag.Contact{Phone: "+1 360 555 0100", Website: "bay.example", Address1: "1 Bay Rd"},
		Certs: []tag.Cert{
			{CertID: "c2", Cert: "WA-0977-SS", Contact: tag.Contact{Phone: "+1 360 555 0177", Address1: "3 Cannery Row"}},
			{CertID: "c3", Cert: "WA-0978-SS", Contact: tag.Contact{City: "Nahcotta"}}, // its phone is not known
			{CertID: "c4", Cert: "WA-0979-SS"},
		},
	}}
	for certID, want := range map[string][4]string{
		"":   {"1 Bay Rd", "+1 360 555 0100", "bay.example", "WA-1234-SP"},
		"c2": {"3 Cannery Row", "+1 360 555 0177", "", "WA-0977-SS"},
		"c3": {"Nahcotta", "", "", "WA-0978-SS"},
		"c4": {"1 Bay Rd", "+1 360 555 0100", "bay.example", "WA-0979-SS"},
	} {
		shown.Tag.CertID = certID
		v, err := newView("Merroir", &shown, &english)
		if err != nil {
			t.Fatal(err)
		}
		if got := [4]string{v.address, v.phone.label, v.website.label, v.cert}; got != want {
			t.Errorf("%q: %q, want %q", certID, got, want)
		}
	}
}
