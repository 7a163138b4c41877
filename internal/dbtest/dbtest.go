package dbtest

import (
	"context"
	"database/sql"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"

	"github.com/merroir/merroir/internal/sqldb"
)

const postgresVariable = "MERROIR_TEST_POSTGRES"

// Each runs the test once per engine, each time on a database of its own.
func Each(t *testing.T, test func(t *testing.T, db *sqldb.DB)) {
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
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

// Postgres opens a fresh migrated database that is dropped after the test.
func Postgres(t testing.TB) *sqldb.DB { return open(t, PostgresURL(t)) }

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

// PostgresURL is Postgres for a test that opens the database itself. Without a
// server the test is skipped, and fails where CI is set.
func PostgresURL(t testing.TB) string {
	t.Helper()
	server := postgresServer(t)
	return newPostgres(t, server, migratedTemplate(t, server))
}

// EmptyPostgresURL is PostgresURL of a database without tables.
func EmptyPostgresURL(t testing.TB) string {
	t.Helper()
	return newPostgres(t, postgresServer(t), "template0")
}

func postgresServer(t testing.TB) string {
	t.Helper()
	logHere(t)
	server := os.Getenv(postgresVariable)
	if server == "" {
		message := "no PostgreSQL: " + postgresVariable + " is not set; run the tests through make test"
		if os.Getenv("CI") != "" {
			t.Fatal(message)
		}
		t.Skip(message)
	}
	return server
}

func newPostgres(t testing.TB, server, template string) string {
	t.Helper()
	name := "t_" + sqldb.NewID()
	administer(t, server, "CREATE DATABASE "+name+" TEMPLATE "+template)
	t.Cleanup(func() { administer(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	return databaseURL(t, server, name)
}

func open(t testing.TB, rawURL string) *sqldb.DB {
	t.Helper()
	db, err := sqldb.Open(context.Background(), rawURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

var (
	fileOnce, templateOnce   sync.Once
	migratedBytes            []byte
	templateName             string
	fileError, templateError error
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

// migratedTemplate names this process's migrated template database.
func migratedTemplate(t testing.TB, server string) string {
	templateOnce.Do(func() {
		name := "template_" + sqldb.NewID()
		administer(t, server, "CREATE DATABASE "+name+" TEMPLATE template0")
		templateName, templateError = name, migrate(databaseURL(t, server, name))
	})
	if templateError != nil {
		t.Fatal(templateError)
	}
	return templateName
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

func administer(t testing.TB, server, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), statement); err != nil {
		t.Fatalf("%s: %v", strings.SplitN(statement, " TEMPLATE", 2)[0], err)
	}
}

func databaseURL(t testing.TB, server, name string) string {
	t.Helper()
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}
