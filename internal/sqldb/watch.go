package sqldb

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	answerWithin = 1500 * time.Millisecond // longer than nearly all statements take; after that the server is asked whether it is alive
	lookWithin   = 1200 * time.Millisecond // for a connection of its own, and an answer on it; it is silent after two looks
	lookAgain    = 500 * time.Millisecond  // while the server is silent
)

// errSilent is the end of a connection to a server that does not answer.
var errSilent = errors.New("the database server does not answer")

// watch tells a PostgreSQL server that is stuck, and accepts connections
// without ever answering, from one that works on a long statement or waits for
// a lock. While an answer is outstanding it asks the server on a connection of
// its own, once for all that wait. If the server is silent there too, twice, and says
// nothing to anybody else meanwhile, all its connections are closed, so that nobody
// waits for it until their request times out. While it stays silent only the watch
// tries again.
type watch struct {
	look   func(context.Context) error // nil when the server says anything at all
	ctx    context.Context             // of the looks, until the database is closed
	end    context.CancelFunc
	looks  sync.WaitGroup
	mu     sync.Mutex
	silent bool
	asking bool
	heard  bool // whether anybody was answered since it began to ask
	open   map[*watchedConn]struct{}
}

func newWatch(look func(context.Context) error) *watch {
	w := &watch{look: look, open: map[*watchedConn]struct{}{}}
	w.ctx, w.end = context.WithCancel(context.Background())
	return w
}

// lookBy asks on a new connection whether the server is alive.
func lookBy(config *pgx.ConnConfig) func(context.Context) error {
	return func(ctx context.Context) error {
		conn, err := pgx.ConnectConfig(ctx, config)
		var said *pgconn.PgError
		switch {
		case errors.As(err, &said): // it is alive, and says why it lets nobody in
			return nil
		case err != nil:
			return err
		}
		err = conn.Ping(ctx)
		_ = conn.Close(ctx) // it has served
		return err
	}
}

// dial is how the pools connect: their connections are watched.
func (w *watch) dial(to pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if w.isSilent() {
			return nil, errSilent
		}
		conn, err := to(ctx, network, address)
		if err != nil {
			w.ask()
			return nil, err
		}
		watched := &watchedConn{Conn: conn, watch: w}
		watched.overdue = time.AfterFunc(time.Hour, w.ask)
		watched.overdue.Stop()
		w.mu.Lock()
		defer w.mu.Unlock()
		w.open[watched] = struct{}{}
		return watched, nil
	}
}

func (w *watch) isSilent() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.silent
}

// ask looks whether the server is alive, unless somebody is looking already.
func (w *watch) ask() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.asking || w.ctx.Err() != nil {
		return
	}
	w.asking, w.heard = true, false
	w.looks.Go(w.askUntilItLives)
}

func (w *watch) askUntilItLives() {
	for first := true; ; first = false {
		ctx, cancel := context.WithTimeout(w.ctx, lookWithin)
		err := w.look(ctx)
		cancel()
		if first && err != nil { // where the machine has stood still, all time is up before the server could answer
			continue
		}
		if w.ctx.Err() != nil || w.settle(err) {
			return
		}
		select {
		case <-w.ctx.Done():
			return
		case <-time.After(lookAgain):
		}
	}
}

// settle stores what a look has found, and says whether that was the last one.
func (w *watch) settle(err error) (lives bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.heard { // it is busy, and has let nobody new in yet
		err = nil
	}
	if was := w.silent; err != nil && !was {
		slog.Error("the database server does not answer; still trying", "error", err)
	} else if err == nil && was {
		slog.Info("the database server answers again")
	}
	w.silent = err != nil
	w.asking = w.silent
	for conn := range w.open {
		switch {
		case w.silent:
			_ = conn.Conn.Close() // which ends the read that waits
		case conn.waiting:
			conn.overdue.Reset(answerWithin)
		}
	}
	return !w.silent
}

// close ends the looks.
func (w *watch) close() {
	w.end()
	w.looks.Wait()
}

// watchedConn is a connection whose reads are answers of the server.
type watchedConn struct {
	net.Conn
	watch   *watch
	overdue *time.Timer
	waiting bool // under the watch's lock
}

func (c *watchedConn) Read(into []byte) (int, error) {
	c.wait()
	n, err := c.Conn.Read(into)
	c.waited(n > 0)
	if err != nil && c.watch.isSilent() {
		err = errors.Join(errSilent, err)
	}
	return n, err
}

func (c *watchedConn) wait() {
	c.watch.mu.Lock()
	defer c.watch.mu.Unlock()
	c.waiting = true
	c.overdue.Reset(answerWithin)
}

func (c *watchedConn) waited(answered bool) {
	c.watch.mu.Lock()
	defer c.watch.mu.Unlock()
	c.waiting = false
	c.overdue.Stop()
	c.watch.heard = c.watch.heard || answered
}

func (c *watchedConn) Close() error {
	c.watch.mu.Lock()
	delete(c.watch.open, c)
	c.watch.mu.Unlock()
	c.overdue.Stop()
	if err := c.Conn.Close(); !errors.Is(err, net.ErrClosed) { // the watch may have been first
		return err
	}
	return nil
}
