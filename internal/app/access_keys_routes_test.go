//go:build !race

package app

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/rest"
)

// KEY-1 API: every route with every key. A key opens what its rights name, at its farm, and nothing else;
// what is refused changes nothing, also where the routes ask nobody.
func TestEveryRouteWithEveryKey(t *testing.T) {
	eachMatrix(t, func(t *testing.T, m *matrixApp) {
		m.makeKeys(t)
		opened := 0
		for _, change := range []func(rest.Access) rest.Access{asItIs, toEverybody} {
			opened = 0
			var handler http.Handler
			for i, route := range m.routes() {
				if i%callsCounted == 0 {
					handler = m.handlerOf(change)
				}
				for _, r := range matrix[route.Method+" "+route.Path] {
					wanted := func(name string) int { return keyStatus(route, r.path, name, r.row) }
					for _, name := range m.of(r.path, slices.Sorted(maps.Keys(ring)), wanted) {
						want := wanted(name)
						if route.Access == rest.Public && route.Method != http.MethodGet {
							continue
						}
						before := m.digest(t)
						status, answer := m.callAs(name, handler, route.Method, r.path, r.body)
						switch refused := want == 401 || want == 403 || want == 404; {
						case status == want:
						case refused && (status == 401 || status == 403 || status == 404):
						default:
							t.Errorf("%s %s with %s: %d, want %d: %.200s", route.Method, r.path, name, status, want, answer)
						}
						if want == 200 {
							opened++
						} else if want != 400 && m.digest(t) != before {
							t.Errorf("%s %s with %s: a refused call changed the database", route.Method, r.path, name)
						}
					}
				}
			}
		}
		if opened < 20 || opened < 50 && !m.some {
			t.Errorf("only %d calls were let in", opened)
		}
	})
}
