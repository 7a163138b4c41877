package brand

import (
	"bytes"
	_ "embed"
	"fmt"
	"sync"

	"codeberg.org/go-pdf/fpdf"
	"github.com/srwiley/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/math/fixed"
)

//go:embed wordmark.svg
var drawn []byte

var wordmark = sync.OnceValues(func() (*oksvg.SvgIcon, error) {
	icon, err := oksvg.ReadIconStream(bytes.NewReader(drawn))
	if err != nil {
		err = fmt.Errorf("wordmark.svg: %w", err)
	}
	return icon, err
})

// Height is that of the name's box at the head of a document, in millimetres.
const Height = 11.0

// Head fills the outlines of the name at the left margin of a page of millimetres,
// and moves below them.
func Head(pdf *fpdf.Fpdf) error {
	icon, err := wordmark()
	if err != nil {
		return err
	}
	x, y, scale := pdf.GetX(), pdf.GetY(), Height/icon.ViewBox.H
	to := func(p fixed.Point26_6) (float64, float64) {
		return x + (float64(p.X)/64-icon.ViewBox.X)*scale, y + (float64(p.Y)/64-icon.ViewBox.Y)*scale
	}
	for _, shape := range icon.SVGPaths {
		shape.Path.AddTo(pen{pdf, to})
	}
	pdf.DrawPath("F")
	pdf.SetXY(x, y+Height)
	return nil
}

// pen follows outlines on a page.
type pen struct {
	pdf *fpdf.Fpdf
	to  func(fixed.Point26_6) (x, y float64)
}

var _ rasterx.Adder = pen{}

func (p pen) Start(a fixed.Point26_6) { p.pdf.MoveTo(p.to(a)) }
func (p pen) Line(b fixed.Point26_6)  { p.pdf.LineTo(p.to(b)) }

func (p pen) QuadBezier(b, c fixed.Point26_6) {
	bx, by := p.to(b)
	cx, cy := p.to(c)
	p.pdf.CurveTo(bx, by, cx, cy)
}

func (p pen) CubeBezier(b, c, d fixed.Point26_6) {
	bx, by := p.to(b)
	cx, cy := p.to(c)
	dx, dy := p.to(d)
	p.pdf.CurveBezierCubicTo(bx, by, cx, cy, dx, dy)
}

func (p pen) Stop(closed bool) {
	if closed {
		p.pdf.ClosePath()
	}
}
