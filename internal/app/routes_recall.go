package app

import (
	"net/http"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/rest"
)

// recallRoutes are the rows of recalls: over all firms, and below a farm its part.
func (a *App) recallRoutes() []rest.Route {
	recalling := rest.May(actor.Recall)
	routes := []rest.Route{
		rest.JSON("GET", "/api/recall-requests/{requestId}", rest.SignedIn, "A request for a recall", a.asked.HandleRequest),
		rest.JSON("POST", "/api/recall-requests/{requestId}/decline", recalling, "Decline a request, for a reason", a.asked.HandleDecline),
		rest.JSON("POST", "/api/farms/{id}/recall-requests", rest.SignedIn, "Ask staff for a recall", a.asked.HandleAsk),
		rest.JSON("POST", "/api/farms/{id}/recall-requests/{requestId}/withdraw", rest.SignedIn, "Take back a request that nobody has answered", a.asked.HandleWithdraw),
		rest.Raw("GET", "/recall/{token}", rest.Public, a.notices),
		rest.Raw("POST", "/recall/{token}", rest.Public, a.notices),
	}
	routes = append(routes, a.recallsAt("/api", recalling)...)
	return append(routes, a.recallsAt("/api/farms/{id}", rest.SignedIn)...) // whose drill it is may change it
}

// recallsAt are the rows that are the same over all firms and below a farm, with who may
// enter something.
func (a *App) recallsAt(base string, entering rest.Access) []rest.Route {
	all, one := base+"/recalls", base+"/recalls/{recallId}"
	return []rest.Route{
		rest.JSON("POST", all+"/preview", entering, "What a recall of a choice would reach, firm by firm; of a farm, of its own", a.recalls.HandlePreview).InViews(),
		rest.JSON("POST", all, entering, "Declare a recall, or begin a drill; of a farm, a drill alone", a.recalls.HandleDeclare).Answers(http.StatusPreconditionFailed),
		rest.JSON("GET", all, rest.SignedIn, "The recalls and drills, the newest first; of a farm, those that reach it and its drills", a.recalls.HandleList),
		rest.JSON("GET", one, rest.SignedIn, "A recall with whom it reaches, what they were told and what came back; of a farm, its part", a.recalls.HandleGet),
		rest.JSON("GET", one+"/document", rest.SignedIn, "The book of a recall for the authority, as a PDF or a spreadsheet; of a farm, its part", a.dossiers.HandleGet),
		rest.JSON("PUT", one, entering, "Correct a recall, for a reason; of a farm, its drill", a.recalls.HandleCorrect).Answers(http.StatusPreconditionFailed),
		rest.JSON("POST", one+"/end", entering, "End a recall or a drill, for a reason; of a farm, its drill", a.recalls.HandleEnd),
		rest.JSON("GET", one+"/parties/{partyId}", rest.SignedIn, "A firm or a consignee of a recall; of a farm, one of those whom it shipped to", a.recalls.HandleParty),
		rest.JSON("POST", one+"/parties/{partyId}/notice", entering, "Mail the notice again", a.recalls.HandleSendAgain),
		rest.JSON("POST", one+"/parties/{partyId}/call", entering, "Note a call", a.recalls.HandleCall),
		rest.JSON("PUT", one+"/parties/{partyId}/answer", entering, "Acknowledge a recall for the farm, or correct what a company reported", a.recalls.HandleAnswer),
		rest.JSON("POST", one+"/accounts", entering, "Enter what became of something that was shipped", a.recalls.HandleAccount),
		rest.JSON("POST", one+"/accounts/{entryId}/reverse", entering, "Take an entry back, for a reason", a.recalls.HandleTakeBack),
		rest.JSON("GET", base+"/recall-requests", rest.SignedIn, "The requests for a recall that wait for an answer; of a farm, all of its own", a.asked.HandleRequests),
	}
}
