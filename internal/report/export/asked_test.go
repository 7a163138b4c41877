package export

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// EXP-1: past exports of one report are told apart by growing area, days and filters.
func TestList_SaysWhatWasAskedFor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := notebookFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		type asked struct {
			area, dateRange, from, to string
			filters                   []string
		}
		for name, c := range map[string]struct {
			query report.Query
			want  asked
		}{
			"an area, by a named range": {
				report.Query{Metric: "Harvest", ActiveLease: areas["Site A"], DateRange: "Last 7 Days", ActiveViewBy: map[string][]string{"meshSize": {"raft", ""}}},
				asked{"Site A", "Last 7 Days", "2026-11-14", "2026-11-20", []string{"Equipment: raft, not known"}},
			},
			"two days": {
				report.Query{Metric: HarvestLog, DateRange: "Custom", StartDate: "2017-03-01", EndDate: "2017-11-30"},
				asked{"All", "Custom", "2017-03-01", "2017-11-30", []string{}},
			},
			"all time": {
				report.Query{Metric: "Inventory", DateRange: "All time", Frequency: report.Yearly},
				asked{"All", "All time", "2017-03-01", "2026-11-20", []string{}},
			},
			"today": {
				report.Query{Metric: Snapshot},
				asked{"All", "", "2026-11-20", "2026-11-20", []string{}},
			},
		} {
			e := o.ask(t, manager, farmID, c.query)
			got := asked{e.Area, e.DateRange, e.StartDate, e.EndDate, e.Filters}
			if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(asked{})); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	})
}
