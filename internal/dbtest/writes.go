package dbtest

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/sqldb"
)

// countWrites makes every table count what is written to it, without a lock that a
// transaction could wait for.
const countWrites = `CREATE SEQUENCE test_writes;
CREATE FUNCTION test_count_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('test_writes'); RETURN NULL; END $$;
DO $$ DECLARE one regclass; BEGIN
	FOR one IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace LOOP
		EXECUTE format('CREATE TRIGGER test_count_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s EXECUTE FUNCTION test_count_write()', one);
	END LOOP;
END $$`

// Writes gives a function whose answer is another one after anything was written to the
// database at the address. To ask it takes one statement, where to sum tables up takes many.
// Tables that are made later are not watched.
func Writes(t testing.TB, rawURL string) func() string {
	t.Helper()
	ctx := context.Background()
	driver, address, ask := "sqlite", "file:"+sqldb.FilePath(rawURL), "PRAGMA data_version" // which counts commits of others
	if strings.HasPrefix(rawURL, "postgres:") {
		driver, address, ask = "pgx", rawURL, "SELECT CONCAT(last_value, is_called) FROM test_writes"
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	if driver == "pgx" {
		if _, err := db.ExecContext(ctx, countWrites); err != nil {
			t.Fatal(err)
		}
	}
	return func() (said string) {
		t.Helper()
		if err := db.QueryRowContext(ctx, ask).Scan(&said); err != nil {
			t.Fatal(err)
		}
		return said
	}
}
