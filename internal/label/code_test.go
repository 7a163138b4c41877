//go:build !race

package label

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

// read decodes the code of a picture, which whoever scans it holds in the frame.
func read(picture *image.Gray, c Code, dpi int) (string, error) {
	x, y, side, quiet := dots(c.X, dpi), dots(c.Y, dpi), c.Modules*c.module(dpi), 4*c.module(dpi)
	frame := picture.SubImage(image.Rect(x-quiet, y-quiet, x+side+quiet, y+side+quiet))
	bitmap, err := gozxing.NewBinaryBitmapFromImage(frame)
	if err != nil {
		return "", err
	}
	result, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil {
		return "", err
	}
	return result.GetText(), nil
}

// LABEL-1: the code of the 203 dpi picture is read with 15 % of its area gone under one blot or
// under two, 100 times of 100. The blots lie anywhere but on the three marks by which a
// code is found, which no level of correction protects. The same area in ever more
// and smaller blots touches ever more code words, and at some point no code is read.
func TestADamagedCodeIsRead(t *testing.T) {
	for paper, kind := range map[string]Kind{"mobile": Harvester, "industrial": Harvester, "mobileSmall": Sticker, "mobileSticker": Sticker} {
		for blots := 1; blots <= 2; blots++ {
			if good := readOf100(t, paper, kind, blots); good != 100 {
				t.Errorf("%s, %d blots: read %d of 100", paper, blots, good)
			}
		}
	}
}

// How often a code is read under more blots is told in docs/labels.md: one that bears less
// is noticed.
func TestHowMuchACodeBears(t *testing.T) {
	for blots, before := range map[int]int{3: 88, 5: 79} {
		if good := readOf100(t, "mobile", Harvester, blots); good < before {
			t.Errorf("%d blots: read %d of 100, and %d before", blots, good, before)
		}
	}
}

// readOf100 counts how often a code is read with 15 % of it under that many blots.
func readOf100(t *testing.T, paper string, kind Kind, blots int) (count int) {
	j, _ := At("WA")
	p, _ := PaperOf(paper)
	l, err := Compose(good(kind), j, kind, today)
	if err != nil {
		t.Fatal(err)
	}
	page := laid(t, l, p)
	clean, err := page.Picture(203)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(100) {
		canvas := image.NewGray(clean.Bounds())
		copy(canvas.Pix, clean.Pix)
		damage(canvas, page.Code, 203, 0.15, blots, rand.New(rand.NewPCG(seed, 15)))
		if text, err := read(canvas, page.Code, 203); err == nil && text == l.URL {
			count++
		}
	}
	return count
}

// damage covers that share of the code with round blots of ink, or of bleach.
func damage(canvas *image.Gray, c Code, dpi int, share float64, blots int, random *rand.Rand) {
	module, left, top := c.module(dpi), dots(c.X, dpi), dots(c.Y, dpi)
	side := c.Modules * module
	radius := math.Sqrt(share * float64(side*side) / float64(blots) / math.Pi)
	for _, at := range clear(side, radius, 8*module, blots, random) {
		ink := color.Gray{uint8(random.IntN(2) * 255)}
		for y := range side {
			for x := range side {
				if math.Hypot(float64(x-at.X), float64(y-at.Y)) <= radius {
					canvas.SetGray(left+x, top+y, ink)
				}
			}
		}
	}
}

// clear finds where blots lie beside each other, clear of the marks in three corners.
func clear(side int, radius float64, mark, blots int, random *rand.Rand) (found []image.Point) {
	r := int(math.Ceil(radius))
	for tries := 0; len(found) < blots; tries++ {
		if tries > 1000 { // there is no room beside the first
			tries, found = 0, nil
		}
		at := image.Pt(r+random.IntN(side-2*r), r+random.IntN(side-2*r))
		low, right, bottom := mark+r, at.X >= side-mark-r, at.Y >= side-mark-r
		free := !(at.X < low && at.Y < low || right && at.Y < low || at.X < low && bottom)
		for _, other := range found {
			free = free && math.Hypot(float64(at.X-other.X), float64(at.Y-other.Y)) >= 2*radius
		}
		if free {
			found = append(found, at)
		}
	}
	return found
}

// A code without damage is read at both resolutions.
func TestTheCodeIsRead(t *testing.T) {
	eachForm(t, func(t *testing.T, _ Jurisdiction, kind Kind, _ Facts, l Label) {
		page := laid(t, l, paperFor(kind))
		for _, dpi := range []int{203, 300} {
			canvas, err := page.Picture(dpi)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := read(canvas, page.Code, dpi); err != nil || text != l.URL {
				t.Errorf("at %d dpi: %q, %v", dpi, text, err)
			}
		}
	})
}
