package app

import (
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/rest"
)

// paperRoutes are the rows of the tagging subscription.
func (a *App) paperRoutes() []rest.Route {
	return []rest.Route{
		rest.JSON("GET", "/api/prices", rest.SignedIn, "The price lists of the tagging subscription; for those who keep farm records or set prices", a.papers.HandlePrices),
		rest.JSON("POST", "/api/prices", rest.May(actor.Pricing), "Let a price list come into force on a day", a.papers.HandleSetPrices),
	}
}
