package news

import (
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// What was sent while a clock was nine days ahead does not stand for the weeks that are still to come.
func TestWeeks_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		plainTown(t, db, "date,activity,growing area,count\n2026-05-10,plant,North,1000\n")
		now := time.Date(2026, 11, 28, 20, 0, 0, 0, time.UTC)
		o := newOffice(db, func() time.Time { return now })
		weeks(t, o)

		for _, step := range []struct {
			day  time.Time
			sent bool
		}{
			{time.Date(2026, 12, 7, 20, 0, 0, 0, time.UTC), true}, // ahead
			{time.Date(2026, 11, 28, 21, 0, 0, 0, time.UTC), false},
			{time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC), true},
			{time.Date(2026, 12, 7, 20, 0, 0, 0, time.UTC), true},
			{time.Date(2026, 12, 8, 20, 0, 0, 0, time.UTC), false},
		} {
			now = step.day
			if got := weeks(t, o); (len(got) > 0) != step.sent {
				t.Errorf("%v: sent %v, want any: %v", step.day, got, step.sent)
			}
		}
	})
}
