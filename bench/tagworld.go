package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

const (
	tagFirms  = 200
	firmAreas = 5
	tagDepth  = 12 // the harvest tags, and eleven times made of others
)

// tagWorld is many tags of many firms, made of one another. A tenth are harvest tags, of
// a lot each; the others take from one to three tags of the step before, mostly of their
// own firm, every other step from another firm's.
type tagWorld struct {
	*rand.Rand
	ids      []string
	firm     []int32
	children [][]int32
	firms    []string
	tags     [][]any
	parents  [][]any
	harvests [][]any
	events   [][]any
	lots     int
	edges    int
}

func tagID(n int) string   { return fmt.Sprintf("7a%022x", n) }
func areaID(n int) string  { return fmt.Sprintf("1e%022x", n) }
func lotID(n int) string   { return fmt.Sprintf("10%022x", n) }
func harvestDay(n int) int { return int(today) - 365 + n/(tagFirms*firmAreas)*101%365 }

func newTagWorld(size int, seed uint64) *tagWorld {
	w := &tagWorld{Rand: rand.New(rand.NewPCG(seed, 13)), children: make([][]int32, size)}
	for i := range tagFirms {
		w.firms = append(w.firms, fmt.Sprintf("5f%022x", i))
	}
	lots := size / 10
	w.lots = lots
	step := (size - lots) / (tagDepth - 1)
	for n := range size {
		if n < lots {
			w.harvest(n)
			continue
		}
		level := min((n-lots)/step, tagDepth-2)
		before, end := lots+(level-1)*step, lots+level*step
		if level == 0 {
			before, end = 0, lots
		}
		w.make(n, level, before, end)
	}
	return w
}

func (w *tagWorld) harvest(n int) {
	area := n % (tagFirms * firmAreas)
	firm := area / firmAreas
	day := harvestDay(n)
	w.add(n, firm, "harvest", tag.Fields{HarvestLocation: fmt.Sprintf("Area %d, Maine", area), HarvestDate: dayText(day)}, 10_000, day, areaID(area))
	w.harvests = append(w.harvests, []any{tagID(n), w.firms[firm], areaID(area), lotID(n), day, 10_000, fmt.Sprint("Area ", area), `{"group":{"oysterType":"Pacific oyster"},"lot":{}}`})
}

func (w *tagWorld) make(n, level, before, end int) {
	first := before + w.IntN(end-before)
	firm, kind := int(w.firm[first]), []string{"retag", "split", "commingle", "wet-storage-in", "wet-storage-out"}[level%5]
	if level%2 == 1 {
		firm, kind = w.IntN(tagFirms), "receive"
	}
	w.add(n, firm, kind, tag.Fields{HarvestLocation: "Maine", HarvestDate: dayText(int(today) - 100 + level)}, 100, int(today)-100+level, nil)
	w.link(n, first)
	for range w.IntN(5) - 2 { // none for three of five
		w.link(n, before+w.IntN(end-before))
	}
	if n%4 == 0 {
		w.events = append(w.events, []any{w.firms[firm], fmt.Sprintf("ee%022x", n), fmt.Sprint(n), "", tagID(n), "ship", int(today) - 50, 20, "pike place",
			fmt.Sprintf(`{"to":{"name":"Pike Place %d","email":"buyer%d@merroir.example"}}`, n%3000, n%3000), 0, "", ""})
	}
}

func (w *tagWorld) link(n, parent int) {
	for _, child := range w.children[parent] {
		if int(child) == n {
			return
		}
	}
	w.children[parent] = append(w.children[parent], int32(n))
	w.edges++
	w.parents = append(w.parents, []any{tagID(n), tagID(parent), 10})
}

func dayText(day int) string {
	return (today + 0).Time().AddDate(0, 0, day-int(today)).Format("2006-01-02")
}

func (w *tagWorld) add(n, firm int, kind string, f tag.Fields, quantity, day int, area any) {
	f.Brand, f.Species.Value, f.SizeCull, f.SourceCert, f.VendorType = fmt.Sprint("Brand ", firm), "Pacific oyster", "Select", fmt.Sprint("ME-", firm), "Harvester"
	doc, _ := json.Marshal(f) // texts
	written := sqldb.Millis(ledger.Day(day).Time())
	w.ids, w.firm = append(w.ids, tagID(n)), append(w.firm, int32(firm))
	w.tags = append(w.tags, []any{tagID(n), w.firms[firm], tag.TypeFarm, string(doc), 1, written, written, "each", quantity, quantity / 2, kind, day, day, area, fmt.Sprint("ME-", firm), area == nil, false, tagID(n)})
}

// store writes it all, and keeps no rows: their many small parts would be gone through by each
// collection of garbage, as nothing in the product is.
func (w *tagWorld) store(ctx context.Context, db *sqldb.DB) error {
	farms := farm.New(db, clock)
	for i, id := range w.firms {
		if _, err := farms.CreateWithID(ctx, id, farm.Details{Name: fmt.Sprint("Firm ", i), Type: farm.TypeFarm, Country: "USA", State: "Maine", Activities: []string{"Harvest"}}); err != nil {
			return err
		}
	}
	tags := tag.New(db, clock)
	err := db.Write(ctx, func(tx *sqldb.Tx) error {
		for _, part := range []struct {
			table   string
			columns []string
			rows    [][]any
		}{
			{"tags", []string{"id", "farm_id", "type", "doc", "version", "created_at", "updated_at", "unit", "quantity", "remainder", "made_by", "made_on", "harvest_day", "origin_area", "origin_cert", "mixed", "wet_stored", "search_key"}, w.tags},
			{"tag_parents", []string{"tag_id", "parent_id", "quantity"}, w.parents},
			{"tag_harvests", []string{"tag_id", "farm_id", "lease_id", "lot_id", "day", "animals", "area", "lot"}, w.harvests},
			{"tag_events", []string{"farm_id", "id", "event_key", "digest", "tag_id", "kind", "day", "quantity", "party_key", "doc", "at", "user_id", "username"}, w.events},
		} {
			if err := tx.InsertRows(ctx, part.table, part.columns, part.rows); err != nil {
				return err
			}
		}
		for _, id := range w.firms {
			if err := tags.KeepFarm(ctx, tx, id); err != nil {
				return err
			}
		}
		return nil
	})
	w.tags, w.parents, w.harvests, w.events = nil, nil, nil, nil
	return err
}

// reached gives what is made of the tags, with them, by a plain walk.
func (w *tagWorld) reached(roots []string, number map[string]int32) (ids []string) {
	seen := make([]bool, len(w.ids))
	var stack []int32
	for _, id := range roots {
		stack = append(stack, number[id])
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		ids = append(ids, w.ids[n])
		stack = append(stack, w.children[n]...)
	}
	return ids
}
