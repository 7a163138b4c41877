package sheet

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

// An area that ends after a sheet was checked is seen when it is recorded.
func TestAnAreaThatEndsWhileASheetIsChecked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		book := ledger.New(db, clock)
		read, err := Read(system, csvRows(strings.NewReader("date,activity,growing area,count\n2026-05-01,plant,North,5\n")), Options{})
		must(t, err)
		checked, err := read.Check(system, book, farmID)
		must(t, err)
		booktest.EndArea(t, db, ledger.Keeper(), farmID, areas["North"], "2026-04-10")
		if _, err := read.Enter(system, book, checked, ledger.Staging{}, func(float64) {}, nothingMore); BadRows(err) == nil {
			t.Errorf("recorded into an area that has ended: %v", err)
		}
		if n := onHand(t, db, farmID); n != 0 {
			t.Errorf("%d animals on hand", n)
		}
	})
}
