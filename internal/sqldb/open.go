package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // registers the driver "sqlite"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine *engine
	write  *sql.DB
	read   *sql.DB
	lock   *flock.Flock // held while a SQLite file is open, nil on PostgreSQL
}

const (
	sqliteReaders    = 4
	postgresPool     = 20
	oldestSafeSQLite = "3.51.3" // earlier releases can corrupt a WAL when two connections write and checkpoint at once
	connectTimeout   = 2 * time.Second
)

// Open connects to the database at rawURL and checks that it can be trusted:
// the engine's version, its durability settings, and, for a SQLite file, that
// no other process holds it. The error is one sentence that says what to mend.
func Open(ctx context.Context, rawURL string) (*DB, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	scheme, rest, _ := strings.Cut(rawURL, "://")
	switch scheme {
	case "sqlite":
		return openSQLite(ctx, rest)
	case "postgres", "postgresql":
		return openPostgres(ctx, rawURL)
	default:
		return nil, fmt.Errorf("the database URL must begin with sqlite:// or postgres://, not %q", scheme)
	}
}

func openSQLite(ctx context.Context, path string) (*DB, error) {
	if path == "" || strings.HasSuffix(path, "/") {
		return nil, errors.New("the database URL must name a file: sqlite:///path/to/merroir.db")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, fmt.Errorf("the folder of the database cannot be made: %w", err)
	}
	lock := flock.New(path + ".lock")
	held, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("the database file cannot be locked: %w", err)
	}
	if !held {
		return nil, fmt.Errorf("the database %s is in use by another merroir process; stop that one first", path)
	}
	db := &DB{engine: &sqliteEngine, lock: lock}
	if err := db.openSQLitePools(ctx, path); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("the database %s cannot be opened: %w", path, err)
	}
	return db, nil
}

func (db *DB) openSQLitePools(ctx context.Context, path string) error {
	pragmas := url.Values{"_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)",
		"foreign_keys(1)", "cache_size(-65536)", "temp_store(2)",
	}}
	writer := url.Values{"_txlock": {"immediate"}, "_pragma": pragmas["_pragma"]}
	reader := url.Values{"_pragma": append(pragmas["_pragma"], "query_only(1)")}
	file := "file:" + (&url.URL{Path: path}).EscapedPath()
	var err error
	if db.write, err = sql.Open("sqlite", file+"?"+writer.Encode()); err != nil {
		return err
	}
	db.write.SetMaxOpenConns(1)
	if err := checkSQLite(ctx, db.write); err != nil {
		return err
	}
	if db.read, err = sql.Open("sqlite", file+"?"+reader.Encode()); err != nil {
		return err
	}
	db.read.SetMaxOpenConns(sqliteReaders)
	db.read.SetMaxIdleConns(sqliteReaders)
	return db.read.PingContext(ctx)
}

// checkSQLite refuses a library or settings with which an acknowledged write
// could be lost or a reference could dangle.
func checkSQLite(ctx context.Context, db *sql.DB) error {
	var version, journal string
	var synchronous, foreignKeys int
	for query, into := range map[string]any{
		"SELECT sqlite_version()": &version, "PRAGMA journal_mode": &journal,
		"PRAGMA synchronous": &synchronous, "PRAGMA foreign_keys": &foreignKeys,
	} {
		if err := db.QueryRowContext(ctx, query).Scan(into); err != nil {
			return err
		}
	}
	if compareVersions(version, oldestSafeSQLite) < 0 {
		return fmt.Errorf("SQLite %s is too old, %s or newer is needed", version, oldestSafeSQLite)
	}
	if journal != "wal" || synchronous != 2 || foreignKeys != 1 {
		return fmt.Errorf("unsafe settings: journal %s, synchronous %d, foreign keys %d", journal, synchronous, foreignKeys)
	}
	return nil
}

// compareVersions orders dotted version numbers.
func compareVersions(a, b string) int {
	var x, y [3]int
	_, _ = fmt.Sscanf(a, "%d.%d.%d", &x[0], &x[1], &x[2])
	_, _ = fmt.Sscanf(b, "%d.%d.%d", &y[0], &y[1], &y[2])
	for i := range x {
		if x[i] != y[i] {
			return x[i] - y[i]
		}
	}
	return 0
}

func openPostgres(ctx context.Context, rawURL string) (*DB, error) {
	config, err := pgx.ParseConfig(rawURL)
	if err != nil {
		return nil, fmt.Errorf("the database URL cannot be read: %w", err)
	}
	for name, value := range map[string]string{
		"application_name":                    "merroir",
		"statement_timeout":                   "10s",
		"lock_timeout":                        "3s",
		"idle_in_transaction_session_timeout": "10s",
	} {
		if _, set := config.RuntimeParams[name]; !set {
			config.RuntimeParams[name] = value
		}
	}
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(postgresPool)
	pool.SetMaxIdleConns(postgresPool)
	db := &DB{engine: &postgresEngine, write: pool, read: pool}
	if err := pool.PingContext(ctx); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("the PostgreSQL server at %s cannot be reached: %w", config.Host, err)
	}
	return db, nil
}

// Close ends all connections and releases the file.
func (db *DB) Close() error {
	var errs []error
	if db.read != nil && db.read != db.write {
		errs = append(errs, db.read.Close())
	}
	if db.write != nil {
		errs = append(errs, db.write.Close())
	}
	if db.lock != nil {
		errs = append(errs, db.lock.Unlock())
	}
	return errors.Join(errs...)
}

// Ready proves that the database answers on its write path.
func (db *DB) Ready(ctx context.Context) error {
	return db.Write(ctx, func(tx *Tx) error {
		_, err := One(ctx, tx, Scalar[int], "SELECT 1")
		return err
	})
}
