package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

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
	FarmUsers = Access{who: "farm users"}                                                  // farm managers, staff, and those who keep the records of farms
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
}

// Ahead gives the route precedence over those whose paths overlap with its own.
func (r Route) Ahead() Route {
	r.ahead = true
	return r
}

// mounts is where a route registers itself.
type mounts struct {
	api  huma.API
	mux  *mux
	room *room // for forms
}

// JSON is a route that takes and answers JSON. The summary goes into the API
// document; the input and output structs follow huma's tags.
func JSON[In, Out any](method, path string, access Access, summary string, handle func(context.Context, *In) (*Out, error)) Route {
	return Route{Method: method, Path: path, Access: access, mount: func(m *mounts, access Access) {
		register(m, operation(method, path, access, summary), handle)
	}}
}

func register[In, Out any](m *mounts, op huma.Operation, handle func(context.Context, *In) (*Out, error)) {
	huma.Register(m.api, op, func(ctx context.Context, in *In) (*Out, error) {
		if errs := refuseText(in); errs != nil {
			return nil, shapeFailure("", errs)
		}
		out, err := handle(ctx, in)
		if err != nil {
			return nil, answer(ctx, err)
		}
		return out, nil
	})
	countInWholes(m.api.OpenAPI().Paths[op.Path])
}

// countInWholes repairs the enums of whole numbers in a query, which huma reads
// from their tags as fractions and then finds unequal to what was sent.
func countInWholes(item *huma.PathItem) {
	for _, op := range []*huma.Operation{item.Get, item.Put, item.Post, item.Patch, item.Delete} {
		if op == nil {
			continue
		}
		for _, parameter := range op.Parameters {
			for i, choice := range parameter.Schema.Enum {
				if number, is := choice.(float64); is && parameter.Schema.Type == huma.TypeInteger {
					parameter.Schema.Enum[i] = int64(number)
				}
			}
		}
	}
}

// Raw is a route that speaks HTTP itself: pages, photos, probes.
func Raw(method, path string, access Access, handler http.Handler) Route {
	return Route{Method: method, Path: path, Access: access, mount: func(m *mounts, access Access) {
		m.mux.Handle(method+" "+path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := access.allows(r.Context()); err != nil {
				WriteError(w, r, err)
				return
			}
			handler.ServeHTTP(w, r)
		}))
	}}
}

// Document is the route of the OpenAPI document of all JSON routes.
func Document(path string) Route {
	return Route{Method: http.MethodGet, Path: path, Access: Public, mount: func(m *mounts, _ Access) {
		m.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			document, err := m.describe()
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
	return mountAll(routes).describe()
}

// Huma has these once for the whole program, so they are set before anything runs.
func init() {
	huma.NewError = humaError
	huma.DefaultArrayNullable = false
}

func mountAll(routes []Route) *mounts {
	m := &mounts{mux: newMux(), room: newRoom()}
	m.api = humago.New(m.mux, apiConfig())
	for _, route := range routes {
		m.mux.ahead = route.ahead
		route.mount(m, route.Access)
	}
	return m
}

func (m *mounts) describe() ([]byte, error) {
	document, err := json.MarshalIndent(m.api.OpenAPI(), "", "  ")
	return append(document, '\n'), err
}

// apiVersion moves when a client must change.
const apiVersion = "1.0.0"

func apiConfig() huma.Config {
	c := huma.DefaultConfig("Merroir", apiVersion)
	c.Info.Description = "Traceability for shellfish farms. Dates are YYYY-MM-DD in the farm's time zone, instants Unix milliseconds, money US cents."
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"bearer": {Type: "http", Scheme: "bearer"}}
	c.OpenAPIPath, c.DocsPath, c.SchemasPath, c.CreateHooks = "", "", "", nil
	return c
}

func operation(method, path string, access Access, summary string) huma.Operation {
	op := huma.Operation{
		Method:       method,
		Path:         path,
		OperationID:  operationID(method, path),
		Summary:      summary,
		Description:  "Who may call it: " + access.who + ".",
		MaxBodyBytes: maxBody,
		Errors:       []int{http.StatusBadRequest, http.StatusInternalServerError},
		Middlewares: huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
			if err := access.allows(ctx.Context()); err != nil {
				writeHuma(ctx, answer(ctx.Context(), err))
				return
			}
			next(ctx)
		}},
	}
	if access != Public {
		op.Security = []map[string][]string{{"bearer": {}}}
		op.Errors = append(op.Errors, http.StatusUnauthorized, http.StatusForbidden)
	}
	if strings.Contains(path, "{") {
		op.Errors = append(op.Errors, http.StatusNotFound)
	}
	return op
}

// operationID is the method and the path as one name: get-farms-id.
func operationID(method, path string) string {
	words := strings.FieldsFunc(strings.TrimPrefix(path, "/api/"), func(r rune) bool { return strings.ContainsRune("/{}", r) })
	return strings.ToLower(method + "-" + strings.Join(words, "-"))
}
