package ledger

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// happened is the sum of a day's entries of one kind in a growing area.
type happened struct {
	day      Day
	leaseID  string
	area     string
	kind     Kind
	arrives  bool
	delta    int64
	sizes    int64 // tenths of a millimetre, of all that were measured
	measured int64
}

// readCourse tells what happened by month and by the periods of a picture.
func (s *Story) readCourse(ctx context.Context, tx *sqldb.Tx, farmID string, of Of) error {
	days, err := sqldb.All(ctx, tx, func(r sqldb.Row) (h happened, err error) {
		return h, r.Scan(&h.day, &h.leaseID, &h.area, &h.kind, &h.arrives, &h.delta, &h.sizes, &h.measured)
	}, `SELECT e.day, e.lease_id, p.name, e.kind, e.seq <> e.activity_seq AS arrives, CAST(SUM(e.delta) AS BIGINT), CAST(SUM(e.size_sum) AS BIGINT), CAST(SUM(e.size_n) AS BIGINT)
		FROM entries e JOIN leases p ON p.farm_id = e.farm_id AND p.id = e.lease_id
		WHERE e.farm_id = $1 AND `+of.lots("e", 2)+` AND +e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)
		GROUP BY e.day, e.lease_id, p.name, e.kind, e.seq <> e.activity_seq ORDER BY e.day`, farmID, of.id())
	s.Months, s.Every, s.Course = []Period{}, everyDay, []Period{}
	if err != nil || len(days) == 0 {
		return err
	}
	first, last := days[0].day, days[len(days)-1].day
	s.First, s.Last = first.String(), last.String()
	for _, h := range days {
		s.Flow.add(h.kind, h.arrives, h.delta)
	}
	s.Every = everyWithin(first, last)
	s.Course = periods(days, s.Every, true)
	s.Months = periods(days, everyMonth, false)
	slices.Reverse(s.Months)
	return nil
}

const (
	everyDay   = "day"
	everyWeek  = "week"
	everyMonth = "month"
	everyYear  = "year"
)

// mostPeriods side by side are columns that can still be told apart on a phone.
const mostPeriods = 100

// everyWithin is the shortest period of which there are not too many; of years as many as there are.
func everyWithin(first, last Day) string {
	for _, every := range []string{everyDay, everyWeek, everyMonth} {
		count := 1
		for day := endOf(first, every); day < last && count <= mostPeriods; count++ {
			day = endOf(day+1, every)
		}
		if count <= mostPeriods {
			return every
		}
	}
	return everyYear
}

// endOf is the last day of the period that holds a day. Weeks end on Sunday.
func endOf(day Day, every string) Day {
	at := day.Time()
	switch every {
	case everyWeek:
		return day + Day(7-at.Weekday())%7
	case everyMonth:
		return DayOf(time.Date(at.Year(), at.Month()+1, 0, 0, 0, 0, 0, time.UTC))
	case everyYear:
		return DayOf(time.Date(at.Year(), time.December, 31, 0, 0, 0, 0, time.UTC))
	default:
		return day
	}
}

// periods follows the animals from the first day to the last; quiet ones are periods in which nothing happened.
func periods(days []happened, every string, quiet bool) (all []Period) {
	alive, names := map[string]int64{}, map[string]string{}
	last := days[len(days)-1].day
	for from, at := days[0].day, 0; from <= last; {
		to := min(endOf(from, every), last)
		p := Period{From: from.String(), To: to.String(), Areas: []InArea{}}
		var sizes int64
		began := at
		for ; at < len(days) && days[at].day <= to; at++ {
			h := days[at]
			p.Flow.add(h.kind, h.arrives, h.delta)
			alive[h.leaseID], names[h.leaseID] = alive[h.leaseID]+h.delta, h.area
			p.Measured, sizes = p.Measured+h.measured, sizes+h.sizes
		}
		if p.Measured > 0 {
			mean := float64(sizes) / float64(p.Measured) / 10
			p.MeanMM = &mean
		}
		for leaseID, n := range alive {
			p.Living += n
			if n > 0 {
				p.Areas = append(p.Areas, InArea{leaseID, names[leaseID], n})
			}
		}
		sorting.By(p.Areas, func(a, b InArea) int {
			return cmp.Or(cmp.Compare(b.Living, a.Living), cmp.Compare(a.LeaseID, b.LeaseID))
		})
		if quiet || at > began {
			all = append(all, p)
		}
		from = to + 1
	}
	return all
}
