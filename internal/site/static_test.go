package site

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

func TestAssets(t *testing.T) {
	const script = "/assets/app-3f2a91bc.js"
	tests := []struct {
		name, path, accept          string
		body, encoding, kind, cache string
	}{
		{"plain", script, "", "plain script of some length", "", "text/javascript; charset=utf-8", cacheForever},
		{"brotli first", script, "gzip, deflate, br", "brotli script", "br", "text/javascript; charset=utf-8", cacheForever},
		{"gzip", script, "gzip", string(gzipScript), "gzip", "text/javascript; charset=utf-8", cacheForever},
		{"brotli refused", script, "br;q=0, gzip;q=0.5", string(gzipScript), "gzip", "text/javascript; charset=utf-8", cacheForever},
		{"anything", script, "*", "brotli script", "br", "text/javascript; charset=utf-8", cacheForever},
		{"all refused", script, "*;q=0", "plain script of some length", "", "text/javascript; charset=utf-8", cacheForever},
		{"no twins", "/assets/app-77aa0011.css", "br", "plain style", "", "text/css; charset=utf-8", cacheForever},
		{"no hash", "/mark.svg", "br", "<svg/>", "", "image/svg+xml", cacheChecked},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := get(smallApp(t), tt.path, "Accept-Encoding", tt.accept)
			h := w.Header()
			got := []string{w.Body.String(), h.Get("Content-Encoding"), h.Get("Content-Type"), h.Get("Cache-Control")}
			want := []string{tt.body, tt.encoding, tt.kind, tt.cache}
			if w.Code != http.StatusOK || strings.Join(got, "|") != strings.Join(want, "|") {
				t.Errorf("%d %q, want %q", w.Code, got, want)
			}
			again := get(smallApp(t), tt.path, "Accept-Encoding", tt.accept, "If-None-Match", `"other", W/`+h.Get("ETag"))
			if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
				t.Errorf("with its ETag: %d, %d bytes", again.Code, again.Body.Len())
			}
		})
	}
	one := get(smallApp(t), script, "Accept-Encoding", "br").Header()
	other := get(smallApp(t), script).Header()
	if one.Get("ETag") == other.Get("ETag") || one.Get("Vary") != "Accept-Encoding" {
		t.Error("two encodings must differ in ETag and Vary")
	}
	if head := call(smallApp(t), http.MethodHead, script); head.Body.Len() != 0 || head.Header().Get("Content-Length") != "27" {
		t.Errorf("HEAD: %d bytes, length %q", head.Body.Len(), head.Header().Get("Content-Length"))
	}
}

func TestAssetsThatAreNone(t *testing.T) {
	for _, path := range []string{"/assets/app-00000000.js", "/assets/", "/assets/app-3f2a91bc.js.br", "/assets/app-3f2a91bc.js.gz"} {
		w := get(smallApp(t), path)
		if w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "<") || w.Header().Get("Cache-Control") != cacheNever {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	for _, path := range []string{"/.pages.json", "/.pages.json.gz", "/index.html", "/mark.svg.gz", "/.gitkeep"} {
		if w := get(smallApp(t), path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := call(smallApp(t), http.MethodPost, "/login"); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

var island = regexp.MustCompile(`<script type="application/json" id="merroir-config">([^<]*)</script><script nonce="([^"]+)">1</script>`)

func TestPageCarriesConfigAndNonce(t *testing.T) {
	seen := map[string]bool{}
	for range 3 {
		w := get(smallApp(t), "/login")
		parts := island.FindStringSubmatch(w.Body.String())
		if parts == nil || w.Header().Get("Cache-Control") != cacheNever || w.Header().Get("ETag") != "" {
			t.Fatalf("%v\n%s", w.Header(), w.Body)
		}
		var config Config
		if err := json.Unmarshal([]byte(parts[1]), &config); err != nil {
			t.Fatal(err)
		}
		if config.Product != "Merroir" || !config.Demo || config.FarmAppURL != "https://farms.example/?a=1&b=</script><script>" {
			t.Errorf("config %+v", config)
		}
		nonce := parts[2]
		if len(nonce) < 22 || seen[nonce] {
			t.Errorf("nonce %q", nonce)
		}
		seen[nonce] = true
		source := "'self' 'nonce-" + nonce + "'"
		if policy := w.Header().Get("Content-Security-Policy"); policy != contentPolicy(source, source) {
			t.Errorf("policy %s", policy)
		}
	}
}

func TestWebBuildMissing(t *testing.T) {
	empty := fstest.MapFS{"dist/.gitkeep": {}}
	_, staticErr := NewStatic(empty, Config{})
	_, rendererErr := NewRenderer(empty, "Merroir", "", "")
	for _, err := range []error{staticErr, rendererErr} {
		if err == nil || !strings.Contains(err.Error(), "run `npm run build` in web/") || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v", err)
		}
	}
	for page, missing := range map[string]string{"<p>old": configMark, configMark: pagesName} {
		_, err := NewStatic(fstest.MapFS{"dist/app/index.html": {Data: []byte(page)}}, Config{})
		if err == nil || !strings.Contains(err.Error(), missing) {
			t.Errorf("got %v", err)
		}
	}
}
