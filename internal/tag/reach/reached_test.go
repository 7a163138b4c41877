package reach_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/reach"
)

// A recall reaches what a plain walk does, on a graph of 20,000 tags, twelve steps deep,
// with many that were made of several; and the way that it tells is as short as any.
func TestReachIsThatOfAWalk(t *testing.T) {
	const size, lots, depth = 20_000, 2_000, 12
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		draw := rand.New(rand.NewPCG(13, 12))
		firms := []string{north, south, trade}
		children, parents := make([][]int, size), make([][]int, size)
		var tags, edges, copies [][]any
		for n := range size {
			firm, kind := firms[draw.IntN(3)], tag.TypeFarm
			tags = append(tags, []any{id('a', n), firm, kind, "{}", 1, 0, 0, "each", 10, 10})
			if n < lots {
				copies = append(copies, []any{id('a', n), firm, id('e', n%7), id('b', n/3), 20_000 + n%50, 10, "Bay", "{}"})
				continue
			}
			step := (size - lots) / (depth - 1)
			level := min((n-lots)/step, depth-2)
			from, to := max(0, lots+(level-1)*step), lots+level*step
			if level == 0 {
				from = 0
			}
			for range 1 + max(0, draw.IntN(5)-2) {
				parent := from + draw.IntN(to-from)
				if !slices.Contains(parents[n], parent) {
					parents[n], children[parent] = append(parents[n], parent), append(children[parent], n)
					edges = append(edges, []any{id('a', n), id('a', parent)})
				}
			}
		}
		must(t, db.Write(nobody, func(tx *sqldb.Tx) error {
			for _, part := range []struct {
				table   string
				columns []string
				rows    [][]any
			}{
				{"tags", []string{"id", "farm_id", "type", "doc", "version", "created_at", "updated_at", "unit", "quantity", "remainder"}, tags},
				{"tag_parents", []string{"tag_id", "parent_id"}, edges},
				{"tag_harvests", []string{"tag_id", "farm_id", "lease_id", "lot_id", "day", "animals", "area", "lot"}, copies},
			} {
				if err := tx.InsertRows(nobody, part.table, part.columns, part.rows); err != nil {
					return err
				}
			}
			return nil
		}))
		number := map[string]int{}
		for n := range size {
			number[id('a', n)] = n
		}
		most := int64(0)
		for range 25 {
			choice := reach.Choice{LotIDs: []string{id('b', draw.IntN(lots/3))}}
			if draw.IntN(3) == 0 {
				choice = reach.Choice{LotIDs: choice.LotIDs, From: ledger.Day(20_000 + draw.IntN(50))}
			}
			if draw.IntN(3) == 0 {
				choice.Tags = []string{id('a', draw.IntN(size)), id('a', draw.IntN(size))}
			}
			reckoned := w.Reckon(choice)
			got, roots := reckoned.Tags, reckoned.Roots
			steps := map[int]int{}
			var queue []int
			for _, root := range roots {
				steps[number[root]] = 0
				queue = append(queue, number[root])
			}
			for len(queue) > 0 {
				n := queue[0]
				queue = queue[1:]
				for _, child := range children[n] {
					if _, seen := steps[child]; !seen {
						steps[child] = steps[n] + 1
						queue = append(queue, child)
					}
				}
			}
			nearest := map[string]int{}
			for n, far := range steps {
				firm := tags[n][1].(string)
				if near, known := nearest[firm]; !known || far < near {
					nearest[firm] = far
				}
			}
			ofFirms, quantity := int64(0), int64(0)
			for _, f := range got.Firms {
				ofFirms += f.Tags
				quantity += f.Amounts[0].Had()
				if last := len(f.Path) - 1; last != nearest[f.FarmID] || f.Path[last].FarmID != f.FarmID || !slices.Contains(roots, f.Path[0].TagID) {
					t.Errorf("the way to %s is %v, want %d steps", f.Name, f.Path, nearest[f.FarmID])
				}
				for i := 1; i < len(f.Path); i++ {
					if !slices.Contains(parents[number[f.Path[i].TagID]], number[f.Path[i-1].TagID]) {
						t.Errorf("%s was not made of %s", f.Path[i].TagID, f.Path[i-1].TagID)
					}
				}
			}
			if got.Tags != int64(len(steps)) || ofFirms != got.Tags || quantity != 10*got.Tags {
				t.Errorf("%+v reaches %d tags, %d of firms, with %d animals; a walk %d", choice, got.Tags, ofFirms, quantity, len(steps))
			}
			most = max(most, got.Tags)
		}
		if most < 200 {
			t.Errorf("the largest recall reaches %d tags", most)
		}
	})
}
