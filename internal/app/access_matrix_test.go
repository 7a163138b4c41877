package app

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/demo"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/rest"
)

// matrixApp is a test app with every caller of the matrix signed in, each from
// an address of their own.
type matrixApp struct {
	*testApp
	tokens map[string]string
	some   bool           // of those who are to get the same, one alone makes a call
	turns  map[string]int // of what the calls are about: whose turn it is
}

func eachMatrix(t *testing.T, test func(t *testing.T, m *matrixApp)) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			m := newMatrixApp(t, database(t))
			m.some = engine != "sqlite"
			test(t, m)
		})
	}
}

func newMatrixApp(t *testing.T, database string) *matrixApp {
	t.Helper()
	m := &matrixApp{testApp: newTestApp(t, Config{DatabaseURL: database, TrustedProxies: "192.0.2.0/24"}), tokens: map[string]string{}, turns: map[string]int{}}
	for _, p := range actor.Gating() {
		others := slices.DeleteFunc(actor.Gating(), func(q actor.Permission) bool { return q == p })
		m.addUser(t, adminWith(p), true, p)
		m.addUser(t, adminWithout(p), true, others...)
		m.addUser(t, userWith(p), false, p)
	}
	m.addWorker(t, "recorder", farm.Recording)
	m.addWorker(t, "reporter", farm.Reporting)
	for _, name := range callers {
		m.tokens[name] = m.token(t, name)
	}
	m.change(t, "CREATE TABLE kept_sessions AS SELECT * FROM sessions")
	return m
}

// of gives those of the names who make a call to the path. On SQLite these are all. Each
// statement is the same on both engines, and so is what decides by its rows: on PostgreSQL,
// where a call takes far longer, one of those who are to get the same makes it. For each thing
// that calls are about it is another one, who makes all calls about it: some need one before.
func (m *matrixApp) of(path string, names []string, status func(name string) int) (who []string) {
	if !m.some {
		return names
	}
	parts := strings.Split(path, "/")
	about := strings.Join(parts[:min(5, len(parts))], "/")
	if _, known := m.turns[about]; !known {
		m.turns[about] = len(m.turns)
	}
	seen := map[int]bool{}
	for i := range names {
		name := names[(i+m.turns[about])%len(names)]
		if is := status(name); !seen[is] {
			seen[is] = true
			who = append(who, name)
		}
	}
	return who
}

// addWorker makes a farm manager whose link to ownFarm opens no more than the level.
func (m *matrixApp) addWorker(t *testing.T, name string, level farm.Level) {
	t.Helper()
	system := actor.With(context.Background(), actor.System)
	made, err := m.accounts.Create(system, account.NewUser{Username: name, Email: name + "@merroir.test", Password: demo.Password, Groups: account.Groups{FarmManager: true}})
	must(t, err)
	must(t, m.farms.LinkUser(system, ownFarm, made.ID))
	_, err = m.people.SetMay(system, ownFarm, made.ID, level.String())
	must(t, err)
}

// addUser makes a user who is in one admin group, with the permissions.
func (m *matrixApp) addUser(t *testing.T, name string, admin bool, permissions ...actor.Permission) {
	t.Helper()
	system := actor.With(context.Background(), actor.System)
	made, err := m.accounts.Create(system, account.NewUser{
		Username: name, Email: strings.ReplaceAll(name, " ", ".") + "@merroir.test", Password: demo.Password, Groups: account.Groups{Admin: admin},
	})
	must(t, err)
	group, err := m.accounts.CreateGroup(system, "Of "+name)
	must(t, err)
	gives := map[string]bool{}
	for _, p := range permissions {
		gives[string(p)] = true
	}
	_, err = m.accounts.SetPermissions(system, group.ID, 0, gives)
	must(t, err)
	groups := map[string]string{group.ID: group.Name}
	if admin {
		groups["admin"] = "Admin"
	}
	_, err = m.accounts.SetGroups(system, made.ID, 0, groups)
	must(t, err)
}

// callsCounted is after how many routes a test takes a new handler, which counts each caller's calls from
// the beginning.
const callsCounted = 40

func asItIs(access rest.Access) rest.Access { return access }
func toEverybody(rest.Access) rest.Access   { return rest.Public }

// handlerOf is the handler of all routes with other access to them.
func (m *matrixApp) handlerOf(change func(rest.Access) rest.Access) http.Handler {
	routes := m.routes()
	for i := range routes {
		routes[i].Access = change(routes[i].Access)
	}
	proxies, _ := m.config.proxies()
	return rest.NewHandler(routes, rest.Options{
		Authenticate: m.authenticate, Prove: m.accounts.Proved, Now: m.now, TrustedProxies: proxies, Logger: m.log, Metrics: metrics.NewSet(),
		Headers: func(next http.Handler) http.Handler { return next }, Fallback: http.NotFoundHandler(),
	})
}

// of is the status for one caller.
func (c cells) of(name string) int { return c[name] }

// refused lists the callers who do not get through.
func (c cells) refused() (names []string) {
	for _, name := range callers {
		if status := c[name]; status == 401 || status == 403 || status == 404 {
			names = append(names, name)
		}
	}
	return names
}

// check makes the request as each of the callers, first as those who are
// refused, who must change nothing.
func (m *matrixApp) check(t *testing.T, handler http.Handler, method, path string, r row, names []string) {
	t.Helper()
	before := m.digest(t)
	refused := r.status.refused()
	try := func(name string) {
		if status, answer := m.callAs(name, handler, method, path, r.body); status != r.status[name] {
			t.Errorf("%s %s as %s: %d, want %d: %.200s", method, path, name, status, r.status[name], answer)
		}
	}
	for _, name := range names {
		if slices.Contains(refused, name) {
			try(name)
		}
	}
	if len(refused) > 0 && m.digest(t) != before {
		t.Errorf("%s %s: a refused call changed the database", method, path)
	}
	for _, name := range names {
		if !slices.Contains(refused, name) {
			try(name)
			if method != http.MethodGet {
				m.restoreSessions(t)
			}
		}
	}
}

func (m *matrixApp) callAs(name string, handler http.Handler, method, path, body string) (status int, answer string) {
	body = m.fill(body)
	r := httptest.NewRequest(method, m.fill(path), strings.NewReader(body))
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", 1+slices.Index(callers, name)))
	r.Header.Set("X-Stay", "1") // which the calls about a browser ask for
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if token := m.tokens[name]; token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	text, _ := io.ReadAll(w.Result().Body)
	return w.Code, string(text)
}

// restoreSessions signs those in again whom a call has signed out: to do it with
// their passwords takes most of the time of the test.
func (m *matrixApp) restoreSessions(t *testing.T) {
	t.Helper()
	m.change(t, "INSERT INTO sessions SELECT * FROM kept_sessions WHERE id NOT IN (SELECT id FROM sessions)")
}
