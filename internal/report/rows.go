package report

import (
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
)

// The ranges of days.
const (
	rangeCustom   = "Custom"
	RangeSnapshot = "Snapshot" // today alone
	rangeDefault  = "Last 90 days"
)

// rangeDays are the days of each range; today is the last of them.
var rangeDays = map[string]ledger.Day{
	"Last 7 Days":   7,
	"Last 30 days":  30,
	rangeDefault:    90,
	"Last 180 days": 180,
	"Last 365 days": 365,
	RangeSnapshot:   1,
}

// The frequencies: how long a row is.
const (
	Yearly  = "Yearly"
	Monthly = "Monthly"
	Weekly  = "Weekly" // from Monday to Sunday
	Daily   = "Daily"
)

const maxRows = 4_000 // rows of an answer: ten years of days

// daysOf gives the first and last day that the query asks for.
func daysOf(q Query, today ledger.Day) (from, to ledger.Day, bad []fault.Field) {
	if days, ok := rangeDays[q.DateRange]; ok {
		return today - days + 1, today, nil
	}
	if q.DateRange != rangeCustom {
		return 0, 0, []fault.Field{{Name: "dateRange", Message: fmt.Sprintf("%q is not a range of dates.", q.DateRange)}}
	}
	read := func(name, text string) (d ledger.Day) {
		d, err := ledger.ParseDay(text)
		switch {
		case text == "":
			bad = append(bad, fault.Field{Name: name, Message: "A custom range needs both dates."})
		case err != nil:
			bad = append(bad, fault.Field{Name: name, Message: "That date cannot be used: " + fault.As(err).Message + "."})
		case d > today:
			bad = append(bad, fault.Field{Name: name, Message: laterThan(d, today, q)})
		}
		return d
	}
	from, to = read("startDate", q.StartDate), read("endDate", q.EndDate)
	if len(bad) == 0 && from > to {
		bad = append(bad, fault.Field{Name: "endDate", Message: fmt.Sprintf("The range ends on %s, before it starts on %s.", to.Words(), from.Words())})
	}
	return from, to, bad
}

// rowsOf cuts the days into rows of the calendar. The first and the last
// are clipped to the range.
func rowsOf(from, to ledger.Day, frequency string) (rows []column.Days, bad []fault.Field) {
	for start := from; start <= to; {
		if len(rows) == maxRows {
			return nil, []fault.Field{{Name: "frequency", Message: fmt.Sprintf("%s from %s to %s are more than %d rows. Please choose a longer frequency or a shorter range.", frequency, from, to, maxRows)}}
		}
		next, ok := nextRow(start, frequency)
		if !ok {
			return nil, []fault.Field{{Name: "frequency", Message: fmt.Sprintf("%q is not a frequency (Yearly, Monthly, Weekly, Daily).", frequency)}}
		}
		rows = append(rows, column.Days{From: start, To: min(next-1, to)})
		start = next
	}
	return rows, nil
}

// rowBefore is the calendar's last whole row before the one that the day is in.
func rowBefore(d ledger.Day, frequency string) (from, to ledger.Day) {
	begin := func(d ledger.Day) ledger.Day {
		next, _ := nextRow(d, frequency)
		for {
			if before, _ := nextRow(d-1, frequency); before != next {
				return d
			}
			d--
		}
	}
	to = begin(d) - 1
	return begin(to), to
}

// nextRow is the first day of the calendar's next row after the day.
func nextRow(d ledger.Day, frequency string) (next ledger.Day, ok bool) {
	const mondayIsZero = 3 // 1970-01-01 was a Thursday
	year, month, _ := d.Time().Date()
	first := func(year int, month time.Month) ledger.Day {
		return ledger.DayOf(time.Date(year, month, 1, 0, 0, 0, 0, time.UTC))
	}
	switch frequency {
	case Yearly:
		return first(year+1, time.January), true
	case Monthly:
		return first(year, month+1), true
	case Weekly:
		return d - (d+mondayIsZero)%7 + 7, true
	case Daily:
		return d + 1, true
	}
	return 0, false
}
