package app

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	ownFarm     = "aaaaaaaaaaaaaaaaaaaaaaa1"
	anotherFarm = "aaaaaaaaaaaaaaaaaaaaaaa2"
	someTag     = "bbbbbbbbbbbbbbbbbbbbbbb1"
)

// callers are everybody who may knock. The farm manager is linked to ownFarm.
var callers = []string{"nobody", "member", "manager", "admin", "root", "inactive", "signed out", "forged"}

// row is what each caller gets on a route, in the order of callers, for a
// request that is good but for the caller's rights.
type row struct {
	body   string
	status [8]int
}

var (
	everyone = [8]int{200, 200, 200, 200, 200, 200, 200, 200}
	signedIn = [8]int{401, 200, 200, 200, 200, 401, 401, 401}
	staff    = [8]int{401, 403, 403, 200, 200, 401, 401, 401}
	farmers  = [8]int{401, 403, 200, 200, 200, 401, 401, 401}
	own      = [8]int{401, 404, 200, 200, 200, 401, 401, 401} // a farm that is not the caller's does not exist
	another  = [8]int{401, 404, 404, 200, 200, 401, 401, 401}
	all404   = [8]int{404, 404, 404, 404, 404, 404, 404, 404}
	all400   = [8]int{400, 400, 400, 400, 400, 400, 400, 400}
)

func statuses(base [8]int, from, to int) [8]int {
	for i, s := range base {
		if s == from {
			base[i] = to
		}
	}
	return base
}

// matrix has the rows of every route: the key is method and path, with the
// farm in the place of its parameter where there are two answers.
var matrix = map[string][]struct {
	path string
	row
}{
	"POST /api/login":             {{"/api/login", row{`{"username":"x","password":"y"}`, all400}}},
	"POST /api/login/forgot":      {{"/api/login/forgot", row{`{"email":"x@y.example"}`, everyone}}},
	"POST /api/login/reset":       {{"/api/login/reset", row{`{"email":"x@y.example","key":"k","password":"a long password"}`, all400}}},
	"POST /api/logout":            {{"/api/logout", row{"", signedIn}}},
	"GET /api/users/my":           {{"/api/users/my", row{"", signedIn}}},
	"GET /api/farms":              {{"/api/farms", row{"", farmers}}},
	"POST /api/farms":             {{"/api/farms", row{`{"name":"New","country":"USA","state":"Maine"}`, staff}}},
	"GET /api/farms/{id}":         {{"/api/farms/" + ownFarm, row{"", own}}, {"/api/farms/" + anotherFarm, row{"", another}}},
	"GET /api/farms/{id}/filters": {{"/api/farms/" + ownFarm + "/filters", row{"", own}}, {"/api/farms/" + anotherFarm + "/filters", row{"", another}}},
	"PUT /api/v2/getFarmInventory/{farmId}": {
		{"/api/v2/getFarmInventory/" + ownFarm, row{`{"metric":"Inventory"}`, own}},
		{"/api/v2/getFarmInventory/" + anotherFarm, row{`{"metric":"Inventory"}`, another}},
	},
	"POST /api/v2/activities/{farmId}": { // a good call but for the growing area, which these farms do not have
		{"/api/v2/activities/" + ownFarm, row{`{"activities":[{"id":"1","activity":"plant","date":"2026-03-01","leaseId":"none","count":5}]}`, statuses(own, 200, 400)}},
		{"/api/v2/activities/" + anotherFarm, row{`{"activities":[{"id":"1","activity":"plant","date":"2026-03-01","leaseId":"none","count":5}]}`, statuses(another, 200, 400)}},
	},
	"POST /api/farms/upload/{id}":                     {{"/api/farms/upload/" + ownFarm, row{"{}", statuses(staff, 200, 400)}}}, // a good call but for the file
	"GET /api/farms/{id}/uploads":                     {{"/api/farms/" + ownFarm + "/uploads", row{"", staff}}},
	"GET /api/farms/{id}/uploads/{uploadId}":          {{"/api/farms/" + ownFarm + "/uploads/none", row{"", statuses(staff, 200, 404)}}},
	"POST /api/farms/{id}/uploads/{uploadId}/confirm": {{"/api/farms/" + ownFarm + "/uploads/none/confirm", row{"", statuses(staff, 200, 404)}}},
	"POST /api/farms/{id}/uploads/{uploadId}/cancel":  {{"/api/farms/" + ownFarm + "/uploads/none/cancel", row{"", statuses(staff, 200, 404)}}},
	"GET /api/farms/{id}/uploads/{uploadId}/refused":  {{"/api/farms/" + ownFarm + "/uploads/none/refused", row{"", statuses(staff, 200, 404)}}},
	"GET /api/farms/upload-template":                  {{"/api/farms/upload-template", row{"", staff}}},
	"GET /api/v2/activities/{farmId}":                 {{"/api/v2/activities/" + ownFarm, row{"", own}}, {"/api/v2/activities/" + anotherFarm, row{"", another}}},
	"GET /api/v2/places/{farmId}":                     {{"/api/v2/places/" + ownFarm, row{"", own}}, {"/api/v2/places/" + anotherFarm, row{"", another}}},
	"GET /api/v2/getEquipmentReport/{farmId}": {
		{"/api/v2/getEquipmentReport/" + ownFarm, row{"", own}},
		{"/api/v2/getEquipmentReport/" + anotherFarm, row{"", another}},
	},
	"PUT /api/v2/getDashboard/{farmId}": {
		{"/api/v2/getDashboard/" + ownFarm, row{`{}`, own}},
		{"/api/v2/getDashboard/" + anotherFarm, row{`{}`, another}},
	},
	"PUT /api/v2/updateDashboard/{farmId}": {
		{"/api/v2/updateDashboard/" + ownFarm, row{`{"dashboardReports":[{"metric":"Harvest"}]}`, own}},
		{"/api/v2/updateDashboard/" + anotherFarm, row{`{"dashboardReports":[{"metric":"Harvest"}]}`, another}},
	},
	"PUT /api/v2/reportExport/{farmId}": {
		{"/api/v2/reportExport/" + ownFarm, row{`{"metric":"Snapshot","email":"x@y.example"}`, own}},
		{"/api/v2/reportExport/" + anotherFarm, row{`{"metric":"Snapshot","email":"x@y.example"}`, another}},
	},
	"GET /api/v2/exports/{farmId}": {
		{"/api/v2/exports/" + ownFarm, row{"", own}},
		{"/api/v2/exports/" + anotherFarm, row{"", another}},
	},
	"GET /exports/{token}":    {{"/exports/0000000000000000000000000000000000000000000000000000000000000000", row{"", all404}}},
	"GET /api/tag/{tagId}":    {{"/api/tag/" + someTag, row{"", all404}}},
	"GET /tag/{id}":           {{"/tag/" + someTag, row{"", all404}}},
	"GET /tag/{id}/{rest...}": {{"/tag/" + someTag + "/more", row{"", all404}}},
	"POST /api/pageview":      {{"/api/pageview", row{`{}`, statuses(everyone, 200, 204)}}},
	"GET /photos/{name}":      {{"/photos/none.jpg", row{"", all404}}},
	"GET /moved":              {{"/moved", row{"", statuses(everyone, 200, 301)}}},
	"GET /healthz":            {{"/healthz", row{"", everyone}}},
	"GET /readyz":             {{"/readyz", row{"", everyone}}},
	"GET /openapi.json":       {{"/openapi.json", row{"", everyone}}},
}

// AUTH-4 AUTH-5 AUTH-6 AUTH-7 AUTH-8 AUTH-10: every route as every caller, on
// both engines. A route without a row fails, and so does a refused call that
// changed anything.
func TestEveryRouteAsEveryCaller(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: database(t)})
			for _, route := range a.routes() {
				key := route.Method + " " + route.Path
				rows := matrix[key]
				if len(rows) == 0 {
					t.Errorf("%s has no row in the matrix", key)
				}
				for _, r := range rows {
					for i, caller := range callers {
						checkCell(t, a, route.Method, r.path, r.body, caller, r.status[i])
					}
				}
			}
		})
	}
}

func TestDemoRoutesAreAbsentOutsideTheDemo(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	if status, _ := a.call("GET", "/dev/mail", "", ""); status != http.StatusNotFound {
		t.Errorf("/dev/mail: %d", status)
	}
}

func checkCell(t *testing.T, a *testApp, method, path, body, caller string, want int) {
	t.Helper()
	token := a.token(t, caller)
	before := a.digest(t)
	status, answer := a.call(method, path, body, token)
	if status != want {
		t.Errorf("%s %s as %s: %d, want %d: %.200s", method, path, caller, status, want, answer)
	}
	if denied := status == 401 || status == 403 || status == 404; denied && a.digest(t) != before {
		t.Errorf("%s %s as %s was refused and changed the database", method, path, caller)
	}
}

// testApp is the whole program on a database of its own, with users and farms.
type testApp struct{ *App }

func newTestApp(t *testing.T, config Config) *testApp {
	t.Helper()
	config.DataDir = t.TempDir()
	config.PublicURL, config.WebsiteURL, config.FarmAppURL = "http://merroir.test", "http://www.merroir.test", "http://app.merroir.test"
	config.MailFrom = "noreply@merroir.test"
	a, err := New(context.Background(), config)
	must(t, err)
	t.Cleanup(func() { must(t, a.Close()) })
	system := actor.With(context.Background(), actor.System)
	for _, u := range demoUsers {
		u.Password = demoPassword
		made, err := a.accounts.Create(system, u)
		must(t, err)
		if u.Username == "manager" {
			for _, id := range []string{ownFarm, anotherFarm} {
				_, err := a.farms.CreateWithID(system, id, farm.Details{Name: "Farm " + id[23:], Country: "USA", State: "Maine"})
				must(t, err)
			}
			must(t, a.farms.LinkUser(system, ownFarm, made.ID))
		}
	}
	_, err = a.accounts.Create(system, account.NewUser{Username: "inactive", Email: "inactive@merroir.test", Password: demoPassword})
	must(t, err)
	return &testApp{a}
}

// token signs the caller in.
func (a *testApp) token(t *testing.T, caller string) string {
	t.Helper()
	switch caller {
	case "nobody":
		return ""
	case "forged":
		return "forged"
	}
	a.setActive(t, "inactive", true)
	user := caller
	if caller == "signed out" {
		user = "root"
	}
	token, _, err := a.accounts.SignIn(context.Background(), user, demoPassword, "127.0.0.1")
	must(t, err)
	a.setActive(t, "inactive", false)
	if caller == "signed out" {
		if status, answer := a.call("POST", "/api/logout", "", token); status != 200 {
			t.Fatalf("signing out: %d %s", status, answer)
		}
	}
	return token
}

func (a *testApp) setActive(t *testing.T, username string, active bool) {
	t.Helper()
	ctx := context.Background()
	must(t, a.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE users SET is_active = $2 WHERE username_key = $1", username, active)
		return err
	}))
}

func (a *testApp) call(method, path, body, token string) (status int, answer string) {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	a.handler.ServeHTTP(w, r)
	text, _ := io.ReadAll(w.Result().Body)
	return w.Code, string(text)
}

// digest sums up the tables that a call could change.
func (a *testApp) digest(t *testing.T) string {
	t.Helper()
	ctx := context.Background()
	sum := sha256.New()
	must(t, a.db.Read(ctx, func(tx *sqldb.Tx) error {
		for _, query := range []string{
			"SELECT id || username || email || password_hash || failed_sign_ins FROM users ORDER BY id",
			"SELECT id || token_hash FROM sessions ORDER BY id",
			"SELECT key_hash FROM password_resets ORDER BY key_hash",
			"SELECT id || name || version FROM farms ORDER BY id",
			"SELECT farm_id || user_id FROM farm_users ORDER BY farm_id, user_id",
			"SELECT farm_id || id || name FROM leases ORDER BY farm_id, id",
			"SELECT CAST(count(*) AS TEXT) FROM entries",
			"SELECT CAST(count(*) AS TEXT) FROM tags",
			"SELECT CAST(count(*) AS TEXT) FROM recalls",
			"SELECT farm_id || user_id || squares FROM dashboards ORDER BY farm_id, user_id",
			"SELECT CAST(count(*) AS TEXT) FROM exports",
			"SELECT CAST(count(*) AS TEXT) FROM jobs",
			"SELECT CAST(count(*) AS TEXT) FROM uploads",
		} {
			rows, err := sqldb.All(ctx, tx, sqldb.Scalar[string], query)
			if err != nil {
				return fmt.Errorf("%s: %w", query, err)
			}
			must(t, json.NewEncoder(sum).Encode(rows))
		}
		return nil
	}))
	return string(sum.Sum(nil))
}

// PUB-7 API-4: what no route owns is the web app's not-found page, or JSON
// below /api, with the status that says so.
func TestPathsThatNoRouteOwns(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	for path, want := range map[string]struct {
		status int
		says   string
	}{
		"/":                  {200, "merroir-config"},
		"/login":             {200, "merroir-config"},
		"/manage/" + ownFarm: {200, "merroir-config"},
		"/nothing":           {404, "merroir-config"},
		"/manage/a/b/c":      {404, "merroir-config"},
		"/api/nothing":       {404, `"statusCode":404`},
		"/api":               {404, `"statusCode":404`},
		"/metrics":           {404, "merroir-config"},
		"/debug/pprof/":      {404, "merroir-config"},
	} {
		status, answer := a.call("GET", path, "", "")
		if status != want.status || !strings.Contains(answer, want.says) {
			t.Errorf("%s: %d %.80q", path, status, answer)
		}
	}
}

// AUTH-7: a farm manager's list holds the linked farm alone, in its counts too.
func TestListOfAManager(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	_, answer := a.call("GET", "/api/farms", "", a.token(t, "manager"))
	var list struct {
		Data []struct {
			ID string `json:"_id"`
		}
		Items struct{ Total int }
	}
	must(t, json.Unmarshal([]byte(answer), &list))
	if len(list.Data) != 1 || list.Data[0].ID != ownFarm || list.Items.Total != 1 || strings.Contains(answer, anotherFarm) {
		t.Errorf("list: %s", answer)
	}
}

// API-5: the document that the web app's types are made from describes every
// JSON route of the table.
func TestDocumentDescribesEveryRoute(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	_, served := a.call("GET", "/openapi.json", "", "")
	printed, err := Document()
	must(t, err)
	if served != string(printed) {
		t.Error("the command prints another document than the server serves")
	}
	var document struct{ Paths map[string]map[string]any }
	must(t, json.Unmarshal(printed, &document))
	raw := []string{"/api/pageview"}
	for _, route := range a.routes() {
		if strings.HasPrefix(route.Path, "/api/") && !slices.Contains(raw, route.Path) && document.Paths[route.Path][strings.ToLower(route.Method)] == nil {
			t.Errorf("%s %s is not described", route.Method, route.Path)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
