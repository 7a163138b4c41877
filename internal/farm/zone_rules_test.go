package farm

import (
	"testing"
	"time"

	"github.com/merroir/merroir/internal/timezone"
)

// Issue 44, 5: a harvest at half past midnight in British Columbia is of that day, by the rules of 2026. By the
// table of 2025 it was still the day before.
func TestRef_TodayByTheCurrentRules(t *testing.T) {
	harvested := time.Date(2027, 1, 15, 7, 30, 0, 0, time.UTC)
	today := func() string {
		zone, err := ZoneNamed("f", "America/Vancouver")
		if err != nil {
			t.Fatal(err)
		}
		day := Ref{Zone: zone}.Today(harvested)
		return time.Unix(0, 0).UTC().AddDate(0, 0, day).Format(time.DateOnly)
	}

	if got := today(); got != "2027-01-15" {
		t.Errorf("today is %s", got)
	}

	defer timezone.SetHost("../timezone/testdata/old")()
	if got := today(); got != "2027-01-15" {
		t.Errorf("beside an older table of the host today is %s", got)
	}
}
