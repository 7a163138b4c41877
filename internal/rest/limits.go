package rest

import (
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/httprate"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
)

// How many calls are accepted in a window.
const (
	apiCalls     = 300  // of a session, or of all who are not signed in on one network
	networkCalls = 3000 // of a network, counted before anything is looked up: an office shares one
	tagMisses    = 100  // of a network, for tags that do not exist
	apiWindow    = 10 * time.Second

	slowLookups = 2 // at once, for networks that have asked for too many such tags
)

var errManyCalls = fault.New(fault.TooMany, "That is too many requests at once. Please wait a few seconds.")

// isCall reports a call of the API. Tags and pages do not count: in a recall a
// whole market scans tags from one address.
func isCall(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/") && !isTag(r) }

func isTag(r *http.Request) bool {
	for _, prefix := range []string{"/api/tag/", "/tag/", "/tag-picture/"} {
		if strings.HasPrefix(r.URL.Path, prefix) {
			return true
		}
	}

	return false
}

// limitCallers bounds how often one caller may use the API.
func limitCallers(next http.Handler) http.Handler { return limit(next, apiCalls, callerKey, isCall) }

// limitNetworks bounds what a network can make the server look up, also with
// forged tokens.
func limitNetworks(next http.Handler) http.Handler {
	return limit(next, networkCalls, networkKey, func(r *http.Request) bool {
		return isCall(r) || !isTag(r) && actor.OriginOf(r.Context()).Bearer != ""
	})
}

func limit(next http.Handler, calls int, key httprate.KeyFunc, counts func(*http.Request) bool) http.Handler {
	limiter := httprate.LimitBy(calls, apiWindow, key,
		httprate.WithLimitHandler(func(w http.ResponseWriter, r *http.Request) { WriteError(w, r, errManyCalls) }))(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if counts(r) {
			limiter.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func callerKey(r *http.Request) (string, error) {
	if who, ok := actor.From(r.Context()); ok {
		return who.SessionID, nil
	}
	return networkKey(r)
}

func networkKey(r *http.Request) (string, error) {
	return actor.Network(actor.OriginOf(r.Context()).IP), nil
}

// limitMisses counts tags that do not exist against the network that asks for
// them. One that exists is never refused; a network that has asked for too many
// missing ones waits a little for its turn, so that it does not hold up others.
func limitMisses(next http.Handler) http.Handler {
	misses := httprate.NewRateLimiter(tagMisses, apiWindow)
	slow := make(chan struct{}, slowLookups)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isTag(r) {
			next.ServeHTTP(w, r)
			return
		}
		network := actor.Network(actor.OriginOf(r.Context()).IP)
		_, missed, err := misses.Status(network)
		if err == nil && missed >= tagMisses {
			select {
			case slow <- struct{}{}:
				defer func() { <-slow }()
			case <-r.Context().Done():
				return // the caller left
			}
		}
		next.ServeHTTP(&missWriter{ResponseWriter: w, over: func() bool { return misses.OnLimit(w, r, network) }}, r)
	})
}

// missWriter turns a miss beyond the limit into 429. The page for a person stays
// as it is; the API's answer gets another body.
type missWriter struct {
	http.ResponseWriter
	over    func() bool // counts a miss
	dropped bool        // the body was written here
}

func (w *missWriter) WriteHeader(status int) {
	switch {
	case status != http.StatusNotFound || !w.over():
		w.ResponseWriter.WriteHeader(status)
	case strings.HasPrefix(w.Header().Get("Content-Type"), "text/html"):
		w.ResponseWriter.WriteHeader(http.StatusTooManyRequests)
	default:
		w.dropped = true
		failure := newFailure(http.StatusTooManyRequests, errManyCalls.Error())
		failure.retryAfter = int(apiWindow / time.Second)
		w.Header().Del("Content-Length")
		writeFailure(w.ResponseWriter, failure)
	}
}

func (w *missWriter) Write(b []byte) (int, error) {
	if w.dropped {
		return len(b), nil
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *missWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
