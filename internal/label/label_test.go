package label

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

const (
	today = "2026-11-22"
	tagID = "65f0a1b2c3d4e5f601234567"
)

func good(kind Kind) Facts {
	f := Facts{
		TagID: tagID, URL: "https://tags.merroir.example/tag/" + tagID, Firm: "Stony Point Shellfish", Address: "12 Oyster Bay Rd, Shelton, WA 98584",
		Cert: "WA-1234-SS", Licence: "WA-0456-HV", Shipper: "WA-0456-HV", Date: "2026-11-20", Time: "6:40 am", Iced: "Nov 20, 2026, 8:05 am",
		Location: "Oakland Bay North 3, WA", Product: "Pacific oysters, medium", Quantity: "120 count", Containers: 12,
	}
	if kind == Dealer {
		f.Stored = &WetStorage{"OR-0311-SS", "2026-11-20", "2026-11-21"}
	}
	return f
}

// paperFor is one that is large enough for every form.
func paperFor(kind Kind) Paper {
	id := map[Kind]string{Sticker: "mobileSticker", WildClam: "industrialSmall"}[kind]
	if id == "" {
		id = "mobile"
	}
	p, _ := PaperOf(id)
	return p
}

// eachForm visits every form of every place with a good label.
func eachForm(t *testing.T, visit func(t *testing.T, j Jurisdiction, kind Kind, f Facts, l Label)) {
	for _, j := range Jurisdictions {
		for _, form := range j.Forms() {
			t.Run(j.Code+"/"+string(form.Kind), func(t *testing.T) {
				f := good(form.Kind)
				l, err := Compose(f, j, form.Kind, today)
				if err != nil {
					t.Fatal(err)
				}
				visit(t, j, form.Kind, f, l)
			})
		}
	}
}

// LABEL-1: the labels of every place, word by word: whoever changes what is printed sees it here.
func TestGoldenLabels(t *testing.T) {
	eachForm(t, func(t *testing.T, j Jurisdiction, kind Kind, f Facts, l Label) {
		var out strings.Builder
		for _, e := range l.Elements {
			rule := Rule{}
			form, _ := j.form(kind)
			for _, a := range form.asks {
				if a.field == e.Field {
					rule = a.rule
				}
			}
			fmt.Fprintf(&out, "%s\n    %s: %s\n", strings.ReplaceAll(e.words(), "\n", " / "), rule.ID, rule.Source)
		}
		golden(t, "labels/"+j.Code+"-"+string(kind)+".txt", []byte(out.String()))
	})
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func laid(t *testing.T, l Label, p Paper) Page {
	t.Helper()
	page, found := Lay(l, p)
	if len(found) > 0 {
		t.Fatalf("it does not fit: %+v", found)
	}
	return page
}

// Goldens of the printers' languages.
func TestGoldenFiles(t *testing.T) {
	f := good(Harvester)
	f.Firm, f.Location, f.Licence = "Huîtres & Fils", "Baie d'Été ^1 ~2, ME", `ME_0456 \ "HV"`
	j, _ := At("ME")
	l, err := Compose(f, j, Harvester, today)
	if err != nil {
		t.Fatal(err)
	}
	for _, paper := range []string{"mobile", "blackLineMobile"} {
		p, _ := PaperOf(paper)
		page := laid(t, l, p)
		for _, dpi := range []int{203, 300} {
			zpl, err := ZPL([]Page{page}, dpi, 3)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, fmt.Sprintf("files/%s-%d.zpl", paper, dpi), zpl)
			tspl, err := TSPL([]Page{page}, dpi, 3)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, fmt.Sprintf("files/%s-%d.tspl", paper, dpi), tspl)
		}
	}
}

func document(t *testing.T, copies int, pages ...Page) []byte {
	t.Helper()
	pdf, err := PDF(t.Context(), pages, copies, "Labels")
	if err != nil {
		t.Fatal(err)
	}
	return pdf
}
