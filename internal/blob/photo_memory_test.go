package blob

import (
	"bytes"
	"image"
	"runtime"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/blob/phototest"
	"github.com/merroir/merroir/internal/fault"
)

// pictures are of one size, by how they store their pixels.
func pictures(t testing.TB, w, h int) map[string][]byte {
	t.Helper()
	grey := image.NewGray(image.Rect(0, 0, w, h))
	all := map[string][]byte{
		"GIF":                         encoded(t, "gif", grey),
		"JPEG as cameras write":       phototest.JPEG(w, h, false, 0x22, 0x11, 0x11),
		"JPEG 4:4:4":                  phototest.JPEG(w, h, false, 0x11, 0x11, 0x11),
		"grey JPEG":                   phototest.JPEG(w, h, false, 0x11),
		"JPEG of four colours":        phototest.JPEG(w, h, false, 0x11, 0x11, 0x11, 0x11),
		"progressive JPEG":            phototest.JPEG(w, h, true, 0x22, 0x11, 0x11),
		"progressive JPEG 4:4:4":      phototest.JPEG(w, h, true, 0x11, 0x11, 0x11),
		"progressive grey JPEG":       phototest.JPEG(w, h, true, 0x11),
		"progressive, four colours":   phototest.JPEG(w, h, true, 0x11, 0x11, 0x11, 0x11),
		"progressive, with a comment": withComment(phototest.JPEG(w, h, true, 0x11, 0x11, 0x11)),
	}
	for name, kind := range map[string]int{"grey": phototest.Grey, "RGB": phototest.RGB, "grey, alpha": phototest.GreyAlpha, "RGBA": phototest.RGBA} {
		for _, interlaced := range []bool{false, true} {
			line := map[bool]string{true: ", interlaced"}[interlaced]
			all["PNG "+name+line] = phototest.PNG(w, h, 8, kind, interlaced)
			all["PNG of 16 bits "+name+line] = phototest.PNG(w, h, 16, kind, interlaced)
		}
	}
	all["PNG with a palette"] = phototest.PNG(w, h, 1, phototest.Palette, true)
	return all
}

// withComment has fill bytes and a comment that looks like a frame before the real one.
func withComment(jpeg []byte) []byte {
	comment := []byte{0xff, 0xff, 0xff, 0xfe, 0, 8, 0xff, 0xc0, 0, 11, 8, 0}
	return append(append(append([]byte{}, jpeg[:2]...), comment...), jpeg[2:]...)
}

// What is worked out before a picture is drawn is what the drawing takes: never much less, so
// that it is a bound, and at most three times, so that no harmless picture is refused.
func TestDrawingMemory_IsWhatDrawingTakes(t *testing.T) {
	const slack = 1 << 20 // rows and buffers
	for _, size := range []image.Point{{1200, 1000}, {450, 2500}} {
		for name, content := range pictures(t, size.X, size.Y) {
			config, format, err := image.DecodeConfig(bytes.NewReader(content))
			must(t, err)
			expected := drawingMemory(content, format, config)

			var before, decoded runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _, err = image.Decode(bytes.NewReader(content))
			runtime.ReadMemStats(&decoded)
			must(t, err)
			took := int64(decoded.TotalAlloc - before.TotalAlloc)
			if took > expected+slack {
				t.Errorf("%s %v takes %d MB, and %d MB were expected", name, size, took>>20, expected>>20)
			}
			if expected > 3*took+2*8*int64(widest())*int64(size.Y) {
				t.Errorf("%s %v takes %d MB only; %d MB were expected", name, size, took>>20, expected>>20)
			}
		}
	}
}

// A picture that takes more than a photo may is refused in words before it is decoded, by its
// format and not by its size alone.
func TestPutPhoto_RefusesWhatTakesTooMuchMemory(t *testing.T) {
	b := folder(t)
	b.LimitPhotos(5 << 20)
	for name, content := range pictures(t, 600, 450) { // 2 MB are drawn
		_, err := b.PutPhoto(ctx, bytes.NewReader(content))
		large := strings.HasPrefix(name, "progressive") && !strings.Contains(name, "grey") && name != "progressive JPEG" ||
			strings.HasPrefix(name, "PNG of 16 bits") && strings.HasSuffix(name, "interlaced")
		if !large {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "photo" || !strings.Contains(err.Error(), "JPEG of at most 1 megapixel") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A narrow strip is drawn as wide as it is, so its height counts.
func TestPutPhoto_CountsWhatIsDrawn(t *testing.T) {
	b := folder(t)
	b.LimitPhotos(16 << 20)
	strip := phototest.JPEG(300, 8000, false, 0x11)
	if _, err := b.PutPhoto(ctx, bytes.NewReader(strip)); !fault.Is(err, fault.Invalid) {
		t.Errorf("a strip of 2.4 megapixels: %v", err)
	}
	if _, err := b.PutPhoto(ctx, bytes.NewReader(phototest.JPEG(1550, 1550, false, 0x11))); err != nil {
		t.Errorf("a square of 2.4 megapixels: %v", err)
	}
}

// A file that hides its frame is counted as the worst kind.
func TestDrawingMemory_OfAnUnreadableFrame(t *testing.T) {
	content := phototest.JPEG(1000, 1000, false, 0x11)
	config, _, err := image.DecodeConfig(bytes.NewReader(content))
	must(t, err)
	if got := jpegMemory(content[:30], config); got != 24_000_000 {
		t.Errorf("%d", got)
	}
}
