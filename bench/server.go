package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/site"
)

// api is the product's handler over HTTP, and somebody who is signed in to it.
type api struct {
	server *httptest.Server
	users  *account.Service
	token  string
	calls  int // with this token
}

// callsPerToken stays below the limit that the API sets to one session.
const callsPerToken = 250

func (b *bench) serve(reports *report.Service) *api {
	const publicURL = "https://merroir.example"
	handler := rest.NewHandler([]rest.Route{
		rest.JSON("PUT", "/api/v2/getFarmInventory/{farmId}", rest.SignedIn, "A report over a farm's ledger", reports.HandleInventory),
	}, rest.Options{
		Authenticate: b.users.Authenticate, Now: clock, Logger: slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(),
		Headers: site.Headers(publicURL), Fallback: http.NotFoundHandler(),
	})
	return &api{server: httptest.NewServer(handler), users: b.users, calls: callsPerToken}
}

// ask gives the answer to a query of a report and the time that it took.
func (a *api) ask(ctx context.Context, farmID string, q report.Query) (body []byte, took time.Duration, err error) {
	question, err := json.Marshal(q)
	if err != nil {
		return nil, 0, err
	}
	return a.send(ctx, http.MethodPut, "/api/v2/getFarmInventory/"+farmID, question)
}

// send gives the answer to a call and the time from sending it to having read it.
func (a *api) send(ctx context.Context, method, path string, content []byte) (body []byte, took time.Duration, err error) {
	if a.calls == callsPerToken {
		a.calls = 0
		if a.token, _, err = a.users.SignIn(ctx, account.SignInForm{Login: benchUser, Password: benchPassword}, ""); err != nil {
			return nil, 0, err
		}
	}
	a.calls++
	request, err := http.NewRequestWithContext(ctx, method, a.server.URL+path, bytes.NewReader(content))
	if err != nil {
		return nil, 0, err
	}
	request.Header.Set("Authorization", "Bearer "+a.token)
	request.Header.Set("Content-Type", "application/json")
	start := time.Now()
	response, err := a.server.Client().Do(request)
	if err != nil {
		return nil, 0, err
	}
	defer response.Body.Close()
	body, err = io.ReadAll(response.Body)
	took = time.Since(start)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, body)
	}
	return body, took, err
}

// answer is ask with the answer read.
func (a *api) answer(ctx context.Context, farmID string, q report.Query) (r report.Report, took time.Duration, err error) {
	body, took, err := a.ask(ctx, farmID, q)
	if err != nil {
		return r, 0, err
	}
	return r, took, json.Unmarshal(body, &r)
}
