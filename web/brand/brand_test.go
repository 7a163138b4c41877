package brand

import (
	"bytes"
	"regexp"
	"strconv"
	"testing"

	"codeberg.org/go-pdf/fpdf"
)

// The outlines stand within their box at the margin, and are filled.
func TestTheNameOnADocument(t *testing.T) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCompression(false)
	pdf.SetMargins(20, 20, 20)
	pdf.AddPage()
	if err := Head(pdf); err != nil {
		t.Fatal(err)
	}
	if x, y := pdf.GetXY(); x != 20 || y != 20+Height {
		t.Errorf("below it: %v, %v", x, y)
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		t.Fatal(err)
	}
	const pt = 72 / 25.4
	starts := regexp.MustCompile(`(?m)^([0-9.]+) ([0-9.]+) m$`).FindAllSubmatch(out.Bytes(), -1)
	if len(starts) < 8 || !bytes.Contains(out.Bytes(), []byte(" c\n")) || !bytes.Contains(out.Bytes(), []byte("\nh\nf\n")) {
		t.Fatalf("%d outlines", len(starts)) // seven letters and the dot, and the insides of some
	}
	for _, at := range starts {
		x, _ := strconv.ParseFloat(string(at[1]), 64)
		y, _ := strconv.ParseFloat(string(at[2]), 64)
		if down := 297*pt - y; x < 20*pt || x > 60*pt || down < 20*pt || down > (20+Height)*pt {
			t.Errorf("an outline begins at %v, %v", x, y)
		}
	}
}
