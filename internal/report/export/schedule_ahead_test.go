package export

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// A clock that is nine days ahead for a minute mails two weeks early. Both are mailed again on their days.
func TestSendDue_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		o.time = vancouver(t, "2026-11-28 12:00")
		_, err := o.Plan(manager, farmID, weekly(report.Query{Metric: "Harvest", DateRange: "Last month"}))
		must(t, err)

		for _, step := range []struct {
			at   string
			sent int
			next string
		}{
			{"2026-12-07 12:00", 1, "2026-12-14 07:00"}, // ahead: one makes up for both
			{"2026-11-28 12:05", 1, "2026-11-30 07:00"},
			{"2026-11-30 07:00", 2, "2026-12-07 07:00"},
			{"2026-11-30 07:10", 2, "2026-12-07 07:00"},
			{"2026-12-07 07:00", 3, "2026-12-14 07:00"},
			{"2026-12-07 13:00", 3, "2026-12-14 07:00"},
		} {
			o.time = vancouver(t, step.at)
			must(t, o.SendDue(system))
			o.work(t)
			list, err := o.Schedules(manager, farmID)
			must(t, err)
			if n := len(o.mails(t)); n != step.sent {
				t.Errorf("%s: %d mails, want %d", step.at, n, step.sent)
			}
			if want := vancouver(t, step.next).UnixMilli(); list[0].nextAt != want {
				t.Errorf("%s: next %d, want %d", step.at, list[0].nextAt, want)
			}
		}
	})
}
