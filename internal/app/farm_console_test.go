package app

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
)

// FARM-4 AFARM-6 AFARM-8 API-3: growing areas, contents, clean, delete and the
// reminder as a client sees them.
func TestGrowingAreasAndEmptyingOverHTTP(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	manager, root := a.token(t, "manager"), a.token(t, "root")
	at := "/api/farms/" + ownFarm
	step := func(method, path, body, token string, status int, says ...string) string {
		t.Helper()
		got, answer := a.call(method, path, body, token)
		for _, text := range says {
			if got != status || !strings.Contains(answer, text) {
				t.Errorf("%s %s: %d %s, want %d %s", method, path, got, answer, status, text)
			}
		}
		return answer
	}
	var made farm.Lease
	must(t, json.Unmarshal([]byte(step("POST", at+"/leases", `{"name":"Cove","dateOfIssue":"2020-01-02","lines":[{"name":"L1","spots":4}]}`, manager, 200,
		`"dateofIssue":"2020-01-02"`, `"endedOn":""`, `"version":1`, `"animals":0`, `"containers":0`)), &made))
	lease := at + "/leases/" + made.ID
	step("POST", at+"/leases", `{"name":" COVE"}`, manager, 400, `"keys":["name"]`, `child \"name\" fails because [The farm has a growing area named`)
	step("PUT", lease, `{"size":"3 acres","version":1}`, manager, 200, `"version":2`, `"name":"L1"`)
	step("PUT", lease, `{"size":"4 acres","version":1}`, root, 409, "Somebody else changed this growing area meanwhile.")
	step("POST", "/api/v2/activities/"+ownFarm, fmt.Sprintf(`{"activities":[{"id":"1","activity":"plant","date":"2026-03-01","leaseId":%q,"lot":{"nickname":"bag 1"},"count":1204}]}`, made.ID), manager, 200, `"recorded":1`)
	step("POST", lease+"/end", `{"date":"2026-03-02"}`, manager, 409, "1,204 animals still grow there. Move or harvest them first.")
	step("DELETE", lease, "", manager, 409, "1,204 animals still grow there. Move or harvest them first.")
	step("GET", at, "", manager, 200, `"animals":1204`)

	before := step("GET", at+"/contents", "", root, 200, `"animals":1204`, `"groups":1`, `"lots":1`, `"activities":1`, `"leases":2`, `"fillProfiles":1`, `"users":1`)
	removed := step("DELETE", at+"/clean", "", root, 200, `"message":"The farm is clean."`, `"underWay":false`)
	if counts := strings.Split(before, `"users"`)[0]; !strings.Contains(removed, counts[strings.Index(counts, `"animals"`):]) {
		t.Errorf("removed %s, counted before %s", removed, before)
	}
	step("POST", lease+"/reopen", "", manager, 404, "No such growing area.")
	step("DELETE", at, "", root, 409, "An order or invoice of this farm is still open.")
	step("POST", at+"/invoices/"+a.ids["invoice"]+"/payment", `{"reference":"cheque 12"}`, root, 200, `"state":"paid"`)
	step("DELETE", at, "", root, 200, `"message":"The farm is deleted."`, `"users":1`)
	step("GET", at, "", manager, 404, "No such farm.")
	step("GET", "/api/farms", "", manager, 200, `"data":[]`)
}

// AFARM-8: a link on another site's page cannot send the reminder.
func TestReminderFromAnotherSite(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	system := actor.With(t.Context(), actor.System)
	email := "ann@farm.example"
	_, err := a.farms.Edit(system, ownFarm, 0, farm.Change{Email: &email})
	must(t, err)
	must(t, a.farms.SetSubscription(system, ownFarm, farm.Subscription{TaggingActive: farm.TaggingPending, SetupInvoice: "in_7"}))
	root := a.token(t, "root")
	for _, tt := range []struct {
		site   string
		status int
		says   string
	}{
		{"cross-site", 403, "That request came from another site."},
		{"same-origin", 200, `"message":"Reminder Email Sent"`},
		{"same-origin", 429, "less than ten minutes ago"},
	} {
		r := httptest.NewRequest("GET", "/api/enableTagging/"+ownFarm+"/resendTaggingSetupEmail", nil)
		r.Header.Set("Authorization", "Bearer "+root)
		r.Header.Set("Sec-Fetch-Site", tt.site)
		w := httptest.NewRecorder()
		a.handler.ServeHTTP(w, r)
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.says) {
			t.Errorf("%s: %d %s", tt.site, w.Code, w.Body)
		}
	}
}

// AFARM-6: a clean that names what was on the screen is done once: sent again
// with its key it gets its answer again, and without, or by another click, it is
// refused.
func TestCleanOfWhatWasSeenOverHTTP(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	root := a.token(t, "root")
	call := func(method, path, seen, key string) *httptest.ResponseRecorder {
		r, w := httptest.NewRequest(method, "/api/farms/"+ownFarm+path, nil), httptest.NewRecorder()
		r.Header.Set("Authorization", "Bearer "+root)
		for name, value := range map[string]string{"If-Match": seen, "Idempotency-Key": key} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		a.handler.ServeHTTP(w, r)
		return w
	}
	if status, answer := a.call("POST", "/api/farms/"+ownFarm+"/invoices/"+a.ids["invoice"]+"/payment", `{"reference":"cheque 12"}`, root); status != 200 {
		t.Fatalf("paying what is open: %d %s", status, answer)
	}
	seen := call("GET", "/contents", "", "").Header().Get("ETag")
	if !strings.HasPrefix(seen, `"`) || !strings.HasSuffix(seen, `"`) {
		t.Fatalf("ETag: %s", seen)
	}
	first := call("DELETE", "/clean", seen, "one")
	for what, tt := range map[string]struct {
		answer *httptest.ResponseRecorder
		status int
		says   string
	}{
		"the first":              {first, 200, "The farm is clean."},
		"again with its key":     {call("DELETE", "/clean", seen, "one"), 200, first.Body.String()},
		"again without":          {call("DELETE", "/clean", seen, ""), 412, "The farm has changed since you looked"},
		"another click":          {call("DELETE", "/clean", seen, "two"), 412, "The farm has changed since you looked"},
		"a delete of the same":   {call("DELETE", "", seen, ""), 412, "The farm has changed since you looked"},
		"whatever there is":      {call("DELETE", "/clean", "*", ""), 200, "The farm is clean."},
		"as it is specified":     {call("DELETE", "/clean", "", ""), 200, "The farm is clean."},
		"a delete":               {call("DELETE", "", "", "three"), 200, "The farm is deleted."},
		"a delete with its key":  {call("DELETE", "", "", "three"), 200, "The farm is deleted."},
		"a delete without":       {call("DELETE", "", "", ""), 404, "No such farm."},
		"a delete with more key": {call("DELETE", "", "", "four"), 404, "No such farm."},
	} {
		if tt.answer.Code != tt.status || !strings.Contains(tt.answer.Body.String(), tt.says) {
			t.Errorf("%s: %d %s, want %d %s", what, tt.answer.Code, tt.answer.Body, tt.status, tt.says)
		}
	}
}
