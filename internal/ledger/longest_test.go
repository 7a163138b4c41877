package ledger

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// UPL-2, AFARM-6: however long a sheet, and however much a clean removes, no
// transaction writes more rows than SQLite does in a moment. The last one of an
// upload grows with the lots that it names, here one.
func TestNoWriteIsLong(t *testing.T) {
	const rows, most = 12_000, 10_100
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	longest := sqldb.WriteTimes{}
	db.ObserveWrites(func(w sqldb.WriteTimes) {
		if w.Rows > longest.Rows {
			longest = w
		}
	})
	_, err := enter(New(db, clock), farmID, plantings("North", rows))
	if must(t, err); longest.Rows == 0 || longest.Rows > most {
		t.Errorf("the upload: %+v", longest)
	}
	longest = sqldb.WriteTimes{}
	must(t, db.Write(system, func(tx *sqldb.Tx) error { return Keeper().Hide(system, tx, farmID) }))
	must(t, db.InPieces(system, func(tx *sqldb.Tx, rows int) (bool, error) {
		removed, err := Keeper().Clean(system, tx, farmID, rows)
		return removed > 0, err
	}))
	if longest.Rows == 0 || longest.Rows > most || leftStaged(t, db, farmID) != 0 {
		t.Errorf("the clean: %+v, %d rows are left", longest, leftStaged(t, db, farmID))
	}
}
