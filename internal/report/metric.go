package report

import (
	"math"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
)

// The metrics whose names the program needs.
const (
	MetricInventory   = "Inventory"
	MetricHarvest     = "Harvest"
	MetricAverageSize = "Average Size"
	MetricYield       = "Yield"
	MetricMortality   = "% Mortality"
	MetricInterval    = "% Interval Mortality"
	MetricEquipment   = "Equipment"
)

// Metric is what a number of a report, of a square of the dashboard or of an
// export is. The web has the same table (web/openapi/metrics.ts), and the formulas beside it.
type Metric struct {
	Name     string `json:"name"`     // in the API, and as people call it
	Key      string `json:"key"`      // in the addresses of the web
	Former   string `json:"former"`   // an earlier key, which addresses may still have
	Unit     string `json:"unit"`     // of its value
	Whole    bool   `json:"whole"`    // its parts add up, so that they can be shown as shares; a rate or a mean is the same in both
	Snapshot bool   `json:"snapshot"` // can be asked of today alone
	Within   bool   `json:"within"`   // a row is what happened on its days; otherwise how things are at their end
	Square   string `json:"-"`        // what the number of a square of it is, in words
	Formula  string `json:"-"`        // in words, without the days that it is about, which InWords adds
	OfPart   string `json:"-"`        // the formula of a part of the farm, where it is another: over what entered
	Note     string `json:"-"`        // one more sentence for people

	value func(s state) float64 // nil for the yield, which is the sum of its parts, and for equipment, which is not a report
}

// Metrics lists all metrics, in the order in which they are offered.
var Metrics = []Metric{
	{
		Name: MetricInventory, Key: "inventory", Unit: UnitAnimals, Whole: true, Snapshot: true, Square: "Living animals",
		Formula: "Inventory = received - harvested - lost",
		value:   func(s state) float64 { return float64(s.cumulative.Inventory()) },
	},
	{
		Name: MetricYield, Key: "yield", Unit: UnitAnimals, Whole: true, Square: "Animals received",
		Formula: "Shell stock + harvested + lost = received",
		OfPart:  "Shell stock + harvested + lost + moved on = entered",
		Note:    "Shell stock is what is alive. " + missingIsNotLost,
	},
	{
		Name: MetricMortality, Key: "mortality", Unit: UnitPercent, Square: "Lost of what was received",
		Formula: "% Mortality = lost / received", OfPart: "% Mortality = lost / entered", Note: nothingReceived + " " + missingIsNotLost,
		value: func(s state) float64 { return percent(s.cumulative.Lost, s.entered()) },
	},
	{
		Name: "% Yield", Key: "yieldRate", Former: "survival", Unit: UnitPercent, Square: "Not lost of what was received",
		Formula: "% Yield = (received - lost) / received", OfPart: "% Yield = (entered - lost) / entered", Note: nothingReceived + " " + missingIsNotLost,
		value: func(s state) float64 { return percent(s.entered()-s.cumulative.Lost, s.entered()) },
	},
	{
		Name: "% Return", Key: "return", Unit: UnitPercent, Square: "Harvested of what was received",
		Formula: "% Return = harvested / received", OfPart: "% Return = harvested / entered", Note: nothingReceived,
		value: func(s state) float64 { return percent(s.cumulative.Harvested, s.entered()) },
	},
	{
		Name: MetricHarvest, Key: "harvest", Unit: UnitAnimals, Whole: true, Within: true, Square: "Animals harvested",
		Formula: "Harvest = the animals harvested",
		value:   func(s state) float64 { return float64(s.inside.Harvested) },
	},
	{
		Name: MetricAverageSize, Key: "size", Unit: UnitSize, Snapshot: true, Square: "Mean size",
		Formula: "Average size = the mean of the living animals' newest measured sizes",
		Note:    "A lot that was never measured has its group's newest size. Empty where nothing was measured.",
		value:   func(s state) float64 { return ratio(s.sizes.MM, s.sizes.Animals) },
	},
	{
		Name: MetricInterval, Key: "intervalMortality", Unit: UnitPercent, Within: true, Square: "Lost of what was at risk",
		Formula: "% Interval Mortality = lost / (alive at the beginning + received)", OfPart: "% Interval Mortality = lost / (alive at the beginning + entered)",
		Note: "Empty where nothing was alive and nothing came. " + missingIsNotLost,
		value: func(s state) float64 {
			return percent(s.inside.Lost, s.atRisk())
		},
	},
	{
		Name: MetricEquipment, Key: "equipment", Unit: UnitContainers, Square: "Containers in use",
		Formula: "Containers in use are those that hold living animals",
		Note:    "Unused spots = spots of the lines less the containers that hang there, never less than none in a growing area.",
	},
}

const missingIsNotLost = "Animals that counts did not find are missing: they are no part of lost."

const nothingReceived = "Empty where nothing was received."

const nothingEntered = "Empty where nothing entered."

// MetricNamed gives the metric with this name in the API.
func MetricNamed(name string) (m Metric, ok bool) {
	i := slices.IndexFunc(Metrics, func(m Metric) bool { return m.Name == name })
	if i < 0 {
		return Metric{}, false
	}
	return Metrics[i], true
}

// IsReport reports whether the metric is worked out by day. Equipment is known for
// today only.
func (m Metric) IsReport() bool { return m.value != nil || m.Name == MetricYield }

// InWords says how the numbers of a row are worked out, of the whole farm or of a part.
func (m Metric) InWords(part bool) string {
	formula, note := m.Formula, m.Note
	if part && m.OfPart != "" {
		formula, note = m.OfPart, strings.Replace(note, nothingReceived, nothingEntered, 1)
	}
	if m.Unit == UnitPercent {
		formula += " x 100"
	}
	switch {
	case m.Within:
		formula += " from the first to the last day of each row."
	case m.IsReport():
		formula += ", at the end of each row's last day."
	default:
		formula += "."
	}
	return strings.TrimSpace(formula + " " + note)
}

// snapshotsInWords are the metrics that can be asked of today alone.
func snapshotsInWords() string {
	return strings.Join(named(func(m Metric) bool { return m.Snapshot }), " and ")
}

// named gives the names of the metrics for which the condition holds.
func named(holds func(Metric) bool) (names []string) {
	for _, m := range Metrics {
		if holds(m) {
			names = append(names, m.Name)
		}
	}
	return names
}

// The units of a report's values.
const (
	UnitAnimals    = "animals"
	UnitSize       = "mm"
	UnitPercent    = "percent"
	UnitContainers = "containers"
)

// The graph types.
const (
	graphCount = "count"
	graphShare = "share"
)

// The count types of the yield report, which take the place of segments there.
const (
	yieldAll        = "All Count Types"
	YieldShellStock = "Shell Stock"
	yieldHarvested  = "Harvested"
	yieldLost       = "Lost"
	yieldMovedOn    = "Moved On" // of a part of the farm
	YieldBySize     = "By Size"
)

// state is what the formulas are made of: one segment, or the whole, in one row.
type state struct {
	cumulative ledger.Totals // up to the row's last day
	inside     ledger.Totals // from its first day on
	movedOn    int64         // up to the row's last day; of the whole farm none

	movedInside int64        // the same from its first day on
	sizes       column.Sizes // at the end of its last day
}

// unknown is the number that is null in the answer.
var unknown = math.NaN()

// yieldPart is what a part of the animals that entered became.
type yieldPart struct {
	name string
	of   func(state) int64
}

// yieldParts together are what entered.
var yieldParts = []yieldPart{
	{YieldShellStock, func(s state) int64 { return s.cumulative.Inventory() }},
	{yieldHarvested, func(s state) int64 { return s.cumulative.Harvested }},
	{yieldLost, func(s state) int64 { return s.cumulative.Lost }},
	{yieldMovedOn, func(s state) int64 { return s.movedOn }},
}

// entered is what ever came, also what has moved on since; of the whole farm it is
// what was received.
func (s state) entered() int64 { return s.cumulative.Received() + s.movedOn }

// atRisk is what was alive before the row, and what came on its days.
func (s state) atRisk() int64 {
	return s.cumulative.Inventory() - s.inside.Inventory() + s.inside.Received() + s.movedInside
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

// plus adds another segment of the same row. What moved on is not added: it may have
// gone from one to the other.
func (s state) plus(other state) state {
	return state{
		cumulative: plus(s.cumulative, other.cumulative), inside: plus(s.inside, other.inside),
		sizes: column.Sizes{Animals: s.sizes.Animals + other.sizes.Animals, MM: s.sizes.MM + other.sizes.MM},
	}
}
