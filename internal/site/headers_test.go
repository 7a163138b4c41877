package site

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// security is the part of the headers that every answer must carry.
func security(h http.Header) string {
	var lines []string
	for _, name := range []string{
		"Content-Security-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Permissions-Policy",
		"Referrer-Policy", "Strict-Transport-Security", "X-Content-Type-Options", "Cache-Control",
	} {
		if value := h.Get(name); value != "" {
			lines = append(lines, name+": "+value)
		}
	}
	return strings.Join(lines, "\n")
}

const closedSnapshot = `Content-Security-Policy: default-src 'none'; script-src 'none'; style-src 'none'; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'
Cross-Origin-Opener-Policy: same-origin
Cross-Origin-Resource-Policy: same-origin
Permissions-Policy: accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()
Referrer-Policy: strict-origin-when-cross-origin
Strict-Transport-Security: max-age=31536000
X-Content-Type-Options: nosniff
Cache-Control: no-store`

// S14
func TestHeadersOnEveryStatus(t *testing.T) {
	statuses := []int{200, 201, 204, 301, 304, 400, 401, 403, 404, 405, 409, 413, 429, 500, 503, 507}
	handler := Headers("https://merroir.example")(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/api/"))
		if err != nil {
			t.Error(err)
		}
		if status >= 400 {
			http.Error(w, "no", status)
			return
		}
		w.WriteHeader(status)
	}))
	for _, status := range statuses {
		w := get(handler, "/api/"+strconv.Itoa(status))
		if w.Code != status {
			t.Fatalf("status %d, want %d", w.Code, status)
		}
		if got := security(w.Header()); got != closedSnapshot {
			t.Errorf("%d:\n%s\nwant\n%s", status, got, closedSnapshot)
		}
	}
}

// S14
func TestHeadersByAddress(t *testing.T) {
	nothing := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	plain, secure := Headers("http://localhost:8080")(nothing), Headers("HTTPS://merroir.example")(nothing)
	if got := get(plain, "/").Header().Get("Strict-Transport-Security"); got != "" {
		t.Errorf("a plain http server says %q", got)
	}
	if got := get(secure, "/").Header().Get("Strict-Transport-Security"); got == "" {
		t.Error("an https server does not ask for https")
	}
	tests := map[string]string{
		"/login": "no-referrer", "/login/reset/a@b.example/key": "no-referrer", "/sso/ticket/5f": "no-referrer", "/invitation/5f": "no-referrer",
		"/": "strict-origin-when-cross-origin", "/tag/7a0000000000000000000001": "strict-origin-when-cross-origin",
	}
	for path, want := range tests {
		w := get(secure, path)
		if got := w.Header().Get("Referrer-Policy"); got != want {
			t.Errorf("%s: Referrer-Policy %q, want %q", path, got, want)
		}
		if got := w.Header().Get("Cache-Control"); got != "" {
			t.Errorf("%s: Cache-Control %q", path, got)
		}
	}
}

// S14: pages replace the policy by one of their own and lose nothing else; the documents
// of the app alone may ask for the camera.
func TestHeadersOnPages(t *testing.T) {
	pages := map[string]http.Handler{
		"/": smallApp(t), "/nowhere": smallApp(t), "/assets/gone.js": smallApp(t), "/tag/unknown": newTagPages(t, &memory{}),
	}
	for path, handler := range pages {
		h := get(Headers("https://merroir.example")(handler), path).Header()
		for _, line := range strings.Split(closedSnapshot, "\n") {
			name, want, _ := strings.Cut(line, ": ")
			if name == "Permissions-Policy" && (path == "/" || path == "/nowhere") {
				want = strings.Replace(want, "camera=()", "camera=(self)", 1)
			}
			if got := h.Get(name); name != "Content-Security-Policy" && got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		policy := h.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "base-uri 'none'", "object-src 'none'", "form-action 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy has no %s: %s", path, part, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") {
			t.Errorf("%s: an open policy: %s", path, policy)
		}
	}
}

// S14: scripts and styles carry what a browser heeds on them, and not what it heeds on
// documents alone, also when they are unchanged; a drawing may be opened by itself.
func TestHeadersOfScriptsAndStyles(t *testing.T) {
	handler := Headers("https://merroir.example")(smallApp(t))
	for _, path := range []string{"/assets/app-3f2a91bc.js", "/assets/app-77aa0011.css"} {
		first := get(handler, path)
		again := get(handler, path, "If-None-Match", first.Header().Get("Etag"))
		if first.Code != http.StatusOK || again.Code != http.StatusNotModified {
			t.Fatalf("%s: status %d, then %d", path, first.Code, again.Code)
		}
		for _, h := range []http.Header{first.Header(), again.Header()} {
			const want = "Cross-Origin-Resource-Policy: same-origin\nStrict-Transport-Security: max-age=31536000\nX-Content-Type-Options: nosniff\nCache-Control: public, max-age=31536000, immutable"
			if got := security(h); got != want {
				t.Errorf("%s:\n%s\nwant\n%s", path, got, want)
			}
		}
	}
	if policy := get(handler, "/mark.svg").Header().Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'none'") {
		t.Errorf("a drawing may run scripts: %q", policy)
	}
}

// SHELL-1, S15: only the reports for a mobile shell may be framed, and only by
// the shells that are named.
func TestFrameAncestors(t *testing.T) {
	shells := []string{"https://app.example", "http://localhost:8100"}
	tests := []struct {
		path   string
		shells []string
		want   string
	}{
		{"/reports/5f0000000000000000000001", shells, "frame-ancestors https://app.example http://localhost:8100"},
		{"/reports/5f0000000000000000000001", nil, "frame-ancestors 'none'"},
		{"/reports", shells, "frame-ancestors 'none'"},
		{"/reportsmore", shells, "frame-ancestors 'none'"},
		{"/login", shells, "frame-ancestors 'none'"},
		{"/manage/5f0000000000000000000001", shells, "frame-ancestors 'none'"},
		{"/manage/../reports/5f", shells, "frame-ancestors 'none'"},
	}
	for _, tt := range tests {
		app := smallApp(t, tt.shells...)
		w := get(app, tt.path)
		policy := w.Header().Get("Content-Security-Policy")
		if !strings.HasSuffix(policy, "; "+tt.want) || strings.Count(policy, "frame-ancestors") != 1 {
			t.Errorf("%s with %v: %s", tt.path, tt.shells, policy)
		}
		if told := strings.Contains(w.Body.String(), "https://app.example"); told != (tt.shells != nil) {
			t.Errorf("%s with %v: the page is told of its shells: %v", tt.path, tt.shells, told)
		}
	}
}

// PUB-6
func TestMoved(t *testing.T) {
	w := get(http.HandlerFunc(Moved), "/moved")
	if w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != "/" {
		t.Errorf("%d to %q", w.Code, w.Header().Get("Location"))
	}
}
