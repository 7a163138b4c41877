package ledger

import (
	"fmt"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// A process that remembers a farm's lots records as one that does not: on the same lots, on
// one that was made by another process, and in the book after a clean on new ones.
func TestLotsAreRemembered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		s := New(db, clock)
		planted := 0
		plant := func(by *Service, profiles ...string) {
			t.Helper()
			for _, profile := range profiles {
				planted++
				_, err := by.Record(system, farmID, []Activity{{Kind: Plant, Day: day("2026-03-01"), Place: Place{areas["North"], bag(profile)}, Count: 10}})
				must(t, err)
			}
		}
		lots := func() (n int) {
			must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
				n, err = sqldb.One(system, tx, sqldb.Scalar[int], "SELECT count(*) FROM lots WHERE farm_id = $1", farmID)
				return err
			}))
			return n
		}
		plant(s, "1", "1", "2", "1")
		plant(New(db, clock), "3")
		plant(s, "3", "2")
		if len(s.met.farms[farmID].ids) != 3 || lots() != 3 || onHand(t, db, farmID) != int64(10*planted) {
			t.Errorf("remembered %v, stored %d lots with %d animals", s.met.farms[farmID].ids, lots(), onHand(t, db, farmID))
		}
		must(t, db.Write(system, func(tx *sqldb.Tx) error { return hide(system, tx, farmID) }))
		must(t, db.InPieces(system, func(tx *sqldb.Tx, rows int) (bool, error) {
			removed, err := clean(system, tx, farmID, rows)
			return removed > 0, err
		}))
		planted = 0
		plant(s, "1", "1")
		if lots() != 1 || onHand(t, db, farmID) != 20 {
			t.Errorf("after the clean: %d lots with %d animals", lots(), onHand(t, db, farmID))
		}
	})
}

// A lot of a recording that was not kept is not remembered.
func TestALotThatWasNotKeptIsForgotten(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, areas := newFarm(t, db)
	s := New(db, clock)
	at := Place{areas["North"], bag("1")}
	for range 2 {
		if _, err := s.Record(system, farmID, []Activity{{Kind: Plant, Day: day("2026-03-01"), Place: at, Count: 10}, {Kind: Loss, Day: day("2026-03-02"), Place: at, Count: 11}}); err == nil {
			t.Fatal("more were lost than there are")
		}
	}
	if len(s.met.farms) != 0 {
		t.Errorf("remembered %v", s.met.farms)
	}
	record(t, db, farmID, Activity{Kind: Plant, Day: day("2026-03-01"), Place: at, Count: 10})
}

// What is remembered is bounded, whatever farms are recorded on.
func TestMemoryOfLotsIsBounded(t *testing.T) {
	m := newLotMemory(10)
	for i := range 40 {
		of := &lotIndex{groups: map[Group]string{spring: "g"}, ids: map[Lot]string{}, byID: map[string]Lot{}, isNew: map[string]bool{}}
		for n := range 3 {
			of.ids[bag(fmt.Sprint(n, " ", i/2))] = fmt.Sprint("l", n)
		}
		m.remember(fmt.Sprint("farm ", i%20), int64(i/20), of)
		kept := 0
		for _, farm := range m.farms {
			kept += len(farm.ids)
		}
		if kept > 10 || kept != m.lots || kept < 3 {
			t.Fatalf("after %d: %d are kept, %d counted", i, kept, m.lots)
		}
	}
}

// Those who record at once, on the same farm or on others, share what is remembered.
func TestLotsAreRememberedAtOnce(t *testing.T) {
	m := newLotMemory(50)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for n := range 100 {
				l, farmID := Lot{Group: Group{SeedSource: fmt.Sprint(n)}}, fmt.Sprint(n%3)
				m.remember(farmID, 1, &lotIndex{groups: map[Group]string{l.Group: "g"}, ids: map[Lot]string{l: "l"}})
				m.find(farmID, 1, l, &lotIndex{groups: map[Group]string{}, ids: map[Lot]string{}, byID: map[string]Lot{}})
			}
		})
	}
	all.Wait()
	if m.lots > 50 {
		t.Errorf("%d lots are remembered", m.lots)
	}
}
