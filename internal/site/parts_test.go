package site

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/tag"
)

// Whatever a page says, unzipped it is what was written, and it is smaller than its budget.
func TestPagesOfParts(t *testing.T) {
	r := builtRenderer(t)
	long := strings.Repeat("Oysters of the bay, ", 3000)
	for name, p := range map[string]*tag.Page{
		"nothing":  {},
		"recalled": {Recall: new("Health"), Farm: tag.PublicFarm{Name: "Stony Point", Photo: "/photos/a.jpg"}},
		"long":     {Farm: tag.PublicFarm{Name: long, GrowerNames: long}},
		"strange":  {Farm: tag.PublicFarm{Name: "</head><header>牡蠣"}, Tag: tag.Tag{Fields: tag.Fields{Brand: "</style>"}}},
	} {
		for _, lang := range []string{"en", "es", "fr"} {
			written, err := r.frame.Tag(lang, p)
			if err != nil {
				t.Fatal(err)
			}
			page, err := r.tagPage(lang, p)
			if err != nil {
				t.Fatal(err)
			}
			if got := string(page.unzipped()); got != string(written.Text) {
				t.Errorf("%s in %s is %d bytes of another text than the %d that were written", name, lang, len(got), len(written.Text))
			}
			if name != "long" && len(page.gzip) > 5<<10 {
				t.Errorf("%s in %s has %d bytes", name, lang, len(page.gzip))
			}
		}
	}
}
