package export

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"net"
	netmail "net/mail"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

// mailbox is a real SMTP server in this process.
type mailbox struct {
	mu       sync.Mutex
	to       []string
	received [][]byte
}

func (m *mailbox) NewSession(*smtp.Conn) (smtp.Session, error) { return delivery{m}, nil }

type delivery struct{ box *mailbox }

func (delivery) Reset()                               {}
func (delivery) Logout() error                        { return nil }
func (delivery) Mail(string, *smtp.MailOptions) error { return nil }

func (d delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	d.box.mu.Lock()
	defer d.box.mu.Unlock()
	d.box.to = append(d.box.to, to)
	return nil
}

func (d delivery) Data(r io.Reader) error {
	content, err := io.ReadAll(r)
	d.box.mu.Lock()
	defer d.box.mu.Unlock()
	d.box.received = append(d.box.received, content)
	return err
}

func (m *mailbox) sender(t testing.TB) mail.Sender {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	server := smtp.NewServer(m)
	go func() { _ = server.Serve(listener) }() // ends with Close
	t.Cleanup(func() { must(t, server.Close()) })
	sender, err := mail.NewSMTP("smtp://" + listener.Addr().String() + "?tls=off")
	must(t, err)
	return sender
}

// attachment is the file of a mail as it came over the wire.
func attachment(t testing.TB, content []byte) (name, contentType string, file []byte) {
	t.Helper()
	message, err := netmail.ReadMessage(bytes.NewReader(content))
	must(t, err)
	_, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	must(t, err)
	parts := multipart.NewReader(message.Body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		must(t, err)
		if part.FileName() == "" {
			continue
		}
		file, err = io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
		must(t, err)
		contentType, _, err = mime.ParseMediaType(part.Header.Get("Content-Type"))
		must(t, err)
		return part.FileName(), contentType, file
	}
}

// EXP-2 REP-4: the spreadsheet arrives by mail, over a real SMTP conversation,
// at the one address that was given.
func TestExportArrivesByMail(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		box := &mailbox{}
		o := openOffice(t, db, box.sender(t), "file://"+t.TempDir())
		e := o.ask(t, newUser(t, db, "marin", farmID), farmID, report.Query{Metric: "% Return"})
		if len(box.received) != 1 || !slices.Equal(box.to, []string{"buyer@market.example"}) {
			t.Fatalf("%d mails to %v", len(box.received), box.to)
		}
		name, contentType, file := attachment(t, box.received[0])
		if name != "test-farm-return-2026-11-20.xlsx" || contentType != download.XLSX || int64(len(file)) != e.Bytes {
			t.Errorf("%s of the type %s, %d bytes of %d", name, contentType, len(file), e.Bytes)
		}
		if got := fact(t, openBook(t, file), "Report"); got != "% Return" {
			t.Errorf("the file is about %q", got)
		}
	})
}

// EXP-2: while it is made, and after, the person sees how far it is; what is too
// large for a mail is a link that expires.
func TestLargeExportIsALink(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		o.maxAttached = 100
		id, err := o.Request(manager, farmID, Request{report.Query{Metric: "Snapshot"}, "buyer@market.example"})
		must(t, err)
		if e := o.one(t, manager, farmID, id); e.State != waiting || e.URL != nil || e.FinishedAt != nil || e.ExpiresAt != nil || e.Percent != 0 {
			t.Errorf("before: %+v", e)
		}
		o.work(t)
		e := o.one(t, manager, farmID, id)
		if e.State != done || e.Percent != 100 || e.Rows != 2 || *e.FinishedAt != noon.UnixMilli() || *e.ExpiresAt != noon.Add(7*24*time.Hour).UnixMilli() || e.Message != "" {
			t.Errorf("after: %+v", e)
		}
		mails := o.mails(t)
		if len(mails) != 1 || len(mails[0].Files) != 0 || mails[0].Subject != "Snapshot of Test farm" || !strings.Contains(mails[0].Text, "\nhttps://merroir.example"+*e.URL+"\n") {
			t.Fatalf("mails: %+v", mails)
		}
		got := o.download(*e.URL)
		h := got.Header()
		if got.Code != 200 || h.Get("Content-Disposition") != "attachment; filename=test-farm-snapshot-2026-11-20.xlsx" || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Cache-Control") != "no-store" || h.Get("Content-Type") != download.XLSX || int64(got.Body.Len()) != e.Bytes {
			t.Errorf("download: %d %v, %d bytes", got.Code, h, got.Body.Len())
		}
		if rows := cellsOf(t, openBook(t, got.Body.Bytes()), "Snapshot"); len(rows) != 3 {
			t.Errorf("downloaded: %q", rows)
		}
		token := strings.TrimPrefix(*e.URL, "/exports/")
		if len(token) != 64 || secret.Digest(token) == token {
			t.Errorf("token %q", token)
		}
		must(t, db.Read(manager, func(tx *sqldb.Tx) error {
			for _, query := range []string{"SELECT count(*) FROM exports WHERE token_hash = $1", "SELECT count(*) FROM jobs WHERE kind = 'report.export' AND args LIKE '%' || $1 || '%'"} {
				if n, err := sqldb.One(manager, tx, sqldb.Scalar[int], query, token); n != 0 || err != nil {
					t.Errorf("the token is in the database: %s %v", query, err)
				}
			}
			return nil
		}))
		for _, path := range []string{"/exports/" + strings.Repeat("0", 64), "/exports/" + secret.Digest(token), "/exports/" + id, "/exports/" + token[:63]} {
			if got := o.download(path); got.Code != 404 || !strings.Contains(got.Body.String(), "not valid any more") {
				t.Errorf("%s: %d %s", path, got.Code, got.Body)
			}
		}
	})
}

// EXP-2: a week later the link is dead, and then the file is gone; the row
// stays for a while.
func TestExportExpires(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		folder, dir := t.TempDir(), t.TempDir()
		files, err := mail.NewFolder(folder)
		must(t, err)
		o := openOffice(t, db, files, "file://"+dir)
		kept := func() int {
			found, err := filepath.Glob(filepath.Join(dir, "exports", "*.xlsx"))
			must(t, err)
			tokens, err := filepath.Glob(filepath.Join(dir, "exports", "*.token"))
			must(t, err)
			return len(found) + len(tokens)
		}
		e := o.ask(t, manager, farmID, report.Query{Metric: "Inventory"})
		o.time = noon.Add(7*24*time.Hour - time.Millisecond)
		o.work(t)
		if got := o.download(*e.URL); got.Code != 200 || kept() != 2 {
			t.Errorf("at the last moment: %d, %d files", got.Code, kept())
		}
		o.time = noon.Add(7 * 24 * time.Hour)
		if got := o.download(*e.URL); got.Code != 404 {
			t.Errorf("a week later: %d", got.Code)
		}
		if again := o.one(t, manager, farmID, e.ID); again.URL != nil || again.State != done {
			t.Errorf("a week later: %+v", again)
		}
		o.time = o.time.Add(time.Hour)
		o.work(t)
		if kept() != 0 {
			t.Errorf("%d files are left", kept())
		}
		o.time = noon.Add(91 * 24 * time.Hour)
		o.work(t)
		if list, err := o.List(manager, farmID); err != nil || len(list) != 0 {
			t.Errorf("after three months: %+v %v", list, err)
		}
	})
}
