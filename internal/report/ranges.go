package report

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// The ranges whose first day the ledger knows.
const (
	rangePlanting = "From the first planting" // of the animals that are asked about
	rangeAllTime  = "All time"                // of the farm
)

// The ranges that are whole rows of the calendar, the last before today's.
const (
	rangeLastWeek  = "Last week"
	rangeLastMonth = "Last month"
)

// Dated is the query with the dates of a range that begins with what the farm has
// recorded; any other range stays as it is. What is wrong with the query is left for
// PlanOf to say.
func Dated(ctx context.Context, tx *sqldb.Tx, of farm.Ref, q Query, today ledger.Day) (Query, error) {
	if today, _ = knownOn(q, today); q.DateRange == rangeSeason {
		q.DateRange, q.StartDate, q.EndDate = rangeCustom, seasonBegin(of.Season, today).String(), today.String()
		return q, nil
	}
	if from, to, is := lastOfCalendar(q.DateRange, today); is {
		q.DateRange, q.StartDate, q.EndDate = rangeCustom, from.String(), to.String()
		return q, nil
	}
	if q.DateRange != rangePlanting && q.DateRange != rangeAllTime {
		return q, nil
	}
	var filters []field.Filter
	area := ""
	if q.DateRange == rangePlanting {
		filters, _ = field.Filters(q.ActiveViewBy)
		if q.ActiveLease != "All" {
			area = q.ActiveLease
		}
	}
	first, err := column.FirstDay(ctx, tx, of.ID, area, filters)
	if err != nil {
		return q, err
	}
	if first == nil || *first > today {
		first = &today
	}
	q.DateRange, q.StartDate, q.EndDate = rangeCustom, first.String(), today.String()
	return q, nil
}

// lastOfCalendar gives the days of a range that is a whole row of the calendar.
func lastOfCalendar(dateRange string, today ledger.Day) (from, to ledger.Day, is bool) {
	frequency, is := map[string]string{rangeLastWeek: Weekly, rangeLastMonth: Monthly}[dateRange]
	if is {
		from, to = rowBefore(today, frequency)
	}
	return from, to, is
}
