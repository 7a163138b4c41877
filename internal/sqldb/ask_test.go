package sqldb_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

const farmNames = "SELECT name FROM farms WHERE id IN ($1, $2) ORDER BY name"

func namesOf(t *testing.T, db *sqldb.DB, ids ...any) []string {
	t.Helper()
	got, err := sqldb.Ask(context.Background(), db, sqldb.Scalar[string], farmNames, ids...)
	if err != nil {
		t.Error(err)
	}
	return got
}

// A statement that stays prepared finds what was written since, also by many at once and in a table that has changed.
func TestAskedAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		if got := namesOf(t, db, "a", "b"); got == nil || len(got) > 0 {
			t.Errorf("farms = %#v", got)
		}
		for i, change := range []string{
			"INSERT INTO farms (id, name, time_zone, created_at, updated_at) VALUES ('a', 'first', 'UTC', 0, 0)",
			"INSERT INTO farms (id, name, time_zone, created_at, updated_at) VALUES ('b', 'second', 'UTC', 0, 0)",
			"ALTER TABLE farms ADD COLUMN beside TEXT",
			"UPDATE farms SET name = 'third' WHERE id = 'a'",
		} {
			must(t, db.Write(ctx, func(tx *sqldb.Tx) error { _, err := tx.Exec(ctx, change); return err }))
			want := [][]string{{"first"}, {"first", "second"}, {"first", "second"}, {"second", "third"}}[i]
			var readers sync.WaitGroup
			for range 8 {
				readers.Go(func() {
					for range 20 {
						if got := namesOf(t, db, "a", "b"); !slices.Equal(got, want) {
							t.Errorf("after %s: %v", change, got)
						}
					}
				})
			}
			readers.Wait()
		}
	})
}

// Each argument goes where the query has it.
func TestAskedWithArguments(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for _, want := range []string{"one", "two"} { // the second time by the plan of the first
			got, err := sqldb.Ask(t.Context(), db, sqldb.Scalar[string], "SELECT CAST($2 AS TEXT) WHERE CAST($1 AS TEXT) = 'first'", "first", want)
			if err != nil || !slices.Equal(got, []string{want}) {
				t.Errorf("%v, want %s: %v", got, want, err)
			}
		}
	})
}

// Rows that cannot be read take no connection with them.
func TestAskedForWhatCannotBeRead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		unread := errors.New("unread")
		for range 100 {
			_, err := sqldb.Ask(ctx, db, func(sqldb.Row) (int, error) { return 0, unread }, "SELECT 1 UNION ALL SELECT 2")
			if !errors.Is(err, unread) {
				t.Fatal(err)
			}
		}
	})
}

func TestAskFails(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		left, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := sqldb.Ask(left, db, sqldb.Scalar[string], farmNames, "a", "b"); !errors.Is(err, context.Canceled) {
			t.Errorf("who has left gets %v", err)
		}
		if got := namesOf(t, db, "a", "b"); len(got) > 0 { // and nobody else
			t.Errorf("farms = %v", got)
		}
		must(t, db.Close())
		if _, err := sqldb.Ask(context.Background(), db, sqldb.Scalar[string], farmNames, "a", "b"); err == nil {
			t.Error("a closed database answers")
		}
	})
}

// Without a transaction each statement finds what is newest, and none writes.
func TestReadEach(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		add := func(tx *sqldb.Tx, id string) error {
			_, err := tx.Exec(ctx, "INSERT INTO farms (id, name, time_zone, created_at, updated_at) VALUES ($1, $1, 'UTC', 0, 0)", id)
			return err
		}
		count := func(tx *sqldb.Tx) int {
			n, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM farms")
			must(t, err)
			return n
		}
		must(t, db.ReadEach(ctx, func(tx *sqldb.Tx) error {
			before := count(tx)
			must(t, db.Write(ctx, func(tx *sqldb.Tx) error { return add(tx, "between") }))
			if after := count(tx); before != 0 || after != 1 {
				t.Errorf("%d farms, then %d", before, after)
			}
			return nil
		}))
		if err := db.ReadEach(ctx, func(tx *sqldb.Tx) error { return add(tx, "written") }); err == nil {
			t.Error("a reader has written")
		}
		left, cancel := context.WithCancel(ctx)
		cancel()
		if err := db.ReadEach(left, func(*sqldb.Tx) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("who has left gets %v", err)
		}
		must(t, db.Read(ctx, func(tx *sqldb.Tx) error {
			if n := count(tx); n != 1 {
				t.Errorf("%d farms", n)
			}
			return nil
		}))
	})
}
