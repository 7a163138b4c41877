package ledger_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

func dayOf(t testing.TB, text string) ledger.Day {
	t.Helper()
	day, err := ledger.ParseDay(text)
	booktest.Must(t, err)
	return day
}

// A lot that is empty now is among those of a day on which animals lived there.
func TestPlacesOn_HasLotsThatAreEmptyNow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := booktest.NorthAndSouth(t, db)
		book := ledger.New(db, booktest.Clock)
		where := ledger.Place{LeaseID: areas["North"], Lot: ledger.Lot{MeshSize: "bag"}}
		undone := ledger.Place{LeaseID: areas["South"], Lot: ledger.Lot{MeshSize: "tray"}}
		record := func(all ...ledger.Activity) []int64 {
			t.Helper()
			made, err := book.Record(booktest.System, farmID, all)
			booktest.Must(t, err)
			return made.Numbers
		}
		record(ledger.Activity{Kind: ledger.Plant, Day: dayOf(t, "2026-05-01"), Place: where, Count: 100, Containers: 2})
		record(ledger.Activity{Kind: ledger.Harvest, Day: dayOf(t, "2026-06-01"), Place: where, Count: 100, Containers: 2})
		mistaken := record(ledger.Activity{Kind: ledger.Plant, Day: dayOf(t, "2026-05-10"), Place: undone, Count: 7})
		record(ledger.Activity{Reverses: mistaken[0]})

		for day, want := range map[string][2]int64{"2026-05-01": {100, 2}, "2026-05-20": {100, 2}, "2026-06-01": {0, 0}} {
			held, err := book.PlacesOn(booktest.System, farmID, dayOf(t, day))
			booktest.Must(t, err)
			if len(held) != 1 || held[0].LeaseID != areas["North"] || held[0].OnHand != want[0] || held[0].Containers != want[1] || !held[0].Lived {
				t.Errorf("%s: %+v", day, held)
			}
		}
		for _, day := range []string{"2026-04-30", "2026-06-02"} {
			held, err := book.PlacesOn(booktest.System, farmID, dayOf(t, day))
			booktest.Must(t, err)
			if len(held) != 0 {
				t.Errorf("%s: %+v", day, held)
			}
		}

		// What was measured then can be recorded.
		record(ledger.Activity{Kind: ledger.Size, Day: dayOf(t, "2026-05-20"), Place: where, Measured: 10, SizeSum: 5000})
		if _, err := book.PlacesOn(context.Background(), farmID, dayOf(t, "2026-05-20")); !fault.Is(err, fault.NotFound) && !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("somebody else's farm: %v", err)
		}
	})
}

// Whatever was recorded: the places of a day are those that the journal adds up to, and those
// of today are those of now.
func TestPlacesOn_IsTheBookAtTheEndOfTheDay(t *testing.T) {
	dbtest.EachDrawn(t, 40, func(tt *testing.T, db *sqldb.DB) {
		rapid.Check(tt, func(t *rapid.T) {
			farmID, areas := booktest.NorthAndSouth(tt, db)
			book := ledger.New(db, booktest.Clock)
			first := ledger.Day(20_500)
			places := []ledger.Place{
				{LeaseID: areas["North"], Lot: ledger.Lot{MeshSize: "bag"}}, {LeaseID: areas["South"], Lot: ledger.Lot{MeshSize: "bag"}},
				{LeaseID: areas["South"], Lot: ledger.Lot{SizeLabel: "Petite"}},
			}
			sums := map[ledger.Place][]int64{}
			for _, p := range places {
				sums[p] = make([]int64, 10)
			}
			for range rapid.IntRange(1, 12).Draw(t, "entries") {
				p := rapid.SampledFrom(places).Draw(t, "place")
				at := rapid.IntRange(0, 9).Draw(t, "day")
				a := ledger.Activity{Kind: ledger.Plant, Day: first + ledger.Day(at), Place: p, Count: rapid.Int64Range(1, 50).Draw(t, "count")}
				sign := int64(1)
				if rapid.Bool().Draw(t, "loss") {
					a.Kind, sign = ledger.Loss, -1
				}
				if _, err := book.Record(booktest.System, farmID, []ledger.Activity{a}); err != nil {
					continue // there are not so many
				}
				for day := at; day < 10; day++ {
					sums[p][day] += sign * a.Count
				}
			}

			for day := range 10 {
				held, err := book.PlacesOn(booktest.System, farmID, first+ledger.Day(day))
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range places {
					var got int64
					if i := slices.IndexFunc(held, func(h ledger.Held) bool {
						return h.LeaseID == p.LeaseID && h.Lot.MeshSize == p.Lot.MeshSize && h.Lot.SizeLabel == p.Lot.SizeLabel
					}); i >= 0 {
						got = held[i].OnHand
					}
					if got != sums[p][day] {
						t.Errorf("day %d of %+v: %d, want %d", day, p, got, sums[p][day])
					}
				}
			}
		})
	})
}
