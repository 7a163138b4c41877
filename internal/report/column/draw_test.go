package column

import (
	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/field"
)

// splits are all there are, the first of them none.
func splits() []Split {
	same := func(key string) string { return key }
	all := []Split{{Label: same}, {By: ByArea, Label: same}}
	for _, f := range field.All {
		all = append(all, Split{By: f.Name, Label: same})
	}
	return all
}

// every cuts the days into rows of so many; the last may be shorter.
func every(length, from, to ledger.Day) (rows []Days) {
	for ; from <= to; from += length {
		rows = append(rows, Days{from, min(from+length-1, to)})
	}
	return rows
}

// filtersOf are those of values as the API writes them.
func filtersOf(viewBy map[string][]string) []field.Filter {
	filters, bad := field.Filters(viewBy)
	if bad != nil {
		panic(bad)
	}
	return filters
}

func drawAsk(places []ledger.Place) *rapid.Generator[Ask] {
	return rapid.Custom(func(rt *rapid.T) Ask {
		from := historyStart + ledger.Day(rapid.IntRange(-10, 85).Draw(rt, "from"))
		to := from + ledger.Day(rapid.IntRange(0, 60).Draw(rt, "days"))
		a := Ask{
			Rows:  every(rapid.SampledFrom([]ledger.Day{1, 7, 30, 365}).Draw(rt, "row"), from, to),
			Split: rapid.SampledFrom(splits()).Draw(rt, "split"),
			Sized: rapid.Bool().Draw(rt, "sized"),
			Moved: rapid.Bool().Draw(rt, "moved"),
		}
		if rapid.Bool().Draw(rt, "in one area") {
			a.LeaseID = rapid.SampledFrom(places).Draw(rt, "area").LeaseID
		}
		options := map[string][]string{
			"oysterType": {"Pacific oyster", "Kumamoto"}, "seedSource": {"Hatchery", ""}, "year": {"2025", ""}, "month": {"3", "4"},
			"sizeLabel": {"40 mm", "60 mm", ""}, "meshSize": {"bag"}, "nickname": {"row 40 mm", "row "}, "datePlanted": {historyStart.String(), ""}, "locationPlanted": {"North", "Nowhere"},
		}
		viewBy := map[string][]string{}
		for range rapid.IntRange(0, 2).Draw(rt, "filters") {
			name := field.All[rapid.IntRange(0, field.Count-1).Draw(rt, "field")].Name
			viewBy[name] = rapid.SliceOfN(rapid.SampledFrom(options[name]), 1, 2).Draw(rt, "values")
		}
		a.Filters = filtersOf(viewBy)
		return a
	})
}
