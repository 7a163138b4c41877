package app

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/demo"
	"github.com/merroir/merroir/internal/rest"
)

// proved are the routes that give somebody power or a way in, with somebody who may call them.
var proved = map[string]string{
	"PUT /api/users/my/password":                     "manager",
	"POST /api/users/my/stay":                        "manager",
	"POST /api/users/my/second-factor":               "manager",
	"POST /api/users/my/second-factor/confirm":       "manager",
	"DELETE /api/users/my/second-factor":             "manager",
	"POST /api/sso/tickets":                          "root",
	"POST /api/users":                                "admin",
	"DELETE /api/users/{id}":                         "admin",
	"PUT /api/users/{id}/password":                   "admin",
	"DELETE /api/users/{id}/second-factor":           "admin",
	"PUT /api/users/{id}/groups":                     "admin",
	"POST /api/users/{id}/farm":                      "admin",
	"DELETE /api/users/{id}/farm/{farmId}":           "admin",
	"PUT /api/admin-groups/{id}/permissions":         "root",
	"DELETE /api/admin-groups/{id}":                  "root",
	"PUT /api/farms/{id}/people/{userId}":            "manager",
	"DELETE /api/farms/{id}/people/{userId}":         "manager",
	"POST /api/farms/{id}/people/{userId}/hand-over": "manager",
	"POST /api/farms/{id}/people/invitations":        "manager",
	"POST /api/invitations":                          "admin",
	"POST /api/farms/{id}/keys":                      "manager",
}

// provedSometimes are the routes of which some changes need a proof, with one such change.
var provedSometimes = map[string]struct{ caller, path, body string }{
	"PUT /api/users/my":   {"manager", "/api/users/my", `{"email":"thief@merroir.test"}`},
	"PUT /api/users/{id}": {"admin", "/api/users/{member}", `{"email":"thief@merroir.test"}`},
}

// S10 ACC-2: with a session whose password was not given lately, nobody gets more power and nobody new
// gets in: by a stolen session, or one that a remember-me token opened.
func TestRoutesThatNeedAProof(t *testing.T) {
	eachDatabase(t, func(t *testing.T, database string) {
		a := newTestApp(t, Config{DatabaseURL: database, AppKeys: "farmer:" + appSecret})
		tokens := map[string]string{}
		for _, name := range []string{"root", "admin", "manager"} {
			tokens[name] = a.token(t, name)
		}
		a.change(t, "UPDATE sessions SET proved_at = 0")
		before := a.digest(t)

		refused := func(caller, method, path, body string) {
			t.Helper()
			status, answer := a.call(method, a.fill(path), body, tokens[caller])
			if status != http.StatusForbidden || !strings.Contains(answer, `"proof-required"`) {
				t.Errorf("%s %s as %s: %d %.200s", method, path, caller, status, answer)
			}
		}
		for _, route := range a.routes() {
			key := route.Method + " " + route.Path
			caller, needs := proved[key]
			if needs != (route.Proof() == rest.AlwaysProof) {
				t.Errorf("%s: proof %q", key, route.Proof())
			}
			some, sometimes := provedSometimes[key]
			if sometimes != (route.Proof() == rest.SomeProof) {
				t.Errorf("%s: proof %q", key, route.Proof())
			}
			if needs {
				row := matrix[key][0]
				refused(caller, route.Method, row.path, a.fill(row.body))
			}
			if sometimes {
				refused(some.caller, route.Method, some.path, some.body)
			}
		}
		a.change(t, "UPDATE users SET is_active = FALSE WHERE username_key = 'member'")
		refused("admin", "PUT", "/api/users/{member}", `{"isActive":true}`)
		a.change(t, "UPDATE users SET is_active = TRUE WHERE username_key = 'member'")
		if a.digest(t) != before {
			t.Error("a refused call changed the database")
		}

		if status, answer := a.call("PUT", a.fill("/api/users/{member}"), `{"name":{"middle":"M."}}`, tokens["admin"]); status != http.StatusOK {
			t.Errorf("a change that gives no power: %d %s", status, answer)
		}
		if status, _, answer := a.mint(t, "manager", appSecret); status != http.StatusOK {
			t.Errorf("an app, which has no password: %d %s", status, answer)
		}
		if status, answer := a.call("POST", "/api/users/my/proof", `{"password":"`+demo.Password+`"}`, tokens["manager"]); status != http.StatusOK {
			t.Fatalf("proof: %d %s", status, answer)
		}
		if status, answer := a.call("POST", "/api/farms/"+ownFarm+"/people/invitations", `{"email":"new@merroir.test","may":"record"}`, tokens["manager"]); status != http.StatusOK {
			t.Errorf("after a proof: %d %s", status, answer)
		}
	})
}

// The table of routes says of each call whether a view may make it; none that stores or sends is open.
func TestRoutesThatViewsMayCall(t *testing.T) {
	var open []string
	for _, route := range (&App{}).routes() {
		if route.OpenToViews() && route.Method != http.MethodGet {
			open = append(open, route.Method+" "+route.Path)
		}
		if !route.OpenToViews() && route.Method == http.MethodGet {
			open = append(open, "not "+route.Path)
		}
	}
	slices.Sort(open)
	want := []string{
		"POST /api/enableTagging/{farmId}/invoiceAmount", "POST /api/farms/{id}/labels/preview", "POST /api/farms/{id}/recalls/preview",
		"POST /api/invitations/look", "POST /api/logout", "POST /api/recalls/preview",
		"PUT /api/v2/explain/{farmId}", "PUT /api/v2/getDashboard/{farmId}", "PUT /api/v2/getFarmInventory/{farmId}",
		"PUT /api/v2/sales/{farmId}", "PUT /api/v2/sales/{farmId}/harvests",
		"not /api/enableTagging/{id}/resendTaggingSetupEmail", "not /api/farms/csv",
		"not /api/farms/{id}/shipments/csv", "not /api/farms/{id}/uploads/{uploadId}/refused", "not /api/users/csv",
	}
	if !slices.Equal(open, want) {
		t.Errorf("%q", open)
	}
}
