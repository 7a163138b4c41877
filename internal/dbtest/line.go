package dbtest

import (
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// Line is a way to the PostgreSQL server that a test can disturb.
type Line struct {
	// URL is that of a fresh, migrated database at the end of the line.
	URL string

	server  string
	mu      sync.Mutex
	frozen  chan struct{} // closed while data passes
	refused bool
	open    map[*net.TCPConn]struct{}
}

// NewLine makes a database and a line to it.
func NewLine(t testing.TB) *Line {
	t.Helper()
	u, err := url.Parse(PostgresURL(t))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	flowing := make(chan struct{})
	close(flowing)
	l := &Line{server: u.Host, frozen: flowing, open: map[*net.TCPConn]struct{}{}}
	u.Host = listener.Addr().String()
	l.URL = u.String()
	go l.accept(listener)
	t.Cleanup(func() {
		_ = listener.Close()
		l.Thaw()
		l.Cut()
	})
	return l
}

// Freeze lets connections be made and nothing pass, as a server does that is
// stopped (SIGSTOP).
func (l *Line) Freeze() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.frozen = make(chan struct{})
}

// Thaw lets pass what has waited, and all that comes.
func (l *Line) Thaw() {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.frozen:
	default:
		close(l.frozen)
	}
}

// Cut resets the connections that are open.
func (l *Line) Cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for conn := range l.open {
		_ = conn.SetLinger(0)
		_ = conn.Close()
	}
	clear(l.open)
}

// Refuse says whether new connections are ended at once.
func (l *Line) Refuse(yes bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refused = yes
}

func (l *Line) accept(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return // the test is over
		}
		go l.connect(client.(*net.TCPConn))
	}
}

func (l *Line) connect(client *net.TCPConn) {
	defer client.Close()
	l.mu.Lock()
	refused := l.refused
	l.open[client] = struct{}{}
	l.mu.Unlock()
	if refused {
		return
	}
	server, err := net.Dial("tcp", l.server)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(l.through(client), server)
		_ = client.Close()
	}()
	_, _ = io.Copy(l.through(server), client)
}

// through writes to a connection while the line is not frozen.
func (l *Line) through(to io.Writer) io.Writer { return &end{l, to} }

type end struct {
	line *Line
	to   io.Writer
}

func (e *end) Write(data []byte) (int, error) {
	e.line.mu.Lock()
	flowing := e.line.frozen
	e.line.mu.Unlock()
	<-flowing
	return e.to.Write(data)
}
