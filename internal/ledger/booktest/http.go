package booktest

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/rest"
)

// Ann works for the platform.
var Ann = actor.Actor{UserID: "ann", Username: "ann", Admin: true}

// Serve answers the routes as package app does; Ann is the caller.
func Serve(routes ...rest.Route) http.Handler {
	return rest.NewHandler(routes, rest.Options{
		Authenticate: func(context.Context, string) (actor.Actor, error) { return Ann, nil },
		Logger:       slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(),
		Headers: func(h http.Handler) http.Handler { return h }, Fallback: http.NotFoundHandler(),
	})
}

// Ask calls the API, with a body unless that is nil, and reads the answer into one
// that may be nil.
func Ask(t testing.TB, h http.Handler, method, path string, body, into any) (status int) {
	t.Helper()
	var sent bytes.Buffer
	if body != nil {
		Must(t, json.NewEncoder(&sent).Encode(body))
	}
	w := Send(h, method, path, &sent, "application/json")
	if into != nil {
		if err := json.Unmarshal(w.Body.Bytes(), into); err != nil {
			t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
	}
	return w.Code
}

// Send calls the API and gives the answer as it is.
func Send(h http.Handler, method, path string, body *bytes.Buffer, contentType string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, body)
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("Authorization", "Bearer x")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
