package ledger

import (
	"errors"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
)

// Day is a calendar day in the farm's time zone: days since 1970-01-01. Zero
// stands for a day that is not known.
type Day int64

// DayOf is the calendar day that t shows in its own zone.
func DayOf(t time.Time) Day { return Day(farm.Day(t)) }

// ParseDay reads YYYY-MM-DD. A date that the calendar does not have, or that
// lies before 1970-01-02, is an Invalid fault.
func ParseDay(text string) (Day, error) {
	t, err := time.Parse(time.DateOnly, text)
	var bad *time.ParseError
	if errors.As(err, &bad) && strings.HasSuffix(bad.Message, "out of range") {
		return 0, fault.Newf(fault.Invalid, "%s is not in the calendar", text)
	}
	if err != nil {
		return 0, fault.Newf(fault.Invalid, "%q is not a date like 2026-05-31", text)
	}
	if t.Unix() <= 0 {
		return 0, fault.Newf(fault.Invalid, "%s is before 2 January 1970", DayOf(t).Words())
	}
	return DayOf(t), nil
}

// Time is midnight UTC of the day, for calendar arithmetic.
func (d Day) Time() time.Time { return time.Unix(0, 0).UTC().AddDate(0, 0, int(d)) }

// Words is the day as people write it: 3 February 2026.
func (d Day) Words() string { return d.Time().Format("2 January 2006") }

// String is YYYY-MM-DD, empty for a day that is not known.
func (d Day) String() string {
	if d == 0 {
		return ""
	}
	return d.Time().Format(time.DateOnly)
}
