package stock_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/stock"
)

// newTrade goes from two harvests through the farm, the distributor and back out:
// 0 and 1 harvested, 2 split of 0, 3 received of 2, 4 and 5 split of 3, 6 made before
// there were events.
func newTrade(b *book) []string {
	b.EditPublic(north, farm.PublicChange{HarvesterCert: new("ME-7")})
	b.Record(harvested(bay, "a", "2026-11-10", 300), harvested(cove, "a", "2026-11-11", 100))
	ids := b.Take(north, b.OfHarvest(bay, "a", "2026-11-10", 100), b.OfHarvest(cove, "a", "2026-11-11", 100))
	ids = append(ids, b.Take(north, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: ids[0]}}, Quantity: 60, Unit: ledger.Each, States: event.Stated{Brand: "Bay Petites"}})...)
	b.Take(north, event.Event{Kind: tag.Ship, TagID: ids[2], To: &tag.Consignee{Name: "Pike Place Fish", Email: "buy@pike.example"}, Note: "van 2"})
	ids = append(ids, b.Take(trade, event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: ids[2]}}, Quantity: 5, Unit: ledger.Dozen})...)
	ids = append(ids, b.Take(trade, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: ids[3]}}, Quantity: 20, Unit: ledger.Each},
		event.Event{Kind: tag.Split, From: []event.Draw{{TagID: ids[3]}}, Quantity: 30, Unit: ledger.Each})...)
	b.Take(trade, event.Event{Kind: tag.Ship, TagID: ids[4], Day: day("2026-11-16"), To: &tag.Consignee{Name: "The Walrus"}, Quantity: 15, Unit: ledger.Each},
		event.Event{Kind: tag.Ship, TagID: ids[5], Day: day("2026-11-17"), To: &tag.Consignee{Name: "Harbor House"}})
	return append(ids, b.Make(9, trade, tag.Fields{Brand: "Old 100%", HarvestDate: "2026-11-01", HarvestLocation: "Ledge"}))
}

// TAG-3: a firm finds its tags by tag, lot, area, date and buyer, a page at a time.
func TestFindingTags(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		ids := newTrade(b)
		for what, tt := range map[string]struct {
			farmID string
			q      stock.Search
			want   []int
		}{
			"all of the farm":      {north, stock.Search{}, []int{2, 1, 0}},
			"all of the trade":     {trade, stock.Search{}, []int{6, 5, 4, 3}},
			"a tag":                {north, stock.Search{Text: ids[1]}, []int{1}},
			"what it was made of":  {north, stock.Search{Text: ids[0]}, []int{0, 2}}, // itself first
			"a lot":                {north, stock.Search{LotID: b.Lots["a"]}, []int{2, 1, 0}},
			"another lot":          {north, stock.Search{LotID: b.Lots["b"]}, []int{}},
			"an area":              {north, stock.Search{LeaseID: bay}, []int{2, 0}},
			"an area by its name":  {trade, stock.Search{Text: "bAy, ma"}, []int{5, 4, 3}},
			"a brand":              {north, stock.Search{Text: "petites"}, []int{2}},
			"a certificate":        {trade, stock.Search{Text: "me-7"}, []int{5, 4, 3}},
			"a sign of patterns":   {trade, stock.Search{Text: "100%"}, []int{6}},
			"no such text":         {trade, stock.Search{Text: "_"}, []int{}},
			"from a day":           {north, stock.Search{From: "2026-11-11"}, []int{1}},
			"to a day":             {trade, stock.Search{To: "2026-11-09"}, []int{6}},
			"a buyer":              {trade, stock.Search{Buyer: "walrus"}, []int{4}},
			"a buyer, by the text": {north, stock.Search{Text: "pike place"}, []int{2}},
			"what is left":         {trade, stock.Search{State: "left"}, []int{4, 3}},
			"what is gone":         {trade, stock.Search{State: "gone"}, []int{5}},
			"what is in storage":   {trade, stock.Search{State: "wet-storage"}, []int{}},
			"several at once":      {north, stock.Search{LeaseID: bay, Text: "petites", From: "2026-11-10", To: "2026-11-10", Buyer: "pike"}, []int{2}},
		} {
			tt.q.Slice = page.Slice{Limit: 20, Page: 1}
			list, err := b.Stock.List(system, tt.farmID, tt.q)
			must(t, err)
			got := []int{}
			for _, row := range list.Data {
				got = append(got, slices.Index(ids, row.ID))
			}
			if !slices.Equal(got, tt.want) || list.Items.Total != len(tt.want) {
				t.Errorf("%s: %v of %d, want %v", what, got, list.Items.Total, tt.want)
			}
		}
		list, err := b.Stock.List(system, trade, stock.Search{Slice: page.Slice{Limit: 2, Page: 2}})
		must(t, err)
		if len(list.Data) != 2 || list.Data[1].ID != ids[3] || list.Items.Total != 4 || list.Pages.HasNext {
			t.Errorf("second page: %+v", list)
		}
		if row := list.Data[1]; *row.Quantity != 5 || row.Unit != "dozen" || fmt.Sprintf("%.3f", *row.Remainder) != "0.833" || row.Event != "receive" || row.Recall != nil {
			t.Errorf("%+v", row)
		}
		b.Recall("State of Maine", ids[2])
		list, err = b.Stock.List(system, trade, stock.Search{Slice: page.Slice{Limit: 20, Page: 1}})
		must(t, err)
		for i, row := range list.Data {
			if recalled := row.Recall != nil && *row.Recall == "State of Maine"; recalled == (i == 0) {
				t.Errorf("row %d: recall %v", i, row.Recall)
			}
		}
		if _, err := b.Stock.List(system, trade, stock.Search{From: "soon", Slice: page.Slice{Limit: 2, Page: 1}}); fault.As(err).Fields[0].Name != "from" {
			t.Errorf("a day that is none: %v", err)
		}
	})
}

// TAG-3: a tag with its lineage both ways; of another firm one sees what its public
// pages show, and nothing of what became of a tag there.
func TestATagWithItsLineage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		ids := newTrade(b)
		drawn := func(farmID string, n int) (text string) {
			d, err := b.Stock.Get(system, farmID, ids[n])
			must(t, err)
			var nodes, edges []string
			for _, node := range d.Lineage.Nodes {
				one := fmt.Sprint(slices.Index(ids, node.ID))
				if !node.Own {
					one += "(" + node.Firm + ")"
					if node.Quantity != nil || node.Remainder != nil || node.Event != "" || node.MadeOn != "" {
						t.Errorf("of another firm: %+v", node)
					}
				}
				nodes = append(nodes, one)
			}
			for _, e := range d.Lineage.Edges {
				amount := "?"
				if e.Quantity != nil {
					amount = fmt.Sprint(*e.Quantity, e.Unit)
				}
				edges = append(edges, fmt.Sprintf("%d-%s-%d", slices.Index(ids, e.From), amount, slices.Index(ids, e.To)))
			}
			return strings.Join(nodes, " ") + " | " + strings.Join(edges, " ")
		}
		for what, tt := range map[string]struct {
			farmID string
			n      int
			want   string
		}{
			"the first":  {north, 0, "0 2 | 0-60each-2"},
			"shipped":    {north, 2, "2 0 | 0-60each-2"},
			"received":   {trade, 3, "3 2(North Bay) 0(North Bay) 4 5 | 2-5dozen-3 0-?-2 3-1.6666666666666667dozen-4 3-2.5dozen-5"},
			"the last":   {trade, 5, "5 3 2(North Bay) 0(North Bay) | 3-2.5dozen-5 2-5dozen-3 0-?-2"},
			"an old one": {trade, 6, "6 | "},
		} {
			if got := drawn(tt.farmID, tt.n); got != tt.want {
				t.Errorf("%s: %s\nwant %s", what, got, tt.want)
			}
		}
		d, err := b.Stock.Get(manager, north, ids[2])
		must(t, err)
		if len(d.Events) != 2 || d.Events[0].Event != "split" || d.Events[1].To.Name != "Pike Place Fish" || *d.Events[1].Quantity != 60 || d.Events[1].Note != "van 2" || d.Events[1].By != "system" {
			t.Errorf("events %+v", d.Events)
		}
		d, err = b.Stock.Get(manager, north, ids[0])
		must(t, err)
		if len(d.Harvests) != 1 || d.Harvests[0].Area != "Bay" || d.Harvests[0].Animals != 100 || d.Harvests[0].Group.OysterType != "Pacific oyster" || d.Harvests[0].Date != "2026-11-10" {
			t.Errorf("harvests %+v", d.Harvests)
		}
		for _, try := range []struct {
			farmID string
			tagID  string
		}{{north, ids[3]}, {trade, ids[3]}, {north, "none"}} {
			if _, err := b.Stock.Get(manager, try.farmID, try.tagID); !fault.Is(err, fault.NotFound) {
				t.Errorf("%+v: %v", try, err)
			}
		}
	})
}

// TAG-3: what was shipped to whom; and what was harvested and is not on tags yet.
func TestShipmentsAndWhatIsNotOnTags(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		ids := newTrade(b)
		for what, tt := range map[string]struct {
			q    stock.Search
			want []int
		}{
			"all": {stock.Search{}, []int{5, 4}}, "a buyer": {stock.Search{Buyer: "harbor"}, []int{5}}, "a tag": {stock.Search{Text: ids[4]}, []int{4}},
			"days": {stock.Search{From: "2026-11-16", To: "2026-11-16"}, []int{4}},
		} {
			tt.q.Slice = page.Slice{Limit: 20, Page: 1}
			list, err := b.Stock.Shipments(system, trade, tt.q)
			must(t, err)
			got := []int{}
			for _, row := range list.Data {
				got = append(got, slices.Index(ids, row.TagID))
			}
			if !slices.Equal(got, tt.want) || list.Items.Total != len(tt.want) {
				t.Errorf("%s: %v, want %v", what, got, tt.want)
			}
			if row := list.Data[0]; row.HarvestDate != "2026-11-10" || row.Brand != "Bay Petites" || row.To.Name == "" || row.Quantity == nil {
				t.Errorf("%+v", row)
			}
		}
		list, err := b.Stock.Untagged(manager, north, "")
		must(t, err)
		if len(list) != 2 || list[0].Date != "2026-11-11" || list[0].Tagged != 100 || list[1].Harvested != 300 || list[1].Tagged != 100 || list[1].Area != "Bay" || list[1].LotID != b.Lots["a"] {
			t.Errorf("%+v", list)
		}
		for what, err := range map[string]error{
			"tags":      second(b.Stock.List(manager, trade, stock.Search{Slice: page.Slice{Limit: 20, Page: 1}})),
			"shipments": second(b.Stock.Shipments(manager, trade, stock.Search{Slice: page.Slice{Limit: 20, Page: 1}})),
			"harvests":  second(b.Stock.Untagged(manager, trade, "")),
		} {
			if !fault.Is(err, fault.NotFound) {
				t.Errorf("%s of another firm: %v", what, err)
			}
		}
	})
}

// TAG-3: the file has all shipments of the question, and no cell that a spreadsheet would run.
func TestShipmentsAsAFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newBook(t, db)
		ids := newTrade(b)
		b.Take(trade, event.Event{Kind: tag.Ship, TagID: ids[4], Day: day("2026-11-18"), To: &tag.Consignee{Name: "=1+1", Cert: "WA-1"}, Quantity: 5, Unit: ledger.Each, Note: "left, \"cold\""})
		content, err := b.Stock.ShipmentsCSV(system, trade, stock.Search{From: "2026-11-17"})
		must(t, err)
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(content), "\ufeff"))).ReadAll()
		must(t, err)
		if len(rows) != 3 || rows[0][2] != "Buyer" || !slices.Equal(rows[1][:10], []string{"2026-11-18", "", "'=1+1", "", "WA-1", "", "", "5", "each", ids[4]}) ||
			rows[1][14] != "left, \"cold\"" || rows[2][2] != "Harbor House" {
			t.Errorf("%q", rows)
		}
		if _, err := b.Stock.ShipmentsCSV(manager, trade, stock.Search{}); !fault.Is(err, fault.NotFound) {
			t.Errorf("of another firm: %v", err)
		}
	})
}

func second[T any](_ T, err error) error { return err }
