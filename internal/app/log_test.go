package app

import (
	"bytes"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/demo"
)

// S11 S21: no ticket, key or token is in the log, wherever it is in a
// request and whatever comes of it.
func TestLogHoldsNoSecret(t *testing.T) {
	var logged bytes.Buffer // slog writes one line at a time
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t), logTo: &logged})
	const secret = "SeCrEtOfThIsReQuEsT"
	token := a.token(t, "root")
	a.breakAudit(t)
	calls := 0
	for _, path := range []string{
		"/sso/" + secret + "/" + ownFarm, "//sso//" + secret, "/sso/" + secret, "/sso/./" + secret + "/../" + secret, "/login/reset/a@b.example/" + secret, "/login/reset/a@b.example/" + secret + "?app=farmer",
		"/exports/" + secret, "/exports/stop/" + secret, "/notices/stop/" + secret, "/invitation/" + secret, "/api/users/my?farm=" + secret, "/api/" + secret, "/api/sso/tickets/" + secret, "/" + secret, "/tag/" + secret, "/photos/" + secret, "/?returnUrl=/sso/" + secret,
		"/api/audit?search=" + secret, "/dev/mail/" + secret, "/api/users/my/sessions/" + secret, "/api/login/reset?key=" + secret,
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "DELETE", "TRACE"} {
			for _, bearer := range []string{token, secret, "mk_" + secret} {
				a.send(method, path, `{"key":"`+secret+`","password":"`+secret+`"}`, "Authorization", "Bearer "+bearer, "Content-Type", "application/json",
					"Referer", "http://merroir.test/sso/"+secret, "Cookie", "x="+secret, "User-Agent", secret)
				calls++
			}
		}
	}
	a.call("POST", "/api/login", `{"username":"`+secret+`","password":"`+secret+`"}`, "")
	a.call("POST", "/api/login/forgot", `{"email":"`+secret+`@merroir.test"}`, "")
	a.call("POST", "/api/login/reset", `{"email":"root@merroir.test","key":"`+secret+`","password":"`+secret+`"}`, "")
	text := logged.String()
	lines := strings.Split(text, "\n")
	requests := 0
	for _, line := range lines {
		if strings.Contains(line, "msg=request ") {
			requests++
		}
		if strings.Contains(line, secret) || strings.Contains(line, token) || strings.Contains(line, demo.Password) {
			t.Errorf("logged: %.300s", line)
		}
	}
	if requests < calls || !strings.Contains(text, "level=ERROR") || !strings.Contains(text, "route=none") {
		t.Errorf("%d of %d requests are logged", requests, calls)
	}
}
