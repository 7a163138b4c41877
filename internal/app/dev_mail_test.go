package app

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

// EXP-2: in the demo, where mail goes into files, an attached spreadsheet can be
// seen and fetched.
func TestMailOfTheDemoShowsAttachments(t *testing.T) {
	db := dbtest.SQLite(t)
	folder, err := mail.NewFolder(t.TempDir())
	must(t, err)
	queue := jobs.New(db, jobs.Options{})
	mailer, err := mail.New(queue, folder, mail.Options{From: "noreply@merroir.test", Product: product, Open: func(context.Context, string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("twelve bytes")), nil
	}})
	must(t, err)
	must(t, db.Write(t.Context(), func(tx *sqldb.Tx) error {
		return mailer.Send(t.Context(), tx, mail.Message{
			To: "buyer@market.test", Template: "export", Files: []mail.File{{Name: "stock.xlsx", ContentType: "application/zip", Stored: "exports/1.xlsx"}},
			Data: map[string]string{"Report": "Snapshot", "Farm": "F", "By": "manager", "Rows": "1 row", "Link": "http://merroir.test/exports/0", "Until": "tomorrow", "Rhythm": "", "Stop": ""},
		})
	}))
	must(t, queue.RunUntilIdle(t.Context()))
	a := &App{mailFolder: folder}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /dev/mail", a.showMail)
	mux.HandleFunc("GET /dev/mail/{name}", a.showMail)
	mux.HandleFunc("GET /dev/mail/{name}/{file}", a.showMailFile)
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w
	}
	all, err := folder.List()
	must(t, err)
	path := "/dev/mail/" + all[0].Name
	if list := get("/dev/mail").Body.String(); !strings.Contains(list, `href="`+path+`"`) || !strings.Contains(list, "stock.xlsx (12 bytes)") {
		t.Errorf("list: %s", list)
	}
	if page := get(path).Body.String(); !strings.Contains(page, `<a href="`+path+`/0" download>stock.xlsx</a> (12 bytes)`) {
		t.Errorf("mail: %s", page)
	}
	if page := get(path); !strings.Contains(page.Body.String(), `sandbox srcdoc="&lt;!doctype html&gt;`) || !strings.Contains(page.Header().Get("Content-Security-Policy"), "default-src 'none'; style-src 'unsafe-inline';") {
		t.Errorf("as HTML: %s %s", page.Body, page.Header())
	}
	file := get(path + "/0")
	if h := file.Header(); file.Body.String() != "twelve bytes" || h.Get("Content-Disposition") != "attachment; filename=stock.xlsx" || h.Get("Content-Type") != "application/zip" {
		t.Errorf("file: %q %v", file.Body, h)
	}
	for _, none := range []string{"/1", "/-1", "/x"} {
		if got := get(path + none); got.Code != http.StatusNotFound {
			t.Errorf("%s: %d", none, got.Code)
		}
	}
}
