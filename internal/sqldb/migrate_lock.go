package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/pressly/goose/v3/lock"
)

const (
	lockTryEvery = time.Second
	lockLogEvery = 5 * time.Second
)

// migrationLocker acquires PostgreSQL's advisory lock for migrations, which ends with its session when a process
// is killed. While another session has the lock, it logs which one.
type migrationLocker struct {
	lock.SessionLocker // releases the lock
}

func newMigrationLocker() (lock.SessionLocker, error) {
	inner, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return nil, fmt.Errorf("create the lock for migrations: %w", err)
	}

	return migrationLocker{inner}, nil
}

// SessionLock waits for the lock until ctx is done. A migration of large tables may take hours.
func (l migrationLocker) SessionLock(ctx context.Context, conn *sql.Conn) error {
	var logged time.Time
	for {
		var locked bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", lock.DefaultLockID).Scan(&locked); err != nil {
			return fmt.Errorf("acquire the lock for migrations: %w", err)
		}
		if locked {
			return nil
		}

		if time.Since(logged) >= lockLogEvery {
			logHolder(ctx, conn)
			logged = time.Now()
		}

		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the lock for migrations: %w", ctx.Err())
		case <-time.After(lockTryEvery):
		}
	}
}

// logHolder logs which session has the lock for migrations, and what it does. A role may not see the statements
// of other roles: then that part is empty.
func logHolder(ctx context.Context, conn *sql.Conn) {
	var pid, seconds int64
	var program, address, state, statement string
	err := conn.QueryRowContext(ctx, `SELECT a.pid, a.application_name, coalesce(host(a.client_addr), 'local'), coalesce(a.state, ''), a.query,
			CAST(coalesce(extract(epoch FROM clock_timestamp() - a.query_start), 0) AS BIGINT)
		FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
			AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
			AND (CAST(l.classid AS BIGINT) << 32 | CAST(l.objid AS BIGINT)) = $1 LIMIT 1`, lock.DefaultLockID).
		Scan(&pid, &program, &address, &state, &statement, &seconds)
	if errors.Is(err, sql.ErrNoRows) {
		return // the lock was released just now
	}
	if err != nil {
		slog.WarnContext(ctx, "waiting for another session that migrates the database", "err", err)
		return
	}

	slog.WarnContext(ctx, "waiting for another session that migrates the database; if its process was killed, "+
		"PostgreSQL ends it after its statement, or at once by pg_terminate_backend",
		"pid", pid, "program", program, "address", address, "state", state, "for", time.Duration(seconds)*time.Second, "statement", firstWords(statement))
}
