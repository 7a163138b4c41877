package mail

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail/smtptest"
	"github.com/merroir/merroir/internal/sqldb"
)

// hanging is a mail server that never answers about receivers named "hang", until the test ends.
type hanging struct {
	mu       sync.Mutex
	hang     chan struct{} // closed at the end
	silent   []string      // receivers about whom it was asked and says nothing
	accepted chan string   // receivers whose mail it took
}

func (h *hanging) NewSession(*smtp.Conn) (smtp.Session, error) {
	return &hangingSession{server: h}, nil
}

type hangingSession struct {
	server *hanging
	to     string
}

func (*hangingSession) Reset()                               {}
func (*hangingSession) Logout() error                        { return nil }
func (*hangingSession) Mail(string, *smtp.MailOptions) error { return nil }

func (s *hangingSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	if strings.HasPrefix(to, "hang") {
		s.server.mu.Lock()
		s.server.silent = append(s.server.silent, to)
		s.server.mu.Unlock()
		<-s.server.hang
	}
	return nil
}

func (s *hangingSession) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	s.server.accepted <- s.to
	return err
}

// Issue 44, 1.10: while the server is silent about the receivers of 16 invitations, the notice of a
// recall and a password reset arrive within seconds, also at a domain whose mail hangs.
func TestPurposes_HangingInvitationsDelayNoRecall(t *testing.T) {
	for name, domain := range map[string]string{"many domains": "domain%d.example", "one domain": "domain.example"} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
				s := &hanging{hang: make(chan struct{}), accepted: make(chan string, 20)}
				address := smtptest.Serve(t, s, "127.0.0.1:0")
				p := runPost(t, db, smtpTo(t, address))
				t.Cleanup(func() { close(s.hang) }) // before the jobs are waited for

				for i := range 16 {
					to := "hang@" + domain
					if strings.Contains(domain, "%") {
						to = fmt.Sprintf(to, i)
					}
					p.send(t, Message{To: to, Purpose: Invitation, Template: "reset", Data: map[string]string{"Link": link}})
				}
				waitFor(t, "the invitations to hang", func() bool {
					s.mu.Lock()
					defer s.mu.Unlock()
					return len(s.silent) >= 2
				})

				at := "@" + strings.Replace(domain, "%d", "0", 1)
				begun := time.Now()
				p.send(t, Message{To: "reset" + at, Purpose: Reset, Template: "reset", Data: map[string]string{"Link": link}})
				p.send(t, Message{To: "recall" + at, Purpose: Recall, Template: "reset", Data: map[string]string{"Link": link}})
				var got []string
				for range 2 {
					select {
					case to := <-s.accepted:
						got = append(got, to)
					case <-time.After(5 * time.Second):
						t.Fatalf("after %v only %q arrived", time.Since(begun), got)
					}
				}
				slices.Sort(got)
				if want := []string{"recall" + at, "reset" + at}; !slices.Equal(got, want) {
					t.Errorf("arrived %q, want %q", got, want)
				}
			})
		})
	}
}

// runPost is a mailer whose jobs run until the test ends.
func runPost(t *testing.T, db *sqldb.DB, sender Sender) *post {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	p := &post{db: db, queue: jobs.New(db, jobs.Options{Logger: quiet})}
	var err error
	p.Mailer, err = New(p.queue, sender, Options{From: "Merroir <noreply@merroir.example>", Product: "Merroir"})
	must(t, err)
	must(t, p.queue.Start(t.Context()))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := p.queue.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	return p
}

func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// Mails go out by purpose before age.
func TestPurposes_AreSentInOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := &server{}
		p := newPost(t, db, smtpTo(t, s.listen(t, "127.0.0.1:0")))
		for _, purpose := range []Purpose{Other, Invitation, Reset, Recall} {
			m := reset(link)
			m.To, m.Purpose = "to-"+string(purpose)+"@farm.example", purpose
			p.send(t, m)
			p.now = p.now.Add(time.Second)
		}
		p.work(t)
		want := []string{"to-mail.recall@farm.example", "to-mail.reset@farm.example", "to-mail.invitation@farm.example", "to-@farm.example"}
		if !slices.Equal(s.to, want) {
			t.Errorf("sent to %q, want %q", s.to, want)
		}
	})
}

func TestSend_RefusesAnUnknownPurpose(t *testing.T) {
	db := dbtest.SQLite(t)
	p := newPost(t, db, &SMTP{})
	m := reset(link)
	m.Purpose = "gossip"
	if err := db.Write(t.Context(), func(tx *sqldb.Tx) error { return p.Send(t.Context(), tx, m) }); err == nil {
		t.Error("a mail that nobody sends was accepted")
	}
}

// slowServer answers about receivers, and takes content, after a while.
type slowServer struct {
	server
	receiver, content time.Duration
}

func (s *slowServer) NewSession(*smtp.Conn) (smtp.Session, error) {
	return &slowSession{session{&s.server}, s}, nil
}

type slowSession struct {
	session
	slow *slowServer
}

func (s *slowSession) Rcpt(to string, o *smtp.RcptOptions) error {
	time.Sleep(s.slow.receiver)
	return s.session.Rcpt(to, o)
}

func (s *slowSession) Data(r io.Reader) error {
	time.Sleep(s.slow.content)
	return s.session.Data(r)
}

// The first try leaves a server soon that is silent about the receiver; a retry waits for it, and
// what the content takes is not counted.
func TestReceiverTimeout_OfTheFirstTryAlone(t *testing.T) {
	for name, c := range map[string]struct {
		receiver, content time.Duration
		tries             int
	}{"slow receiver": {400 * time.Millisecond, 0, 2}, "slow content": {0, 400 * time.Millisecond, 1}} {
		t.Run(name, func(t *testing.T) {
			db := dbtest.SQLite(t)
			s := &slowServer{receiver: c.receiver, content: c.content}
			address := smtptest.Serve(t, s, "127.0.0.1:0")
			sender, err := newSMTP("smtp://"+address+"?tls=off", 20*time.Second, 200*time.Millisecond)
			must(t, err)
			p := newPost(t, db, sender)
			p.send(t, reset(link))
			for range c.tries - 1 {
				p.work(t)
				if n := len(s.ids()); n != 0 {
					t.Fatalf("%d mails were taken at once", n)
				}
				p.now = p.now.Add(time.Minute)
			}
			p.work(t)
			if n := len(s.ids()); n != 1 {
				t.Errorf("%d mails were taken, want 1", n)
			}
		})
	}
}
