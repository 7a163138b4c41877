package site

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"
)

// drawn gives the picture of a tag as it is answered.
func drawn(t *testing.T, pages *TagPages) image.Image {
	t.Helper()
	w := get(http.HandlerFunc(pages.Picture), "/tag-picture/"+knownID)
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" || w.Header().Get("Cache-Control") != cacheAsked {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	if w.Body.Len() > 100<<10 {
		t.Errorf("%d bytes", w.Body.Len())
	}
	shown, err := png.Decode(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if shown.Bounds() != image.Rect(0, 0, 1200, 630) {
		t.Errorf("%v", shown.Bounds())
	}
	return shown
}

func same(a, b color.Color) bool { return color.RGBAModel.Convert(a) == color.RGBAModel.Convert(b) }

// inked counts the pixels that differ from the ground.
func inked(shown image.Image, part image.Rectangle) (n int) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if !same(shown.At(x, y), shown.At(2, 2)) {
				n++
			}
		}
	}
	return n
}

func TestPictureOfATag(t *testing.T) {
	m := &memory{version: "1"}
	pages := newTagPages(t, m)
	if shown := drawn(t, pages); !same(shown.At(2, 2), rgb(ground)) {
		t.Errorf("the ground is %v", shown.At(2, 2))
	}
	shown := drawn(t, pages)
	for what, part := range map[string]image.Rectangle{
		"the mark": image.Rect(80, 70, 142, 136), "the product's name": image.Rect(165, 70, 375, 136), "the farm's name": image.Rect(80, 200, 900, 300),
	} {
		if inked(shown, part) < 500 {
			t.Errorf("%s is missing", what)
		}
	}
	if m.loads.Load() != 1 || m.asked.Load() != 2 {
		t.Errorf("%d loads and %d versions for two requests", m.loads.Load(), m.asked.Load())
	}
	m.set("2", new("Washington State Department of Health"), nil)
	if shown := drawn(t, pages); !same(shown.At(2, 2), rgb(recall)) {
		t.Errorf("after the recall the ground is %v", shown.At(2, 2))
	}
}

func TestPictureOfNoTag(t *testing.T) {
	m := &memory{version: "1"}
	pages := newTagPages(t, m)
	for _, path := range []string{"/tag-picture/" + unknownID, "/tag-picture/x", "/tag-picture/" + strings.ToUpper(knownID) + "0"} {
		if w := get(http.HandlerFunc(pages.Picture), path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	m.set("2", new(""), nil)
	if w := get(http.HandlerFunc(pages.Picture), "/tag-picture/"+knownID); w.Code != http.StatusInternalServerError {
		t.Errorf("recall state unknown: %d", w.Code)
	}
}

// The page names the picture by the address of this server, and a recalled page
// another one, for those who keep pictures by their address.
func TestPageNamesItsPicture(t *testing.T) {
	m := &memory{version: "1"}
	pages := newTagPages(t, m)
	address := `<meta property="og:image" content="https://app.merroir.example/tag-picture/` + knownID
	if page := get(pages, "/tag/"+knownID).Body.String(); !strings.Contains(page, address+`"/>`) {
		t.Errorf("no picture in %s", page)
	}
	m.set("2", new("Health"), nil)
	if page := get(pages, "/tag/"+knownID).Body.String(); !strings.Contains(page, address+`?recalled"/>`) {
		t.Errorf("no picture of the recall in %s", page)
	}
}

// Whatever is written stays within the margins, and what has no letters in the
// font leaves the rest as it is.
func TestPictureOfAnyText(t *testing.T) {
	long := strings.Repeat("Oysterwater", 400)
	for _, p := range []picture{
		{Name: long, Oysters: long, Harvest: long},
		{Name: strings.Repeat("Bay of oysters ", 400), Harvest: strings.Repeat("b ", 4000), Recall: long + " " + long, Do: long},
		{Name: "牡蠣の里", Oysters: "Ostión japonés, Łódź", Harvest: "Ḧ\n\t"},
		{},
	} {
		content, err := p.png()
		if err != nil {
			t.Fatal(err)
		}
		shown, err := png.Decode(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		for y := range pictureHeight {
			for _, x := range []int{10, pictureWidth - pictureMargin + 12, pictureWidth - 1} {
				if !same(shown.At(x, y), shown.At(0, 0)) {
					t.Fatalf("%.20s: ink at %d, %d", p.Name, x, y)
				}
			}
		}
		for x := range pictureWidth {
			if !same(shown.At(x, pictureHeight-8), shown.At(0, 0)) {
				t.Fatalf("%.20s: ink at the bottom", p.Name)
			}
		}
	}
}
