package demo

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
)

// photo draws a bay in the farm's own light and gives it to the farm, as wide as
// the widest that is kept of a photo.
func (s Services) photo(ctx context.Context, f Farm) error {
	var picture bytes.Buffer
	quick := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := quick.Encode(&picture, bay(1080, 450, rgb(f.sky[0]), rgb(f.sky[1]))); err != nil {
		return err
	}
	_, err := s.Photos.Set(ctx, f.ID, picture.Bytes())
	return err
}

// bay is sky, a far shore, and water with rows of lines, each nearer row wider
// apart; the same colours always give the same picture.
func bay(width, height int, sky, water color.RGBA) image.Image {
	random := rand.New(rand.NewPCG(uint64(sky.R)<<16|uint64(sky.G)<<8|uint64(sky.B), 7))
	phase := random.Float64() * 6
	horizon := float64(height) * 0.42
	columns := make([]column, width)
	for i := range columns {
		columns[i] = columnAt(float64(i)/float64(width), horizon, phase)
	}
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x, at := range columns {
			picture.SetRGBA(x, y, at.colour(float64(y), horizon, float64(height), sky, water))
		}
	}
	return picture
}

// column is what all pixels above each other have in common.
type column struct {
	x, shore, sway float64
	line           bool // where the lines of the rows are not broken
}

func columnAt(x, horizon, phase float64) column {
	return column{
		x:     x,
		shore: horizon - 13.5 - 12*math.Sin(5*x+phase) - 5.25*math.Sin(17*x+2*phase),
		sway:  9 * math.Sin(4*x+phase),
		line:  math.Mod(x*90, 1) < 0.7,
	}
}

func (c column) colour(y, horizon, height float64, sky, water color.RGBA) color.RGBA {
	switch {
	case y < c.shore:
		return mix(sky, color.RGBA{255, 255, 255, 255}, 0.55*y/c.shore)
	case y < horizon:
		return mix(mix(sky, water, 0.6), color.RGBA{20, 40, 50, 255}, 0.35)
	}
	depth := (y - horizon) / (height - horizon)
	ripple := 0.04 * math.Sin(60*depth*depth+c.sway)
	colour := mix(mix(sky, water, 0.55), mix(water, color.RGBA{8, 30, 42, 255}, 0.45), depth+ripple)
	if rows := math.Mod(14*math.Sqrt(depth)+0.4*c.x, 1); c.line && depth > 0.08 && rows < 0.05+0.05*depth {
		return mix(colour, color.RGBA{10, 24, 32, 255}, 0.45)
	}
	return colour
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// mix goes from a to b as share goes from 0 to 1.
func mix(a, b color.RGBA, share float64) color.RGBA {
	share = min(1, max(0, share))
	part := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*share) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 255}
}
