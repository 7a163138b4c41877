package sqldb_test

import (
	"context"
	"runtime"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// However many do large work, a single piece stands in line among those who write.
func TestOnePieceStandsInLine(t *testing.T) {
	db := dbtest.SQLite(t)
	ctx := context.Background()
	const large = 5
	var all sync.WaitGroup
	var once sync.Once
	held, goOn, asked := make(chan struct{}), make(chan struct{}), make(chan struct{}, large)
	for range large {
		all.Go(func() {
			asked <- struct{}{}
			must(t, sqldb.EachPieceTo(ctx, db, "", []int{1}, func(*sqldb.Tx, []int) (int, error) {
				once.Do(func() { close(held); <-goOn })
				return 1, nil
			}))
		})
	}
	<-held
	for range large {
		<-asked
	}
	for db.WaitingPieces() < large-1 {
		if n := db.Waiting(); n > 0 {
			break
		}
		runtime.Gosched()
	}
	if n := db.Waiting(); n > 0 {
		t.Errorf("%d pieces stand in line behind one that is written", n)
	}
	close(goOn)
	all.Wait()
}

// A checkpoint is made between pieces: the commit of one beside it would wait for the disk as long as it does.
func TestACheckpointWaitsForAPiece(t *testing.T) {
	db := dbtest.SQLite(t)
	ctx := context.Background()
	made := make(chan error, 1)
	must(t, sqldb.EachPieceTo(ctx, db, "", []int{1}, func(*sqldb.Tx, []int) (int, error) {
		go func() { made <- db.Checkpoint(ctx) }()
		for db.WaitingPieces() == 0 {
			select {
			case err := <-made:
				t.Error("a checkpoint was made beside a piece")
				made <- err
				return 1, nil
			default:
				runtime.Gosched()
			}
		}
		return 1, nil
	}))
	must(t, <-made)
}
