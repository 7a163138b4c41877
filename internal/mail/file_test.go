package mail

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/jobs/jobstest"
	"github.com/merroir/merroir/internal/sqldb"
)

// shelf holds the files that mails attach.
type shelf map[string][]byte

func (s shelf) open(_ context.Context, name string) (io.ReadCloser, error) {
	content, ok := s[name]
	if !ok {
		return nil, fault.New(fault.NotFound, "No such file.")
	}
	return io.NopCloser(bytes.NewReader(content)), nil
}

func newFilePost(t *testing.T, db *sqldb.DB, sender Sender, files shelf) *post {
	t.Helper()
	p := &post{db: db, now: start}
	clock := func() time.Time { return p.now }
	quiet := slog.New(slog.DiscardHandler)
	p.queue = jobs.New(db, jobs.Options{Now: clock, Logger: quiet})
	var err error
	p.Mailer, err = New(p.queue, sender, Options{From: "noreply@merroir.example", Product: "Merroir", Now: clock, Open: files.open})
	must(t, err)
	return p
}

func export(key string, files ...File) Message {
	return Message{To: "ann@farm.example", Template: "export", Key: key, Files: files, Data: map[string]string{
		"Report": "Inventory", "Farm": "Ann's <Farm>", "By": "ann", "Rows": "12 rows", "Link": "https://merroir.example/exports/0", "Until": "27 November 2026", "Rhythm": "", "Stop": ""}}
}

// EXP-2: a file comes out as it went in, whatever its bytes are, beside the text
// and the HTML; the jobs never hold it.
func TestAttachments(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		folder, err := NewFolder(t.TempDir())
		must(t, err)
		content := bytes.Repeat([]byte{0, 0xff, '\r', '\n', '.', '\n', 'P', 'K'}, 10_000)
		p := newFilePost(t, db, folder, shelf{"exports/1.xlsx": content, "exports/2.xlsx": nil})
		p.send(t, export("", File{Name: "été 1.xlsx", ContentType: "application/zip", Stored: "exports/1.xlsx"}, File{Name: "empty.txt", ContentType: "text/plain", Stored: "exports/2.xlsx"}))
		must(t, db.Read(context.Background(), func(tx *sqldb.Tx) error {
			size, err := sqldb.One(context.Background(), tx, sqldb.Scalar[int], "SELECT max(length(args)) FROM jobs")
			if size > 10_000 {
				t.Errorf("the job holds %d bytes", size)
			}
			return err
		}))
		p.work(t)
		list, err := folder.List()
		must(t, err)
		if len(list) != 1 || len(list[0].Files) != 2 || list[0].Files[0].Size != len(content) || list[0].Files[0].Content != nil {
			t.Fatalf("listed %+v", list)
		}
		got, err := folder.Read(list[0].Name)
		must(t, err)
		first, second := got.Files[0], got.Files[1]
		if first.Name != "été 1.xlsx" || first.ContentType != "application/zip" || !bytes.Equal(first.Content, content) {
			t.Errorf("first: %q %s, %d bytes", first.Name, first.ContentType, len(first.Content))
		}
		if second.Name != "empty.txt" || second.Size != 0 {
			t.Errorf("second: %+v", second)
		}
		if got.Subject != "Inventory of Ann's <Farm>" || !strings.Contains(got.Text, "Inventory of Ann's <Farm>, 12 rows.") || !strings.Contains(got.HTML, "Ann&#39;s &lt;Farm&gt;") {
			t.Errorf("%q %q %q", got.Subject, got.Text, got.HTML)
		}
	})
}

// EXP-2: of mails with the same key one is sent.
func TestAMailWithAKeyIsSentOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		folder, err := NewFolder(t.TempDir())
		must(t, err)
		p := newFilePost(t, db, folder, nil)
		for _, key := range []string{"export:1", "export:2", "export:1", "", ""} {
			p.send(t, export(key))
		}
		p.work(t)
		p.send(t, export("export:2"))
		p.work(t)
		if list, err := folder.List(); err != nil || len(list) != 4 {
			t.Errorf("%d mails, %v", len(list), err)
		}
	})
}

// A mail whose file is gone has failed, where somebody can see it; without the
// file it would say what is not so.
func TestAMailWhoseFileIsGone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		folder, err := NewFolder(t.TempDir())
		must(t, err)
		p := newFilePost(t, db, folder, shelf{})
		p.send(t, export("", File{Name: "a.xlsx", ContentType: "application/zip", Stored: "exports/1.xlsx"}))
		p.work(t)
		failed := jobstest.Failed(t, db, p.queue)
		if list, err := folder.List(); err != nil || len(list) != 0 || len(failed) != 1 || !strings.Contains(failed[0].LastError, "exports/1.xlsx is gone") {
			t.Errorf("%d mails, failed: %+v", len(list), failed)
		}
	})
}
