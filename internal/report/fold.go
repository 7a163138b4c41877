package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
)

const maxValues = 200_000 // series times rows of an answer

// sums are what the entries that a plan asks for add up to.
type sums struct {
	keys    []string          // of the segments, in the order of the series
	opening []ledger.Totals   // by segment, before the first day
	buckets [][]ledger.Totals // by bucket and segment, inside the bucket
	sizes   [][]sizing        // by bucket and segment, at its end; nil where nobody asked for sizes
}

// newSums makes empty sums, for keys in any order. It is a fault when they are
// more than an answer can show.
func newSums(p plan, keys []string) (sums, error) {
	if p.segment.column == "" {
		keys = []string{""} // without a split there is always exactly one
	}
	p.segment.sort(keys)
	n, rows := len(keys), len(p.buckets)
	if n*rows > maxValues {
		return sums{}, fault.ForField("segment", fmt.Sprintf("%d segments in %d rows are too many to show. Please choose a longer frequency, a shorter range or another segment.", n, rows))
	}
	s := sums{keys: keys, opening: make([]ledger.Totals, n), buckets: make([][]ledger.Totals, rows)}
	all := make([]ledger.Totals, n*rows)
	for i := range s.buckets {
		s.buckets[i], all = all[:n:n], all[n:]
	}
	if p.sized() {
		s.sizes = make([][]sizing, rows)
		all := make([]sizing, n*rows)
		for i := range s.sizes {
			s.sizes[i], all = all[:n:n], all[n:]
		}
	}
	return s, nil
}

// sort puts segments in the order of their labels, what is not known last.
func (s segment) sort(keys []string) {
	slices.SortFunc(keys, func(a, b string) int {
		if (a == "") != (b == "") {
			return cmp.Compare(len(b), len(a))
		}
		return cmp.Or(byNumber(s.label(a), s.label(b)), cmp.Compare(a, b))
	})
}

// fold makes the answer of the sums.
func fold(p plan, s sums) Report {
	report := Report{
		Metric: p.query.Metric, Unit: p.metric.unit, GraphType: p.query.GraphType, Frequency: p.query.Frequency,
		StartDate: p.from().String(), EndDate: p.to().String(), ActiveLease: p.query.ActiveLease, Segment: p.query.Segment,
		Series: seriesOf(p, s), Data: make([]Row, len(p.buckets)),
	}
	if p.shared() {
		report.Unit = unitPercent
	}
	width := len(report.Series)
	numbers := make([]float64, len(p.buckets)*(width+1))
	pointers := make([]*float64, len(numbers))
	states := make([]state, len(s.keys))
	for i, opening := range s.opening {
		states[i].cumulative = opening
	}
	for i, b := range p.buckets {
		var whole state
		for j := range states {
			states[j].next(s, i, j)
			whole = whole.plus(states[j])
		}
		row := numbers[i*(width+1) : (i+1)*(width+1)]
		p.measure(row, whole, states)
		known := pointers[i*(width+1) : (i+1)*(width+1)]
		for j := range row {
			if !math.IsNaN(row[j]) {
				known[j] = &row[j]
			}
		}
		report.Data[i] = rowOf(b, whole, known)
	}
	return report
}

// next moves the segment on to the end of a bucket.
func (st *state) next(s sums, bucket, segment int) {
	st.inside = s.buckets[bucket][segment]
	st.cumulative = plus(st.cumulative, st.inside)
	if s.sizes != nil {
		st.sizes = s.sizes[bucket][segment]
	}
}

// measure puts the number of the whole, then that of each series into the row.
func (p plan) measure(row []float64, whole state, segments []state) {
	if p.query.Metric == MetricYield {
		p.measureYield(row, whole, segments)
		return
	}
	row[0] = p.metric.value(whole)
	for i, s := range segments {
		row[i+1] = p.metric.value(s)
	}
	if p.shared() {
		toShares(row, row[0])
	}
}

// measureYield adds the whole up from the series that are asked for.
func (p plan) measureYield(row []float64, whole state, sizes []state) {
	row[0] = 0
	for i := range row[1:] {
		var n int64
		if len(p.parts) > 0 {
			n = p.parts[i].of(whole.cumulative)
		} else {
			n = sizes[i].cumulative.Inventory()
		}
		row[i+1] = float64(n)
		row[0] += float64(n)
	}
	if p.shared() {
		toShares(row, float64(whole.cumulative.Received()))
	}
}

func toShares(row []float64, whole float64) {
	for i := range row {
		if whole == 0 {
			row[i] = unknown
		} else {
			row[i] = 100 * row[i] / whole
		}
	}
}

func rowOf(b bucket, whole state, numbers []*float64) Row {
	sum := whole.cumulative
	return Row{
		From: b.from.String(), To: b.to.String(),
		Planted: sum.Planted, Moved: sum.Moved, Adjusted: sum.Adjusted, Received: sum.Received(),
		Harvested: sum.Harvested, Lost: sum.Lost, Inventory: sum.Inventory(), Harvest: whole.inside.Harvested,
		Value: numbers[0], Values: numbers[1:],
	}
}

func seriesOf(p plan, s sums) []Series {
	series := []Series{}
	for _, part := range p.parts {
		series = append(series, Series{part.name, part.name})
	}
	if len(p.parts) > 0 {
		return series
	}
	for _, key := range s.keys {
		series = append(series, Series{key, p.segment.label(key)})
	}
	return series
}
