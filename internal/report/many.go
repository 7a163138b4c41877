package report

import (
	"cmp"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// Beginning is a day before all entries.
const Beginning = ledger.Day(-1 << 30)

// Many is a question about many farms: the dates, filters and day as known on of a query, which
// each farm reads by its own calendar and season.
type Many struct {
	query   Query
	filters []field.Filter
	now     time.Time
	last    ledger.Day // that may be asked about: it has begun somewhere, and is no later than the day as known on
}

// Asked is the same question of one of them.
type Asked struct {
	Days        column.Days
	Earlier     *column.Days   // the same a year before, where they are asked about and there are any
	Filters     []field.Filter // of its lots
	KnownBefore int64          // as in [column.Ask]

	Withheld string // why there is no answer, in words
}

// AskMany checks a query about many farms. The fault names every field that is wrong.
func AskMany(q Query, now time.Time) (Many, error) {
	const aheadOfAll = 14 * time.Hour // of UTC
	q.DateRange = cmp.Or(q.DateRange, rangeDefault)
	m := Many{query: q, now: now}
	var bad, wrong []fault.Field
	m.last, bad = knownOn(q, ledger.DayOf(now.UTC().Add(aheadOfAll)))
	_, wrong = m.days(farm.Season{Month: 1}, m.last)
	bad = append(bad, wrong...)
	m.filters, wrong = field.Filters(q.ActiveViewBy)
	return m, fault.ForFields(append(bad, wrong...))
}

// Of is the question of a farm, which was cleaned then or never.
func (m Many) Of(one farm.Seen, cleaned time.Time) (Asked, error) {
	today := ledger.Day(one.Today(m.now))
	asked := Asked{Filters: m.filters}
	if m.query.KnownOn != "" && m.last < today { // on a later day all is known that is known now
		end := endOf(m.last, one.Zone)
		asked.KnownBefore, asked.Withheld = sqldb.Millis(end), notKept(end, cleaned, one.Zone)
		today = m.last
	}
	var bad []fault.Field
	asked.Days, bad = m.days(one.Season, today)
	if earlier, any := daysLastYear(asked.Days); m.query.LastYear && any {
		asked.Earlier = &earlier
	}
	return asked, fault.ForFields(bad)
}

// over answers about the days, and about those a year before.
func (a Asked) over(of func(column.Days) (Tallies, error)) (Tallies, error) {
	t, err := of(a.Days)
	if err != nil || a.Earlier == nil {
		return t, err
	}
	earlier, err := of(*a.Earlier)
	t.Earlier = &earlier
	return t, err
}

// days are those of a farm whose today this is. A custom range may go as far as the last day
// that has begun anywhere; a range from the first entry on begins before all of them, which
// comes to the same figures.
func (m Many) days(season farm.Season, today ledger.Day) (column.Days, []fault.Field) {
	switch m.query.DateRange {
	case rangeSeason:
		return column.Days{From: seasonBegin(season, today), To: today}, nil
	case rangePlanting, rangeAllTime:
		return column.Days{From: Beginning, To: today}, nil
	case rangeCustom:
		today = m.last
	}
	if from, to, is := lastOfCalendar(m.query.DateRange, today); is {
		return column.Days{From: from, To: to}, nil
	}
	from, to, bad := daysOf(m.query, today)
	return column.Days{From: from, To: to}, bad
}
