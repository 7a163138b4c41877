package sqldb_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// written opens a file with a table, and gives what writes 400 KB to it at once.
func written(t *testing.T, options ...sqldb.Option) (db *sqldb.DB, path string, write func(ctx context.Context)) {
	t.Helper()
	ctx := context.Background()
	path = filepath.Join(t.TempDir(), "merroir.db")
	db, err := sqldb.Open(ctx, "sqlite://"+path, options...)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "CREATE TABLE texts (text TEXT)")
		return err
	}))
	var rows [][]any
	for range 100 {
		rows = append(rows, []any{strings.Repeat("x", 4000)})
	}
	return db, path, func(ctx context.Context) {
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error { return tx.InsertRows(ctx, "texts", []string{"text"}, rows) }))
	}
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.Size()
}

// What was committed comes from the journal to the file, and no commit waits for that.
func TestCheckpointsAreMadeBesideWriters(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	db, path, write := written(t)
	must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
		if n, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "PRAGMA wal_autocheckpoint"); err != nil || n != 0 {
			t.Errorf("a commit makes checkpoints of %d pages, %v", n, err)
		}
		return nil
	}))
	for size(t, path) < 4<<20 {
		write(ctx)
	}
}

// A file that Litestream copies is left to it.
func TestCheckpointsOfAMirroredFileAreLeftToItsMirror(t *testing.T) {
	_, path, write := written(t, sqldb.Mirrored(true))
	for size(t, path+"-wal") < 16<<20 {
		write(context.Background())
	}
	if got := size(t, path); got > 1<<20 {
		t.Errorf("the file has %d KB, though nothing was moved to it by who copies it", got>>10)
	}
}

// Nobody's write waits until what somebody reads can be moved.
func TestTheJournalIsLetBeWhileSomebodyReads(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	db, _, write := written(t)
	must(t, db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM texts"); err != nil {
			return err
		}
		for range 6 {
			write(ctx)
		}
		return db.Write(ctx, func(*sqldb.Tx) error {
			pages, err := db.BeginJournal(ctx)
			if pages < 600 {
				t.Errorf("the journal has %d pages, want the 600 that are read", pages)
			}
			return err
		})
	}))
	if pages, err := db.BeginJournal(ctx); err != nil || pages > 0 {
		t.Errorf("with nobody reading it has %d pages, %v", pages, err)
	}
}

// The journal does not grow for ever, also where somebody is always reading, and where who is
// to make the checkpoints makes none.
func TestTheJournalBeginsAnew(t *testing.T) {
	for _, mirrored := range []bool{false, true} {
		t.Run(fmt.Sprint("mirrored ", mirrored), func(t *testing.T) { beginsAnew(t, mirrored) })
	}
}

func beginsAnew(t *testing.T, mirrored bool) {
	const pages, page = 1_000, 4 << 10
	db, path, write := written(t, sqldb.Journal(pages), sqldb.Mirrored(mirrored))
	ctx, stop := context.WithCancel(context.Background())
	var readers sync.WaitGroup
	defer func() { stop(); readers.Wait() }()
	for range 3 {
		readers.Go(func() {
			for ctx.Err() == nil {
				_ = db.Read(ctx, func(tx *sqldb.Tx) error { // broken off at the end
					_, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM sqlite_master")
					time.Sleep(5 * time.Millisecond) // so that one of them is always reading
					return err
				})
			}
		})
	}
	// On a busy machine somebody is in the way now and then, and it is let grow until nobody is.
	const most = 6 * pages * page
	journal := int64(0)
	for sum := int64(0); sum <= 2*journal; sum += 400_000 {
		write(ctx)
		if journal = size(t, path+"-wal"); journal > most {
			t.Fatalf("the journal has %d KB, want at most %d", journal>>10, most>>10)
		}
	}
}
