package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
)

// API-1: Id ascending is the order of creation, in every list that has it.
func TestIDAscendingIsTheOrderOfCreation(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: database(t)})
			for list, body := range map[string]string{
				"/api/farms":        `{"name":"%s","country":"USA","state":"Maine"}`,
				"/api/users":        `{"username":"%s","email":"%[1]s@merroir.test","password":"oysters at night"}`,
				"/api/admin-groups": `{"name":"%s"}`,
			} {
				token := a.token(t, "root")
				var made []string
				for i := range 12 {
					name := fmt.Sprintf("new%c", 'a'+i*7%12) // neither forwards nor backwards
					made = append(made, a.created(t, list, fmt.Sprintf(body, name), token))
				}
				if got := a.listed(t, list+"?sort=_id", token); !slices.Equal(got[len(got)-len(made):], made) {
					t.Errorf("%s by id: %v, want %v at the end", list, got, made)
				}
				slices.Reverse(made)
				if got := a.listed(t, list+"?sort=-_id", token); !slices.Equal(got[:len(made)], made) {
					t.Errorf("%s by id, descending: %v, want %v at the start", list, got, made)
				}
			}
		})
	}
}

func (a *testApp) created(t *testing.T, path, body, token string) string {
	t.Helper()
	status, answer := a.call("POST", path, body, token)
	var made struct {
		ID string `json:"_id"`
	}
	if must(t, json.Unmarshal([]byte(answer), &made)); status != 200 || made.ID == "" {
		t.Fatalf("POST %s: %d %s", path, status, answer)
	}
	return made.ID
}

// listed gives the ids of a list without those that a test app begins with, which hold
// no time.
func (a *testApp) listed(t *testing.T, path, token string) (ids []string) {
	t.Helper()
	_, answer := a.call("GET", path+"&limit=100", "", token)
	var page struct {
		Data []struct {
			ID string `json:"_id"`
		}
	}
	must(t, json.Unmarshal([]byte(answer), &page))
	for _, row := range page.Data {
		if row.ID != ownFarm && row.ID != anotherFarm {
			ids = append(ids, row.ID)
		}
	}
	return ids
}
