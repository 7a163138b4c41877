package mail

import (
	"bufio"
	"context"
	"io"
	"net"
	netmail "net/mail"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	gomail "github.com/wneessen/go-mail"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/jobs/jobstest"
	"github.com/merroir/merroir/internal/mail/smtptest"
	"github.com/merroir/merroir/internal/sqldb"
)

// server is a real SMTP server in this process. It answers each try with the
// next of its answers, and takes the mail when there is none left.
type server struct {
	mu       sync.Mutex
	answers  []answer
	received []*netmail.Message
	to       []string
	accepted func() // called when a mail was taken, before the client learns of it
}

type answer struct {
	at  string // "mail", "rcpt" or "data"
	err error
}

func (s *server) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{s}, nil }

func (s *server) next(at string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.answers) == 0 || s.answers[0].at != at {
		return nil
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	return a.err
}

// ids are the Message-IDs of what was taken.
func (s *server) ids() (ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.received {
		ids = append(ids, m.Header.Get("Message-ID"))
	}
	return ids
}

func (s *server) onAccept(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.accepted = do
}

type session struct{ server *server }

func (session) Reset()                                 {}
func (session) Logout() error                          { return nil }
func (s session) Mail(string, *smtp.MailOptions) error { return s.server.next("mail") }

func (s session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if err := s.server.next("rcpt"); err != nil {
		return err
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.to = append(s.server.to, to)
	return nil
}

func (s session) Data(r io.Reader) error {
	content, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if err := s.server.next("data"); err != nil {
		return err
	}
	msg, err := netmail.ReadMessage(strings.NewReader(string(content)))
	if err != nil {
		return err
	}
	s.server.mu.Lock()
	s.server.received = append(s.server.received, msg)
	accepted := s.server.accepted
	s.server.mu.Unlock()
	if accepted != nil {
		accepted()
	}
	return nil
}

// listen serves until the test ends and gives the address.
func (s *server) listen(t *testing.T, address string) string { return smtptest.Serve(t, s, address) }

func smtpTo(t *testing.T, address string) *SMTP {
	t.Helper()
	sender, err := NewSMTP("smtp://" + address + "?tls=off")
	must(t, err)
	return sender
}

func refusal(code int, text string) error { return &smtp.SMTPError{Code: code, Message: text} }

func TestSMTPAccepts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := &server{}
		p := newPost(t, db, smtpTo(t, s.listen(t, "127.0.0.1:0")))
		p.send(t, reset(link))
		p.work(t)
		if len(s.received) != 1 || !slices.Equal(s.to, []string{"ann@farm.example"}) {
			t.Fatalf("%d mails to %v", len(s.received), s.to)
		}
		if got := heading(s.received[0], "Subject"); got != "Choose a new password for Merroir" {
			t.Errorf("subject %q", got)
		}
	})
}

// R18: 4xx is tried again later, under the same Message-ID.
func TestSMTPRefusesForNow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := &server{answers: []answer{
			{"rcpt", refusal(450, "mailbox busy")}, {"data", refusal(451, "try later")}, {"data", refusal(421, "closing")},
		}}
		p := newPost(t, db, smtpTo(t, s.listen(t, "127.0.0.1:0")))
		p.send(t, reset(link))
		for range 3 {
			p.work(t)
			if s := p.status(t); s.Waiting != 1 || s.Failed != 0 {
				t.Fatalf("after a 4xx: %+v", s)
			}
			p.now = p.now.Add(6 * time.Minute)
		}
		p.work(t)
		if got := s.ids(); len(got) != 1 || p.status(t) != (left{}) {
			t.Errorf("received %v, left %+v", got, p.status(t))
		}
	})
}

// R18: 5xx ends at once, where somebody can see it.
func TestSMTPRefusesForGood(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for _, at := range []string{"rcpt", "data"} {
			s := &server{answers: []answer{{at, refusal(550, "no such mailbox here")}}}
			p := newPost(t, db, smtpTo(t, s.listen(t, "127.0.0.1:0")))
			p.send(t, reset(link))
			p.work(t)
			failed := jobstest.Failed(t, db, p.queue)
			if len(failed) == 0 || failed[0].Kind != "mail.send" || failed[0].Attempts != 1 || !strings.Contains(failed[0].LastError, "no such mailbox here") {
				t.Errorf("at %s: failed: %+v", at, failed)
			}
			if p.status(t).Waiting != 0 || len(s.received) != 0 {
				t.Errorf("at %s: left %+v, received %d", at, p.status(t), len(s.received))
			}
		}
	})
}

// A server that takes nothing from our sender, or wants a password first, says
// nothing about the letter: it waits, however often that is the answer, and goes
// out when the settings are right.
func TestSMTPRefusesTheSender(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := &server{}
		for range 40 {
			s.answers = append(s.answers, answer{"mail", refusal(550, "sender not allowed")}, answer{"rcpt", refusal(530, "authentication required")})
		}
		p := newPost(t, db, smtpTo(t, s.listen(t, "127.0.0.1:0")))
		m := reset(link)
		m.ExpiresAt = time.Time{}
		p.send(t, m)
		p.send(t, m)
		for range 100 { // more than a day
			p.work(t)
			p.now = p.now.Add(16 * time.Minute)
		}
		if got := s.ids(); len(got) != 2 || p.status(t) != (left{}) {
			t.Errorf("received %v, left %+v", got, p.status(t))
		}
	})
}

// A wrong password of ours fails no mail, and is not tried with each of them.
func TestSMTPRefusesOurPassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := &guarded{password: "new"}
		address := s.listen(t)
		with := func(password string) *SMTP {
			host, port, err := net.SplitHostPort(address)
			must(t, err)
			number, err := strconv.Atoi(port)
			must(t, err)
			client, err := gomail.NewClient(host, gomail.WithPort(number), gomail.WithTLSPolicy(gomail.NoTLS),
				gomail.WithSMTPAuth(gomail.SMTPAuthPlainNoEnc), gomail.WithUsername("ann"), gomail.WithPassword(password))
			must(t, err)
			return &SMTP{client, client, smtpTimeout}
		}
		p := newPost(t, db, with("old"))
		m := reset(link)
		m.ExpiresAt = time.Time{}
		for range 5 {
			p.send(t, m)
		}
		for range 3 * 24 * 4 { // three days
			p.work(t)
			p.now = p.now.Add(15 * time.Minute)
		}
		if got := p.status(t); got.Waiting != 5 || got.Failed != 0 || s.refused < 3*24*3 || s.refused > 3*24*4 {
			t.Fatalf("left %+v after %d refusals", got, s.refused)
		}
		p.sender = with("new")
		p.work(t)
		if got := s.ids(); len(got) != 5 || p.status(t) != (left{}) {
			t.Errorf("received %v, left %+v", got, p.status(t))
		}
	})
}

// guarded is a server that asks for a password.
type guarded struct {
	server
	password string
	refused  int
}

func (g *guarded) NewSession(*smtp.Conn) (smtp.Session, error) {
	return &guardedSession{session{&g.server}, g}, nil
}

func (g *guarded) listen(t *testing.T) string { return smtptest.Serve(t, g, "127.0.0.1:0") }

type guardedSession struct {
	session
	guard *guarded
}

func (guardedSession) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s guardedSession) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, _, password string) error {
		if password == s.guard.password {
			return nil
		}
		s.guard.refused++
		return refusal(535, "wrong password")
	}), nil
}

// R18: a server that is down costs nothing but time.
func TestSMTPServerIsDown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		closed, err := net.Listen("tcp", "127.0.0.1:0")
		must(t, err)
		address := closed.Addr().String()
		must(t, closed.Close())
		p := newPost(t, db, smtpTo(t, address))
		m := reset(link)
		m.ExpiresAt = time.Time{}
		p.send(t, m)
		for range 20 { // an hour
			p.work(t)
			p.now = p.now.Add(3 * time.Minute)
		}
		if s := p.status(t); s.Waiting != 1 {
			t.Fatalf("left %+v", s)
		}
		s := &server{}
		s.listen(t, address)
		p.now = p.now.Add(2 * time.Hour)
		p.work(t)
		if len(s.ids()) != 1 || p.status(t) != (left{}) {
			t.Errorf("received %v, left %+v", s.ids(), p.status(t))
		}
	})
}

// A mail that the server took is sent, whatever happens on the way out.
func TestSMTPDropsAfterAccepting(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		in := bufio.NewScanner(conn)
		say := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
		say("220 localhost")
		for in.Scan() {
			switch verb := strings.ToUpper(in.Text()); {
			case verb == "DATA":
				say("354 go on")
			case verb == ".":
				say("250 taken")
				return // and says nothing more
			case strings.HasPrefix(verb, "EHLO"), strings.HasPrefix(verb, "MAIL"), strings.HasPrefix(verb, "RCPT"), verb == "NOOP":
				say("250 ok")
			}
		}
	}()
	l := Letter{ID: sqldb.NewID(), From: "a@b.example", To: "c@d.example", Subject: "s", Text: "t", HTML: "h"}
	if err := smtpTo(t, listener.Addr().String()).Send(context.Background(), l); err != nil {
		t.Errorf("a mail that was taken would be sent again: %v", err)
	}
}

// Without tls=off nothing goes over a connection that is not encrypted.
func TestSMTPInsistsOnEncryption(t *testing.T) {
	s := &server{}
	sender, err := NewSMTP("smtp://ann:secret@" + s.listen(t, "127.0.0.1:0"))
	must(t, err)
	l := Letter{ID: sqldb.NewID(), From: "a@b.example", To: "c@d.example", Subject: "s", Text: "t", HTML: "h"}
	if err := sender.Send(context.Background(), l); err == nil || len(s.ids()) != 0 || !strings.Contains(err.Error(), "the mail server does not offer STARTTLS; set MERROIR_SMTP_URL to smtps://") {
		t.Errorf("err = %v, received %v", err, s.ids())
	}

	sender, err = NewSMTP("smtps://ann:secret@" + s.listen(t, "127.0.0.1:0"))
	must(t, err)
	if err := sender.Send(context.Background(), l); err == nil || len(s.ids()) != 0 || !strings.Contains(err.Error(), "the mail server does not encrypt from the start") {
		t.Errorf("smtps: err = %v, received %v", err, s.ids())
	}
}

func TestSMTPAddresses(t *testing.T) {
	for _, url := range []string{"smtp://localhost", "smtps://u:p%40ss@mail.example", "smtp://mail.example:2525?tls=off", "smtp://mail.example?tls=starttls", "smtp://mail.example?tls=tls", "smtps://mail.example?tls=tls"} {
		if _, err := NewSMTP(url); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
	for _, url := range []string{
		"", "localhost:25", "http://mail.example", "smtp://", "smtp://u:hunter%2@mail.example", "smtp://u:hunter2@mail.example?tls=no", "smtps://u:hunter2@mail.example?tls=off", "smtps://u:hunter2@mail.example?tls=starttls", "smtp://u:hunter2@mail.example:99999",
	} {
		_, err := NewSMTP(url)
		if err == nil || strings.Contains(err.Error(), "hunter") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

const killedURL, killedSMTP = "MAIL_TEST_KILLED_URL", "MAIL_TEST_KILLED_SMTP"

// R4: killed between the server's taking a mail and our noting it, no mail is
// lost, and the second copy is the same mail to any receiver.
func TestAKilledProcessSendsTheSameMailAgain(t *testing.T) {
	if url := os.Getenv(killedURL); url != "" {
		sendAndBeKilled(t, url, os.Getenv(killedSMTP))
		return
	}
	for _, engine := range []struct {
		name string
		url  func(testing.TB) string
	}{{"sqlite", dbtest.SQLiteURL}, {"postgres", dbtest.PostgresURL}} {
		t.Run(engine.name, func(t *testing.T) {
			url := engine.url(t)
			s := &server{}
			address := s.listen(t, "127.0.0.1:0")
			child := exec.Command(os.Args[0], "-test.run=^TestAKilledProcessSendsTheSameMailAgain$")
			child.Env = append(os.Environ(), killedURL+"="+url, killedSMTP+"="+address)
			taken, killed := make(chan struct{}), make(chan struct{})
			s.onAccept(func() { close(taken); <-killed })
			must(t, child.Start())
			select {
			case <-taken:
			case <-time.After(20 * time.Second):
				t.Error("the child sent nothing")
			}
			must(t, child.Process.Kill())
			_ = child.Wait() // it was killed
			s.onAccept(nil)
			close(killed)
			db, err := sqldb.Open(context.Background(), url)
			must(t, err)
			defer db.Close()
			p := newPost(t, db, smtpTo(t, address))
			p.now = start.Add(time.Minute)
			p.work(t)
			ids := s.ids()
			if len(ids) != 2 || ids[0] != ids[1] || p.status(t) != (left{}) {
				t.Errorf("received %v, left %+v", ids, p.status(t))
			}
		})
	}
}

func sendAndBeKilled(t *testing.T, url, address string) {
	db, err := sqldb.Open(context.Background(), url)
	must(t, err)
	p := newPost(t, db, smtpTo(t, address))
	p.send(t, reset(link))
	p.work(t)
}
