package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	sheets "github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// hungFarm has containers in two growing areas. By hand:
//
//	North, 30 + 10 spots: 25 planted in trays; 5 of them go South, and 20 hold 500
//	  animals. 6 bags are emptied by a harvest of all that is in them. So 20 hang
//	  and 20 spots are free.
//	South, 4 spots: the 5 trays, and 2 bags without a type. So 7 hang, three more
//	  than there are spots, and none is free. In 3 nets all animals died; a net
//	  without a living animal is not in use, even where nobody said that it is gone.
//	Far, 12 spots: nothing hangs, all are free.
func hungFarm(t testing.TB, db *sqldb.DB) (farmID string, areas map[string]string) {
	t.Helper()
	farmID, areas = newFarm(t, db), map[string]string{}
	for name, lines := range map[string][]farm.Line{
		"North": {{Name: "N1", Spots: 30}, {Name: "N2", Spots: 10}}, "South": {{Name: "S1", Spots: 4}}, "Far": {{Name: "F1", Spots: 12}},
	} {
		lease, err := farm.New(db, clock).AddLease(system, farmID, farm.Lease{Name: name, Lines: lines})
		must(t, err)
		areas[name] = lease.ID
	}
	_, err := sheets.Import(system, ledger.New(db, clock), farmID, "sheet.csv", strings.NewReader(
		"date,activity,growing area,to growing area,year,equipment,to equipment,count,containers\n"+
			"2026-03-01,plant,North,,2026,tray,,1000,25\n"+
			"2026-04-01,move,North,South,2026,tray,tray,500,5\n"+
			"2026-03-02,plant,North,,2025,bag,,300,6\n"+
			"2026-05-01,harvest,North,,2025,bag,,300,6\n"+
			"2026-06-01,plant,South,,2025,,,40,2\n"+
			"2026-06-02,plant,South,,2024,net,,10,3\n"+
			"2026-06-03,loss,South,,2024,net,,10,0\n"), sheets.Options{})
	must(t, err)
	return farmID, areas
}

// REP-10: containers in use, unused spots and the count of each type.
func TestEquipment(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := hungFarm(t, db)
		for area, want := range map[string]Equipment{
			"":      {Total: 27, Unused: 20 + 0 + 12, ChartData: map[string]int64{"tray": 25, "Not known": 2}},
			"North": {Total: 20, Unused: 20, ChartData: map[string]int64{"tray": 20}},
			"South": {Total: 7, Unused: 0, ChartData: map[string]int64{"tray": 5, "Not known": 2}},
			"Far":   {Total: 0, Unused: 12, ChartData: map[string]int64{}},
		} {
			got, err := New(db, clock).Equipment(system, farmID, areas[area])
			must(t, err)
			if !cmp.Equal(got, want) {
				t.Errorf("%q: %s", area, cmp.Diff(want, got))
			}
		}
		all, err := New(db, clock).Equipment(system, farmID, "All")
		must(t, err)
		if all.Total != 27 {
			t.Errorf("All: %+v", all)
		}
	})
}

// REP-10: each of the notebook's 29 bags is a container (five at each place, but
// four under the raft of site C); a farm that says nothing of spots has none
// unused.
func TestEquipmentOfTheNotebook(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := notebookFarm(t, db)
		for area, want := range map[string]Equipment{
			"":       {Total: 29, ChartData: map[string]int64{"beach": 15, "raft": 14}},
			"Site C": {Total: 9, ChartData: map[string]int64{"beach": 5, "raft": 4}},
		} {
			got, err := New(db, clock).Equipment(system, farmID, areas[area])
			must(t, err)
			if !cmp.Equal(got, want) {
				t.Errorf("%q: %s", area, cmp.Diff(want, got))
			}
		}
	})
}

// REP-10 AUTH-7: only a growing area of the farm, and only for whom the farm is.
func TestEquipmentRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := hungFarm(t, db)
		_, others := hungFarm(t, db)
		if _, err := New(db, clock).Equipment(system, farmID, others["North"]); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "activeLease" {
			t.Errorf("another farm's growing area: %v", err)
		}
		if _, err := New(db, clock).Equipment(t.Context(), farmID, ""); !fault.Is(err, fault.NotFound) {
			t.Errorf("a stranger: %v", err)
		}
	})
}
