package site

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/tag"
)

func unzip(t *testing.T, zipped []byte) string {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

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
			want := string(r.frame.Text(written))
			tags := map[string]bool{}
			for i, most := range []int{7 << 10, 5 << 10, 5 << 10} { // asked for the first time, again, and once more
				content, encoding, mark := page.choose("gzip")
				tags[mark] = true
				zipped := bytes.Join(content, nil)
				if got := unzip(t, zipped); got != want || encoding != "gzip" {
					t.Errorf("%s in %s is %d bytes of another text than the %d that were written", name, lang, len(got), len(want))
				}
				if name != "long" && len(zipped) > most {
					t.Errorf("%s in %s has %d bytes the %d. time", name, lang, len(zipped), i+1)
				}
			}
			if name != "long" && len(tags) != 2 {
				t.Errorf("ETags of two forms: %v", tags)
			}
			if content, encoding, mark := page.choose("br"); string(bytes.Join(content, nil)) != want || encoding != "" || mark != "" {
				t.Errorf("%s in %s without zipping is another text, or %s", name, lang, encoding)
			}
		}
	}
}

// Who has a page in one form is told that it is still so when it is given out in another.
func TestFormsOfAPageAreOnePage(t *testing.T) {
	pages := newTagPages(t, &memory{version: "1"})
	tags := map[string]bool{}
	for _, encoding := range []string{"gzip", "gzip", "identity"} {
		tags[get(pages, "/tag/"+knownID, "Accept-Encoding", encoding).Header().Get("ETag")] = true
	}
	for tag := range tags {
		if w := get(pages, "/tag/"+knownID, "Accept-Encoding", "gzip", "If-None-Match", tag); w.Code != http.StatusNotModified || tag == "" {
			t.Errorf("who has %s is answered %d", tag, w.Code)
		}
	}
	if len(tags) != 3 {
		t.Errorf("three forms have the ETags %v", tags)
	}
}
