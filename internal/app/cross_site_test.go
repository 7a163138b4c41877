package app

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
)

// S13: no call that writes can be made from another site's page, even with a
// good token. What a browser sends by itself, the cookie of those who stay signed
// in, opens nothing: see TestTheCookieOpensNothingByItself.
func TestWritesFromAnotherSite(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	root := "Bearer " + a.token(t, "root")
	before := a.digest(t)
	for _, route := range a.routes() {
		if route.Method == http.MethodGet {
			continue
		}
		for _, r := range matrix[route.Method+" "+route.Path] {
			for _, headers := range [][]string{
				{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"},
				{"Sec-Fetch-Site", "cross-site", "Cookie", "crumb=x", "X-Csrf-Token", "x"},
			} {
				w := a.send(route.Method, a.fill(r.path), a.fill(r.body), append(headers, "Authorization", root, "Content-Type", "application/json")...)
				answer, err := io.ReadAll(w.Body)
				must(t, err)
				if w.StatusCode != http.StatusForbidden || !strings.Contains(string(answer), "That request came from another site.") {
					t.Errorf("%s %s with %v: %d %.100s", route.Method, r.path, headers, w.StatusCode, answer)
				}
			}
		}
	}
	reminder := "/api/enableTagging/" + ownFarm + "/resendTaggingSetupEmail"
	for site, want := range map[string]int{"cross-site": 403, "same-site": 403, "same-origin": 409, "none": 409, "": 409} { // 409: there is no invoice
		if w := a.send("GET", reminder, "", "Authorization", root, "Sec-Fetch-Site", site); w.StatusCode != want {
			t.Errorf("the reminder from %q: %d, want %d", site, w.StatusCode, want)
		}
	}
	if w := a.send("GET", reminder, "", "Cookie", "session="+root); w.StatusCode != http.StatusUnauthorized {
		t.Errorf("the reminder without a bearer token: %d", w.StatusCode)
	}
	if a.digest(t) != before {
		t.Error("something changed")
	}
}

// S13: no JSON call takes what a form on a page can send without asking.
func TestJSONCallsTakeNothingElse(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	var root, before string
	anew := func() { // a new session, before this one has made too many calls
		if before != "" && a.digest(t) != before {
			t.Error("something changed")
		}
		root = "Bearer " + a.token(t, "root")
		before = a.digest(t)
	}
	sent := 0
	forms := map[string]bool{ // with files, a beacon, and what its sender has signed
		"/api/farms/{id}/photo": true, "/api/farms/upload/{id}": true, "/api/pageview": true, "/api/billing/stripe": true,
	}
	for _, route := range a.routes() {
		if forms[route.Path] {
			continue
		}
		for _, r := range matrix[route.Method+" "+route.Path] {
			if r.body == "" {
				continue
			}
			for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain; application/json", "application/jsonx"} {
				if sent%200 == 0 {
					anew()
				}
				sent++
				if w := a.send(route.Method, a.fill(r.path), a.fill(r.body), "Authorization", root, "Content-Type", kind); w.StatusCode != http.StatusUnsupportedMediaType {
					t.Errorf("%s %s as %s: %d", route.Method, r.path, kind, w.StatusCode)
				}
			}
		}
	}
	if a.digest(t) != before {
		t.Error("something changed")
	}
}
