package report

import (
	"math"

	"github.com/merroir/merroir/internal/report/column"
)

// fold makes the answer of the sums.
func fold(p Plan, s column.Sums) Report {
	report := Report{
		Metric: p.Query.Metric, Unit: p.metric.Unit, GraphType: p.Query.GraphType, Frequency: p.Query.Frequency,
		StartDate: p.From().String(), EndDate: p.To().String(), ActiveLease: p.Query.ActiveLease, Segment: p.Query.Segment, KnownOn: p.Query.KnownOn,
		Series: seriesOf(p, s), Data: make([]Row, len(p.Ask.Rows)),
	}
	if p.Shared() {
		report.Unit = UnitPercent
	}
	width := len(report.Series)
	numbers := make([]float64, len(p.Ask.Rows)*(width+1))
	pointers := make([]*float64, len(numbers))
	states := make([]state, len(s.Keys))
	var before state
	for i, opening := range s.Opening {
		states[i].cumulative = opening
		before = before.plus(states[i])
	}
	if p.metric.Snapshot {
		report.Opening = p.openingOf(before)
	}

	for i, days := range p.Ask.Rows {
		var whole state
		for j := range states {
			states[j].next(s, i, j)
			whole = whole.plus(states[j])
		}
		if s.MovedOn != nil {
			whole.movedOn, whole.movedInside = movedTo(s, i, len(states))
		}
		row := numbers[i*(width+1) : (i+1)*(width+1)]
		p.measure(row, whole, states)
		known := pointers[i*(width+1) : (i+1)*(width+1)]
		for j := range row {
			if !math.IsNaN(row[j]) {
				known[j] = &row[j]
			}
		}
		report.Data[i] = rowOf(days, whole, known)
		if s.MovedOn != nil {
			entered := whole.entered()
			report.Data[i].Entered, report.Data[i].MovedOn = &entered, &whole.movedOn
		}
	}
	return report
}

// openingOf returns the state before the first row. A size has to be measured from another answer.
func (p Plan) openingOf(before state) *Opening {
	sum := before.cumulative
	opening := &Opening{
		Day: (p.From() - 1).String(), Planted: sum.Planted, Moved: sum.Moved, Adjusted: sum.Adjusted,
		Harvested: sum.Harvested, Lost: sum.Lost, Inventory: sum.Inventory(),
	}
	if !p.Ask.Sized {
		alive := p.metric.value(before)
		opening.Value = &alive
	}
	return opening
}

// next moves the segment on to the end of a row.
func (st *state) next(s column.Sums, row, segment int) {
	st.inside = s.Rows[row][segment]
	st.cumulative = plus(st.cumulative, st.inside)
	if s.Sizes != nil {
		st.sizes = s.Sizes[row][segment]
	}
	if s.MovedOn != nil {
		st.movedOn, st.movedInside = movedTo(s, row, segment)
	}
}

// movedTo is what moved on up to the end of a row, and on its days.
func movedTo(s column.Sums, row, segment int) (until, inside int64) {
	before := s.Gone
	if row > 0 {
		before = s.MovedOn[row-1]
	}
	until = s.MovedOn[row][segment]
	return until, until - before[segment]
}

// measure puts the number of the whole, then that of each series into the row.
func (p Plan) measure(row []float64, whole state, segments []state) {
	if p.Query.Metric == MetricYield {
		p.measureYield(row, whole, segments)
		return
	}
	row[0] = p.metric.value(whole)
	for i, s := range segments {
		row[i+1] = p.metric.value(s)
	}
	if p.Shared() {
		toShares(row, row[0])
	}
}

// measureYield adds the whole up from the series that are asked for.
func (p Plan) measureYield(row []float64, whole state, sizes []state) {
	row[0] = 0
	for i := range row[1:] {
		var n int64
		if len(p.parts) > 0 {
			n = p.parts[i].of(whole)
		} else {
			n = sizes[i].cumulative.Inventory()
		}
		row[i+1] = float64(n)
		row[0] += float64(n)
	}
	if p.Shared() {
		toShares(row, float64(whole.entered()))
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

func rowOf(days column.Days, whole state, numbers []*float64) Row {
	sum := whole.cumulative
	return Row{
		From: days.From.String(), To: days.To.String(),
		Planted: sum.Planted, Moved: sum.Moved, Adjusted: sum.Adjusted, Received: sum.Received(),
		Harvested: sum.Harvested, Lost: sum.Lost, Inventory: sum.Inventory(), Harvest: whole.inside.Harvested,
		Missing: max(0, -sum.Adjusted), MissingIn: max(0, -whole.inside.Adjusted), Loss: whole.inside.Lost, AtRisk: whole.atRisk(),
		Value: numbers[0], Values: numbers[1:],
	}
}

func seriesOf(p Plan, s column.Sums) []Series {
	series := []Series{}
	for _, part := range p.parts {
		series = append(series, Series{part.name, part.name})
	}
	if len(p.parts) > 0 {
		return series
	}
	for _, key := range s.Keys {
		series = append(series, Series{key, p.Ask.Split.Label(key)})
	}
	return series
}
