package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/field"
)

const (
	maxSquares   = 6
	snapshotDays = 90 // a snapshot is compared with the farm that many days before
)

// Square is what a user chose for a place of the dashboard.
type Square struct {
	ActiveViewBy map[string][]string `json:"activeViewBy" required:"false" doc:"Filters: values by field, as of a report"`
	Metric       string              `json:"metric"`
	DateRange    string              `json:"dateRange" required:"false" enum:"Snapshot,Last 7 Days,Last 30 days,Last 90 days,Last 180 days,Last 365 days" default:"Last 90 days" doc:"Snapshot, which is today, only for some metrics. Equipment is always of today"`
	Span         string              `json:"span" required:"false" enum:"monthly,weekly,daily" default:"monthly" doc:"What a point of the line stands for; without meaning where there is no line"`
}

// SquareResult is a square with its numbers.
type SquareResult struct {
	ActiveViewBy map[string][]string `json:"activeViewBy"`
	Metric       string              `json:"metric"`
	DateRange    string              `json:"dateRange"`
	Span         string              `json:"span"`
	Label        string              `json:"label" doc:"What the number is, in words"`
	Count        *int64              `json:"count" doc:"Inventory: animals alive today. Harvest: animals harvested in the range. Yield: animals received so far, or entered where it is of a part. Otherwise null"`
	Size         *float64            `json:"size" doc:"Average Size: mm, today; null where nothing was measured, and for other metrics"`
	Percent      *float64            `json:"percent" doc:"Of the rates, today or of the whole range; null where it is not known, and for other metrics"`
	Total        *int64              `json:"total" doc:"Equipment: containers in use; otherwise null"`
	Unused       *int64              `json:"unused" doc:"Equipment: unused spots; otherwise null"`
	Data         []Point             `json:"data" nullable:"true" doc:"The line over the range; null for Snapshot and Equipment, which are a number alone"`
	Previous     *float64            `json:"previous" doc:"The same number one period before: for Snapshot 90 days ago, for a range as many days before it; null where unknown, and for Equipment"`
	PreviousFrom string              `json:"previousFrom" doc:"First day of what the previous number is about, YYYY-MM-DD; empty for Equipment"`
	PreviousTo   string              `json:"previousTo" doc:"Its last day, which is the first but for what happened within a range"`
	Change       *float64            `json:"change" doc:"The number less the previous one"`
	Problem      string              `json:"problem,omitempty" doc:"Why this square alone cannot be worked out; empty where it was"`
}

// Point is a point of a square's line.
type Point struct {
	From  string   `json:"from" doc:"First day, YYYY-MM-DD"`
	To    string   `json:"to" doc:"Last day, YYYY-MM-DD"`
	Value *float64 `json:"value"`
}

var spans = map[string]string{"monthly": Monthly, "weekly": Weekly, "daily": Daily}

// defaultSquares are there until a user saves others.
func defaultSquares() []Square {
	return []Square{
		{Metric: MetricInventory, DateRange: RangeSnapshot},
		{Metric: MetricAverageSize, DateRange: RangeSnapshot},
		{Metric: MetricEquipment},
		{Metric: MetricInventory, DateRange: "Last 365 days", Span: "monthly"},
		{Metric: MetricHarvest, DateRange: rangeDefault, Span: "weekly"},
	}
}

// complete fills what a square leaves out.
func (q Square) complete() Square {
	if q.ActiveViewBy == nil {
		q.ActiveViewBy = map[string][]string{}
	}
	if q.DateRange == "" {
		q.DateRange = rangeDefault
	}
	if q.Span == "" {
		q.Span = "monthly"
	}
	return q
}

// completeSquares fills the squares and gives the faults of their fields.
func completeSquares(squares []Square) ([]Square, error) {
	if len(squares) > maxSquares {
		return nil, fault.ForField("dashboardReports", fmt.Sprintf("A dashboard has at most %d squares.", maxSquares))
	}
	complete := make([]Square, len(squares))
	var bad []fault.Field
	for i, square := range squares {
		complete[i] = square.complete()
		for _, f := range complete[i].faults() {
			f.Name = fmt.Sprintf("dashboardReports.%d.%s", i, f.Name)
			bad = append(bad, f)
		}
	}
	return complete, fault.ForFields(bad)
}

func (q Square) faults() []fault.Field {
	_, bad := field.Filters(q.ActiveViewBy)
	refuse := func(name, format string, args ...any) {
		bad = append(bad, fault.Field{Name: name, Message: fmt.Sprintf(format, args...)})
	}
	m, _ := MetricNamed(q.Metric)
	if m.Square == "" {
		refuse("metric", "A square cannot show %q.", q.Metric)
	}
	_, isRange := rangeDays[q.DateRange]
	switch {
	case q.DateRange == RangeSnapshot && m.Square != "" && !m.Snapshot:
		refuse("dateRange", "Snapshot is only for %s.", snapshotsInWords())
	case q.DateRange != RangeSnapshot && !isRange:
		refuse("dateRange", "%q is not a range of dates for a square.", q.DateRange)
	}
	if spans[q.Span] == "" {
		refuse("span", "%q is not a span (monthly, weekly, daily).", q.Span)
	}
	return bad
}

// days is the length of the square's period.
func (q Square) days() ledger.Day {
	if q.DateRange == RangeSnapshot {
		return snapshotDays
	}
	return rangeDays[q.DateRange]
}

// label says in words what the square's number is.
func (q Square) label() string {
	m, _ := MetricNamed(q.Metric)
	what := cmp.Or(m.Square, q.Metric)
	switch {
	case q.Metric == MetricEquipment:
	case q.DateRange == RangeSnapshot:
		what += " today"
	default:
		what += ", " + strings.ToLower(q.DateRange)
	}
	var only []string
	for _, chosen := range field.InWords(q.ActiveViewBy) {
		only = append(only, strings.Join(chosen.Values, " or "))
	}
	if len(only) > 0 {
		what += ": " + strings.Join(only, ", ")
	}
	return what
}
