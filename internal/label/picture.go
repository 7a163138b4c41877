package label

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// Picture is the label as the printer's dots.
func (p Page) Picture(dpi int) (*image.Gray, error) {
	canvas := white(dots(p.Paper.Width, dpi), dots(p.Paper.Height, dpi))
	perMM := float64(dpi) / inch
	for _, t := range p.Texts {
		if err := drawText(canvas, t.Words, t.X*perMM, t.Y*perMM, t.Size*perMM); err != nil {
			return nil, err
		}
	}
	dark, err := p.Code.draw()
	if err != nil {
		return nil, err
	}
	module, x, y := p.Code.module(dpi), dots(p.Code.X, dpi), dots(p.Code.Y, dpi)
	for row := range p.Code.Modules * module {
		for column := range p.Code.Modules * module {
			if dark(column/module, row/module) {
				canvas.SetGray(x+column, y+row, color.Gray{})
			}
		}
	}
	return canvas, nil
}

// PNG is the picture as a file, in two colours.
func (p Page) PNG(dpi int) ([]byte, error) {
	canvas, err := p.Picture(dpi)
	if err != nil {
		return nil, err
	}
	two := image.NewPaletted(canvas.Bounds(), color.Palette{color.Black, color.White})
	for i, grey := range canvas.Pix {
		if grey != 0 {
			two.Pix[i] = 1
		}
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	err = encoder.Encode(&out, two)
	return out.Bytes(), err
}

func white(width, height int) *image.Gray {
	canvas := image.NewGray(image.Rect(0, 0, width, height))
	for i := range canvas.Pix {
		canvas.Pix[i] = 255
	}
	return canvas
}

// strip is a line of text as a picture: rows of bytes, a bit for each black dot.
type strip struct {
	perRow, rows int
	bits         []byte
}

func (t Text) strip(dpi int) (strip, error) {
	perMM := float64(dpi) / inch
	wide, _ := width(t.Words)
	s := strip{perRow: (dots(wide*t.Size, dpi) + 9) / 8, rows: dots(t.Size*lead, dpi) + 1}
	canvas := white(s.perRow*8, s.rows)
	if err := drawText(canvas, t.Words, 0, 0, t.Size*perMM); err != nil {
		return s, err
	}
	s.bits = make([]byte, s.perRow*s.rows)
	for i, grey := range canvas.Pix {
		if grey == 0 {
			s.bits[i/8] |= 0x80 >> (i % 8)
		}
	}
	return s, nil
}
