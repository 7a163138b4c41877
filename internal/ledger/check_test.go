package ledger

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

func findings(t booktest.Fatal, db *sqldb.DB) (found []string) {
	t.Helper()
	booktest.Must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		found, err = Check(system, tx)
		return err
	}))
	return found
}

// Whatever is changed in a book beside the program is found, and said in words.
func TestCheck(t *testing.T) {
	for harm, says := range map[string]string{
		"UPDATE balances SET on_hand = on_hand + 1 WHERE on_hand = 60":           "The balances are not the sums of the entries, in 1 places of the farm ",
		"UPDATE balances SET containers = containers + 1":                        "The balances are not the sums of the entries, in 2 places of the farm ",
		"DELETE FROM balances WHERE on_hand = 60":                                "The balances are not the sums of the entries, in 1 places of the farm ",
		"UPDATE entries SET delta = delta + 1 WHERE kind = 'move' AND delta > 0": "Moves made or lost animals, 1 times on the farm ",
		"UPDATE entries SET day = day + 60 WHERE kind = 'plant'":                 "Fewer animals than none were alive, 1 times in places of the farm ",
	} {
		t.Run(harm, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
				farmID, areas := booktest.NorthAndSouth(t, db)
				north, south := Place{areas["North"], bag("a")}, Place{areas["South"], bag("a")}
				record(t, db, farmID,
					Activity{Kind: Plant, Day: day("2026-03-01"), Place: north, Count: 100, Containers: 4},
					Activity{Kind: Move, Day: day("2026-04-01"), Place: north, Count: 40, Containers: 1, To: []Part{{Place: south, Count: 40, Containers: 1}}},
					Activity{Kind: Harvest, Day: day("2026-05-01"), Place: south, Count: 10})
				if found := findings(t, db); len(found) > 0 {
					t.Fatalf("of a sound book: %q", found)
				}
				booktest.Must(t, db.Write(system, func(tx *sqldb.Tx) error {
					_, err := tx.Exec(system, harm)
					return err
				}))
				found := findings(t, db)
				if len(found) == 0 || !strings.Contains(strings.Join(found, "\n"), says+farmID+".") {
					t.Errorf("found %q, want %q", found, says)
				}
			})
		})
	}
}
