package app

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// send calls with headers, given as names and values in turn.
func (a *testApp) send(method, target, body string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	a.handler.ServeHTTP(w, r)
	return w.Result()
}

// S14: the security headers are on everything that the whole program answers, whatever
// its status and kind: pages, files, JSON, uploads, photos and exports; scripts have fewer.
func TestHeadersOnRealAnswers(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	root, member := "Bearer "+a.token(t, "root"), "Bearer "+a.token(t, "member")
	photo := a.photoOf(t)
	export := a.exportOf(t, root)
	page, err := io.ReadAll(a.send("GET", "/", "").Body)
	must(t, err)
	asset := regexp.MustCompile(`/assets/[^"]+\.js`).FindString(string(page))
	etag := a.send("GET", asset, "").Header.Get("Etag")
	a.breakAudit(t)
	const form = "multipart/form-data; boundary=x"
	for _, tt := range []struct {
		method, target, body string
		headers              []string
		status               int
	}{
		{"GET", "/", "", nil, 200}, {"GET", asset, "", nil, 200}, {"GET", asset, "", []string{"If-None-Match", etag}, 304}, {"HEAD", "/login", "", nil, 200},
		{"GET", "/login/reset/a@b.example/key", "", nil, 200}, {"GET", "/sso/ticket/" + ownFarm, "", nil, 200}, {"GET", "/manage", "", nil, 200},
		{"GET", "/nothing", "", nil, 404}, {"GET", "/assets/none.js", "", nil, 404}, {"POST", "/", "", nil, 405}, {"TRACE", "/", "", nil, 405}, {"GET", "/moved", "", nil, 301},
		{"GET", "//login", "", nil, 307}, {"GET", "/healthz", "", nil, 200}, {"GET", "/readyz", "", nil, 200}, {"GET", "/openapi.json", "", nil, 200},
		{"GET", "/?" + strings.Repeat("x", 9000), "", nil, 414},
		{"GET", "/tag/" + someTag, "", nil, 404}, {"GET", "/tag-picture/" + someTag, "", nil, 404}, {"GET", "/photos/none.jpg", "", nil, 404}, {"GET", photo, "", nil, 200}, {"GET", export, "", nil, 200}, {"GET", export + "x", "", nil, 404},
		{"GET", "/api/passwords/rules", "", nil, 200}, {"GET", "/api/users/my", "", nil, 401}, {"GET", "/api/users/my", "", []string{"Authorization", member}, 200},
		{"GET", "/api/users", "", []string{"Authorization", member}, 403}, {"GET", "/api/nothing", "", nil, 404}, {"DELETE", "/api/login", "", nil, 405}, {"TRACE", "/api/users", "", nil, 405},
		{"GET", "/api/tag/" + someTag, "", nil, 404}, {"POST", "/api/pageview", "{}", nil, 204},
		{"POST", "/api/login", "{}", []string{"Content-Type", "application/json"}, 400}, {"POST", "/api/login", "a=b", []string{"Content-Type", "text/plain"}, 415},
		{"POST", "/api/login", `{"username":"` + strings.Repeat("x", 300<<10) + `"}`, []string{"Content-Type", "application/json"}, 413},
		{"POST", "/api/login", "{}", []string{"Sec-Fetch-Site", "cross-site"}, 403}, {"GET", "/api/audit?search=x", "", []string{"Authorization", root}, 500},
		{"GET", "/api/enableTagging/" + ownFarm + "/resendTaggingSetupEmail", "", []string{"Authorization", root}, 409},
		{"POST", "/api/farms/" + ownFarm + "/photo", "--x--", []string{"Authorization", root, "Content-Type", form}, 400},
		{"POST", "/api/farms/upload/" + ownFarm, "--x--", []string{"Authorization", root, "Content-Type", form}, 400},
		{"POST", "/api/farms/upload/" + ownFarm, "", []string{"Content-Type", form}, 401},
	} {
		checkHeaders(t, tt.method, tt.target, a.send(tt.method, tt.target, tt.body, tt.headers...), tt.status)
	}
	var last *http.Response
	for range 320 {
		last = a.send("GET", "/api/passwords/rules", "")
	}
	checkHeaders(t, "GET", "/api/passwords/rules", last, 429)
}

func checkHeaders(t *testing.T, method, target string, r *http.Response, status int) {
	t.Helper()
	about := method + " " + target[:min(len(target), 60)]
	if r.StatusCode != status {
		t.Errorf("%s: status %d, want %d", about, r.StatusCode, status)
	}
	want := map[string]string{"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
	// A script says nothing of what is heeded on documents alone.
	script := status < 400 && strings.HasPrefix(target, "/assets/")
	if !script {
		want["Cross-Origin-Opener-Policy"], want["Referrer-Policy"] = "same-origin", "strict-origin-when-cross-origin"
	}
	page := strings.HasPrefix(target, "/login") || strings.HasPrefix(target, "/sso")
	if page || strings.HasPrefix(target, "/exports") { // addresses that open something
		want["Referrer-Policy"] = "no-referrer"
	}
	if page || strings.HasPrefix(target, "/api") {
		want["Cache-Control"] = "no-store"
	}
	for name, value := range want {
		if got := r.Header.Get(name); got != value {
			t.Errorf("%s %d: %s is %q, want %q", about, r.StatusCode, name, got, value)
		}
	}
	policy := r.Header.Get("Content-Security-Policy")
	if script != (policy == "") || !script && (!strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "unsafe") || r.Header.Get("Permissions-Policy") == "") {
		t.Errorf("%s %d: %q, %q", about, r.StatusCode, policy, r.Header.Get("Permissions-Policy"))
	}
	if cookies := r.Header.Values("Set-Cookie"); len(cookies) != 0 {
		t.Errorf("%s sets a cookie, which a browser would send by itself: %v", about, cookies)
	}
}

// photoOf gives a farm a photo and gives its address.
func (a *testApp) photoOf(t *testing.T) string {
	t.Helper()
	var answer struct{ Photo string }
	must(t, json.Unmarshal(a.sendPhoto(t, "photo", "a.png", a.token(t, "root"), pictures(t)["a.png"]).Body.Bytes(), &answer))
	return answer.Photo
}

// exportOf makes an export and gives the address of its file.
func (a *testApp) exportOf(t *testing.T, bearer string) string {
	t.Helper()
	if r := a.send("PUT", "/api/v2/reportExport/"+ownFarm, `{"metric":"Snapshot","email":"x@y.example"}`, "Authorization", bearer, "Content-Type", "application/json"); r.StatusCode != 200 {
		t.Fatalf("exporting: %d", r.StatusCode)
	}
	must(t, a.queue.RunUntilIdle(context.Background()))
	answer, err := io.ReadAll(a.send("GET", "/api/v2/exports/"+ownFarm, "", "Authorization", bearer).Body)
	must(t, err)
	path := regexp.MustCompile(`/exports/[\w-]+`).FindString(string(answer))
	if path == "" {
		t.Fatalf("no file: %s", answer)
	}
	return path
}

// breakAudit makes the server fail where it reads the trail.
func (a *testApp) breakAudit(t *testing.T) {
	t.Helper()
	ctx := context.Background()
	must(t, a.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "ALTER TABLE audit RENAME COLUMN search_key TO gone")
		return err
	}))
}
