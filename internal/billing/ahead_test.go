package billing

import (
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// A card that was read while a clock was a day ahead does not hide the next change of the card.
func TestLookAtCard_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		right := c.time
		c.setTime(right.Add(24 * time.Hour))
		c.saveCard("pm_good")
		c.work()

		c.setTime(right)
		c.saveCard("pm_other")
		var card string
		must(t, db.Read(system, func(tx *sqldb.Tx) error {
			row, err := customerWhere(system, tx, "farm_id = $1", c.farm)
			card = row.methodID
			return err
		}))
		if card != "pm_other" {
			t.Errorf("the card is %s", card)
		}
	})
}

// What a wrong clock put off for a day is sent to the provider once the clock is right.
func TestSweep_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCounter(t, db)
		right := c.time
		c.setTime(right.Add(24 * time.Hour))
		v := c.issue("refill", false, printer...)

		c.setTime(right)
		must(t, c.sweep(system)) // the nightly reconciliation would find it too, up to a day later
		if got := c.get(v); got.workAt != nil || got.remoteID == "" {
			t.Errorf("the invoice waits: %+v", got)
		}
	})
}

// A retry that a wrong clock put off for a day is made once the clock is right; a charge that is planned for
// another day is not.
func TestIsDue(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	at := func(d time.Duration) *int64 { return millis(now.Add(d)) }
	for _, c := range []struct {
		name        string
		work, again *int64
		want        bool
	}{
		{"nothing to do", nil, nil, false},
		{"now", at(0), nil, true},
		{"a retry within the hour", at(maxPause), at(-time.Hour), false},
		{"a retry in a day", at(24 * time.Hour), at(-time.Hour), true},
		{"a refund in a day", at(24 * time.Hour), nil, true},
		{"a charge in a day", at(24 * time.Hour), at(24 * time.Hour), false},
	} {
		v := Invoice{workAt: c.work, NextAttemptAt: c.again}
		if got := v.isDue(now); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
