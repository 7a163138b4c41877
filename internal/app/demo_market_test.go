package app

import (
	"testing"
	"time"

	"github.com/merroir/merroir/internal/tag/stock"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/demo"
)

// The screens of tags have something to show in the demo: tags with quantities that were
// made of harvests and of each other, shipments to known consignees, a recall that
// reaches some of them, and scans; a second start makes nothing more. TAG-3, RECALL-2.
func TestDemoTagsAreTraded(t *testing.T) {
	for name, begun := range map[string]time.Time{
		"today":                              {},
		"harvested two days ago by UTC":      time.Date(2026, time.November, 26, 0, 30, 0, 0, time.UTC), // it is Wednesday at the farm
		"at the end of winter, in the night": time.Date(2027, time.March, 15, 7, 30, 0, 0, time.UTC),
	} {
		t.Run(name, func(t *testing.T) { demoTagsAreTraded(t, begun) })
	}
}

func demoTagsAreTraded(t *testing.T, begun time.Time) {
	config := filledDemo(t)
	if !begun.IsZero() {
		config = demoConfig(t, dbtest.SQLiteURL(t))
		config.now = func() time.Time { return begun }
	}
	stony := demo.Farms[1].ID
	starts := 2
	if !begun.IsZero() {
		starts = 1 // what a second one makes is no matter of the day
	}
	for range starts {
		a := start(t, config)
		list, err := a.stock.List(system, stony, stock.Search{Slice: everything})
		must(t, err)
		made := map[string]int{}
		for _, one := range list.Data {
			if made[one.Event]++; one.Event != "" && one.Quantity == nil {
				t.Errorf("%s states no quantity", one.ID)
			}
		}
		for event, want := range map[string]int{"harvest": 3, "receive": 1, "split": 2, "commingle": 1, "retag": 1, "wet-storage-in": 1} {
			if made[event] != want {
				t.Errorf("%d tags were made by %s, want %d", made[event], event, want)
			}
		}
		shipped, err := a.stock.Shipments(system, stony, stock.Search{Slice: everything})
		must(t, err)
		if len(shipped.Data) != 7 {
			t.Errorf("%d shipments", len(shipped.Data))
		}
		must(t, a.queue.RunUntilIdle(system))
		recalls, err := a.recalls.List(system, "", "open", everything)
		must(t, err)
		if len(recalls.Data) != 1 {
			t.Fatalf("%d recalls", len(recalls.Data))
		}
		if e := recalls.Data[0].Effectiveness; len(e.Totals) != 1 || e.Parties != 4 {
			t.Errorf("the recall's book: %+v", e)
		}
		seen, err := a.scans.Of(system, stony, "", "")
		must(t, err)
		if seen.Total == 0 || len(seen.Copies) == 0 {
			t.Errorf("scans: %+v", seen)
		}
		must(t, a.Close())
	}
}
