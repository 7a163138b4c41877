package dbtest

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"github.com/merroir/merroir/internal/sqldb"
)

// listOfItsOwn is the server with a list of free databases that no other test takes from.
func listOfItsOwn(t *testing.T) *server {
	s := *postgresServer(t)
	s.free, s.keeping, s.kept = "t_own_"+sqldb.NewID()+"_", "t_kept_"+sqldb.NewID()[12:]+"_", make(chan *kept, 1)
	return &s
}

// taken gives a database, and a session in it.
func (s *server) taken(t *testing.T) (name string, db *sql.DB) {
	t.Helper()
	name, err := s.takeEmpty(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if db, err = sql.Open("pgx", s.urlOf(name)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = db.Close() // the server may have ended its sessions
		if err := s.drop(context.Background(), name); err != nil {
			t.Error(err)
		}
	})
	return name, db
}

func run(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func text(t *testing.T, db *sql.DB, query string, args ...any) (found string) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&found); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return found
}

// What was written, whatever refers to it, is gone, and what the migrations have written is there.
func TestEmptying(t *testing.T) {
	s := listOfItsOwn(t)
	name, db := s.taken(t)
	const content = `SELECT concat((SELECT count(*) FROM users), (SELECT count(*) FROM known_networks), (SELECT json_agg(r) FROM recall_generation r), (SELECT json_agg(m ORDER BY m.id) FROM migration m))`
	fresh := text(t, db, content)
	for _, change := range []string{
		`WITH a AS (INSERT INTO users (id, username, username_key, email, email_key, password_hash, created_at, updated_at) VALUES ('u', 'u', 'u', 'u', 'u', '', 0, 0) RETURNING id)
			INSERT INTO known_networks (user_id, network, seen_at) SELECT id, '::', 0 FROM a`,
		"UPDATE recall_generation SET generation = 7", "DELETE FROM migration",
	} {
		run(t, db, change)
		if text(t, db, content) == fresh {
			t.Errorf("nothing is changed by %s", change)
		}
		if err := s.empty(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		if got := text(t, db, content); got != fresh {
			t.Errorf("after %s: %s, not %s", change, got, fresh)
		}
	}
}

// What was changed other than by writing rows, or has become large, is not emptied.
func TestWhatIsNotEmptied(t *testing.T) {
	s := listOfItsOwn(t)
	name, db := s.taken(t)
	for _, change := range []string{
		"CREATE TABLE more (n INTEGER)", "DROP TABLE settings", "ALTER TABLE settings RENAME TO gone", "ALTER TABLE settings RENAME COLUMN value TO gone", "ALTER TABLE settings ADD COLUMN more TEXT",
		"ALTER TABLE settings ALTER COLUMN value DROP NOT NULL", "ALTER TABLE settings ADD CHECK (name <> '')", "ALTER TABLE farm_state DISABLE TRIGGER ALL",
		"ALTER TABLE settings SET (fillfactor = 50)", "ALTER TABLE users ALTER COLUMN first_name SET DEFAULT 'Ann'", "CREATE TYPE more AS ENUM ('one')",
		"CREATE INDEX more ON settings (value)", "CREATE VIEW more AS SELECT 1 AS n", "CREATE SCHEMA more", "CREATE SEQUENCE more",
		"CREATE FUNCTION more() RETURNS INTEGER LANGUAGE sql AS 'SELECT 1'", "DROP SCHEMA public CASCADE", "ALTER DATABASE " + name + " SET statement_timeout = 1000",
		"INSERT INTO settings SELECT n, repeat('x', 100) FROM generate_series(1, 1000) n",
	} {
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.ExecContext(t.Context(), change); err != nil {
			t.Fatalf("%s: %v", change, err)
		}
		if _, err := tx.ExecContext(t.Context(), s.emptying); err == nil {
			t.Errorf("emptied after %s", change)
		}
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
	}
}

// A test has the database that another has given back, under another name; what was changed in its
// schema, or is not fit, it has not.
func TestADatabaseIsHandedOn(t *testing.T) {
	s := listOfItsOwn(t)
	identity := func(db *sql.DB) string {
		return text(t, db, "SELECT oid FROM pg_database WHERE datname = current_database()")
	}
	first, before := s.taken(t)
	one := identity(before)
	if err := s.give(t.Context(), first, true); err != nil {
		t.Fatal(err)
	}
	if err := before.Ping(); err == nil {
		t.Error("who had it reaches it yet")
	}
	second, db := s.taken(t)
	if identity(db) != one || second == first {
		t.Errorf("%s is another one than %s was", second, first)
	}
	run(t, db, "DROP TABLE settings")
	if err := s.give(t.Context(), second, true); err != nil {
		t.Fatal(err)
	}
	third, db := s.taken(t)
	two := identity(db)
	if two == one {
		t.Error("a database without a table was handed on")
	}
	if err := s.give(t.Context(), third, false); err != nil {
		t.Fatal(err)
	}
	if _, db = s.taken(t); identity(db) == two {
		t.Error("a database that is not fit was handed on")
	}
	if got := text(t, s.admin, "SELECT count(*) FROM pg_database WHERE oid IN ($1, $2)", one, two); got != "0" {
		t.Errorf("%s of what was not handed on are left", got)
	}
}

// keptForTest takes a database as [Postgres] does, and gives its sessions as they are known to the server.
func (s *server) keptForTest(t *testing.T) (k *kept, db *sqldb.DB, identity string) {
	t.Helper()
	k, db, err := s.takeOpen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return k, db, text(t, s.admin, `SELECT concat(d.oid, ' ', string_agg(concat(pid, backend_start), ' ' ORDER BY pid))
		FROM pg_database d LEFT JOIN pg_stat_activity ON datid = d.oid WHERE d.datname = $1 GROUP BY d.oid`, k.name)
}

// back gives it back as the end of a test does.
func (s *server) back(t *testing.T, k *kept, db *sqldb.DB, fit bool) {
	t.Helper()
	if err := errors.Join(db.Close(), s.keep(t.Context(), k, fit)); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, db *sqldb.DB, statement string) {
	t.Helper()
	if err := db.Write(t.Context(), func(tx *sqldb.Tx) error {
		_, err := tx.Exec(t.Context(), statement)
		return err
	}); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// A test has the database that one of the same process had, emptied, by the same sessions; one whose schema was
// changed, or that is not fit, it has not.
func TestADatabaseIsKept(t *testing.T) {
	s := listOfItsOwn(t)
	const one = "INSERT INTO settings (name, value) VALUES ('one', '1')"
	k, db, first := s.keptForTest(t)
	write(t, db, one)
	s.back(t, k, db, true)
	k, db, second := s.keptForTest(t)
	if second != first {
		t.Errorf("the next test has %s, not %s", second, first)
	}
	write(t, db, one) // which is not there any more
	write(t, db, "CREATE TABLE more (n INTEGER)")
	s.back(t, k, db, true)
	k, db, third := s.keptForTest(t)
	if third == first {
		t.Error("a database with a table more was handed on")
	}
	s.back(t, k, db, false)
	k, db, fourth := s.keptForTest(t)
	if fourth == third {
		t.Error("a database that is not fit was handed on")
	}
	s.back(t, k, db, false)
	if left := text(t, s.admin, "SELECT count(*) FROM pg_database WHERE starts_with(datname, $1)", s.keeping); left != "0" {
		t.Errorf("%s of what was not handed on are left", left)
	}
}

// What a test has left running neither reaches the next one's database nor hands its session on.
func TestWhatIsLeftRunning(t *testing.T) {
	s, ctx := listOfItsOwn(t), context.WithoutCancel(t.Context())
	k, db, _ := s.keptForTest(t)
	begun, end, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		ended <- db.Write(ctx, func(tx *sqldb.Tx) error {
			close(begun)
			<-end
			_, err := tx.Exec(ctx, "INSERT INTO settings (name, value) VALUES ('left', '1')")
			return err
		})
	}()
	<-begun
	s.back(t, k, db, true)
	k, db, _ = s.keptForTest(t)
	close(end)
	if err := <-ended; err == nil {
		t.Error("it has written")
	}
	write(t, db, "INSERT INTO settings (name, value) VALUES ('left', '1')")
	s.back(t, k, db, true)
	if n := len(k.idle["writers"]); n != 1 {
		t.Errorf("%d sessions of writers are kept, not that of the second test alone", n)
	}
	k, db, _ = s.keptForTest(t)
	s.back(t, k, db, false)
}

// Nor is a session kept that is given back when the test that had it is over.
func TestASessionThatComesLate(t *testing.T) {
	s := listOfItsOwn(t)
	k, db, _ := s.keptForTest(t)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	late, err := k.sessions("writers", nil).Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	k.next()
	if err := late.Close(); err != nil {
		t.Error(err)
	}
	if n := len(k.idle["writers"]); n != 0 {
		t.Errorf("%d sessions of writers are kept", n)
	}
	if err := s.keep(t.Context(), k, false); err != nil {
		t.Fatal(err)
	}
}

// A database that a process kept is free once that has ended, and not before.
func TestAProcessThatKeptOneEnds(t *testing.T) {
	s := listOfItsOwn(t)
	admin, err := sql.Open("pgx", named(*s.url, "of_another_"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	other := *s
	other.admin, other.process, other.kept = admin, "of_another_", make(chan *kept, 1)
	theirs, db, _ := other.keptForTest(t)
	other.back(t, theirs, db, true)
	identity := func(name string) string {
		return text(t, s.admin, "SELECT oid FROM pg_database WHERE datname = $1", name)
	}
	kept := identity(theirs.name)
	for _, lives := range []bool{true, false} {
		if !lives {
			theirs.end()
			_ = admin.Close() // as a process that is killed does
			run(t, s.admin, `DO $$ BEGIN
				WHILE EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'of_another_') LOOP PERFORM pg_sleep(0.001), pg_stat_clear_snapshot(); END LOOP;
			END $$`)
		}
		k, db, _ := s.keptForTest(t)
		if taken := identity(k.name) == kept; taken == lives {
			t.Errorf("taken: %v, and the process lives: %v", taken, lives)
		}
		s.back(t, k, db, false)
	}
}
