package stripetest

import (
	"bytes"
	"encoding/json"
	"fmt"
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
			settings["default_payment_method"] = map[string]any{"id": card, "card": map[string]any{"brand": "visa", "last4": lastFour(card), "exp_month": 4, "exp_year": 2030}}
		}
		return http.StatusOK, map[string]any{"id": parts[1], "invoice_settings": settings}
	case parts[0] == "checkout":
		session := f.Sessions[parts[2]]
		body := map[string]any{"id": parts[2], "customer": session.Customer, "mode": "setup"}
		if session.Card != "" {
			body["setup_intent"] = map[string]string{"status": "succeeded", "payment_method": session.Card}
		}
		return http.StatusOK, body
	case f.Invoices[parts[1]] != nil:
		return http.StatusOK, f.show(f.Invoices[parts[1]])
	}
	return http.StatusNotFound, failure("invalid_request_error", "resource_missing", "none")
}

// lastFour are those of the card's number, with which its id may end.
func lastFour(card string) string {
	_, number, _ := strings.Cut(card, "_")
	if len(number) != 4 || strings.Trim(number, "0123456789") != "" {
		return "4242"
	}
	return number
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
