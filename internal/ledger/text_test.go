package ledger

import (
	"math/rand/v2"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// The largest length of a label counts characters, not bytes, and labels of that
// length in any script can be stored.
func TestLongLabels(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	label := func(characters int) string {
		text := make([]rune, characters)
		for i := range text {
			text[i] = 0x20000 + random.Int32N(0xa000) // of four bytes each
		}
		return string(text)
	}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		long := Activity{Kind: Plant, Day: day("2026-03-01"), Count: 1, Note: label(maxNote), Key: label(MaxText), Place: Place{areas["North"], Lot{
			Group:     Group{OysterType: label(MaxText), SeedSource: label(MaxText), LocationPlanted: label(MaxText)},
			SizeLabel: label(MaxText), MeshSize: label(MaxText), Nickname: label(MaxText),
		}}}
		record(t, db, farmID, long)
		long.Key, long.Place.Lot.Nickname = "", label(MaxText+1)
		if _, err := New(db, clock).Record(system, farmID, []Activity{long}); !fault.Is(err, fault.Invalid) {
			t.Errorf("a longer one: %v", err)
		}
	})
}
