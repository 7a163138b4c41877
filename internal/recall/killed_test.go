package recall_test

import (
	"errors"
	"fmt"
	"io"
	netmail "net/mail"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/merroir/merroir/internal/dbtest"
	mailer "github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/mail/smtptest"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// letters is a mail server that keeps what it took, by whom it was to. It holds the
// mail whose number is stop, before or after it has taken it, and answers it never.
type letters struct {
	mu      sync.Mutex
	taken   map[string][]letter
	begun   int
	stop    int
	after   bool
	reached chan struct{} // closed when that mail is there
	goOn    chan struct{} // closed when it may end
}

type letter struct{ id, token string }

func (s *letters) NewSession(*smtp.Conn) (smtp.Session, error) { return &talk{server: s}, nil }

type talk struct {
	server *letters
	to     string
}

func (*talk) Reset()                                      {}
func (*talk) Logout() error                               { return nil }
func (*talk) Mail(string, *smtp.MailOptions) error        { return nil }
func (t *talk) Rcpt(to string, _ *smtp.RcptOptions) error { t.to = to; return nil }

func (t *talk) Data(r io.Reader) error {
	s := t.server
	message, err := netmail.ReadMessage(r)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(message.Body)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.begun++
	held := s.begun == s.stop
	s.mu.Unlock()
	if held && !s.after {
		return s.hold()
	}
	text := strings.ReplaceAll(string(body), "=\r\n", "")
	l := letter{id: message.Header.Get("Message-ID")}
	if found := regexp.MustCompile(`/recall/([0-9a-f]{64})`).FindStringSubmatch(text); found != nil {
		l.token = found[1]
	}
	s.mu.Lock()
	s.taken[t.to] = append(s.taken[t.to], l)
	s.mu.Unlock()
	if held {
		return s.hold()
	}
	return nil
}

func (s *letters) hold() error {
	close(s.reached)
	<-s.goOn
	return errors.New("nobody is there any more")
}

func (s *letters) listen(t *testing.T) (address string) {
	t.Helper()
	return "smtp://" + smtptest.Serve(t, s, "127.0.0.1:0") + "?tls=off"
}

// Where the process that is killed has its mail server, and at which look at the clock it ends.
const killedServer, killedLook = "RECALL_TEST_SERVER", "RECALL_TEST_LOOK"

const guests = 12

// RECALL-2: a process that is killed while the notices of a recall go out: after the restart every
// firm and consignee has its notice, with a link that opens it, and nobody has two. Only what the
// mail server took without its answer being heard goes out again, under the same Message-ID.
func TestAKilledProcessTellsEverybodyOnce(t *testing.T) {
	for name, point := range map[string]struct {
		stop, look int
		after      bool
	}{
		"while they are entered": {look: 9}, "before the fifth is taken": {stop: 5}, "after the seventh is taken": {stop: 7, after: true},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.EachKilled(t, tellUntilKilled, func(t *testing.T, k *dbtest.Killed) {
				s := &letters{taken: map[string][]letter{}, stop: point.stop, after: point.after, reached: make(chan struct{}), goOn: make(chan struct{})}
				t.Setenv(killedServer, s.listen(t))
				t.Setenv(killedLook, strconv.Itoa(point.look))
				killedTelling(t, k, s, point.look > 0)
			})
		})
	}
}

func killedTelling(t *testing.T, k *dbtest.Killed, s *letters, says bool) {
	t.Helper()
	var recallID string
	k.Open(t, func(db *sqldb.DB) {
		o := newOffice(t, db)
		for i := range guests {
			o.ship(fmt.Sprint("guest ", i), north, part, 0.5, tag.Consignee{Name: fmt.Sprint("Guest ", i), Email: fmt.Sprintf("guest%d@example.com", i)})
		}
		recallID = o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate})
	})
	if said := k.Kill(t, s.reached); says != (said == "in the middle") {
		t.Errorf("the process said %q", said)
	}
	s.mu.Lock()
	s.stop = 0
	s.mu.Unlock()
	close(s.goOn)
	k.Open(t, func(db *sqldb.DB) {
		o := open(t, db)
		o.smtp = serverOf(t)
		o.now = o.now.Add(2 * time.Minute) // the dead process's hold on its jobs has ended
		o.work()
		o.now = o.now.Add(2 * time.Minute)
		o.work()
		if d := o.get(recallID); !d.Followed || len(d.Parties) != guests+4 {
			t.Fatalf("%d parties, %+v", len(d.Parties), d.Followed)
		}
		told := []string{"ann@people.example", "chef@harbor.example", "office@north.example"}
		for i := range guests {
			told = append(told, fmt.Sprintf("guest%d@example.com", i))
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		repeats := 0
		for _, address := range told {
			got := s.taken[address]
			if len(got) == 0 {
				t.Errorf("%s has no notice", address)
				continue
			}
			if repeats += len(got) - 1; slices.ContainsFunc(got, func(l letter) bool { return l != got[0] }) {
				t.Errorf("%s has two notices: %v", address, got)
			}
			if shown, err := o.ByToken(nobody, got[0].token); err != nil || shown.Party != "Washington State" {
				t.Errorf("the link of %s: %+v, %v", address, shown, err)
			}
		}
		if len(s.taken) != len(told) || repeats > 4 { // as many as are on their way at once
			t.Errorf("%d were told, %d mails again", len(s.taken), repeats)
		}
		o.oneNotice(t, recallID)
	})
}

// oneNotice expects of every party one notice to each address, delivered.
func (o *office) oneNotice(t *testing.T, recallID string) {
	t.Helper()
	w, err := o.Whole(recaller, "", recallID)
	must(t, err)
	for _, p := range w.Parties {
		seen := map[string]bool{}
		for _, n := range p.Notices {
			if seen[n.Email] || n.DeliveredAt == nil {
				t.Errorf("%s: %+v", p.Name, n)
			}
			seen[n.Email] = true
		}
		if len(seen) == 0 && p.Told != "call" {
			t.Errorf("%s has no notice", p.Name)
		}
	}
}

func serverOf(t *testing.T) *mailer.SMTP {
	t.Helper()
	sender, err := mailer.NewSMTP(os.Getenv(killedServer))
	must(t, err)
	return sender
}

// tellUntilKilled does the work of the recall, until it is killed at a look at the clock
// or by the mail server that does not answer.
func tellUntilKilled(t *testing.T, db *sqldb.DB) {
	o := open(t, db)
	o.smtp = serverOf(t)
	last, err := strconv.Atoi(os.Getenv(killedLook))
	must(t, err)
	o.looked = func(n int) {
		if n == last {
			dbtest.Here("in the middle")
		}
	}
	o.work()
}
