package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/timezone"
)

const (
	proveEvery   = time.Second     // a write, at most, however many ask
	answerWithin = time.Second     // how long a caller waits for the proof
	proofLasts   = 4 * time.Second // while others write and the next proof waits its turn; with answerWithin that is 5 s
	proofTimeout = 25 * time.Second
	leastRoom    = 64 << 20 // bytes
)

// healthz says that the process lives; it touches nothing, so that a slow
// database does not get every process restarted.
func healthz(w http.ResponseWriter, _ *http.Request) {
	_, _ = fmt.Fprintln(w, "ok")
}

// readyz says whether requests should come here: whether a write would succeed.
func (a *App) readyz(w http.ResponseWriter, r *http.Request) {
	if err := a.ready.check(r.Context()); err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = fmt.Fprintln(w, "not ready:", fault.As(err).Message)
		return
	}
	_, _ = fmt.Fprintln(w, "ready")
}

// readiness proves by writes that the process can write. One proof serves all
// who ask within a second.
type readiness struct {
	write func(ctx context.Context, began func()) error // a row; began is called when the transaction has begun
	busy  func() bool                                   // others keep a write waiting
	look  func() error                                  // for what can be found without writing
	now   func() time.Time
	wait  time.Duration // for the proof

	mu       sync.Mutex
	stopping bool
	proof    *proof    // the newest, which may be under way
	proven   time.Time // when the last one that succeeded had begun
	told     bool      // the log says that this process is not ready
}

type proof struct {
	at    time.Time
	began atomic.Bool
	ended chan struct{}
	err   error // once it has ended
}

// check gives what keeps this process from writing, nil for nothing.
func (r *readiness) check(ctx context.Context) error {
	err := r.find(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err != nil && ctx.Err() == nil && !r.told && !r.stopping:
		slog.ErrorContext(ctx, "not ready", "error", err)
	case err == nil && r.told:
		slog.InfoContext(ctx, "ready again")
	}
	r.told = err != nil
	return err
}

// stop makes all further answers a no.
func (r *readiness) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopping = true
}

func (r *readiness) find(ctx context.Context) error {
	r.mu.Lock()
	stopping := r.stopping
	r.mu.Unlock()
	if stopping {
		return fault.New(fault.Unavailable, "This server is stopping.")
	}
	if err := r.look(); err != nil {
		return err
	}
	p, proven := r.lastProof()
	select {
	case <-p.ended:
		return p.err
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(r.wait):
	}
	if !p.began.Load() && r.busy() && r.now().Sub(proven) < proofLasts {
		return nil
	}
	return fault.New(fault.Unavailable, "The database does not answer in time.")
}

// lastProof is the last proof, a new one where that is old, and when the last one that
// succeeded had begun.
func (r *readiness) lastProof() (*proof, time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.proof == nil || r.proof.over() && r.now().Sub(r.proof.at) >= proveEvery {
		r.proof = &proof{at: r.now(), ended: make(chan struct{})}
		go r.prove(r.proof)
	}
	return r.proof, r.proven
}

func (p *proof) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

func (r *readiness) prove(p *proof) {
	ctx, cancel := context.WithTimeout(context.Background(), proofTimeout)
	defer cancel()
	p.err = r.write(ctx, func() { p.began.Store(true) })
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.err == nil {
		r.proven = p.at
	}
	close(p.ended)
}

// beat writes this process's row.
func (a *App) beat(ctx context.Context, began func()) error {
	return a.db.Write(ctx, func(tx *sqldb.Tx) error {
		began()
		self := a.self
		self.Seen, self.Zones = a.now(), timezone.Current().Version
		return sqldb.Beat(ctx, tx, self)
	})
}

// folder is one that the program needs, as it was at the start.
type folder struct {
	setting, path string
	was           os.FileInfo
}

var errFolderGone = errors.New("the folder was removed or replaced while it was in use")

// folders are those in which the process keeps anything.
func (a *App) folders() (all []folder, err error) {
	paths := []folder{{setting: "MERROIR_DATA_DIR", path: a.config.DataDir}}
	if path := a.config.folderOfFiles(); path != "" {
		paths = append(paths, folder{setting: "MERROIR_BLOB_URL", path: path})
	}
	for _, f := range paths {
		if f.was, err = os.Stat(f.path); err != nil {
			return nil, fmt.Errorf("%s: %w", f.setting, err)
		}
		all = append(all, f)
	}
	return all, nil
}

// check gives an error where the folder is no longer the one it was.
func (f folder) check() error {
	is, err := os.Stat(f.path)
	if err != nil {
		return fmt.Errorf("%s: %w: %w", f.setting, errFolderGone, err)
	}
	if !os.SameFile(is, f.was) {
		return fmt.Errorf("%s: %s: %w", f.setting, f.path, errFolderGone)
	}
	return nil
}

// look finds what keeps the process from writing without a write. What it
// cannot get over ends the process.
func (a *App) look() error {
	err := a.db.CheckFile()
	if err == nil {
		err = a.db.Failure()
	}
	for _, f := range a.kept {
		if err == nil {
			err = f.check()
		}
	}
	if err != nil {
		a.fail(err)
		return fault.Wrap(fault.Unavailable, "The disk of this server fails.", err)
	}
	for _, dir := range a.config.dirs() {
		left, err := a.roomLeft(dir)
		if err != nil {
			return fault.Wrap(fault.Unavailable, "The disk of this server fails.", err)
		}
		if left < leastRoom {
			return fault.Newf(fault.Unavailable, "The disk of this server is nearly full: %d MB are left.", left>>20)
		}
	}
	return nil
}

// fail ends [App.Run] with the error.
func (a *App) fail(err error) {
	select {
	case a.failed <- err:
	default: // it ends already
	}
}
