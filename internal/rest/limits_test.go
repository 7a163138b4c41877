package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
)

func limitOptions() Options {
	return Options{
		Authenticate: func(context.Context, string) (actor.Actor, error) {
			return actor.Actor{}, fault.New(fault.Unauthenticated, "No.")
		},
		Now: time.Now, Logger: slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(),
		Headers: func(next http.Handler) http.Handler { return next }, Fallback: http.NotFoundHandler(),
	}
}

// S20: a network's calls are counted before its tokens are looked up, also those
// that come with calls which are not counted otherwise; for a tag none is.
func TestForgedTokensAreBounded(t *testing.T) {
	lookups := 0
	o := limitOptions()
	o.Authenticate = func(context.Context, string) (actor.Actor, error) {
		lookups++
		return actor.Actor{SessionID: fmt.Sprint(lookups)}, nil // each a caller of its own, whom no other limit holds
	}
	h := NewHandler([]Route{Raw("GET", "/api/mine", SignedIn, http.NotFoundHandler())}, o)
	for range networkCalls/2 + 10 {
		for _, path := range []string{"/api/mine", "/elsewhere", "/tag/none", "/api/tag/none"} {
			call(h, "GET", path, "", "Authorization", "Bearer forged")
		}
	}
	if lookups != networkCalls {
		t.Errorf("%d tokens were looked up, want %d", lookups, networkCalls)
	}
}

// S20 TAG-1: tags that do not exist are counted against the network that asks
// for them; one that does is never refused, and other networks are not touched.
func TestUnknownTagsAreBounded(t *testing.T) {
	tag := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "known") {
			WriteError(w, r, fault.New(fault.NotFound, "No such tag."))
		}
	})
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if !strings.HasSuffix(r.URL.Path, "known") {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = fmt.Fprint(w, "<p>a page")
	})
	h := NewHandler([]Route{Raw("GET", "/api/tag/{id}", Public, tag), Raw("GET", "/tag/{id}", Public, page), Raw("GET", "/tag-picture/{id}", Public, tag)}, limitOptions())
	for i := range tagMisses {
		if r := call(h, "GET", fmt.Sprint([]string{"/api/tag/", "/tag-picture/"}[i%2], i), ""); r.StatusCode != http.StatusNotFound {
			t.Fatalf("miss %d: %d", i, r.StatusCode)
		}
	}
	r := call(h, "GET", "/api/tag/none", "")
	var failure Failure
	if err := json.NewDecoder(r.Body).Decode(&failure); err != nil || r.StatusCode != 429 || failure.StatusCode != 429 || r.Header.Get("Retry-After") == "" {
		t.Errorf("a miss too many: %d %+v %v", r.StatusCode, failure, err)
	}
	if r := call(h, "GET", "/tag-picture/none", ""); r.StatusCode != 429 {
		t.Errorf("its picture: %d", r.StatusCode)
	}
	if r := call(h, "GET", "/tag/none", ""); r.StatusCode != 429 || r.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("its page: %d", r.StatusCode)
	}
	for range 3 * apiCalls {
		for _, path := range []string{"/api/tag/known", "/tag/known", "/tag-picture/known"} {
			if r := call(h, "GET", path, ""); r.StatusCode != 200 {
				t.Fatalf("%s: %d", path, r.StatusCode)
			}
		}
	}
}
