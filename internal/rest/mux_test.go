package rest

import (
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/VictoriaMetrics/metrics"
)

// Whatever the answer, the table of routes is asked once for it, and the log and
// the metrics name the route that was found then.
func TestOneMatchPerRequest(t *testing.T) {
	m, o := mounted(t)
	asked := 0
	m.patterns = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		m.table.ServeHTTP(w, r)
	})
	h := around(m, o)
	for _, tt := range []struct {
		method, path, route string
		status              int
		headers             []string
	}{
		{"GET", "/api/fail/fault", "GET /api/fail/{how}", 404, nil},
		{"GET", "/api/fail/panic", "GET /api/fail/{how}", 500, nil},
		{"HEAD", "/openapi.json", "GET /openapi.json", 200, nil},
		{"POST", "/api/fields/upload/7", "POST /api/fields/upload/{id}", 200, nil},
		{"POST", "/api/fields/7/photo", "POST /api/fields/{id}/photo", 409, nil},
		{"GET", "/api/mine", "GET /api/mine", 401, nil},
		{"POST", "/api/staff", "POST /api/staff", 403, []string{"Sec-Fetch-Site", "cross-site"}}, // refused before it runs
		{"DELETE", "/api/list", "none", 405, nil},
		{"GET", "/api/nothing", "none", 404, nil},
		{"GET", "/elsewhere", "none", 418, nil},
		{"GET", "/api/./mine", "GET /api/mine", 307, nil},
	} {
		asked = 0
		r := call(h, tt.method, tt.path, "", tt.headers...)
		if r.StatusCode != tt.status || asked != 1 {
			t.Errorf("%s %s: %d, and the table was asked %d times", tt.method, tt.path, r.StatusCode, asked)
		}
		if !slices.Contains(routesCounted(o.Metrics), tt.route) {
			t.Errorf("%s %s is not counted as %s: %q", tt.method, tt.path, tt.route, routesCounted(o.Metrics))
		}
	}
}

func routesCounted(set *metrics.Set) (routes []string) {
	for _, name := range set.ListMetricNames() {
		if found := routeLabel.FindStringSubmatch(name); found != nil {
			routes = append(routes, found[1])
		}
	}
	return routes
}

var routeLabel = regexp.MustCompile(`route="([^"]*)"`)

// API-4: a route gets the request as it came, and the values of its path
// decoded; HEAD is GET without a body, and a path is cleaned by a redirect.
func TestRequestsAsTheyCame(t *testing.T) {
	seen := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Host+" "+r.PathValue("id")+" "+r.URL.EscapedPath())
	}
	_, o := mounted(t)
	h := NewHandler([]Route{
		Raw("POST", "/a/up/{id}", Public, http.HandlerFunc(seen)).Ahead(),
		Raw("GET", "/a/{id}/x", Public, http.HandlerFunc(seen)),
		Raw("POST", "/a/{id}/x", Public, http.HandlerFunc(seen)),
	}, o)
	for _, tt := range []struct {
		method, path, want string
		status             int
	}{
		{"POST", "/a/up/7", "example.com 7 /a/up/7", 200},
		{"POST", "/a/up/x", "example.com x /a/up/x", 200},
		{"POST", "/a/7/x", "example.com 7 /a/7/x", 200},
		{"POST", "/a/up/b%2Fc", "example.com b/c /a/up/b%2Fc", 200},
		{"GET", "/a/b%2Fc/x", "example.com b/c /a/b%2Fc/x", 200},
		{"GET", "/a/7/x/", "", 418},
		{"POST", "//a/up/7", "", 307},
		{"PUT", "/a/up/7", "does not take PUT", 405},
		{"PUT", "/a/up/x", "does not take PUT", 405},
		{"CONNECT", "/a/7/x", "does not take CONNECT", 405},
	} {
		r := call(h, tt.method, tt.path, "")
		text, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != tt.status || !strings.Contains(string(text), tt.want) {
			t.Errorf("%s %s: %d %s", tt.method, tt.path, r.StatusCode, text)
		}
		if to := r.Header.Get("Location"); (tt.status == 307) != (to == "/a/up/7") {
			t.Errorf("%s %s leads to %q", tt.method, tt.path, to)
		}
	}
	if r := call(h, "PUT", "/a/up/x", ""); r.Header.Get("Allow") != "GET, HEAD, POST" {
		t.Errorf("Allow: %q", r.Header.Get("Allow"))
	}
}
