package app

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// The clock of the server is set back by three days, forth by more than a year, and right
// again, while it runs: whoever signs in can work, a session that is refused is refused
// in words, all that was acknowledged is there and is recorded once, and the server is ready.
func TestTheClockIsSetBackAndForth(t *testing.T) {
	for engine, url := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			var ahead time.Duration
			a := newTestApp(t, Config{DatabaseURL: url(t), now: func() time.Time { return time.Now().Add(ahead) }})
			early := a.token(t, "manager")
			activities := "/api/v2/activities/" + ownFarm
			var all []string
			for _, ahead = range []time.Duration{0, -72 * time.Hour, 400 * 24 * time.Hour, -72 * time.Hour, 0} {
				all = append(all, fmt.Sprintf(`{"id":%q,"activity":"plant","date":"2026-03-01","leaseId":%q,"count":1000,"group":{"oysterType":"Pacific","seedSource":"Hatchery","year":2026},"lot":{"sizeLabel":"Seed"}}`,
					sqldb.NewID(), someLease))
				token := a.token(t, "manager")
				for try, want := range []int{1, 0} { // what was there before, and what was just sent, are there already
					status, answer := a.call("POST", activities, `{"activities":[`+strings.Join(all, ",")+`]}`, token)
					var made struct{ Recorded int }
					if err := json.Unmarshal([]byte(answer), &made); err != nil || status != 200 || made.Recorded != want {
						t.Fatalf("%v ahead, try %d: %d %s, want %d recorded", ahead, try+1, status, answer, want)
					}
				}
				if status, answer := a.call("GET", activities, "", token); status != 200 || strings.Count(answer, `"plant"`) != len(all) {
					t.Errorf("%v ahead: %d, and of %d activities there are %d", ahead, status, len(all), strings.Count(answer, `"plant"`))
				}
				if status, answer := a.call("PUT", "/api/v2/getFarmInventory/"+ownFarm, `{"metric":"Inventory","dateRange":"Snapshot"}`, token); status != 200 || !strings.Contains(answer, fmt.Sprint(1000*len(all))) {
					t.Errorf("%v ahead: the report %d %s", ahead, status, answer)
				}
				if status, answer := a.call("GET", activities, "", early); status != 200 && (status != 401 || !strings.Contains(answer, `"message":"`)) {
					t.Errorf("%v ahead, with an early session: %d %s", ahead, status, answer)
				}
				if status, says := a.askReady(); status != 200 {
					t.Errorf("%v ahead: not ready: %s", ahead, says)
				}
			}
		})
	}
}
