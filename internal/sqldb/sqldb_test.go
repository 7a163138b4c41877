package sqldb_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const insertFarm = `INSERT INTO farms (id, name, time_zone, created_at, updated_at) VALUES ($1, $2, 'UTC', 0, 0)`

func TestWriteCommitsAndErrorRollsBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, insertFarm, "a", "kept")
			return err
		}))
		refused := fault.New(fault.Invalid, "no")
		err := db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, insertFarm, "b", "dropped")
			must(t, err)
			return refused
		})
		if err != refused {
			t.Fatalf("err = %v", err)
		}
		if got := names(t, db); !slices.Equal(got, []string{"kept"}) {
			t.Errorf("farms = %v", got)
		}
	})
}

func TestDriverErrorsBecomeFaults(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		tests := []struct {
			name  string
			query string
			args  []any
			kind  fault.Kind
		}{
			{"the same id again", insertFarm, []any{"a", "twin"}, fault.Conflict},
			{"a link to nobody", "INSERT INTO farm_users (farm_id, user_id, created_at) VALUES ('a', 'nobody', 0)", nil, fault.Invalid},
			{"a value a CHECK refuses", "UPDATE farms SET tagging_active = 'perhaps'", nil, fault.Invalid},
			{"a missing value", "UPDATE farms SET name = NULL", nil, fault.Invalid},
			{"broken SQL", "UPDATE nowhere SET x = 1", nil, fault.Internal},
		}
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, insertFarm, "a", "first")
			return err
		}))
		for _, tt := range tests {
			err := db.Write(ctx, func(tx *sqldb.Tx) error {
				_, err := tx.Exec(ctx, tt.query, tt.args...)
				return err
			})
			if err == nil || fault.KindOf(err) != tt.kind {
				t.Errorf("%s: %v, want kind %q", tt.name, err, tt.kind)
			}
		}
		err := db.Read(ctx, func(tx *sqldb.Tx) error {
			_, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT name FROM farms WHERE id = $1", "none")
			return err
		})
		if fault.KindOf(err) != fault.NotFound {
			t.Errorf("no row: %v", err)
		}
	})
}

func TestReadCannotWrite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		err := db.Read(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, insertFarm, "a", "sneaked in")
			return err
		})
		if err == nil {
			t.Error("a read transaction wrote")
		}
	})
}

// A counter that every writer reads and then sets is exact only when writes
// are serial.
func TestReadThenWriteLosesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, insertFarm, "a", "counter")
			return err
		}))
		const writers, each = 8, 10
		var wg sync.WaitGroup
		for range writers {
			wg.Go(func() {
				for range each {
					if err := db.Write(ctx, func(tx *sqldb.Tx) error {
						n, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT updated_at FROM farms WHERE id = 'a'")
						if err != nil {
							return err
						}
						_, err = tx.Exec(ctx, "UPDATE farms SET updated_at = $1 WHERE id = 'a'", n+1)
						return err
					}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		must(t, db.Read(ctx, func(tx *sqldb.Tx) error {
			n, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT updated_at FROM farms")
			if n != writers*each {
				t.Errorf("counted %d of %d", n, writers*each)
			}
			return err
		}))
	})
}

func TestInsertRowsInParts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		rows := make([][]any, 1201)
		for i := range rows {
			rows[i] = []any{sqldb.NewID(), "n", "UTC", 0, 0}
		}
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
			return tx.InsertRows(ctx, "farms", []string{"id", "name", "time_zone", "created_at", "updated_at"}, rows)
		}))
		if got := len(names(t, db)); got != len(rows) {
			t.Errorf("%d rows, want %d", got, len(rows))
		}
	})
}

func TestSecondProcessIsRefused(t *testing.T) {
	ctx := context.Background()
	url := dbtest.SQLiteURL(t)
	first, err := sqldb.Open(ctx, url)
	must(t, err)
	_, err = sqldb.Open(ctx, url)
	if err == nil || !strings.Contains(err.Error(), "in use by another merroir process") {
		t.Errorf("second open: %v", err)
	}
	must(t, first.Close())
	again, err := sqldb.Open(ctx, url)
	must(t, err)
	must(t, again.Close())
}

// The file holds what people trust a farm with: whoever merely has an account on the machine must not read it, also
// where an earlier release made it or left its journal behind.
func TestTheFileIsPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	files := []string{path, path + "-wal", path + "-shm"}
	for _, step := range []struct {
		name         string
		before, want os.FileMode
	}{{"new", 0, 0o600}, {"of an earlier release", 0o644, 0o640}, {"a group's", 0o660, 0o660}} {
		t.Run(step.name, func(t *testing.T) {
			if step.before != 0 {
				for _, file := range files {
					must(t, os.WriteFile(file, nil, 0o600))
					must(t, os.Chmod(file, step.before))
				}
			}
			db, err := sqldb.Open(context.Background(), "sqlite://"+path)
			must(t, err)
			for _, file := range files {
				info, err := os.Stat(file)
				must(t, err)
				if got := info.Mode().Perm(); got != step.want {
					t.Errorf("%s: %o, want %o", filepath.Base(file), got, step.want)
				}
			}
			must(t, db.Close())
		})
	}
}

func TestOpenRefusesInWords(t *testing.T) {
	for url, want := range map[string]string{
		"mysql://x":                       "must begin with sqlite:// or postgres://",
		"sqlite://":                       "must name a file",
		"sqlite:///proc/nowhere/m.db":     "cannot be made",
		"postgres://127.0.0.1:1/nothing":  "cannot be reached",
		"postgres://127.0.0.1:bad/nothin": "cannot be read",
	} {
		_, err := sqldb.Open(context.Background(), url)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", url, err, want)
		}
	}
}

func TestMigrateTwiceAndAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if steps, err := db.Migrate(context.Background()); err != nil || steps != 0 {
					t.Errorf("a migrated database: %d steps, %v", steps, err)
				}
			})
		}
		wg.Wait()
	})
}

// A column, or the nullability of one, that differs between the engines is a
// bug that waits for its query.
func TestSchemasOfBothEnginesAreEqual(t *testing.T) {
	ctx := context.Background()
	type column struct{ Table, Name, Nullable string }
	scan := func(r sqldb.Row) (column, error) {
		var c column
		return c, r.Scan(&c.Table, &c.Name, &c.Nullable)
	}
	read := func(db *sqldb.DB, query string) (all []column) {
		must(t, db.Read(ctx, func(tx *sqldb.Tx) (err error) {
			all, err = sqldb.All(ctx, tx, scan, query)
			return err
		}))
		return all
	}
	lite, pg := dbtest.SQLite(t), dbtest.Postgres(t)
	columns := cmp.Diff(
		read(lite, `SELECT m.name, c.name, CASE WHEN c."notnull" = 0 AND c.pk = 0 THEN 'YES' ELSE 'NO' END
			FROM sqlite_master m, pragma_table_info(m.name) c
			WHERE m.type = 'table' AND m.name NOT LIKE 'migration%' AND m.name NOT LIKE 'sqlite%' ORDER BY 1, 2`),
		read(pg, `SELECT table_name, column_name, is_nullable FROM information_schema.columns
			WHERE table_schema = 'public' AND table_name NOT LIKE 'migration%' ORDER BY 1, 2`))
	if columns != "" {
		t.Errorf("columns differ (-sqlite +postgres):\n%s", columns)
	}
	indexes := cmp.Diff(
		read(lite, `SELECT tbl_name, name, '' FROM sqlite_master WHERE type = 'index' AND name NOT LIKE 'sqlite%' ORDER BY 1, 2`),
		read(pg, `SELECT tablename, indexname, '' FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT LIKE 'migration%'
			AND indexname NOT LIKE '%\_pkey' AND indexname NOT LIKE '%\_key' ORDER BY 1, 2`))
	if indexes != "" {
		t.Errorf("indexes differ (-sqlite +postgres):\n%s", indexes)
	}
}

func TestMigrationsAreNumberedWithoutGaps(t *testing.T) {
	files, err := filepath.Glob("migrations/*.sql")
	must(t, err)
	for i, file := range files {
		if want := fmt.Sprintf("%05d_", i+1); !strings.HasPrefix(filepath.Base(file), want) {
			t.Errorf("%s should begin with %s", file, want)
		}
	}
}

func names(t *testing.T, db *sqldb.DB) (all []string) {
	t.Helper()
	ctx := context.Background()
	must(t, db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		all, err = sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT name FROM farms")
		return err
	}))
	return all
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
