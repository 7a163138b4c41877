package stripetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"sort"
	"strconv"
	"strings"

	"github.com/merroir/merroir/internal/billing/stripe"
)

// read answers a GET.
func (f *Fake) read(r *http.Request) (int, any) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	switch {
	case r.URL.Path == "/v1/invoices":
		return http.StatusOK, f.list(r.URL.Query().Get("customer"), r.URL.Query().Get("created[gte]"))
	case r.URL.Path == "/v1/refunds":
		given := f.Refunds[r.URL.Query().Get("payment_intent")]
		if given == nil {
			given = []map[string]any{}
		}
		return http.StatusOK, map[string]any{"data": given}
	case parts[0] == "invoiceitems":
		return http.StatusOK, map[string]any{"data": append([]any{}, f.items[r.URL.Query().Get("invoice")]...)}
	case parts[0] == "customers":
		settings := map[string]any{}
		if card := f.Cards[parts[1]]; card != "" {
			settings["default_payment_method"] = map[string]any{"id": card, "card": map[string]any{"brand": "visa", "last4": "4242", "exp_month": 4, "exp_year": 2030}}
		}
		return http.StatusOK, map[string]any{"id": parts[1], "invoice_settings": settings}
	case parts[0] == "checkout":
		session := f.Sessions[parts[2]]
		body := map[string]any{"id": parts[2], "customer": session[0], "mode": "setup"}
		if session[1] != "" {
			body["setup_intent"] = map[string]string{"status": "succeeded", "payment_method": session[1]}
		}
		return http.StatusOK, body
	case f.Invoices[parts[1]] != nil:
		return http.StatusOK, f.show(f.Invoices[parts[1]])
	}
	return http.StatusNotFound, failure("invalid_request_error", "resource_missing", "none")
}

func (f *Fake) list(customer, since string) any {
	from, _ := strconv.ParseInt(since, 10, 64)
	data := []any{}
	ids := []string{}
	for id := range f.Invoices {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	for _, id := range ids {
		if v := f.Invoices[id]; v.Created >= from && (customer == "" || v.Customer == customer) {
			data = append(data, f.show(v))
		}
	}
	return map[string]any{"data": data, "has_more": false}
}

// page is the hosted page: of an invoice, or of a card to be saved.
func (f *Fake) page(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/pay/")
	v, session := f.Invoices[id], f.Sessions[id]
	if r.Method == http.MethodPost {
		switch {
		case v != nil && v.Status == "open":
			f.collect(v)
		case session[0] != "":
			f.Sessions[id] = [2]string{session[0], r.PostForm.Get("card")}
			f.tell("checkout.session.completed", "checkout.session", id, nil)
		}
	}
	what := "Save a card"
	if v != nil {
		what = fmt.Sprintf("Invoice over %d cents: %s", v.Total, v.Status)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, `<!doctype html><title>Pay</title><h1>%s</h1><form method="post"><input name="card" value="pm_good"><button>Pay</button></form>`, html.EscapeString(what))
}

// tell keeps an event to be sent.
func (f *Fake) tell(kind, object, id string, metadata map[string]string) {
	f.Events = append(f.Events, f.event(kind, map[string]any{"id": id, "object": object, "metadata": metadata}))
}

func (f *Fake) event(kind string, object map[string]any) map[string]any {
	return map[string]any{"id": f.id("evt"), "type": kind, "created": f.now().Unix(), "livemode": false, "data": map[string]any{"object": object}}
}

// Signed gives an event as it is sent now, with its signature.
func (f *Fake) Signed(event map[string]any) (body []byte, signature string) {
	body, _ = json.Marshal(event)
	at := f.now().Unix()
	return body, fmt.Sprintf("t=%d,v1=%s", at, stripe.Sign(body, Secret, at))
}

// Send sends the events that have come together, as handed to order, to the address.
func (f *Fake) Send(address string, order func([]map[string]any) []map[string]any) error {
	f.mu.Lock()
	events := f.Events
	f.Events = nil
	f.mu.Unlock()
	for _, event := range order(events) {
		body, signature := f.Signed(event)
		request, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(body))
		if err != nil {
			return err
		}
		request.Header.Set("Stripe-Signature", signature)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		if answer.Body.Close(); answer.StatusCode != http.StatusOK {
			return fmt.Errorf("%s was answered %d", event["id"], answer.StatusCode)
		}
	}
	return nil
}
