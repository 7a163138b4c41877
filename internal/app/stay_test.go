package app

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/demo"
)

// stayOf has a user stay signed in, and gives the cookie as it is set.
func (a *testApp) stayOf(t *testing.T, user string) string {
	t.Helper()
	r := a.send("POST", "/api/users/my/stay", "", "Authorization", "Bearer "+a.token(t, user), "X-Stay", "1", "Sec-Fetch-Site", "same-origin")
	if set := r.Header.Values("Set-Cookie"); r.StatusCode == http.StatusOK && len(set) == 1 {
		return set[0]
	}
	t.Fatalf("%d %v", r.StatusCode, r.Header)
	return ""
}

// STAY-1 S13: the cookie of those who stay signed in is of this host alone, over TLS alone,
// for no script and for no other site. It authenticates no call: it is exchanged for a
// token by a call that no page of another site can make.
func TestTheCookieOpensNothingByItself(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	set := a.stayOf(t, "manager")
	for _, part := range []string{"__Host-stay=", "; Path=/", "; HttpOnly", "; Secure", "; SameSite=Strict", "; Max-Age=2592000"} {
		if !strings.Contains(set, part) {
			t.Errorf("no %q in %s", part, set)
		}
	}
	if strings.Contains(set, "Domain") {
		t.Errorf("for other hosts: %s", set)
	}
	cookie, _, _ := strings.Cut(set, ";")
	callers := 0
	call := func(method, path, body, cookie string) *http.Response {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.RemoteAddr = fmt.Sprintf("10.0.%d.%d:1", callers/250, callers%250) // each network may call so often
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", cookie)
		callers++
		w := httptest.NewRecorder()
		a.handler.ServeHTTP(w, r)
		return w.Result()
	}
	for _, route := range a.routes() {
		for _, r := range matrix[route.Method+" "+route.Path] {
			bare := call(route.Method, a.fill(r.path), a.fill(r.body), "")
			with := call(route.Method, a.fill(r.path), a.fill(r.body), cookie)
			if bare.StatusCode != with.StatusCode || len(with.Header.Values("Set-Cookie")) != 0 {
				t.Errorf("%s %s: %d with the cookie, %d without, sets %v", route.Method, r.path, with.StatusCode, bare.StatusCode, with.Header.Values("Set-Cookie"))
			}
		}
	}
	before := a.digest(t)
	for _, method := range []string{"POST", "DELETE"} {
		for _, headers := range [][]string{
			{}, {"X-Stay", "1", "Sec-Fetch-Site", "cross-site"}, {"X-Stay", "1", "Sec-Fetch-Site", "same-site"}, {"X-Stay", "1", "Origin", "https://evil.example"},
			{"X-Stay", "1", "Origin", "null"}, {"Origin", "http://merroir.test", "Content-Type", "application/x-www-form-urlencoded"},
		} {
			r := a.send(method, "/api/login/stay", "", append(headers, "Cookie", cookie)...)
			if r.StatusCode != http.StatusForbidden && r.StatusCode != http.StatusBadRequest || len(r.Header.Values("Set-Cookie")) != 0 {
				t.Errorf("%s with %v: %d %v", method, headers, r.StatusCode, r.Header)
			}
		}
	}
	if r := a.send("OPTIONS", "/api/login/stay", "", "Origin", "https://evil.example", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "x-stay"); r.Header.Get("Access-Control-Allow-Origin") != "" || r.Header.Get("Access-Control-Allow-Headers") != "" {
		t.Errorf("another site may send the header: %v", r.Header)
	}
	if a.digest(t) != before {
		t.Error("one of these calls changed something")
	}
	_, pass, _ := strings.Cut(cookie, "=")
	name, key, _ := strings.Cut(pass, ".")
	for _, part := range []string{pass, name, key, "mk_" + key} {
		if status, _ := a.call("GET", "/api/users/my", "", part); status != http.StatusUnauthorized {
			t.Errorf("as a bearer token: %d", status)
		}
		if status, _ := a.call("POST", "/api/invitations/look", `{"token":"`+part+`"}`, ""); status != http.StatusBadRequest {
			t.Errorf("as an invitation: %d", status)
		}
	}
	r := a.send("POST", "/api/login/stay", "", "Cookie", cookie, "X-Stay", "1", "Sec-Fetch-Site", "same-origin")
	var opened struct {
		Token string
		User  struct{ Username string }
	}
	answer, err := io.ReadAll(r.Body)
	must(t, err)
	must(t, json.Unmarshal(answer, &opened))
	if r.StatusCode != http.StatusOK || opened.User.Username != "manager" || r.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %s", r.StatusCode, answer)
	}
	next, _, _ := strings.Cut(r.Header.Get("Set-Cookie"), ";")
	if next == "" || next == cookie {
		t.Errorf("the next pass is %q", next)
	}
	if status, _ := a.call("GET", "/api/farms/"+ownFarm, "", opened.Token); status != http.StatusOK {
		t.Errorf("the token: %d", status)
	}
	r = a.send("DELETE", "/api/login/stay", "", "Cookie", next, "X-Stay", "1")
	if r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Set-Cookie"), "__Host-stay=; Path=/; Max-Age=0") {
		t.Errorf("leaving: %d %v", r.StatusCode, r.Header)
	}
	if r = a.send("POST", "/api/login/stay", "", "Cookie", next, "X-Stay", "1"); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("after leaving: %d", r.StatusCode)
	}
	if status, _ := a.call("GET", "/api/farms/"+ownFarm, "", opened.Token); status != http.StatusUnauthorized {
		t.Errorf("the token after leaving: %d", status)
	}
}

// S10 S11: nobody comes into somebody else's session by what their browser holds. Who signs in where
// another stays signed in is themselves, and who stays there from then on alone; a pass beside one that
// is made up is looked for by itself; and one that ended is not good again whatever comes after.
func TestAPassIsOfOnePerson(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	pass := func(set string) string { cookie, _, _ := strings.Cut(set, ";"); return cookie }
	resume := func(cookies string) (who string, status int, set string) {
		t.Helper()
		r := a.send("POST", "/api/login/stay", "", "Cookie", cookies, "X-Stay", "1", "Sec-Fetch-Site", "same-origin")
		var opened struct{ User struct{ Username string } }
		answer, err := io.ReadAll(r.Body)
		must(t, err)
		must(t, json.Unmarshal(answer, &opened))
		return opened.User.Username, r.StatusCode, r.Header.Get("Set-Cookie")
	}
	others := pass(a.stayOf(t, "manager"))
	r := a.send("POST", "/api/login", `{"username":"member","password":"`+demo.Password+`"}`, "Content-Type", "application/json", "Cookie", others)
	var in struct {
		Token string
		User  struct{ Username string }
	}
	must(t, json.NewDecoder(r.Body).Decode(&in))
	if in.User.Username != "member" || r.Header.Get("Set-Cookie") != "" {
		t.Fatalf("signed in as %s, sets %q", in.User.Username, r.Header.Get("Set-Cookie"))
	}
	r = a.send("POST", "/api/users/my/stay", "", "Authorization", "Bearer "+in.Token, "Cookie", others, "X-Stay", "1", "Sec-Fetch-Site", "same-origin")
	own := pass(r.Header.Get("Set-Cookie"))
	if _, status, _ := resume(others); own == "" || own == others || status != http.StatusUnauthorized {
		t.Errorf("the pass of before: %d, the own %q", status, own)
	}
	who, status, set := resume("__Host-stay=" + strings.Repeat("0", 64) + "." + strings.Repeat("0", 64) + "; " + own)
	if who != "member" && status != http.StatusUnauthorized {
		t.Errorf("beside one that is made up: %s, %d", who, status)
	}
	if set == "" {
		_, _, set = resume(own)
	}
	last := pass(set)
	if status, answer := a.call("PUT", a.fill("/api/users/{member}/password"), `{"password":"another dozen oysters"}`, a.token(t, "root")); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	for _, cookies := range []string{last, own, last + "; " + own, others + "; " + last} {
		if who, status, set := resume(cookies); status != http.StatusUnauthorized || set != "" && !strings.Contains(set, "Max-Age=0") {
			t.Errorf("after another password: %s, %d, %q", who, status, set)
		}
	}
}
