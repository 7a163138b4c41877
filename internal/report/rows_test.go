package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/ledger"
)

// REP-11: each range is that many days, and the last of them is today.
func TestRanges(t *testing.T) {
	tests := []struct{ dateRange, today, from string }{
		{"Last 7 Days", "2026-11-20", "2026-11-14"},
		{"Last 30 days", "2026-11-20", "2026-10-22"},
		{"Last 90 days", "2026-11-20", "2026-08-23"},
		{"Last 180 days", "2026-11-20", "2026-05-25"},
		{"Last 365 days", "2026-11-20", "2025-11-21"},
		{"Last 365 days", "2024-12-31", "2024-01-02"}, // a leap year has one more
		{"Last 7 Days", "2024-03-01", "2024-02-24"},
		{"Last 7 Days", "2026-01-03", "2025-12-28"},
		{"Last 30 days", "2026-03-20", "2026-02-19"}, // over a change of the clocks
	}
	for _, tt := range tests {
		from, to, bad := daysOf(Query{DateRange: tt.dateRange}, day(tt.today))
		if from.String() != tt.from || to.String() != tt.today || bad != nil {
			t.Errorf("%s on %s: %s to %s %v, want from %s", tt.dateRange, tt.today, from, to, bad, tt.from)
		}
	}
}

// REP-11: a custom range needs both days, in order, and none later than today.
func TestCustomRange(t *testing.T) {
	today := day("2026-11-20")
	tests := []struct{ start, end, field, text string }{
		{"2026-11-20", "2026-11-20", "", ""},
		{"2024-02-29", "2024-03-01", "", ""},
		{"", "2026-11-20", "startDate", "needs both dates"},
		{"2026-11-20", "", "endDate", "needs both dates"},
		{"2023-02-29", "2026-11-20", "startDate", "2023-02-29 is not in the calendar"},
		{"2026-11-01", "20.11.2026", "endDate", "not a date"},
		{"2026-11-01", "2026-11-21", "endDate", "21 November 2026 is later than today, 20 November 2026."},
		{"2026-11-20", "2026-11-19", "endDate", "The range ends on 19 November 2026, before it starts on 20 November 2026."},
	}
	for _, tt := range tests {
		from, to, bad := daysOf(Query{DateRange: "Custom", StartDate: tt.start, EndDate: tt.end}, today)
		switch {
		case tt.field == "" && (len(bad) != 0 || from.String() != tt.start || to.String() != tt.end):
			t.Errorf("%s to %s: %s to %s %v", tt.start, tt.end, from, to, bad)
		case tt.field != "" && (len(bad) != 1 || bad[0].Name != tt.field || !strings.Contains(bad[0].Message, tt.text)):
			t.Errorf("%s to %s: %v", tt.start, tt.end, bad)
		}
	}
}

// As known on an earlier day a range ends on that day at the latest, which is not today.
func TestCustomRangeAsKnownOn(t *testing.T) {
	_, _, bad := daysOf(Query{DateRange: "Custom", StartDate: "2026-11-01", EndDate: "2026-11-20", KnownOn: "2026-11-10"}, day("2026-11-10"))
	want := "20 November 2026 is later than the day as known on, 10 November 2026."
	if len(bad) != 1 || bad[0].Message != want {
		t.Errorf("%v, want %s", bad, want)
	}
}

// REP-12: rows follow the calendar and are clipped to the range.
func TestRows(t *testing.T) {
	tests := []struct{ frequency, from, to, want string }{
		{Yearly, "2023-06-15", "2025-01-01", "2023-06-15..2023-12-31 2024-01-01..2024-12-31 2025-01-01..2025-01-01"},
		{Monthly, "2024-01-31", "2024-03-01", "2024-01-31..2024-01-31 2024-02-01..2024-02-29 2024-03-01..2024-03-01"},
		{Monthly, "2025-12-05", "2026-01-20", "2025-12-05..2025-12-31 2026-01-01..2026-01-20"},
		{Monthly, "2023-02-01", "2023-02-28", "2023-02-01..2023-02-28"},
		{Weekly, "2026-11-14", "2026-11-20", "2026-11-14..2026-11-15 2026-11-16..2026-11-20"}, // a Saturday, a Friday
		{Weekly, "2024-12-30", "2025-01-06", "2024-12-30..2025-01-05 2025-01-06..2025-01-06"}, // ISO week 1 of 2025
		{Daily, "2026-03-07", "2026-03-09", "2026-03-07..2026-03-07 2026-03-08..2026-03-08 2026-03-09..2026-03-09"},
		{Daily, "2024-02-28", "2024-03-01", "2024-02-28..2024-02-28 2024-02-29..2024-02-29 2024-03-01..2024-03-01"},
	}
	for _, tt := range tests {
		rows, bad := rowsOf(day(tt.from), day(tt.to), tt.frequency)
		var got []string
		for _, b := range rows {
			got = append(got, fmt.Sprintf("%s..%s", b.From, b.To))
		}
		if strings.Join(got, " ") != tt.want || bad != nil {
			t.Errorf("%s %s to %s: %v %v, want %s", tt.frequency, tt.from, tt.to, got, bad, tt.want)
		}
	}
}

// REP-12: for any range, rows follow one another without a gap, and each but
// the last ends where the calendar says.
func TestRowsCoverEveryDay(t *testing.T) {
	for _, frequency := range []string{Yearly, Monthly, Weekly, Daily} {
		for from := day("2023-12-20"); from < day("2024-03-05"); from++ {
			for _, length := range []ledger.Day{0, 1, 6, 31, 366, 800} {
				rows, bad := rowsOf(from, from+length, frequency)
				if bad != nil || rows[0].From != from || rows[len(rows)-1].To != from+length {
					t.Fatalf("%s from %s: %v %v", frequency, from, rows, bad)
				}
				for i, b := range rows[:len(rows)-1] {
					next := b.To + 1
					begins := map[string]bool{Yearly: next.Time().YearDay() == 1, Monthly: next.Time().Day() == 1, Weekly: next.Time().Weekday() == time.Monday, Daily: b.From == b.To}[frequency]
					if rows[i+1].From != next || !begins || b.To < b.From {
						t.Fatalf("%s from %s: %s..%s, then %s", frequency, from, b.From, b.To, rows[i+1].From)
					}
				}
			}
		}
	}
}

func TestRowsRefuse(t *testing.T) {
	if _, bad := rowsOf(day("1990-01-01"), day("2026-11-20"), Daily); len(bad) != 1 || bad[0].Name != "frequency" || !strings.Contains(bad[0].Message, "more than 4000 rows") {
		t.Errorf("37 years of days: %v", bad)
	}
	if rows, bad := rowsOf(day("2026-11-20")-maxRows+1, day("2026-11-20"), Daily); len(rows) != maxRows || bad != nil {
		t.Errorf("as many as allowed: %d %v", len(rows), bad)
	}
	if _, bad := rowsOf(1, 2, "Hourly"); len(bad) != 1 || bad[0].Name != "frequency" {
		t.Errorf("an unknown frequency: %v", bad)
	}
	if _, _, bad := daysOf(Query{DateRange: "Last 8 days"}, 100); len(bad) != 1 || bad[0].Name != "dateRange" {
		t.Errorf("an unknown range: %v", bad)
	}
}
