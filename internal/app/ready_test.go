package app

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// newBareApp is the whole program on the database, with nobody in it.
func newBareApp(t testing.TB, config Config) *App {
	t.Helper()
	if config.DataDir == "" {
		config.DataDir = t.TempDir()
	}
	if config.PublicURL == "" {
		config.PublicURL = "http://merroir.test"
	}
	if config.logTo == nil {
		config.logTo = dbtest.Log(t)
	}
	config.WebsiteURL, config.FarmAppURL = "http://www.merroir.test", "http://app.merroir.test"
	config.MailFrom, config.passwordCost = "noreply@merroir.test", cheapPasswords
	a, err := New(context.Background(), config)
	must(t, err)
	a.ready.wait = time.Minute // a disk under load may keep the first proof longer than a caller waits
	return a
}

func (a *App) askReady() (status int, says string) {
	w := httptest.NewRecorder()
	a.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
	return w.Code, w.Body.String()
}

// One write serves all who ask within a second.
func TestReadinessIsProvenOnceASecond(t *testing.T) {
	var writes atomic.Int64
	now := time.UnixMilli(0)
	r := &readiness{
		write: func(_ context.Context, began func()) error { began(); writes.Add(1); return nil },
		look:  func() error { return nil }, busy: func() bool { return false }, now: func() time.Time { return now }, wait: time.Minute,
	}
	for second := range 3 {
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() { must(t, r.check(context.Background())) })
		}
		all.Wait()
		if got := writes.Load(); got != int64(second+1) {
			t.Errorf("%d writes in %d seconds", got, second+1)
		}
		now = now.Add(time.Second)
	}
	r.stop()
	if err := r.check(context.Background()); err == nil || !strings.Contains(err.Error(), "stopping") {
		t.Errorf("while it stops: %v", err)
	}
}

// While others write, the last proof counts for a while; a write that has
// begun and does not end, and one that fails, prove that nothing can be written.
func TestReadinessBehindOtherWriters(t *testing.T) {
	now := time.UnixMilli(0)
	busy, begins, release := true, false, make(chan struct{})
	var fails error
	hold := false
	var lock sync.Mutex // the proof is written in a goroutine of its own
	set := func(change func()) { lock.Lock(); defer lock.Unlock(); change() }
	r := &readiness{
		write: func(_ context.Context, began func()) error {
			lock.Lock()
			begins, hold, release := begins, hold, release
			lock.Unlock()
			if begins {
				began()
			}
			if hold {
				<-release
			}
			lock.Lock()
			defer lock.Unlock()
			return fails
		},
		look: func() error { return nil }, wait: time.Millisecond,
		busy: func() bool { lock.Lock(); defer lock.Unlock(); return busy },
		now:  func() time.Time { lock.Lock(); defer lock.Unlock(); return now },
	}
	for r.check(context.Background()) != nil { // until the first proof, which wait may be too short for
	}
	set(func() { hold, now = true, now.Add(proofLasts-time.Second) })
	must(t, r.check(context.Background()))
	set(func() { busy = false })
	if r.check(context.Background()) == nil {
		t.Error("ready, though nobody else writes and the proof does not come")
	}
	set(func() { busy, now = true, now.Add(proofLasts) })
	if r.check(context.Background()) == nil {
		t.Error("ready long after the last proof")
	}
	set(func() { begins, hold = true, false })
	close(release)
	for r.check(context.Background()) != nil {
	}
	set(func() { release, hold, now = make(chan struct{}), true, now.Add(proveEvery) })
	for !r.proofBegan() {
		_ = r.check(context.Background())
	}
	if r.check(context.Background()) == nil {
		t.Error("ready, though a write has begun and does not end")
	}
	set(func() { fails = errors.New("the disk is gone") })
	close(release)
	r.wait = time.Minute
	if err := r.check(context.Background()); !errors.Is(err, fails) {
		t.Errorf("a failed write: %v", err)
	}
}

func (r *readiness) proofBegan() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.proof.began.Load() && !r.proof.over()
}

// A probe learns within five seconds that writes do not succeed.
func TestReadiness_NoticesWithinFiveSeconds(t *testing.T) {
	if proofLasts+answerWithin > 5*time.Second {
		t.Errorf("a proof counts for %v, and a caller waits %v", proofLasts, answerWithin)
	}
}

// Readiness is a row that was written, on either engine, also while a
// long write keeps SQLite's one writer.
func TestReadyMeansAbleToWrite(t *testing.T) {
	for engine, url := range map[string]string{"sqlite": dbtest.SQLiteURL(t), "postgres": dbtest.PostgresURL(t)} {
		t.Run(engine, func(t *testing.T) {
			a := newBareApp(t, Config{DatabaseURL: url})
			t.Cleanup(func() { must(t, a.Close()) })
			ctx := context.Background()
			if status, says := a.askReady(); status != 200 || says != "ready\n" {
				t.Fatalf("%d %s", status, says)
			}
			must(t, a.db.Read(ctx, func(tx *sqldb.Tx) error {
				if n, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM copies"); err != nil || n != 1 {
					t.Errorf("%d rows, %v", n, err)
				}
				return nil
			}))
			began := make(chan struct{})
			release := make(chan struct{})
			var writer sync.WaitGroup
			writer.Go(func() {
				must(t, a.db.Write(ctx, func(*sqldb.Tx) error { close(began); <-release; return nil }))
			})
			<-began
			a.ready.now = func() time.Time { return time.Now().Add(2 * time.Second) }
			a.ready.wait = 50 * time.Millisecond
			if engine == "postgres" {
				a.ready.wait = time.Minute // nothing keeps it
			}
			if status, says := a.askReady(); status != 200 {
				t.Errorf("behind a long write: %d %s", status, says)
			}
			a.ready.now = func() time.Time { return time.Now().Add(proofLasts + 2*time.Second) }
			if status, _ := a.askReady(); (status == 503) != (engine == "sqlite") {
				t.Errorf("when no write has succeeded for %v: %d", proofLasts, status)
			}
			close(release)
			writer.Wait()
			a.roomLeft = func(string) (uint64, error) { return 10 << 20, nil }
			if status, says := a.askReady(); status != 503 || says != "not ready: The disk of this server is nearly full: 10 MB are left.\n" {
				t.Errorf("a full disk: %d %s", status, says)
			}
		})
	}
}

// A process that loses the file of its database says so and ends; what else can be lost is
// in TestEveryLostDiskEndsTheProcess.
func TestALostDiskEndsTheProcess(t *testing.T) {
	endsWithout(t, "the file", func(t *testing.T, dir string) { must(t, os.Remove(filepath.Join(dir, "merroir.db"))) })
}

// endsWithout starts a process, takes from it what is lost, and waits for its end.
func endsWithout(t *testing.T, lost string, lose func(t *testing.T, dir string)) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	a := newBareApp(t, Config{DataDir: dir, Addr: "127.0.0.1:0", ShutdownGrace: time.Hour})
	ended := make(chan error)
	go func() { ended <- a.Run(context.Background()) }()
	for status := 0; status != 200; status, _ = a.askReady() { // the row of this process is written, so that the journal is there
		time.Sleep(10 * time.Millisecond)
	}
	lose(t, dir)
	if !strings.Contains(lost, "files") {
		if err := a.db.Write(context.Background(), func(*sqldb.Tx) error { return nil }); err == nil && !strings.Contains(lost, "folder") {
			t.Error("a write was acknowledged that nobody will find")
		}
	}
	if status, says := a.askReady(); status != 503 {
		t.Errorf("%d %s", status, says)
	}
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "removed or replaced") {
		t.Errorf("it ended with %v", err)
	}
}
