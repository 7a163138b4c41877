package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
)

// S3: what a call does not take is refused by name and changes nothing, even
// where it is part of a user or group.
func TestFieldsThatACallDoesNotTake(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	token := a.token(t, "root")
	extra := map[string]string{
		"_id": `"5f0000000000000000000001"`, "roles": `{"admin":true}`, "farms": `[]`, "farmCount": "0", "secondFactor": "false",
		"mustEnrol": "false", "lastSeen": "0", "passwordHash": `"x"`, "isRoot": "true", "is_root": "true", "members": "0",
	}
	for _, tt := range []struct {
		method, path, body string
		also               map[string]string // not this call's, though another takes it
	}{
		{"POST", "/api/users", `"username":"new","email":"new@merroir.test","password":"oysters at night"`, map[string]string{"groups": `{"root":"Root"}`, "isActive": "true", "permissions": "{}"}},
		{"PUT", "/api/users/{member}", `"username":"other"`, map[string]string{"groups": `{"root":"Root"}`, "password": `"oysters at night"`, "permissions": "{}"}},
		{"PUT", "/api/users/{member}/password", `"password":"oysters at night"`, map[string]string{"groups": `{}`, "username": `"x"`}},
		{"PUT", "/api/users/{member}/groups", `"groups":{"farmmanager":"x"}`, map[string]string{"isActive": "true", "permissions": "{}"}},
		{"POST", "/api/users/{member}/farm", `"farm":"` + ownFarm + `"`, map[string]string{"user": `"x"`, "permissions": "[]", "timeCreated": "0"}},
		{"POST", "/api/admin-groups", `"name":"New"`, map[string]string{"permissions": `{"admin-users":true}`, "version": "1"}},
		{"PUT", "/api/admin-groups/{Keepers}", `"name":"New"`, map[string]string{"permissions": `{"export":true}`}},
		{"PUT", "/api/admin-groups/{Keepers}/permissions", `"permissions":{"export":true}`, map[string]string{"name": `"New"`}},
	} {
		before := a.digest(t)
		for _, fields := range []map[string]string{extra, tt.also} {
			for name, value := range fields {
				status, answer := a.call(tt.method, a.fill(tt.path), fmt.Sprintf(`{%s,%q:%s}`, tt.body, name, value), token)
				if status != http.StatusBadRequest || !strings.Contains(answer, name) {
					t.Errorf("%s %s with %s: %d %.200s", tt.method, tt.path, name, status, answer)
				}
			}
		}
		if a.digest(t) != before {
			t.Errorf("%s %s changed something", tt.method, tt.path)
		}
	}
}

// API-4: odd ids, queries and bodies get a clear answer and no 500, on both
// engines.
func TestOddCallsAboutPeople(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: database(t)})
			token := a.token(t, "root")
			before := a.digest(t)
			for _, id := range []string{"%00", "%ff", "a%00b", "'", "%22", "..%2f..", "%E2%80%AE", strings.Repeat("x", 65), "null", "undefined", "-1", "1%20OR%201=1"} {
				for _, call := range [][3]string{
					{"GET", "/api/users/" + id, ""}, {"PUT", "/api/users/" + id, `{"username":"x"}`}, {"DELETE", "/api/users/" + id, ""},
					{"PUT", "/api/users/" + id + "/password", `{"password":"oysters at night"}`}, {"PUT", "/api/users/" + id + "/groups", `{"groups":{}}`},
					{"POST", "/api/users/" + id + "/farm", `{"farm":"` + ownFarm + `"}`}, {"DELETE", "/api/users/{member}/farm/" + id, ""},
					{"GET", "/api/admin-groups/" + id, ""}, {"PUT", "/api/admin-groups/" + id, `{"name":"x"}`}, {"DELETE", "/api/admin-groups/" + id, ""},
					{"PUT", "/api/admin-groups/" + id + "/permissions", `{"permissions":{}}`},
				} {
					status, answer := a.call(call[0], a.fill(call[1]), call[2], token)
					if status != http.StatusNotFound && status != http.StatusBadRequest || !strings.Contains(answer, `"message"`) {
						t.Errorf("%s %s: %d %.200s", call[0], call[1], status, answer)
					}
				}
			}
			for _, body := range []string{
				`{"groups":null}`, `{"groups":[]}`, `{"groups":{"root":1}}`, `{"groups":{"\u0000":"x"}}`, `{"groups":{"none":"x"}}`, `{}`, `[]`, `null`, `{"groups":{}`,
				`{"groups":` + strings.Repeat(`{"a":`, 10000) + strings.Repeat("}", 10000) + "}", `{"groups":{},"version":0}`, `{"groups":{},"version":1e308}`,
			} {
				if status, answer := a.call("PUT", a.fill("/api/users/{member}/groups"), body, token); status != http.StatusBadRequest {
					t.Errorf("groups %.60s: %d %.200s", body, status, answer)
				}
			}
			for _, body := range []string{
				`{"username":"\u0000","email":"x@merroir.test","password":"oysters at night"}`, `{"username":"x","email":"x\u0000@merroir.test","password":"oysters at night"}`,
				`{"username":"\ud800","email":"x@merroir.test","password":"oysters at night"}`, `{"username":["x"],"email":"x@merroir.test","password":"oysters at night"}`,
				`{"username":"x","email":"x@merroir.test","password":"oysters at night","name":{"first":"a\u0000b"}}`, `{"username":"x","email":"x@merroir.test"}`,
			} {
				if status, answer := a.call("POST", "/api/users", body, token); status != http.StatusBadRequest || !strings.Contains(answer, `"validation"`) {
					t.Errorf("user %s: %d %.200s", body, status, answer)
				}
			}
			for query, want := range map[string]int{
				"/api/users?limit=6": 400, "/api/users?page=0": 400, "/api/users?page=1e18": 400, "/api/users?sort=name;drop": 400, "/api/users?role=root": 400,
				"/api/users?isActive=yes": 400, "/api/users?username=%00%ff%25_'": 400, "/api/users?role=&isActive=&username=": 200, "/api/users?page=10000": 200,
				"/api/admin-groups?name=%00": 400, "/api/admin-groups?limit=-1": 400, "/api/audit?limit=7": 400, "/api/audit?search=%00%ff": 400,
				"/api/audit?from=0000-00-00": 400, "/api/audit?from=9999-12-31&to=9999-12-31": 200,
			} {
				if status, answer := a.call("GET", query, "", token); status != want {
					t.Errorf("%s: %d, want %d: %.200s", query, status, want, answer)
				}
			}
			if status, answer := a.call("GET", "/api/audit?action=%00", "", token); status == http.StatusInternalServerError {
				t.Errorf("an action with a NUL: %s", answer)
			}
			if a.digest(t) != before {
				t.Error("something changed")
			}
		})
	}
}

// AUTH-8: whoever may not see users cannot find out which there are.
func TestUsersCannotBeEnumerated(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	for _, caller := range []string{"nobody", "member", "manager", "narrow"} {
		token := a.token(t, caller)
		for _, path := range []string{"/api/users/", "/api/admin-groups/"} {
			_, there := a.call("GET", a.fill(path+"{member}"), "", token)
			_, group := a.call("GET", a.fill(path+"{Keepers}"), "", token)
			_, none := a.call("GET", path+"5f0000000000000000000001", "", token)
			if there != none || group != none {
				t.Errorf("%s as %s: %s, %s and %s", path, caller, there, group, none)
			}
		}
	}
}

// API-3 USR-2: every field at fault is named, and the message is about the last.
func TestFieldErrorsOfANewUser(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	token := a.token(t, "helper")
	long := strings.Repeat("x", 101)
	for _, tt := range []struct{ body, message, keys string }{
		{`{"username":"","email":"x","password":"short","name":{"first":"` + long + `"}}`, `child "password" fails because [A password has at least 12 characters.]`, "username email name.first password"},
		{`{"username":"MEMBER","email":"MANAGER@merroir.example","password":"oysters at night"}`, `child "email" fails because [This email address is taken.]`, "username email"},
		{`{"username":"x","email":"x@merroir.test","password":"oysters at night","name":{"first":"` + long + `"}}`, `child "name" fails because [child "first" fails because [A name has at most 100 characters.]]`, "name.first"},
		{`{"email":"x@merroir.test","password":"oysters at night"}`, `child "username" fails because [This field is required.]`, "username"},
	} {
		status, answer := a.call("POST", "/api/users", tt.body, token)
		var failure struct {
			Message    string
			Validation struct {
				Keys   []string
				Fields map[string]string
			}
		}
		must(t, json.Unmarshal([]byte(answer), &failure))
		if status != http.StatusBadRequest || failure.Message != tt.message || strings.Join(failure.Validation.Keys, " ") != tt.keys || len(failure.Validation.Fields) != len(failure.Validation.Keys) {
			t.Errorf("%s: %d %s", tt.body, status, answer)
		}
	}
}

// What a user recorded outlives the user, and the screens that name who did it still
// work.
func TestScreensAfterADeletedUser(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: database(t)})
			manager, root := a.token(t, "manager"), a.token(t, "root")
			body := `{"activities":[{"id":"1","activity":"plant","date":"2026-03-01","leaseId":"` + someLease + `","count":5,"group":{"oysterType":"Pacific oyster"}}]}`
			if status, answer := a.call("POST", "/api/v2/activities/"+ownFarm, body, manager); status != 200 {
				t.Fatalf("recording: %d %s", status, answer)
			}
			if status, answer := a.call("PUT", "/api/v2/reportExport/"+ownFarm, `{"metric":"Snapshot","email":"x@y.example"}`, manager); status != 200 {
				t.Fatalf("exporting: %d %s", status, answer)
			}
			if status, answer := a.call("DELETE", a.fill("/api/users/{manager}"), "", root); status != 200 {
				t.Fatalf("deleting: %d %s", status, answer)
			}
			if status, _ := a.call("GET", "/api/users/my", "", manager); status != 401 {
				t.Errorf("the session of the deleted user: %d", status)
			}
			for _, path := range []string{
				"/api/v2/activities/" + ownFarm, "/api/v2/exports/" + ownFarm, "/api/farms/" + ownFarm, "/api/farms/" + ownFarm + "/uploads", "/api/farms/" + ownFarm + "/contents",
				"/api/users", "/api/audit", "/api/v2/places/" + ownFarm,
			} {
				if status, answer := a.call("GET", path, "", root); status != 200 {
					t.Errorf("%s: %d %s", path, status, answer)
				}
			}
			if n := a.count(t, "activities"); n != 1 {
				t.Errorf("%d activities are left", n)
			}
			_, answer := a.call("GET", "/api/audit?search=manager&action=user.delete", "", root)
			if !strings.Contains(answer, a.ids["manager"]) || !strings.Contains(answer, `"username":"root"`) {
				t.Errorf("the trail: %s", answer)
			}
		})
	}
}

// AUTH-9: the rights of a group count at once, also for users who are not admins.
func TestPermissionOpensItsCalls(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	member := a.token(t, "member")
	if status, _ := a.call("GET", "/api/users", "", member); status != http.StatusForbidden {
		t.Errorf("before: %d", status)
	}
	a.addGroup(t, "More keepers", actor.AdminUsers, "member")
	member = a.token(t, "member")
	if status, _ := a.call("GET", "/api/users", "", member); status != http.StatusOK {
		t.Errorf("in the group: %d", status)
	}
	if status, answer := a.call("DELETE", a.fill("/api/admin-groups/{More keepers}"), "", a.token(t, "root")); status != http.StatusOK {
		t.Fatalf("deleting the group: %d %s", status, answer)
	}
	if status, _ := a.call("GET", "/api/users", "", member); status != http.StatusForbidden {
		t.Errorf("after: %d", status)
	}
	_, answer := a.call("GET", "/api/users/my", "", a.token(t, "helper"))
	if !strings.Contains(answer, `"permissions":["admin-users"]`) {
		t.Errorf("the caller's own user: %s", answer)
	}
}
