package growth

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
)

// A millimetre of chance within a few days is not told as growth.
func TestGrowthOverAFewDays(t *testing.T) {
	points := CurveOf([]column.SizeOn{{Day: 1, MM: 10}, {Day: 14, MM: 11}, {Day: 28, MM: 12}})
	if points[0].MMPerMonth != nil || points[1].MMPerMonth != nil || points[2].MMPerMonth == nil {
		t.Errorf("%+v", points)
	}
}

// Where the measurements do not allow a forecast there is none, and it says why.
func TestForecastOf(t *testing.T) {
	const on = ledger.Day(20_000)
	at := func(daysAgo ledger.Day, mm float64) column.SizeOn {
		return column.SizeOn{Day: on - daysAgo, Animals: 1, MM: mm}
	}
	for what, tt := range map[string]struct {
		sizes []column.SizeOn
		days  int64 // -1 where it is not known
		why   string
	}{
		"nothing":             {nil, -1, "Never measured."},
		"one day":             {[]column.SizeOn{at(3, 50)}, -1, "Measured on one day only."},
		"large on one day":    {[]column.SizeOn{at(300, 80)}, 0, ""},
		"too few days":        {[]column.SizeOn{at(27, 50), at(0, 60)}, -1, "Measured over 27 days"},
		"just enough":         {[]column.SizeOn{at(28, 50), at(0, 60)}, 45, ""},
		"a while ago":         {[]column.SizeOn{at(200, 50), at(121, 60)}, -1, "Last measured on " + (on - 121).String()},
		"no growth":           {[]column.SizeOn{at(60, 50), at(0, 50)}, -1, "has not grown since " + (on - 60).String()},
		"smaller":             {[]column.SizeOn{at(60, 50), at(0, 40)}, -1, "has not grown"},
		"in years":            {[]column.SizeOn{at(300, 50), at(0, 51)}, -1, "At 0.1 mm a month it would take more than three years."},
		"by now":              {[]column.SizeOn{at(110, 60), at(80, 74)}, -1, "should have been of market size on " + (on - 75).String()},
		"the year before":     {[]column.SizeOn{at(800, 10), at(365, 40), at(200, 56), at(0, 58)}, 365, ""},
		"not the year before": {[]column.SizeOn{at(366, 75), at(100, 40), at(0, 58)}, 100, ""},
	} {
		f := ForecastOf(CurveOf(tt.sizes), 76, on)
		switch {
		case !strings.Contains(f.Why, tt.why) || (f.Why == "") != (tt.why == ""):
			t.Errorf("%s: %q, want %q", what, f.Why, tt.why)
		case tt.days < 0 != (f.Days == nil) || f.Days != nil && *f.Days != tt.days:
			t.Errorf("%s: %+v, want %d days", what, f, tt.days)
		case f.Days != nil && *f.Days > 0 && f.Date != (on+ledger.Day(*f.Days)).String():
			t.Errorf("%s: in %d days it is %s", what, *f.Days, f.Date)
		}
	}
}
