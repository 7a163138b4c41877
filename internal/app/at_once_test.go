package app

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/rest"
)

// Every route that reads is called by several people and programs at once, each of whom gets what they get
// alone, while the book grows: what is remembered between calls is shared by all who call. The race detector watches.
// On PostgreSQL, where they share the same, fewer call.
func TestReadingAtOnce(t *testing.T) {
	eachMatrix(t, func(t *testing.T, m *matrixApp) {
		m.makeKeys(t)
		var reading []rest.Route
		for _, route := range m.routes() {
			if route.Method == http.MethodGet || slices.ContainsFunc([]string{"get", "explain", "sales"}, func(verb string) bool { return strings.HasPrefix(route.Path, "/api/v2/"+verb) }) {
				reading = append(reading, route)
			}
		}
		if len(reading) < 80 {
			t.Errorf("only %d routes", len(reading))
		}
		var people sync.WaitGroup
		names := []string{"key of staff", "root", "manager"}
		if !m.some {
			names = append(names, "key for reports", "root", "reporter", userWith(actor.Recall))
		}
		for _, name := range names {
			people.Go(func() {
				for _, route := range reading {
					for _, r := range matrix[route.Method+" "+route.Path] {
						want := r.status[name]
						if _, key := ring[name]; key {
							want = keyStatus(route, r.path, name, r.row)
						}
						if status, answer := m.callAs(name, m.handler, route.Method, r.path, r.body); status != want {
							t.Errorf("%s %s as %s: %d, want %d: %.200s", route.Method, r.path, name, status, want, answer)
						}
					}
				}
			})
		}
		people.Go(func() {
			for n := range 6 { // the matrix says that there is no seventh entry
				body := fmt.Sprintf(`{"activities":[{"id":"at once %d","activity":"plant","date":"2026-03-01","leaseId":"%s","count":5}]}`, n, someLease)
				if status, answer := m.callAs("recorder", m.handler, "POST", "/api/v2/activities/"+ownFarm, body); status != http.StatusOK {
					t.Errorf("recording: %d %s", status, answer)
				}
			}
		})
		people.Wait()
	})
}
