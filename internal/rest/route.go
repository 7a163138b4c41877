package rest

import (
	"context"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/merroir/merroir/internal/actor"
)

// Access says who may call a route. A farm-scoped use case also passes the
// tenancy gate of package farm, which hides farms that are not the caller's.
type Access struct {
	who        string // in the API document
	permission actor.Permission
}

var (
	Public    = Access{who: "public"}                                                      // anyone
	SignedIn  = Access{who: "signed in"}                                                   // any active user
	Own       = Access{who: "signed in, about their own account"}                          // also those who must set up a second factor first
	Bearing   = Access{who: "signed in, or with another bearer token that the call takes"} // the use case decides
	Root      = Access{who: "root"}                                                        // who may do everything
	FarmUsers = Access{who: "farm users"}                                                  // farm managers, and those who see every farm
)

// May is the access of those who have the permission.
func May(p actor.Permission) Access {
	return Access{who: "who has the permission " + string(p), permission: p}
}

// Permission is the permission that the access takes, empty where it takes none.
func (a Access) Permission() actor.Permission { return a.permission }

// allows reports whether the caller may, and the fault to answer with if not.
func (a Access) allows(ctx context.Context) error {
	switch {
	case a == Public:
		return nil
	case a == Root:
		return actor.RequireRoot(ctx)
	case a.permission != "":
		return actor.Require(ctx, a.permission)
	}
	caller, err := actor.SignedIn(ctx)
	switch {
	case a == Bearing && (err == nil || actor.OriginOf(ctx).Bearer != ""):
		return nil
	case err != nil:
		return err
	case a == Own:
		return nil
	}
	if a == FarmUsers && !caller.ReachesFarms() {
		return actor.ErrDenied
	}
	return caller.Enrolled()
}

// Route is one row of the table of routes.
type Route struct {
	Method string
	Path   string // as net/http patterns write it: /api/farms/{id}
	Access Access

	mount func(*mounts, Access)
	ahead bool
	keys  []actor.Right // of farms' keys, one of which a program needs
	proof Proof

	inViews, notInViews bool
	also                []int // answers that its kind of route does not have
	answer              http.Handler
}

// AnsweredBy has the handler answer a route of JSON, in its place: the route says what
// it takes and gives, and the handler knows a quicker way to the same.
func (r Route) AnsweredBy(handler http.Handler) Route {
	r.answer = handler
	return r
}

// ForKeys opens the route to programs whose farm's key has one of the rights.
func (r Route) ForKeys(rights ...actor.Right) Route {
	r.keys = rights
	return r
}

// Keys gives the rights of farms' keys that open the route.
func (r Route) Keys() []actor.Right { return r.keys }

// Proof says whether a route needs a recent proof of the password.
type Proof string

const (
	NoProof     Proof = ""
	AlwaysProof Proof = "always"
	// SomeProof marks a route whose use case requires a proof for some of its changes.
	SomeProof Proof = "for some changes"
)

// NeedsProof requires a recent password proof of whoever is signed in: the call gives somebody
// power, or a way in. Without a proof the answer is 403 with the code proof-required.
func (r Route) NeedsProof() Route {
	r.proof = AlwaysProof
	return r
}

// MayNeedProof marks a route whose use case requires a password proof for some changes.
func (r Route) MayNeedProof() Route {
	r.proof = SomeProof
	return r
}

// Proof returns whether the route needs a password proof.
func (r Route) Proof() Proof { return r.proof }

// InViews opens the route to read-only views of a farm, though its method is not GET: it changes
// nothing, or nothing but the view itself.
func (r Route) InViews() Route {
	r.inViews = true
	return r
}

// NotInViews closes the route to read-only views of a farm, though its method is GET: it stores or
// sends something.
func (r Route) NotInViews() Route {
	r.notInViews = true
	return r
}

// OpenToViews reports whether a read-only view of a farm may call the route.
func (r Route) OpenToViews() bool {
	return r.inViews || r.Method == http.MethodGet && !r.notInViews
}

// Answers names statuses that the route can answer with beside those of every route of its kind.
func (r Route) Answers(statuses ...int) Route {
	r.also = statuses
	return r
}

// Ahead gives the route precedence over those whose paths overlap with its own.
func (r Route) Ahead() Route {
	r.ahead = true
	return r
}

// mounts is where a route registers itself.
type mounts struct {
	document *huma.OpenAPI
	mux      *mux
	room     *room // for forms
	answer   http.Handler
	also     []int
	gate     gate // of the route that is being mounted, but for its access
}

// gate decides who may call a route.
type gate struct {
	access  Access
	keys    []actor.Right
	inViews bool
	proof   Proof
	prove   func(context.Context) error // returns the fault of a caller without a recent proof
}

// enter returns the context of the call. Its error is the fault to answer with.
func (g gate) enter(ctx context.Context) (context.Context, error) {
	ctx, err := g.admit(ctx)
	if err != nil {
		return ctx, err
	}

	caller, signedIn := actor.From(ctx)
	if caller.Viewing != "" && !g.inViews {
		return ctx, actor.ErrViewing
	}
	if g.proof == AlwaysProof && signedIn { // an app with its own key has no password
		return ctx, g.prove(ctx)
	}

	return ctx, nil
}

// admit checks the access of people, and the rights of programs with a farm's key.
func (g gate) admit(ctx context.Context) (context.Context, error) {
	caller, _ := actor.From(ctx)
	if caller.Key == nil || g.access == Public && len(g.keys) == 0 {
		return ctx, g.access.allows(ctx)
	}

	ctx, err := actor.OpenTo(ctx, g.keys)
	if err == nil {
		err = caller.Enrolled()
	}

	return ctx, err
}

// with returns the gate with the access.
func (g gate) with(access Access) gate {
	g.access = access
	return g
}

// JSON is a route that takes and answers JSON. The summary goes into the API
// document; the input and output structs follow huma's tags.
func JSON[In, Out any](method, path string, access Access, summary string, handle func(context.Context, *In) (*Out, error)) Route {
	use := useCaseOf(handle)
	return Route{Method: method, Path: path, Access: access, mount: func(m *mounts, access Access) {
		m.mount(newOperation(method, path, access, summary), access, use)
	}}
}

// mount describes the operation in the document, and has its calls answered.
func (m *mounts) mount(op *huma.Operation, access Access, use useCase) {
	schemas := m.document.Components.Schemas
	e := &endpoint{gate: m.gate.with(access), run: use.run}
	describeKeys(op, m.gate.keys)
	describeProof(op, m.gate.proof)
	e.input = describeInput(op, schemas, use.in)
	e.output = describeOutput(op, schemas, use.out)
	op.Errors = append(op.Errors, m.also...)
	describeErrors(op, schemas)
	m.document.AddOperation(op)
	if m.answer != nil {
		m.mux.Handle(op.Method+" "+op.Path, e.gate.before(m.answer))
		return
	}
	m.mux.Handle(op.Method+" "+op.Path, e)
}

// before lets those through who may.
func (g gate) before(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, err := g.enter(r.Context())
		if err != nil {
			WriteError(w, r, err)
			return
		}
		handler.ServeHTTP(w, r.WithContext(ctx))
	})
}

// Raw is a route that speaks HTTP itself: pages, photos, probes.
func Raw(method, path string, access Access, handler http.Handler) Route {
	return Route{Method: method, Path: path, Access: access, mount: func(m *mounts, access Access) {
		m.mux.Handle(method+" "+path, m.gate.with(access).before(handler))
	}}
}

// Document is the route of the OpenAPI document of all JSON routes.
func Document(path string) Route {
	return Route{Method: http.MethodGet, Path: path, Access: Public, mount: func(m *mounts, _ Access) {
		describe := sync.OnceValues(m.describe) // when it is first asked for, all routes are mounted
		m.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			document, err := describe()
			if err != nil {
				WriteError(w, r, err)
				return
			}
			w.Header().Set("Content-Type", "application/vnd.oai.openapi+json;version=3.1")
			_, _ = w.Write(document) // the caller may be gone
		})
	}}
}

// Describe gives the document that the routes would serve. Their handlers are
// not called, so they may belong to services that are not open.
func Describe(routes []Route) ([]byte, error) {
	return mountAll(routes, nil).describe()
}

func mountAll(routes []Route, prove func(context.Context) error) *mounts {
	m := &mounts{document: newDocument(), mux: newMux(), room: newRoom()}
	for _, route := range routes {
		m.mux.ahead, m.answer, m.also = route.ahead, route.answer, route.also
		m.gate = gate{keys: route.keys, inViews: route.OpenToViews(), proof: route.proof, prove: prove}
		route.mount(m, route.Access)
	}
	return m
}
