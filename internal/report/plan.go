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
	leaseID string // empty for the whole farm
	buckets []bucket
	filters []filter
	segment segment
}

// segment is how inventory is split.
type segment struct {
	column string // empty for no split
	key    func(stored string) string
	label  func(key string) string
}

func (p plan) from() ledger.Day { return p.buckets[0].from }
func (p plan) to() ledger.Day   { return p.buckets[len(p.buckets)-1].to }

// planOf reads the query. The fault tells of every field at fault.
func planOf(q Query, leases []farm.Lease, today ledger.Day) (plan, error) {
	q.DateRange = cmp.Or(q.DateRange, rangeDefault)
	q.Frequency = cmp.Or(q.Frequency, Monthly)
	q.Metric = cmp.Or(q.Metric, MetricInventory)
	p := plan{query: q}
	var bad []fault.Field
	if q.Metric != MetricInventory {
		bad = append(bad, fault.Field{Name: "metric", Message: fmt.Sprintf("There is no report named %q here.", q.Metric)})
	}
	if q.ActiveLease != "" && q.ActiveLease != "All" {
		p.leaseID = q.ActiveLease
		if !slices.ContainsFunc(leases, func(l farm.Lease) bool { return l.ID == p.leaseID }) {
			bad = append(bad, fault.Field{Name: "activeLease", Message: "The farm has no such growing area."})
		}
	}
	from, to, wrong := daysOf(q, today)
	bad = append(bad, wrong...)
	if len(wrong) == 0 {
		p.buckets, wrong = bucketsOf(from, to, q.Frequency)
		bad = append(bad, wrong...)
	}
	p.filters, wrong = filtersOf(q.ActiveViewBy)
	bad = append(bad, wrong...)
	p.segment, wrong = segmentOf(q.Segment, leases)
	return p, fault.ForFields(append(bad, wrong...))
}

func segmentOf(name string, leases []farm.Lease) (segment, []fault.Field) {
	same := func(s string) string { return s }
	f, isField := fieldNamed(name)
	switch {
	case name == "":
		return segment{label: func(string) string { return MetricInventory }}, nil
	case name == byArea:
		names := map[string]string{}
		for _, l := range leases {
			names[l.ID] = l.Name
		}
		return segment{"e.lease_id", same, func(key string) string { return names[key] }}, nil
	case isField:
		return segment{f.column, f.form.written, func(key string) string { return cmp.Or(key, "Not known") }}, nil
	}
	return segment{}, []fault.Field{{Name: "segment", Message: fmt.Sprintf("Inventory cannot be split by %q.", name)}}
}
