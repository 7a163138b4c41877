package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
)

// Plan is a query that was checked and completed.
type Plan struct {
	Query  Query      // with defaults for what it left out
	Ask    column.Ask // the entries that are to be added up for it
	Season farm.Season
	metric Metric
	parts  []yieldPart // of the yield report, unless it is split by size
}

// From is the first day that is asked for.
func (p Plan) From() ledger.Day { return p.Ask.Rows[0].From }

// To is the last day that is asked for.
func (p Plan) To() ledger.Day { return p.Ask.Rows[len(p.Ask.Rows)-1].To }

// dayBefore returns the same question about the one day before the first.
func (p Plan) dayBefore() Plan {
	day := p.From() - 1
	p.Ask.Rows = []column.Days{{From: day, To: day}}
	return p
}

// Shared reports whether the numbers are to be percents of a whole.
func (p Plan) Shared() bool { return p.metric.Whole && p.Query.GraphType == graphShare }

// oneArea reports whether one growing area is asked about.
func (q Query) oneArea() bool { return q.ActiveLease != "" && q.ActiveLease != "All" }

// namesAreas reports whether the farm's growing areas must be known to answer.
func (q Query) namesAreas() bool { return q.oneArea() || q.Segment == column.ByArea }

// PlanOf checks a query about a farm with these growing areas. The fault names
// every field that is wrong.
func PlanOf(q Query, leases []farm.Lease, today ledger.Day) (Plan, error) {
	q.DateRange = cmp.Or(q.DateRange, rangeDefault)
	q.Frequency = cmp.Or(q.Frequency, Monthly)
	q.Metric = cmp.Or(q.Metric, MetricInventory)
	q.GraphType = cmp.Or(q.GraphType, graphCount)
	p := Plan{Query: q}
	var bad []fault.Field
	refuse := func(name, format string, args ...any) {
		bad = append(bad, fault.Field{Name: name, Message: fmt.Sprintf(format, args...)})
	}
	var known bool
	if p.metric, known = MetricNamed(q.Metric); !known || !p.metric.IsReport() {
		refuse("metric", "There is no report named %q here.", q.Metric)
	}
	if q.oneArea() {
		p.Ask.LeaseID = q.ActiveLease
		if !slices.ContainsFunc(leases, func(l farm.Lease) bool { return l.ID == p.Ask.LeaseID }) {
			refuse("activeLease", "The farm has no such growing area.")
		}
	}
	if known && q.DateRange == RangeSnapshot && !p.metric.Snapshot {
		refuse("dateRange", "There is no snapshot of %s, only of %s.", q.Metric, snapshotsInWords())
	}
	if q.GraphType != graphCount && q.GraphType != graphShare {
		refuse("graphType", "%q is not a graph type (count, share).", q.GraphType)
	}
	p.Ask.Sized = q.Metric == MetricAverageSize
	today, wrong := knownOn(q, today)
	bad = append(bad, wrong...)
	from, to, wrong := daysOf(q, today)
	bad = append(bad, wrong...)
	if len(wrong) == 0 {
		p.Ask.Rows, wrong = rowsOf(from, to, q.Frequency)
		bad = append(bad, wrong...)
	}
	p.Ask.Filters, wrong = field.Filters(q.ActiveViewBy)
	bad = append(bad, wrong...)
	bad = append(bad, p.split(leases)...)
	p.Ask.Moved = p.metric.OfPart != "" && p.Ask.OfPart()
	return p, fault.ForFields(bad)
}

// split finds out which series the report has.
func (p *Plan) split(leases []farm.Lease) (bad []fault.Field) {
	if p.Query.Metric != MetricYield {
		p.Ask.Split, bad = splitOf(p.Query, leases)
		return bad
	}
	p.Query.Segment = cmp.Or(p.Query.Segment, yieldAll)
	if p.Query.Segment == YieldBySize {
		p.Ask.Split, bad = splitOf(Query{Segment: "sizeLabel"}, leases)
		return bad
	}
	p.Ask.Split, _ = splitOf(Query{}, leases)
	for _, part := range yieldParts {
		all := p.Query.Segment == yieldAll && (part.name != yieldMovedOn || p.Ask.OfPart())
		if all || p.Query.Segment == part.name {
			p.parts = append(p.parts, part)
		}
	}
	if len(p.parts) == 0 {
		bad = []fault.Field{{Name: "segment", Message: fmt.Sprintf("%q is not a count type of the yield.", p.Query.Segment)}}
	}
	return bad
}

func splitOf(q Query, leases []farm.Lease) (column.Split, []fault.Field) {
	_, isField := field.Named(q.Segment)
	switch {
	case q.Segment == "":
		return column.Split{Label: func(string) string { return q.Metric }}, nil
	case q.Segment == column.ByArea:
		names := map[string]string{}
		for _, l := range leases {
			names[l.ID] = l.Name
		}
		return column.Split{By: column.ByArea, Label: func(key string) string { return cmp.Or(names[key], key) }}, nil
	case isField:
		return column.Split{By: q.Segment, Label: func(key string) string { return cmp.Or(key, notKnown) }}, nil
	}
	return column.Split{}, []fault.Field{{Name: "segment", Message: fmt.Sprintf("%s cannot be split by %q.", q.Metric, q.Segment)}}
}
