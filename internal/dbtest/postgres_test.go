package dbtest

import (
	"context"
	"database/sql"
	"testing"

	"github.com/merroir/merroir/internal/sqldb"
)

// listOfItsOwn is the server with a list of free databases that no other test takes from.
func listOfItsOwn(t *testing.T) *server {
	s := *postgresServer(t)
	s.free = "t_own_" + sqldb.NewID() + "_"
	return &s
}

// taken gives a database, and a session in it.
func (s *server) taken(t *testing.T) (name string, db *sql.DB) {
	t.Helper()
	name, err := s.takeEmpty(t.Context(), s.empty)
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

// So is one that is taken open: emptied, and dropped where its schema was changed.
func TestAnOpenDatabaseIsHandedOn(t *testing.T) {
	s := listOfItsOwn(t)
	taken := func() (name, identity string, db *sqldb.DB, close func()) {
		name, db, err := s.takeOpen(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		identity = text(t, s.admin, "SELECT oid FROM pg_database WHERE datname = $1", name)
		return name, identity, db, func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	write := func(db *sqldb.DB, statement string) {
		t.Helper()
		if err := db.Write(t.Context(), func(tx *sqldb.Tx) error {
			_, err := tx.Exec(t.Context(), statement)
			return err
		}); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	const one = "INSERT INTO settings (name, value) VALUES ('one', '1')"
	first, identity, db, close := taken()
	write(db, one)
	close()
	if err := s.give(t.Context(), first, true); err != nil {
		t.Fatal(err)
	}
	second, same, db, close := taken()
	if same != identity || second == first {
		t.Errorf("%s is another one than %s was", second, first)
	}
	write(db, one) // which is not there any more
	write(db, "CREATE TABLE more (n INTEGER)")
	close()
	if err := s.give(t.Context(), second, true); err != nil {
		t.Fatal(err)
	}
	third, another, db, close := taken()
	if another == identity {
		t.Error("a database with a table more was handed on")
	}
	write(db, one)
	close()
	if err := s.drop(t.Context(), third); err != nil {
		t.Error(err)
	}
}
