package app

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/billing/stripetest"
	"github.com/merroir/merroir/internal/sqldb"
)

// withCard saves a card of the farm at the fake provider.
func (a *testApp) withCard(t *testing.T, fake *stripetest.Fake) {
	t.Helper()
	address, err := a.invoices.CardPage(system, ownFarm)
	must(t, err)
	answer, err := http.PostForm(address, url.Values{"card": {"pm_good"}})
	must(t, err)
	must(t, answer.Body.Close())
	server := httptest.NewServer(a.handler)
	defer server.Close()
	must(t, fake.Send(server.URL+"/api/billing/stripe", func(all []map[string]any) []map[string]any { return all }))
	must(t, a.queue.RunUntilIdle(system))
}

// R17: while the payment provider hangs in the middle of a charge, planting, a
// harvest and prints are recorded, and a farm's record is read.
func TestRecordingNeverWaitsForMoney(t *testing.T) {
	eachDatabase(t, func(t *testing.T, database string) {
		fake := stripetest.New(time.Now)
		defer fake.Close()
		a := newTestApp(t, Config{DatabaseURL: database, StripeKey: "sk_test_1", StripeURL: fake.URL, StripeSecret: stripetest.Secret})
		a.withCard(t, fake)
		var charged billing.Invoice
		must(t, a.db.Write(system, func(tx *sqldb.Tx) (err error) {
			charged, err = a.invoices.Issue(system, tx, billing.NewInvoice{
				Key: "refill", FarmID: ownFarm, Kind: "refill", Title: "Paper", Lines: []billing.Line{{Description: "Rolls", Cents: 126_00}}, Charge: true,
			})
			return err
		}))
		fake.Fail("/pay", stripetest.Slow)
		ctx, giveUp := context.WithCancel(system)
		idle := make(chan error, 1)
		go func() {
			defer close(idle)
			idle <- a.queue.RunUntilIdle(ctx)
		}()
		select {
		case path := <-fake.Held:
			if !strings.HasSuffix(path, "/pay") {
				t.Fatalf("it hangs in %s", path)
			}
		case err := <-idle:
			t.Fatalf("nobody was charged: %v", err)
		}
		manager := a.token(t, "manager")
		for i, activity := range []string{`"plant","date":"2026-03-01","lot":{"nickname":"bag 1"},"count":1204`, `"harvest","date":"2026-03-02","lot":{"nickname":"bag 1"},"count":200`} {
			body := fmt.Sprintf(`{"activities":[{"id":"m%d","leaseId":%q,"activity":%s}]}`, i, someLease, activity)
			if status, answer := a.call("POST", "/api/v2/activities/"+ownFarm, body, manager); status != http.StatusOK {
				t.Errorf("%s: %d %s", activity, status, answer)
			}
		}
		if status, answer := a.call("POST", "/api/farms/"+ownFarm+"/prints", `{"batchId":"b1","prints":[{"paperType":"mobile","count":12}]}`, manager); status != http.StatusOK {
			t.Errorf("prints: %d %s", status, answer)
		}
		if status, answer := a.call("GET", "/api/farms/"+ownFarm, "", manager); status != http.StatusOK {
			t.Errorf("the farm: %d %s", status, answer)
		}
		select {
		case err := <-idle:
			t.Errorf("the provider did not hang: %v", err)
		default:
		}
		giveUp()
		<-idle
		if v, err := a.invoices.Get(system, ownFarm, charged.ID); err != nil || v.State != billing.Open {
			t.Errorf("the invoice: %+v %v", v, err)
		}
	})
}
