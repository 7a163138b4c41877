package sheet

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// While a sheet was checked, somebody else recorded: the sheet meets the book as it
// is when it is stored.
func TestASheetMeetsTheBookAsItIs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		book := ledger.New(db, clock)
		place := ledger.Place{LeaseID: areas["North"], Lot: ledger.Lot{Nickname: "a"}}
		record(t, db, farmID, ledger.Activity{Kind: ledger.Plant, Day: day("2026-01-01"), Place: place, Count: 100})
		s, err := Read(system, csvRows(strings.NewReader("date,activity,growing area,fill profile,count\n2026-02-01,loss,North,a,60\n")), Options{})
		must(t, err)
		checked, err := s.Check(system, book, farmID)
		must(t, err)
		record(t, db, farmID, ledger.Activity{Kind: ledger.Loss, Day: day("2026-01-15"), Place: place, Count: 70})
		if _, err := s.Enter(system, book, checked, ledger.Staging{}, func(float64) {}, nothingMore); BadRows(err) == nil || !strings.Contains(err.Error(), "where 30 are") {
			t.Errorf("%v", err)
		}
		record(t, db, farmID, ledger.Activity{Kind: ledger.Plant, Day: day("2026-01-20"), Place: place, Count: 30})
		stored, err := s.Enter(system, book, checked, ledger.Staging{}, func(float64) {}, nothingMore)
		must(t, err)
		if r := stored.Result(); stored == checked || r.Recorded != 1 || onHand(t, db, farmID) != 0 {
			t.Errorf("%+v, %d on hand", r, onHand(t, db, farmID))
		}
	})
}
