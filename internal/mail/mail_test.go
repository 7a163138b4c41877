package mail

import (
	"context"
	"errors"
	"log/slog"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
)

var start = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// post is a mailer on a database with a clock that the test moves.
type post struct {
	*Mailer
	db    *sqldb.DB
	queue *jobs.Queue
	now   time.Time
}

func newPost(t *testing.T, db *sqldb.DB, sender Sender) *post {
	t.Helper()
	p := &post{db: db, now: start}
	clock := func() time.Time { return p.now }
	quiet := slog.New(slog.DiscardHandler)
	p.queue = jobs.New(db, jobs.Options{Now: clock, Logger: quiet})
	var err error
	p.Mailer, err = New(p.queue, sender, Options{From: "Merroir <noreply@merroir.example>", Product: "Merroir", Now: clock})
	must(t, err)
	return p
}

func reset(link string) Message {
	return Message{To: "ann@farm.example", Template: "reset", Data: map[string]string{"Link": link}, ExpiresAt: start.Add(30 * time.Minute)}
}

func (p *post) send(t *testing.T, m Message) {
	t.Helper()
	ctx := context.Background()
	must(t, p.db.Write(ctx, func(tx *sqldb.Tx) error { return p.Send(ctx, tx, m) }))
}

func (p *post) work(t *testing.T) {
	t.Helper()
	must(t, p.queue.RunUntilIdle(context.Background()))
}

// left is how many mails were not sent.
type left struct{ Waiting, Running, Failed int64 }

func (p *post) status(t *testing.T) (mails left) {
	t.Helper()
	ctx := context.Background()
	must(t, p.db.Read(ctx, func(tx *sqldb.Tx) error {
		kinds, err := p.queue.Kinds(ctx, tx)
		mails = left{}
		for _, k := range kinds {
			mails = left{mails.Waiting + k.Waiting, mails.Running + k.Running, mails.Failed + k.Failed}
		}
		return err
	}))
	return mails
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const link = "https://merroir.example/login/reset/ann%2Bx@farm.example/0123?app=farmer&a='b"

func TestAFolderKeepsWhatWasSent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		folder, err := NewFolder(t.TempDir() + "/mail")
		must(t, err)
		p := newPost(t, db, folder)
		p.send(t, reset(link))
		p.now = start.Add(time.Minute)
		second := reset("https://merroir.example/second")
		second.To = "ben@farm.example"
		p.send(t, second)
		p.work(t)
		all, err := folder.List()
		must(t, err)
		if len(all) != 2 || all[0].To != "<ben@farm.example>" || !all[0].Date.Equal(p.now) {
			t.Fatalf("listed %+v", all)
		}
		got, err := folder.Read(all[1].Name)
		must(t, err)
		if got.Subject != "Choose a new password for Merroir" || got.From != `"Merroir" <noreply@merroir.example>` {
			t.Errorf("subject %q from %q", got.Subject, got.From)
		}
		if !strings.Contains(got.Text, "\n"+link+"\n") {
			t.Errorf("the link is not on a line of its own in %q", got.Text)
		}
		if !strings.Contains(got.HTML, `href="https://merroir.example/login/reset/ann%2Bx@farm.example/0123?app=farmer&amp;a=%27b"`) {
			t.Errorf("the link is not in %q", got.HTML)
		}
	})
}

func TestAFolderReadsOnlyItsOwnFiles(t *testing.T) {
	folder, err := NewFolder(t.TempDir())
	must(t, err)
	for _, name := range []string{"", "..", "../mail_test.go", "/etc/passwd", "20261120-090000.000-" + sqldb.NewID() + ".eml", "20261120-090000.000-x.eml"} {
		if _, err := folder.Read(name); !fault.Is(err, fault.NotFound) {
			t.Errorf("Read(%q) = %v", name, err)
		}
	}
}

func TestASecondTryReplacesItsFile(t *testing.T) {
	folder, err := NewFolder(t.TempDir())
	must(t, err)
	l := Letter{ID: sqldb.NewID(), From: "a@b.example", To: "c@d.example", Subject: "s", Text: "t", HTML: "h", WrittenAt: sqldb.Millis(start)}
	for range 2 {
		must(t, folder.Send(context.Background(), l))
	}
	if all, err := folder.List(); err != nil || len(all) != 1 {
		t.Errorf("%d files, %v", len(all), err)
	}
}

// A use case that is rolled back sends nothing.
func TestARolledBackMailIsNotSent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		folder, err := NewFolder(t.TempDir())
		must(t, err)
		p := newPost(t, db, folder)
		ctx, refused := context.Background(), errors.New("no")
		if err := db.Write(ctx, func(tx *sqldb.Tx) error {
			must(t, p.Send(ctx, tx, reset(link)))
			return refused
		}); !errors.Is(err, refused) {
			t.Fatal(err)
		}
		p.work(t)
		if all, err := folder.List(); err != nil || len(all) != 0 {
			t.Errorf("%d mails, %v", len(all), err)
		}
	})
}

// S18: nothing that a person typed can add a header, a receiver or a command.
func TestAddressesThatAreMoreThanOneAreRefused(t *testing.T) {
	p := newPost(t, dbtest.SQLite(t), refuser{})
	ctx := context.Background()
	for _, to := range []string{
		"", "ann", "ann@", "@farm.example", "Ann <ann@farm.example>", "ann@farm.example, ben@farm.example",
		"ann@farm.example\r\nBcc: ben@farm.example", "ann@farm.example\nX: y", "ann@farm.example\x00", "ann\t@farm.example",
		"ann@farm.example> RCPT TO:<ben@farm.example", strings.Repeat("a", 250) + "@farm.example", `"a b"@farm.example`,
	} {
		m := reset(link)
		m.To = to
		err := p.db.Write(ctx, func(tx *sqldb.Tx) error { return p.Send(ctx, tx, m) })
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("To %q: %v", to, err)
		}
	}
	for _, from := range []string{"", "nobody", "a@b.example\r\nBcc: c@d.example"} {
		queue := jobs.New(p.db, jobs.Options{})
		if _, err := New(queue, refuser{}, Options{From: from}); err == nil {
			t.Errorf("From %q was taken", from)
		}
	}
}

type refuser struct{}

func (refuser) Send(context.Context, Letter) error { return errors.New("nothing is to be sent") }

func TestRenderEscapesAndRefuses(t *testing.T) {
	got, err := render("reset", "M & <b>", map[string]string{"Link": `javascript:alert("1")`})
	must(t, err)
	if strings.Contains(got.html, "javascript:") || strings.Contains(got.html, "<b>") {
		t.Errorf("html %q", got.html)
	}
	if got.subject != "Choose a new password for M & <b>" {
		t.Errorf("subject %q", got.subject)
	}
	if _, err := render("reset", "M", map[string]string{}); err == nil {
		t.Error("a mail without its link was written")
	}
	if _, err := render("none", "M", nil); err == nil {
		t.Error("a template that is not there was found")
	}
	p := newPost(t, dbtest.SQLite(t), refuser{})
	p.product = "Merroir\r\nBcc: x@y.example"
	if l, err := p.write(reset(link)); err != nil || l.Subject != "Choose a new password for Merroir Bcc: x@y.example" {
		t.Errorf("the subject is %q: %v", l.Subject, err)
	}
	p.product = "a\u202eb\ac"
	if l, err := p.write(reset(link)); err != nil || !plain.Line(l.Subject) || !plain.Lines(l.Text) || !plain.Lines(l.HTML) || !strings.Contains(l.Text, "abc") {
		t.Errorf("the mail is %q, %q, %q: %v", l.Subject, l.Text, l.HTML, err)
	}
}

// R18: a mail that is only good for a while is not sent late. It counts as failed, with the reason.
func TestAnExpiredMailIsDropped(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		folder, err := NewFolder(t.TempDir())
		must(t, err)
		p := newPost(t, db, folder)
		p.send(t, reset(link))
		p.now = start.Add(30 * time.Minute)
		p.work(t)
		all, err := folder.List()
		must(t, err)
		if s := p.status(t); len(all) != 0 || s != (left{Failed: 1}) {
			t.Errorf("%d mails, left %+v", len(all), s)
		}
		ctx := context.Background()
		must(t, db.Read(ctx, func(tx *sqldb.Tx) error {
			why, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT last_error FROM jobs WHERE kind = 'mail.send' AND state = 'failed'")
			if why != "the email expired before it could be sent" {
				t.Errorf("the reason is %q", why)
			}
			return err
		}))
	})
}

// The whole of a composed mail, so that a change of any header is seen.
func TestComposedHeaders(t *testing.T) {
	msg, err := compose(Letter{ID: strings.Repeat("a", 24), From: `"Merroir" <noreply@merroir.example>`, To: "ann@farm.example",
		Subject: "Größe", Text: "t", HTML: "<p>h</p>", WrittenAt: sqldb.Millis(start)})
	must(t, err)
	var out strings.Builder
	_, err = msg.WriteTo(&out)
	must(t, err)
	parsed, err := netmail.ReadMessage(strings.NewReader(out.String()))
	must(t, err)
	var names []string
	for name := range parsed.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	want := []string{"Auto-Submitted", "Content-Type", "Date", "From", "Message-Id", "Mime-Version", "Subject", "To"}
	if !slices.Equal(names, want) {
		t.Errorf("headers %v", names)
	}
	if got := parsed.Header.Get("Message-ID"); got != "<"+strings.Repeat("a", 24)+"@merroir.example>" {
		t.Errorf("Message-ID %q", got)
	}
	if got := heading(parsed, "Subject"); got != "Größe" {
		t.Errorf("Subject %q", got)
	}
}
