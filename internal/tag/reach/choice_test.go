package reach_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
	"github.com/merroir/merroir/internal/tag/tagtest"
)

// Each way to choose finds the tags that it means itself.
func TestWaysToChoose(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newChain(t, db)
		paper := c.Take(south, event.Event{Kind: tag.Receive, Quantity: 3, Unit: ledger.Bag, States: event.Stated{HarvestDate: "2026-11-10", HarvestLocation: "BAY, Maine", SourceCert: "me 7"}})[0]
		undated := c.Make(4, south, tag.Fields{HarvestLocation: "Bay", SourceCert: "ME-7"})
		c.Take(south, event.Event{Kind: tag.Receive, Quantity: 3, Unit: ledger.Bag, States: event.Stated{HarvestDate: "2026-11-10", HarvestLocation: "Baywater", SourceCert: "ME-8"}})
		old := c.Make(1, north, tag.Fields{HarvestDate: "2026-11-10", HarvestLocation: "Bay"})
		of := c.Make(2, trade, tag.Fields{HarvestDate: "2026-11-12"}, 1)
		c.Make(3, north, tag.Fields{})
		tenth, eleventh := day("2026-11-10"), day("2026-11-11")
		tests := map[string]struct {
			choice reach.Choice
			want   []string
		}{
			"tags":                {reach.Choice{Tags: []string{c.Sold, of}}, []string{c.Sold, of}},
			"a lot":               {reach.Choice{LotIDs: []string{c.Lots["a"]}}, []string{c.Harvest, c.Elsewhere, c.Late}},
			"a lot, on a day":     {reach.Choice{LotIDs: []string{c.Lots["a"]}, From: tenth, To: tenth}, []string{c.Harvest, c.Elsewhere}},
			"a lot, and a tag":    {reach.Choice{LotIDs: []string{c.Lots["b"]}, Tags: []string{of}}, []string{c.Other, of}},
			"an area":             {reach.Choice{FarmID: north, LeaseIDs: []string{bay}}, []string{c.Harvest, c.Other, c.Late, paper, undated, old}},
			"an area and a day":   {reach.Choice{FarmID: north, LeaseIDs: []string{bay}, From: tenth, To: tenth}, []string{c.Harvest, c.Other, paper, undated, old}},
			"an area since a day": {reach.Choice{FarmID: north, LeaseIDs: []string{bay}, From: eleventh}, []string{c.Late, undated}},
			"days of a firm":      {reach.Choice{FarmID: north, To: tenth}, []string{c.Harvest, c.Other, c.Elsewhere, paper, old}},
			"days":                {reach.Choice{From: eleventh, To: eleventh}, []string{c.Late}},
			"a place in words":    {reach.Choice{Area: "bay"}, []string{c.Harvest, c.Other, c.Late, paper, undated, old}},
			"another place":       {reach.Choice{Area: "Cove"}, []string{c.Elsewhere}},
			"a certificate":       {reach.Choice{Certs: []string{"ME-7"}}, []string{c.Harvest, c.Other, c.Elsewhere, c.Late, paper, undated}},
			"one and a day":       {reach.Choice{Certs: []string{"ME-7"}, From: eleventh, To: eleventh}, []string{c.Late, undated}},
		}
		for name, tt := range tests {
			slices.Sort(tt.want)
			if got := c.Reckon(tt.choice).Roots; !slices.Equal(got, tt.want) {
				t.Errorf("%s: %v\nwant %v", name, got, tt.want)
			}
		}
		for field, wrong := range map[string]reach.Choice{
			"tags": {}, "farmId": {LeaseIDs: []string{bay}}, "to": {From: eleventh, To: tenth}, "area": {Area: "–"},
		} {
			if err := wrong.Check(); len(fault.As(err).Fields) != 1 || fault.As(err).Fields[0].Name != field {
				t.Errorf("%s: %v", field, err)
			}
		}
	})
}

// What a recall reaches is told firm by firm, through everything that makes a tag of
// another, with the way that leads there.
func TestReach(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newChain(t, db)
		seen := map[string]reach.ReachedTag{}
		choice := reach.Choice{LotIDs: []string{c.Lots["a"]}, FarmID: north, LeaseIDs: []string{bay}, To: day("2026-11-10")}
		reckoned := c.Reckon(choice)
		got, shipped := reckoned.Tags, reckoned.Shipments
		must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
			return c.Reaches.EachReached(nobody, tx, reckoned.Roots, func(one reach.ReachedTag) error { seen[one.ID] = one; return nil })
		}))
		step := func(id, farmID, firm string, made tag.EventKind) reach.PathStep {
			return reach.PathStep{TagID: id, FarmID: farmID, Firm: firm, Event: made}
		}
		want := []reach.ReachedFirm{
			{FarmID: north, Name: "North Bay", Roots: 1, Tags: 5, Amounts: []reach.Amount{{Unit: ledger.Each, Left: 30 + 10 + 8 + 0 + 7, Shipped: 5}},
				Path:    []reach.PathStep{step(c.Harvest, north, "North Bay", tag.Harvest)},
				Nearest: []reach.MadeTag{{TagID: c.Harvest, Event: tag.Harvest}, {TagID: c.Split, From: c.Harvest, Event: tag.Split}, {TagID: c.Mixed, From: c.Split, Event: tag.Commingle}, {TagID: c.Stored, From: c.Mixed, Event: tag.WetStorageIn}, {TagID: c.Out, From: c.Stored, Event: tag.WetStorageOut}}},
			{FarmID: trade, Name: "Pike Place", Tags: 2, Amounts: []reach.Amount{{Unit: ledger.Each, Left: 10}}, Path: []reach.PathStep{
				step(c.Harvest, north, "North Bay", tag.Harvest), step(c.Split, north, "North Bay", tag.Split), step(c.Mixed, north, "North Bay", tag.Commingle),
				step(c.Stored, north, "North Bay", tag.WetStorageIn), step(c.Out, north, "North Bay", tag.WetStorageOut), step(c.Received, trade, "Pike Place", tag.Receive)},
				Nearest: []reach.MadeTag{{TagID: c.Received, From: c.Out, Event: tag.Receive}, {TagID: c.Sold, From: c.Received, Event: tag.Retag}}},
		}
		lots := got.Firms[0].Lots
		got.Firms[0].Lots = nil
		if diff := cmp.Diff(want, got.Firms); diff != "" || got.Tags != 7 || len(seen) != 7 {
			t.Errorf("%d tags, %d seen: %s", got.Tags, len(seen), diff)
		}
		if len(lots) != 1 || lots[0].LotID != c.Lots["a"] || lots[0].Area != "Bay" || lots[0].Animals != 50 || lots[0].Tags != 1 || lots[0].Lot.Nickname != "a" {
			t.Errorf("lots: %+v", lots)
		}
		if len(shipped) != 1 || shipped[0].TagID != c.Out || shipped[0].To.Email != "p@b.example" || shipped[0].Parts != 5 || shipped[0].Unit != ledger.Each {
			t.Errorf("shipped: %+v", shipped)
		}
		if one := seen[c.Mixed]; one.Root || one.Firm != "North Bay" || *one.Remainder != 8 || len(one.Parents) != 2 || !seen[c.Harvest].Root {
			t.Errorf("%+v", one)
		}
	})
}

// A tag that is made after the recall, and that the choice means, is recalled at its
// first scan; and so is one that states it from now on.
func TestARecallReachesWhatIsTaggedLater(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newChain(t, db)
		tenth := day("2026-11-10")
		c.RecallOf("Nobody", reach.Choice{LotIDs: []string{id('0', 1)}})
		recall := c.RecallOf("State of Maine", reach.Choice{FarmID: north, LeaseIDs: []string{bay}, From: tenth, To: tenth})
		expect := func(what, id, party string) {
			t.Helper()
			if got := c.RecalledBy(id); got != party {
				t.Errorf("%s: %q, want %q", what, got, party)
			}
		}
		expect("what was sold", c.Sold, "State of Maine")
		expect("another day", c.Late, "")
		made := c.Take(north, c.OfHarvest(bay, "a", "2026-11-10", 10), c.OfHarvest(cove, "a", "2026-11-10", 10))
		expect("tagged later", made[0], "State of Maine")
		expect("of another place", made[1], "")
		expect("on paper", c.Take(south, event.Event{Kind: tag.Receive, Quantity: 3, Unit: ledger.Bag, States: event.Stated{HarvestDate: "2026-11-10", HarvestLocation: "Bay", SourceCert: "ME-7"}})[0], "State of Maine")
		for n, place := range []string{"Cove", "Bay"} {
			c.Make(2*n+1, north, tag.Fields{HarvestDate: "2026-11-10", HarvestLocation: place})
			expect("made of what is at "+place+" in words", c.Make(2*n+2, trade, tag.Fields{}, 2*n+1), []string{"", "State of Maine"}[n])
		}
		choose := func(choice reach.Choice) {
			must(t, db.Write(system, func(tx *sqldb.Tx) error { return tagtest.Choose(system, tx, c.Reaches, recall, choice) }))
		}
		choose(reach.Choice{FarmID: north, LeaseIDs: []string{cove}})
		expect("chosen anew", made[1], "State of Maine")
		expect("no longer chosen", made[0], "")
		must(t, db.Write(system, func(tx *sqldb.Tx) error { return c.Reaches.Rename(system, tx, recall, " Maine ", "") }))
		expect("under another name", made[1], "Maine")
		must(t, c.End(system, recall))
		expect("after the end", c.Take(north, c.OfHarvest(cove, "a", "2026-11-10", 10))[0], "")
	})
}
