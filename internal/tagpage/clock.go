package tagpage

import (
	"strconv"
	"strings"
	"time"
)

const (
	daySeconds = 24 * 60 * 60
	dayMinutes = 24 * 60
)

// at is a day since 1970-01-01 and the minute of it, each where it is on record: a blank
// time is shown as midnight, but nothing is counted from it.
type at struct {
	day, minute  int
	dated, timed bool
}

func readAt(date, clock string) (a at) {
	a.day, a.dated = readDay(date)
	if text(clock) != "" {
		a.minute, a.timed = readTime(clock)
	}
	return a
}

// readDay gives the day of YYYY-MM-DD, or in UTC of an instant as RFC 3339 has it.
func readDay(value string) (day int, ok bool) {
	raw := text(value)
	layout := time.DateOnly
	if len(raw) > len(layout) {
		layout = time.RFC3339
	}
	moment, err := time.Parse(layout, raw)
	if err != nil {
		return 0, false
	}
	seconds := moment.Unix()
	day = int(seconds / daySeconds)
	if seconds%daySeconds < 0 {
		day--
	}
	return day, true
}

func dayText(day int, w *words) string {
	year, month, of := time.Unix(int64(day)*daySeconds, 0).UTC().Date()
	return w.day(of, int(month)-1, year)
}

// readTime gives the minutes since midnight of '6:40 am' or '18:40', 0 for a blank time.
func readTime(value string) (minutes int, ok bool) {
	rest := strings.ToLower(text(value))
	if rest == "" {
		return 0, true
	}
	hour, rest, ok := digits(rest, 1)
	if !ok {
		return 0, false
	}
	minute, after, clocked := colon(rest)
	if clocked {
		rest = after
	}
	if _, after, seconds := colon(rest); seconds {
		rest = after
	}
	half := strings.TrimSpace(rest)
	if half != "" {
		if m := strings.TrimPrefix(half[1:], "."); m != "m" && m != "m." || half[0] != 'a' && half[0] != 'p' {
			return 0, false
		}
		if hour < 1 || hour > 12 {
			return 0, false
		}
		if hour %= 12; half[0] == 'p' {
			hour += 12
		}
	}
	if half == "" && !clocked || minute > 59 || hour > 23 {
		return 0, false
	}
	return hour*60 + minute, true
}

// digits reads a number of so many digits at least, and two at most.
func digits(s string, least int) (n int, rest string, ok bool) {
	i := 0
	for i < min(2, len(s)) && '0' <= s[i] && s[i] <= '9' {
		n, i = n*10+int(s[i]-'0'), i+1
	}
	return n, s[i:], i >= least
}

func colon(s string) (n int, rest string, ok bool) {
	rest, ok = strings.CutPrefix(s, ":")
	if !ok {
		return 0, s, false
	}
	return digits(rest, 2)
}

// moment is what is shown of a day and its time; iso is for machines, and empty where
// nobody can read the date. No label is no moment.
type moment struct{ label, iso string }

// dayMoment is a day without a time of its own; a date nobody can read is shown as it was recorded.
func dayMoment(date string, w *words) moment {
	day, ok := readDay(date)
	if !ok {
		return moment{label: text(date)}
	}
	return moment{dayText(day, w), time.Unix(int64(day)*daySeconds, 0).UTC().Format(time.DateOnly)}
}

// momentOf is a day and its time. By the specification a blank time means 12:00 am, so that is what is shown.
func momentOf(date, clock string, w *words) moment {
	day, typed := dayMoment(date, w), text(clock)
	said := typed
	if minutes, ok := readTime(clock); ok {
		said = w.time(minutes/60, minutes%60)
	}
	switch {
	case day.label != "":
		return moment{day.label + ", " + said, day.iso}
	case typed != "":
		return moment{label: said}
	}
	return moment{}
}

// between says how far apart two moments are: to the minute where both have a time, else in
// days; nothing where that cannot be said.
func between(from, to at, w *words) string {
	if !from.dated || !to.dated {
		return ""
	}
	minutes := (to.day - from.day) * dayMinutes
	if from.timed && to.timed {
		minutes += to.minute - from.minute
	}
	if minutes <= 0 {
		return ""
	}
	var days, hours, rest string
	if n := minutes / dayMinutes; n > 0 {
		days = w.days(n)
	}
	if n := minutes % dayMinutes / 60; n > 0 {
		hours = strconv.Itoa(n) + " h"
	}
	if n := minutes % 60; n > 0 && days == "" {
		rest = strconv.Itoa(n) + " min"
	}
	return joined(" ", days, hours, rest)
}
