package report

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// REP-11: two ranges begin with what the farm has recorded.
func TestRangesFromTheBeginning(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := busyFarm(t, db)
		empty := newFarm(t, db)
		for _, tt := range []struct {
			farm, dates string
			change      func(*Query)
			from        string
		}{
			{farmID, rangeAllTime, func(*Query) {}, "2026-05-20"},
			{farmID, rangePlanting, func(*Query) {}, "2026-05-20"},
			{farmID, rangePlanting, func(q *Query) { q.ActiveLease = "All" }, "2026-05-20"},
			{farmID, rangePlanting, func(q *Query) { q.ActiveLease = areas["South"] }, "2026-10-15"},
			{farmID, rangeAllTime, func(q *Query) { q.ActiveLease = areas["South"] }, "2026-05-20"},
			{farmID, rangePlanting, func(q *Query) { q.ActiveViewBy = map[string][]string{"sizeLabel": {"none"}} }, "2026-11-20"},
			{empty, rangeAllTime, func(*Query) {}, "2026-11-20"},
		} {
			q := Query{DateRange: tt.dates, Frequency: Yearly}
			tt.change(&q)
			report := ask(t, db, tt.farm, q)
			if report.StartDate != tt.from || report.EndDate != "2026-11-20" {
				t.Errorf("%s of %+v: from %s to %s", tt.dates, q, report.StartDate, report.EndDate)
			}
		}
	})
}
