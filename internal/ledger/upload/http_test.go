package upload

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/sqldb"
)

// newUploadAPI serves the routes as package app does.
func newUploadAPI(u *Uploads) http.Handler {
	return booktest.Serve(
		rest.Form("POST", "/api/farms/upload/{id}", rest.May(actor.Companies), "", UploadFields, u.HandleReceive),
		rest.JSON("GET", "/api/farms/{id}/uploads", rest.May(actor.Companies), "", u.HandleList),
		rest.JSON("GET", "/api/farms/{id}/uploads/{uploadId}", rest.May(actor.Companies), "", u.HandleGet),
		rest.JSON("POST", "/api/farms/{id}/uploads/{uploadId}/confirm", rest.May(actor.Companies), "", u.HandleConfirm),
		rest.JSON("POST", "/api/farms/{id}/uploads/{uploadId}/cancel", rest.May(actor.Companies), "", u.HandleCancel),
		rest.JSON("GET", "/api/farms/{id}/uploads/{uploadId}/refused", rest.May(actor.Companies), "", u.HandleRefused),
		rest.JSON("GET", "/api/farms/upload-template", rest.May(actor.Companies), "", u.HandleTemplate),
	)
}

// form is the body of an upload; without a name it has no file.
func form(t testing.TB, name string, content []byte, fields map[string]string) (body *bytes.Buffer, contentType string) {
	t.Helper()
	body = &bytes.Buffer{}
	w := multipart.NewWriter(body)
	for field, value := range fields {
		must(t, w.WriteField(field, value))
	}
	if name != "" {
		part, err := w.CreateFormFile("file", name)
		must(t, err)
		_, err = part.Write(content)
		must(t, err)
	}
	must(t, w.Close())
	return body, w.FormDataContentType()
}

// UPL-1 UPL-2: the whole way of a file over HTTP: sent, previewed, confirmed
// without its bad row, and the bad row as a download.
func TestUploadOverHTTP(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID := freshFarm(t, db)
		u := newUploads(t, db)
		api, path := newUploadAPI(u), "/api/farms/"+farmID+"/uploads"
		sheet := activitySheet + "2026-07-02,harvest,Bay,,Pacific oyster,Hatchery,2026,3,2026-03-01,Cove,,tray,half,9000,,,,,\n"
		body, contentType := form(t, "ignored.csv", []byte(sheet), map[string]string{"filename": "spring.csv", "mode": "all", "preview": "true"})
		w := call(api, "POST", "/api/farms/upload/"+farmID, body, contentType)
		var sent struct {
			Message string
			ID      string `json:"_id"`
		}
		must(t, json.Unmarshal(w.Body.Bytes(), &sent))
		if w.Code != 200 || sent.Message != "Your file was uploaded. What it would do is shown once it is checked." || sent.ID == "" {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		runJobs(t, u)
		var list struct{ Data []Upload }
		if status := ask(t, api, "GET", path, nil, &list); status != 200 || len(list.Data) != 1 || list.Data[0].Filename != "spring.csv" || list.Data[0].State != uploadPreview {
			t.Errorf("list: %d %+v", status, list)
		}
		if status := ask(t, api, "POST", path+"/"+sent.ID+"/confirm", nil, nil); status != 409 {
			t.Errorf("confirm with a bad row: %d", status)
		}
		if status := ask(t, api, "POST", path+"/"+sent.ID+"/confirm?mode=skip", nil, nil); status != 200 {
			t.Errorf("confirm: %d", status)
		}
		runJobs(t, u)
		var one Upload
		if status := ask(t, api, "GET", path+"/"+sent.ID, nil, &one); status != 200 || one.State != uploadDone || one.Recorded != 8 || one.Refused != 1 || one.Errors[0].Column != "count" {
			t.Errorf("get: %d %+v", status, one)
		}
		if status := ask(t, api, "POST", path+"/"+sent.ID+"/cancel", nil, nil); status != 409 {
			t.Errorf("cancel: %d", status)
		}
		file := httptest.NewRequest("GET", path+"/"+sent.ID+"/refused", nil)
		file.Header.Set("Authorization", "Bearer x")
		w = httptest.NewRecorder()
		api.ServeHTTP(w, file)
		if w.Code != 200 || w.Header().Get("Content-Type") != download.CSV || w.Header().Get("Content-Disposition") != `attachment; filename=spring-refused.csv` ||
			!strings.HasPrefix(w.Body.String(), "refused line,refused because,date,") || strings.Count(w.Body.String(), "\n") != 2 {
			t.Errorf("refused: %d %v %s", w.Code, w.Header(), w.Body)
		}
	})
}

// UPL-2 UPL-3: the fields of an upload fill in what the sheet leaves out, as the
// options of the import do, in the preview and when it is recorded; a request
// with other fields is another upload.
func TestUploadFieldsOverHTTP(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID := freshFarm(t, db)
		u := newUploads(t, db)
		api := newUploadAPI(u)
		upload := func(fields map[string]string) (id string) {
			t.Helper()
			body, contentType := form(t, "notebook.csv", []byte("date,site,bag,total counted\n2026-03-01,A,7,120\n"), fields)
			w := call(api, "POST", "/api/farms/upload/"+farmID, body, contentType)
			var sent struct {
				ID string `json:"_id"`
			}
			must(t, json.Unmarshal(w.Body.Bytes(), &sent))
			if w.Code != 200 {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
			return sent.ID
		}
		given := map[string]string{"animalType": "  Pacific   oyster ", "areaPrefix": "Site ", "preview": "true"}
		id := upload(given)
		again := map[string]string{"animalType": "Pacific oyster", "areaPrefix": "Site ", "preview": "true"}
		if upload(again) != id {
			t.Error("the same request twice made two uploads")
		}
		for _, other := range []map[string]string{{"animalType": "Kumamoto", "areaPrefix": "Site ", "preview": "true"}, {"animalType": "Pacific oyster", "areaPrefix": "Site", "preview": "true"}, {"preview": "true"}} {
			if upload(other) == id {
				t.Errorf("%v was taken for another request", other)
			}
		}
		runJobs(t, u)
		if one := look(t, u, farmID, id); one.State != uploadPreview || !slices.Equal(one.Summary.Areas, []string{"Site A"}) {
			t.Fatalf("preview: %+v %+v", one, one.Summary)
		}
		if status := ask(t, api, "POST", "/api/farms/"+farmID+"/uploads/"+id+"/confirm", nil, nil); status != 200 {
			t.Fatalf("confirm: %d", status)
		}
		runJobs(t, u)
		if n := countRows(t, db, "animal_groups WHERE oyster_type = 'Pacific oyster' AND location_planted = 'Site A'"); n != 1 {
			t.Errorf("%d groups", n)
		}
		if areas := booktest.Areas(t, db, farmID); areas["Site A"] == "" || areas["A"] != "" {
			t.Errorf("growing areas %v", areas)
		}
	})
}

// UPL-3: a field keeps the rules of a cell, and the faults name it.
func TestUploadFieldsAreChecked(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID := freshFarm(t, db)
	api := newUploadAPI(newUploads(t, db))
	for name, tt := range map[string]struct{ value, want string }{
		"animalType": {strings.Repeat("x", 201), "The animal type is longer than 200 characters."},
		"areaPrefix": {"Site\x00", "The area prefix holds a character that cannot be shown (U+0000)."},
	} {
		body, contentType := form(t, "a.csv", []byte(activitySheet), map[string]string{name: tt.value})
		w := call(api, "POST", "/api/farms/upload/"+farmID, body, contentType)
		var failure rest.Failure
		must(t, json.Unmarshal(w.Body.Bytes(), &failure))
		if w.Code != 400 || failure.Validation == nil || failure.Validation.Fields[name] != tt.want {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if n := countRows(t, db, "uploads"); n != 0 {
		t.Errorf("%d uploads were kept", n)
	}
}

// UPL-1: what is no file is told in the words of the original.
func TestUploadOfNothingOverHTTP(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID := freshFarm(t, db)
	api, path := newUploadAPI(newUploads(t, db)), "/api/farms/upload/"+farmID
	message := func(w *httptest.ResponseRecorder) string {
		t.Helper()
		var failure rest.Failure
		must(t, json.Unmarshal(w.Body.Bytes(), &failure))
		if w.Code != 400 || failure.Validation != nil {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		return failure.Message
	}
	none, contentType := form(t, "", nil, map[string]string{"filename": "a.csv"})
	empty, emptyType := form(t, "a.csv", nil, nil)
	large, largeType := form(t, "a.csv", bytes.Repeat([]byte("x"), 10<<20+1), nil)
	odd, oddType := form(t, "a.csv", []byte(activitySheet), map[string]string{"mode": "some"})
	for name, tt := range map[string]struct {
		w    *httptest.ResponseRecorder
		want string
	}{
		"no file":    {call(api, "POST", path, none, contentType), "Please upload a file first"},
		"no form":    {call(api, "POST", path, bytes.NewBufferString("{}"), "application/json"), "Please upload a file first"},
		"empty file": {call(api, "POST", path, empty, emptyType), "The file is empty."},
		"too large":  {call(api, "POST", path, large, largeType), "That file is larger than 10 MB. Please cut it into several."},
		"cut short":  {call(api, "POST", path, bytes.NewBufferString("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\nda"), "multipart/form-data; boundary=x"), "The upload did not arrive completely. Please try again."},
		"odd mode":   {call(api, "POST", path, odd, oddType), "The mode of an upload is all or skip."},
	} {
		if got := message(tt.w); got != tt.want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if n := countRows(t, db, "uploads"); n != 0 {
		t.Errorf("%d uploads were kept", n)
	}
}
