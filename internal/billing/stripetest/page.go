package stripetest

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"strings"
)

var hostedPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en"><title>{{.Title}}</title><meta name="viewport" content="width=device-width">
{{with .Back}}<meta http-equiv="refresh" content="0;url={{.}}">{{end}}
<h1>{{.Title}}</h1>
{{with .Problem}}<p role="alert">{{.}}</p>{{end}}
{{with .Action}}<form method="post"><label>Card <input name="card" value="pm_good"></label> <button>{{.}}</button></form>{{end}}
</html>`))

// page is the hosted page: of an invoice, which leads nobody back, or of a card
// to be saved, which does. Nothing that is in the form is a real card.
func (f *Fake) page(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/pay/")
	card, sent := cmp.Or(r.PostForm.Get("card"), "pm_good"), r.Method == http.MethodPost
	shown := struct{ Title, Problem, Action, Back string }{Title: "No such page"}
	if session, is := f.Sessions[id]; is {
		shown.Title, shown.Action = "Save a card", "Save card"
		if sent {
			session.Card = card
			f.Sessions[id] = session
			f.tell("checkout.session.completed", "checkout.session", id, nil)
			shown.Title, shown.Action, shown.Back = "The card is saved", "", session.Back
		}
	}
	if v := f.Invoices[id]; v != nil {
		if sent && v.Status == "open" && !f.collect(v, card) {
			shown.Problem = declined
		}
		shown.Title = fmt.Sprintf("Invoice over $%d.%02d: %s", v.Total/100, v.Total%100, v.Status)
		if v.Status == "open" {
			shown.Action = "Pay"
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = hostedPage.Execute(w, shown)
}
