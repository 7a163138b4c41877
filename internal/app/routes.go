package app

import (
	"net/http"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger/upload"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/site"
)

// routes is the table of everything that the server answers: method, path, who
// may call it, and what does the work. What no row owns goes to the web app,
// and below /api to a 404. A farm-scoped row also passes the tenancy gate.
func (a *App) routes() []rest.Route {
	people := rest.May(actor.AdminUsers)
	routes := []rest.Route{
		rest.JSON("POST", "/api/login", rest.Public, "Sign in", a.accounts.HandleSignIn),
		rest.JSON("POST", "/api/login/forgot", rest.Public, "Ask for a password reset link", a.accounts.HandleForgot),
		rest.JSON("POST", "/api/login/reset", rest.Public, "Set a password with the key of a reset link", a.accounts.HandleReset),
		rest.JSON("POST", "/api/logout", rest.Own, "End the session", a.accounts.HandleSignOut),
		rest.JSON("GET", "/api/passwords/rules", rest.Public, "What is asked of a new password", a.accounts.HandlePasswordRules),
		rest.JSON("POST", "/api/sso/tickets", rest.Bearing, "Make a ticket that signs a user in at a farm; also for an app with its key", a.accounts.HandleTicket),
		rest.JSON("GET", "/api/users/my", rest.Bearing, "Your user; also for the holder of a ticket", a.accounts.HandleMy),
		rest.JSON("PUT", "/api/users/my", rest.Own, "Change your username, email or name", a.accounts.HandleEditMy),
		rest.JSON("PUT", "/api/users/my/password", rest.Own, "Change your password", a.accounts.HandleMyPassword),
		rest.JSON("POST", "/api/users/my/proof", rest.Own, "Give your password again, and the code where a second factor is set, before a change of how you sign in", a.accounts.HandleProof),
		rest.JSON("GET", "/api/users/my/sessions", rest.Own, "Your open sessions", a.accounts.HandleMySessions),
		rest.JSON("DELETE", "/api/users/my/sessions", rest.Own, "End your other sessions", a.accounts.HandleEndMySessions),
		rest.JSON("DELETE", "/api/users/my/sessions/{sessionId}", rest.Own, "End one of your sessions", a.accounts.HandleEndMySession),
		rest.JSON("POST", "/api/users/my/second-factor", rest.Own, "Begin to set up a second factor", a.accounts.HandleBeginFactor),
		rest.JSON("POST", "/api/users/my/second-factor/confirm", rest.Own, "Put the second factor into force", a.accounts.HandleConfirmFactor),
		rest.JSON("DELETE", "/api/users/my/second-factor", rest.Own, "Remove your second factor", a.accounts.HandleRemoveFactor),
		rest.JSON("GET", "/api/users", people, "List the users", a.accounts.HandleUsers),
		rest.JSON("POST", "/api/users", people, "Make a user", a.accounts.HandleCreateUser),
		rest.JSON("GET", "/api/users/{id}", people, "A user with groups and farms", a.accounts.HandleUser),
		rest.JSON("PUT", "/api/users/{id}", people, "Change the details of a user", a.accounts.HandleEditUser),
		rest.JSON("DELETE", "/api/users/{id}", people, "Delete a user", a.accounts.HandleDeleteUser),
		rest.JSON("PUT", "/api/users/{id}/password", people, "Set a user's password", a.accounts.HandleUserPassword),
		rest.JSON("GET", "/api/users/{id}/sessions", people, "The open sessions of a user", a.accounts.HandleSessions),
		rest.JSON("DELETE", "/api/users/{id}/sessions", people, "End the sessions of a user", a.accounts.HandleEndSessions),
		rest.JSON("DELETE", "/api/users/{id}/second-factor", people, "Remove the second factor of a user who lost it", a.accounts.HandleResetFactor),
		rest.JSON("PUT", "/api/users/{id}/groups", people, "Say which groups a user is in", a.accounts.HandleUserGroups),
		rest.JSON("POST", "/api/users/{id}/farm", people, "Link a farm to a user", a.farms.HandleLink),
		rest.JSON("DELETE", "/api/users/{id}/farm/{farmId}", people, "Remove a link to a farm", a.farms.HandleUnlink),
		rest.JSON("GET", "/api/groups", people, "The groups that a user can be put into", a.accounts.HandleGroupOptions),
		rest.JSON("GET", "/api/farms/permissionsEndpoint", people, "Where farms edit what their people may do", a.accounts.HandlePermissionsEndpoint),
		rest.JSON("GET", "/api/admin-groups", people, "List the admin groups", a.accounts.HandleGroups),
		rest.JSON("POST", "/api/admin-groups", people, "Make an admin group", a.accounts.HandleCreateGroup),
		rest.JSON("GET", "/api/admin-groups/{id}", people, "An admin group", a.accounts.HandleGroup),
		rest.JSON("PUT", "/api/admin-groups/{id}", people, "Rename an admin group", a.accounts.HandleRenameGroup),
		rest.JSON("PUT", "/api/admin-groups/{id}/permissions", people, "Say what an admin group gives", a.accounts.HandlePermissions),
		rest.JSON("DELETE", "/api/admin-groups/{id}", people, "Delete an admin group", a.accounts.HandleDeleteGroup),
		rest.JSON("GET", "/api/audit", people, "The audit trail, the newest first", a.audit.HandleList),

		rest.JSON("GET", "/api/system", rest.Root, "What runs, where it keeps things and how it is set up, without secrets", a.operate.HandleSystem),
		rest.JSON("GET", "/api/jobs", rest.Root, "The jobs of a state", a.operate.HandleJobs),
		rest.JSON("GET", "/api/jobs/kinds", rest.Root, "How many jobs of each kind wait, run or have failed", a.operate.HandleKinds),
		rest.JSON("POST", "/api/jobs/retry", rest.Root, "Try all failed jobs of a kind again", a.operate.HandleRetryFailed),
		rest.JSON("POST", "/api/jobs/{jobId}/retry", rest.Root, "Try a failed job again, or a waiting one at once", a.operate.HandleRetry),
		rest.JSON("DELETE", "/api/jobs/{jobId}", rest.Root, "Give up a job that waits or has failed", a.operate.HandleDiscard),

		rest.JSON("GET", "/api/farms", rest.FarmUsers, "List the farms that you may see", a.farms.HandleList),
		rest.JSON("POST", "/api/farms", rest.May(actor.Companies), "Make a farm", a.papers.HandleCreate),
		rest.JSON("GET", "/api/farms/{id}", rest.SignedIn, "A farm with its growing areas and its tagging subscription", a.papers.HandleFarm),
		rest.JSON("PUT", "/api/farms/{id}", rest.May(actor.Companies), "Change the form of a farm", a.farms.HandleEdit),
		rest.JSON("POST", "/api/farms/{id}/farmDetails", rest.May(actor.Companies), "Change what the tag page shows of a farm", a.farms.HandleEditPublic),
		rest.JSON("PUT", "/api/farms/{id}/shippingAddress", rest.SignedIn, "Change where the farm's paper and printers go", a.farms.HandleEditShipping),
		rest.JSON("PUT", "/api/farms/{id}/features", rest.May(actor.Companies), "Switch features of a farm on and off", a.farms.HandleEditFeatures),
		rest.Form("POST", "/api/farms/{id}/photo", rest.May(actor.Companies), "Give a farm a photo", farm.PhotoFields, a.farmPhotos.HandleSet),
		rest.JSON("DELETE", "/api/farms/{id}/photo", rest.May(actor.Companies), "Remove the photo of a farm", a.farmPhotos.HandleClear),
		rest.JSON("POST", "/api/farms/{id}/leases", rest.SignedIn, "Add a growing area", a.farms.HandleAddLease),
		rest.JSON("PUT", "/api/farms/{id}/leases/{leaseId}", rest.SignedIn, "Change a growing area", a.farms.HandleEditLease),
		rest.JSON("DELETE", "/api/farms/{id}/leases/{leaseId}", rest.SignedIn, "Remove a growing area where nothing was ever recorded", a.farms.HandleDeleteLease),
		rest.JSON("POST", "/api/farms/{id}/leases/{leaseId}/end", rest.SignedIn, "End a growing area that is empty", a.farms.HandleEndLease),
		rest.JSON("POST", "/api/farms/{id}/leases/{leaseId}/reopen", rest.SignedIn, "Put an ended growing area back into use", a.farms.HandleReopenLease),
		rest.JSON("GET", "/api/farms/{id}/contents", rest.May(actor.Companies), "What a clean and a delete of the farm would remove", a.farms.HandleContents),
		rest.JSON("DELETE", "/api/farms/{id}/clean", rest.May(actor.Companies), "Remove all that was ever recorded on the farm", a.farms.HandleClean),
		rest.JSON("DELETE", "/api/farms/{id}", rest.May(actor.Companies), "Delete the farm; its tags and their recalls are kept", a.farms.HandleDelete),
		rest.JSON("GET", "/api/enableTagging/{id}/resendTaggingSetupEmail", rest.May(actor.Companies), "Remind a farm by mail of its setup invoice", a.papers.HandleResend),
		rest.JSON("GET", "/api/farms/{id}/billing", rest.SignedIn, "How a farm stands: who collects, what is owed", a.invoices.HandleStanding),
		rest.JSON("POST", "/api/farms/{id}/billing/card", rest.SignedIn, "Where the farm saves another card", a.invoices.HandleCardPage),
		rest.JSON("DELETE", "/api/farms/{id}/billing/card", rest.SignedIn, "Forget the farm's card", a.invoices.HandleRemoveCard),
		rest.JSON("GET", "/api/farms/{id}/invoices", rest.SignedIn, "The invoices of a farm, the newest first", a.invoices.HandleList),
		rest.JSON("GET", "/api/farms/{id}/invoices/{invoiceId}", rest.SignedIn, "An invoice with its lines", a.invoices.HandleGet),
		rest.JSON("GET", "/api/farms/{id}/invoices/{invoiceId}/pdf", rest.SignedIn, "An invoice as a PDF", a.invoices.HandlePDF),
		rest.JSON("POST", "/api/farms/{id}/invoices/{invoiceId}/pay", rest.SignedIn, "Where the farm pays an invoice; in the demo, pays it", a.invoices.HandlePay),
		rest.JSON("POST", "/api/farms/{id}/invoices/{invoiceId}/payment", rest.May(actor.Pricing), "Note that an invoice was paid", a.invoices.HandlePayment),
		rest.JSON("POST", "/api/farms/{id}/invoices/{invoiceId}/refund", rest.May(actor.Pricing), "Give the payment of an invoice back", a.invoices.HandleRefund),
		rest.JSON("GET", "/api/work", rest.SignedIn, "What waits for staff, counted over all farms", a.today.HandleWork),
		rest.JSON("GET", "/api/work/payments", rest.May(actor.Companies), "The open invoices of all farms whose saved card was charged in vain", a.today.HandleFailedPayments),
		rest.JSON("GET", "/api/farms/today", rest.FarmUsers, "How each farm that you manage is today", a.today.HandleFarms),
		rest.JSON("GET", "/api/farms/{id}/today", rest.SignedIn, "How a farm is today, and what it needs of its people", a.today.HandleFarm),
		rest.JSON("GET", "/api/farms/{id}/filters", rest.SignedIn, "The view-by options that the farm has data for", a.reports.HandleFilters),
		rest.JSON("PUT", "/api/v2/getFarmInventory/{farmId}", rest.SignedIn, "A report over a farm's ledger", a.reports.HandleInventory),
		rest.JSON("PUT", "/api/v2/explain/{farmId}", rest.SignedIn, "The entries of the ledger that make a number of a report", a.reports.HandleExplain),
		rest.JSON("GET", "/api/v2/getEquipmentReport/{farmId}", rest.SignedIn, "Containers in use and unused spots", a.reports.HandleEquipment),
		rest.JSON("GET", "/api/v2/bags/{farmId}", rest.SignedIn, "What hung where, day by day", a.reports.HandleBags),
		rest.JSON("GET", "/api/v2/growth/{farmId}", rest.SignedIn, "How long the living animals are, how fast they grow, and when they will be of market size", a.reports.HandleGrowth),
		rest.JSON("PUT", "/api/farms/{id}/season", rest.SignedIn, "Set the first month of the season and the mark of mortality", a.farms.HandleSeason),
		rest.JSON("PUT", "/api/farms/{id}/market-size", rest.SignedIn, "Set the length from which the farm sells", a.farms.HandleMarketSize),
		rest.JSON("PUT", "/api/v2/getDashboard/{farmId}", rest.SignedIn, "Your dashboard of a farm, with its numbers", a.reports.HandleDashboard),
		rest.JSON("PUT", "/api/v2/updateDashboard/{farmId}", rest.SignedIn, "Save your dashboard of a farm", a.reports.HandleSaveDashboard),
		rest.JSON("PUT", "/api/v2/reportExport/{farmId}", rest.SignedIn, "Mail a spreadsheet of a report, Equipment, Snapshot (everything on the farm now) or HarvestLog (everything harvested)", a.exports.HandleExport),
		rest.JSON("GET", "/api/v2/exports/{farmId}", rest.SignedIn, "The spreadsheets that you asked for, or everybody's if you may export any farm", a.exports.HandleExports),
		rest.JSON("POST", "/api/v2/activities/{farmId}", rest.SignedIn, "Record activities, all of them or none", a.ledgers.HandleRecord),
		rest.JSON("GET", "/api/v2/activities/{farmId}", rest.SignedIn, "What was recorded, the newest first", a.ledgers.HandleJournal),
		rest.JSON("GET", "/api/v2/places/{farmId}", rest.SignedIn, "Where the farm has animals or containers", a.ledgers.HandlePlaces),

		rest.Form("POST", "/api/farms/upload/{id}", rest.May(actor.Companies), "Upload a sheet of activities or visits", upload.UploadFields, a.uploads.HandleReceive).Ahead(),
		rest.JSON("GET", "/api/farms/{id}/uploads", rest.May(actor.Companies), "The uploads of a farm, the newest first", a.uploads.HandleList),
		rest.JSON("GET", "/api/farms/{id}/uploads/{uploadId}", rest.May(actor.Companies), "An upload as it is now", a.uploads.HandleGet),
		rest.JSON("POST", "/api/farms/{id}/uploads/{uploadId}/confirm", rest.May(actor.Companies), "Record an upload that was previewed", a.uploads.HandleConfirm),
		rest.JSON("POST", "/api/farms/{id}/uploads/{uploadId}/cancel", rest.May(actor.Companies), "End an upload before it is recorded", a.uploads.HandleCancel),
		rest.JSON("GET", "/api/farms/{id}/uploads/{uploadId}/refused", rest.May(actor.Companies), "The refused rows of an upload as CSV", a.uploads.HandleRefused),
		rest.JSON("GET", "/api/farms/upload-template", rest.May(actor.Companies), "A sheet to fill in and upload", a.uploads.HandleTemplate),

		rest.JSON("GET", "/api/farms/{id}/tags", rest.SignedIn, "The tags of a firm, the newest first", a.stock.HandleTags),
		rest.JSON("GET", "/api/farms/{id}/tags/{tagId}", rest.SignedIn, "A tag of a firm with what was done with it and its lineage both ways", a.stock.HandleTag),
		rest.JSON("GET", "/api/farms/{id}/shipments", rest.SignedIn, "What a firm has shipped, and to whom, the latest first", a.stock.HandleShipments),
		rest.JSON("GET", "/api/farms/{id}/shipments/csv", rest.SignedIn, "The same as CSV, all of it", a.stock.HandleShipmentsCSV),
		rest.JSON("GET", "/api/farms/{id}/scans", rest.SignedIn, "How often the pages of a firm's tags were looked at, by day, tag and country, and what may be copies", a.scans.HandleScans),
		rest.JSON("GET", "/api/farms/{id}/harvests", rest.SignedIn, "The harvests of thirty days, with what of them is on tags", a.stock.HandleUntagged),
		rest.JSON("GET", "/api/farms/{id}/labels", rest.SignedIn, "Printers, paper, places and kinds of label to choose from, with their rules", a.prints.HandleChoices),
		rest.JSON("POST", "/api/farms/{id}/labels/preview", rest.SignedIn, "What labels of tags would say, and why they could not be printed; changes nothing", a.prints.HandleLook),
		rest.JSON("POST", "/api/farms/{id}/labels", rest.SignedIn, "Print labels of tags: a file for a printer, once for each print; refused with all that is wrong by field", a.prints.HandlePrint),
		rest.JSON("POST", "/api/tags", rest.SignedIn, "Say what a firm did with its tags, all of it or nothing: harvest, receive, ship, wet storage, icing, temperature, retag, split, commingle", a.events.HandleTake),
		rest.JSON("GET", "/api/tag/{tagId}", rest.Public, "What the public sees of a tag", a.tags.HandleGet).AnsweredBy(a.tagPage.Data(rest.WriteError)),
		rest.Raw("GET", "/tag/{id}", rest.Public, a.tagPage),
		rest.Raw("GET", "/tag/{id}/{rest...}", rest.Public, a.tagPage),
		rest.Raw("GET", "/tag-picture/{id}", rest.Public, http.HandlerFunc(a.tagPage.Picture)),
		rest.Raw("POST", "/api/billing/stripe", rest.Public, a.invoices.Webhook()),
		rest.Raw("POST", "/api/pageview", rest.Public, a.pageviews),
		rest.Raw("GET", "/photos/{name}", rest.Public, a.photos),
		rest.Raw("GET", "/exports/{token}", rest.Public, a.downloads),

		rest.Raw("GET", "/moved", rest.Public, http.HandlerFunc(site.Moved)),
		rest.Raw("GET", "/healthz", rest.Public, http.HandlerFunc(healthz)),
		rest.Raw("GET", "/readyz", rest.Public, http.HandlerFunc(a.readyz)),
		rest.Document("/openapi.json"),
	}
	routes = append(routes, a.paperRoutes()...)
	routes = append(routes, a.recallRoutes()...)
	if a.config.Demo {
		routes = append(routes,
			rest.Raw("GET", "/dev/mail", rest.Public, http.HandlerFunc(a.showMail)),
			rest.Raw("GET", "/dev/mail/{name}", rest.Public, http.HandlerFunc(a.showMail)),
			rest.Raw("GET", "/dev/mail/{name}/{file}", rest.Public, http.HandlerFunc(a.showMailFile)))
	}
	return routes
}
