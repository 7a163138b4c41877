package rest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"golang.org/x/sync/semaphore"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
)

const (
	maxBody        = 256 << 10 // of a JSON request, bytes
	maxURL         = 8 << 10
	requestTimeout = 25 * time.Second // below the server's write timeout, so that the answer still goes out
)

// Options are what the handler needs from the rest of the program.
type Options struct {
	// Authenticate gives the actor behind a bearer token. An Unauthenticated
	// fault means that the token is not valid, or no longer.
	Authenticate func(ctx context.Context, token string) (actor.Actor, error)
	// Prove returns a fault unless the caller has given their password lately. Routes that need a
	// proof call it.
	Prove          func(ctx context.Context) error
	Now            func() time.Time
	TrustedProxies []*net.IPNet // whose X-Forwarded-For is believed
	Logger         *slog.Logger
	Metrics        *metrics.Set
	FormBytes      int64 // of all forms that are taken at a time; 64 MB where it is 0
	// Headers sets the security headers of every answer.
	Headers func(http.Handler) http.Handler
	// Fallback answers what no route owns outside /api.
	Fallback http.Handler
}

// NewHandler mounts the routes and puts around them what every call needs.
func NewHandler(routes []Route, o Options) http.Handler {
	m := mountAll(routes, o.Prove)
	if o.FormBytes > 0 {
		m.room.bytes = semaphore.NewWeighted(o.FormBytes)
	}
	return around(m.mux, o)
}

func around(mux *mux, o Options) http.Handler {
	h := ownAnswer(o.Fallback)
	h = readKey(h, o.Now)
	h = limitCallers(h)
	h = authenticate(h, o.Authenticate)
	h = limitNetworks(h)
	h = limitMisses(h)
	h = refuseCrossOrigin(h)
	h = limitRequest(h)
	h = recoverPanics(h)
	h = o.Headers(h)
	h = observe(h, o)
	h = mux.before(h)
	return findOrigin(h, o.TrustedProxies)
}

// ownAnswer runs the route of the request; a path that no route owns, and a
// method that the path does not take, get an answer in our own form.
func ownAnswer(fallback http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		found := matchOf(r)
		switch {
		case found.handler != nil || found.status < http.StatusBadRequest: // the mux cleans the path by a redirect
			found.ServeHTTP(w, r)
		case found.status == http.StatusMethodNotAllowed:
			w.Header().Set("Allow", found.header.Get("Allow"))
			writeFailure(w, newFailure(http.StatusMethodNotAllowed, "That path does not take "+r.Method+"."))
		case r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/"):
			writeFailure(w, newFailure(http.StatusNotFound, "There is nothing at that path."))
		default:
			fallback.ServeHTTP(w, r)
		}
	})
}

// authenticate puts the actor behind the bearer token into the context. With an
// invalid token the call is anonymous, and the route decides. A tag is the same
// for everyone, so nothing is looked up for it.
func authenticate(next http.Handler, find func(context.Context, string) (actor.Actor, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := actor.OriginOf(r.Context()).Bearer
		if token == "" || isTag(r) {
			next.ServeHTTP(w, r)
			return
		}
		who, err := find(r.Context(), token)
		if err != nil && !fault.Is(err, fault.Unauthenticated) {
			WriteError(w, r, err)
			return
		}
		if err == nil {
			r = r.WithContext(actor.With(r.Context(), who))
		}
		next.ServeHTTP(w, r)
	})
}

// readKey keeps the key of a call that may be repeated for [once.Do].
func readKey(next http.Handler, now func() time.Time) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get(once.Header)
		if key == "" {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1)) // a longer one is refused by the handler that reads it
		if err != nil {
			WriteError(w, r, incomplete(err))
			return
		}
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
		ctx, err := once.With(r.Context(), key, fmt.Appendf(nil, "%s %s\n%s", r.Method, r.URL.RequestURI(), body), now())
		if err != nil {
			WriteError(w, r, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// refuseCrossOrigin keeps the pages of other sites from making a browser write.
func refuseCrossOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		WriteError(w, r, fault.New(fault.Denied, "That request came from another site."))
	}))
	return protection.Handler(next)
}

// limitRequest bounds a request's size and time.
func limitRequest(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.URL.RequestURI()) > maxURL {
			writeFailure(w, newFailure(http.StatusRequestURITooLong, "That address is too long."))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), requestTimeout)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
