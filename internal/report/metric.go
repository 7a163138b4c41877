package report

import (
	"math"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
)

// The metrics.
const (
	MetricInventory   = "Inventory"
	MetricHarvest     = "Harvest"
	MetricAverageSize = "Average Size"
	MetricYield       = "Yield"
	MetricMortality   = "% Mortality"
	MetricYieldRate   = "% Yield"
	MetricReturn      = "% Return"
)

// The units of a report's values.
const (
	UnitAnimals = "animals"
	UnitSize    = "mm"
	UnitPercent = "percent"
)

// The graph types.
const (
	graphCount = "count"
	graphShare = "share"
)

// The count types of the yield report, which take the place of segments there.
const (
	yieldAll        = "All Count Types"
	yieldShellStock = "Shell Stock"
	yieldHarvested  = "Harvested"
	yieldLost       = "Lost"
	yieldBySize     = "By Size"
)

// metric is how a report makes a number of sums. docs/formulas.md explains each.
type metric struct {
	unit     string
	snapshot bool // can be asked of today alone
	shared   bool // graphType share makes percents of it
	value    func(s state) float64
}

// state is what the formulas are made of: one segment, or the whole, in one row.
type state struct {
	cumulative ledger.Totals // up to the row's last day
	inside     ledger.Totals // from its first day on
	sizes      column.Sizes  // at the end of its last day
}

// unknown is the number that is null in the answer.
var unknown = math.NaN()

var metrics = map[string]metric{
	MetricInventory:   {UnitAnimals, true, true, func(s state) float64 { return float64(s.cumulative.Inventory()) }},
	MetricHarvest:     {UnitAnimals, false, true, func(s state) float64 { return float64(s.inside.Harvested) }},
	MetricAverageSize: {UnitSize, true, false, func(s state) float64 { return ratio(s.sizes.MM, s.sizes.Animals) }},
	MetricYield:       {UnitAnimals, false, true, nil}, // a sum of yieldParts
	MetricMortality: {UnitPercent, false, false, func(s state) float64 {
		return percent(s.cumulative.Lost, s.cumulative.Received())
	}},
	MetricYieldRate: {UnitPercent, false, false, func(s state) float64 {
		return percent(s.cumulative.Received()-s.cumulative.Lost, s.cumulative.Received())
	}},
	MetricReturn: {UnitPercent, false, false, func(s state) float64 {
		return percent(s.cumulative.Harvested, s.cumulative.Received())
	}},
}

// yieldPart is what a part of the received animals became.
type yieldPart struct {
	name string
	of   func(ledger.Totals) int64
}

// yieldParts together are what was received.
var yieldParts = []yieldPart{
	{yieldShellStock, ledger.Totals.Inventory},
	{yieldHarvested, func(t ledger.Totals) int64 { return t.Harvested }},
	{yieldLost, func(t ledger.Totals) int64 { return t.Lost }},
}

func percent(part, whole int64) float64 { return 100 * ratio(float64(part), whole) }

func ratio(part float64, whole int64) float64 {
	if whole == 0 {
		return unknown
	}
	return part / float64(whole)
}

func plus(a, b ledger.Totals) ledger.Totals {
	return ledger.Totals{
		Planted: a.Planted + b.Planted, Moved: a.Moved + b.Moved, Adjusted: a.Adjusted + b.Adjusted,
		Harvested: a.Harvested + b.Harvested, Lost: a.Lost + b.Lost,
	}
}

// plus adds another segment of the same row.
func (s state) plus(other state) state {
	return state{
		plus(s.cumulative, other.cumulative), plus(s.inside, other.inside),
		column.Sizes{Animals: s.sizes.Animals + other.sizes.Animals, MM: s.sizes.MM + other.sizes.MM},
	}
}

// IsMetric reports whether a report has the metric. Equipment is none of them.
func IsMetric(name string) bool { return metrics[name].unit != "" }
