package mail

import (
	"net"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// silent takes connections and says nothing until the test ends.
func silent(t *testing.T) (listener net.Listener, taken chan struct{}) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	taken = make(chan struct{}, 100)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = conn.Close() })
			taken <- struct{}{}
		}
	}()
	return listener, taken
}

// PUB-2 R18: a server that does not answer holds nothing up for longer than the
// patience, and the mail goes out when another takes its place.
func TestSMTPServerIsSlow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		listener, taken := silent(t)
		address := listener.Addr().String()
		sender, err := newSMTP("smtp://"+address+"?tls=off", 50*time.Millisecond, 50*time.Millisecond)
		must(t, err)
		p := newPost(t, db, sender)
		p.send(t, reset(link))
		p.work(t) // ends although the server never speaks
		if got := p.status(t); got.Waiting != 1 || len(taken) == 0 {
			t.Fatalf("left %+v after %d connections", got, len(taken))
		}
		must(t, listener.Close())
		s := &server{}
		s.listen(t, address)
		sender, err = newSMTP("smtp://"+address+"?tls=off", smtpTimeout, receiverTimeout)
		must(t, err)
		p.sender = sender
		p.now = p.now.Add(6 * time.Minute)
		p.work(t)
		if len(s.ids()) != 1 || p.status(t) != (left{}) {
			t.Errorf("received %v, left %+v", s.ids(), p.status(t))
		}
	})
}
