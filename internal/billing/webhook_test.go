package billing

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/billing/stripetest"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

func (c *counter) post(body []byte, signature string) int {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.hook, bytes.NewReader(body))
	must(c.t, err)
	request.Header.Set("Stripe-Signature", signature)
	answer, err := http.DefaultClient.Do(request)
	must(c.t, err)
	must(c.t, answer.Body.Close())
	return answer.StatusCode
}

func (c *counter) events() (n int64) {
	c.t.Helper()
	must(c.t, c.db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int64], "SELECT count(*) FROM provider_events")
		return err
	}))
	return n
}

// S16: what is not signed with one of our secrets, just now and for our account,
// is refused and leaves nothing.
func TestWhoIsNotStripe(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		event := map[string]any{"id": "evt_1", "type": "invoice.paid", "created": 1, "livemode": false, "data": map[string]any{"object": map[string]any{"id": "in_1", "object": "invoice"}}}
		body, good := c.fake.Signed(event)
		signed := func(body []byte, secret string, at time.Time) string {
			return fmt.Sprintf("t=%d,v1=%s", at.Unix(), stripe.Sign(body, secret, at.Unix()))
		}
		with := func(name string, value any) []byte {
			changed := map[string]any{}
			for k, v := range event {
				changed[k] = v
			}
			changed[name] = value
			body, _ := c.fake.Signed(changed)
			return body
		}
		large := []byte(`{"id":"evt_2","x":"` + strings.Repeat("x", 1<<20) + `"}`)
		for name, call := range map[string]struct {
			body      []byte
			signature string
		}{
			"no signature":     {body, ""},
			"another secret":   {body, signed(body, "whsec_other", c.time)},
			"an empty secret":  {body, signed(body, "", c.time)},
			"another byte":     {append([]byte(" "), body...), good},
			"301 seconds old":  {body, signed(body, stripetest.Secret, c.time.Add(-301*time.Second))},
			"of the future":    {body, signed(body, stripetest.Secret, c.time.Add(301*time.Second))},
			"the time changed": {body, strings.Replace(good, "t=", "t=1", 1)},
			"of live money":    {with("livemode", true), signed(with("livemode", true), stripetest.Secret, c.time)},
			"another account":  {with("account", "acct_2"), signed(with("account", "acct_2"), stripetest.Secret, c.time)},
			"no event":         {[]byte("{}"), signed([]byte("{}"), stripetest.Secret, c.time)},
			"a megabyte":       {large, signed(large, stripetest.Secret, c.time)},
		} {
			if status := c.post(call.body, call.signature); status != http.StatusBadRequest {
				t.Errorf("%s: %d", name, status)
			}
		}
		if n := c.events(); n != 0 {
			t.Errorf("%d events were stored", n)
		}
		for name, signature := range map[string]string{
			"in use": good, "the next one": signed(body, "whsec_next", c.time), "two, during a change": signed(body, "whsec_old", c.time) + ",v1=" + stripe.Sign(body, stripetest.Secret, c.time.Unix()),
		} {
			if status := c.post(body, signature); status != http.StatusOK {
				t.Errorf("%s: %d", name, status)
			}
		}
		if n := c.events(); n != 1 {
			t.Errorf("one event three times: %d rows", n)
		}
	})
}

// R16: the same events from all sides at once, before we know Stripe's id, and of
// unknown kinds: one payment. What an event says of the invoice is not believed.
func TestEventsAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		v := c.issue("setup", false, printer...)
		c.work()
		lie := map[string]any{"id": "evt_lie", "type": "invoice.paid", "livemode": false, "data": map[string]any{"object": map[string]any{
			"id": c.get(v).remoteID, "object": "invoice", "status": "paid", "amount_paid": 38900, "metadata": map[string]string{stripe.InvoiceMark: v.ID}}}}
		body, signature := c.fake.Signed(lie)
		if status := c.post(body, signature); status != http.StatusOK {
			t.Errorf("the lie: %d", status)
		}
		odd, signature := c.fake.Signed(map[string]any{"id": "evt_odd", "type": "moon.full", "data": map[string]any{"object": map[string]any{"id": "m", "object": "moon"}}})
		if status := c.post(odd, signature); status != http.StatusOK {
			t.Errorf("an unknown kind: %d", status)
		}
		c.work()
		if got := c.get(v); got.State != Open {
			t.Fatalf("a lie was believed: %+v", got)
		}
		answer, err := http.Post(c.get(v).payURL, "application/x-www-form-urlencoded", nil)
		must(t, err)
		must(t, answer.Body.Close())
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				for _, event := range c.fake.Events {
					body, signature := c.fake.Signed(event)
					if status := c.post(body, signature); status != http.StatusOK {
						t.Errorf("%s: %d", event["id"], status)
					}
				}
			})
		}
		all.Wait()
		c.work()
		c.settled(v)
		c.heardOf("paid setup")
		if n := c.events(); n != int64(len(c.fake.Events)+2) {
			t.Errorf("%d rows for %d events", n, len(c.fake.Events)+2)
		}
	})
}

// The comparison of the books mends what Stripe knows better, and reports what it
// cannot mend.
func TestReconcile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		unheard, larger, gone, given := c.issue("unheard", false, printer...), c.issue("larger", false, printer...), c.issue("gone", false, printer...), c.issue("given back", false, printer...)
		c.work()
		pay := func(v Invoice) {
			answer, err := http.Post(c.get(v).payURL, "application/x-www-form-urlencoded", nil)
			must(t, err)
			must(t, answer.Body.Close())
		}
		pay(given)
		c.send(inOrder)
		pay(unheard)
		c.fake.Events = nil // lost for good
		c.fake.Refunds[c.get(given).remotePayment] = []map[string]any{{"id": "re_1", "amount": 38900, "status": "succeeded"}}
		c.fake.Invoices[c.get(larger).remoteID].Total++
		delete(c.fake.Invoices, c.get(gone).remoteID)
		c.fake.Invoices["in_x"] = &stripetest.Invoice{ID: "in_x", Status: "open", Total: 100, Created: c.time.Unix(), Metadata: map[string]string{stripe.InvoiceMark: "none"}}
		r, err := c.Reconcile(system)
		must(t, err)
		if got := strings.Join(r.Mended, "|"); r.Compared != 4 || got != "M-1001 was open here, and is paid now.|M-1004 was paid here, and is refunded now." {
			t.Errorf("compared %d, mended %s", r.Compared, got)
		}
		if got := strings.Join(r.Differs, "|"); got != "M-1002 is over $389.00 here, and $389.01 at Stripe.|M-1003 is not at Stripe any more.|Stripe's in_x is open over $1.00, and stands for no invoice here." {
			t.Errorf("differs: %s", got)
		}
		if c.get(larger).State != Open || c.get(unheard).State != Paid || c.get(given).State != Refunded {
			t.Error("the books are not as they should be")
		}
		if _, err := c.Reconcile(manager); err == nil {
			t.Error("anybody may compare")
		}
		c.setTime(c.time.Add(24 * time.Hour))
		c.work()
		c.heardOf("paid given back", "paid unheard", "refunded given back")
	})
}
