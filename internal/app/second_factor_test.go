package app

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/demo"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/secret"
)

// AUTH-8: where staff need a second factor, one without reaches their own account
// and nothing else, on every route, until it is set up. Nobody else is held up.
func TestStaffMustEnrol(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t), SecondFactor: secondFactorStaff})
	for _, caller := range []string{"root", "admin"} {
		token := a.token(t, caller)
		if _, answer := a.call("GET", "/api/users/my", "", token); !strings.Contains(answer, `"mustEnrol":true`) {
			t.Errorf("%s: %s", caller, answer)
		}
		for _, route := range a.routes() {
			if route.Access == rest.Public {
				continue
			}
			for _, r := range matrix[route.Method+" "+route.Path] {
				own := strings.HasPrefix(route.Path, "/api/users/my") || route.Path == "/api/logout"
				if own && route.Method != http.MethodGet {
					continue // would sign out or change the account; their turn comes below
				}
				before := a.digest(t)
				status, answer := a.call(route.Method, a.fill(r.path), a.fill(r.body), token)
				denied := status == http.StatusForbidden && strings.Contains(answer, "Please set up your second factor first.")
				if own == denied || denied && a.digest(t) != before {
					t.Errorf("%s %s as %s: %d %.200s", route.Method, r.path, caller, status, answer)
				}
			}
		}
	}
	for _, caller := range []string{"manager", "member", "helper"} {
		if _, answer := a.call("GET", "/api/users/my", "", a.token(t, caller)); !strings.Contains(answer, `"mustEnrol":false`) {
			t.Errorf("%s: %s", caller, answer)
		}
	}
}

// AUTH-8 KEY-1: a key of staff who have none yet opens nothing.
func TestAKeyOfStaffWhoMustEnrol(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t), SecondFactor: secondFactorStaff})
	key := "mk_" + strings.Repeat("a", 64)
	a.change(t, "INSERT INTO farm_keys (farm_id, id, user_id, name, token_hash, rights, created_at) VALUES ('"+ownFarm+"', 'k', '"+a.ids["root"]+"', 'Scale', '"+secret.Digest(key)+"', 'tags', 0)")
	if status, answer := a.call("GET", "/api/farms/"+ownFarm+"/tags", "", key); status != http.StatusForbidden || !strings.Contains(answer, "second factor") {
		t.Errorf("%d %.200s", status, answer)
	}
}

// AUTH-8: setting it up opens the rest to the same session, and from then on a
// code is asked for with the form's field named.
func TestEnrollingOpensTheRest(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t), SecondFactor: secondFactorStaff})
	token := a.token(t, "admin")
	status, answer := a.call("POST", "/api/users/my/second-factor", "", token)
	var begun struct{ Secret, URL string }
	must(t, json.Unmarshal([]byte(answer), &begun))
	if status != http.StatusOK || !strings.HasPrefix(begun.URL, "otpauth://totp/Merroir:admin?") {
		t.Fatalf("beginning: %d %s", status, answer)
	}
	code := func(later time.Duration) string {
		t.Helper()
		code, err := totp.GenerateCode(begun.Secret, time.Now().Add(later))
		must(t, err)
		return code
	}
	status, answer = a.call("POST", "/api/users/my/second-factor/confirm", `{"code":"none"}`, token)
	if status != http.StatusBadRequest || !strings.Contains(answer, `"keys":["code"]`) {
		t.Errorf("a wrong code: %d %s", status, answer)
	}
	status, answer = a.call("POST", "/api/users/my/second-factor/confirm", `{"code":"`+code(0)+`"}`, token)
	var confirmed struct{ RecoveryCodes []string }
	must(t, json.Unmarshal([]byte(answer), &confirmed))
	if status != http.StatusOK || len(confirmed.RecoveryCodes) != 10 {
		t.Fatalf("confirming: %d %s", status, answer)
	}
	if status, answer := a.call("GET", "/api/users", "", token); status != http.StatusOK {
		t.Errorf("the rest: %d %.200s", status, answer)
	}
	status, answer = a.call("POST", "/api/login", `{"username":"admin","password":"`+demo.Password+`"}`, "")
	if status != http.StatusBadRequest || !strings.Contains(answer, `child \"code\" fails because [Please give the code from your authenticator app.]`) {
		t.Errorf("without a code: %d %s", status, answer)
	}
	for _, good := range []string{code(30 * time.Second), confirmed.RecoveryCodes[0]} {
		status, answer = a.call("POST", "/api/login", `{"username":"admin","password":"`+demo.Password+`","code":"`+good+`"}`, "")
		if status != http.StatusOK || !strings.Contains(answer, `"secondFactor":true`) || !strings.Contains(answer, `"mustEnrol":false`) {
			t.Errorf("with a code: %d %s", status, answer)
		}
	}
	status, answer = a.call("DELETE", "/api/users/my/second-factor", `{"password":"`+demo.Password+`"}`, token)
	if status != http.StatusOK {
		t.Errorf("removing: %d %s", status, answer)
	}
	if status, _ := a.call("GET", "/api/users", "", token); status != http.StatusForbidden {
		t.Errorf("after removing it: %d", status)
	}
}
