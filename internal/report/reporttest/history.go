package reporttest

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

var HistoryStart = Day("2026-03-01")

// HistoryPlaces are lots of two groups, in three growing areas of a new farm.
func HistoryPlaces(t testing.TB, db *sqldb.DB) (farmID string, places []ledger.Place) {
	t.Helper()
	farmID = NewFarm(t, db)
	groups := []ledger.Group{
		{OysterType: "Pacific oyster", SeedSource: "Hatchery", Year: 2025, Month: 3, DatePlanted: HistoryStart, LocationPlanted: "North"},
		{OysterType: "Kumamoto"},
	}
	Must(t, db.Write(System, func(tx *sqldb.Tx) error {
		areas, err := farm.EnsureLeases(System, tx, farmID, []string{"North", "South", "West"}, Noon)
		places = nil
		for _, name := range []string{"North", "South", "West"} {
			for _, g := range groups {
				for _, size := range []string{"", "40 mm", "60 mm"} {
					places = append(places, ledger.Place{LeaseID: areas[name], Lot: ledger.Lot{Group: g, SizeLabel: size, MeshSize: "bag", Nickname: "row " + size}})
				}
			}
		}
		return err
	}))
	return farmID, places
}

// Plantings give each place something to take from. Half are early, so that
// others can be dated before them.
func Plantings(places []ledger.Place) (batch []ledger.Activity) {
	for i, place := range places {
		if i%3 != 2 {
			batch = append(batch, ledger.Activity{Kind: ledger.Plant, Day: HistoryStart + ledger.Day(i%2*20), Place: place, Count: 100, Containers: 5})
		}
	}
	return batch
}

func DrawActivity(places []ledger.Place, recorded int64) *rapid.Generator[ledger.Activity] {
	return rapid.Custom(func(rt *rapid.T) ledger.Activity {
		n := rapid.Int64Range(1, 40).Draw(rt, "n")
		a := ledger.Activity{
			Kind:  rapid.SampledFrom([]ledger.Kind{ledger.Plant, ledger.Adjust, ledger.Size, ledger.Size, ledger.Move, ledger.Harvest, ledger.Loss, ""}).Draw(rt, "kind"),
			Day:   HistoryStart + ledger.Day(rapid.IntRange(0, 80).Draw(rt, "day")),
			Place: rapid.SampledFrom(places).Draw(rt, "place"),
		}
		switch a.Kind {
		case "":
			return ledger.Activity{Reverses: rapid.Int64Range(1, recorded+1).Draw(rt, "reverses")}
		case ledger.Size:
			a.Measured, a.SizeSum = n, n*rapid.Int64Range(200, 700).Draw(rt, "tenths")
		case ledger.Move:
			for _, to := range places {
				if to != a.Place && to.Lot.Group == a.Place.Lot.Group && len(a.To) < 3 && rapid.Bool().Draw(rt, "to") {
					a.To = append(a.To, ledger.Part{Place: to, Count: n, Containers: n % 3})
					a.Count += n
				}
			}
		default:
			a.Count = n
		}
		switch a.Kind {
		case ledger.Plant, ledger.Move, ledger.Harvest, ledger.Loss:
			a.Containers = rapid.Int64Range(0, 2).Draw(rt, "containers")
		}
		return a
	})
}

// Record enters what the ledger takes, one by one, and gives the newest number.
func Record(t testing.TB, db *sqldb.DB, farmID string, batch []ledger.Activity) (newest int64) {
	t.Helper()
	for _, a := range batch {
		result, err := ledger.New(db, Clock).Record(System, farmID, []ledger.Activity{a})
		var refused *ledger.Refused
		switch {
		case err == nil:
			newest = result.Numbers[0]
		case !errors.As(err, &refused):
			t.Fatal(err)
		}
	}
	return newest
}

// RecordAtOnce enters a batch that the ledger takes, and gives the newest number.
func RecordAtOnce(t testing.TB, db *sqldb.DB, farmID string, batch []ledger.Activity) (newest int64) {
	t.Helper()
	result, err := ledger.New(db, Clock).Record(System, farmID, batch)
	Must(t, err)
	return slices.Max(result.Numbers) // they are in the order of the batch, and given by day
}

// Clean empties the farm's book as a whole, which moves its epoch.
func Clean(t testing.TB, db *sqldb.DB, farmID string) {
	t.Helper()
	book := ledger.Keeper()
	Must(t, db.Write(System, func(tx *sqldb.Tx) error { return book.Hide(System, tx, farmID) }))
	Must(t, db.InPieces(System, func(tx *sqldb.Tx, rows int) (more bool, err error) {
		removed, err := book.Clean(System, tx, farmID, rows)
		return removed > 0, err
	}))
}
