package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
)

type echoInput struct {
	Loud  bool `query:"loud"`
	Count int  `query:"count" minimum:"1" maximum:"5" default:"1"`
	Body  struct {
		Name struct {
			First string `json:"first" maxLength:"5"`
		} `json:"name"`
		Note string `json:"note,omitempty"`
	}
}

type echoOutput struct {
	Body struct {
		Said string `json:"said"`
	}
}

func handler(t *testing.T) http.Handler {
	t.Helper()
	return around(mounted(t))
}

func mounted(t *testing.T) (*mux, Options) {
	t.Helper()
	failing := map[string]error{
		"fault":   fault.New(fault.NotFound, "No such oyster."),
		"fields":  fault.ForFields([]fault.Field{{Name: "country", Message: "Country is required"}, {Name: "name.first", Message: "is taken"}}),
		"secret":  errors.New("dial tcp 10.0.0.7: password wrong"),
		"crowded": fault.New(fault.TooMany, "Later."),
	}
	routes := []Route{
		JSON(http.MethodPost, "/api/echo", Public, "Echo", func(_ context.Context, in *echoInput) (*echoOutput, error) {
			out := &echoOutput{}
			out.Body.Said = in.Body.Name.First
			return out, nil
		}),
		JSON(http.MethodGet, "/api/fail/{how}", Public, "Fail", func(_ context.Context, in *struct {
			How string `path:"how"`
		}) (*echoOutput, error) {
			if in.How == "panic" {
				panic("the inside")
			}
			return nil, failing[in.How]
		}),
		JSON(http.MethodGet, "/api/list", Public, "List", func(_ context.Context, in *struct{ page.Query }) (*echoOutput, error) {
			out := &echoOutput{}
			out.Body.Said = fmt.Sprintf("%d %d %s", in.Limit, in.Page, in.Sort)
			return out, nil
		}),
		JSON(http.MethodPost, "/api/fields/upload/{id}", Public, "Overlaps with the next", func(context.Context, *struct {
			ID string `path:"id"`
		}) (*echoOutput, error) {
			return &echoOutput{}, nil
		}).Ahead(),
		JSON(http.MethodPost, "/api/fields/{id}/photo", Public, "Overlaps with the one before", func(context.Context, *struct {
			ID string `path:"id"`
		}) (*echoOutput, error) {
			return nil, fault.New(fault.Conflict, "The general one.")
		}),
		JSON(http.MethodGet, "/api/mine", SignedIn, "Mine", nothing),
		JSON(http.MethodGet, "/api/farms", FarmUsers, "Farms", nothing),
		JSON(http.MethodPost, "/api/staff", May(actor.Companies), "Staff", func(context.Context, *echoInput) (*echoOutput, error) { return &echoOutput{}, nil }),
		Raw(http.MethodGet, "/raw", May(actor.Companies), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, actor.OriginOf(r.Context()).IP) })),
		Document("/openapi.json"),
	}
	_, proxies, err := net.ParseCIDR("10.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	return mountAll(routes, nil).mux, Options{
		Now:    time.Now,
		Logger: slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(), TrustedProxies: []*net.IPNet{proxies},
		Authenticate: func(_ context.Context, token string) (actor.Actor, error) {
			switch token {
			case "member":
				return actor.Actor{UserID: "m"}, nil
			case "manager":
				return actor.Actor{UserID: "f", FarmManager: true}, nil
			case "admin":
				return actor.Actor{UserID: "a", Admin: true}, nil
			case "outage":
				return actor.Actor{}, fault.New(fault.Unavailable, "The database is down.")
			}
			return actor.Actor{}, fault.New(fault.Unauthenticated, "Your session has ended.")
		},
		Headers:  func(h http.Handler) http.Handler { return h },
		Fallback: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }),
	}
}

func nothing(context.Context, *struct{}) (*echoOutput, error) { return &echoOutput{}, nil }

func call(h http.Handler, method, target, body string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func failure(t *testing.T, r *http.Response) Failure {
	t.Helper()
	var f Failure
	if err := json.NewDecoder(r.Body).Decode(&f); err != nil {
		t.Fatalf("status %d, no JSON: %v", r.StatusCode, err)
	}
	if f.StatusCode != r.StatusCode || f.Reason != http.StatusText(r.StatusCode) || f.Message == "" {
		t.Errorf("status %d, body %+v", r.StatusCode, f)
	}
	return f
}

// API-3: the form of every error, and of the faults of fields.
func TestFaultsBecomeAnswers(t *testing.T) {
	h := handler(t)
	tests := []struct {
		how, message string
		status       int
	}{
		{"fault", "No such oyster.", 404},
		{"secret", "Something went wrong on our side. Please try again.", 500},
		{"panic", "Something went wrong on our side. Please try again.", 500},
		{"crowded", "Later.", 429},
		{"fields", `child "name" fails because [child "first" fails because [is taken]]`, 400},
	}
	for _, tt := range tests {
		r := call(h, "GET", "/api/fail/"+tt.how, "")
		if f := failure(t, r); r.StatusCode != tt.status || f.Message != tt.message {
			t.Errorf("%s: %+v", tt.how, f)
		}
	}
	f := failure(t, call(h, "GET", "/api/fail/fields", ""))
	want := &Validation{Source: "payload", Keys: []string{"country", "name.first"}, Fields: map[string]string{"country": "Country is required", "name.first": "is taken"}}
	if diff := cmp.Diff(want, f.Validation); diff != "" {
		t.Error(diff)
	}
	if r := call(h, "GET", "/api/fail/crowded", ""); r.Header.Get("Retry-After") == "" {
		t.Error("a limit must say when to come back")
	}
}

// Whoever runs the server is woken by errors: what is ours is one, a caller who
// left before the answer is none.
func TestOnlyOurFaultsAreLoggedAsErrors(t *testing.T) {
	var lines strings.Builder
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	slog.SetDefault(slog.New(slog.NewTextHandler(&lines, nil)))
	gone, leave := context.WithCancel(context.Background())
	leave()
	for _, tt := range []struct {
		name string
		ctx  context.Context
		err  error
		want bool
	}{
		{"ours", context.Background(), errors.New("disk on fire"), true},
		{"too slow", context.Background(), fmt.Errorf("query: %w", context.DeadlineExceeded), true},
		{"theirs", context.Background(), fault.New(fault.NotFound, "No such oyster."), false},
		{"left, as the query says", context.Background(), fmt.Errorf("query: %w", context.Canceled), false},
		{"left, as the request says", gone, fault.New(fault.Unavailable, "The database is busy or full."), false},
	} {
		lines.Reset()
		answer(tt.ctx, tt.err)
		if got := strings.Contains(lines.String(), "level=ERROR"); got != tt.want {
			t.Errorf("%s: logged %q", tt.name, lines.String())
		}
	}
}

// API-4: whatever is wrong with a request, the answer is clear and never a 500.
func TestBadRequests(t *testing.T) {
	h := handler(t)
	tests := []struct {
		name, method, target, body string
		headers                    []string
		status                     int
		keys                       []string
	}{
		{"unknown path", "GET", "/api/nothing", "", nil, 404, nil},
		{"api itself", "GET", "/api", "", nil, 404, nil},
		{"wrong method", "DELETE", "/api/echo", "", nil, 405, nil},
		{"trace", "TRACE", "/api/echo", "", nil, 405, nil},
		{"not JSON", "POST", "/api/echo", "a=b", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, nil},
		{"broken JSON", "POST", "/api/echo", `{"name":`, nil, 400, nil},
		{"two values", "POST", "/api/echo", `{"name":{"first":"a"}}{}`, nil, 400, nil},
		{"no body", "POST", "/api/echo", "", []string{"Content-Type", "application/json"}, 400, nil},
		{"a list", "POST", "/api/echo", `[]`, nil, 400, nil},
		{"null", "POST", "/api/echo", `null`, nil, 400, nil},
		{"too large", "POST", "/api/echo", `{"note":"` + strings.Repeat("x", maxBody) + `"}`, nil, 413, nil},
		{"a missing field", "POST", "/api/echo", `{"name":{}}`, nil, 400, []string{"name.first"}},
		{"a missing part", "POST", "/api/echo", `{}`, nil, 400, []string{"name"}},
		{"a wrong type", "POST", "/api/echo", `{"name":{"first":7}}`, nil, 400, []string{"name.first"}},
		{"too long a text", "POST", "/api/echo", `{"name":{"first":"longer"}}`, nil, 400, []string{"name.first"}},
		{"an unknown field", "POST", "/api/echo", `{"name":{"first":"a"},"root":true}`, nil, 400, []string{"root"}},
		{"a bad query", "POST", "/api/echo?count=9", `{"name":{"first":"a"}}`, nil, 400, []string{"count"}},
		{"a limit that lists lack", "GET", "/api/list?limit=6", "", nil, 400, []string{"limit"}},
		{"an order that lists lack", "GET", "/api/list?sort=name;drop", "", nil, 400, []string{"sort"}},
		{"page nothing", "GET", "/api/list?page=0", "", nil, 400, []string{"page"}},
		{"page endless", "GET", "/api/list?page=1e18", "", nil, 400, []string{"page"}},
		{"no number", "POST", "/api/echo?count=many", `{"name":{"first":"a"}}`, nil, 400, []string{"count"}},
		{"a long address", "GET", "/api/mine?x=" + strings.Repeat("x", maxURL), "", nil, 414, nil},
		{"another site's form", "POST", "/api/echo", `{}`, []string{"Sec-Fetch-Site", "cross-site"}, 403, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := call(h, tt.method, tt.target, tt.body, tt.headers...)
			if r.StatusCode != tt.status {
				t.Fatalf("status %d, want %d", r.StatusCode, tt.status)
			}
			f := failure(t, r)
			if tt.keys == nil && f.Validation != nil || tt.keys != nil && (f.Validation == nil || cmp.Diff(tt.keys, f.Validation.Keys) != "") {
				t.Errorf("validation %+v, want keys %v", f.Validation, tt.keys)
			}
		})
	}
	if r := call(h, "GET", "/elsewhere", ""); r.StatusCode != http.StatusTeapot {
		t.Errorf("a page that no route owns: %d", r.StatusCode)
	}
	if r := call(h, "DELETE", "/api/echo", ""); r.Header.Get("Allow") != "POST" {
		t.Errorf("Allow: %q", r.Header.Get("Allow"))
	}
}

// AUTH-3 AUTH-8: each access lets in those that it names, and says the same of
// a forged token as of none.
func TestAccess(t *testing.T) {
	h := handler(t)
	tests := []struct {
		method, target                       string
		none, forged, member, manager, admin int
	}{
		{"GET", "/api/mine", 401, 401, 200, 200, 200},
		{"GET", "/api/farms", 401, 401, 403, 200, 200},
		{"GET", "/raw", 401, 401, 403, 403, 200},
		{"POST", "/api/staff", 401, 401, 403, 403, 400}, // rights are checked before the missing body
	}
	for _, tt := range tests {
		for token, want := range map[string]int{"": tt.none, "forged": tt.forged, "member": tt.member, "manager": tt.manager, "admin": tt.admin} {
			r := call(h, tt.method, tt.target, "", "Authorization", "Bearer "+token)
			if r.StatusCode != want {
				t.Errorf("%s %s as %q: %d, want %d", tt.method, tt.target, token, r.StatusCode, want)
			}
			if header := r.Header.Get("X-Auth-Required"); (r.StatusCode == 401) != (header == "true") {
				t.Errorf("%s as %q: status %d with X-Auth-Required %q", tt.target, token, r.StatusCode, header)
			}
		}
	}
	if r := call(h, "GET", "/api/mine", "", "Authorization", "Bearer outage"); r.StatusCode != 503 {
		t.Errorf("an outage signs people out: %d", r.StatusCode)
	}
}

// S20: as many calls as the limit are answered and the next is not, whatever
// address the caller claims to come from.
func TestCallsOfOneCallerAreBounded(t *testing.T) {
	h := handler(t)
	var statuses []int
	for i := range apiCalls + 1 {
		spoofed := fmt.Sprintf("203.0.113.%d", i%250)
		statuses = append(statuses, call(h, "GET", "/api/fail/fault", "", "X-Forwarded-For", spoofed, "X-Real-IP", spoofed, "True-Client-IP", spoofed).StatusCode)
	}
	if statuses[apiCalls-1] != http.StatusNotFound || statuses[apiCalls] != http.StatusTooManyRequests {
		t.Errorf("call %d: %d, the next: %d", apiCalls, statuses[apiCalls-1], statuses[apiCalls])
	}
	if s := call(h, "GET", "/elsewhere", "").StatusCode; s != http.StatusTeapot {
		t.Errorf("pages are limited too: %d", s)
	}
}

// S20
func TestForwardedAddressIsBelievedFromProxiesOnly(t *testing.T) {
	h := handler(t)
	for _, tt := range []struct{ remote, forwarded, want string }{
		{"192.0.2.1:5", "203.0.113.7", "192.0.2.1"},
		{"10.1.1.1:5", "203.0.113.7", "203.0.113.7"},
		{"10.1.1.1:5", "1.2.3.4, 203.0.113.7, 10.2.2.2", "203.0.113.7"},
		{"10.1.1.1:5", "nonsense", "10.1.1.1"},
		{"10.1.1.1:5", "", "10.1.1.1"},
	} {
		r := httptest.NewRequest("GET", "/raw", nil)
		r.RemoteAddr = tt.remote
		r.Header.Set("X-Forwarded-For", tt.forwarded)
		r.Header.Set("Authorization", "Bearer admin")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Body.String(); got != tt.want {
			t.Errorf("%s with %q: %s, want %s", tt.remote, tt.forwarded, got, tt.want)
		}
	}
}

// API-5: the document describes the routes in OpenAPI 3.1.
func TestDocument(t *testing.T) {
	var doc struct {
		OpenAPI string                    `json:"openapi"`
		Paths   map[string]map[string]any `json:"paths"`
	}
	if err := json.NewDecoder(call(handler(t), "GET", "/openapi.json", "").Body).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(doc.OpenAPI, "3.1") || doc.Paths["/api/echo"]["post"] == nil || doc.Paths["/api/fail/{how}"]["get"] == nil {
		t.Errorf("%+v", doc)
	}
}

// LIST-1: the defaults of a list, and every limit that it offers.
func TestListQuery(t *testing.T) {
	h := handler(t)
	for query, want := range map[string]string{
		"": "20 1 _id", "?limit=5&page=2&sort=-name": "5 2 -name", "?limit=10": "10 1 _id", "?limit=50": "50 1 _id", "?limit=100": "100 1 _id",
	} {
		answer, err := io.ReadAll(call(h, "GET", "/api/list"+query, "").Body)
		if err != nil || !strings.Contains(string(answer), `"said":"`+want+`"`) {
			t.Errorf("%q: %s %v", query, answer, err)
		}
	}
}

// API-4: the path that two patterns fit belongs to the one that goes ahead,
// and a wrong method is told as such on either.
func TestOverlappingPatterns(t *testing.T) {
	h := handler(t)
	for _, tt := range []struct {
		method, path string
		status       int
	}{
		{"POST", "/api/fields/upload/7", 200},
		{"POST", "/api/fields/upload/photo", 200},
		{"POST", "/api/fields/7/photo", 409},
		{"GET", "/api/fields/upload/7", 405},
		{"GET", "/api/fields/7/photo", 405},
		{"POST", "/api/fields/7/sound", 404},
	} {
		if r := call(h, tt.method, tt.path, ""); r.StatusCode != tt.status {
			t.Errorf("%s %s: %d", tt.method, tt.path, r.StatusCode)
		}
	}
}
