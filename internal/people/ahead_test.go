package people_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Invitations that were sent while a clock was two days ahead do not count as sent today.
func TestInvite_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newTown(t, db)
		right := w.at
		w.at = right.Add(48 * time.Hour)
		for range 3 {
			_, err := w.Invite(w.as("ann"), own, "cat@farm.example", "record")
			must(t, err)
		}
		for i := range 50 - 3 {
			list, err := w.Invite(w.as("ann"), own, fmt.Sprintf("p%d@oysters.example", i), "record")
			must(t, err)
			_, err = w.TakeBack(w.as("ann"), own, list.Invitations[0].ID)
			must(t, err)
		}
		_, err := w.Invite(w.as("ann"), own, "more@oysters.example", "record")
		refused(t, "the 51st of a day", err, fault.TooMany)

		w.at = right
		for range 3 {
			_, err := w.Invite(w.as("ann"), own, "cat@farm.example", "record")
			must(t, err)
		}
		_, err = w.Invite(w.as("ann"), own, "cat@farm.example", "record")
		refused(t, "the fourth to an address", err, fault.TooMany)
	})
}
