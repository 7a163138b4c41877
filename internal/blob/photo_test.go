package blob

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/merroir/merroir/internal/fault"
)

var ctx = context.Background()

func folder(t testing.TB) *Bucket {
	t.Helper()
	b, err := Open(ctx, "file://"+t.TempDir()+"/files")
	must(t, err)
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// quarters is a picture of four colours: red, green over blue, white.
func quarters(w, h int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	for i, c := range []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}} {
		x, y := i%2*w/2, i/2*h/2
		draw.Draw(p, image.Rect(x, y, x+w/2, y+h/2), image.NewUniform(c), image.Point{}, draw.Src)
	}
	return p
}

func encoded(t testing.TB, format string, p image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	switch format {
	case "png":
		must(t, png.Encode(&out, p))
	case "gif":
		must(t, gif.Encode(&out, p, nil))
	case "jpeg":
		must(t, jpeg.Encode(&out, p, &jpeg.Options{Quality: 95}))
	}
	return out.Bytes()
}

// corners names the colours of a picture's quarters, row by row.
func corners(p image.Image) (names string) {
	b := p.Bounds()
	for _, at := range []image.Point{{1, 1}, {3, 1}, {1, 3}, {3, 3}} {
		r, g, b, _ := p.At(b.Min.X+b.Dx()*at.X/4, b.Min.Y+b.Dy()*at.Y/4).RGBA()
		switch {
		case r > 0xe000 && g > 0xe000 && b > 0xe000:
			names += "w"
		case r > g && r > b:
			names += "r"
		case g > b:
			names += "g"
		default:
			names += "b"
		}
	}
	return names
}

func get(b *Bucket, name string, headers ...string) *httptest.ResponseRecorder {
	mux := http.NewServeMux()
	mux.Handle("GET /photos/{name}", Photos(b))
	r := httptest.NewRequest("GET", "/photos/"+name, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	return w
}

// TAGP-4
func TestAPhotoIsStoredInThreeWidths(t *testing.T) {
	for _, format := range []string{"png", "gif", "jpeg"} {
		b := folder(t)
		name, err := b.PutPhoto(ctx, bytes.NewReader(encoded(t, format, quarters(1440, 240))))
		must(t, err)
		for suffix, width := range map[string]int{"-480": 480, "": 720, "-1080": 1080} {
			w := get(b, strings.TrimSuffix(name, ".jpg")+suffix+".jpg")
			p, err := jpeg.Decode(w.Body)
			must(t, err)
			if p.Bounds() != image.Rect(0, 0, width, width/6) || corners(p) != "rgbw" {
				t.Errorf("%s %q: %v %s", format, suffix, p.Bounds(), corners(p))
			}
		}
		must(t, b.DeletePhoto(ctx, name))
		if w := get(b, name); w.Code != http.StatusNotFound {
			t.Errorf("after deleting: %d", w.Code)
		}
	}
}

func TestAPhotoIsServedSafely(t *testing.T) {
	b := folder(t)
	name, err := b.PutPhoto(ctx, bytes.NewReader(encoded(t, "png", quarters(40, 40))))
	must(t, err)
	w := get(b, name)
	for header, want := range map[string]string{
		"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=31536000, immutable",
		"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'", "ETag": `"` + name + `"`,
	} {
		if got := w.Header().Get(header); got != want {
			t.Errorf("%s: %q", header, got)
		}
	}
	if again := get(b, name, "If-None-Match", w.Header().Get("ETag")); again.Code != http.StatusNotModified {
		t.Errorf("asked again: %d", again.Code)
	}
	if part := get(b, name, "Range", "bytes=0-1"); part.Code != http.StatusPartialContent || part.Body.String() != "\xff\xd8" {
		t.Errorf("a part: %d %q", part.Code, part.Body)
	}
	// What is stored under the name of a photo and is none is not given out.
	page := strings.Repeat("0", 24) + ".jpg"
	must(t, b.Put(ctx, photoFolder+page, "text/html", []byte("<script>")))
	must(t, b.Put(ctx, "exports/a.csv", "text/csv", []byte("secret")))
	for _, missing := range []string{page, strings.Repeat("1", 24) + ".jpg", "x.jpg", "..%2fexports%2fa.csv", name + ".attrs", strings.ToUpper(name), "a%00.jpg"} {
		w := get(b, missing)
		if w.Code != http.StatusNotFound || w.Header().Get("Cache-Control") != "no-store" || strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s: %d %s", missing, w.Code, w.Body)
		}
	}
}

func TestASmallPhotoIsNotMadeLarger(t *testing.T) {
	drawn, err := folder(t).draw(ctx, encoded(t, "png", quarters(500, 300)))
	must(t, err)
	for suffix, want := range map[string]image.Rectangle{"-480": image.Rect(0, 0, 480, 288), "": image.Rect(0, 0, 500, 300), "-1080": image.Rect(0, 0, 500, 300)} {
		config, err := jpeg.DecodeConfig(bytes.NewReader(drawn[suffix]))
		must(t, err)
		if config.Width != want.Max.X || config.Height != want.Max.Y {
			t.Errorf("%q: %d x %d", suffix, config.Width, config.Height)
		}
	}
}

func TestWhatIsSeenThroughIsWhite(t *testing.T) {
	drawn, err := folder(t).draw(ctx, encoded(t, "png", image.NewRGBA(image.Rect(0, 0, 8, 8))))
	must(t, err)
	p, err := jpeg.Decode(bytes.NewReader(drawn[""]))
	must(t, err)
	if corners(p) != "wwww" {
		t.Errorf("corners %s", corners(p))
	}
}

// The mean of every area, also where old pixels are cut in two.
func TestShrinkKeepsTheMean(t *testing.T) {
	p := image.NewGray(image.Rect(5, 5, 8, 6)) // does not begin at 0, 0
	p.Pix = []uint8{0, 90, 240}
	small := shrink(p, 2, 1)
	if small.Bounds() != image.Rect(0, 0, 2, 1) {
		t.Fatalf("bounds %v", small.Bounds())
	}
	// One and a half old pixels each: (0 + 90/2) / 1.5 and (90/2 + 240) / 1.5.
	if got := []uint8{small.RGBAAt(0, 0).R, small.RGBAAt(1, 0).R}; got[0] != 30 || got[1] != 190 {
		t.Errorf("means %v", got)
	}
}

// withMetadata puts segments after the start of a JPEG.
func withMetadata(picture []byte, segments ...[]byte) []byte {
	out := bytes.Clone(picture[:2])
	for _, s := range segments {
		out = append(out, 0xff, 0xe1)
		out = binary.BigEndian.AppendUint16(out, uint16(len(s)+2))
		out = append(out, s...)
	}
	return append(out, picture[2:]...)
}

// exif is metadata that says how the camera was held, and where.
func exif(order binary.AppendByteOrder, turn uint16) []byte {
	mark := map[string]string{"BigEndian": "MM\x00*", "LittleEndian": "II*\x00"}[order.String()]
	out := order.AppendUint32([]byte("Exif\x00\x00"+mark), 8)
	out = order.AppendUint16(out, 2)
	for _, entry := range [][2]uint16{{0x010f, 7}, {0x0112, turn}} {
		out = order.AppendUint16(out, entry[0])
		out = order.AppendUint16(out, 3)
		out = order.AppendUint32(out, 1)
		out = order.AppendUint16(out, entry[1])
		out = order.AppendUint16(out, 0)
	}
	return append(out, "GPS 48.61N 123.02W"...)
}

// The eight ways in which a camera can have been held, by where the four
// colours end up.
func TestPhotosOfTelephonesStandUpright(t *testing.T) {
	upright := []string{"", "rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"}
	for turn := 1; turn <= 8; turn++ {
		for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			content := withMetadata(encoded(t, "jpeg", quarters(60, 40)), []byte("http://ns.adobe.com/xap/1.0/\x00<x/>"), exif(order, uint16(turn)))
			drawn, err := folder(t).draw(ctx, content)
			must(t, err)
			p, err := jpeg.Decode(bytes.NewReader(drawn["-480"]))
			must(t, err)
			want := image.Rect(0, 0, 60, 40)
			if turn >= 5 {
				want = image.Rect(0, 0, 40, 60)
			}
			if corners(p) != upright[turn] || p.Bounds() != want {
				t.Errorf("turn %d: %s %v", turn, corners(p), p.Bounds())
			}
			if bytes.Contains(drawn["-480"], []byte("GPS")) || bytes.Contains(drawn["-480"], []byte("Exif")) {
				t.Errorf("turn %d: metadata went through", turn)
			}
		}
	}
}

// The width is that of the picture as it stands, not as it was stored.
func TestATurnedPhotoHasTheWidthAsked(t *testing.T) {
	drawn, err := folder(t).draw(ctx, withMetadata(encoded(t, "jpeg", quarters(120, 960)), exif(binary.BigEndian, 6)))
	must(t, err)
	config, err := jpeg.DecodeConfig(bytes.NewReader(drawn["-480"]))
	must(t, err)
	if config.Width != 480 || config.Height != 60 {
		t.Errorf("%d x %d", config.Width, config.Height)
	}
}

func FuzzOrientation(f *testing.F) {
	f.Add(withMetadata([]byte{0xff, 0xd8, 0xff, 0xda}, exif(binary.BigEndian, 6)))
	f.Add(withMetadata([]byte{0xff, 0xd8}, exif(binary.LittleEndian, 3)))
	f.Add([]byte{0xff, 0xd8, 0xff, 0xe1, 0, 0})
	f.Fuzz(func(t *testing.T, content []byte) {
		if turn := orientation(content); turn < 1 || turn > 8 {
			t.Errorf("turn %d", turn)
		}
	})
}

// bomb is a PNG of a few bytes that says it is very large.
func bomb(w, h uint32) []byte {
	head := binary.BigEndian.AppendUint32(nil, w)
	head = binary.BigEndian.AppendUint32(head, h)
	head = append([]byte("IHDR"), append(head, 8, 2, 0, 0, 0)...)
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}

// S6 S17: what is no picture, too large, cut short, or something else before it
// is a picture.
func TestPicturesThatAreRefused(t *testing.T) {
	b := folder(t)
	good := map[string][]byte{}
	for _, format := range []string{"png", "gif", "jpeg"} {
		good[format] = encoded(t, format, quarters(64, 64))
	}
	tests := map[string][]byte{
		"nothing":            {},
		"text":               []byte("hello"),
		"an SVG":             []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
		"a page and picture": append([]byte("<html><script>alert(1)</script>"), good["jpeg"]...),
		"a PDF and picture":  append([]byte("%PDF-1.7\n"), good["png"]...),
		"a zip and picture":  append([]byte("PK\x03\x04"), good["gif"]...),
		"a script in a GIF":  []byte("GIF89a/*\x00\x00\x00\x00*/=1;alert(1)//"),
		"a BMP":              append([]byte("BM"), make([]byte, 60)...),
		"too many bytes":     append(bytes.Clone(good["jpeg"]), make([]byte, maxPhotoBytes)...),
		"too many pixels":    bomb(5001, 5000),
		"a vast PNG":         bomb(1<<31-1, 1<<31-1),
		"a long line":        bomb(20_001, 1),
		"a vast GIF":         []byte("GIF89a\xff\xff\xff\xff\x00\x00\x00"),
	}
	for format, content := range good {
		for _, keep := range []int{30, len(content) / 2, len(content) - 10} {
			tests[fmt.Sprintf("%s cut short to %d bytes", format, keep)] = content[:keep]
		}
	}
	for name, content := range tests {
		_, err := b.PutPhoto(ctx, bytes.NewReader(content))
		if f := fault.As(err); err == nil || f.Kind != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Name != "photo" {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken := iotest.TimeoutReader(iotest.OneByteReader(bytes.NewReader(good["png"])))
	if _, err := b.PutPhoto(ctx, broken); err == nil || fault.Is(err, fault.Invalid) {
		t.Errorf("an upload that broke off: %v", err)
	}
}

// S17: what hides behind or inside a picture stays behind when it is drawn anew.
func TestNothingHidesInAStoredPhoto(t *testing.T) {
	b := folder(t)
	const payload = "<script>alert(1)</script>"
	jpg := encoded(t, "jpeg", quarters(64, 64))
	for name, content := range map[string][]byte{
		"behind a JPEG":   append(bytes.Clone(jpg), payload...),
		"in its metadata": withMetadata(jpg, []byte(payload)),
		"behind a PNG":    append(encoded(t, "png", quarters(64, 64)), payload...),
		"behind a GIF":    append(encoded(t, "gif", quarters(64, 64)), payload...),
	} {
		stored, err := b.PutPhoto(ctx, bytes.NewReader(content))
		must(t, err)
		if w := get(b, stored); w.Code != http.StatusOK || strings.Contains(w.Body.String(), "script") {
			t.Errorf("%s: %d, or it went through", name, w.Code)
		}
	}
}
