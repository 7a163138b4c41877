//go:build !race

package app

import (
	"net/http"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/rest"
)

// AUTH-4 AUTH-5 AUTH-6 AUTH-7 AUTH-8 AUTH-10 PEO-1: every route as every caller, shared
// between the engines as [matrixApp.of] says. A route without a row fails, and so does a
// refused call that changed anything.
func TestEveryRouteAsEveryCaller(t *testing.T) {
	eachMatrix(t, func(t *testing.T, m *matrixApp) {
		var handler http.Handler
		for i, route := range m.routes() {
			if i%callsCounted == 0 {
				handler = m.handlerOf(asItIs)
			}
			rows := matrix[route.Method+" "+route.Path]
			if len(rows) == 0 {
				t.Errorf("%s %s has no row in the matrix", route.Method, route.Path)
			}
			for _, r := range rows {
				m.check(t, handler, route.Method, r.path, r.row, m.of(r.path, callers, r.status.of))
			}
		}
	})
}

// AUTH-8: a use case checks for itself what its route says: with every route
// open to everybody, whoever was refused is still refused.
func TestUseCasesCheckForThemselves(t *testing.T) {
	eachMatrix(t, func(t *testing.T, m *matrixApp) {
		var open http.Handler
		for i, route := range m.routes() {
			if i%callsCounted == 0 {
				open = m.handlerOf(toEverybody)
			}
			for _, r := range matrix[route.Method+" "+route.Path] {
				m.check(t, open, route.Method, r.path, r.row, m.of(r.path, r.status.refused(), r.status.of))
			}
		}
	})
}

// AUTH-8: the matrix notices a route that asks for another permission than it
// should: for each of the others, some cell differs.
func TestTheMatrixNoticesAnotherPermission(t *testing.T) {
	m := newMatrixApp(t, dbtest.SQLiteURL(t))
	gating := actor.Gating()
	moved := 0
	for shift := 1; shift < len(gating); shift++ {
		next := func(p actor.Permission) actor.Permission {
			return gating[(slices.Index(gating, p)+shift)%len(gating)]
		}
		handler := m.handlerOf(func(access rest.Access) rest.Access {
			if p := access.Permission(); p != "" {
				return rest.May(next(p))
			}
			return access
		})
		for _, route := range m.routes() {
			p := route.Access.Permission()
			if p == "" {
				continue
			}
			moved++
			to := next(p)
			rows := matrix[route.Method+" "+route.Path]
			differs := slices.ContainsFunc(rows, func(r struct {
				path string
				row
			}) bool {
				return slices.ContainsFunc([]string{userWith(p), adminWithout(to)}, func(name string) bool {
					status, _ := m.callAs(name, handler, route.Method, r.path, r.body)
					m.restoreSessions(t)
					return status != r.status[name]
				})
			})
			needsBoth := len(rows) > 0 && rows[0].status[adminWithout(to)] == http.StatusForbidden
			if !differs && !needsBoth {
				t.Errorf("%s %s: nothing differs when %s is asked for instead of %s", route.Method, route.Path, to, p)
			}
		}
	}
	if moved < 100 {
		t.Errorf("only %d routes were moved", moved)
	}
}
