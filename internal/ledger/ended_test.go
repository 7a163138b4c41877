package ledger

import (
	"errors"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

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
		booktest.EndArea(t, db, Keeper(), farmID, areas["North"], "2026-04-10")
		before := contents(t, db, farmID)
		for _, tt := range []struct {
			says  string
			field string
			try   []Activity
		}{
			{"North ended on 2026-04-10; reopen it to put animals there", FieldArea,
				[]Activity{{Kind: Plant, Day: day("2026-04-11"), Place: north, Count: 5}}},
			{"North ended on 2026-04-10; reopen it to put animals there", FieldTo,
				[]Activity{{Kind: Move, Day: day("2026-05-01"), Place: south, Count: 5, To: []Part{{north, 5, 0}}}}},
			{"it would leave 5 animals in North, which ended on 2026-04-10; reopen it first", FieldArea,
				[]Activity{{Kind: Plant, Day: day("2026-03-05"), Place: north, Count: 5}}},
			{"it would leave 7 animals in North, which ended on 2026-04-10; reopen it first", FieldArea,
				[]Activity{{Kind: Adjust, Day: day("2026-04-12"), Place: north, Count: 7}}},
			{"it would leave 100 animals in North, which ended on 2026-04-10; reopen it first", FieldArea,
				[]Activity{{Reverses: result.Numbers[2]}}},
		} {
			_, err := New(db, clock).Record(system, farmID, tt.try)
			var refused *Refused
			if !fault.Is(err, fault.Invalid) || !errors.As(err, &refused) || refused.First[0].Field != tt.field || refused.First[0].Reason != tt.says {
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
