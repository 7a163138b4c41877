package report

import (
	"testing"

	"github.com/merroir/merroir/internal/report/reporttest"
)

// The last whole week is from Monday to Sunday, the last whole month one of the calendar.
func TestTheRowBefore(t *testing.T) {
	for _, tt := range []struct{ day, frequency, from, to string }{
		{"2026-11-23", Weekly, "2026-11-16", "2026-11-22"}, // a Monday
		{"2026-11-22", Weekly, "2026-11-09", "2026-11-15"}, // a Sunday
		{"2026-03-01", Monthly, "2026-02-01", "2026-02-28"},
		{"2028-03-31", Monthly, "2028-02-01", "2028-02-29"},
		{"2026-01-05", Monthly, "2025-12-01", "2025-12-31"},
	} {
		if from, to := rowBefore(reporttest.Day(tt.day), tt.frequency); from.String() != tt.from || to.String() != tt.to {
			t.Errorf("%s of %s: %s to %s", tt.frequency, tt.day, from, to)
		}
	}
}
