package app

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
)

// sendPhoto sends a picture as a browser does, under a name of the caller's.
func (a *testApp) sendPhoto(t *testing.T, field, filename, token string, content []byte) *httptest.ResponseRecorder {
	t.Helper()
	return a.sendForm(t, "/api/farms/"+ownFarm+"/photo", field, filename, token, content, nil)
}

const pageInside = "<html><body><script>alert(document.domain)</script></body></html>"

// pictures are good ones with a page hidden after, or as, their last bytes.
func pictures(t *testing.T) map[string][]byte {
	t.Helper()
	p := image.NewPaletted(image.Rect(0, 0, 64, 48), color.Palette{color.White, color.Black})
	var asPNG, asGIF, asJPEG bytes.Buffer
	must(t, png.Encode(&asPNG, p))
	must(t, gif.Encode(&asGIF, p, nil))
	must(t, jpeg.Encode(&asJPEG, p, nil))
	all := map[string][]byte{"a.png": asPNG.Bytes(), "a.gif": asGIF.Bytes(), "a.jpg": asJPEG.Bytes()}
	for name, content := range map[string][]byte{"page.png": asPNG.Bytes(), "page.html": asGIF.Bytes(), "page.svg": asJPEG.Bytes()} {
		all[name] = append(bytes.Clone(content), pageInside...)
	}
	return all
}

// AFARM-9 S6 S17: whatever a photo is called and holds, it is served as a
// picture that was drawn anew, never as a page.
func TestPhotosAreServedAsPicturesOnly(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	token := a.token(t, "admin")
	for filename, content := range pictures(t) {
		w := a.sendPhoto(t, "photo", filename, token, content)
		var answer struct {
			Photo   string
			Version int64
		}
		must(t, json.Unmarshal(w.Body.Bytes(), &answer))
		if w.Code != http.StatusOK || answer.Photo == "" || answer.Version < 2 {
			t.Errorf("%s: %d %s", filename, w.Code, w.Body)
			continue
		}
		for _, width := range []string{"", "-480", "-1080"} {
			served := httptest.NewRecorder()
			a.handler.ServeHTTP(served, httptest.NewRequest("GET", strings.Replace(answer.Photo, ".jpg", width+".jpg", 1), nil))
			h := served.Header()
			if served.Code != http.StatusOK || h.Get("Content-Type") != "image/jpeg" || h.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(h.Get("Content-Security-Policy"), "sandbox") {
				t.Errorf("%s%s: %d %v", filename, width, served.Code, h)
			}
			if bytes.Contains(served.Body.Bytes(), []byte("<script>")) || http.DetectContentType(served.Body.Bytes()) != "image/jpeg" {
				t.Errorf("%s%s: the page is in the photo", filename, width)
			}
		}
	}
}

// S17: what is not a picture is refused in a sentence about the field, nothing is
// stored, and the farm is as it was.
func TestWhatIsNoPhotoIsRefused(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	token := a.token(t, "admin")
	cut := pictures(t)["a.png"]
	before := a.digest(t)
	for filename, content := range map[string][]byte{
		"photo.jpg": []byte(pageInside), "photo.svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), "empty.png": {},
		"cut.png": cut[:len(cut)-20], "large.png": append(bytes.Clone(cut), make([]byte, 5<<20)...), "huge.png": make([]byte, 11<<20),
	} {
		w := a.sendPhoto(t, "photo", filename, token, content)
		if w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d %s", filename, w.Code, w.Body)
		}
		if filename != "huge.png" && !strings.Contains(w.Body.String(), `"keys":["photo"]`) {
			t.Errorf("%s: %s", filename, w.Body)
		}
	}
	if a.digest(t) != before {
		t.Error("a refused photo changed the database")
	}
}
