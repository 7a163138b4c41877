package rest

import (
	"context"
	"net/http"
	"strings"
)

// mux is the standard library's, asked once for each request before anything
// else sees it. net/http refuses two patterns that overlap while neither is more
// specific, as /api/farms/upload/{id} and /api/farms/{id}/photo are; a pattern
// with a host goes before those without, so a route that is [Route.Ahead] is
// registered under a host that every request has while it is matched.
type mux struct {
	patterns http.Handler // table; a test counts how often it is asked
	table    *http.ServeMux
	ahead    bool // whether the next pattern goes ahead
}

const aheadHost = "ahead"

func newMux() *mux {
	table := http.NewServeMux()
	return &mux{patterns: table, table: table}
}

// HandleFunc is Handle for a function.
func (m *mux) HandleFunc(pattern string, handle func(http.ResponseWriter, *http.Request)) {
	m.Handle(pattern, http.HandlerFunc(handle))
}

// Handle registers a handler for a method and a path.
func (m *mux) Handle(pattern string, handler http.Handler) {
	if m.ahead {
		pattern = strings.Replace(pattern, " /", " "+aheadHost+"/", 1)
	}
	m.table.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) { w.(*match).handler = handler })
}

// match looks for the route of the request and gives the request with the
// route's pattern and the values of its path.
func (m *mux) match(r *http.Request) (*match, *http.Request) {
	found := &match{status: http.StatusOK}
	host := r.Host
	r = r.WithContext(context.WithValue(r.Context(), matchKey{}, found))
	r.Host = aheadHost
	m.patterns.ServeHTTP(found, r)
	r.Host = host
	r.Pattern = strings.Replace(r.Pattern, " "+aheadHost+"/", " /", 1)
	return found, r
}

// ServeHTTP matches and answers at once; huma asks for it.
func (m *mux) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, r := m.match(r)
	found.ServeHTTP(w, r)
}

// before matches each request once, for everything that follows.
func (m *mux) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, r = m.match(r)
		next.ServeHTTP(w, r)
	})
}

type matchKey struct{}

// match is what the mux has for a request: the handler of its route, or else
// an answer of its own, a refusal or the redirect to a cleaned path.
type match struct {
	handler   http.Handler
	requestID string // by observe

	header http.Header
	status int
	body   []byte
}

func matchOf(r *http.Request) *match { return r.Context().Value(matchKey{}).(*match) }

func (m *match) Header() http.Header {
	if m.header == nil { // most have none
		m.header = http.Header{}
	}
	return m.header
}
func (m *match) WriteHeader(status int) { m.status = status }
func (m *match) Write(b []byte) (int, error) {
	m.body = append(m.body, b...)
	return len(b), nil
}

// ServeHTTP runs the route, or gives the answer of the mux.
func (m *match) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if m.handler != nil {
		m.handler.ServeHTTP(w, r)
		return
	}
	for name, values := range m.header {
		w.Header()[name] = values
	}
	w.WriteHeader(m.status)
	_, _ = w.Write(m.body) // the caller may be gone
}
