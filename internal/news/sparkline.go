package news

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"github.com/srwiley/rasterx"
	"golang.org/x/image/math/fixed"
)

// A line is drawn at twice the size at which it is shown.
const (
	lineWidth, lineHeight = 928, 160
	lineMargin            = 10
	lineStroke            = 5
)

// lineColour is seen on the ground of both themes; the picture has no ground of its own.
var lineColour = color.RGBA{0x1f, 0x93, 0x7b, 0xff}

// sparkline draws values side by side, from nothing or the lowest below it up to the highest.
// What is unknown leaves a gap.
func sparkline(values []*float64) ([]byte, error) {
	low, high := 0.0, 0.0
	for _, v := range values {
		if v != nil {
			low, high = min(low, *v), max(high, *v)
		}
	}
	if high == low {
		high = low + 1
	}
	canvas := image.NewRGBA(image.Rect(0, 0, lineWidth, lineHeight))
	pen := rasterx.NewStroker(lineWidth, lineHeight, rasterx.NewScannerGV(lineWidth, lineHeight, canvas, canvas.Bounds()))
	pen.SetStroke(fixed.I(lineStroke), fixed.I(lineStroke), rasterx.RoundCap, rasterx.RoundCap, rasterx.RoundGap, rasterx.Round)
	pen.SetColor(lineColour)
	drawing := false
	for i, v := range values {
		if v == nil {
			if drawing {
				pen.Stop(false)
			}
			drawing = false
			continue
		}
		at := rasterx.ToFixedP(
			lineMargin+float64(lineWidth-2*lineMargin)*float64(i)/float64(max(1, len(values)-1)),
			lineHeight-lineMargin-float64(lineHeight-2*lineMargin)*(*v-low)/(high-low))
		if drawing {
			pen.Line(at)
		} else {
			pen.Start(at)
		}
		drawing = true
	}
	if drawing {
		pen.Stop(false)
	}
	pen.Draw()
	var out bytes.Buffer
	err := png.Encode(&out, canvas)
	return out.Bytes(), err
}
