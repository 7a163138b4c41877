package ledger_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

// What lives on each of several farms, by area and size class, and what was
// recorded last there; nothing of a farm that has no book.
func TestWhatStandsOnFarms(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := booktest.NorthAndSouth(t, db)
		other, theirs := booktest.NorthAndSouth(t, db)
		bare, _ := booktest.NorthAndSouth(t, db)
		at := func(lease, size, equipment string) ledger.Place {
			return ledger.Place{LeaseID: lease, Lot: ledger.Lot{SizeLabel: size, MeshSize: equipment}}
		}
		day, err := ledger.ParseDay("2026-11-01")
		booktest.Must(t, err)
		book := ledger.New(db, booktest.Clock)
		plant := func(farmID string, where ledger.Place, count, containers int64) {
			t.Helper()
			_, err := book.Record(booktest.System, farmID, []ledger.Activity{{Kind: ledger.Plant, Day: day, Place: where, Count: count, Containers: containers}})
			booktest.Must(t, err)
		}
		plant(farmID, at(areas["North"], "Petite", "tray"), 100, 2)
		plant(farmID, at(areas["North"], "Petite", "bag"), 50, 1)
		plant(farmID, at(areas["South"], "", "bag"), 30, 3)
		plant(other, at(theirs["North"], "Petite", "tray"), 7, 1)
		_, err = book.Record(booktest.System, farmID, []ledger.Activity{{Kind: ledger.Loss, Day: day, Place: at(areas["South"], "", "bag"), Count: 30}})
		booktest.Must(t, err)
		booktest.Must(t, db.Read(booktest.System, func(tx *sqldb.Tx) error {
			living, err := ledger.LivingOn(booktest.System, tx, []string{farmID, other, bare})
			want := map[string][]ledger.Living{
				farmID: {{LeaseID: areas["North"], SizeLabel: "Petite", Animals: 150, Containers: 3}},
				other:  {{LeaseID: theirs["North"], SizeLabel: "Petite", Animals: 7, Containers: 1}},
			}
			if diff := cmp.Diff(want, living); diff != "" {
				t.Error(diff)
			}
			booktest.Must(t, err)
			newest, err := ledger.NewestOn(booktest.System, tx, []string{farmID, other, bare})
			if len(newest) != 2 || newest[farmID].Activity != "loss" || newest[farmID].Count != 30 || newest[farmID].Area != "South" || newest[other].Activity != "plant" {
				t.Errorf("%+v", newest)
			}
			booktest.Must(t, err)
			latest, err := ledger.Latest(booktest.System, tx, farmID, 2)
			if len(latest) != 2 || latest[0].Number != newest[farmID].Number || latest[1].Count != 30 || latest[1].Activity != "plant" {
				t.Errorf("%+v", latest)
			}
			return err
		}))
	})
}
