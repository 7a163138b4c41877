//go:build !race

package app

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing/stripetest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger/upload"
	"github.com/merroir/merroir/internal/rest"
)

// S8: a view changes nothing outside the database either: not at Stripe, not in an upload that is being
// recorded, not among the photos; and a call that the routes let through by mistake is refused before
// anything is done.
func TestAViewChangesNothingElsewhere(t *testing.T) {
	eachDatabase(t, func(t *testing.T, database string) {
		fake := stripetest.New(time.Now)
		defer fake.Close()
		a := newTestApp(t, Config{DatabaseURL: database, StripeKey: "sk_test_1", StripeURL: fake.URL, StripeSecret: stripetest.Secret})
		a.withCard(t, fake)
		_, answer := a.call("POST", "/api/farms/"+ownFarm+"/view", "", a.token(t, "admin"))
		var view struct{ Token string }
		must(t, json.Unmarshal([]byte(answer), &view))
		calls, cards := len(fake.Calls), maps.Clone(fake.Cards)

		manager := actor.With(context.Background(), actor.Actor{UserID: a.ids["manager"], Username: "manager", FarmManager: true})
		uploadID, err := a.uploads.Receive(manager, ownFarm, upload.NewUpload{Filename: "a.csv", Content: longSheet()})
		must(t, err)
		held := 0
		a.ledgers.OnStep(func() {
			if held++; held > 1 {
				return
			}
			if state := a.text(t, "SELECT state FROM uploads"); state != "recording" {
				t.Errorf("the upload is %s, not being recorded", state)
			}
			a.tryAsViewer(t, view.Token, uploadID)
		})
		must(t, a.queue.RunUntilIdle(system))

		if held == 0 {
			t.Fatal("the upload was not held while it was recorded")
		}
		if state := a.text(t, "SELECT state FROM uploads"); state != "done" {
			t.Errorf("the upload is %s in the end", state)
		}
		if n := a.count(t, "activities"); n != longRows {
			t.Errorf("%d rows are recorded", n)
		}
		if len(fake.Calls) != calls || !maps.Equal(fake.Cards, cards) {
			t.Errorf("Stripe was asked: %q", fake.Calls[calls:])
		}
	})
}

// tryAsViewer calls every route that is closed to views, and the use cases behind those that reach
// outside the database.
func (a *testApp) tryAsViewer(t *testing.T, token, uploadID string) {
	t.Helper()
	before := a.digest(t)
	for _, route := range a.routes() {
		if route.OpenToViews() || route.Path == "/api/logout" {
			continue
		}
		path := strings.NewReplacer("{id}", ownFarm, "{farmId}", ownFarm, "{uploadId}", uploadID, "{invoiceId}", a.ids["invoice"], "{userId}", a.ids["manager"]).Replace(route.Path)
		if status, answer := a.call(route.Method, path, "{}", token); status != http.StatusForbidden {
			t.Errorf("%s %s: %d %.200s", route.Method, path, status, answer)
		}
	}

	viewer := actor.With(context.Background(), actor.Actor{UserID: a.ids["admin"], Username: "admin", FarmManager: true, Viewing: ownFarm})
	for name, call := range map[string]func() error{
		"remove the card": func() error { return a.invoices.RemoveCard(viewer, ownFarm) },
		"save a card":     func() error { _, err := a.invoices.CardPage(viewer, ownFarm); return err },
		"cancel":          func() error { _, err := a.uploads.Cancel(viewer, ownFarm, uploadID); return err },
		"a photo":         func() error { _, err := a.farmPhotos.Set(viewer, ownFarm, []byte("no picture")); return err },
	} {
		if err := call(); !fault.Is(err, fault.Denied) {
			t.Errorf("%s past the routes: %v", name, err)
		}
	}
	if a.digest(t) != before {
		t.Error("the database changed")
	}
}

// longRows are enough for an upload to be staged, so that it can be held while it is recorded.
const longRows = 2_500

func longSheet() []byte {
	var sheet strings.Builder
	sheet.WriteString("date,activity,growing area,fill profile,count\n")
	for i := range longRows {
		fmt.Fprintf(&sheet, "2026-03-01,plant,North,bag %d,%d\n", i%500, 1+i%7)
	}
	return []byte(sheet.String())
}

// PEO-5 AUTH-8: who looks at a farm as its manager does reads on every route what that manager reads,
// of that farm alone, and writes nothing on any; it is on record, and ends with the right to it.
func TestAViewReadsAsTheManagerAndWritesNothing(t *testing.T) {
	eachMatrix(t, func(t *testing.T, m *matrixApp) {
		status, answer := m.callAs("admin", m.handler, "POST", "/api/farms/"+ownFarm+"/view", "")
		var view struct{ Token string }
		if err := json.Unmarshal([]byte(answer), &view); err != nil || status != http.StatusOK {
			t.Fatalf("%d: %s", status, answer)
		}
		if _, trail := m.callAs("admin", m.handler, "GET", "/api/audit?action=farm.view", ""); !strings.Contains(trail, ownFarm) {
			t.Errorf("it is not on record: %s", trail)
		}
		m.tokens["viewer"] = view.Token
		reports := 0
		for _, route := range m.routes() {
			rows := matrix[route.Method+" "+route.Path]
			if !route.OpenToViews() && len(rows) > 0 {
				rows = rows[:1] // refused wherever it leads, and calls are counted
			}
			for _, r := range rows {
				before := m.digest(t)
				if route.Path == "/api/logout" || route.Access == rest.Public && route.OpenToViews() {
					continue // what is open to anybody is not asked for in anybody's name
				}
				status, answer := m.callAs("viewer", m.handler, route.Method, r.path, r.body)
				want := r.status["manager"]
				if !route.OpenToViews() {
					want = http.StatusForbidden
					if r.status["manager"] == http.StatusOK && !strings.Contains(answer, "can change nothing here") {
						t.Errorf("%s %s is refused for another reason: %.200s", route.Method, r.path, answer)
					}
				}
				if status != want {
					t.Errorf("%s %s: %d, where the manager gets %d: %.200s", route.Method, r.path, status, want, answer)
				}
				if route.Method != http.MethodGet && status == http.StatusOK {
					reports++
				}
				if m.digest(t) != before {
					t.Errorf("%s %s: the view changed the database", route.Method, r.path)
				}
			}
		}
		if reports == 0 {
			t.Error("no report was read")
		}
		_, answer = m.callAs("viewer", m.handler, "GET", "/api/users/my", "")
		var my account.User
		must(t, json.Unmarshal([]byte(answer), &my))
		if my.Viewing == nil || my.Viewing.FarmID != ownFarm || my.Groups.Admin || !my.Groups.FarmManager || len(my.Permissions) > 0 {
			t.Errorf("%s", answer)
		}
		if _, people := m.callAs("viewer", m.handler, "GET", "/api/farms/"+ownFarm+"/people", ""); !strings.Contains(people, `"mayChange":false`) {
			t.Errorf("it offers to change people: %s", people)
		}
		if status, _ := m.callAs("viewer", m.handler, "POST", "/api/logout", ""); status != http.StatusOK {
			t.Errorf("it cannot be ended: %d", status)
		}
		if status, _ := m.callAs("viewer", m.handler, "GET", "/api/farms/"+ownFarm, ""); status != http.StatusUnauthorized {
			t.Errorf("after its end: %d", status)
		}
		_, answer = m.callAs("admin", m.handler, "POST", "/api/farms/"+ownFarm+"/view", "")
		must(t, json.Unmarshal([]byte(answer), &view))
		m.change(t, "UPDATE users SET is_admin = FALSE WHERE username_key = 'admin'")
		if _, err := m.accounts.Authenticate(context.Background(), view.Token); err == nil {
			t.Error("it outlives the right to it")
		}
	})
}
