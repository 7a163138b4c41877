package rest

import "net/http"

// mux is two of the standard library's, asked in turn. net/http refuses two
// patterns that overlap while neither is more specific, as
// /api/farms/upload/{id} and /api/farms/{id}/photo are; a route that is [Route.Ahead]
// stands in the first, and so wins.
type mux struct {
	ahead, general *http.ServeMux
	mounting       *http.ServeMux // which of the two takes the next pattern
}

func newMux() *mux {
	m := &mux{ahead: http.NewServeMux(), general: http.NewServeMux()}
	m.mounting = m.general
	return m
}

// HandleFunc is Handle for a function.
func (m *mux) HandleFunc(pattern string, handle func(http.ResponseWriter, *http.Request)) {
	m.mounting.HandleFunc(pattern, handle)
}

// Handle registers a handler as net/http does.
func (m *mux) Handle(pattern string, handler http.Handler) { m.mounting.Handle(pattern, handler) }

// find gives the mux that answers the request, with the pattern that owns it;
// an empty one where none does.
func (m *mux) find(r *http.Request) (*http.ServeMux, string) {
	if _, pattern := m.ahead.Handler(r); pattern != "" {
		return m.ahead, pattern
	}
	handler, pattern := m.general.Handler(r)
	if pattern == "" && probe(handler, r).status == http.StatusNotFound {
		return m.ahead, "" // whose answer may be that the method is wrong
	}
	return m.general, pattern
}

func (m *mux) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	owner, _ := m.find(r)
	owner.ServeHTTP(w, r)
}

// probe runs a mux's own answer, a refusal or a redirect, and keeps its status
// and headers.
func probe(handler http.Handler, r *http.Request) *headerProbe {
	p := &headerProbe{header: http.Header{}}
	handler.ServeHTTP(p, r)
	return p
}

// headerProbe takes the status and headers of an answer and drops its body.
type headerProbe struct {
	header http.Header
	status int
}

func (p *headerProbe) Header() http.Header         { return p.header }
func (p *headerProbe) WriteHeader(status int)      { p.status = status }
func (p *headerProbe) Write(b []byte) (int, error) { return len(b), nil }
