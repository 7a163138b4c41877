package blob

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"slices"

	"github.com/merroir/merroir/internal/fault"
)

// UsualPhotoMemory is the most that drawing a photo may take unless LimitPhotos sets another, in bytes.
const UsualPhotoMemory = 512 << 20

// LimitPhotos sets how much memory the drawing of a photo may take, in bytes.
func (b *Bucket) LimitPhotos(bytes int64) { b.photoMemory = bytes }

// checkMemory returns Invalid for a picture that takes more memory to draw than a photo may.
func (b *Bucket) checkMemory(content []byte, format string, config image.Config) error {
	if drawingMemory(content, format, config) <= b.photoMemory {
		return nil
	}

	const bytesAPixel = 4 // of a plain JPEG of any kind, and of what is drawn of it
	return fault.ForField("photo", fmt.Sprintf("That picture takes too much memory to draw. Please save it as a standard JPEG of at most %s",
		megapixels(min(maxPhotoPixels, b.photoMemory/bytesAPixel))))
}

// drawingMemory returns how many bytes it takes to decode the picture and to draw it in its widths.
func drawingMemory(content []byte, format string, config image.Config) int64 {
	pixels := int64(config.Width) * int64(config.Height)
	decoded := 2 * pixels // GIF: a byte for each pixel, and another while the rows are put in order
	switch format {
	case "jpeg":
		decoded = jpegMemory(content, config)
	case "png":
		decoded = pngMemory(content, pixels)
	}

	side := min(int64(min(config.Width, config.Height)), int64(widest()))
	long := int64(max(config.Width, config.Height)) * side / int64(max(1, min(config.Width, config.Height)))
	drawn := 2 * 4 * side * long // RGBA, and again while it is turned
	return decoded + drawn
}

func widest() (width int) {
	for _, w := range photoWidths {
		width = max(width, w)
	}
	return width
}

// pngMemory returns the bytes of a decoded PNG, by its first chunk: package image/png has 1, 4 or
// 8 for each pixel, and as much again while an interlaced one is put together.
func pngMemory(content []byte, pixels int64) int64 {
	const depthAt, kindAt, interlaceAt, palette = 24, 25, 28, 3
	if len(content) <= interlaceAt {
		return 16 * pixels
	}

	bytes := 4 * pixels // grey has 1, or 4 with a transparent shade
	switch {
	case content[depthAt] == 16:
		bytes = 8 * pixels
	case content[kindAt] == palette:
		bytes = pixels
	}
	if content[interlaceAt] != 0 {
		bytes *= 2
	}
	return bytes
}

// jpegFrame is the part of a JPEG that says how its pixels are stored.
type jpegFrame struct {
	progressive   bool
	width, height int
	sampling      []byte // a component each: horizontal and vertical, four bits each
}

// jpegMemory returns the bytes of a decoded JPEG. A component has a byte for each of its samples.
// Of a progressive picture the coefficients are kept too, four bytes for each sample. RGB and CMYK
// are copied into pixels of four bytes.
func jpegMemory(content []byte, config image.Config) int64 {
	pixels := int64(config.Width) * int64(config.Height)
	frame, found := frameOf(content)
	if !found || frame.width != config.Width || frame.height != config.Height {
		return 24 * pixels // as much as any kind takes
	}

	var most, samples int64
	var across, down int64 = 1, 1
	for _, s := range frame.sampling {
		across, down = max(across, int64(s>>4)), max(down, int64(s&15))
		samples += int64(s>>4) * int64(s&15)
	}
	blocks := func(size int, each int64) int64 { return (int64(size) + 8*each - 1) / (8 * each) }
	most = samples * 64 * blocks(config.Width, across) * blocks(config.Height, down)
	if frame.progressive {
		most *= 5
	}
	if config.ColorModel != color.YCbCrModel && config.ColorModel != color.GrayModel {
		most += 4 * pixels
	}
	return most
}

// frameOf finds the frame among the segments before the picture itself.
func frameOf(content []byte) (f jpegFrame, found bool) {
	const baseline, extended, progressive = 0xc0, 0xc1, 0xc2
	for at := 2; at+4 <= len(content); {
		marker := content[at+1]
		switch {
		case content[at] != 0xff || marker == 0xff: // lenient, as the decoder is
			at++
			continue
		case marker == 0 || marker >= 0xd0 && marker <= 0xd7: // these have no length
			at += 2
			continue
		}

		size := int(binary.BigEndian.Uint16(content[at+2:]))
		end := at + 2 + size
		if size < 2 || end > len(content) {
			return f, false
		}
		if slices.Contains([]byte{baseline, extended, progressive}, marker) {
			segment := content[at+4 : end]
			if len(segment) < 6 || len(segment) < 6+3*int(segment[5]) {
				return f, false
			}
			f.progressive = marker == progressive
			f.height, f.width = int(binary.BigEndian.Uint16(segment[1:])), int(binary.BigEndian.Uint16(segment[3:]))
			for i := range int(segment[5]) {
				f.sampling = append(f.sampling, segment[6+3*i+1])
			}
			return f, true
		}
		at = end
	}
	return f, false
}

func megapixels(pixels int64) string {
	if n := pixels / 1_000_000; n > 1 {
		return fmt.Sprintf("%d megapixels", n)
	}
	return "1 megapixel"
}
