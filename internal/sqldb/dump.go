package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
	"github.com/jackc/pgx/v5"
)

// Kind names the engine of a database: a dump of one kind is loaded by that kind only.
func Kind(rawURL string) string {
	if FilePath(rawURL) != "" {
		return "sqlite"
	}
	return "postgres"
}

// InFolder is the URL of a database of that kind in a folder, empty where the
// kind is not a file.
func InFolder(kind, dir string) string {
	rawURL := "sqlite://" + filepath.Join(dir, "merroir.db")
	if Kind(rawURL) != kind {
		return ""
	}
	return rawURL
}

// Beside opens a database for reading, also one whose file another process
// holds, and changes nothing: its schema is as it was found. Every write fails.
// Where there is none, the error is ErrMissing. A process that has the database
// open must not open it beside: to look at the file would end SQLite's locks on it.
func Beside(ctx context.Context, rawURL string) (*DB, error) {
	path := FilePath(rawURL)
	if path == "" {
		return Open(ctx, rawURL)
	}
	if sizeOf(path) == 0 {
		return nil, ErrMissing
	}
	if err := checkLength(path); err != nil {
		return nil, fmt.Errorf("the database %s is damaged: %w", path, err)
	}
	pool, err := openBeside(path, "busy_timeout(5000)", "query_only(1)", "temp_store(2)")
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(sqliteReaders)
	db := newDB(&sqliteEngine)
	db.read, db.write, db.migrate = pool, pool, pool
	if err := pool.PingContext(ctx); err != nil {
		what := "cannot be read"
		if db.engine.fatal(err) {
			what = "is damaged"
		}
		return nil, errors.Join(fmt.Errorf("the database %s %s: %w", path, what, err), db.Close())
	}
	return db, nil
}

// openBeside opens a file without the lock that says whose it is.
func openBeside(path string, pragmas ...string) (*sql.DB, error) {
	return sql.Open("sqlite", sqliteSource(path, url.Values{"_pragma": pragmas}))
}

// SchemaVersion is the number of the newest step that the schema has taken, 0
// for a database that was never migrated.
func SchemaVersion(ctx context.Context, tx *Tx) (int64, error) {
	return One(ctx, tx, Scalar[int64], "SELECT COALESCE(MAX(version_id), 0) FROM "+migrationTable)
}

// Migrations are the steps of the schema, in files whose names begin with their numbers.
func Migrations() fs.FS { return migrations }

// NewestSchema is the number of the last step that this program knows.
func NewestSchema() int64 {
	files, _ := fs.Glob(migrations, "migrations/*.sql") // the pattern is right
	return int64(len(files))
}

// Dump writes a consistent copy of the database into a new file while other
// processes read and write it, and has it on disk when it returns. Nobody waits
// for it: SQLite copies what one reader sees, and PostgreSQL's own pg_dump, which
// must be installed, does the same.
func Dump(ctx context.Context, rawURL, file string) error {
	defer Gently(file)()
	if path := FilePath(rawURL); path != "" {
		return dumpSQLite(ctx, path, file)
	}
	return postgresTool(ctx, rawURL, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file="+file)
}

func dumpSQLite(ctx context.Context, path, file string) error {
	if sizeOf(path) == 0 {
		return ErrMissing
	}
	db, err := openBeside(path, "busy_timeout(5000)", "temp_store(2)") // no temporary files elsewhere
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", file); err != nil {
		return fmt.Errorf("copying the database %s: %w", path, err)
	}
	return syncFile(file)
}

// Damage says what the engine itself finds wrong with a database, nothing where
// it is sound. PostgreSQL has no such question: its references always hold.
func Damage(ctx context.Context, db *DB) ([]string, error) {
	if db.engine != &sqliteEngine {
		return nil, nil
	}
	found, err := damageSQLite(ctx, db.read)
	if err == nil && len(found) == 0 {
		found, err = danglingSQLite(ctx, db.read)
	}
	if err != nil && db.engine.fatal(err) { // not even the question can be answered
		return append(found, "The file of the database is damaged: "+err.Error()+"."), nil
	}
	return found, err
}

func damageSQLite(ctx context.Context, db *sql.DB) (found []string, err error) {
	rows, err := db.QueryContext(ctx, "PRAGMA integrity_check(20)")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return found, err
		}
		if line != "ok" {
			found = append(found, "The file of the database is damaged: "+line+".")
		}
	}
	return found, rows.Err()
}

func danglingSQLite(ctx context.Context, db *sql.DB) ([]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT "table", "parent", count(*) FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var table, parent string
		var count int
		if err := rows.Scan(&table, &parent, &count); err != nil {
			return nil, err
		}
		found = append(found, fmt.Sprintf("The table %s refers to rows of %s that do not exist, %d times.", table, parent, count))
	}
	return found, rows.Err()
}

// ErrInTheWay is what [Load] finds in the place of the database, and leaves there.
var ErrInTheWay = errors.New("the database there was not replaced")

// Load puts a dump of the same kind in the place of the database at rawURL. It
// never overwrites: a file is moved into the folder aside, with its journal,
// which beside another file would destroy that one; a PostgreSQL database must be
// empty. One that is in use, or was written to after the instant, unless anyway
// is true, is an ErrInTheWay.
func Load(ctx context.Context, rawURL, dump, aside string, taken time.Time, anyway bool) error {
	if path := FilePath(rawURL); path != "" {
		return loadSQLite(path, dump, aside, taken, anyway)
	}
	return loadPostgres(ctx, rawURL, dump)
}

// sqliteFiles are what a database consists of, by what they add to its name.
var sqliteFiles = []string{"", "-wal", "-shm"}

func loadSQLite(path, dump, aside string, taken time.Time, anyway bool) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	lock := flock.New(path + ".lock")
	held, err := lock.TryLock()
	if err != nil {
		return fmt.Errorf("the database file cannot be locked: %w", err)
	}
	if !held {
		return fmt.Errorf("%w: %s is in use by a running merroir; stop that one first", ErrInTheWay, path)
	}
	defer lock.Unlock() //nolint:errcheck // the end of the process does the same
	if changed := lastChange(path); changed.After(taken) && !anyway {
		return fmt.Errorf("%w: %s was written to at %s, after the backup was taken at %s, and what was recorded in between would be missing; "+
			"--anyway restores all the same, and keeps what is there beside it", ErrInTheWay, path, changed.UTC().Format(time.RFC3339), taken.UTC().Format(time.RFC3339))
	}
	for _, suffix := range sqliteFiles {
		if _, err := os.Lstat(path + suffix); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := os.MkdirAll(aside, 0o700); err != nil {
			return err
		}
		if err := os.Rename(path+suffix, filepath.Join(aside, filepath.Base(path)+suffix)); err != nil {
			return err
		}
	}
	if err := moveFile(dump, path); err != nil {
		return err
	}
	return syncFile(filepath.Dir(path))
}

// incoming is added to the name of a database while it is copied from another disk.
const incoming = ".restoring"

// moveFile moves a file, also to another disk, where it appears when it is complete.
func moveFile(from, to string) error {
	err := os.Rename(from, to)
	if !errors.Is(err, syscall.EXDEV) {
		return err
	}

	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	copied, err := os.OpenFile(to+incoming, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer Gently(copied.Name())()

	_, err = io.Copy(copied, source)
	if err := errors.Join(err, copied.Sync(), copied.Close()); err != nil {
		return errors.Join(err, os.Remove(copied.Name()))
	}
	return os.Rename(copied.Name(), to)
}

// lastChange is when a database file was written to last, the zero time where
// there is none.
func lastChange(path string) (last time.Time) {
	for _, suffix := range sqliteFiles[:2] {
		if info, err := os.Stat(path + suffix); err == nil && info.Size() > 0 && info.ModTime().After(last) {
			last = info.ModTime()
		}
	}
	return last
}

func loadPostgres(ctx context.Context, rawURL, dump string) error {
	db, err := Open(ctx, rawURL)
	if err != nil {
		return err
	}
	var tables int
	err = db.read.QueryRowContext(ctx, "SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema()").Scan(&tables)
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	if tables > 0 {
		return fmt.Errorf("%w: it has %d tables already; make an empty one beside it (createdb), and name that by MERROIR_DATABASE_URL", ErrInTheWay, tables)
	}
	return postgresTool(ctx, rawURL, "pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", dump)
}

// postgresTool runs a program of PostgreSQL on the database. The password goes by
// the environment: everybody on the machine may see the arguments of a process.
func postgresTool(ctx context.Context, rawURL, program string, args ...string) error {
	address, err := url.Parse(rawURL)
	if err != nil {
		return errors.New("the database URL cannot be read")
	}
	config, err := pgx.ParseConfig(rawURL)
	if err != nil {
		return fmt.Errorf("the database URL cannot be read: %w", err)
	}
	if address.User != nil {
		address.User = url.User(address.User.Username())
	}
	command := exec.CommandContext(ctx, program, append([]string{"--dbname=" + address.String()}, args...)...)
	command.Env = append(os.Environ(), "PGPASSWORD="+config.Password, "PGAPPNAME=merroir")
	var said strings.Builder
	command.Stderr = &said
	err = command.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("%s is not installed; it comes with PostgreSQL's client programs, of the server's version or a newer one", program)
	case err != nil:
		return fmt.Errorf("%s: %w: %s", program, err, strings.TrimSpace(said.String()))
	}
	return nil
}

// syncFile makes sure that a file, or the names in a folder, outlive a power cut.
func syncFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
