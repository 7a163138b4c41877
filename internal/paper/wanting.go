package paper

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// Why paper of a type asks for somebody, the gravest first.
const (
	problemHeld    = "held"    // staff hold its shipments
	problemStopped = "stopped" // it is time for a refill, and none is made
	problemLow     = "low"     // a refill comes soon
)

var problems = []string{problemHeld, problemStopped, problemLow}

// Wanting is paper of a type that asks for somebody.
type Wanting struct {
	Type     Type   `json:"paperType"`
	Problem  string `json:"problem" enum:"held,stopped,low"`
	Reason   string `json:"reason" doc:"Of a hold; otherwise empty"`
	Left     int64  `json:"left" doc:"Tags in stock; may be less than nothing"`
	RefillAt int64  `json:"refillAt" doc:"Tags left at which a refill is ordered"`
	PerWeek  int64  `json:"perWeek" doc:"Tags printed in a week, by the last four; 0 where none was"`
}

// rateWeeks are the weeks whose prints say how fast paper is used up.
const rateWeeks = 4

// wants is a stock with what decides whether it asks for somebody.
type wants struct {
	farmID   string
	stock    Stock
	settings Settings
}

// WantingOn gives what paper asks for on farms that the caller may look at, by
// farm, the gravest first. Only active subscriptions ask. A hold for a payment
// does not: its invoice asks. Custom paper does not: its makers are told.
func WantingOn(ctx context.Context, tx *sqldb.Tx, farmIDs []string, now time.Time) (map[string][]Wanting, error) {
	wanting := map[string][]Wanting{}
	if len(farmIDs) == 0 {
		return wanting, nil
	}
	const active = " JOIN farms f ON f.id = s.farm_id WHERE f.tagging_active = 'true' AND f.id IN ("
	in, ids := sqldb.In(1, len(farmIDs))+")", sqldb.Args(farmIDs)
	all, err := sqldb.All(ctx, tx, scanWants, `SELECT s.farm_id, t.settings, s.type, s.shipped, s.printed, s.next_finalized, s.state
		FROM paper_stock s JOIN tagging_subscriptions t ON t.farm_id = s.farm_id`+active+in, ids...)
	if err != nil {
		return nil, err
	}
	held := map[string]holds{}
	if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID string
		var h Hold
		err := r.Scan(&farmID, &h.Type, &h.Reason)
		held[farmID] = append(held[farmID], h)
		wanting[farmID] = append(wanting[farmID], Wanting{Type: h.Type, Problem: problemHeld, Reason: h.Reason})
		return struct{}{}, err
	}, "SELECT s.farm_id, s.type, s.reason FROM paper_holds s"+active+in+" AND s.order_id = ''", ids...); err != nil {
		return nil, err
	}
	for _, w := range all {
		if problem := w.problem(); problem != "" && !held[w.farmID].on(w.stock.Type) {
			wanting[w.farmID] = append(wanting[w.farmID], Wanting{Type: w.stock.Type, Problem: problem})
		}
	}
	rates, err := printedOn(ctx, tx, slices.Collect(maps.Keys(wanting)), now.AddDate(0, 0, -7*rateWeeks))
	if err != nil {
		return nil, err
	}
	for farmID, found := range wanting {
		for i := range found {
			found[i].count(farmID, all)
			found[i].PerWeek = part(rates[farmID][found[i].Type], rateWeeks)
		}
		sorting.By(found, func(a, b Wanting) int {
			return cmp.Or(cmp.Compare(slices.Index(problems, a.Problem), slices.Index(problems, b.Problem)), cmp.Compare(slices.Index(Types, a.Type), slices.Index(Types, b.Type)))
		})
	}
	return wanting, nil
}

func scanWants(r sqldb.Row) (w wants, err error) {
	var settings string
	if err := r.Scan(&w.farmID, &settings, &w.stock.Type, &w.stock.Shipped, &w.stock.Printed, &w.stock.NextFinalized, &w.stock.State); err != nil {
		return w, err
	}
	if err := json.Unmarshal([]byte(settings), &w.settings); err != nil {
		return w, fmt.Errorf("settings of farm %s: %w", w.farmID, err)
	}
	return w, nil
}

func (w wants) problem() string {
	switch {
	case w.settings.custom(w.stock.Type) != nil:
	case w.stock.State == Stopped:
		return problemStopped
	case w.stock.State == Reminded:
		return problemLow
	}
	return ""
}

// count adds what is in stock.
func (w *Wanting) count(farmID string, all []wants) {
	for _, one := range all {
		if one.farmID == farmID && one.stock.Type == w.Type {
			w.Left, w.RefillAt = one.stock.left(), one.stock.NextFinalized
		}
	}
}

// printedOn gives the tags of each type that the farms printed since then.
func printedOn(ctx context.Context, tx *sqldb.Tx, farmIDs []string, since time.Time) (map[string]map[Type]int64, error) {
	printed := map[string]map[Type]int64{}
	if len(farmIDs) == 0 {
		return printed, nil
	}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID, batch string
		if err := r.Scan(&farmID, &batch); err != nil {
			return struct{}{}, err
		}
		if printed[farmID] == nil {
			printed[farmID] = map[Type]int64{}
		}
		var counts map[Type]int64
		if err := json.Unmarshal([]byte(batch), &counts); err != nil {
			return struct{}{}, fmt.Errorf("prints of farm %s: %w", farmID, err)
		}
		for t, count := range counts {
			printed[farmID][t] += count
		}
		return struct{}{}, nil
	}, "SELECT farm_id, prints FROM paper_prints WHERE created_at > $1 AND farm_id IN ("+sqldb.In(2, len(farmIDs))+")",
		append([]any{sqldb.Millis(since)}, sqldb.Args(farmIDs)...)...)
	return printed, err
}
