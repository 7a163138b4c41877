//go:build !race

package app

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/rest"
)

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
			for _, r := range matrix[route.Method+" "+route.Path] {
				before := m.digest(t)
				if route.Access == rest.Public || route.Path == "/api/logout" {
					continue // what is open to anybody is not asked for in anybody's name
				}
				status, answer := m.callAs("viewer", m.handler, route.Method, r.path, r.body)
				want := r.status["manager"]
				if status != want && (route.Method == http.MethodGet || status != http.StatusForbidden) {
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
