package report

import (
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/timezone"
)

// What was undone later, or dated back later, does not change what was known before; and
// the ranges end on the day as known on which the report is asked.
func TestAsKnownOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		recordAt := func(date, which string) {
			t.Helper()
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				_, err := tx.Exec(system, "UPDATE activities SET at = $2 WHERE farm_id = $1 AND "+which, farmID, sqldb.Millis(noonOf(date)))
				return err
			}))
		}
		recordAt("2026-05-24", "kind <> 'loss'")
		recordAt("2026-10-02", "kind = 'loss'") // of 50, on 1 September
		reports := New(db, clock)
		alive := func(knownOn string) float64 {
			t.Helper()
			r, err := reports.Report(system, farmID, Query{DateRange: rangeCustom, StartDate: "2026-09-02", EndDate: "2026-09-02", KnownOn: knownOn})
			must(t, err)
			return *r.Data[0].Value
		}
		for knownOn, want := range map[string]float64{"": 900, "2026-11-20": 900, "2026-10-02": 900, "2026-10-01": 950} {
			if got := alive(knownOn); got != want {
				t.Errorf("as known on %q: %v, want %v", knownOn, got, want)
			}
		}
		r, err := reports.Report(system, farmID, Query{KnownOn: "2026-10-01"})
		must(t, err)
		if r.EndDate != "2026-10-01" || r.KnownOn != "2026-10-01" {
			t.Errorf("the range ends on %s, as known on %q", r.EndDate, r.KnownOn)
		}
	})
}

// Before a clean nothing is known any more, and no figure is made up.
func TestAsKnownBeforeAClean(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			return audit.Record(system, tx, audit.Entry{At: noonOf("2026-06-03"), Action: "farm.clean", Kind: "farm", ID: farmID})
		}))
		for knownOn, want := range map[string]string{
			"2026-06-02": "The farm was cleaned on 3 June 2026 at 12:00.", "2026-06-03": "",
			"2026-11-21": "later than today", "yesterday": "That date cannot be used",
		} {
			_, err := New(db, clock).Report(system, farmID, Query{KnownOn: knownOn})
			if want == "" {
				must(t, err)
			} else if !fault.Is(err, fault.Invalid) || !strings.Contains(fault.As(err).Fields[0].Message, want) {
				t.Errorf("as known on %s: %v", knownOn, err)
			}
		}
	})
}

// noonOf is noon of the day on the tests' farms.
func noonOf(date string) time.Time {
	vancouver, _ := timezone.Load("America/Vancouver")
	year, month, day := day(date).Time().Date()
	return time.Date(year, month, day, 12, 0, 0, 0, vancouver)
}
