package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

type writer func(ctx context.Context, stop context.CancelFunc, tx *sqldb.Tx) error

// holding has the turn until it is released.
func holding(t *testing.T, db *sqldb.DB) (release func(), wg *sync.WaitGroup) {
	t.Helper()
	held, end := make(chan struct{}), make(chan struct{})
	said := sync.OnceFunc(func() { close(held) }) // it may have to write once more
	wg = &sync.WaitGroup{}
	wg.Go(func() {
		must(t, db.Write(context.Background(), func(*sqldb.Tx) error { said(); <-end; return nil }))
	})
	<-held
	return func() { close(end) }, wg
}

// inLine lets writers stand in line behind one that has the turn, so that they share its
// transaction, and gives what each was told.
func inLine(t *testing.T, db *sqldb.DB, writers ...writer) []error {
	t.Helper()
	release, wg := holding(t, db)
	told := make([]error, len(writers))
	for i, write := range writers {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		wg.Go(func() {
			defer func() {
				if odd := recover(); odd != nil {
					told[i] = fmt.Errorf("panic: %v", odd)
				}
			}()
			told[i] = db.Write(ctx, func(tx *sqldb.Tx) error { return write(ctx, stop, tx) })
		})
		for db.Waiting() <= i {
			runtime.Gosched()
		}
	}
	release()
	wg.Wait()
	return told
}

func storing(id string) writer {
	return func(ctx context.Context, _ context.CancelFunc, tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, insertFarm, id, id)
		return err
	}
}

func then(write writer, do func(ctx context.Context, stop context.CancelFunc, tx *sqldb.Tx) error) writer {
	return func(ctx context.Context, stop context.CancelFunc, tx *sqldb.Tx) error {
		return errors.Join(write(ctx, stop, tx), do(ctx, stop, tx))
	}
}

func farmsOf(t *testing.T, db *sqldb.DB) (ids []string) {
	t.Helper()
	ctx := context.Background()
	must(t, db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		ids, err = sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT id FROM farms ORDER BY id")
		return err
	}))
	return ids
}

// Each of those who share a commit has what it would have alone: who fails, gives up, panics,
// or ends the transaction under the others undoes nothing but its own.
func TestWritersShareACommit(t *testing.T) {
	statement := func(text string) func(context.Context, context.CancelFunc, *sqldb.Tx) error {
		return func(ctx context.Context, _ context.CancelFunc, tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, text)
			return err
		}
	}
	for told, odd := range map[string]writer{
		"mine":             then(storing("odd"), func(context.Context, context.CancelFunc, *sqldb.Tx) error { return errors.New("mine") }),
		"already stored":   then(storing("odd"), storing("odd")),
		"context canceled": then(storing("odd"), func(_ context.Context, stop context.CancelFunc, _ *sqldb.Tx) error { stop(); return nil }),
		"panic: mine":      then(storing("odd"), func(context.Context, context.CancelFunc, *sqldb.Tx) error { panic("mine") }),
		"committing":       then(storing("odd"), statement("ROLLBACK")),
		// what is found wrong at the commit
		"breaks a rule": then(then(storing("odd"), statement("PRAGMA defer_foreign_keys = ON")),
			statement("INSERT INTO activities (farm_id, seq, kind, day, at, user_id, idem_key, digest, note) VALUES ('none', 1, 'plant', 1, 1, '', 'k', 'd', '')")),
	} {
		for at := range 3 {
			t.Run(fmt.Sprint(told, " ", at), func(t *testing.T) {
				db := dbtest.SQLite(t)
				before := 0 // how many of the others the last one found
				counting := func(ctx context.Context, _ context.CancelFunc, tx *sqldb.Tx) (err error) {
					before, err = sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM farms WHERE id = 'a'")
					return err
				}
				got := inLine(t, db, slices.Insert([]writer{storing("a"), then(storing("b"), counting)}, at, odd)...)
				for i, err := range got {
					if i == at && (err == nil || !strings.Contains(err.Error(), told)) || i != at && err != nil {
						t.Errorf("writer %d was told: %v", i, err)
					}
				}
				inOrder := told != "committing" && told != "breaks a rule" // otherwise those who write once more come last
				if stored := farmsOf(t, db); !slices.Equal(stored, []string{"a", "b"}) || inOrder && before != 1 {
					t.Errorf("stored %v, and the last one found %d of the first", stored, before)
				}
				must(t, db.Write(context.Background(), func(tx *sqldb.Tx) error { return storing("c")(context.Background(), nil, tx) }))
			})
		}
	}
}

// Those who wait are kept by one commit: readers see nothing of the first before the last has written.
func TestWhatIsSharedIsSeenAtOnce(t *testing.T) {
	db := dbtest.SQLite(t)
	var seen []string
	looking := func(context.Context, context.CancelFunc, *sqldb.Tx) error { seen = farmsOf(t, db); return nil }
	for i, err := range inLine(t, db, storing("a"), then(storing("b"), looking)) {
		if err != nil {
			t.Errorf("writer %d: %v", i, err)
		}
	}
	if stored := farmsOf(t, db); len(seen) > 0 || len(stored) != 2 {
		t.Errorf("seen before the commit %v, stored %v", seen, stored)
	}
}

// Pieces of large work keep to themselves: nobody's write waits for one after it is done.
func TestPiecesShareNothing(t *testing.T) {
	db := dbtest.SQLite(t)
	ctx := context.Background()
	release, wg := holding(t, db)
	var seen, after []string
	for i, write := range []func() error{
		func() error { return db.Write(ctx, func(tx *sqldb.Tx) error { return storing("a")(ctx, nil, tx) }) },
		func() error {
			return db.InPieces(ctx, func(tx *sqldb.Tx, _ int) (bool, error) {
				seen = farmsOf(t, db)
				return false, storing("piece")(ctx, nil, tx)
			})
		},
		func() error { return db.Write(ctx, func(*sqldb.Tx) error { after = farmsOf(t, db); return nil }) },
	} {
		wg.Go(func() { must(t, write()) })
		for db.Waiting() <= i {
			runtime.Gosched()
		}
	}
	release()
	wg.Wait()
	if !slices.Equal(seen, []string{"a"}) || !slices.Equal(after, []string{"a", "piece"}) {
		t.Errorf("before the piece was stored: %v, after: %v", seen, after)
	}
}

// Who keeps what it reads is not shown what others have written who share its commit: it writes once more, alone.
func TestWhatIsNotSettledIsSeenAlone(t *testing.T) {
	db := dbtest.SQLite(t)
	seen := []bool{}
	keeping := func(tables ...string) writer {
		return func(_ context.Context, _ context.CancelFunc, tx *sqldb.Tx) error {
			err := tx.Settled(tables...)
			seen = append(seen, err == nil)
			return err
		}
	}
	for i, err := range inLine(t, db, storing("a"), keeping("users"), keeping("tags", "farms"), storing("b")) {
		if err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	if !slices.Equal(seen, []bool{true, false, true}) {
		t.Errorf("settled: %v", seen)
	}
}

// A piece ends when it has taken its time, whatever is left, and the next goes on from there; what is no piece never does.
func TestAPieceEndsInTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		var done []int
		pieces := 0
		must(t, sqldb.EachPieceTo(ctx, db, "", []int{1, 2, 3}, func(tx *sqldb.Tx, some []int) (int, error) {
			pieces++
			done = append(done, some[0])
			for !tx.Spent() {
				runtime.Gosched()
			}
			return 1, nil
		}))
		if pieces != 3 || !slices.Equal(done, []int{1, 2, 3}) {
			t.Errorf("%d pieces did %v", pieces, done)
		}
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
			if tx.Spent() {
				t.Error("a write has taken the time of a piece")
			}
			return nil
		}))
	})
}
