package report

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

var historyStart = day("2026-03-01")

// historyPlaces are lots of two groups, in three growing areas of a new farm.
func historyPlaces(t testing.TB, db *sqldb.DB) (farmID string, places []ledger.Place) {
	t.Helper()
	farmID = newFarm(t, db)
	groups := []ledger.Group{
		{OysterType: "Pacific oyster", SeedSource: "Hatchery", Year: 2025, Month: 3, DatePlanted: historyStart, LocationPlanted: "North"},
		{OysterType: "Kumamoto"},
	}
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		areas, err := farm.EnsureLeases(system, tx, farmID, []string{"North", "South", "West"}, noon)
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

// plantings give each place something to take from. Half are early, so that
// others can be dated before them.
func plantings(places []ledger.Place) (batch []ledger.Activity) {
	for i, place := range places {
		if i%3 != 2 {
			batch = append(batch, ledger.Activity{Kind: ledger.Plant, Day: historyStart + ledger.Day(i%2*20), Place: place, Count: 100})
		}
	}
	return batch
}

func drawActivity(places []ledger.Place, recorded int64) *rapid.Generator[ledger.Activity] {
	return rapid.Custom(func(rt *rapid.T) ledger.Activity {
		n := rapid.Int64Range(1, 40).Draw(rt, "n")
		a := ledger.Activity{
			Kind:  rapid.SampledFrom([]ledger.Kind{ledger.Plant, ledger.Adjust, ledger.Size, ledger.Size, ledger.Move, ledger.Harvest, ledger.Loss, ""}).Draw(rt, "kind"),
			Day:   historyStart + ledger.Day(rapid.IntRange(0, 80).Draw(rt, "day")),
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
					a.To = append(a.To, ledger.Part{Place: to, Count: n})
					a.Count += n
				}
			}
		default:
			a.Count = n
		}
		return a
	})
}

// record enters what the ledger takes, one by one, and gives the newest number.
func record(t testing.TB, db *sqldb.DB, farmID string, batch []ledger.Activity) (newest int64) {
	t.Helper()
	for _, a := range batch {
		result, err := ledger.New(db, clock).Record(system, farmID, []ledger.Activity{a})
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

// clean empties the ledger as a whole, which moves its epoch.
func clean(t testing.TB, db *sqldb.DB, farmID string) {
	t.Helper()
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		for _, statement := range []string{
			"DELETE FROM entries WHERE farm_id = $1", "UPDATE activities SET reverses = NULL WHERE farm_id = $1",
			"DELETE FROM activities WHERE farm_id = $1", "DELETE FROM balances WHERE farm_id = $1",
			"UPDATE farm_state SET seq = 0, epoch = epoch + 1 WHERE farm_id = $1",
		} {
			if _, err := tx.Exec(system, statement, farmID); err != nil {
				return err
			}
		}
		return nil
	}))
}

var (
	allMetrics     = []string{MetricInventory, MetricHarvest, MetricAverageSize, MetricYield, MetricMortality, MetricYieldRate, MetricReturn}
	allFrequencies = []string{Yearly, Monthly, Weekly, Daily}
)

// segmentsFor are the splits that a metric has.
func segmentsFor(metric string) []string {
	if metric == MetricYield {
		return []string{yieldAll, yieldShellStock, yieldHarvested, yieldLost, yieldBySize}
	}
	all := []string{"", byArea}
	for _, f := range fields {
		all = append(all, f.name)
	}
	return all
}

func drawQuery(places []ledger.Place) *rapid.Generator[Query] {
	return rapid.Custom(func(rt *rapid.T) Query {
		from := historyStart + ledger.Day(rapid.IntRange(-10, 85).Draw(rt, "from"))
		q := Query{
			DateRange: "Custom", StartDate: from.String(), EndDate: (from + ledger.Day(rapid.IntRange(0, 60).Draw(rt, "days"))).String(),
			Frequency: rapid.SampledFrom(allFrequencies).Draw(rt, "frequency"),
			Metric:    rapid.SampledFrom(allMetrics).Draw(rt, "metric"),
			GraphType: rapid.SampledFrom([]string{graphCount, graphShare}).Draw(rt, "graph"),
		}
		q.Segment = rapid.SampledFrom(segmentsFor(q.Metric)).Draw(rt, "segment")
		if rapid.Bool().Draw(rt, "in one area") {
			q.ActiveLease = rapid.SampledFrom(places).Draw(rt, "area").LeaseID
		}
		options := map[string][]string{
			"oysterType": {"Pacific oyster", "Kumamoto"}, "seedSource": {"Hatchery", ""}, "year": {"2025", ""}, "month": {"3", "4"},
			"sizeLabel": {"40 mm", "60 mm", ""}, "meshSize": {"bag"}, "nickname": {"row 40 mm", "row "}, "datePlanted": {historyStart.String(), ""}, "locationPlanted": {"North", "Nowhere"},
		}
		q.ActiveViewBy = map[string][]string{}
		for range rapid.IntRange(0, 2).Draw(rt, "filters") {
			name := fields[rapid.IntRange(0, fieldCount-1).Draw(rt, "field")].name
			q.ActiveViewBy[name] = rapid.SliceOfN(rapid.SampledFrom(options[name]), 1, 2).Draw(rt, "values")
		}
		return q
	})
}
