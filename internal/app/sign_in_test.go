package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/demo"
)

const appSecret = "0123456789abcdef0123456789abcdef"

// mint asks for a ticket with the bearer token.
func (a *testApp) mint(t *testing.T, user, bearer string) (status int, ticket, answer string) {
	t.Helper()
	status, answer = a.call("POST", "/api/sso/tickets", a.fill(`{"user":"{`+user+`}","farm":"`+ownFarm+`"}`), bearer)
	var made struct{ Ticket, URL string }
	must(t, json.Unmarshal([]byte(answer), &made))
	if status == http.StatusOK && made.URL != "http://merroir.test/sso/"+made.Ticket+"/"+ownFarm {
		t.Errorf("the address: %s", made.URL)
	}
	return status, made.Ticket, answer
}

// my gives the status and session token of GET /api/users/my.
func (a *testApp) my(t *testing.T, query, bearer string) (status int, token string) {
	t.Helper()
	status, answer := a.call("GET", "/api/users/my"+query, "", bearer)
	var me struct {
		ID    string `json:"_id"`
		Token *string
	}
	must(t, json.Unmarshal([]byte(answer), &me))
	if status != http.StatusOK {
		return status, ""
	}
	if me.Token == nil || me.ID == "" {
		t.Fatalf("the answer: %s", answer)
	}
	return status, *me.Token
}

// PUB-5 S11: an app makes a ticket with its key; the ticket is a bearer token for
// one call alone, whose answer has the token of the session. Neither the key nor
// the ticket or token is ever in the log.
func TestSingleSignOn(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			var logged bytes.Buffer // slog writes one line at a time
			a := newTestApp(t, Config{DatabaseURL: database(t), logTo: &logged, AppKeys: "other:" + strings.Repeat("y", 40) + ",farmer:" + appSecret})
			for _, bearer := range []string{"", "forged", appSecret[1:], appSecret + "x", "farmer", "farmer:" + appSecret} {
				if status, _, answer := a.mint(t, "manager", bearer); status != http.StatusUnauthorized {
					t.Errorf("the key %q: %d %s", bearer, status, answer)
				}
			}
			for _, user := range []string{"root", "admin", "narrow", "helper"} { // who may do more than an app may
				if status, _, answer := a.mint(t, user, appSecret); status != http.StatusForbidden {
					t.Errorf("for %s: %d %s", user, status, answer)
				}
			}
			status, ticket, answer := a.mint(t, "manager", appSecret)
			if status != http.StatusOK {
				t.Fatalf("minting: %d %s", status, answer)
			}
			for _, call := range [][3]string{
				{"GET", "/api/farms", ""}, {"GET", "/api/farms/" + ownFarm, ""}, {"GET", "/api/users/my/sessions", ""}, {"PUT", "/api/users/my", "{}"}, {"POST", "/api/logout", ""},
				{"POST", "/api/sso/tickets", a.fill(`{"user":"{manager}","farm":"` + ownFarm + `"}`)}, {"PUT", "/api/v2/getDashboard/" + ownFarm, "{}"},
			} {
				if status, answer := a.call(call[0], call[1], call[2], ticket); status != http.StatusUnauthorized {
					t.Errorf("%s %s with a ticket: %d %s", call[0], call[1], status, answer)
				}
			}
			if status, _ := a.my(t, "?farm="+anotherFarm, ticket); status != http.StatusUnauthorized {
				t.Errorf("at another farm: %d", status)
			}
			status, token := a.my(t, "?farm="+ownFarm, ticket)
			if status != http.StatusOK || token == "" {
				t.Fatalf("redeeming: %d %q", status, token)
			}
			if status, again := a.my(t, "", token); status != http.StatusOK || again != "" {
				t.Errorf("an ordinary session token: %d %q", status, again)
			}
			if status, _ := a.my(t, "", ticket); status != http.StatusUnauthorized {
				t.Errorf("the ticket a second time: %d", status)
			}
			if status, _ := a.my(t, "", token); status != http.StatusUnauthorized {
				t.Errorf("the session after that: %d", status)
			}
			_, trail := a.call("GET", "/api/audit?action=sso.ticket", "", a.token(t, "root"))
			if !strings.Contains(trail, `"username":"app farmer"`) || strings.Contains(trail, ticket) || strings.Contains(trail, appSecret) {
				t.Errorf("the trail: %s", trail)
			}
			text := logged.String()
			if !strings.Contains(text, "a sign-in ticket came twice") {
				t.Error("the second use is not in the log")
			}
			for _, secret := range []string{appSecret, ticket, token} {
				if strings.Contains(text, secret) {
					t.Errorf("the log holds %q", secret)
				}
			}
		})
	}
}

// PUB-5 AUTH-9: an app signs in farm managers, at a farm of theirs, and nobody
// who may do anything else.
func TestAnAppSignsInFarmManagersOnly(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: database(t), AppKeys: "farmer:" + appSecret})
			system := actor.With(context.Background(), actor.System)
			for _, user := range []string{"member", "admin", "root", "helper", "narrow"} {
				must(t, a.farms.LinkUser(system, ownFarm, a.ids[user]))
			}
			try := func(name, user, farmID string, want int) {
				t.Helper()
				body := fmt.Sprintf(`{"user":%q,"farm":%q}`, a.ids[user], farmID)
				if status, answer := a.call("POST", "/api/sso/tickets", body, appSecret); status != want {
					t.Errorf("%s: %d %s", name, status, answer)
				}
			}
			try("a manager of the farm", "manager", ownFarm, 200)
			try("of another farm", "manager", anotherFarm, 403)
			for _, user := range []string{"member", "admin", "root", "helper", "narrow"} {
				try(user, user, ownFarm, 403)
			}
			for _, groups := range []map[string]string{{"farmmanager": "", "admin": ""}, {"farmmanager": "", a.ids["Exporters"]: ""}} {
				_, err := a.accounts.SetGroups(system, a.ids["manager"], 0, groups)
				must(t, err)
				try(fmt.Sprint("in ", groups), "manager", ownFarm, 403)
			}
			off := false
			_, err := a.accounts.SetGroups(system, a.ids["manager"], 0, map[string]string{"farmmanager": ""})
			must(t, err)
			_, err = a.accounts.Edit(system, a.ids["manager"], 0, account.UserChange{IsActive: &off})
			must(t, err)
			try("an inactive one", "manager", ownFarm, 403)
		})
	}
}

// No error about the keys of apps contains any part of a secret.
func TestAppKeys(t *testing.T) {
	for setting, want := range map[string]string{
		"farmer": "entry 1 is not of the form name:secret", ":" + appSecret: "entry 1 is not", "farmer:" + appSecret[1:]: `the secret of "farmer" has fewer than 32 characters`,
		"farmer:" + appSecret + ",farmer:" + appSecret: `"farmer" is there twice`, "farmer:": "fewer than 32",
	} {
		_, err := (&Config{AppKeys: setting}).appKeys()
		if err == nil || !strings.HasPrefix(err.Error(), "MERROIR_APP_KEYS: ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), appSecret[1:]) {
			t.Errorf("%s: %v", setting, err)
		}
	}
	if keys, err := (&Config{AppKeys: "a:" + appSecret + ", b:" + appSecret + ":more"}).appKeys(); err != nil || keys["a"] != appSecret || keys["b"] != appSecret+":more" {
		t.Errorf("two keys: %d, %v", len(keys), err)
	}
}

// S3: the calls about one's own account take what they name and nothing else.
func TestFieldsThatTheOwnAccountDoesNotTake(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	token := a.token(t, "member")
	extra := map[string]string{
		"_id": `"x"`, "groups": `{"root":"Root"}`, "roles": `{"admin":true}`, "isActive": "true", "permissions": `["admin-users"]`, "secondFactor": "false",
		"mustEnrol": "false", "passwordHash": `"x"`, "version": "1", "user": `"{root}"`, "token": `"x"`, "expiresAt": "0",
	}
	for _, tt := range [][3]string{
		{"PUT", "/api/users/my", `"username":"other"`}, {"PUT", "/api/users/my/password", `"password":"oysters at night"`},
		{"POST", "/api/users/my/second-factor/confirm", `"code":"123456"`},
		{"POST", "/api/login", `"username":"member","password":"` + demo.Password + `"`}, {"POST", "/api/login/reset", `"email":"x@y.example","key":"k","password":"oysters at night"`},
		{"POST", "/api/login/forgot", `"email":"x@y.example"`},
	} {
		before := a.digest(t)
		for name, value := range extra {
			status, answer := a.call(tt[0], tt[1], fmt.Sprintf(`{%s,%q:%s}`, tt[2], name, a.fill(value)), token)
			if status != http.StatusBadRequest || !strings.Contains(answer, name) {
				t.Errorf("%s %s with %s: %d %.200s", tt[0], tt[1], name, status, answer)
			}
		}
		if a.digest(t) != before {
			t.Errorf("%s %s changed something", tt[0], tt[1])
		}
	}
}

// AUTH-3 AUTH-10: a call whose session has ended is told to sign in.
func TestAnEndedSessionAsksToSignIn(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	first, second := a.token(t, "member"), a.token(t, "member")
	if status, answer := a.call("DELETE", "/api/users/my/sessions", "", first); status != http.StatusOK || !strings.Contains(answer, "Sessions ended: 1.") {
		t.Fatalf("ending: %d %s", status, answer)
	}
	if status, _ := a.my(t, "", second); status != http.StatusUnauthorized {
		t.Errorf("the other session: %d", status)
	}
	if status, _ := a.my(t, "", first); status != http.StatusOK {
		t.Errorf("this session: %d", status)
	}
}

// S9: whatever host a request names, the link in the mail leads to the address
// that is set; looking at the link's page does not use it up.
func TestResetLinkLeadsHome(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	r := httptest.NewRequest("POST", "/api/login/forgot", strings.NewReader(`{"email":"member@merroir.example","app":"//evil.example"}`))
	r.Host = "evil.example"
	for name, value := range map[string]string{"Content-Type": "application/json", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example", "X-Forwarded-Proto": "javascript"} {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	a.handler.ServeHTTP(w, r)
	must(t, a.queue.RunUntilIdle(context.Background()))
	sent, err := a.mailFolder.List()
	must(t, err)
	if w.Code != http.StatusOK || len(sent) != 1 || strings.Contains(sent[0].Text+sent[0].HTML, "evil") {
		t.Fatalf("%d, %d mails: %+v", w.Code, len(sent), sent)
	}
	found := regexp.MustCompile(`http://merroir\.test(/login/reset/member@merroir\.example/([\w-]+))\s`).FindStringSubmatch(sent[0].Text)
	if found == nil {
		t.Fatalf("no link in %s", sent[0].Text)
	}
	for range 3 {
		if status, _ := a.call("GET", found[1], "", ""); status != http.StatusOK {
			t.Errorf("the page of the link: %d", status)
		}
	}
	body := fmt.Sprintf(`{"email":"member@merroir.example","key":%q,"password":"the tide comes in"}`, found[2])
	if status, answer := a.call("POST", "/api/login/reset", body, ""); status != http.StatusOK || strings.Contains(answer, "token") {
		t.Errorf("setting it: %d %s", status, answer)
	}
	if status, _ := a.call("POST", "/api/login/reset", body, ""); status != http.StatusBadRequest {
		t.Errorf("setting it twice: %d", status)
	}
}
