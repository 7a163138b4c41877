package app

import (
	"net/http"

	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/site"
)

// routes is the table of everything that the server answers: method, path, who
// may call it, and what does the work. What no row owns goes to the web app,
// and below /api to a 404. A farm-scoped row also passes the tenancy gate.
func (a *App) routes() []rest.Route {
	routes := []rest.Route{
		rest.JSON("POST", "/api/login", rest.Public, "Sign in", a.accounts.HandleSignIn),
		rest.JSON("POST", "/api/login/forgot", rest.Public, "Ask for a password reset link", a.accounts.HandleForgot),
		rest.JSON("POST", "/api/login/reset", rest.Public, "Set a password with the key of a reset link", a.accounts.HandleReset),
		rest.JSON("POST", "/api/logout", rest.SignedIn, "End the session", a.accounts.HandleSignOut),
		rest.JSON("GET", "/api/users/my", rest.SignedIn, "The caller's own user", a.accounts.HandleMy),

		rest.JSON("GET", "/api/farms", rest.FarmUsers, "List the farms that the caller may see", a.farms.HandleList),
		rest.JSON("POST", "/api/farms", rest.Staff, "Make a farm", a.farms.HandleCreate),
		rest.JSON("GET", "/api/farms/{id}", rest.SignedIn, "A farm with its growing areas", a.farms.HandleGet),
		rest.JSON("GET", "/api/farms/{id}/filters", rest.SignedIn, "The view-by options that a farm really has", a.reports.HandleFilters),
		rest.JSON("PUT", "/api/v2/getFarmInventory/{farmId}", rest.SignedIn, "A report over a farm's ledger", a.reports.HandleInventory),

		rest.JSON("GET", "/api/tag/{tagId}", rest.Public, "What the public sees of a tag", a.tags.HandleGet),
		rest.Raw("GET", "/tag/{id}", rest.Public, a.tagPage),
		rest.Raw("GET", "/tag/{id}/{rest...}", rest.Public, a.tagPage),
		rest.Raw("POST", "/api/pageview", rest.Public, a.pageviews),
		rest.Raw("GET", "/photos/{name}", rest.Public, a.photos),

		rest.Raw("GET", "/moved", rest.Public, http.HandlerFunc(site.Moved)),
		rest.Raw("GET", "/healthz", rest.Public, http.HandlerFunc(healthz)),
		rest.Raw("GET", "/readyz", rest.Public, http.HandlerFunc(a.readyz)),
		rest.Document("/openapi.json"),
	}
	if a.config.Demo {
		routes = append(routes,
			rest.Raw("GET", "/dev/mail", rest.Public, http.HandlerFunc(a.showMail)),
			rest.Raw("GET", "/dev/mail/{name}", rest.Public, http.HandlerFunc(a.showMail)))
	}
	return routes
}
