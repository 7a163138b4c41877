package sqldb_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3/lock"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// lines collects what is logged.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Issue 44, 1.11: a start that waits for another session's migration logs which one it is, and goes on as soon as
// that session ends.
func TestMigrate_LogsWhatItWaitsFor(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	address := dbtest.EmptyPostgresURL(t)
	holder, err := sql.Open("pgx", named(t, address, "killed"))
	must(t, err)
	t.Cleanup(func() { must(t, holder.Close()) })
	session, err := holder.Conn(ctx)
	must(t, err)
	var pid int
	must(t, session.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&pid))
	_, err = session.ExecContext(ctx, fmt.Sprintf("SELECT pg_advisory_lock(%d)", lock.DefaultLockID))
	must(t, err)
	working := make(chan error, 1)
	go func() { // as a backend whose process was killed in a long statement
		_, err := session.ExecContext(ctx, "SELECT pg_sleep(90) AS long_migration")
		working <- err
	}()

	var logged lines
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	db, err := sqldb.Open(ctx, address)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	migrated := make(chan error, 1)
	go func() {
		_, err := db.Migrate(ctx)
		migrated <- err
	}()

	const waits = "waiting for another session that migrates the database"
	for strings.Count(logged.String(), waits) < 2 && ctx.Err() == nil { // at once, and again after 5 seconds
		time.Sleep(20 * time.Millisecond)
	}
	for _, words := range []string{fmt.Sprintf("pid=%d", pid), "program=killed", "state=active", "long_migration"} {
		if !strings.Contains(logged.String(), words) {
			t.Errorf("%q is not in the log: %s", words, logged.String())
		}
	}
	select {
	case err := <-migrated:
		t.Fatalf("it did not wait: %v", err)
	default:
	}

	terminate(ctx, t, address, pid)
	if err := <-working; err == nil {
		t.Error("the session was not terminated")
	}
	_ = session.Close() // its connection is lost
	began := time.Now()
	must(t, <-migrated)
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("the migration took %v after the lock was free", took)
	}
}

func named(t *testing.T, address, program string) string {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	query := u.Query()
	query.Set("application_name", program)
	u.RawQuery = query.Encode()
	return u.String()
}

func terminate(ctx context.Context, t *testing.T, address string, pid int) {
	t.Helper()
	admin, err := sql.Open("pgx", address)
	must(t, err)
	defer admin.Close()
	_, err = admin.ExecContext(ctx, "SELECT pg_terminate_backend($1)", pid)
	must(t, err)
}
