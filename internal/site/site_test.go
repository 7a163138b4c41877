package site

import (
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"testing/fstest"
)

// builtWeb is the real web folder with the tag page built.
func builtWeb(t *testing.T) fs.FS {
	t.Helper()
	web := os.DirFS("../../web")
	if _, err := fs.Stat(web, tagStyle); err != nil {
		t.Fatalf("web/%s is missing: run `npm run build` in web/ before these tests", tagStyle)
	}
	return web
}

// builtApp is the real web app.
func builtApp(t *testing.T) *Static {
	t.Helper()
	app, err := NewStatic(builtWeb(t), Config{Product: "Merroir"})
	if err != nil {
		t.Fatal(err)
	}
	return app
}

func builtRenderer(t *testing.T) *Renderer {
	t.Helper()
	renderer, err := NewRenderer(builtWeb(t), "Merroir", "https://merroir.example", "https://app.merroir.example")
	if err != nil {
		t.Fatal(err)
	}
	return renderer
}

var gzipScript = gzipped("plain script of some length")

func gzipped(text string) []byte { return (&body{plain: []byte(text)}).compressed().gzip }

const smallPages = `{"pages": [
	{"path": "/", "files": []},
	{"path": "/login", "files": []},
	{"path": "/farms/{farmId}", "query": {"tab": "reports"}, "files": ["assets/farm-1.js", "assets/farm-1.css", "assets/reports-1.js"]},
	{"path": "/farms/{farmId}", "files": ["assets/farm-1.js", "assets/farm-1.css"]}
]}`

// smallApp is a web app as a build leaves it, in a few bytes.
func smallApp(t *testing.T, shells ...string) *Static {
	t.Helper()
	static, err := NewStatic(fstest.MapFS{
		"dist/app/index.html":                {Data: []byte(`<head><!--config--><script nonce="<!--nonce-->">1</script></head>`)},
		"dist/app/mark.svg":                  {Data: []byte("<svg/>")},
		"dist/app/assets/app-3f2a91bc.js.br": {Data: []byte("brotli script")},
		"dist/app/assets/app-3f2a91bc.js.gz": {Data: gzipScript},
		"dist/app/assets/app-77aa0011.css":   {Data: []byte("plain style")},
		"dist/app/.pages.json.gz":            {Data: gzipped(smallPages)},
		"dist/.gitkeep":                      {},
	}, Config{Product: "Merroir", FarmAppURL: "https://farms.example/?a=1&b=</script><script>", Demo: true, ShellOrigins: shells})
	if err != nil {
		t.Fatal(err)
	}
	return static
}

func get(handler http.Handler, target string, headers ...string) *httptest.ResponseRecorder {
	return call(handler, http.MethodGet, target, headers...)
}

// call sends a request with headers given as name, value, name, value.
func call(handler http.Handler, method, target string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))
