package export

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/workbook/workbooktest"
)

// office makes exports on a database, with a clock that the test moves.
type office struct {
	*Service
	queue  *jobs.Queue
	folder *mail.Folder
	time   time.Time
}

func newOffice(t testing.TB, db *sqldb.DB) *office {
	t.Helper()
	folder, err := mail.NewFolder(t.TempDir())
	must(t, err)
	o := openOffice(t, db, folder, "file://"+t.TempDir())
	o.folder = folder
	return o
}

func openOffice(t testing.TB, db *sqldb.DB, sender mail.Sender, bucketURL string) *office {
	t.Helper()
	o := &office{time: noon}
	now := func() time.Time { return o.time }
	quiet := slog.New(slog.DiscardHandler)
	bucket, err := blob.Open(t.Context(), bucketURL)
	must(t, err)
	t.Cleanup(func() { must(t, bucket.Close()) })
	o.queue = jobs.New(db, jobs.Options{Now: now, Logger: quiet})
	mailer, err := mail.New(o.queue, sender, mail.Options{From: "noreply@merroir.example", Product: "Merroir", Now: now,
		Open: func(ctx context.Context, name string) (io.ReadCloser, error) { return bucket.Get(ctx, name) }})
	must(t, err)
	o.Service = New(db, now, report.New(db, now), Options{Queue: o.queue, Mail: mailer, Bucket: bucket, PublicURL: "https://merroir.example"})
	return o
}

func (o *office) work(t testing.TB) {
	t.Helper()
	must(t, o.queue.RunUntilIdle(t.Context()))
}

// ask requests an export for buyer@market.example and lets the jobs run.
func (o *office) ask(t testing.TB, caller context.Context, farmID string, q report.Query) Export {
	t.Helper()
	id, err := o.Request(caller, farmID, Request{q, "buyer@market.example"})
	must(t, err)
	o.work(t)
	return o.one(t, caller, farmID, id)
}

func (o *office) one(t testing.TB, caller context.Context, farmID, id string) Export {
	t.Helper()
	list, err := o.List(caller, farmID)
	must(t, err)
	for _, e := range list {
		if e.ID == id {
			return e
		}
	}
	t.Fatalf("the export %s is not among %+v", id, list)
	return Export{}
}

// mails are the mails that were sent, with their attachments.
func (o *office) mails(t testing.TB) (all []mail.Stored) {
	t.Helper()
	list, err := o.folder.List()
	must(t, err)
	for _, m := range list {
		whole, err := o.folder.Read(m.Name)
		must(t, err)
		all = append(all, whole)
	}
	return all
}

// download asks for a path as a browser does.
func (o *office) download(path string) *httptest.ResponseRecorder {
	mux := http.NewServeMux()
	mux.Handle("GET /exports/{token}", o.Download())
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w
}

// openBook opens a spreadsheet as a person would.
func openBook(t testing.TB, content []byte) *excelize.File {
	t.Helper()
	workbooktest.CheckRanges(t, content)
	f, err := excelize.OpenReader(bytes.NewReader(content))
	must(t, err)
	t.Cleanup(func() { must(t, f.Close()) })
	return f
}

// cellsOf are the cells of a sheet as they are stored.
func cellsOf(t testing.TB, f *excelize.File, sheet string) [][]string {
	t.Helper()
	rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
	must(t, err)
	return rows
}

// fact is what the first sheet says about something.
func fact(t testing.TB, f *excelize.File, name string) string {
	t.Helper()
	for _, row := range cellsOf(t, f, "About") {
		if row[0] == name && len(row) > 1 {
			return row[1]
		}
	}
	return ""
}

// made asks for an export and opens the file that was mailed last.
func (o *office) made(t testing.TB, caller context.Context, farmID string, q report.Query) *excelize.File {
	t.Helper()
	if e := o.ask(t, caller, farmID, q); e.State != done {
		t.Fatalf("%s: %+v", q.Metric, e)
	}
	o.time = o.time.Add(time.Minute)
	return openBook(t, o.mails(t)[0].Files[0].Content)
}

func importBook(t testing.TB, db *sqldb.DB, farmID, text string) {
	t.Helper()
	_, err := sheet.Import(system, ledger.New(db, clock), farmID, "sheet.csv", strings.NewReader(text), sheet.Options{})
	must(t, err)
}

var (
	day           = reporttest.Day
	noon          = reporttest.Noon
	system        = reporttest.System
	clock         = reporttest.Clock
	must          = reporttest.Must
	notebookFarm  = reporttest.NotebookFarm
	newUser       = reporttest.NewUser
	busyFarm      = reporttest.BusyFarm
	hungFarm      = reporttest.HungFarm
	historyPlaces = reporttest.HistoryPlaces
)
