package billing

import (
	"fmt"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/timezone"
)

// Open invoices ask with the days that are left by the farm's calendar, and less
// than none when they are overdue; paid ones, and those that a card is being charged
// for, do not.
func TestUnpaidInvoices(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db).withFarm()
		first := o.issue("first", false, Line{"Paper", 1200})
		o.time = o.time.AddDate(0, 0, 10)
		second := o.issue("second", false, Line{"Rolls", 500})
		paid := o.issue("paid", false, Line{"Ribbon", 300})
		_, err := o.RecordPayment(system, o.farm, paid.ID, "cheque 7")
		must(t, err)
		charged := o.issue("charged", true, Line{"Refill", 700})
		zone, err := timezone.Load("Pacific/Auckland")
		must(t, err)
		unpaid := func(zone *time.Location) (said string) {
			must(t, db.Read(system, func(tx *sqldb.Tx) error {
				all, err := UnpaidOn(system, tx, []farm.Ref{{ID: o.farm, Zone: zone}}, o.time)
				for _, u := range all[o.farm] {
					said += fmt.Sprintf("%s %d %s %d %t; ", u.Number, u.Total, u.DueOn, u.Days, u.Failed)
				}
				return err
			}))
			return said
		}
		check := func(zone *time.Location, format string, args ...any) {
			t.Helper()
			if got, want := unpaid(zone), fmt.Sprintf(format, args...); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		check(time.UTC, "%s 1200 2026-12-20 20 false; %s 500 2026-12-30 30 false; ", first.Number, second.Number)
		check(zone, "%s 1200 2026-12-21 20 false; %s 500 2026-12-31 30 false; ", first.Number, second.Number)
		o.time = o.time.AddDate(0, 0, 21)
		check(time.UTC, "%s 1200 2026-12-20 -1 false; %s 500 2026-12-30 9 false; ", first.Number, second.Number)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE invoices SET attempts = 1 WHERE id = $1", charged.ID)
			return err
		}))
		check(time.UTC, "%s 1200 2026-12-20 -1 false; %s 500 2026-12-30 9 false; %s 700 2026-12-30 9 true; ", first.Number, second.Number, charged.Number)
	})
}
