package app

import (
	"net/http"

	"github.com/merroir/merroir/internal/ledger"
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
		rest.JSON("GET", "/api/v2/getEquipmentReport/{farmId}", rest.SignedIn, "Containers in use and unused spots", a.reports.HandleEquipment),
		rest.JSON("PUT", "/api/v2/getDashboard/{farmId}", rest.SignedIn, "The caller's dashboard of a farm, with its numbers", a.reports.HandleDashboard),
		rest.JSON("PUT", "/api/v2/updateDashboard/{farmId}", rest.SignedIn, "Save the caller's dashboard of a farm", a.reports.HandleSaveDashboard),
		rest.JSON("PUT", "/api/v2/reportExport/{farmId}", rest.SignedIn, "Mail a spreadsheet of a report, Equipment, Snapshot (everything on the farm now) or HarvestLog (everything harvested)", a.exports.HandleExport),
		rest.JSON("GET", "/api/v2/exports/{farmId}", rest.SignedIn, "The spreadsheets that the caller asked for; to staff everybody's", a.exports.HandleExports),
		rest.JSON("POST", "/api/v2/activities/{farmId}", rest.SignedIn, "Record activities, all of them or none", a.ledgers.HandleRecord),
		rest.JSON("GET", "/api/v2/activities/{farmId}", rest.SignedIn, "What was recorded, the newest first", a.ledgers.HandleJournal),
		rest.JSON("GET", "/api/v2/places/{farmId}", rest.SignedIn, "Where the farm has animals or containers", a.ledgers.HandlePlaces),

		rest.Form("POST", "/api/farms/upload/{id}", rest.Staff, "Upload a sheet of activities or visits", ledger.UploadFields, a.uploads.HandleReceive).Ahead(),
		rest.JSON("GET", "/api/farms/{id}/uploads", rest.Staff, "The uploads of a farm, the newest first", a.uploads.HandleList),
		rest.JSON("GET", "/api/farms/{id}/uploads/{uploadId}", rest.Staff, "An upload as it is now", a.uploads.HandleGet),
		rest.JSON("POST", "/api/farms/{id}/uploads/{uploadId}/confirm", rest.Staff, "Record an upload that was previewed", a.uploads.HandleConfirm),
		rest.JSON("POST", "/api/farms/{id}/uploads/{uploadId}/cancel", rest.Staff, "End an upload before it is recorded", a.uploads.HandleCancel),
		rest.JSON("GET", "/api/farms/{id}/uploads/{uploadId}/refused", rest.Staff, "The refused rows of an upload as CSV", a.uploads.HandleRefused),
		rest.JSON("GET", "/api/farms/upload-template", rest.Staff, "A sheet to fill in and upload", a.uploads.HandleTemplate),

		rest.JSON("GET", "/api/tag/{tagId}", rest.Public, "What the public sees of a tag", a.tags.HandleGet),
		rest.Raw("GET", "/tag/{id}", rest.Public, a.tagPage),
		rest.Raw("GET", "/tag/{id}/{rest...}", rest.Public, a.tagPage),
		rest.Raw("POST", "/api/pageview", rest.Public, a.pageviews),
		rest.Raw("GET", "/photos/{name}", rest.Public, a.photos),
		rest.Raw("GET", "/exports/{token}", rest.Public, a.downloads),

		rest.Raw("GET", "/moved", rest.Public, http.HandlerFunc(site.Moved)),
		rest.Raw("GET", "/healthz", rest.Public, http.HandlerFunc(healthz)),
		rest.Raw("GET", "/readyz", rest.Public, http.HandlerFunc(a.readyz)),
		rest.Document("/openapi.json"),
	}
	if a.config.Demo {
		routes = append(routes,
			rest.Raw("GET", "/dev/mail", rest.Public, http.HandlerFunc(a.showMail)),
			rest.Raw("GET", "/dev/mail/{name}", rest.Public, http.HandlerFunc(a.showMail)),
			rest.Raw("GET", "/dev/mail/{name}/{file}", rest.Public, http.HandlerFunc(a.showMailFile)))
	}
	return routes
}
