package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// S1: whoever sends, cancels or undoes an upload, or takes a copy of data out, leaves exactly one entry
// in the audit trail, which names them and the farm.
func TestAudit_NamesUploadsExportsAndDownloads(t *testing.T) {
	const head, row = "date,activity,growing area,fill profile,count\n", "2026-03-01,plant,North,bag 1,100\n"
	const farmName = "Farm 1"
	eachApp(t, func(t *testing.T, a *testApp) {
		manager := a.token(t, "manager")
		const one = "/api/farms/" + ownFarm + "/uploads/{upload}"
		var sent string
		send := func(sheet string) {
			t.Helper()
			sent = a.sendSheet(t, manager, sheet)
		}
		for _, tt := range []struct {
			action, caller, method, path, body string
			kind, subject, detail              string
			before                             func()
		}{
			{action: "upload.send", caller: "manager", kind: "farm", subject: farmName, detail: "sheet.csv"},
			{
				action: "upload.undo", caller: "manager", method: "POST", path: one + "/undo", body: `{"reason":"wrong sheet"}`,
				kind: "farm", subject: farmName, detail: "sheet.csv",
				before: func() { must(t, a.queue.RunUntilIdle(context.Background())) },
			},
			{
				action: "upload.cancel", caller: "manager", method: "POST", path: one + "/cancel", kind: "farm", subject: farmName, detail: "sheet.csv",
				before: func() { send(head + row + row) },
			},
			{
				action: "upload.refused", caller: "manager", method: "GET", path: one + "/refused", kind: "farm", subject: farmName, detail: "sheet.csv",
				before: func() {
					send(head + row + "2026-03-01,plant,North,bag 1,many\n")
					must(t, a.queue.RunUntilIdle(context.Background()))
				},
			},
			{
				action: "export.ask", caller: "manager", method: "PUT", path: "/api/v2/reportExport/" + ownFarm,
				body: `{"metric":"Snapshot","email":"x@y.example"}`, kind: "farm", subject: farmName, detail: "x@y.example",
			},
			{action: "shipments.csv", caller: "manager", method: "GET", path: "/api/farms/" + ownFarm + "/shipments/csv", kind: "farm", subject: farmName, detail: "rows"},
			{action: "farms.csv", caller: "manager", method: "GET", path: "/api/farms/csv", kind: "list", subject: "Farms", detail: "rows"},
			{action: "users.csv", caller: "root", method: "GET", path: "/api/users/csv", kind: "list", subject: "Users", detail: "rows"},
		} {
			if tt.before != nil {
				tt.before()
			}
			token := a.token(t, tt.caller)
			since := a.count(t, "audit")

			if tt.action == "upload.send" {
				send(head + row)
			} else if status, answer := a.call(tt.method, strings.ReplaceAll(tt.path, "{upload}", sent), tt.body, token); status != http.StatusOK {
				t.Errorf("%s: %d %s", tt.action, status, answer)
				continue
			}

			if n := a.count(t, "audit") - since; n != 1 {
				t.Errorf("%s leaves %d entries", tt.action, n)
			}
			about := ownFarm
			if tt.kind == "list" {
				about = ""
			}
			found := a.text(t, fmt.Sprintf(`SELECT CAST(count(*) AS TEXT) FROM audit WHERE action = '%s' AND user_id = '%s' AND username = '%s'
				AND subject_kind = '%s' AND subject_id = '%s' AND subject_name = '%s' AND detail LIKE '%%%s%%'`,
				tt.action, a.ids[tt.caller], tt.caller, tt.kind, about, tt.subject, tt.detail))
			if found != "1" {
				t.Errorf("%s: %s entries name %s and %s: %s", tt.action, found, tt.caller, tt.subject,
					a.text(t, "SELECT username || ' ' || subject_kind || ' ' || subject_id || ' ' || subject_name || ' ' || detail FROM audit ORDER BY id DESC LIMIT 1"))
			}
		}
	})
}

// A download that is refused is not in the audit trail, and one that cannot be recorded is not answered.
func TestAudit_RefusedDownloads(t *testing.T) {
	eachApp(t, func(t *testing.T, a *testApp) {
		manager := a.token(t, "manager")
		since := a.count(t, "audit")
		for _, path := range []string{"/api/farms/" + anotherFarm + "/shipments/csv", "/api/farms/" + ownFarm + "/uploads/none/refused", "/api/users/csv"} {
			if status, _ := a.call("GET", path, "", manager); status == http.StatusOK {
				t.Errorf("%s is answered", path)
			}
		}
		if n := a.count(t, "audit") - since; n != 0 {
			t.Errorf("%d entries", n)
		}

		a.breakAudit(t)
		if status, answer := a.call("GET", "/api/farms/"+ownFarm+"/shipments/csv", "", manager); status != http.StatusInternalServerError {
			t.Errorf("without a trail: %d %.200s", status, answer)
		}
	})
}

// sendSheet uploads a sheet to ownFarm as a browser does, with bad rows left out. It returns the id of the upload.
func (a *testApp) sendSheet(t *testing.T, token, sheet string) string {
	t.Helper()
	w := a.sendForm(t, "/api/farms/upload/"+ownFarm, "file", "sheet.csv", token, []byte(sheet), map[string]string{"mode": "skip"})
	var answer struct {
		ID string `json:"_id"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK {
		t.Fatalf("uploading: %d %s", w.Code, w.Body)
	}
	return answer.ID
}

// sendForm sends a form with a file as a browser does.
func (a *testApp) sendForm(t *testing.T, path, field, filename, token string, content []byte, fields map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		must(t, form.WriteField(name, value))
	}
	part, err := form.CreateFormFile(field, filename)
	must(t, err)
	_, err = part.Write(content)
	must(t, err)
	must(t, form.Close())

	r := httptest.NewRequest("POST", path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	a.handler.ServeHTTP(w, r)
	return w
}
