package rest

import (
	"context"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
)

type orderInput struct {
	ID    string   `path:"id"`
	Key   string   `header:"Some-Key" maxLength:"5"`
	Fast  bool     `query:"fast"`
	Since int64    `query:"since" minimum:"1" required:"true"`
	Tags  []string `query:"tags" maxItems:"2" maxLength:"3"`
	Body  struct {
		Unit  string      `json:"unit" required:"false" default:"dozen"`
		Lines []orderLine `json:"lines" required:"false"`
		Gift  *orderLine  `json:"gift,omitempty"`
	}
}

type orderLine struct {
	Count int    `json:"count"`
	Size  string `json:"size,omitempty" default:"medium"`
}

func ordersHandler() http.Handler {
	type order struct {
		ETag string `header:"ETag"`
		Body any
	}
	type file struct {
		ContentType string `header:"Content-Type"`
		Body        []byte
	}
	routes := []Route{
		JSON(http.MethodPost, "/api/orders/{id}", Public, "Order", func(_ context.Context, in *orderInput) (*order, error) {
			return &order{ETag: in.Key, Body: in}, nil
		}),
		JSON(http.MethodGet, "/api/orders/file", Public, "File", func(context.Context, *struct{}) (*file, error) {
			return &file{ContentType: "text/csv", Body: []byte("a,b")}, nil
		}),
		JSON(http.MethodDelete, "/api/orders/{id}", Public, "Nothing", func(context.Context, *struct {
			ID string `path:"id"`
		}) (*struct{}, error) {
			return &struct{}{}, nil
		}),
		JSON(http.MethodGet, "/api/orders/broken", Public, "No JSON", func(context.Context, *struct{}) (*order, error) {
			return &order{Body: math.NaN()}, nil
		}),
	}
	return NewHandler(routes, Options{
		Authenticate: func(context.Context, string) (actor.Actor, error) { return actor.Actor{}, nil },
		Logger:       slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(),
		Headers: func(h http.Handler) http.Handler { return h }, Fallback: http.NotFoundHandler(),
	})
}

func TestInputIsFilledFromEveryPlace(t *testing.T) {
	h := ordersHandler()
	r := call(h, "POST", "/api/orders/7?since=3&fast=true&tags=a&tags=b,c", `{"lines":[{"count":1,"size":"small"},{"count":2}],"gift":{"count":3}}`,
		"Some-Key", "k", "Content-Type", "application/json; charset=utf-8")
	got, err := io.ReadAll(r.Body)
	want := `{"ID":"7","Key":"k","Fast":true,"Since":3,"Tags":["a","b,c"],"Body":{"unit":"dozen",` +
		`"lines":[{"count":1,"size":"small"},{"count":2,"size":"medium"}],"gift":{"count":3,"size":"medium"}}}` + "\n"
	if err != nil || string(got) != want {
		t.Errorf("%s %v, want %s", got, err, want)
	}
	if r.Header.Get("ETag") != "k" || r.Header.Get("Content-Type") != "application/json" {
		t.Errorf("headers %v", r.Header)
	}
	for _, tt := range []struct{ target, body, key, field string }{
		{"/api/orders/7", `{}`, "", "since"},
		{"/api/orders/7?since=0", `{}`, "", "since"},
		{"/api/orders/7?since=x", `{}`, "", "since"},
		{"/api/orders/7?since=1&fast=perhaps", `{}`, "", "fast"},
		{"/api/orders/7?since=1", `{}`, "longer", "Some-Key"},
		{"/api/orders/7?since=1&tags=a&tags=b&tags=c", `{}`, "", "tags"},
		{"/api/orders/7?since=1&tags=a&tags=long", `{}`, "", "tags.1"},
		{"/api/orders/7?since=1", `{"lines":[{"count":1},{"count":"two"}]}`, "", "lines.1.count"},
	} {
		f := failure(t, call(h, "POST", tt.target, tt.body, "Some-Key", tt.key))
		if f.StatusCode != http.StatusBadRequest || f.Validation == nil || f.Validation.Keys[0] != tt.field {
			t.Errorf("%s %s: %+v", tt.target, tt.body, f.Validation)
		}
	}
	// The schema lets it pass, a machine's number does not.
	if f := failure(t, call(h, "POST", "/api/orders/7?since=1", `{"lines":[{"count":1e30}]}`)); f.StatusCode != http.StatusBadRequest {
		t.Errorf("a number that is too large: %+v", f)
	}
}

// One handler answers two paths where its input says that one of them lacks a part.
func TestAnInputServesTwoPaths(t *testing.T) {
	type part struct {
		Farm string `path:"farm" required:"false"`
		ID   string `path:"id"`
	}
	type output struct{ Body part }
	handle := func(_ context.Context, in *part) (*output, error) { return &output{*in}, nil }
	routes := []Route{JSON("GET", "/api/parts/{id}", Public, "", handle), JSON("GET", "/api/farms/{farm}/parts/{id}", Public, "", handle)}
	h := NewHandler(routes, Options{
		Authenticate: func(context.Context, string) (actor.Actor, error) { return actor.Actor{}, nil },
		Logger:       slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(),
		Headers: func(h http.Handler) http.Handler { return h }, Fallback: http.NotFoundHandler(),
	})
	for target, want := range map[string]string{"/api/parts/7": `{"Farm":"","ID":"7"}`, "/api/farms/f/parts/7": `{"Farm":"f","ID":"7"}`} {
		body, err := io.ReadAll(call(h, "GET", target, "").Body)
		if err != nil || strings.TrimSpace(string(body)) != want {
			t.Errorf("%s: %s, %v", target, body, err)
		}
	}
	document, err := Describe(routes)
	if err != nil || strings.Count(string(document), `"name": "farm"`) != 1 {
		t.Errorf("%s, %v", document, err)
	}
}

func TestOutputIsWrittenByItsKind(t *testing.T) {
	h := ordersHandler()
	for _, tt := range []struct {
		method, target, contentType, body string
		status                            int
	}{
		{"GET", "/api/orders/file", "text/csv", "a,b", 200},
		{"DELETE", "/api/orders/7", "", "", 204},
	} {
		r := call(h, tt.method, tt.target, "")
		body, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != tt.status || r.Header.Get("Content-Type") != tt.contentType || string(body) != tt.body {
			t.Errorf("%s: %d %q %q %v", tt.target, r.StatusCode, r.Header.Get("Content-Type"), body, err)
		}
	}
	if f := failure(t, call(h, "GET", "/api/orders/broken", "")); f.StatusCode != http.StatusInternalServerError {
		t.Errorf("an answer that is no JSON: %+v", f)
	}
}

// A struct that cannot be read or written is found when the server starts.
func TestUnknownTypesAreFoundAtTheStart(t *testing.T) {
	type number struct {
		Body struct {
			Count int `json:"count" required:"false" default:"3"`
		}
	}
	type list struct {
		IDs []int `query:"ids"`
	}
	type age struct {
		Age int `header:"Age"`
	}
	for name, route := range map[string]Route{
		"a default that is no text": JSON("POST", "/api/x", Public, "", func(context.Context, *number) (*struct{}, error) { return nil, nil }),
		"a list of numbers":         JSON("GET", "/api/x", Public, "", func(context.Context, *list) (*struct{}, error) { return nil, nil }),
		"a number as a header":      JSON("GET", "/api/x", Public, "", func(context.Context, *struct{}) (*age, error) { return nil, nil }),
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: nothing is said", name)
				}
			}()
			mountAll([]Route{route}, nil)
		}()
	}
}
