package column

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// wholeYear is everything that a test records, in one row.
var wholeYear = Ask{Rows: every(365, historyStart-100, historyStart+264), Split: splits()[0]}

// planted is how many animals a cache says the farm ever planted.
func planted(c *Cache, farmID string) (int64, error) {
	sums, err := sumsOf(c, farmID, wholeYear)
	if err != nil {
		return 0, err
	}
	return sums.Rows[0][0].Planted, nil
}

// plantOne plants one more animal, on a day that goes back and forth.
func plantOne(db *sqldb.DB, farmID string, at ledger.Place, turn int) error {
	_, err := ledger.New(db, clock).Record(system, farmID, []ledger.Activity{
		{Kind: ledger.Plant, Day: historyStart + ledger.Day(turn*7%30), Place: at, Count: 1}})
	return err
}

// What was recorded through one process is in every report that is asked for
// afterwards, in any process.
func TestTwoProcessesReadWhatEitherWrote(t *testing.T) {
	url := dbtest.PostgresURL(t)
	var dbs [2]*sqldb.DB
	var caches [2]*Cache
	for i := range dbs {
		db, err := sqldb.Open(context.Background(), url)
		must(t, err)
		t.Cleanup(func() { must(t, db.Close()) })
		dbs[i], caches[i] = db, smallCache(db)
	}
	farmID, places := historyPlaces(t, dbs[0])
	for turn := range 40 {
		must(t, plantOne(dbs[turn%2], farmID, places[turn%len(places)], turn))
		for i, c := range caches {
			if n, err := planted(c, farmID); err != nil || n != int64(turn+1) {
				t.Fatalf("process %d after write %d through process %d: %d %v", i, turn+1, turn%2, n, err)
			}
		}
		if turn == 20 {
			must(t, caches[0].storeSegments(system))
		}
	}
	clean(t, dbs[0], farmID)
	for i, c := range caches {
		if n, err := planted(c, farmID); err != nil || n != 0 {
			t.Errorf("process %d after the ledger was emptied: %d %v", i, n, err)
		}
	}
	must(t, plantOne(dbs[1], farmID, places[0], 1))
	for i, c := range caches {
		if n, err := planted(c, farmID); err != nil || n != 1 {
			t.Errorf("process %d after a new beginning: %d %v", i, n, err)
		}
	}
}

// Writers and readers at once: each finds in a report at least what it and,
// before its question, others have recorded, and never more than there is.
func TestConcurrentWritersAndReaders(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, places := historyPlaces(t, db)
		c := smallCache(db)
		const writers, each = 4, 12
		var mu sync.Mutex
		var written int64
		var running sync.WaitGroup
		check := func() error {
			mu.Lock()
			least := written
			mu.Unlock()
			if n, err := planted(c, farmID); err != nil || n < least || n > writers*each {
				return fmt.Errorf("%d of at least %d: %w", n, least, err)
			}
			return nil
		}
		errs := make(chan error, 3*writers*each)
		for w := range writers {
			running.Add(2)
			go func() {
				defer running.Done()
				for turn := range each {
					err := plantOne(db, farmID, places[(w*5+turn)%len(places)], turn)
					mu.Lock()
					written++
					mu.Unlock()
					errs <- errors.Join(err, check())
				}
			}()
			go func() {
				defer running.Done()
				for range 2 * each {
					errs <- check()
				}
			}()
		}
		running.Wait()
		close(errs)
		for err := range errs {
			must(t, err)
		}
		if n, err := planted(c, farmID); err != nil || n != writers*each {
			t.Errorf("in the end %d: %v", n, err)
		}
		compare(t, c, farmID, Ask{Rows: wholeYear.Rows, Split: splits()[1]})
	})
}

// While one fetches what a farm lacks, who needs nothing of it waits for
// nobody; who does may give up waiting.
func TestHitsDoNotWait(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, places := historyPlaces(t, db)
	other, _ := historyPlaces(t, db)
	c := New(db)
	must(t, plantOne(db, farmID, places[0], 1))
	if _, err := planted(c, farmID); err != nil {
		t.Fatal(err)
	}
	c.farm(farmID).turn <- struct{}{} // a long load begins
	for _, id := range []string{farmID, other} {
		if _, err := planted(c, id); err != nil {
			t.Errorf("a hit beside a load: %v", err)
		}
	}
	must(t, plantOne(db, farmID, places[0], 2))
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.At(gone, farmID, State{seq: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("gave up waiting: %v", err)
	}
	<-c.farm(farmID).turn
	if n, err := planted(c, farmID); err != nil || n != 2 {
		t.Errorf("after the load: %d %v", n, err)
	}
}

// Many who ask at once for a farm that is not there share one load.
func TestLoadIsShared(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := notebookFarm(t, db)
	c := New(db)
	farm := c.farm(farmID)
	farm.turn <- struct{}{} // all come before the load begins
	const askers = 20
	found := make(chan *Columns, askers)
	var asking sync.WaitGroup
	for range askers {
		asking.Add(1)
		go func() {
			asking.Done()
			now, err := c.At(system, farmID, State{seq: 1})
			if err != nil {
				t.Error(err)
			}
			found <- now
		}()
	}
	asking.Wait()
	<-farm.turn
	first := <-found
	for range askers - 1 {
		if now := <-found; now != first {
			t.Error("the farm was loaded more than once")
		}
	}
}

// A farm whose load took so long that all others were asked for since drops them, and
// is kept.
func TestLongLoadMakesRoom(t *testing.T) {
	c := New(nil)
	c.Limit(50)
	slow := c.farm("slow")
	for n := range 5 {
		c.account(&c.farm(fmt.Sprint(n)).held, 10)
	}
	c.account(&slow.held, 30)
	if farms, bytes := c.Held(); farms != 3 || bytes != 50 || c.farm("slow") != slow {
		t.Errorf("%d farms with %d bytes are kept", farms, bytes)
	}
}

// Farms come, grow and go while others are asked for.
func TestFarmsComeAndGoAtOnce(t *testing.T) {
	c := New(nil)
	c.Limit(50)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for n := range 200 {
				c.account(&c.farm(fmt.Sprint(n)).held, 10)
				if _, bytes := c.Held(); bytes > 50 {
					t.Errorf("%d bytes are kept", bytes)
				}
			}
		})
	}
	all.Wait()
}

// A load that fails leaves nothing half done behind.
func TestFailedLoadBeginsAnew(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, places := historyPlaces(t, db)
	c := smallCache(db)
	recordAtOnce(t, db, farmID, plantings(places))
	if _, err := planted(c, farmID); err != nil {
		t.Fatal(err)
	}
	must(t, plantOne(db, farmID, places[0], 1))
	rename := func(from, to string) {
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "ALTER TABLE "+from+" RENAME TO "+to)
			return err
		}))
	}
	rename("entries", "lost_entries")
	if _, err := planted(c, farmID); err == nil {
		t.Error("a report without the entries")
	}
	rename("lost_entries", "entries")
	if n, err := planted(c, farmID); err != nil || n != 1201 {
		t.Errorf("after the failure: %d %v", n, err)
	}
}

// The cache stays within its bound: who was not asked for the longest time
// goes, and a farm that is larger than the bound is answered by SQL.
func TestCacheIsBounded(t *testing.T) {
	db := dbtest.SQLite(t)
	c := New(db)
	var farms []string
	for range 4 {
		farmID, places := historyPlaces(t, db)
		recordAtOnce(t, db, farmID, plantings(places))
		farms = append(farms, farmID)
	}
	look := func(farmID string) {
		t.Helper()
		if n, err := planted(c, farmID); err != nil || n != 1200 {
			t.Fatalf("%d %v", n, err)
		}
	}
	look(farms[0])
	c.limit = 3*c.bytes + c.bytes/2
	for _, farmID := range []string{farms[1], farms[2], farms[0], farms[3], farms[0]} {
		look(farmID)
	}
	for i, want := range []bool{true, false, true, true} {
		if _, there := c.farms[farms[i]]; there != want {
			t.Errorf("farm %d in the cache: %v", i, there)
		}
	}
	if c.bytes > c.limit || c.bytes <= 0 || c.recent.Len() != 3 {
		t.Errorf("%d of %d bytes for %d farms", c.bytes, c.limit, c.recent.Len())
	}
	look(farms[1])
	c = New(db)
	c.limit = 12*bytesPerEntry - 1
	if c.Fits(State{seq: 12}) || !c.Fits(State{seq: 11}) {
		t.Error("a farm larger than the bound would be loaded")
	}
}
