package main

import (
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"

	"github.com/merroir/merroir/internal/mail/smtptest"
)

// mailbox is a mail server that keeps what it accepts, or refuses every receiver.
type mailbox struct {
	mu      sync.Mutex
	refuses error
	got     string
}

func (m *mailbox) NewSession(*smtp.Conn) (smtp.Session, error) { return m, nil }
func (m *mailbox) Reset()                                      {}
func (m *mailbox) Logout() error                               { return nil }
func (m *mailbox) Mail(string, *smtp.MailOptions) error        { return nil }
func (m *mailbox) Rcpt(string, *smtp.RcptOptions) error        { return m.refuses }

func (m *mailbox) Data(r io.Reader) error {
	content, err := io.ReadAll(r)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.got = string(content)
	return err
}

// An operator learns at once what the mail server answers.
func TestMailTest(t *testing.T) {
	dir := t.TempDir()
	if out, err := run(t, dir, "", "mail", "test", "ann@farm.example"); err == nil || !strings.Contains(out, "MERROIR_SMTP_URL is not set") {
		t.Errorf("without a server: %v: %s", err, out)
	}

	box := &mailbox{}
	address := "smtp://" + smtptest.Serve(t, box, "127.0.0.1:0")
	t.Setenv("MERROIR_SMTP_URL", address+"?tls=off")
	out, err := run(t, dir, "", "mail", "test", "ann@farm.example")
	if err != nil || !strings.Contains(out, "accepted the test email to ann@farm.example") || !strings.Contains(out, "MERROIR_MAIL_FROM is not set") {
		t.Errorf("%v: %s", err, out)
	}
	box.mu.Lock()
	if !strings.Contains(box.got, "Subject: Test email from Merroir") {
		t.Errorf("received %q", box.got)
	}
	box.mu.Unlock()

	if out, err := run(t, dir, "", "mail", "test", "not an address"); err == nil || !strings.Contains(out, "not an email address") {
		t.Errorf("a wrong address: %v: %s", err, out)
	}
	t.Setenv("MERROIR_SMTP_URL", address)
	if out, err := run(t, dir, "", "mail", "test", "ann@farm.example"); err == nil || !strings.Contains(out, "does not offer STARTTLS") {
		t.Errorf("a server without STARTTLS: %v: %s", err, out)
	}
	t.Setenv("MERROIR_SMTP_URL", "smtp://"+smtptest.Serve(t, &mailbox{refuses: &smtp.SMTPError{Code: 550, Message: "no such person"}}, "127.0.0.1:0")+"?tls=off")
	if out, err := run(t, dir, "", "mail", "test", "ann@farm.example"); err == nil || !strings.Contains(out, "no such person") {
		t.Errorf("a refusal: %v: %s", err, out)
	}
}
