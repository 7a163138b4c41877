package stripetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/billing/stripe"
)

// Trouble is how a call fails.
type Trouble string

const (
	TooMany  Trouble = "429"       // nothing was done
	Before   Trouble = "500"       // nothing was done, and the key says so again
	After    Trouble = "500 after" // it was done, and the key says 500 again
	Cut      Trouble = "cut"       // it was done, and the connection ends without an answer
	Slow     Trouble = "slow"      // it was done, and no answer comes while somebody waits
	keysLive         = 24 * time.Hour
	Secret           = "whsec_test" // signs the events
)

// Invoice is an invoice of the fake.
type Invoice struct {
	ID, Customer, Status string
	Total                int64
	Metadata             map[string]string
	Intent               string // that paid it
	Created              int64
	Lines                int
}

// Session is a page on which a customer saves a card.
type Session struct{ Customer, Card, Back string }

type savedAnswer struct {
	request string
	status  int
	body    any
	at      time.Time
}

// Fake is a Stripe. Its fields are read and set between calls, or in [Fake.Do].
type Fake struct {
	*httptest.Server
	mu       sync.Mutex
	now      func() time.Time
	made     int
	keys     map[string]savedAnswer
	troubles map[string][]Trouble
	items    map[string][]any // of an invoice

	Invoices map[string]*Invoice
	Cards    map[string]string // customer to saved card; one that begins with "bad" is declined
	Attached map[string]bool   // cards that a customer has, saved or replaced
	Sessions map[string]Session
	Refunds  map[string][]map[string]any // by payment
	Charges  int                         // cards that were really charged
	Keyless  int                         // changes that came without a key
	Events   []map[string]any
	Calls    []string    // method and path
	Held     chan string // the path of each call that gets no answer
}

// New starts a fake whose clock is now. Close ends it.
func New(now func() time.Time) *Fake {
	f := &Fake{
		now: now, keys: map[string]savedAnswer{}, troubles: map[string][]Trouble{}, items: map[string][]any{}, Invoices: map[string]*Invoice{},
		Cards: map[string]string{}, Attached: map[string]bool{}, Sessions: map[string]Session{}, Refunds: map[string][]map[string]any{},
		Held: make(chan string, 16),
	}
	f.Server = httptest.NewServer(http.HandlerFunc(f.serve))
	return f
}

// Do reads or sets the fields while calls may come, such as those of another process.
func (f *Fake) Do(use func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	use()
}

// Fail makes the next calls whose path ends like this fail, one after the other.
func (f *Fake) Fail(pathEnd string, troubles ...Trouble) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.troubles[pathEnd] = append(f.troubles[pathEnd], troubles...)
}

func (f *Fake) trouble(path string) Trouble {
	for end, list := range f.troubles {
		if len(list) > 0 && strings.HasSuffix(path, end) {
			f.troubles[end] = list[1:]
			return list[0]
		}
	}
	return ""
}

// Troubles counts those that no call has met yet.
func (f *Fake) Troubles() (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, list := range f.troubles {
		n += len(list)
	}
	return n
}

// Mend takes the troubles back that no call has met yet.
func (f *Fake) Mend() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.troubles)
}

func (f *Fake) id(prefix string) string {
	f.made++
	return fmt.Sprintf("%s_%d", prefix, f.made)
}

func (f *Fake) serve(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	f.mu.Lock()
	if strings.HasPrefix(r.URL.Path, "/pay/") {
		f.page(w, r)
		f.mu.Unlock()
		return
	}
	f.Calls = append(f.Calls, r.Method+" "+r.URL.Path)
	status, body, then := f.answer(r)
	f.mu.Unlock()
	switch then {
	case Cut:
		panic(http.ErrAbortHandler)
	case Slow:
		f.Held <- r.URL.Path
		<-r.Context().Done()
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// answer does what is asked, as the key allows.
func (f *Fake) answer(r *http.Request) (status int, body any, then Trouble) {
	if r.Method == http.MethodGet {
		if trouble := f.trouble("GET " + r.URL.Path); trouble != "" {
			return http.StatusInternalServerError, failure("api_error", "", "down"), ""
		}
		status, body = f.read(r)
		return status, body, ""
	}
	key, request := r.Header.Get("Idempotency-Key"), r.Method+" "+r.URL.Path+" "+r.PostForm.Encode()
	if key == "" {
		f.Keyless++
	}
	if saved, has := f.keys[key]; has && f.now().Sub(saved.at) < keysLive {
		if saved.request != request {
			return http.StatusBadRequest, failure("idempotency_error", "", "other words"), ""
		}
		return saved.status, saved.body, ""
	}
	trouble := f.trouble(r.URL.Path)
	switch trouble {
	case TooMany:
		return http.StatusTooManyRequests, failure("invalid_request_error", "rate_limit", "slow down"), ""
	case Before:
		status, body = http.StatusInternalServerError, failure("api_error", "", "down")
	default:
		status, body = f.change(r)
		if trouble == After {
			status, body = http.StatusInternalServerError, failure("api_error", "", "down")
		}
	}
	f.keys[key] = savedAnswer{request, status, body, f.now()}
	return status, body, trouble
}

func failure(kind, code, message string) any {
	return map[string]any{"error": map[string]string{"type": kind, "code": code, "message": message}}
}

func refuse(code string) (int, any) {
	return http.StatusBadRequest, failure("invalid_request_error", code, code)
}

// change does what a POST asks for.
func (f *Fake) change(r *http.Request) (int, any) {
	form, parts := r.PostForm, strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	switch last := parts[len(parts)-1]; {
	case last == "customers":
		id := f.id("cus")
		f.Cards[id] = ""
		return f.only(id)
	case last == "sessions":
		id := f.id("cs")
		f.Sessions[id] = Session{Customer: form.Get("customer"), Back: form.Get("success_url")}
		return http.StatusOK, map[string]string{"id": id, "url": f.URL + "/pay/" + id}
	case parts[0] == "customers":
		card := form.Get("invoice_settings[default_payment_method]")
		f.Cards[parts[1]], f.Attached[card] = card, true
		return f.only(parts[1])
	case last == "detach":
		delete(f.Attached, parts[1])
		for customer, card := range f.Cards {
			if card == parts[1] {
				f.Cards[customer] = ""
			}
		}
		return f.only(parts[1])
	case last == "invoices":
		v := &Invoice{
			ID: f.id("in"), Customer: form.Get("customer"), Status: "draft", Created: f.now().Unix(),
			Metadata: map[string]string{stripe.InvoiceMark: form.Get("metadata[" + stripe.InvoiceMark + "]")},
		}
		f.Invoices[v.ID] = v
		return http.StatusOK, f.show(v)
	case last == "refunds":
		return f.giveBack(form.Get("payment_intent"))
	case last == "invoiceitems":
		v := f.Invoices[form.Get("invoice")]
		if v == nil || v.Status != "draft" {
			return refuse("invoice_not_editable")
		}
		cents, _ := strconv.ParseInt(form.Get("amount"), 10, 64)
		v.Total += cents
		v.Lines++
		id := f.id("ii")
		f.items[v.ID] = append(f.items[v.ID], map[string]any{"id": id, "metadata": map[string]string{"merroir_line": form.Get("metadata[merroir_line]")}})
		return f.only(id)
	}
	v := f.Invoices[parts[1]]
	if v == nil {
		return http.StatusNotFound, failure("invalid_request_error", "resource_missing", "none")
	}
	return f.move(v, parts[2], form.Get("paid_out_of_band") != "")
}

func (f *Fake) only(id string) (int, any) { return http.StatusOK, map[string]string{"id": id} }

// move changes the state of an invoice.
func (f *Fake) move(v *Invoice, verb string, elsewhere bool) (int, any) {
	switch {
	case verb == "finalize" && v.Status == "draft":
		v.Status = "open"
		f.tell("invoice.finalized", "invoice", v.ID, v.Metadata)
	case verb == "void" && v.Status == "open":
		v.Status = "void"
		f.tell("invoice.voided", "invoice", v.ID, v.Metadata)
	case verb == "pay" && v.Status == "open" && elsewhere:
		v.Status = "paid"
		f.tell("invoice.paid", "invoice", v.ID, v.Metadata)
	case verb == "pay" && v.Status == "open":
		if !f.collect(v, f.Cards[v.Customer]) {
			return http.StatusPaymentRequired, failure("card_error", "card_declined", declined)
		}
	default:
		return refuse("invoice_is_" + v.Status)
	}
	return http.StatusOK, f.show(v)
}

const declined = "Your card was declined."

// collect charges the card for an open invoice; false where it is declined.
func (f *Fake) collect(v *Invoice, card string) bool {
	if card == "" || strings.HasPrefix(card, "bad") {
		f.tell("invoice.payment_failed", "invoice", v.ID, v.Metadata)
		return false
	}
	v.Status, v.Intent = "paid", f.id("pi")
	f.Charges++
	f.tell("invoice.paid", "invoice", v.ID, v.Metadata)
	f.tell("payment_intent.succeeded", "payment_intent", v.Intent, nil)
	return true
}

func (f *Fake) giveBack(intent string) (int, any) {
	for _, v := range f.Invoices {
		if v.Intent == intent && intent != "" {
			if len(f.Refunds[intent]) > 0 {
				return refuse("charge_already_refunded")
			}
			given := map[string]any{"id": f.id("re"), "amount": v.Total, "status": "succeeded"}
			f.Refunds[intent] = append(f.Refunds[intent], given)
			f.Events = append(f.Events, f.event("charge.refunded", map[string]any{"id": f.id("ch"), "object": "charge", "payment_intent": intent}))
			return http.StatusOK, given
		}
	}
	return refuse("resource_missing")
}

func (f *Fake) show(v *Invoice) map[string]any {
	payments := []any{}
	paid := int64(0)
	if v.Intent != "" {
		paid = v.Total
		payments = append(payments, map[string]any{"status": "paid", "payment": map[string]string{"type": "payment_intent", "payment_intent": v.Intent}})
	}
	return map[string]any{
		"id": v.ID, "object": "invoice", "status": v.Status, "currency": "usd", "total": v.Total, "amount_paid": paid, "metadata": v.Metadata,
		"hosted_invoice_url": f.URL + "/pay/" + v.ID, "payments": map[string]any{"data": payments},
	}
}
