package paper

import (
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// A reminder that was sent while a clock was a day ahead does not keep the next one back.
func TestResendSetupEmail_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.farm(t, "ann@farm.example", pending)
		right := d.time
		d.time = right.Add(24 * time.Hour)
		must(t, d.ResendSetupEmail(system, id))

		d.time = right
		must(t, d.ResendSetupEmail(system, id))
		if err := d.ResendSetupEmail(system, id); !fault.Is(err, fault.TooMany) {
			t.Errorf("at once: %v", err)
		}
	})
}

// A request that was made while a clock was a day ahead does not keep the email about the next one back.
func TestAsk_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.farm(t, "office@farm.example", untagged)
		ann := d.managing(t, id)
		right := d.time
		d.time = right.Add(24 * time.Hour)
		must(t, d.Ask(ann, id))
		must(t, d.EndAsking(ann, id))

		d.time = right
		must(t, d.Ask(ann, id))
		if sent := d.mails(t); len(sent) != 1 { // that of the wrong day is due tomorrow
			t.Errorf("%d mails", len(sent))
		}
	})
}
