package ledger

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// What is asked of a lot, of a group or of some days reads no more of the ledger than that.
func TestAPartOfTheLedgerIsReadAlone(t *testing.T) {
	b := newLotBook(t, dbtest.SQLite(t))
	b.correct(t, b.moved, &Activity{Kind: Move, Day: day("2026-03-05"), Place: b.bay, Count: 300, Containers: 4, To: []Part{{b.sound, 300, 4}}})
	places, err := b.Places(system, b.farmID)
	must(t, err)
	careful := dbtest.NeverWhole(system, t, "entries")
	story, err := b.Story(careful, b.farmID, Of{LotID: places[0].LotID})
	must(t, err)
	if len(story.From)+len(story.To) == 0 {
		t.Fatal("nothing of the lot was moved")
	}
	_, err = b.Story(careful, b.farmID, Of{GroupID: story.GroupID})
	must(t, err)
	moved := 0
	for _, of := range []Of{{}, {LotID: story.LotID}, {GroupID: story.GroupID}} {
		noted, err := b.Journal(careful, b.farmID, of, 0, 50)
		must(t, err)
		for _, one := range noted {
			moved += len(one.To)
		}
	}
	if moved == 0 {
		t.Fatal("the journal has no move")
	}
	must(t, b.db.Read(careful, func(tx *sqldb.Tx) error {
		found, err := HarvestedFrom(careful, tx, b.farmID, day("2026-01-01"), day("2026-12-31"), 10)
		if err == nil && len(found) == 0 {
			t.Fatal("nothing was harvested")
		}
		return err
	}))
}
