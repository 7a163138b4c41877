package report

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// tile is a square on its way to its numbers.
type tile struct {
	square  Square
	leases  []farm.Lease // that it is about
	filters []field.Filter
	now     Plan // of the square's own range; empty for Equipment
	before  Plan // of the period that it is compared with
	result  SquareResult
}

// tilesOf reads the squares for a growing area, or for all.
func tilesOf(squares []Square, leaseID string, leases []farm.Lease, today ledger.Day) ([]tile, error) {
	chosen, err := ChosenLeases(leaseID, leases)
	if err != nil {
		return nil, err
	}
	tiles := make([]tile, len(squares))
	for i, q := range squares {
		q = q.complete()
		tiles[i] = tile{square: q, leases: chosen, result: SquareResult{ActiveViewBy: q.ActiveViewBy, Metric: q.Metric, DateRange: q.DateRange, Span: q.Span, Label: q.label()}}
		t := &tiles[i]
		if err := t.excuse(t.plan(leaseID, leases, today)); err != nil {
			return nil, err
		}
	}
	return tiles, nil
}

// excuse makes an Invalid fault the square's own problem, so that one square, which
// may have been saved under other rules, does not fail the dashboard. It gives any
// other error back.
func (t *tile) excuse(err error) error {
	if !fault.Is(err, fault.Invalid) {
		return err
	}
	r := t.result
	t.result = SquareResult{ActiveViewBy: r.ActiveViewBy, Metric: r.Metric, DateRange: r.DateRange, Span: r.Span, Label: r.Label, Problem: fault.As(err).Message}
	return nil
}

// plan reads what the square asks for.
func (t *tile) plan(leaseID string, leases []farm.Lease, today ledger.Day) error {
	q := t.square
	if bad := q.faults(); len(bad) > 0 {
		return fault.ForFields(bad)
	}
	t.filters, _ = field.Filters(q.ActiveViewBy)
	if q.Metric == MetricEquipment {
		return nil
	}
	now, before := q.queries(today)
	now.ActiveLease, before.ActiveLease = leaseID, leaseID
	var err error
	if t.now, err = PlanOf(now, leases, today); err != nil {
		return err
	}
	t.before, err = PlanOf(before, leases, today)
	t.result.PreviousFrom, t.result.PreviousTo = before.StartDate, before.EndDate
	return err
}

// queries ask for the square's own range, and for what it is compared with:
// what was harvested in as many days before, or how the farm was that many
// days ago.
func (q Square) queries(today ledger.Day) (now, before Query) {
	now = Query{Metric: q.Metric, ActiveViewBy: q.ActiveViewBy, DateRange: q.DateRange, Frequency: spans[q.Span]}
	from, to := today-q.days(), today-q.days()
	if m, _ := MetricNamed(q.Metric); m.Within {
		from -= q.days() - 1
	}
	before = Query{Metric: q.Metric, ActiveViewBy: q.ActiveViewBy, DateRange: rangeCustom, StartDate: from.String(), EndDate: to.String(), Frequency: Yearly}
	return now, before
}

// read fills in what comes from the database: containers, and the sums of
// animals where bySQL says so.
func (t *tile) read(ctx context.Context, tx *sqldb.Tx, farmID string, bySQL bool) error {
	if t.result.Problem != "" {
		return nil
	}
	if t.square.Metric == MetricEquipment {
		e, err := EquipmentOf(ctx, tx, farmID, t.leases, t.filters)
		t.result.Total, t.result.Unused = &e.Total, &e.Unused
		return err
	}
	if !bySQL {
		return nil
	}
	return t.sum(func(a column.Ask) (column.Sums, error) { return column.BySQL(ctx, tx, farmID, a) })
}

// sum fills in the number of animals or their size, the line, and the change.
func (t *tile) sum(sumsOf func(column.Ask) (column.Sums, error)) error {
	if t.square.Metric == MetricEquipment || t.result.Problem != "" {
		return nil
	}
	found, err := sumsOf(t.now.Ask)
	if err != nil {
		return err
	}
	earlier, err := sumsOf(t.before.Ask)
	if err != nil {
		return err
	}
	report := fold(t.now, found)
	t.show(headline(report), headline(fold(t.before, earlier)))
	if t.square.DateRange != RangeSnapshot {
		t.result.Data = make([]Point, len(report.Data))
		for i, row := range report.Data {
			t.result.Data[i] = Point{row.From, row.To, row.Value}
		}
	}
	return nil
}

// headline is the one number of a report: what happened in all its rows, or how
// the farm is at the end of the last; nil where that is unknown.
func headline(r Report) *float64 {
	m, _ := MetricNamed(r.Metric)
	if !m.Within {
		return r.Data[len(r.Data)-1].Value
	}
	if m.Unit == UnitPercent {
		return intervalOf(r.Data)
	}
	var sum float64
	for _, row := range r.Data {
		sum += *row.Value
	}
	return &sum
}

// intervalOf is the mortality of all rows as of one: what each has at risk, without what
// was alive when it began, beside what was alive when the first did.
func intervalOf(rows []Row) *float64 {
	var lost, atRisk int64
	for i, row := range rows {
		lost, atRisk = lost+row.Loss, atRisk+row.AtRisk
		if i > 0 {
			atRisk -= rows[i-1].Inventory
		}
	}
	if atRisk == 0 {
		return nil
	}
	rate := percent(lost, atRisk)
	return &rate
}

// show puts the number and what it is compared with into the result.
func (t *tile) show(value, previous *float64) {
	r := &t.result
	r.Previous = previous
	if value == nil {
		return
	}
	switch m, _ := MetricNamed(t.square.Metric); m.Unit {
	case UnitSize:
		r.Size = value
	case UnitPercent:
		r.Percent = value
	default:
		count := int64(*value)
		r.Count = &count
	}
	if previous != nil {
		change := *value - *previous
		r.Change = &change
	}
}
