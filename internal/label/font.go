package label

import (
	"image"
	"image/color"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// bold is the one font of a label: bold throughout, as thermal paper and the statement
// want it, with the letters of Latin, Greek and Cyrillic.
var bold = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })

const (
	ascent = 0.95 // of the size, from the top of a line down to its foot
	lead   = 1.18 // from line to line
)

// em is the size at which letters are measured: a thousand pixels.
const em = fixed.Int26_6(1000 << 6)

// advances are the widths of all letters of the font, at a size of em.
var advances = sync.OnceValue(func() map[rune]fixed.Int26_6 {
	all := map[rune]fixed.Int26_6{}
	f, err := bold()
	if err != nil {
		return all
	}

	var buffer sfnt.Buffer
	for r := ' '; r <= '\uffff'; r++ {
		glyph, err := f.GlyphIndex(&buffer, r)
		if err != nil || glyph == 0 {
			continue
		}
		if advance, err := f.GlyphAdvance(&buffer, glyph, em, font.HintingNone); err == nil {
			all[r] = advance
		}
	}

	return all
})

// width returns how wide a text is at a size of 1, and false if the font lacks a letter.
func width(text string) (float64, bool) {
	known := advances()
	total := fixed.Int26_6(0)
	for _, r := range text {
		advance, there := known[r]
		if !there {
			return 0, false
		}
		total += advance
	}

	return float64(total) / float64(em), true
}

// drawText draws a line in black, its top left corner at x and y.
func drawText(to *image.Gray, text string, x, y, size float64) error {
	f, err := bold()
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return err
	}
	defer face.Close()
	wide, _ := width(text)
	box := image.Rect(int(x)-2, int(y)-2, int(x+wide*size)+3, int(y+size*lead)+3).Intersect(to.Bounds())
	grey := image.NewAlpha(box)
	pen := font.Drawer{Dst: grey, Src: image.NewUniform(color.Alpha{255}), Face: face}
	pen.Dot = fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6((y + ascent*size) * 64)}
	// Each letter where its width was measured: a face would add kerning.
	for _, r := range text {
		at := pen.Dot
		pen.DrawString(string(r))
		one, _ := width(string(r))
		pen.Dot = fixed.Point26_6{X: at.X + fixed.Int26_6(one*size*64+0.5), Y: at.Y}
	}
	for row := box.Min.Y; row < box.Max.Y; row++ {
		for column := box.Min.X; column < box.Max.X; column++ {
			if grey.AlphaAt(column, row).A >= 128 { // a dot is burned or not
				to.SetGray(column, row, color.Gray{})
			}
		}
	}
	return nil
}

// plainText reports whether every printer's own font has the letters.
func plainText(text string) bool {
	for _, r := range text {
		if r < ' ' || r > '~' {
			return false
		}
	}
	return true
}
