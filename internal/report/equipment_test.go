package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

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
			got, err := New(db, clock).Equipment(system, farmID, areas[area], nil)
			must(t, err)
			if !cmp.Equal(got, want) {
				t.Errorf("%q: %s", area, cmp.Diff(want, got))
			}
		}
		all, err := New(db, clock).Equipment(system, farmID, "All", nil)
		must(t, err)
		if all.Total != 27 {
			t.Errorf("All: %+v", all)
		}
		_, err = farm.New(db, clock).EndLease(system, farmID, areas["Far"], 0, "2026-06-30")
		must(t, err)
		for _, area := range []string{"", "Far"} {
			ended, err := New(db, clock).Equipment(system, farmID, areas[area], nil)
			must(t, err)
			if want := map[string]int64{"": 20, "Far": 0}[area]; ended.Unused != want {
				t.Errorf("%q: %d unused after Far ended, want %d", area, ended.Unused, want)
			}
		}
	})
}

// REP-10: the call honors its filters, as parameters of their own or in activeViewBy; spots are free whatever they say.
func TestHandleEquipment_HonorsFilters(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := hungFarm(t, db)
		for _, c := range []struct {
			name string
			ask  EquipmentInput
			want int64
		}{
			{"one value", EquipmentInput{MeshSize: []string{"tray"}}, 25},
			{"two values", EquipmentInput{MeshSize: []string{"tray", ""}}, 27},
			{"as an object", EquipmentInput{ActiveViewBy: `{"meshSize":["tray"]}`}, 25},
			{"two fields", EquipmentInput{MeshSize: []string{"tray"}, SizeLabel: []string{"no such size"}}, 0},
			{"of an area", EquipmentInput{ActiveLease: areas["South"], MeshSize: []string{"tray"}}, 5},
		} {
			c.ask.FarmID = farmID
			got, err := New(db, clock).HandleEquipment(system, &c.ask)
			must(t, err)
			if got.Body.Total != c.want || c.ask.ActiveLease == "" && got.Body.Unused != 32 {
				t.Errorf("%s: %+v, want %d in use", c.name, got.Body, c.want)
			}
		}

		for name, ask := range map[string]EquipmentInput{
			"activeViewBy":       {ActiveViewBy: "tray"},
			"activeViewBy.color": {ActiveViewBy: `{"color":["red"]}`},
			"year":               {Year: []string{"last"}},
			"meshSize":           {ActiveViewBy: `{"meshSize":["tray"]}`, MeshSize: []string{"bag"}},
		} {
			ask.FarmID = farmID
			if _, err := New(db, clock).HandleEquipment(system, &ask); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != name {
				t.Errorf("%s: %v", name, err)
			}
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
			got, err := New(db, clock).Equipment(system, farmID, areas[area], nil)
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
		if _, err := New(db, clock).Equipment(system, farmID, others["North"], nil); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "activeLease" {
			t.Errorf("another farm's growing area: %v", err)
		}
		if _, err := New(db, clock).Equipment(t.Context(), farmID, "", nil); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("nobody: %v", err)
		}
	})
}
