package ledger

import (
	"errors"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// endArea ends a growing area as the farm's people do.
func endArea(t *testing.T, db *sqldb.DB, farmID, leaseID, date string) {
	t.Helper()
	farms := farm.New(db, clock)
	farms.Keep(newUploads(t, db).Keeper())
	_, err := farms.EndLease(system, farmID, leaseID, 0, date)
	must(t, err)
}

// Nothing can be put into a growing area that has ended; what was there before
// can still be corrected, as long as nothing is left there.
func TestRecordingIntoAnEndedArea(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		north, south := Place{areas["North"], bag("1")}, Place{areas["South"], bag("1")}
		result := record(t, db, farmID,
			Activity{Kind: Plant, Day: day("2026-03-01"), Place: north, Count: 100},
			Activity{Kind: Plant, Day: day("2026-03-01"), Place: south, Count: 100},
			Activity{Kind: Harvest, Day: day("2026-04-01"), Place: north, Count: 100},
		)
		endArea(t, db, farmID, areas["North"], "2026-04-10")
		before := contents(t, db, farmID)
		for _, tt := range []struct {
			says  string
			field string
			try   []Activity
		}{
			{"North ended on 2026-04-10; reopen it to put animals there", fieldArea,
				[]Activity{{Kind: Plant, Day: day("2026-04-11"), Place: north, Count: 5}}},
			{"North ended on 2026-04-10; reopen it to put animals there", fieldTo,
				[]Activity{{Kind: Move, Day: day("2026-05-01"), Place: south, Count: 5, To: []Part{{north, 5, 0}}}}},
			{"it would leave 5 animals in North, which ended on 2026-04-10; reopen it first", fieldArea,
				[]Activity{{Kind: Plant, Day: day("2026-03-05"), Place: north, Count: 5}}},
			{"it would leave 7 animals in North, which ended on 2026-04-10; reopen it first", fieldArea,
				[]Activity{{Kind: Adjust, Day: day("2026-04-12"), Place: north, Count: 7}}},
			{"it would leave 100 animals in North, which ended on 2026-04-10; reopen it first", fieldArea,
				[]Activity{{Reverses: result.Numbers[2]}}},
		} {
			_, err := New(db, clock).Record(system, farmID, tt.try)
			var refused *Refused
			if !fault.Is(err, fault.Invalid) || !errors.As(err, &refused) || refused.First[0] != (Refusal{Activity: 0, Field: tt.field, Reason: tt.says}) {
				t.Errorf("%s: %v", tt.says, err)
			}
		}
		if after := contents(t, db, farmID); after != before {
			t.Errorf("the book has %v, before %v", after, before)
		}
		// Dated back and gone again before it ended; and what leaves nothing there.
		record(t, db, farmID,
			Activity{Kind: Plant, Day: day("2026-03-05"), Place: north, Count: 5},
			Activity{Kind: Loss, Day: day("2026-03-06"), Place: north, Count: 5})
	})
}

// A sheet is refused by its line, and one that leaves bad rows out goes on
// without them.
func TestImportIntoAnEndedArea(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		endArea(t, db, farmID, areas["North"], "2026-04-10")
		const sheet = "date,activity,growing area,fill profile,count\n2026-05-01,plant,South,bag 1,5\n2026-05-01,plant,north,bag 2,6\n2026-04-01,plant,North,bag 3,7\n"
		_, err := importText(db, farmID, sheet, Options{})
		if bad := BadRows(err); bad == nil || len(bad.Rows) != 1 || bad.Rows[0] != (RowError{3, "growing area", "North ended on 2026-04-10; reopen it to put animals there"}) {
			t.Errorf("all or nothing: %v", err)
		}
		u := newUploads(t, db)
		one := uploadNow(t, u, farmID, NewUpload{Content: []byte(sheet), SkipBad: true})
		if one.State != uploadDone || one.Recorded != 1 || one.Refused != 2 || len(one.Errors) != 2 ||
			!strings.Contains(one.Errors[1].Reason, "it would leave 7 animals in North") {
			t.Errorf("skipping bad rows: %+v", one)
		}
		if n := onHand(t, db, farmID); n != 5 {
			t.Errorf("%d animals on hand", n)
		}
	})
}

// An area that ends after a sheet was checked is seen when it is recorded.
func TestAnAreaThatEndsWhileASheetIsChecked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		s := New(db, clock)
		read, err := readSheet(system, csvRows(strings.NewReader("date,activity,growing area,count\n2026-05-01,plant,North,5\n")), Options{})
		must(t, err)
		checked, err := s.check(system, farmID, read)
		must(t, err)
		endArea(t, db, farmID, areas["North"], "2026-04-10")
		if _, err := s.enter(system, read, checked, func(float64) {}, nothingMore); BadRows(err) == nil {
			t.Errorf("recorded into an area that has ended: %v", err)
		}
		if n := onHand(t, db, farmID); n != 0 {
			t.Errorf("%d animals on hand", n)
		}
	})
}
