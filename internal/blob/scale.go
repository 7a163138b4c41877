package blob

import (
	"image"
	"image/color"
	"image/draw"
)

// shrink draws the picture on white, so that it will be as wide as asked for
// when it is turned; never larger than it is. Each new pixel is the mean of the
// area that it covers, parts of pixels by their part. The picture is read row by
// row, so that no second copy of a large one is held.
func shrink(picture image.Image, width int, turn int) *image.RGBA {
	from := picture.Bounds()
	w, h := from.Dx(), from.Dy()
	shown := w
	if sideways(turn) {
		shown = h
	}
	width = min(width, shown)
	newW, newH := max(1, w*width/shown), max(1, h*width/shown)
	small := image.NewRGBA(image.Rect(0, 0, newW, newH))
	row := image.NewRGBA(image.Rect(0, 0, w, 1))
	sums := make([]uint64, newW*3)
	columns, rows := spans(w, newW), spans(h, newH)
	for y, tall := range rows {
		clear(sums)
		for sy := tall.first; sy <= tall.last; sy++ {
			draw.Draw(row, row.Bounds(), image.White, image.Point{}, draw.Src)
			draw.Draw(row, row.Bounds(), picture, image.Pt(from.Min.X, from.Min.Y+sy), draw.Over)
			addRow(sums, row.Pix, columns, tall.weight(sy))
		}
		whole := uint64(w) * uint64(h)
		for x := range newW {
			mean := func(i int) uint8 { return uint8((sums[x*3+i] + whole/2) / whole) }
			small.SetRGBA(x, y, color.RGBA{mean(0), mean(1), mean(2), 255})
		}
	}
	return small
}

func addRow(sums []uint64, pixels []uint8, columns []span, share uint64) {
	for x, wide := range columns {
		for sx := wide.first; sx <= wide.last; sx++ {
			weight := share * wide.weight(sx)
			p := pixels[sx*4:]
			sums[x*3] += weight * uint64(p[0])
			sums[x*3+1] += weight * uint64(p[1])
			sums[x*3+2] += weight * uint64(p[2])
		}
	}
}

// span is what one new pixel covers of n old ones, along a line.
type span struct {
	first, last int // old pixels
	begin, end  int // in parts of an old pixel
	parts       int // parts that an old pixel has
}

// weight is how many parts of the old pixel are covered; over all old pixels
// the weights of a span add up to n.
func (s span) weight(old int) uint64 {
	return uint64(min(s.end, (old+1)*s.parts) - max(s.begin, old*s.parts))
}

// spans divides n old pixels evenly among fewer new ones.
func spans(n, parts int) []span {
	all := make([]span, parts)
	for i := range all {
		begin, end := i*n, (i+1)*n
		all[i] = span{begin / parts, (end - 1) / parts, begin, end, parts}
	}
	return all
}

// sideways reports whether the picture lies on its side.
func sideways(turn int) bool { return turn >= 5 }

// turned gives the picture upright, by the eight cases of EXIF.
func turned(p *image.RGBA, turn int) *image.RGBA {
	if turn == 1 {
		return p
	}
	w, h := p.Rect.Dx(), p.Rect.Dy()
	upright := image.NewRGBA(image.Rect(0, 0, w, h))
	if sideways(turn) {
		upright = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			tx, ty := x, y
			switch turn {
			case 2:
				tx = w - 1 - x
			case 3:
				tx, ty = w-1-x, h-1-y
			case 4:
				ty = h - 1 - y
			case 5:
				tx, ty = y, x
			case 6:
				tx, ty = h-1-y, x
			case 7:
				tx, ty = h-1-y, w-1-x
			case 8:
				tx, ty = y, w-1-x
			}
			upright.SetRGBA(tx, ty, p.RGBAAt(x, y))
		}
	}
	return upright
}
