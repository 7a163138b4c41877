package report

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

// planted is how many animals a service says the farm ever planted.
func planted(s *Service, farmID string) (int64, error) {
	report, err := s.Report(system, farmID, Query{DateRange: "Last 365 days", Frequency: Yearly})
	if err != nil {
		return 0, err
	}
	return report.Data[len(report.Data)-1].Planted, nil
}

// plantOne plants one more animal, on a day that goes back and forth.
func plantOne(db *sqldb.DB, farmID string, at ledger.Place, turn int) error {
	_, err := ledger.New(db, clock).Record(system, farmID, []ledger.Activity{
		{Kind: ledger.Plant, Day: historyStart + ledger.Day(turn*7%30), Place: at, Count: 1}})
	return err
}

// What was recorded through one process is in every report that is asked for
// afterwards, through whichever process.
func TestTwoProcessesReadWhatEitherWrote(t *testing.T) {
	url := dbtest.PostgresURL(t)
	var dbs [2]*sqldb.DB
	var services [2]*Service
	for i := range dbs {
		db, err := sqldb.Open(context.Background(), url)
		must(t, err)
		t.Cleanup(func() { must(t, db.Close()) })
		dbs[i], services[i] = db, smallService(db)
	}
	farmID, places := historyPlaces(t, dbs[0])
	for turn := range 40 {
		must(t, plantOne(dbs[turn%2], farmID, places[turn%len(places)], turn))
		for i, s := range services {
			if n, err := planted(s, farmID); err != nil || n != int64(turn+1) {
				t.Fatalf("process %d after write %d through process %d: %d %v", i, turn+1, turn%2, n, err)
			}
		}
		if turn == 20 {
			must(t, services[0].storeSegments(system))
		}
	}
	clean(t, dbs[0], farmID)
	for i, s := range services {
		if n, err := planted(s, farmID); err != nil || n != 0 {
			t.Errorf("process %d after the ledger was emptied: %d %v", i, n, err)
		}
	}
	must(t, plantOne(dbs[1], farmID, places[0], 1))
	for i, s := range services {
		if n, err := planted(s, farmID); err != nil || n != 1 {
			t.Errorf("process %d after a new beginning: %d %v", i, n, err)
		}
	}
}

// Writers and readers at once: each finds in a report at least what it and,
// before its question, others have recorded, and never more than there is.
func TestConcurrentWritersAndReaders(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, places := historyPlaces(t, db)
		s := smallService(db)
		const writers, each = 4, 12
		var mu sync.Mutex
		var written int64
		var running sync.WaitGroup
		check := func() error {
			mu.Lock()
			least := written
			mu.Unlock()
			if n, err := planted(s, farmID); err != nil || n < least || n > writers*each {
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
		if n, err := planted(s, farmID); err != nil || n != writers*each {
			t.Errorf("in the end %d: %v", n, err)
		}
		compare(t, s, farmID, Query{DateRange: "Last 365 days", Segment: byArea})
	})
}

// While one fetches what a farm lacks, who needs nothing of it waits for
// nobody; who does may give up waiting.
func TestHitsDoNotWait(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, places := historyPlaces(t, db)
	other, _ := historyPlaces(t, db)
	s := New(db, clock)
	must(t, plantOne(db, farmID, places[0], 1))
	if _, err := planted(s, farmID); err != nil {
		t.Fatal(err)
	}
	s.cache.farm(farmID).turn <- struct{}{} // a long load begins
	for _, id := range []string{farmID, other} {
		if _, err := planted(s, id); err != nil {
			t.Errorf("a hit beside a load: %v", err)
		}
	}
	must(t, plantOne(db, farmID, places[0], 2))
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.cache.at(gone, farmID, ledgerState{seq: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("gave up waiting: %v", err)
	}
	<-s.cache.farm(farmID).turn
	if n, err := planted(s, farmID); err != nil || n != 2 {
		t.Errorf("after the load: %d %v", n, err)
	}
}

// Many who ask at once for a farm that is not there share one load.
func TestLoadIsShared(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := notebookFarm(t, db)
	s := New(db, clock)
	farm := s.cache.farm(farmID)
	farm.turn <- struct{}{} // all come before the load begins
	const askers = 20
	found := make(chan *columns, askers)
	var asking sync.WaitGroup
	for range askers {
		asking.Add(1)
		go func() {
			asking.Done()
			now, err := s.cache.at(system, farmID, ledgerState{seq: 1})
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

// A load that fails leaves nothing half done behind.
func TestFailedLoadBeginsAnew(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, places := historyPlaces(t, db)
	s := smallService(db)
	record(t, db, farmID, plantings(places))
	if _, err := planted(s, farmID); err != nil {
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
	if _, err := planted(s, farmID); err == nil {
		t.Error("a report without the entries")
	}
	rename("lost_entries", "entries")
	if n, err := planted(s, farmID); err != nil || n != 1201 {
		t.Errorf("after the failure: %d %v", n, err)
	}
}

// The cache stays within its bound: who was not asked for the longest time
// goes, and a farm that is larger than the bound is answered by SQL.
func TestCacheIsBounded(t *testing.T) {
	db := dbtest.SQLite(t)
	s := New(db, clock)
	var farms []string
	for range 4 {
		farmID, places := historyPlaces(t, db)
		record(t, db, farmID, plantings(places))
		farms = append(farms, farmID)
	}
	look := func(farmID string) {
		t.Helper()
		if n, err := planted(s, farmID); err != nil || n != 1200 {
			t.Fatalf("%d %v", n, err)
		}
	}
	look(farms[0])
	s.cache.limit = 3*s.cache.bytes + s.cache.bytes/2
	for _, farmID := range []string{farms[1], farms[2], farms[0], farms[3], farms[0]} {
		look(farmID)
	}
	for i, want := range []bool{true, false, true, true} {
		if _, there := s.cache.farms[farms[i]]; there != want {
			t.Errorf("farm %d in the cache: %v", i, there)
		}
	}
	if s.cache.bytes > s.cache.limit || s.cache.bytes <= 0 || s.cache.recent.Len() != 3 {
		t.Errorf("%d of %d bytes for %d farms", s.cache.bytes, s.cache.limit, s.cache.recent.Len())
	}
	look(farms[1])
	s = New(db, clock)
	s.cache.limit = 12*bytesPerEntry - 1
	look(farms[0])
	if len(s.cache.farms) != 0 {
		t.Error("a farm larger than the bound was loaded")
	}
}
