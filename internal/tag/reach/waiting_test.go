package reach_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// While a large recall is followed, those who wait for what it reaches keep no connection: however many
// they are, everybody else goes on reading.
func TestWhoWaitsForARecallKeepsNobodyFromReading(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.Recall("State of Maine", w.Make(1, north, tag.Fields{}))
		ctx, cancel := context.WithTimeout(nobody, 30*time.Second)
		defer cancel()
		done, err := w.Reaches.BeginFollowing()
		must(t, err)
		const many = 40 // more than there are connections
		var all sync.WaitGroup
		var answered atomic.Int64
		waiting := make(chan struct{}, 2*many)
		read := func(ctx context.Context) error {
			n := 0
			err := db.Read(ctx, func(tx *sqldb.Tx) error {
				waiting <- struct{}{}
				found, err := w.Reaches.OpenRecalls(ctx, tx, []string{north})
				n = len(found[north])
				return err
			})
			answered.Add(int64(n))
			return err
		}
		for range many {
			all.Go(func() {
				if err := read(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		for range many {
			select {
			case <-waiting:
			case <-ctx.Done():
				t.Fatal("those who wait keep others from reading")
			}
		}
		must(t, db.Read(ctx, func(tx *sqldb.Tx) error {
			_, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM farms")
			return err
		}))
		if n := answered.Load(); n != 0 {
			t.Errorf("%d were answered before it was known", n)
		}
		done()
		all.Wait()
		if n := answered.Load(); n != many {
			t.Errorf("%d were told of the recall, want %d", n, many)
		}
	})
}
