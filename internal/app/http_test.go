package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
)

// S22: HEAD obeys what GET obeys, and a method that nobody serves is refused.
func TestOtherMethodsObeyTheGuards(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t), TrustedProxies: "192.0.2.0/24"})
	calls := 0
	from := func() string { // so many callers that none calls too often
		calls++
		return fmt.Sprintf("203.%d.%d.1", calls/25600, calls/100%256)
	}
	for i, caller := range []string{"nobody", "member", "manager"} {
		token, left := "", 0
		for key, rows := range matrix {
			method, path, _ := strings.Cut(key, " ")
			if left -= len(rows); left < 0 { // a new session, before this one has made too many calls
				token, left = "Bearer "+a.token(t, caller), 200
			}
			for _, r := range rows {
				if w := a.send("HEAD", a.fill(r.path), "", "Authorization", token, "X-Forwarded-For", from()); method == http.MethodGet && w.StatusCode != r.status[caller] {
					t.Errorf("HEAD %s as %s: %d, want %d", r.path, caller, w.StatusCode, r.status[caller])
				}
			}
			if i > 0 {
				continue
			}
			for _, odd := range []string{"TRACE", "TRACK", "PROPFIND", "get"} {
				if w := a.send(odd, a.fill(rows[0].path), "", "X-Forwarded-For", from()); w.StatusCode != http.StatusMethodNotAllowed || w.Header.Get("Allow") == "" {
					t.Errorf("%s %s: %d, Allow %q", odd, path, w.StatusCode, w.Header.Get("Allow"))
				}
			}
		}
	}
	for _, path := range []string{"/", "/login", "/nothing", "/assets/none.js"} {
		if w := a.send("TRACE", path, ""); w.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("TRACE %s: %d", path, w.StatusCode)
		}
	}
}

// S12 S22: another way to write a path leads to the same guard, and a cleaned
// path stays on this server.
func TestOtherPathsObeyTheGuards(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	member := "Bearer " + a.token(t, "member")
	for _, path := range []string{
		"//api//users", "/api//users", "/api/users/", "/api/./users", "/api/x/../users", "/x/../api/users", "/api/%75sers", "/%61pi/users", "/api%2fusers", "/api/users%2f", "/api/users%00",
		"/API/users", "/api/Users", "/api/users;x", "/api/users/%2e", "/api/%2e/users", "/api/%2e%2e/api/users", "/tag/../api/users", "/tag/%2e%2e/api/users", "/photos/..%2fapi/users", "/api\\users",
		"//evil.example", "//evil.example/..", "///evil.example/", "/\\evil.example", "/%5cevil.example/..", "/%2f/evil.example/../", "//evil.example/%2e%2e", "/.//evil.example", "/x/..//evil.example", "/%09/evil.example",
	} {
		for range 3 { // a redirect is followed
			w := a.send("GET", "http://merroir.test"+path, "", "Authorization", member)
			answer, err := io.ReadAll(w.Body)
			must(t, err)
			if strings.Contains(string(answer), `"data"`) || w.StatusCode >= 500 {
				t.Errorf("%s: %d %.200s", path, w.StatusCode, answer)
			}
			to := w.Header.Get("Location")
			if to == "" {
				break
			}
			if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.HasPrefix(to, "/\\") {
				t.Errorf("%s leads to %s", path, to)
				break
			}
			path = to
		}
	}
	for path, want := range map[string]int{"/api/%75sers": 403, "/api/users/my/": 404, "/api//users": 307} {
		if w := a.send("GET", "http://merroir.test"+path, "", "Authorization", member); w.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, w.StatusCode, want)
		}
	}
}

var statusLine = regexp.MustCompile(`HTTP/1\.[01] (\d{3}) `)

// S22: what could be read as one request or as two is refused, or read as two of
// which each passes the guard by itself: the token of the first is not the second's.
func TestRequestSmuggling(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	must(t, err)
	server := newServer(a.handler)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	token := a.token(t, "root")
	const hidden = "GET /api/users HTTP/1.1\r\nHost: merroir.test\r\n\r\n"
	for name, tt := range map[string]struct{ headers, body, statuses string }{
		"two lengths":            {"Content-Length: 2\r\nContent-Length: 60\r\n", "{}" + hidden, "400"},
		"a list of lengths":      {"Content-Length: 2, 60\r\n", "{}" + hidden, "400"},
		"a signed length":        {"Content-Length: +2\r\n", "{}" + hidden, "400"},
		"a length of no number":  {"Content-Length: 0x2\r\n", "{}" + hidden, "400"},
		"length and chunks":      {"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" + hidden, "200 401"},
		"chunks twice":           {"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n" + hidden, "501"},
		"chunks by another name": {"Transfer-Encoding: xchunked\r\n", "0\r\n\r\n" + hidden, "501"},
		"a space before a colon": {"Transfer-Encoding : chunked\r\n", "0\r\n\r\n" + hidden, "400"},
		"a bad chunk":            {"Transfer-Encoding: chunked\r\n", "-1\r\n\r\n" + hidden, "200"},
		"a folded line":          {"X-Fold: a\r\n Content-Length: 60\r\n", hidden, "200 401"},
		"a line that ends alone": {"X-Fold: a\rContent-Length: 60\r\n", hidden, "400"},
		"two hosts":              {"Host: evil.example\r\n", hidden, "400"},
		"a name with a space":    {"X y: 1\r\n", hidden, "400"},
	} {
		conn, err := net.Dial("tcp", listener.Addr().String())
		must(t, err)
		must(t, conn.SetDeadline(time.Now().Add(5*time.Second)))
		_, err = io.WriteString(conn, "GET /api/users/my HTTP/1.1\r\nHost: merroir.test\r\nAuthorization: Bearer "+token+"\r\n"+tt.headers+"\r\n"+tt.body+"GET /healthz HTTP/1.0\r\n\r\n")
		must(t, err)
		text, err := io.ReadAll(bufio.NewReader(conn))
		if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
			t.Errorf("%s: the connection hangs", name)
		}
		_ = conn.Close()
		var statuses []string
		for _, found := range statusLine.FindAllStringSubmatch(string(text), -1) {
			statuses = append(statuses, found[1])
		}
		got := strings.TrimSuffix(strings.Join(statuses, " "), " 200")
		if strings.Contains(string(text), `"data"`) || got != tt.statuses {
			t.Errorf("%s: %s, want %s", name, strings.Join(statuses, " "), tt.statuses)
		}
	}
}
