package mail

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
)

// NEWS-7: a mail that comes again says in its headers how it is stopped, by one click where the
// address is encrypted; others say nothing of it.
func TestAMailNamesTheLinkThatStopsIt(t *testing.T) {
	for stop, want := range map[string][2]string{
		"":                                 {"", ""},
		"https://merroir.test/n/stop/abc":  {"<https://merroir.test/n/stop/abc>", "List-Unsubscribe=One-Click"},
		"http://127.0.0.1:8080/n/stop/abc": {"<http://127.0.0.1:8080/n/stop/abc>", ""},
	} {
		s := &server{}
		p := newPost(t, dbtest.SQLite(t), smtpTo(t, s.listen(t, "127.0.0.1:0")))
		message := reset(link)
		message.Stop = stop
		p.send(t, message)
		p.work(t)
		h := s.received[0].Header
		if got := [2]string{h.Get("List-Unsubscribe"), h.Get("List-Unsubscribe-Post")}; got != want {
			t.Errorf("%q: %q", stop, got)
		}
	}
}
