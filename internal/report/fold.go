package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
)

const maxValues = 200_000 // series times rows of an answer

// fold makes cumulative rows of changes, which come in order of days.
func fold(p plan, changes []change) (Inventory, error) {
	series := seriesOf(p.segment, changes)
	if len(series)*len(p.buckets) > maxValues {
		return Inventory{}, fault.ForField("segment", fmt.Sprintf("%d segments in %d rows are too many to show. Please choose a longer frequency, a shorter range or another segment.",
			len(series), len(p.buckets)))
	}
	at := make(map[string]int, len(series))
	for i, s := range series {
		at[s.Key] = i
	}
	report := Inventory{
		Metric: p.query.Metric, Frequency: p.query.Frequency, StartDate: p.from().String(), EndDate: p.to().String(),
		ActiveLease: p.query.ActiveLease, Segment: p.query.Segment, Series: series, Data: make([]Row, 0, len(p.buckets)),
	}
	var sum ledger.Totals
	bySegment := make([]ledger.Totals, len(series))
	for _, b := range p.buckets {
		for len(changes) > 0 && changes[0].day <= b.to {
			c := changes[0]
			sum.Add(c.kind, c.delta)
			bySegment[at[p.segment.keyOf(c)]].Add(c.kind, c.delta)
			changes = changes[1:]
		}
		report.Data = append(report.Data, rowOf(b, sum, bySegment))
	}
	return report, nil
}

func rowOf(b bucket, sum ledger.Totals, bySegment []ledger.Totals) Row {
	row := Row{
		From: b.from.String(), To: b.to.String(),
		Planted: sum.Planted, Moved: sum.Moved, Adjusted: sum.Adjusted, Received: sum.Received(),
		Harvested: sum.Harvested, Lost: sum.Lost, Inventory: sum.Inventory(),
		Values: make([]int64, len(bySegment)),
	}
	for i, totals := range bySegment {
		row.Values[i] = totals.Inventory()
	}
	return row
}

// seriesOf lists the segments that the changes have, by label, what is not
// known last. Without a split there is always exactly one.
func seriesOf(s segment, changes []change) []Series {
	if s.column == "" {
		return []Series{{Label: s.label("")}}
	}
	keys := map[string]bool{}
	for _, c := range changes {
		keys[s.keyOf(c)] = true
	}
	series := []Series{}
	for key := range maps.Keys(keys) {
		series = append(series, Series{key, s.label(key)})
	}
	slices.SortFunc(series, func(a, b Series) int {
		if (a.Key == "") != (b.Key == "") {
			return cmp.Compare(len(b.Key), len(a.Key))
		}
		return cmp.Or(byNumber(a.Label, b.Label), cmp.Compare(a.Key, b.Key))
	})
	return series
}

func (s segment) keyOf(c change) string {
	if s.key == nil {
		return ""
	}
	return s.key(c.segment)
}
