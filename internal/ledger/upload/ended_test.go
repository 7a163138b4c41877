package upload

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// A sheet is refused by its line, and one that leaves bad rows out goes on
// without them.
func TestImportIntoAnEndedArea(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		booktest.EndArea(t, db, ledger.Keeper(), farmID, areas["North"], "2026-04-10")
		const text = "date,activity,growing area,fill profile,count\n2026-05-01,plant,South,bag 1,5\n2026-05-01,plant,north,bag 2,6\n2026-04-01,plant,North,bag 3,7\n"
		_, err := sheet.Import(system, ledger.New(db, clock), farmID, "sheet.csv", strings.NewReader(text), sheet.Options{})
		if bad := sheet.BadRows(err); bad == nil || len(bad.Rows) != 1 || bad.Rows[0] != (sheet.RowError{Line: 3, Column: "growing area", Reason: "North ended on 2026-04-10; reopen it to put animals there"}) {
			t.Errorf("all or nothing: %v", err)
		}
		u := newUploads(t, db)
		one := uploadNow(t, u, farmID, NewUpload{Content: []byte(text), SkipBad: true})
		if one.State != uploadDone || one.Recorded != 1 || one.Refused != 2 || len(one.Errors) != 2 ||
			!strings.Contains(one.Errors[1].Reason, "it would leave 7 animals in North") {
			t.Errorf("skipping bad rows: %+v", one)
		}
		if n := onHand(t, db, farmID); n != 5 {
			t.Errorf("%d animals on hand", n)
		}
	})
}
