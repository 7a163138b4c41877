package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/fault"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine   *engine
	write    *sql.DB
	read     *sql.DB
	migrate  *sql.DB // whose statements may take as long as they need, but wait for no lock for long
	turns    turns
	shared   *shared          // of SQLite's writers, of whom the one that has the turn looks at it; nil while none is open
	shareFor time.Duration    // how old that one may be when another is let in
	observe  func(WriteTimes) // nil when nobody asked
	tell     listeners
	file     *file        // nil on PostgreSQL
	journal  *checkpoints // nil on PostgreSQL, and where the file is another process's
	watch    *watch       // nil on SQLite
	growth   growth       // of PostgreSQL's tables

	spentAfter time.Duration // of a piece

	failOnce sync.Once
	failed   chan struct{}
	failure  error
}

func newDB(e *engine) *DB {
	return &DB{engine: e, failed: make(chan struct{}), spentAfter: spentAfter, growth: growth{tables: map[string]*grown{}}}
}

// Option says how a database is opened.
type Option func(*opening)

type opening struct {
	pageBytes int64
	journal   int  // pages of SQLite's journal after which it begins anew
	mirrored  bool // another program makes SQLite's checkpoints
	sessions  func(pool string, begin driver.Connector) driver.Connector
}

// UsualPageBytes bounds the pages in memory where no [PageCache] does.
const UsualPageBytes = 128 << 20

var usual = opening{
	pageBytes: UsualPageBytes, journal: longestJournal,
	sessions: func(_ string, begin driver.Connector) driver.Connector { return begin },
}

// PageCache bounds the pages of a SQLite file that all connections keep in memory,
// as [UsualPageBytes] does without it. PostgreSQL keeps its own.
func PageCache(bytes int64) Option { return func(o *opening) { o.pageBytes = bytes } }

// Mirrored says that Litestream copies a SQLite file, and makes its checkpoints: one that another makes
// in the moment in which it begins leaves it with a copy that is damaged.
func Mirrored(is bool) Option { return func(o *opening) { o.mirrored = is } }

// Sessions has the pools of PostgreSQL's readers and writers take their sessions from a connector
// that may keep them for longer than the pool, and begins those that it lacks by the one it gets.
func Sessions(of func(pool string, begin driver.Connector) driver.Connector) Option {
	return func(o *opening) { o.sessions = of }
}

// ErrMissing is what [OpenKnown] finds in place of a database.
var ErrMissing = errors.New("there is no database, or an empty one")

// Open connects to the database at rawURL and checks that it can be trusted:
// the engine's version, its durability settings, and, for a SQLite file, that
// no other process holds it. A SQLite file that is missing is made. The error
// is one sentence that says what to fix.
func Open(ctx context.Context, rawURL string, options ...Option) (*DB, error) {
	o := usual
	for _, option := range options {
		option(&o)
	}
	scheme, rest, _ := strings.Cut(rawURL, "://")
	switch scheme {
	case "sqlite":
		return openSQLite(ctx, rest, o)
	case "postgres", "postgresql":
		return openPostgres(ctx, rawURL, o)
	default:
		return nil, fmt.Errorf("the database URL must begin with sqlite:// or postgres://, not %q", scheme)
	}
}

// OpenKnown is Open for a database that was there before: where there is none,
// or one that was never migrated, the error is ErrMissing, and nothing is made.
func OpenKnown(ctx context.Context, rawURL string, options ...Option) (*DB, error) {
	if path := FilePath(rawURL); path != "" && sizeOf(path) == 0 {
		return nil, ErrMissing
	}
	db, err := Open(ctx, rawURL, options...)
	if err != nil {
		return nil, err
	}
	var steps int // of which an empty database does not even have the table
	err = db.engine.fault(db.read.QueryRowContext(ctx, "SELECT count(*) FROM "+migrationTable).Scan(&steps))
	switch {
	case fault.Is(err, fault.Unavailable):
		return nil, errors.Join(err, db.Close())
	case err != nil || steps == 0:
		return nil, errors.Join(ErrMissing, db.Close())
	}
	return db, nil
}

// Close ends all connections and releases the file.
func (db *DB) Close() error {
	errs := []error{db.journal.close()}
	for _, pool := range []*sql.DB{db.read, db.write, db.migrate} {
		if pool != nil {
			errs = append(errs, pool.Close())
		}
	}
	if db.watch != nil {
		db.watch.close()
	}
	if db.file != nil {
		errs = append(errs, db.file.lock.Unlock())
	}
	return errors.Join(errs...)
}

// Failed is closed when the database can no longer be trusted: its file is
// gone, or its disk fails. The program should end then.
func (db *DB) Failed() <-chan struct{} { return db.failed }

// Failure says why, once Failed is closed.
func (db *DB) Failure() error {
	select {
	case <-db.failed:
		return db.failure
	default:
		return nil
	}
}

// note gives the database up where the error shows that it cannot be trusted.
func (db *DB) note(err error) {
	if err != nil && db.engine.fatal(err) {
		db.failOnce.Do(func() { db.failure = err; close(db.failed) })
	}
}
