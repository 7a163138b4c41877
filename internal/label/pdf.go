package label

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
)

const (
	letterWidth, letterHeight = 8.5 * inch, 11 * inch
	fontName                  = "label"
)

// PDF gives the labels as a document, one on a page as large as the paper, or several
// on sheets with lines to cut along. The same labels give the same bytes. PDF returns the
// error of ctx when ctx is done.
func PDF(ctx context.Context, pages []Page, copies int, title string) ([]byte, error) {
	first := pages[0].Paper
	width, height := first.Width, first.Height
	across, down := 1, 1
	if first.Sheet {
		across, down = int(letterWidth/width), int(letterHeight/height)
		width, height = letterWidth, letterHeight
	}
	pdf := fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "mm", Size: fpdf.SizeType{Wd: width, Ht: height}})
	pdf.SetCreationDate(time.Unix(0, 0).UTC()) // whenever it is made, it is the same
	pdf.SetModificationDate(time.Unix(0, 0).UTC())
	pdf.SetCatalogSort(true)
	pdf.SetTitle(title, true)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddUTF8FontFromBytes(fontName, "B", gobold.TTF)
	left := (width - float64(across)*first.Width) / 2
	top := (height - float64(down)*first.Height) / 2
	place := 0
	for _, p := range pages {
		dark, err := p.Code.draw()
		if err != nil {
			return nil, err
		}

		for range copies {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("draw labels: %w", err)
			}

			if place%(across*down) == 0 {
				pdf.AddPage()
			}
			at := place % (across * down)
			p.pdf(pdf, dark, left+float64(at%across)*first.Width, top+float64(at/across)*first.Height)
			place++
		}
	}
	var out bytes.Buffer
	err := pdf.Output(&out)

	return out.Bytes(), err
}

func (p Page) pdf(pdf *fpdf.Fpdf, dark func(column, row int) bool, x, y float64) {
	if p.Paper.Sheet {
		pdf.SetLineWidth(0.1)
		pdf.SetDashPattern([]float64{1, 1}, 0)
		pdf.Rect(x, y, p.Paper.Width, p.Paper.Height, "D")
		pdf.SetDashPattern(nil, 0)
	}
	for _, t := range p.Texts {
		pdf.SetFont(fontName, "B", t.Size*72/inch)
		pdf.Text(x+t.X, y+t.Y+ascent*t.Size, t.Words)
	}
	module := p.Code.Room / float64(p.Code.Modules)
	for row := range p.Code.Modules {
		for from := 0; from < p.Code.Modules; from++ {
			to := from // a run of dark modules is one square, so that no hairline shows
			for to < p.Code.Modules && dark(to, row) {
				to++
			}
			if to > from {
				pdf.Rect(x+p.Code.X+float64(from)*module, y+p.Code.Y+float64(row)*module, float64(to-from)*module, module, "F")
				from = to
			}
		}
	}
}
