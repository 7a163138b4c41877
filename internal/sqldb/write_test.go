package sqldb_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// addOne reads the counter, which is a farm's row, and sets it one higher.
func addOne(ctx context.Context, db *sqldb.DB) error {
	return db.WriteTo(ctx, "a", func(tx *sqldb.Tx) error {
		n, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "UPDATE farms SET name = name WHERE id = 'a' RETURNING updated_at")
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "UPDATE farms SET updated_at = $1 WHERE id = 'a'", n+1)
		return err
	})
}

func countTogether(t *testing.T, writers, each int, processes ...*sqldb.DB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	must(t, processes[0].Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, insertFarm, "a", "counter")
		return err
	}))
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			for range each {
				if err := addOne(ctx, processes[i%len(processes)]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	must(t, processes[0].Read(ctx, func(tx *sqldb.Tx) error {
		n, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT updated_at FROM farms WHERE id = 'a'")
		if n != writers*each {
			t.Errorf("counted %d of %d", n, writers*each)
		}
		return err
	}))
}

// Fifty who write to one farm all get through, at the first attempt each.
func TestWritersToOneRowTakeTurns(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		var mu sync.Mutex
		var again []sqldb.WriteTimes
		db.ObserveWrites(func(w sqldb.WriteTimes) {
			if mu.Lock(); w.Attempts != 1 {
				again = append(again, w)
			}
			mu.Unlock()
		})
		countTogether(t, 50, 4, db)
		if len(again) > 0 {
			t.Errorf("%d writes were done over, as %+v", len(again), again[0])
		}
	})
}

// Two processes do not see each other's lines: the database keeps them apart,
// and nobody is refused.
func TestWritersOfTwoProcesses(t *testing.T) {
	url := dbtest.PostgresURL(t)
	var processes []*sqldb.DB
	for range 2 {
		db, err := sqldb.Open(context.Background(), url)
		must(t, err)
		t.Cleanup(func() { must(t, db.Close()) })
		processes = append(processes, db)
	}
	countTogether(t, 50, 4, processes...)
}

// On SQLite all writers share one connection, and get it in the order in which
// they asked.
func TestWhoeverCameFirstWritesFirst(t *testing.T) {
	db := dbtest.SQLite(t)
	ctx := context.Background()
	held, release := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		must(t, db.Write(ctx, func(*sqldb.Tx) error { close(held); <-release; return nil }))
	})
	<-held
	var order []int
	for i := range 10 {
		wg.Go(func() {
			must(t, db.Write(ctx, func(*sqldb.Tx) error { order = append(order, i); return nil }))
		})
		for db.Waiting() <= i {
			runtime.Gosched()
		}
	}
	close(release)
	wg.Wait()
	if !slices.IsSorted(order) || len(order) != 10 {
		t.Errorf("order %v", order)
	}
}

func TestWritesAreObserved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		var seen []sqldb.WriteTimes
		db.ObserveWrites(func(w sqldb.WriteTimes) { seen = append(seen, w) })
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, insertFarm, "a", "counter")
			return err
		}))
		must(t, addOne(ctx, db))
		if len(seen) != 2 || seen[1].By != "sqldb_test.addOne" || seen[1].Held <= 0 || seen[1].Attempts != 1 || seen[0].Rows != 1 || seen[1].Rows != 1 {
			t.Errorf("seen: %+v", seen)
		}
	})
}

// Whoever gives up while their transaction begins is not told of a fault.
func TestGivenUpAtTheBeginning(t *testing.T) {
	db := dbtest.SQLite(t)
	for range 3_000 {
		ctx, cancel := context.WithCancel(context.Background())
		go cancel()
		if err := db.Read(ctx, func(*sqldb.Tx) error { return nil }); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}
