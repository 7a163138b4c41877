package sqldb

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
	_ "github.com/merroir/merroir/internal/sqldb/pagecache" // before any connection
	_ "modernc.org/sqlite"                                  // registers the driver "sqlite"
)

const (
	sqliteReaders    = 4
	readerBytes      = 1 << 20         // of pages; a reader drops them when anybody has committed
	oldestSafeSQLite = "3.51.3"        // earlier releases can corrupt a WAL when two connections write and checkpoint at once
	recoverWithin    = 5 * time.Minute // after a crash SQLite reads its whole journal first
)

// FilePath is the path of a SQLite database, empty for another one.
func FilePath(rawURL string) string {
	path, ok := strings.CutPrefix(rawURL, "sqlite://")
	if !ok {
		return ""
	}
	return path
}

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// file is the file of a SQLite database, which a careless operator may remove
// or replace. SQLite would keep writing into a file that nobody can find.
type file struct {
	path string
	lock *flock.Flock
	was  os.FileInfo
}

var errFileGone = errors.New("the file of the database was removed or replaced while it was in use")

func (f *file) remember() (err error) {
	f.was, err = os.Stat(f.path)
	return err
}

// check gives an error where the file is no longer the one that was opened.
func (f *file) check() error {
	if f == nil {
		return nil
	}
	is, err := os.Stat(f.path)
	if err != nil {
		return fmt.Errorf("%w: %w", errFileGone, err)
	}
	if !os.SameFile(is, f.was) {
		return fmt.Errorf("%w: %s is another file", errFileGone, f.path)
	}
	if _, err := os.Stat(f.path + "-wal"); err != nil {
		return fmt.Errorf("%w: %w", errFileGone, err)
	}
	return nil
}

func openSQLite(ctx context.Context, path string, o opening) (*DB, error) {
	if path == "" || strings.HasSuffix(path, "/") {
		return nil, errors.New("the database URL must name a file: sqlite:///path/to/merroir.db")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, fmt.Errorf("the folder of the database cannot be made: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, recoverWithin)
	defer cancel()
	lock := flock.New(path + ".lock")
	held, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("the database file cannot be locked: %w", err)
	}
	if !held {
		return nil, fmt.Errorf("the database %s is in use by another merroir process; stop that one first", path)
	}
	if err := os.Remove(path + incoming); err != nil && !errors.Is(err, os.ErrNotExist) { // of a killed restore
		return nil, errors.Join(err, lock.Unlock())
	}

	db := newDB(&sqliteEngine)
	db.file = &file{path: path, lock: lock}
	if err := db.openSQLitePools(ctx, path, o); err != nil {
		_ = db.Close()
		if db.engine.fatal(err) || errors.Is(err, errCutShort) {
			return nil, fmt.Errorf("the database %s is damaged or cut short; restore it from a backup: %w", path, err)
		}
		return nil, fmt.Errorf("the database %s cannot be opened: %w", path, err)
	}
	return db, nil
}

// keepPrivate makes the file where there is none, and takes it and its journal from all who are neither its owner nor
// in its group; a new journal gets the rights of the file. It must come before any connection: whoever closes a file
// gives up all locks that the process has on it.
func keepPrivate(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	for _, suffix := range sqliteFiles {
		if info, err := os.Stat(path + suffix); err == nil && info.Mode()&0o007 != 0 {
			_ = os.Chmod(path+suffix, info.Mode().Perm()&^0o007) // only its owner can
		}
	}
	return file.Close()
}

var errCutShort = errors.New("the file is shorter than it says itself")

// checkLength finds a file whose end is missing. SQLite itself does not notice
// that the last page is cut short; while there is a journal, the end may be there.
func checkLength(path string) error {
	if sizeOf(path+"-wal") > 0 || sizeOf(path) == 0 {
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	var header [100]byte // https://www.sqlite.org/fileformat.html, 1.3
	if _, err := io.ReadFull(file, header[:]); err != nil {
		return errCutShort
	}
	page, pages := int64(binary.BigEndian.Uint16(header[16:])), int64(binary.BigEndian.Uint32(header[28:]))
	if page == 1 {
		page = 65536
	}
	if sizeOf(path) < page*pages {
		return errCutShort
	}
	return nil
}

// sqliteSource names a file to the driver, with the settings of its connections.
func sqliteSource(path string, settings url.Values) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + settings.Encode()
}

// cacheSize is the setting that has a connection keep so many bytes of pages.
func cacheSize(bytes int64) string { return fmt.Sprintf("cache_size(-%d)", bytes>>10) }

func (db *DB) openSQLitePools(ctx context.Context, path string, o opening) error {
	if err := checkLength(path); err != nil {
		return err
	}
	if err := keepPrivate(path); err != nil {
		return err
	}
	pragmas := url.Values{"_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)",
		"foreign_keys(1)", "temp_store(2)",
	}}
	each := min(readerBytes, o.pageBytes/(2*sqliteReaders)) // of the readers
	writer := url.Values{"_txlock": {"immediate"}, "_pragma": append(slices.Clone(pragmas["_pragma"]), "wal_autocheckpoint(0)", cacheSize(o.pageBytes-sqliteReaders*each))}
	reader := url.Values{"_pragma": append(pragmas["_pragma"], "query_only(1)", cacheSize(each))}
	var err error
	if db.write, err = openKeepingPlans(sqliteSource(path, writer)); err != nil {
		return err
	}
	db.write.SetMaxOpenConns(1)
	db.migrate = db.write
	if err := checkSQLite(ctx, db.write); err != nil {
		return err
	}
	if db.read, err = openKeepingPlans(sqliteSource(path, reader)); err != nil {
		return err
	}
	db.read.SetMaxOpenConns(sqliteReaders)
	db.read.SetMaxIdleConns(sqliteReaders)
	if err := db.read.PingContext(ctx); err != nil {
		return err
	}
	if err := db.file.remember(); err != nil {
		return err
	}
	return db.openCheckpoints(path, o)
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
