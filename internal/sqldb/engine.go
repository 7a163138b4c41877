package sqldb

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"io/fs"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/merroir/merroir/internal/fault"
)

// engine holds everything that differs between the two databases.
type engine struct {
	dialect        goose.Dialect
	oneWriter      bool               // writes of this process run one after the other
	readIsolation  sql.IsolationLevel // one snapshot for the whole transaction
	writeIsolation sql.IsolationLevel // as if no other transaction ran
	maxParams      int                // most parameters that one statement takes
	// values is a list of n parameters counted from first. SQLite looks a named
	// parameter ($7) up among all others, which is quadratic in a long statement.
	values  func(first, n int) string
	columns string // a query of the tables and their columns
	among   string // a query of the texts in a JSON list, whose parameter is %d
	about   string // a query of its name, its version and the bytes of the database
	retry   func(error) bool
	// explain gives the kind of a driver's error and a sentence for a person,
	// Internal for what only a programmer can fix.
	explain func(error) (fault.Kind, string)
	fatal   func(error) bool // the database must not be trusted any more
	// lockedOut says that a step of the schema did not get a lock in time.
	lockedOut func(error) bool
	unlimited string // a statement that lets those after it take any time, until the transaction ends
	locker    func() (lock.SessionLocker, error)
}

const (
	clashes     = "That clashes with something that is already stored."
	breaksRule  = "That breaks a rule of the database."
	busy        = "The database is busy. Please try again."
	full        = "The disk of the database is full. Nothing can be saved until there is room again."
	failing     = "The disk of the database fails. Nothing can be saved until it is mended."
	readOnly    = "The database takes no changes at the moment. Please try again later."
	unreachable = "The database cannot be reached at the moment. Please try again."
)

var sqliteEngine = engine{
	dialect:   goose.DialectSQLite3,
	oneWriter: true,
	// A reader has a snapshot, and BEGIN IMMEDIATE on the one writer is serial already.
	readIsolation:  sql.LevelDefault,
	writeIsolation: sql.LevelDefault,
	maxParams:      32766,
	values:         func(_, n int) string { return "?" + strings.Repeat(", ?", n-1) },
	columns:        "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'",
	among:          "(SELECT value FROM json_each($%d))",
	about:          "SELECT 'SQLite', sqlite_version(), p.page_count * s.page_size FROM pragma_page_count() p, pragma_page_size() s",
	// The process owns the file, so nobody else can be migrating it.
	locker:  func() (lock.SessionLocker, error) { return nil, nil },
	retry:   func(err error) bool { return sqliteCode(err)&0xff == sqlite3.SQLITE_BUSY },
	explain: explainSQLite,
	fatal: func(err error) bool {
		code := sqliteCode(err)
		switch code & 0xff {
		case sqlite3.SQLITE_IOERR:
			return code != sqlite3.SQLITE_IOERR_NOMEM
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
			return true
		}
		return errors.Is(err, errFileGone)
	},
	lockedOut: func(error) bool { return false },
}

// sqliteCode is the extended code of SQLite's error, 0 for another error.
func sqliteCode(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

func explainSQLite(err error) (fault.Kind, string) {
	if errors.Is(err, errFileGone) {
		return fault.Unavailable, failing
	}
	code := sqliteCode(err)
	switch code {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return fault.Conflict, clashes
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_CONSTRAINT_NOTNULL:
		return fault.Invalid, breaksRule
	}
	switch code & 0xff {
	case sqlite3.SQLITE_BUSY:
		return fault.Unavailable, busy
	case sqlite3.SQLITE_FULL:
		return fault.Unavailable, full
	case sqlite3.SQLITE_CANTOPEN: // mostly no file handle is left for one more connection
		return fault.Unavailable, unreachable
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fault.Unavailable, failing
	}
	return fault.Internal, ""
}

var postgresEngine = engine{
	dialect:        goose.DialectPostgres,
	readIsolation:  sql.LevelRepeatableRead,
	writeIsolation: sql.LevelSerializable,
	maxParams:      65535,
	values:         In,
	columns:        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()",
	about:          "SELECT 'PostgreSQL', current_setting('server_version'), pg_database_size(current_database())",
	among:          "(SELECT jsonb_array_elements_text(CAST(CAST($%d AS TEXT) AS JSONB)))",
	// Should two processes have the lock after all, as through a pooler, each migration is one transaction with its
	// version, and the second fails and changes nothing.
	locker:    newMigrationLocker,
	retry:     func(err error) bool { return hasCode(err, "40001", "40P01") },
	explain:   explainPostgres,
	fatal:     func(error) bool { return false }, // the server looks after its disk
	lockedOut: func(err error) bool { return hasCode(err, "55P03", "40P01") },
	unlimited: "SET LOCAL statement_timeout = 0",
}

// hasCode says whether PostgreSQL answered with one of the codes.
func hasCode(err error, codes ...string) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && slices.Contains(codes, e.Code)
}

func explainPostgres(err error) (fault.Kind, string) {
	if lostConnection(err) {
		return fault.Unavailable, unreachable
	}
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		return fault.Internal, ""
	}
	switch e.Code {
	case "23505":
		return fault.Conflict, clashes
	case "23503", "23514", "23502",
		"22021": // text that is no UTF-8, or holds a NUL
		return fault.Invalid, breaksRule
	case "25006": // a standby, or set so by the operator
		return fault.Unavailable, readOnly
	case "53100":
		return fault.Unavailable, full
	case "40001", "40P01", "55P03", "57014", "25P03", "25P04":
		return fault.Unavailable, busy
	}
	switch e.Code[:2] {
	case "53": // no memory, too many connections
		return fault.Unavailable, busy
	case "08", "57": // lost, or the server is stopping or starting
		return fault.Unavailable, unreachable
	case "58": // the server's own disk
		return fault.Unavailable, failing
	}
	return fault.Internal, ""
}

// lostConnection says whether the server could not be reached, or no longer can.
func lostConnection(err error) bool {
	for _, sign := range []error{driver.ErrBadConn, sql.ErrConnDone, pgconn.ErrConnClosed, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, errSilent} {
		if errors.Is(err, sign) {
			return true
		}
	}
	var connect *pgconn.ConnectError
	var network *net.OpError
	return errors.As(err, &connect) || errors.As(err, &network)
}

// migrationFiles gives the migrations of either engine: they are one text.
func migrationFiles() (fs.FS, error) { return fs.Sub(migrations, "migrations") }
