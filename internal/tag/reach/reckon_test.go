package reach_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
)

// The write of a yes looks whether somebody has shipped since, however many just did, while all who write wait:
// it reads no shipment where nobody has, and then those of that firm alone.
func TestAYesCountsShipments(t *testing.T) {
	c := newChain(t, dbtest.SQLite(t))
	r := c.Reckon(reach.Choice{Tags: []string{c.Harvest}})
	asks := func() (holds bool, asked int, rows []string) {
		ctx := sqldb.Explained(context.Background(), func(_ string, steps []string) {
			for _, step := range steps {
				if strings.Contains(step, "tag_events") {
					asked++
					if !strings.Contains(step, "COVERING INDEX") {
						rows = append(rows, step)
					}
				}
			}
		})
		must(t, c.DB.Read(ctx, func(tx *sqldb.Tx) (err error) { holds, err = c.Reaches.Holds(ctx, tx, r); return err }))
		return holds, asked, rows
	}
	if holds, asked, rows := asks(); !holds || asked != 1 || len(rows) > 0 {
		t.Errorf("holds %v, asked %d times, by rows: %v", holds, asked, rows)
	}
	ship := func(tagID string) {
		c.Take(north, event.Event{Kind: tag.Ship, TagID: tagID, Quantity: 1, Unit: ledger.Each, To: &tag.Consignee{Name: "Corner Bar", Email: "c@bar.example"}})
	}
	ship(c.Elsewhere)
	if holds, asked, rows := asks(); !holds || asked != 2 || len(rows) != 1 || !slices.ContainsFunc(rows, func(step string) bool { return strings.Contains(step, "farm_id=? AND kind=? AND id>? AND id<?") }) {
		t.Errorf("another tag was shipped: holds %v, asked %d times, by rows: %v", holds, asked, rows)
	}
	ship(c.Split)
	if holds, _, _ := asks(); holds {
		t.Error("a tag that is reached was shipped, and what was reckoned holds")
	}
}
