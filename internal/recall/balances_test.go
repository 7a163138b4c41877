package recall_test

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/recall"
)

// in returns a quantity in parts, which are whole but for the three decimals of a dozen in a document.
func in(t *testing.T, quantity float64, unit string) int64 {
	t.Helper()
	exact := quantity * partsOf(ledger.Unit(unit))
	whole := math.Round(exact)
	if math.Abs(exact-whole) > 0.02 { // documents have three decimals
		t.Errorf("%v %s is no whole number of parts", quantity, unit)
	}
	return int64(whole)
}

type sums [5]int64 // shipped, returned, destroyed, sold, unaccounted

func (s *sums) add(o sums) {
	for i, n := range o {
		s[i] += n
	}
}

func sumsOf(t *testing.T, total recall.RecallTotal) sums {
	t.Helper()
	s := sums{}
	for i, n := range []float64{total.Shipped, total.Returned, total.Destroyed, total.Sold, total.Unaccounted} {
		s[i] = in(t, n, total.Unit)
	}
	if s[0] != s[1]+s[2]+s[3]+s[4] || slices.Min(s[:]) < 0 {
		t.Errorf("%+v does not add up", total)
	}
	return s
}

// balances compares every number of the book with the reckoning.
func (c *chronicle) balances(t *testing.T, after string) {
	t.Helper()
	wanted := map[line]sums{}
	by := map[string]sums{} // of consignees, firms and all, by unit
	for _, l := range c.open() {
		of, rest := c.became(l)
		accounted := of[recall.Returned] + of[recall.Destroyed] + of[recall.Sold]
		s := sums{accounted + rest, of[recall.Returned], of[recall.Destroyed], of[recall.Sold], rest}
		wanted[l] = s
		unit := string(c.unitOf(l.tag))
		for _, key := range []string{l.firm + l.to + unit, l.firm + unit, unit} {
			sum := by[key]
			sum.add(s)
			by[key] = sum
		}
	}
	w, err := c.Whole(recaller, "", c.id)
	must(t, err)
	lines, totals := map[line]sums{}, map[string]sums{}
	for _, p := range w.Parties {
		name, shipper := strings.ToLower(strings.TrimSpace(p.Name)), p.FarmID
		if p.Kind == "firm" {
			shipper = north // only Pike Place received something
		}
		for _, l := range p.Lines {
			lines[line{shipper, name, l.TagID}] = sumsOf(t, l.RecallTotal)
		}
		for _, total := range p.Totals {
			totals[shipper+name+total.Unit] = sumsOf(t, total)
		}
		for _, total := range p.Onward {
			totals[p.FarmID+total.Unit] = sumsOf(t, total)
		}
	}
	for _, total := range w.Effectiveness.Totals {
		totals[total.Unit] = sumsOf(t, total)
	}
	if !maps.Equal(lines, wanted) {
		t.Errorf("after %s: lines %v, want %v", after, lines, wanted)
	}
	if !maps.Equal(totals, by) {
		t.Errorf("after %s: sums %v, want %v", after, totals, by)
	}
}
