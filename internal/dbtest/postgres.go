package dbtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"

	"github.com/merroir/merroir/internal/sqldb"
)

const postgresVariable = "MERROIR_TEST_POSTGRES"

// PostgresURL is Postgres for a test that opens the database itself. Without a
// server the test is skipped, and fails where CI is set.
func PostgresURL(t testing.TB) string {
	t.Helper()
	s := postgresServer(t)
	name, err := s.takeEmpty(context.Background(), s.empty)
	if err != nil {
		t.Fatal(err)
	}
	s.giveAfter(t, name)
	return s.urlOf(name)
}

// Postgres opens a migrated database that nothing was written to, or what was is gone.
func Postgres(t testing.TB) *sqldb.DB {
	t.Helper()
	s := postgresServer(t)
	name, db, err := s.takeOpen(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	s.giveAfter(t, name)
	closeAfter(t, db)
	return db
}

// EmptyPostgresURL is PostgresURL of a database without tables.
func EmptyPostgresURL(t testing.TB) string {
	t.Helper()
	s := postgresServer(t)
	name := "t_" + sqldb.NewID()
	if err := s.create(context.Background(), name, "template0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		t.Helper()
		if err := s.drop(context.Background(), name); err != nil {
			t.Error(err)
		}
	})
	return s.urlOf(name)
}

// server is the PostgreSQL server of the tests. To make a database and to drop it costs five times what
// it costs to empty one, so a test has one that a test of whatever process had before: the server itself
// keeps the list of those that are free. With each test its name is another one, so that nothing that a
// test has left running finds its way there.
type server struct {
	url      *url.URL
	admin    *sql.DB
	template string
	free     string // how the names of the free ones begin
	emptying string // the statements that make a database what the template is, or fail
}

var startedServer = sync.OnceValues(func() (*server, error) {
	address := os.Getenv(postgresVariable)
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	admin, err := sql.Open("pgx", address)
	if err != nil {
		return nil, err
	}
	s := &server{url: u, admin: admin}
	return s, s.findTemplate(context.Background())
})

func postgresServer(t testing.TB) *server {
	t.Helper()
	logHere(t)
	if os.Getenv(postgresVariable) == "" {
		message := "no PostgreSQL: " + postgresVariable + " is not set; run the tests through make test"
		if os.Getenv("CI") != "" {
			t.Fatal(message)
		}
		t.Skip(message)
	}
	s, err := startedServer()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *server) urlOf(name string) string {
	u := *s.url
	u.Path = "/" + name
	return u.String()
}

func (s *server) create(ctx context.Context, name, template string) error {
	_, err := s.admin.ExecContext(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template)
	return err
}

func (s *server) drop(ctx context.Context, name string) error {
	_, err := s.admin.ExecContext(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
	return err
}

// takeEmpty takes a database, which is emptied where it has been used, or dropped for another where that fails.
func (s *server) takeEmpty(ctx context.Context, empty func(ctx context.Context, name string) error) (name string, err error) {
	for {
		name, used, err := s.take(ctx)
		if err != nil || !used || empty(ctx, name) == nil {
			return name, err
		}
		if err := s.drop(ctx, name); err != nil {
			return "", err
		}
	}
}

// takeOpen takes a database and opens it. The sessions that empty it are those that the test goes on with: to begin
// one takes the server as long as half of a small test.
func (s *server) takeOpen(ctx context.Context) (name string, db *sqldb.DB, err error) {
	name, err = s.takeEmpty(ctx, func(ctx context.Context, name string) (err error) {
		if db, err = sqldb.Open(ctx, s.urlOf(name)); err != nil {
			return err
		}
		err = db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, s.emptying)
			return err
		})
		if err != nil {
			err, db = errors.Join(err, db.Close()), nil
		}
		return err
	})
	if err == nil && db == nil {
		db, err = sqldb.Open(ctx, s.urlOf(name))
	}
	return name, db, err
}

func (s *server) giveAfter(t testing.TB, name string) {
	t.Helper()
	t.Cleanup(func() {
		t.Helper()
		if err := s.give(context.Background(), name, !t.Failed()); err != nil {
			t.Error(err)
		}
	})
}

// take takes a free database, which has been used, or else makes one.
func (s *server) take(ctx context.Context) (name string, used bool, err error) {
	name = "t_" + sqldb.NewID()
	for {
		var free string
		err := s.admin.QueryRowContext(ctx, "SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY random() LIMIT 1", s.free).Scan(&free)
		if errors.Is(err, sql.ErrNoRows) {
			return name, false, s.create(ctx, name, s.template)
		}
		if err != nil {
			return "", false, err
		}
		var said *pgconn.PgError
		_, err = s.admin.ExecContext(ctx, "ALTER DATABASE "+free+" RENAME TO "+name)
		if errors.As(err, &said) && said.Code == "3D000" {
			continue // another process has just taken it
		}
		return name, true, err
	}
}

func (s *server) empty(ctx context.Context, name string) error {
	db, err := sql.Open("pgx", s.urlOf(name))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, s.emptying)
	return err
}

// give takes a database back from a test, and ends what is still connected to it. One that is not fit to
// be handed on is dropped.
func (s *server) give(ctx context.Context, name string, fit bool) error {
	if !fit {
		return s.drop(ctx, name)
	}
	_, err := s.admin.ExecContext(ctx, fmt.Sprintf(`DO $$ BEGIN
		WHILE (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '%[1]s') > 0 LOOP
			PERFORM pg_sleep(0.001), pg_stat_clear_snapshot();
		END LOOP;
		ALTER DATABASE %[1]s RENAME TO %[2]s;
	END $$`, name, s.free+sqldb.NewID()))
	return err
}

// findTemplate finds the migrated template, which the first process of all makes.
func (s *server) findTemplate(ctx context.Context) error {
	key, err := migrationsKey()
	if err != nil {
		return err
	}
	s.template = fmt.Sprintf("template_%08x", key)
	s.free = s.template + "_free_"
	session, err := s.admin.Conn(ctx)
	if err != nil {
		return err
	}
	defer session.Close()
	if _, err := session.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(key)); err != nil {
		return err
	}
	defer func() { _, _ = session.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", int64(key)) }()
	err = session.QueryRowContext(ctx, "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = $1", s.template).Scan(&s.emptying)
	if errors.Is(err, sql.ErrNoRows) {
		return s.makeTemplate(ctx)
	}
	return err
}

// migrationsKey tells the steps of the schema from others.
func migrationsKey() (uint32, error) {
	h := fnv.New32a()
	err := fs.WalkDir(sqldb.Migrations(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(sqldb.Migrations(), path)
		_, _ = fmt.Fprintf(h, "%s %d %s", path, len(text), text)
		return err
	})
	return h.Sum32(), err
}

func (s *server) makeTemplate(ctx context.Context) error {
	name := "t_" + sqldb.NewID()
	if err := s.create(ctx, name, "template0"); err != nil {
		return err
	}
	if err := migrate(s.urlOf(name)); err != nil {
		return err
	}
	db, err := sql.Open("pgx", s.urlOf(name))
	if err != nil {
		return err
	}
	s.emptying, err = emptyingOf(ctx, db)
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	for _, statement := range []string{
		"COMMENT ON DATABASE " + name + " IS " + quoted(s.emptying),
		"ALTER DATABASE " + name + " RENAME TO " + s.template,
	} {
		if _, err := s.admin.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
