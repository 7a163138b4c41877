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
	name, err := s.takeEmpty(context.Background())
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
	k, db, err := s.takeOpen(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		t.Helper()
		if err := s.keep(context.Background(), k, !t.Failed()); err != nil {
			t.Error(err)
		}
	})
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
// keeps the list of those that are free. One that a test opens by its address has another name with each
// test, so that nothing that a test has left running finds its way there.
type server struct {
	url      *url.URL
	admin    *sql.DB
	template string
	free     string     // how the names of the free ones begin
	keeping  string     // how the names of those begin that processes keep
	process  string     // what follows in the names of those of this process, and the name that its sessions as admin have
	kept     chan *kept // by this process, and not in use
	emptying string     // the statements that make a database what the template is, or fail
}

var startedServer = sync.OnceValues(func() (*server, error) {
	address := os.Getenv(postgresVariable)
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	s := &server{url: u, process: "of_" + sqldb.NewID()[12:] + "_", kept: make(chan *kept, 100)}
	if s.admin, err = sql.Open("pgx", named(*u, s.process)); err != nil {
		return nil, err
	}
	return s, s.findTemplate(context.Background())
})

// named is the address for sessions of the name.
func named(u url.URL, name string) string {
	query := u.Query()
	query.Set("application_name", name)
	u.RawQuery = query.Encode()
	return u.String()
}

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
func (s *server) takeEmpty(ctx context.Context) (name string, err error) {
	for {
		name := "t_" + sqldb.NewID()
		used, err := s.take(ctx, name)
		if err != nil || !used || s.empty(ctx, name) == nil {
			return name, err
		}
		if err := s.drop(ctx, name); err != nil {
			return "", err
		}
	}
}

// takeOpen is takeEmpty for one that this process keeps.
func (s *server) takeOpen(ctx context.Context) (*kept, *sqldb.DB, error) {
	for {
		k, used, err := s.takeKept(ctx)
		if err != nil {
			return nil, nil, err
		}
		db, err := s.openKept(ctx, k, used)
		if err == nil || !used {
			return k, db, err
		}
		if err := s.keep(ctx, k, false); err != nil {
			return nil, nil, err
		}
	}
}

func (s *server) openKept(ctx context.Context, k *kept, used bool) (*sqldb.DB, error) {
	db, err := sqldb.Open(ctx, s.urlOf(k.name), sqldb.Sessions(k.sessions))
	if err != nil || !used {
		return db, err
	}
	if err := db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, s.emptying)
		return err
	}); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func (s *server) takeKept(ctx context.Context) (k *kept, used bool, err error) {
	select {
	case k := <-s.kept:
		return k, true, nil
	default:
	}
	k = newKept(s.keeping + s.process + sqldb.NewID()[12:])
	used, err = s.take(ctx, k.name)
	return k, used, err
}

// keep takes a database back from a test, and ends its sessions but for those that are kept with it. One that is
// not fit to be handed on is dropped.
func (s *server) keep(ctx context.Context, k *kept, fit bool) error {
	processes := k.next()
	if !fit {
		k.end()
		return s.drop(ctx, k.name)
	}
	if err := s.end(ctx, k.name, processes, "NULL"); err != nil {
		return err
	}
	s.kept <- k
	return nil
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

// take takes a database that is free, or that a process kept which has ended, or else makes one. It tells
// whether it has been used.
func (s *server) take(ctx context.Context, name string) (used bool, err error) {
	for {
		var free string
		err := s.admin.QueryRowContext(ctx, `SELECT datname FROM pg_database d
			WHERE starts_with(datname, $1) OR starts_with(datname, $2) AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name <> '' AND starts_with(d.datname, $2 || application_name))
			ORDER BY random() LIMIT 1`, s.free, s.keeping).Scan(&free)
		if errors.Is(err, sql.ErrNoRows) {
			return false, s.create(ctx, name, s.template)
		}
		if err != nil {
			return false, err
		}
		var said *pgconn.PgError
		_, err = s.admin.ExecContext(ctx, "ALTER DATABASE "+free+" RENAME TO "+name)
		const isGone, isInUse = "3D000", "55006"
		if errors.As(err, &said) && (said.Code == isGone || said.Code == isInUse) {
			continue // another process has just taken it, or the sessions of the one that ended have yet to end
		}
		return true, err
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
	return s.end(ctx, name, nil, "ALTER DATABASE "+name+" RENAME TO "+s.free+sqldb.NewID())
}

// end ends all sessions in the database but those of the processes, and does then what it is told.
func (s *server) end(ctx context.Context, name string, but []uint32, then string) error {
	processes := "0"
	for _, process := range but {
		processes += fmt.Sprint(", ", process)
	}
	_, err := s.admin.ExecContext(ctx, fmt.Sprintf(`DO $$ BEGIN
		WHILE (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '%s' AND pid NOT IN (%s)) > 0 LOOP
			PERFORM pg_sleep(0.001), pg_stat_clear_snapshot();
		END LOOP;
		%s;
	END $$`, name, processes, then))
	return err
}

// findTemplate finds the migrated template, which the first process of all makes.
func (s *server) findTemplate(ctx context.Context) error {
	key, err := migrationsKey()
	if err != nil {
		return err
	}
	s.template = fmt.Sprintf("template_%08x", key)
	s.free, s.keeping = s.template+"_free_", s.template+"_kept_"
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
