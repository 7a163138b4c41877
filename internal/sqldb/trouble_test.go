package sqldb_test

import (
	"context"
	"io"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

func openLine(t *testing.T) (*dbtest.Line, *sqldb.DB) {
	t.Helper()
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil))) // the trouble is logged
	line := dbtest.NewLine(t)
	db, err := sqldb.Open(context.Background(), line.URL)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return line, db
}

func ask(ctx context.Context, db *sqldb.DB) error {
	return db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT 1")
		return err
	})
}

// returns waits until the database serves again.
func returns(t *testing.T, db *sqldb.DB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for ask(ctx, db) != nil {
		if ctx.Err() != nil {
			t.Fatal("it does not come back")
		}
	}
}

// unavailable is what a caller can be told in words and may try again.
func unavailable(t *testing.T, what string, err error, says string) {
	t.Helper()
	if !fault.Is(err, fault.Unavailable) || !strings.Contains(fault.As(err).Message, says) {
		t.Errorf("%s: %v, want %q", what, err, says)
	}
}

// Wherever the way to the server breaks, before, in or at the end of a
// transaction, it is an outage and no mistake of ours.
func TestALostServer(t *testing.T) {
	line, db := openLine(t)
	ctx := context.Background()
	for _, statements := range []int{0, 1} {
		must(t, ask(ctx, db))
		err := db.Write(ctx, func(tx *sqldb.Tx) error {
			line.Cut()
			for range statements {
				if _, err := tx.Exec(ctx, insertFarm, sqldb.NewID(), "lost"); err != nil {
					unavailable(t, "the first statement after it", err, "cannot be reached")
				}
				if _, err := tx.Exec(ctx, insertFarm, sqldb.NewID(), "lost"); err != nil {
					return err
				}
			}
			return nil
		})
		unavailable(t, "cut in a transaction", err, "cannot be reached")
		err = db.Read(ctx, func(tx *sqldb.Tx) error {
			line.Cut()
			_, err := sqldb.All(ctx, tx, sqldb.Scalar[int], "SELECT 1")
			return err
		})
		unavailable(t, "cut while reading", err, "cannot be reached")
	}
	line.Refuse(true)
	line.Cut()
	for range 3 {
		unavailable(t, "no connection", ask(ctx, db), "cannot be reached")
	}
	line.Refuse(false)
	returns(t, db)
}

// The server ends the session: as at a restart, and where an operator does it.
func TestAnEndedSession(t *testing.T) {
	line, db := openLine(t)
	_ = line
	ctx := context.Background()
	err := db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "SELECT pg_terminate_backend(pg_backend_pid())")
		unavailable(t, "the last statement", err, "cannot be reached")
		_, err = tx.Exec(ctx, "SELECT 1")
		return err
	})
	unavailable(t, "after it", err, "cannot be reached")
	must(t, ask(ctx, db))
}

func TestAServerThatTakesNoChanges(t *testing.T) {
	u, err := url.Parse(dbtest.PostgresURL(t))
	must(t, err)
	query := u.Query()
	query.Set("default_transaction_read_only", "on")
	u.RawQuery = query.Encode()
	ctx := context.Background()
	db, err := sqldb.Open(ctx, u.String())
	must(t, err)
	defer func() { must(t, db.Close()) }()
	err = db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, insertFarm, "a", "none")
		return err
	})
	unavailable(t, "a write", err, "takes no changes")
	must(t, db.Read(ctx, func(tx *sqldb.Tx) error {
		_, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT name FROM farms")
		return err
	}))
}

// An address of several servers asks for the one that takes writes: readers use it too, and write nothing.
func TestTheServerThatTakesWrites(t *testing.T) {
	ctx := context.Background()
	db, err := sqldb.Open(ctx, dbtest.PostgresURL(t)+"&target_session_attrs=read-write")
	must(t, err)
	defer func() { must(t, db.Close()) }()
	add := func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, insertFarm, "a", "written")
		return err
	}
	if err := db.ReadEach(ctx, add); err == nil {
		t.Error("a reader has written")
	}
	must(t, db.Write(ctx, add))
}

// A server that is stuck is given up within five seconds by all who wait for
// it, at once by who comes then, and is used again when it answers.
func TestAStuckServer(t *testing.T) {
	line, db := openLine(t)
	ctx := context.Background()
	must(t, ask(ctx, db))
	line.Freeze()
	start := time.Now()
	var wg sync.WaitGroup
	for range 40 { // more than there are connections
		wg.Go(func() {
			unavailable(t, "while it is stuck", ask(ctx, db), "cannot be reached")
		})
	}
	wg.Wait()
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("given up after %v", took)
	}
	start = time.Now()
	unavailable(t, "later", ask(ctx, db), "cannot be reached")
	if took := time.Since(start); took > time.Second {
		t.Errorf("who came later waited for %v", took)
	}
	line.Thaw()
	returns(t, db)
}

// Long work is not mistaken for a stuck server, and a lock that is busy is
// waited for: longer than the watch waits for an answer.
func TestALongWaitIsNoTrouble(t *testing.T) {
	_, db := openLine(t)
	ctx := context.Background()
	must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, insertFarm, "a", "busy")
		return err
	}))
	held := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
			if _, err := tx.Exec(ctx, "UPDATE farms SET name = 'first' WHERE id = 'a'"); err != nil {
				return err
			}
			close(held)
			_, err := tx.Exec(ctx, "SELECT pg_sleep(4)")
			return err
		}))
	})
	<-held
	must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE farms SET name = 'second' WHERE id = 'a'")
		return err
	}))
	wg.Wait()
	if got := names(t, db); len(got) != 1 || got[0] != "second" {
		t.Errorf("farms = %v", got)
	}
}

// A request's statement has its limits; a migration may take as long as it needs.
func TestLimitsOfStatements(t *testing.T) {
	u, err := url.Parse(dbtest.PostgresURL(t))
	must(t, err)
	u.RawQuery = u.RawQuery + "&statement_timeout=7s"
	ctx := context.Background()
	for address, want := range map[string]string{dbtest.PostgresURL(t): "30s", u.String(): "7s"} {
		db, err := sqldb.Open(ctx, address)
		must(t, err)
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
			for name, want := range map[string]string{"statement_timeout": want, "lock_timeout": "0"} {
				if got, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SHOW "+name); err != nil || got != want {
					t.Errorf("%s is %s, %v", name, got, err)
				}
			}
			return nil
		}))
		must(t, db.ReadLong(ctx, func(tx *sqldb.Tx) error {
			if got, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SHOW statement_timeout"); err != nil || got != "0" {
				t.Errorf("of a long read: %s, %v", got, err)
			}
			return nil
		}))
		must(t, db.Read(ctx, func(tx *sqldb.Tx) error {
			if got, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SHOW statement_timeout"); err != nil || got != want {
				t.Errorf("after a long read: %s, %v", got, err)
			}
			return nil
		}))
		if got, err := db.SettingOfMigrations(ctx, "statement_timeout"); err != nil || got != "0" {
			t.Errorf("of migrations: %s, %v", got, err)
		}
		must(t, db.Close())
	}
}
