package sqldb

import (
	"database/sql"
	"errors"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/merroir/merroir/internal/fault"
)

// engine holds all that differs between the two databases.
type engine struct {
	dialect        goose.Dialect
	readIsolation  sql.IsolationLevel // one snapshot for the whole transaction
	writeIsolation sql.IsolationLevel // as if no other transaction ran
	maxParams      int                // most parameters that one statement takes
	// values is a list of n parameters counted from first. SQLite looks a named
	// parameter ($7) up among all others, which is quadratic in a long statement.
	values func(first, n int) string
	retry  func(error) bool
	kind   func(error) fault.Kind // Internal for what a caller cannot mend
	locker func() (lock.Locker, error)
}

var sqliteEngine = engine{
	dialect: goose.DialectSQLite3,
	// A reader has a snapshot and BEGIN IMMEDIATE on the one writer is serial already.
	readIsolation:  sql.LevelDefault,
	writeIsolation: sql.LevelDefault,
	maxParams:      32766,
	values:         func(_, n int) string { return "?" + strings.Repeat(", ?", n-1) },
	// The process owns the file, so nobody else can be migrating it.
	locker: func() (lock.Locker, error) { return nil, nil },
	retry: func(err error) bool {
		var e *sqlite.Error
		return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY
	},
	kind: func(err error) fault.Kind {
		var e *sqlite.Error
		if !errors.As(err, &e) {
			return fault.Internal
		}
		switch e.Code() {
		case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
			return fault.Conflict
		case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_CONSTRAINT_NOTNULL:
			return fault.Invalid
		case sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY:
			return fault.Unavailable
		}
		return fault.Internal
	},
}

var postgresEngine = engine{
	dialect:        goose.DialectPostgres,
	readIsolation:  sql.LevelRepeatableRead,
	writeIsolation: sql.LevelSerializable,
	maxParams:      65535,
	values:         In,
	locker: func() (lock.Locker, error) {
		return lock.NewPostgresTableLocker(lock.WithTableName("migration_lock"))
	},
	retry: func(err error) bool {
		var e *pgconn.PgError
		return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01")
	},
	kind: func(err error) fault.Kind {
		var e *pgconn.PgError
		if !errors.As(err, &e) {
			var connect *pgconn.ConnectError
			if errors.As(err, &connect) {
				return fault.Unavailable
			}
			return fault.Internal
		}
		switch e.Code {
		case "23505":
			return fault.Conflict
		case "23503", "23514", "23502",
			"22021": // text that is no UTF-8, or holds a NUL
			return fault.Invalid
		case "53100", "53300", "55P03", "57014", "57P01", "57P03", "40001", "40P01":
			return fault.Unavailable
		}
		return fault.Internal
	},
}

// migrationFiles gives the migrations of either engine: they are one text.
func migrationFiles() (fs.FS, error) { return fs.Sub(migrations, "migrations") }
