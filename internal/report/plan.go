package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
)

// byArea is the segment by growing area; the others are fields.
const byArea = "growingArea"

// plan is a query that was understood.
type plan struct {
	query   Query
	metric  metric
	leaseID string // empty for the whole farm
	buckets []bucket
	filters []filter
	segment segment
	parts   []yieldPart // of the yield report, but when it goes by size
}

// segment is how the animals are split.
type segment struct {
	column string // of the query in store.go, empty for no split
	field  int    // index in fields; byAreaField for growing areas
	key    func(stored string) string
	label  func(key string) string
}

const byAreaField = -1

// byArea reports whether the split is by growing area.
func (s segment) byArea() bool { return s.column != "" && s.field == byAreaField }

func (p plan) from() ledger.Day { return p.buckets[0].from }
func (p plan) to() ledger.Day   { return p.buckets[len(p.buckets)-1].to }

// sized reports whether sizes of animals are asked for.
func (p plan) sized() bool { return p.query.Metric == MetricAverageSize }

// shared reports whether the numbers are to be percents of a whole.
func (p plan) shared() bool { return p.metric.shared && p.query.GraphType == graphShare }

// planOf reads the query. The fault tells of every field at fault.
func planOf(q Query, leases []farm.Lease, today ledger.Day) (plan, error) {
	q.DateRange = cmp.Or(q.DateRange, rangeDefault)
	q.Frequency = cmp.Or(q.Frequency, Monthly)
	q.Metric = cmp.Or(q.Metric, MetricInventory)
	q.GraphType = cmp.Or(q.GraphType, graphCount)
	p := plan{query: q}
	var bad []fault.Field
	refuse := func(name, format string, args ...any) {
		bad = append(bad, fault.Field{Name: name, Message: fmt.Sprintf(format, args...)})
	}
	var known bool
	if p.metric, known = metrics[q.Metric]; !known {
		refuse("metric", "There is no report named %q here.", q.Metric)
	}
	if q.ActiveLease != "" && q.ActiveLease != "All" {
		p.leaseID = q.ActiveLease
		if !slices.ContainsFunc(leases, func(l farm.Lease) bool { return l.ID == p.leaseID }) {
			refuse("activeLease", "The farm has no such growing area.")
		}
	}
	if known && q.DateRange == rangeSnapshot && !p.metric.snapshot {
		refuse("dateRange", "There is no snapshot of %s, only of Inventory and Average Size.", q.Metric)
	}
	if q.GraphType != graphCount && q.GraphType != graphShare {
		refuse("graphType", "%q is no graph type (count, share).", q.GraphType)
	}
	from, to, wrong := daysOf(q, today)
	bad = append(bad, wrong...)
	if len(wrong) == 0 {
		p.buckets, wrong = bucketsOf(from, to, q.Frequency)
		bad = append(bad, wrong...)
	}
	p.filters, wrong = filtersOf(q.ActiveViewBy)
	bad = append(bad, wrong...)
	return p, fault.ForFields(append(bad, p.split(leases)...))
}

// split finds out which series the report has.
func (p *plan) split(leases []farm.Lease) (bad []fault.Field) {
	if p.query.Metric != MetricYield {
		p.segment, bad = segmentOf(p.query, leases)
		return bad
	}
	p.query.Segment = cmp.Or(p.query.Segment, yieldAll)
	if p.query.Segment == yieldBySize {
		p.segment, bad = segmentOf(Query{Segment: "sizeLabel"}, leases)
		return bad
	}
	p.segment, _ = segmentOf(Query{}, leases)
	for _, part := range yieldParts {
		if p.query.Segment == yieldAll || p.query.Segment == part.name {
			p.parts = append(p.parts, part)
		}
	}
	if len(p.parts) == 0 {
		bad = []fault.Field{{Name: "segment", Message: fmt.Sprintf("%q is no count type of the yield.", p.query.Segment)}}
	}
	return bad
}

func segmentOf(q Query, leases []farm.Lease) (segment, []fault.Field) {
	same := func(s string) string { return s }
	f, isField := fieldNamed(q.Segment)
	switch {
	case q.Segment == "":
		return segment{key: same, label: func(string) string { return q.Metric }}, nil
	case q.Segment == byArea:
		names := map[string]string{}
		for _, l := range leases {
			names[l.ID] = l.Name
		}
		return segment{"e.lease_id", byAreaField, same, func(key string) string { return cmp.Or(names[key], key) }}, nil
	case isField:
		return segment{fields[f].column, f, fields[f].form.written, func(key string) string { return cmp.Or(key, "Not known") }}, nil
	}
	return segment{}, []fault.Field{{Name: "segment", Message: fmt.Sprintf("%s cannot be split by %q.", q.Metric, q.Segment)}}
}
