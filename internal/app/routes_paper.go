package app

import (
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/rest"
)

// paperRoutes are the rows of the tagging subscription.
func (a *App) paperRoutes() []rest.Route {
	records := rest.May(actor.Companies)
	return []rest.Route{
		rest.JSON("GET", "/api/prices", rest.SignedIn, "The price lists of the tagging subscription; for those who keep farm records or set prices", a.papers.HandlePrices),
		rest.JSON("POST", "/api/prices", rest.May(actor.Pricing), "Let a price list come into force on a day", a.papers.HandleSetPrices),
		rest.JSON("POST", "/api/enableTagging/{farmId}/invoiceAmount", records, "What enabling or updating the subscription would cost", a.papers.HandleQuote).InViews(),
		rest.JSON("POST", "/api/enableTagging/{id}", records, "Begin or change the subscription of a farm", a.papers.HandleSubscribe),
		rest.JSON("DELETE", "/api/enableTagging/{id}", records, "Cancel a pending subscription, or end an active one", a.papers.HandleEnd),
		rest.JSON("POST", "/api/enableTagging/{farmId}/sendPaper", records, "Send more paper to a farm", a.papers.HandleMore),
		rest.JSON("POST", "/api/enableTagging/{farmId}/sendPaperAmount", records, "What sending more paper would cost", a.papers.HandleQuoteMore),
		rest.JSON("POST", "/api/farms/{farmId}/prints", rest.Bearing, "Count prints, once for each batch; also for an app with its key", a.papers.HandlePrint).ForKeys(actor.PrintLabels),
		rest.JSON("POST", "/api/farms/{farmId}/shipmentHold/{paperType}", records, "Stop shipments of a paper type", a.papers.HandlePlaceHold),
		rest.JSON("DELETE", "/api/farms/{farmId}/shipmentHold/{paperType}", rest.SignedIn, "Remove the hold on a paper type", a.papers.HandleRemoveHold),
		rest.JSON("POST", "/api/farms/{farmId}/paperAdjustments", records, "Correct the stock of a paper type", a.papers.HandleAdjust),
		rest.JSON("GET", "/api/farms/{id}/tagging-offer", rest.SignedIn, "What tagging would cost a farm, and whom it calls about it", a.papers.HandleOffer),
		rest.JSON("POST", "/api/farms/{id}/tagging-request", rest.SignedIn, "Ask for tagging, once while nobody has answered", a.papers.HandleAsk),
		rest.JSON("DELETE", "/api/farms/{id}/tagging-request", rest.SignedIn, "End what a farm asked: it takes that back, or staff have answered", a.papers.HandleEndAsking),
		rest.JSON("GET", "/api/work/tagging", records, "The farms that ask for tagging, those that asked first at the head", a.papers.HandleAsking),
		rest.JSON("GET", "/api/shipments", records, "The fulfilment queue over all farms", a.papers.HandleQueue),
		rest.JSON("POST", "/api/shipments/send", records, "Mark shipments as sent, all of them or none", a.papers.HandleSend),
		rest.JSON("GET", "/api/shipments/packingSlips", records, "The packing slips of several shipments as one PDF", a.papers.HandleSlips),
		rest.JSON("GET", "/api/shipments/{id}", records, "A shipment", a.papers.HandleShipment),
		rest.JSON("GET", "/api/shipments/{id}/packingSlip", records, "The packing slip of a shipment as PDF", a.papers.HandleSlip),
	}
}
