package app

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

// started runs the app until stop, which gives what Run ended with.
func started(t *testing.T, a *App) (address string, stop context.CancelFunc, ended chan error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address = listener.Addr().String()
	must(t, listener.Close())
	a.config.Addr = address
	ctx, stop := context.WithCancel(context.Background())
	ended = make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	for {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
			return address, stop, ended
		}
		select {
		case err := <-ended:
			t.Fatal(err)
		case <-time.After(time.Millisecond):
		}
	}
}

func statusOf(t *testing.T, url string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	must(t, err)
	request.Close = true
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	must(t, response.Body.Close())
	return response.StatusCode
}

// At the end readiness goes first; whoever has not noticed is still answered.
func TestReadinessGoesFirst(t *testing.T) {
	a := newBareApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t), ShutdownGrace: time.Second})
	address, stop, ended := started(t, a)
	if status := statusOf(t, "http://"+address+"/readyz"); status != 200 {
		t.Errorf("at first: %d", status)
	}
	stop()
	for statusOf(t, "http://"+address+"/readyz") != 503 {
	}
	if status := statusOf(t, "http://"+address+"/healthz"); status != 200 {
		t.Errorf("in the grace: %d", status)
	}
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
	if _, err := net.Dial("tcp", address); err == nil {
		t.Error("it still listens")
	}
}

// A download that does not end leaves the jobs their time.
func TestALongDownloadLeavesTheJobsTheirTime(t *testing.T) {
	a := newBareApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	requested, working, finish := make(chan struct{}), make(chan struct{}), make(chan struct{})
	a.handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(requested); <-finish })
	outcome := make(chan error, 1)
	late := false
	jobs.Handle(a.queue, "test.late", func(context.Context, struct{}) error { late = true; return nil })
	jobs.Handle(a.queue, "test.long", func(ctx context.Context, _ struct{}) error {
		close(working)
		<-finish
		outcome <- ctx.Err()
		return nil
	})
	s := a.newServers()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	s.serve(s.public, listener)
	must(t, a.queue.Start(context.Background()))
	enqueue := func(kind string) {
		ctx := context.Background()
		must(t, a.db.Write(ctx, func(tx *sqldb.Tx) error { return a.queue.Enqueue(ctx, tx, kind, struct{}{}) }))
	}
	enqueue("test.long")
	conn, err := net.Dial("tcp", listener.Addr().String())
	must(t, err)
	defer conn.Close()
	_, err = conn.Write([]byte("GET / HTTP/1.1\r\nHost: merroir.test\r\n\r\n"))
	must(t, err)
	<-requested
	<-working
	stopped := make(chan error, 1)
	go func() { stopped <- a.shutdown(s, time.Minute) }()
	for { // until it stops: no connection is taken any more
		other, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			break
		}
		_ = other.Close()
	}
	enqueue("test.late")
	close(finish)
	if err := errors.Join(<-stopped, <-outcome); err != nil {
		t.Error(err)
	}
	if late {
		t.Error("a job was begun while requests ended, and would have had no time")
	}
}

// Run limits the connections of its public address and of the one for plain HTTP.
func TestRun_LimitsConnections(t *testing.T) {
	a := newBareApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t), MaxConnections: 2})
	address, stop, ended := started(t, a)
	var opened []net.Conn
	for range 3 {
		conn, err := net.Dial("tcp", address)
		must(t, err)
		defer conn.Close() // and not by the collector, which closes a connection that nothing refers to
		send(conn, "/healthz")
		must(t, answer(conn, soon))
		opened = append(opened, conn)
	}

	if err := answer(opened[0], soon); !isClosed(err) {
		t.Errorf("the oldest of three: %v", err)
	}
	stop()
	must(t, <-ended)
}

// Outside the demo the start says what will not work without a mail server.
func TestTheStartSaysThatNoMailGoesOut(t *testing.T) {
	for _, smtp := range []string{"", "smtp://127.0.0.1:1"} {
		a := newBareApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t), SMTPURL: smtp})
		var said bytes.Buffer
		a.log = slog.New(slog.NewTextHandler(&said, nil))
		a.announce(t.Context(), &net.TCPAddr{})
		must(t, a.Close())
		if warned := strings.Contains(said.String(), "no mail will reach anybody") && strings.Contains(said.String(), a.config.mailDir()); warned != (smtp == "") {
			t.Errorf("with %q it says: %s", smtp, said.String())
		}
	}
}
