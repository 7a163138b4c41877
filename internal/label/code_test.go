package label

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

// read decodes the code of a picture, which whoever scans it holds in the frame. A
// camera looks many times a second; here it has two looks, straight and turned.
func read(picture *image.Gray, c Code, dpi int) (text string, err error) {
	for _, degrees := range []float64{0, 7} {
		if text, err = look(picture, c, dpi, degrees); err == nil {
			break
		}
	}
	return text, err
}

func look(picture *image.Gray, c Code, dpi int, degrees float64) (string, error) {
	x, y, side, quiet := dots(c.X, dpi), dots(c.Y, dpi), c.Modules*c.module(dpi), 4*c.module(dpi)
	code := image.Rect(x-quiet, y-quiet, x+side+quiet, y+side+quiet)
	frame := image.NewGray(image.Rect(0, 0, 2*code.Dx(), 2*code.Dy()))
	for i := range frame.Pix {
		frame.Pix[i] = 0xff
	}
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	middle, from := float64(code.Dx()), float64(code.Dx())/2
	turn := f64.Aff3{
		cos, -sin, middle - cos*(float64(code.Min.X)+from) + sin*(float64(code.Min.Y)+from),
		sin, cos, middle - sin*(float64(code.Min.X)+from) - cos*(float64(code.Min.Y)+from),
	}
	draw.BiLinear.Transform(frame, turn, picture, code, draw.Src, nil)
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

// LABEL-1: the codes of 100 tags, as printed at 203 dpi, are all read with 15 % of their area gone
// under one blot or under two. The blots lie anywhere but on the four marks by which a
// code is found and laid out, which no level of correction protects. The same area in ever more
// and smaller blots touches ever more code words, and at some point no code is read.
func TestADamagedCodeIsRead(t *testing.T) {
	for paper, kind := range map[string]Kind{"mobile": Harvester, "industrial": Harvester, "mobileSmall": Sticker, "mobileSticker": Sticker} {
		all := printed(t, paper, kind)
		for blots := 1; blots <= 2; blots++ {
			if good := readOf(all, blots); good != 100 {
				t.Errorf("%s, %d blots: read %d of 100", paper, blots, good)
			}
		}
	}
}

// How often a code is read under more blots is told in docs/labels.md: one that bears less
// is noticed.
func TestHowMuchACodeBears(t *testing.T) {
	all := printed(t, "mobile", Harvester)
	for blots, before := range map[int]int{3: 95, 5: 76} {
		if good := readOf(all, blots); good < before {
			t.Errorf("%d blots: read %d of 100, and %d before", blots, good, before)
		}
	}
}

// printedLabel is a label as printed at 203 dpi.
type printedLabel struct {
	url     string
	code    Code
	picture *image.Gray
	random  rand.PCG // as it is before the damage
}

// printed gives the labels of 100 tags.
func printed(t *testing.T, paper string, kind Kind) (all []printedLabel) {
	t.Helper()
	j, _ := At("WA")
	p, _ := PaperOf(paper)
	for seed := range uint64(100) {
		random := rand.NewPCG(seed, 15)
		f := good(kind)
		f.TagID = fmt.Sprintf("%024x", random.Uint64())
		f.URL = "https://tags.merroir.example/tag/" + f.TagID
		l, err := Compose(f, j, kind, today)
		if err != nil {
			t.Fatal(err)
		}
		page := laid(t, l, p)
		picture, err := page.Picture(203)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, printedLabel{l.URL, page.Code, picture, *random})
	}
	return all
}

// readOf counts the labels whose codes are read with 15 % of each under that many blots.
func readOf(all []printedLabel, blots int) (count int) {
	for _, l := range all {
		canvas := *l.picture
		canvas.Pix = slices.Clone(canvas.Pix)
		damage(&canvas, l.code, 203, 0.15, blots, rand.New(&l.random))
		if text, err := read(&canvas, l.code, 203); err == nil && text == l.url {
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
	for _, at := range clear(c, module, radius, blots, random) {
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

// clear finds where blots lie beside each other, clear of the marks in three corners and of the
// small one near the fourth.
func clear(c Code, module int, radius float64, blots int, random *rand.Rand) (found []image.Point) {
	side, r := c.Modules*module, int(math.Ceil(radius))
	corner, small := image.Rect(0, 0, 8*module, 8*module), image.Rect(0, 0, 5*module, 5*module)
	far := side - 8*module
	marks := []image.Rectangle{corner, corner.Add(image.Pt(far, 0)), corner.Add(image.Pt(0, far)), small.Add(image.Pt(side-9*module, side-9*module))}
	for tries := 0; len(found) < blots; tries++ {
		if tries > 1000 { // there is no room beside the first
			tries, found = 0, nil
		}
		at := image.Pt(r+random.IntN(side-2*r), r+random.IntN(side-2*r))
		free := !slices.ContainsFunc(marks, func(mark image.Rectangle) bool { return away(at, mark) <= radius })
		for _, other := range found {
			free = free && math.Hypot(float64(at.X-other.X), float64(at.Y-other.Y)) >= 2*radius
		}
		if free {
			found = append(found, at)
		}
	}
	return found
}

// away is how far a point is from a rectangle.
func away(p image.Point, r image.Rectangle) float64 {
	dx, dy := max(r.Min.X-p.X, p.X-r.Max.X, 0), max(r.Min.Y-p.Y, p.Y-r.Max.Y, 0)
	return math.Hypot(float64(dx), float64(dy))
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
