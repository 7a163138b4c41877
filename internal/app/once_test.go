package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// A call that makes something makes it once, however often it arrives with the
// same key.
func TestRepeatedCallsMakeOneThing(t *testing.T) {
	for _, tt := range []struct{ method, path, body, table string }{
		{"POST", "/api/farms", `{"name":"New","country":"USA","state":"Maine"}`, "farms"},
		{"POST", "/api/users", `{"username":"new","email":"new@merroir.test","password":"oysters at night"}`, "users"},
		{"POST", "/api/admin-groups", `{"name":"New"}`, "admin_groups"},
		{"POST", "/api/users/{member}/farm", `{"farm":"` + ownFarm + `"}`, "farm_users"},
		{"PUT", "/api/v2/reportExport/" + ownFarm, `{"metric":"Snapshot","email":"x@y.example"}`, "exports"},
		{"POST", "/api/v2/schedules/" + ownFarm, someSchedule, "export_schedules"},
	} {
		t.Run(tt.method+" "+tt.path, func(t *testing.T) {
			a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
			token := a.token(t, "admin")
			before := a.count(t, tt.table)
			first := a.callWithKey(tt.method, tt.path, tt.body, token)
			second := a.callWithKey(tt.method, tt.path, tt.body, token)
			if first.Code != http.StatusOK || second.Code != http.StatusOK || first.Body.String() != second.Body.String() {
				t.Errorf("answers: %d %s and %d %s", first.Code, first.Body, second.Code, second.Body)
			}
			if made := a.count(t, tt.table) - before; made != 1 {
				t.Errorf("made %d rows", made)
			}
		})
	}
}

func (a *testApp) callWithKey(method, path, body, token string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, a.fill(path), strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Idempotency-Key", "one form, opened once")
	w := httptest.NewRecorder()
	a.handler.ServeHTTP(w, r)
	return w
}

func (a *testApp) count(t *testing.T, table string) (n int) {
	t.Helper()
	must(t, a.db.Read(t.Context(), func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(t.Context(), tx, sqldb.Scalar[int], "SELECT count(*) FROM "+table)
		return err
	}))
	return n
}
