package app

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

const (
	soon   = 10 * time.Second       // in which an answer must come, on a machine that is busy with others
	unused = 100 * time.Millisecond // after which none comes
)

// limitedServer serves with limits on its connections. GET /wait is answered when release is
// closed, and everything else at once.
type limitedServer struct {
	t       *testing.T
	address string
	limits  *connections
	busy    chan struct{} // a value for each request that waits
	release chan struct{}
	tls     *tls.Config
}

func serveLimited(t *testing.T, most int, trusted string, encrypted bool) *limitedServer {
	t.Helper()
	s := &limitedServer{t: t, busy: make(chan struct{}, 100), release: make(chan struct{})}
	server := newServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			s.busy <- struct{}{}
			<-s.release
		}
		_, _ = io.WriteString(w, "ok")
	}))
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	must(t, err)
	networks, err := (&Config{TrustedProxies: trusted}).proxies()
	must(t, err)

	s.address = listener.Addr().String()
	s.limits = limitConnections(listener, most, networks, metrics.NewSet())
	server.ConnState = s.limits.note
	serve := func() error { return server.Serve(s.limits) }
	if encrypted {
		known := httptest.NewTLSServer(nil)
		server.TLSConfig = known.TLS
		known.Close()
		s.tls = &tls.Config{InsecureSkipVerify: true}
		serve = func() error { return server.ServeTLS(s.limits, "", "") }
	}
	ended := make(chan error, 1)
	go func() { ended <- serve() }()
	t.Cleanup(func() {
		_ = server.Close()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
	return s
}

// open connects from an address of this machine, each of which is a network of its own.
func (s *limitedServer) open(from string) net.Conn {
	s.t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: soon}
	conn, err := dialer.Dial("tcp4", s.address)
	must(s.t, err)
	s.t.Cleanup(func() { _ = conn.Close() })
	if s.tls != nil {
		conn = tls.Client(conn, s.tls)
	}
	return conn
}

func send(conn net.Conn, path string) {
	_, _ = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: merroir.test\r\n\r\n", path) // what became of it is read
}

// answer reads an answer within the time: nil if there is one.
func answer(conn net.Conn, within time.Duration) error {
	_ = conn.SetReadDeadline(time.Now().Add(within))
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err
	}
	_, err = io.ReadAll(response.Body)
	return err
}

// ask opens a connection that is idle after its answer.
func (s *limitedServer) ask(from string) net.Conn {
	s.t.Helper()
	conn := s.open(from)
	send(conn, "/")
	if err := answer(conn, soon); err != nil {
		s.t.Errorf("%s got no answer: %v", from, err)
	}
	s.untilIdle(from, conn)
	return conn
}

// untilIdle waits until the server knows that the connection is idle, which is after its answer.
func (s *limitedServer) untilIdle(from string, conn net.Conn) {
	s.t.Helper()
	for end := time.Now().Add(soon); time.Now().Before(end); time.Sleep(time.Millisecond) {
		s.limits.mu.Lock()
		for e := s.limits.idle.Front(); e != nil; e = e.Next() {
			if e.Value.(*connection).RemoteAddr().String() == conn.LocalAddr().String() {
				s.limits.mu.Unlock()
				return
			}
		}
		s.limits.mu.Unlock()
	}
	s.t.Errorf("the connection of %s is not idle", from)
}

// wait opens a connection on which a request is served until release.
func (s *limitedServer) wait(from string) net.Conn {
	s.t.Helper()
	conn := s.open(from)
	send(conn, "/wait")
	select {
	case <-s.busy:
	case <-time.After(soon):
		s.t.Errorf("%s is not served", from)
	}
	return conn
}

func (s *limitedServer) openNow() int {
	s.limits.mu.Lock()
	defer s.limits.mu.Unlock()
	return s.limits.all
}

func isClosed(err error) bool {
	return err != nil && !errors.Is(err, os.ErrDeadlineExceeded)
}

// S5: however many connections a network opens, it has its share, and others are answered.
func TestConnections_OneNetworkHasAShare(t *testing.T) {
	for name, encrypted := range map[string]bool{"plain": false, "TLS": true} {
		t.Run(name, func(t *testing.T) {
			s := serveLimited(t, 40, "", encrypted)
			var opened []net.Conn
			for range 60 {
				opened = append(opened, s.ask("127.0.0.2"))
			}

			if got := s.openNow(); got != fewest {
				t.Errorf("%d connections are open, want %d", got, fewest)
			}
			if err := answer(opened[0], soon); !isClosed(err) {
				t.Errorf("the oldest idle connection: %v", err)
			}
			send(opened[59], "/")
			if err := answer(opened[59], soon); err != nil {
				t.Errorf("the newest connection: %v", err)
			}
			s.ask("127.0.0.3")
		})
	}
}

func TestConnections_BusyShareIsRefused(t *testing.T) {
	s := serveLimited(t, 40, "", false)
	var waiting []net.Conn
	for range fewest {
		waiting = append(waiting, s.wait("127.0.0.2"))
	}

	refused := s.open("127.0.0.2")
	send(refused, "/")
	if err := answer(refused, soon); !isClosed(err) {
		t.Errorf("beyond the share: %v", err)
	}
	if got := s.limits.refused.Get(); got != 1 {
		t.Errorf("%d are counted as refused", got)
	}
	s.ask("127.0.0.3")

	close(s.release)
	for _, conn := range waiting {
		if err := answer(conn, soon); err != nil {
			t.Errorf("a request in the share: %v", err)
		}
	}
	s.ask("127.0.0.2")
}

func TestConnections_OldestIdleMakesRoom(t *testing.T) {
	s := serveLimited(t, 6, "", false)
	first, second := s.ask("127.0.0.2"), s.ask("127.0.0.3")
	for i := range 4 {
		s.ask(fmt.Sprintf("127.0.0.%d", 10+i))
	}

	s.ask("127.0.0.4")
	if err := answer(first, soon); !isClosed(err) {
		t.Errorf("the oldest idle connection: %v", err)
	}
	send(second, "/")
	if err := answer(second, soon); err != nil {
		t.Errorf("the second oldest: %v", err)
	}
	if got := s.openNow(); got != 6 {
		t.Errorf("%d are open", got)
	}
}

func TestConnections_OthersWaitWhileAllAreBusy(t *testing.T) {
	s := serveLimited(t, 2, "", false)
	s.wait("127.0.0.2")
	s.wait("127.0.0.3")

	third := s.open("127.0.0.4")
	send(third, "/")
	if err := answer(third, unused); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("while all are busy: %v", err)
	}
	close(s.release)
	if err := answer(third, soon); err != nil {
		t.Errorf("when one is idle: %v", err)
	}
}

func TestConnections_TrustedProxyHasNoShare(t *testing.T) {
	s := serveLimited(t, 30, "127.0.0.9/32", false)
	for range 2 * fewest {
		s.wait("127.0.0.9")
	}

	if got := s.limits.refused.Get(); got != 0 {
		t.Errorf("%d were refused", got)
	}
	close(s.release)
}

// A closed listener does not wait for room: the server can stop while all are busy.
func TestConnections_StopWhileAllAreBusy(t *testing.T) {
	s := serveLimited(t, 1, "", false)
	s.wait("127.0.0.2")
	s.open("127.0.0.3")

	must(t, s.limits.Close())
	close(s.release)
}
