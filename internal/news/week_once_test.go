//go:build !race

package news

import (
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
)

// NEWS-8: the summary is sent once a week to each person of each farm, at the hour of the
// farm's clock, by whichever of several processes, also new ones; who comes later has the next
// week's, who has switched it off or lost the farm none.
func TestTheWeekIsSentOnce(t *testing.T) {
	dbtest.EachTwo(t, func(t *testing.T, db, other *sqldb.DB) {
		f := plainTown(t, db, "date,activity,growing area,count\n2026-05-10,plant,North,1000\n")
		east := plainTownOf(t, db, "eve")
		f.run(t, "UPDATE farms SET time_zone = 'America/Vancouver' WHERE id = $1", f.farmID)
		f.run(t, "UPDATE farms SET time_zone = 'Pacific/Auckland' WHERE id = $1", east)
		count := func(at string, want int) {
			t.Helper()
			now, err := time.Parse(time.RFC3339, at)
			must(t, err)
			clock := func() time.Time { return now }
			for round := range 2 { // two processes, then two that have just started
				got := weeks(t, newOffice(db, clock), newOffice(other, clock))
				if len(got) != want*(1-round) {
					t.Errorf("%s, round %d: %d mails, not %d: %v", at, round, len(got), want*(1-round), got)
				}
			}
		}
		count("2026-11-20T20:00:00Z", 0) // they are its people since
		count("2026-11-22T17:59:00Z", 0)
		count("2026-11-22T18:00:00Z", 1) // eve's Monday
		count("2026-11-23T13:59:00Z", 0)
		count("2026-11-24T09:00:00Z", 2) // no process was up on Monday
		count("2026-11-26T09:00:00Z", 0)
		reporttest.NewUser(t, db, "late", f.farmID)
		count("2026-11-27T09:00:00Z", 0)
		_, err := f.SetSwitch(f.ann, f.farmID, Switch{kindWeek, false, false})
		must(t, err)
		f.run(t, "DELETE FROM farm_users WHERE farm_id = $1", east)
		count("2026-11-30T20:00:00Z", 2) // bob and late
		_, err = f.SetSwitch(f.ann, f.farmID, Switch{kindWeek, false, true})
		must(t, err)
		count("2026-12-01T20:00:00Z", 0)
		count("2026-12-15T20:00:00Z", 3) // after two weeks one summary
		f.run(t, "UPDATE farm_users SET level = 1 WHERE user_id IN (SELECT id FROM users WHERE username IN ('ann', 'late'))")
		count("2026-12-22T20:00:00Z", 1) // who may only record sees none of its numbers
	})
}
