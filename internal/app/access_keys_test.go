package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/rest"
)

// keyRing are callers with keys of ownFarm: one of the manager's for each right, one that somebody who
// keeps records made with all of them, and one that was ended.
type keyRing map[string][]actor.Right

var ring = keyRing{
	"key for reports": {actor.ReadReports}, "key for record": {actor.RecordOnFarm}, "key for tags": {actor.UseTags}, "key for prints": {actor.PrintLabels},
	"key of staff": actor.Rights(), "ended key": nil,
}

func (m *matrixApp) makeKeys(t *testing.T) {
	t.Helper()
	for name, rights := range ring {
		maker := "manager"
		if name == "key of staff" {
			maker = userWith(actor.Companies)
		}
		if rights == nil {
			rights = actor.Rights()
		}
		m.tokens[name] = m.makeKey(t, m.tokens[maker], name, rights)
	}
	id := m.text(t, "SELECT id FROM farm_keys WHERE name = 'ended key'")
	if status, answer := m.call("DELETE", "/api/farms/"+ownFarm+"/keys/"+id, "", m.tokens["manager"]); status != 200 {
		t.Fatal(status, answer)
	}
}

func (a *testApp) makeKey(t *testing.T, maker, name string, rights []actor.Right) (token string) {
	t.Helper()
	named, _ := json.Marshal(rights)
	status, answer := a.call("POST", "/api/farms/"+ownFarm+"/keys", fmt.Sprintf(`{"name":%q,"rights":%s}`, name, named), maker)
	var made struct{ Token string }
	if err := json.Unmarshal([]byte(answer), &made); err != nil || status != 200 || !strings.HasPrefix(made.Token, "mk_") || len(made.Token) < 64 {
		t.Fatalf("making %s: %d %s", name, status, answer)
	}
	return made.Token
}

// keyStatus is what a caller with a key gets: what its maker gets on a route that one of its rights
// opens, at its farm; nothing else but what is public.
func keyStatus(route rest.Route, path, name string, r row) int {
	switch {
	case name == "ended key" && route.Access == rest.Public:
		return r.status["forged"]
	case name == "ended key":
		return http.StatusUnauthorized
	case route.Access == rest.Public:
		return r.status["nobody"]
	case !slices.ContainsFunc(route.Keys(), func(right actor.Right) bool { return slices.Contains(ring[name], right) }):
		return http.StatusForbidden
	case strings.Contains(path+r.body, anotherFarm):
		return http.StatusNotFound
	case name == "key of staff":
		return r.status[userWith(actor.Companies)]
	}
	return r.status["manager"]
}

// S8 to S12, with keys: a token that was ended, altered, made up or taken from the database opens
// nothing, at the next call; so does one whose maker was deactivated or deleted, or lost the farm or
// the right to it; a key makes no key and opens no session.
func TestKeysAttacked(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: database(t)})
			path := "/api/farms/" + ownFarm + "/tags"
			expect := func(what, token string, want int) {
				t.Helper()
				if status, answer := a.call("GET", path, "", token); status != want {
					t.Errorf("%s: %d, want %d: %.200s", what, status, want, answer)
				}
			}
			key := a.makeKey(t, a.token(t, "manager"), "Scale", actor.Rights())
			expect("a key", key, 200)
			digest := a.text(t, "SELECT token_hash FROM farm_keys")
			if strings.Contains(a.text(t, "SELECT COALESCE(MAX(token_hash), '') || MAX(name) || MAX(rights) || MAX(id) FROM farm_keys"), key[3:]) || digest == key {
				t.Error("the token is in the database")
			}
			for what, token := range map[string]string{
				"its digest": digest, "its digest as a key": "mk_" + digest, "without its beginning": key[3:], "cut": key[:len(key)-1], "longer": key + "0",
				"in capitals": strings.ToUpper(key), "empty": "mk_", "with NUL": key + "\x00", "another": "mk_" + strings.Repeat("0", 64),
			} {
				expect(what, token, 401)
			}
			if status, _ := a.call("GET", path+"?access_token="+key, "", ""); status != 401 {
				t.Errorf("in the address: %d", status)
			}
			for _, call := range [][3]string{
				{"POST", "/api/farms/" + ownFarm + "/keys", `{"name":"More","rights":["tags"]}`}, {"GET", "/api/users/my", ""}, {"GET", "/api/users/my/sessions", ""},
				{"PUT", "/api/users/my/password", `{"password":"a long password of mine"}`}, {"POST", "/api/logout", ""}, {"GET", "/api/farms", ""},
				{"POST", "/api/sso/tickets", `{"user":"{manager}","farm":"` + ownFarm + `"}`}, {"GET", "/api/farms/" + anotherFarm, ""},
			} {
				if status, answer := a.call(call[0], call[1], a.fill(call[2]), key); status != 403 && status != 404 {
					t.Errorf("%s %s: %d %.100s", call[0], call[1], status, answer)
				}
			}
			expect("after all that", key, 200)
			change := func(statement string) { a.change(t, statement) }
			for what, lost := range map[string][3]string{
				"inactive":            {"UPDATE users SET is_active = FALSE WHERE username = 'manager'", "UPDATE users SET is_active = TRUE WHERE username = 'manager'", "401"},
				"no manager any more": {"UPDATE users SET is_farmmanager = FALSE WHERE username = 'manager'", "UPDATE users SET is_farmmanager = TRUE WHERE username = 'manager'", "404"},
				"without the farm":    {"UPDATE farm_users SET farm_id = '" + anotherFarm + "'", "UPDATE farm_users SET farm_id = '" + ownFarm + "'", "404"},
			} {
				change(lost[0])
				want, _ := strconv.Atoi(lost[2])
				expect(what, key, want)
				change(lost[1])
				expect("no longer "+what, key, 200)
			}
			staff := a.makeKey(t, a.token(t, "root"), "Of staff", []actor.Right{actor.UseTags})
			expect("of staff", staff, 200)
			change("UPDATE users SET is_root = FALSE WHERE username = 'root'")
			expect("of staff who are none any more", staff, 404)
			change("UPDATE users SET is_root = TRUE WHERE username = 'root'")
			id := a.text(t, "SELECT id FROM farm_keys WHERE name = 'Scale'")
			if status, _ := a.call("DELETE", "/api/farms/"+ownFarm+"/keys/"+id, "", a.token(t, "root")); status != 200 {
				t.Errorf("ending it: %d", status)
			}
			expect("ended", key, 401)
			_, trail := a.call("GET", "/api/audit", "", a.token(t, "root"))
			if !strings.Contains(trail, `"farm.key"`) || !strings.Contains(trail, `"farm.keyEnd"`) || strings.Contains(trail, key) || strings.Contains(trail, digest) {
				t.Errorf("the trail: %s", trail)
			}
			if status, _ := a.call("DELETE", a.fill("/api/users/{manager}"), "", a.token(t, "root")); status != 200 || a.text(t, "SELECT CAST(count(*) AS TEXT) FROM farm_keys") != "1" {
				t.Error("a deleted maker's key is left")
			}
		})
	}
}

// KEY-1: a key takes a proof, lists when it was last used, and acts in the name of its maker.
func TestAKeyInUse(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	manager := a.token(t, "manager")
	a.change(t, "UPDATE sessions SET proved_at = 0")
	if status, answer := a.call("POST", "/api/farms/"+ownFarm+"/keys", `{"name":"K","rights":["tags"]}`, manager); status != 403 || !strings.Contains(answer, "proof-required") {
		t.Errorf("without a proof: %d %s", status, answer)
	}
	key := a.makeKey(t, a.token(t, "manager"), "Buoy", []actor.Right{actor.RecordOnFarm})
	list := func() string {
		_, answer := a.call("GET", "/api/farms/"+ownFarm+"/keys", "", a.token(t, "manager"))
		return answer
	}
	if before := list(); !strings.Contains(before, `"lastUsed":null`) || strings.Contains(before, key) {
		t.Errorf("unused: %s", before)
	}
	body := `{"activities":[{"id":"1","activity":"plant","date":"2026-03-01","leaseId":"` + someLease + `","count":5,"group":{"oysterType":"Pacific oyster"}}]}`
	if status, answer := a.call("POST", "/api/v2/activities/"+ownFarm, body, key); status != 200 {
		t.Fatalf("recording: %d %s", status, answer)
	}
	if _, journal := a.call("GET", "/api/v2/activities/"+ownFarm, "", key); !strings.Contains(journal, `"by":"manager"`) {
		t.Errorf("in whose name: %s", journal)
	}
	a.keys.Close()
	if after := list(); strings.Contains(after, `"lastUsed":null`) {
		t.Errorf("used: %s", after)
	}
	for range 19 {
		a.makeKey(t, a.token(t, "manager"), "More", []actor.Right{actor.UseTags})
	}
	if status, answer := a.call("POST", "/api/farms/"+ownFarm+"/keys", `{"name":"K","rights":["tags"]}`, a.token(t, "manager")); status != 409 {
		t.Errorf("one too many: %d %s", status, answer)
	}
}

// API: the document names every status that the matrix expects of a JSON route, and what its body can
// be refused for; 422 is none of ours.
func TestTheDocumentNamesEveryAnswer(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	text, err := rest.Describe(a.routes())
	must(t, err)
	var document struct {
		Paths map[string]map[string]struct {
			RequestBody *struct{ Content map[string]json.RawMessage }
			Responses   map[string]struct {
				Description string
				Content     map[string]struct{ Example map[string]any }
			}
		}
	}
	must(t, json.Unmarshal(text, &document))
	for _, route := range a.routes() {
		operation, is := document.Paths[route.Path][strings.ToLower(route.Method)]
		if !is {
			continue
		}
		want := []int{400, 429, 500, 503}
		if operation.RequestBody != nil && operation.RequestBody.Content["application/json"] != nil {
			want = append(want, 413, 415)
		}
		for _, r := range matrix[route.Method+" "+route.Path] {
			for _, status := range r.status {
				want = append(want, status)
			}
		}
		for _, status := range want {
			if _, named := operation.Responses[strconv.Itoa(status)]; !named && status != 200 {
				t.Errorf("%s %s: %d is not in the document", route.Method, route.Path, status)
			}
		}
		for status, response := range operation.Responses {
			if status[0] == '2' {
				continue
			}
			example := response.Content["application/json"].Example
			if code, _ := example["statusCode"].(float64); strconv.Itoa(int(code)) != status || example["message"] == "" || response.Description == "" || status == "422" {
				t.Errorf("%s %s: %s is described by %q and %v", route.Method, route.Path, status, response.Description, example)
			}
		}
	}
}
