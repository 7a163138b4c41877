package app

import (
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
)

// both runs a test of the whole program on each engine.
func both(t *testing.T, test func(t *testing.T, a *testApp)) {
	t.Helper()
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) { test(t, newTestApp(t, Config{DatabaseURL: database(t)})) })
	}
}

// S2: an id of another farm or user, in a path or a body, gets the same answer
// as an id that nobody has, and changes nothing.
func TestIDsOfOthersAreIDsOfNobody(t *testing.T) {
	both(t, func(t *testing.T, a *testApp) {
		const theirLease, nobodys = "ccccccccccccccccccccccc2", "ccccccccccccccccccccccc9"
		_, err := a.farms.AddLease(actor.With(t.Context(), actor.System), anotherFarm, farm.Lease{ID: theirLease, Name: "South"})
		must(t, err)
		rootSession := a.token(t, "root")
		_, sessions := a.call("GET", "/api/users/my/sessions", "", rootSession)
		_, after, _ := strings.Cut(sessions, `"_id":"`)
		theirSession, _, _ := strings.Cut(after, `"`)
		_, _ = a.call("PUT", "/api/v2/reportExport/"+anotherFarm, `{"metric":"Snapshot","email":"x@y.example"}`, rootSession)
		_, _ = a.call("POST", "/api/farms/"+anotherFarm+"/people/invitations", `{"email":"cat@farm.example","may":"manage"}`, rootSession)
		_, _ = a.call("POST", "/api/farms/"+anotherFarm+"/keys", `{"name":"Scale","rights":["tags"]}`, rootSession)
		theirInvitation, theirKey := a.text(t, "SELECT id FROM invitations"), a.text(t, "SELECT id FROM farm_keys")
		token := a.token(t, "manager")
		before := a.digest(t)
		for _, tt := range []struct{ theirs, method, path, body string }{
			{anotherFarm, "GET", "/api/farms/*", ""}, {anotherFarm, "GET", "/api/farms/*/filters", ""}, {anotherFarm, "GET", "/api/v2/exports/*", ""},
			{anotherFarm, "GET", "/api/v2/schedules/*", ""}, {anotherFarm, "POST", "/api/v2/schedules/*", someSchedule},
			{anotherFarm, "PUT", "/api/farms/*/shippingAddress", someAddress}, {anotherFarm, "PUT", "/api/v2/reportExport/*", `{"metric":"Snapshot","email":"x@y.example"}`},
			{anotherFarm, "PUT", "/api/v2/getFarmInventory/*", `{"metric":"Inventory"}`}, {anotherFarm, "PUT", "/api/v2/updateDashboard/*", `{"dashboardReports":[{"metric":"Harvest"}]}`},
			{anotherFarm, "DELETE", "/api/farms/*", ""}, {anotherFarm, "POST", "/api/farms/*/leases", `{"name":"West"}`}, {anotherFarm, "GET", "/api/v2/places/*", ""}, {anotherFarm, "GET", "/api/v2/bags/*", ""},
			{theirLease, "PUT", "/api/farms/" + ownFarm + "/leases/*", `{"size":"2 acres"}`}, {theirLease, "DELETE", "/api/farms/" + ownFarm + "/leases/*", ""},
			{theirLease, "POST", "/api/farms/" + ownFarm + "/leases/*/end", `{"date":"2026-01-01"}`}, {theirLease, "POST", "/api/farms/" + ownFarm + "/leases/*/reopen", ""},
			{theirLease, "PUT", "/api/v2/getFarmInventory/" + ownFarm, `{"metric":"Inventory","activeLease":"*"}`},
			{theirLease, "PUT", "/api/v2/reportExport/" + ownFarm, `{"metric":"Inventory","activeLease":"*","email":"x@y.example"}`},
			{theirLease, "PUT", "/api/v2/getDashboard/" + ownFarm, `{"activeLease":"*"}`}, {theirLease, "GET", "/api/v2/getEquipmentReport/" + ownFarm + "?activeLease=*", ""},
			{theirLease, "POST", "/api/v2/activities/" + ownFarm, `{"activities":[{"id":"1","activity":"plant","date":"2026-03-01","leaseId":"*","count":5,"group":{"oysterType":"Pacific oyster"}}]}`},
			{theirSession, "DELETE", "/api/users/my/sessions/*", ""},
			{theirInvitation, "DELETE", "/api/farms/" + ownFarm + "/people/invitations/*", ""}, {theirKey, "DELETE", "/api/farms/" + ownFarm + "/keys/*", ""},
			{a.ids["root"], "PUT", "/api/farms/" + ownFarm + "/people/*", `{"may":"manage"}`}, {a.ids["root"], "DELETE", "/api/farms/" + ownFarm + "/people/*", ""},
			{a.ids["root"], "POST", "/api/farms/" + ownFarm + "/people/*/hand-over", `{"then":"leave"}`},
			{a.ids["root"], "GET", "/api/users/*", ""}, {a.ids["root"], "PUT", "/api/users/*/password", `{"password":"oysters at night"}`},
			{a.ids["Keepers"], "PUT", "/api/admin-groups/*/permissions", `{"permissions":{"export":true}}`},
			{a.ids["root"], "POST", "/api/sso/tickets", `{"user":"*","farm":"` + ownFarm + `"}`}, {anotherFarm, "POST", "/api/users/{manager}/farm", `{"farm":"*"}`},
		} {
			if len(tt.theirs) != 24 {
				t.Fatalf("no id: %q", tt.theirs)
			}
			try := func(id string) (int, string) {
				status, answer := a.call(tt.method, a.fill(strings.ReplaceAll(tt.path, "*", id)), strings.ReplaceAll(tt.body, "*", id), token)
				return status, strings.ReplaceAll(answer, id, "*")
			}
			theirs, said := try(tt.theirs)
			none, saidOfNone := try(nobodys)
			if theirs != none || said != saidOfNone || theirs < 400 && !strings.Contains(tt.path, "Dashboard") && !strings.Contains(tt.path, "Equipment") {
				t.Errorf("%s %s %s: %d %.200s and %d %.200s", tt.method, tt.path, tt.body, theirs, said, none, saidOfNone)
			}
			if strings.Contains(said, "South") || strings.Contains(said, "Farm 2") {
				t.Errorf("%s %s tells of another farm: %s", tt.method, tt.path, said)
			}
		}
		if a.digest(t) != before {
			t.Error("something changed")
		}
		if status, _ := a.call("GET", "/api/users/my", "", rootSession); status != http.StatusOK {
			t.Error("another's session ended")
		}
	})
}

// S23: whoever loses a farm while calls about it run gets nothing of it from any call
// that begins later.
func TestFarmLostWhileReportsRun(t *testing.T) {
	both(t, func(t *testing.T, a *testApp) {
		manager, root := "Bearer "+a.token(t, "manager"), a.token(t, "root")
		report := func() int {
			r := a.send("PUT", "/api/v2/getFarmInventory/"+ownFarm, `{"metric":"Inventory"}`, "Authorization", manager, "Content-Type", "application/json")
			_, _ = io.Copy(io.Discard, r.Body)
			return r.StatusCode
		}
		if status := report(); status != http.StatusOK {
			t.Fatalf("before: %d", status)
		}
		lost := make(chan struct{})
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 20 {
					late := false
					select {
					case <-lost:
						late = true
					default:
					}
					if status := report(); late && status != 404 || status != 404 && status != 200 {
						t.Errorf("late %v: %d", late, status)
					}
				}
			})
		}
		if status, answer := a.call("DELETE", a.fill("/api/users/{manager}/farm/"+ownFarm), "", root); status != http.StatusOK {
			t.Errorf("unlinking: %d %s", status, answer)
		}
		close(lost)
		wg.Wait()
		for key, rows := range matrix {
			method, _, _ := strings.Cut(key, " ")
			for _, r := range rows {
				if maps.Equal(r.status, own) {
					if status, answer := a.call(method, r.path, r.body, manager[len("Bearer "):]); status != http.StatusNotFound {
						t.Errorf("%s %s: %d %.200s", method, r.path, status, answer)
					}
				}
			}
		}
		if _, list := a.call("GET", "/api/farms", "", manager[len("Bearer "):]); strings.Contains(list, ownFarm) {
			t.Errorf("the list: %s", list)
		}
	})
}
