package site

import (
	"strings"
	"testing"
)

// The product's name is a drawing on the pages to which mails lead, and is read aloud.
func TestTheNameOnPagesOfMails(t *testing.T) {
	for name, page := range map[string]any{"recallpage.tmpl": noticePage{Product: "Merroir & Co", Gone: true}, "stoppage.tmpl": stopPage{Product: "Merroir & Co", Trouble: "None."}} {
		parsed, err := parsePage(name)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := parsed.Execute(&out, page); err != nil {
			t.Fatal(err)
		}
		if text := out.String(); !strings.Contains(text, `role="img" aria-label="Merroir &amp; Co"><path d="M`) || strings.Contains(text, "ZgotmplZ") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
