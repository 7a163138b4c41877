package dbtest

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/sqldb"
)

// Each runs the test once per engine, each time on a database of its own.
func Each(t *testing.T, test func(t *testing.T, db *sqldb.DB)) {
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// EachShare is Each for a property of random histories, n long or n of them on SQLite and a quarter of that on
// PostgreSQL: histories try rules, which are one code on both, and what an engine does otherwise lies in
// statements that nearly every one runs.
func EachShare(t *testing.T, n int, test func(t *testing.T, db *sqldb.DB, n int)) {
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t), n) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t), (n+3)/4) })
}

// EachDrawn is EachShare for a property of what package rapid draws. The flag -rapid.checks is for both.
func EachDrawn(t *testing.T, n int, test func(t *testing.T, db *sqldb.DB)) {
	EachShare(t, n, func(t *testing.T, db *sqldb.DB, n int) {
		draws(t, n)
		test(t, db)
	})
}

// draws has rapid draw that often in the test, unless the command line says how often.
func draws(t *testing.T, n int) {
	t.Helper()
	f := flag.Lookup("rapid.checks")
	if f.Value.String() != f.DefValue {
		return
	}
	set := func(value string) {
		t.Helper()
		if err := f.Value.Set(value); err != nil {
			t.Fatal(err)
		}
	}
	set(strconv.Itoa(n))
	t.Cleanup(func() { set(f.DefValue) })
}

// EachTwo is Each with the database as two processes have it. A file of SQLite has one process, so there both are the same.
func EachTwo(t *testing.T, test func(t *testing.T, one, other *sqldb.DB)) {
	t.Run("sqlite", func(t *testing.T) {
		db := SQLite(t)
		test(t, db, db)
	})
	t.Run("postgres", func(t *testing.T) {
		url := PostgresURL(t)
		test(t, open(t, url), open(t, url))
	})
}

// SQLite opens a fresh migrated file that is gone after the test.
func SQLite(t testing.TB) *sqldb.DB { return open(t, SQLiteURL(t)) }

// SQLiteURL is SQLite for a test that opens the database itself.
func SQLiteURL(t testing.TB) string {
	t.Helper()
	logHere(t)
	path := filepath.Join(t.TempDir(), "merroir.db")
	if err := os.WriteFile(path, migratedFile(t), 0o600); err != nil {
		t.Fatal(err)
	}
	return "sqlite://" + path
}

func open(t testing.TB, rawURL string) *sqldb.DB {
	t.Helper()
	db, err := sqldb.Open(context.Background(), rawURL)
	if err != nil {
		t.Fatal(err)
	}
	closeAfter(t, db)
	return db
}

func closeAfter(t testing.TB, db *sqldb.DB) {
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
}

var (
	fileOnce      sync.Once
	migratedBytes []byte
	fileError     error
)

// migratedFile is the content of an empty, migrated SQLite database.
func migratedFile(t testing.TB) []byte {
	fileOnce.Do(func() {
		dir, err := os.MkdirTemp("", "merroir-template")
		if err != nil {
			fileError = err
			return
		}
		defer os.RemoveAll(dir)
		path := filepath.Join(dir, "merroir.db")
		if fileError = migrate("sqlite://" + path); fileError == nil {
			migratedBytes, fileError = os.ReadFile(path)
		}
	})
	if fileError != nil {
		t.Fatal(fileError)
	}
	return migratedBytes
}

func migrate(rawURL string) error {
	ctx := context.Background()
	db, err := sqldb.Open(ctx, rawURL)
	if err != nil {
		return err
	}
	if _, err := db.Migrate(ctx); err != nil {
		_ = db.Close()
		return err
	}
	return db.Close()
}
