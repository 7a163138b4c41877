package site

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"strings"
	"sync"

	"github.com/srwiley/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/merroir/merroir/internal/tagpage"
	"github.com/merroir/merroir/web/brand"
)

// TeX Gyre Pagella under another name, as its GUST Font License beside it asks: its
// letters of Latin scripts, as TrueType, whose outlines Go reads all of. The book
// serif of the pages, which no machine that runs this need have.
var (
	//go:embed fonts/bold.ttf.gz
	boldFont []byte
	//go:embed fonts/regular.ttf.gz
	regularFont []byte

	serifs = sync.OnceValues(func() (s [2]*opentype.Font, err error) {
		if s[0], err = unpackFont(regularFont); err == nil {
			s[1], err = unpackFont(boldFont)
		}
		return s, err
	})
)

func unpackFont(packed []byte) (*opentype.Font, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	letters, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return opentype.Parse(letters)
}

// picture is drawn with what it says.
type picture tagpage.Picture

const (
	pictureWidth, pictureHeight = 1200, 630 // as those who show shared pages ask
	pictureMargin               = 80
)

// The colours of the light theme (web/src/app/styles/tokens.css).
const (
	ground = "#f7f5f0"
	ink    = "#12283a"
	muted  = "#55666f"
	sea    = "#0b7461"
	recall = "#c2410c"
	white  = "#ffffff"
)

// text is a paragraph of a picture.
type text struct {
	words string
	bold  bool
	size  float64 // px
	color string
	lines int // at most; what does not fit ends with an ellipsis
	above int
}

func (p picture) png() ([]byte, error) {
	back, mark, rings, paragraphs := ground, ink, sea, []text{
		{words: p.Name, bold: true, size: 84, color: ink, lines: 2},
		{words: p.Oysters, size: 40, color: muted, lines: 1, above: 20},
		{words: p.Harvest, size: 40, color: ink, lines: 2, above: 16},
	}
	if p.Recall != "" {
		back, mark, rings, paragraphs = recall, white, white, []text{
			{words: strings.ToUpper(p.Recall), bold: true, size: 38, color: white, lines: 2},
			{words: p.RecallHere, bold: true, size: 34, color: white, lines: 1, above: 8},
			{words: p.Do, bold: true, size: 64, color: white, lines: 2, above: 12},
			{words: p.Name, size: 40, color: white, lines: 1, above: 24},
			{words: p.Harvest, size: 34, color: white, lines: 2, above: 8},
		}
		if p.RecallHere != "" { // there is room for eight lines
			paragraphs[4].lines = 1
		}
	}
	canvas := image.NewRGBA(image.Rect(0, 0, pictureWidth, pictureHeight))
	draw.Draw(canvas, canvas.Bounds(), image.NewUniform(rgb(back)), image.Point{}, draw.Src)
	if err := drawBrand(canvas, mark, rings); err != nil {
		return nil, err
	}
	y := 190
	for _, one := range paragraphs {
		below, err := one.draw(canvas, y)
		if err != nil {
			return nil, err
		}
		y = below
	}
	var out bytes.Buffer
	err := png.Encode(&out, canvas)
	return out.Bytes(), err
}

func rgb(hex string) color.RGBA {
	c := color.RGBA{A: 255}
	// The colours are constants of this file.
	_, _ = fmt.Sscanf(hex, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	return c
}

// drawBrand draws the mark and the product's name beside it.
func drawBrand(canvas *image.RGBA, mark, rings string) error {
	name, _ := brand.Wordmark()
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 24"><g fill="none" stroke-width="5" stroke-linecap="round">`+
		`<path stroke="%s" d="%s"/><path stroke="%s" d="%s"/></g><g transform="translate(34 0) scale(0.1 0.1)"><path fill="%s" d="%s"/></g></svg>`,
		mark, brand.Shell, rings, brand.Rings, mark, name)
	icon, err := oksvg.ReadIconStream(strings.NewReader(svg))
	if err != nil {
		return fmt.Errorf("the mark is not usable: %w", err)
	}
	const scale = 2.6 // of everything but the stroke
	icon.SetTarget(pictureMargin, 72, 300*scale, 24*scale)
	scanner := rasterx.NewScannerGV(pictureWidth, pictureHeight, canvas, canvas.Bounds())
	icon.Draw(rasterx.NewDasher(pictureWidth, pictureHeight, scanner), 1)
	return nil
}

// draw sets the paragraph from y down and says where the next one may begin. What
// the font has no letters for is left out: the page has it.
func (t text) draw(canvas *image.RGBA, y int) (int, error) {
	faces, err := serifs()
	if err != nil {
		return y, err
	}
	serif := faces[0]
	if t.bold {
		serif = faces[1]
	}
	face, err := opentype.NewFace(serif, &opentype.FaceOptions{Size: t.size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return y, err
	}
	defer face.Close()
	if t.words == "" || !legible(serif, t.words) {
		return y, nil
	}
	y += t.above
	pen := font.Drawer{Dst: canvas, Src: image.NewUniform(rgb(t.color)), Face: face}
	for _, line := range t.wrap(face) {
		pen.Dot = fixed.P(pictureMargin, y+int(t.size))
		pen.DrawString(line)
		y += int(t.size * 1.2)
	}
	return y, nil
}

func legible(serif *opentype.Font, words string) bool {
	for _, r := range words {
		if glyph, err := serif.GlyphIndex(nil, r); err != nil || glyph == 0 {
			return false
		}
	}
	return true
}

// wrap breaks the words into lines that fit, and cuts what is too much.
func (t text) wrap(face font.Face) (lines []string) {
	fits := func(s string) bool {
		return font.MeasureString(face, s).Ceil() <= pictureWidth-2*pictureMargin
	}
	line := ""
	for word := range strings.FieldsSeq(t.words) {
		longer := strings.TrimSpace(line + " " + word)
		if line == "" || fits(longer) {
			line = longer
			continue
		}
		lines, line = append(lines, line), word
	}
	lines = append(lines, line)
	cut := len(lines) > t.lines
	lines = lines[:min(len(lines), t.lines)]
	for i, one := range lines {
		if more := cut && i == t.lines-1; more || !fits(one) {
			lines[i] = shorten(one, fits)
		}
	}
	return lines
}

// shorten cuts the end of a line until it fits with an ellipsis.
func shorten(line string, fits func(string) bool) string {
	runes := []rune(line)
	// No line that fits has this many, whatever was written.
	runes = runes[:min(len(runes), 120)]
	for len(runes) > 0 && !fits(string(runes)+"…") {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimSpace(string(runes)) + "…"
}
