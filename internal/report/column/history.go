package column

import (
	"cmp"
	"slices"
	"sort"

	"github.com/merroir/merroir/internal/ledger"
)

// History is what was where, day by day.
type History struct {
	First   ledger.Day // on which anything came; zero where nothing ever did
	From    ledger.Day // the first day whose changes are in here
	Opening []Standing // at the end of the day before From, by growing area and lot
	Changes []Change   // by day, growing area and lot
}

// Standing is what a lot has in a growing area.
type Standing struct {
	LeaseID, LotID      string
	Animals, Containers int64
}

// Change is what a day changed of a lot in a growing area. There is none where
// what came on the day also left.
type Change struct {
	Day ledger.Day
	Standing
}

// history completes what the two ways of reading found, in any order.
func history(h History) History {
	byPlace := func(a, b Standing) int {
		return cmp.Or(cmp.Compare(a.LeaseID, b.LeaseID), cmp.Compare(a.LotID, b.LotID))
	}
	slices.SortFunc(h.Opening, byPlace)
	slices.SortFunc(h.Changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), byPlace(a.Standing, b.Standing))
	})
	return h
}

// History gives whole days up to the last one, as many as have no more changes
// than asked for, and at least one. It gives the same as HistoryBySQL.
func (c *Columns) History(last ledger.Day, most int) (h History) {
	day, any := c.dayBefore(int32(last) + 1)
	if !any {
		return h
	}
	h.First = ledger.Day(c.firstDay())
	sums := make([]int64, cellsPerPlace*len(c.cells.places))
	for ; any; day, any = c.dayBefore(day) {
		found := c.changesOf(day, sums)
		if len(h.Changes) > 0 && len(h.Changes)+len(found) > most {
			break
		}
		h.From = ledger.Day(day)
		h.Changes = append(h.Changes, found...)
	}
	h.Opening = c.standing(h.From)
	return history(h)
}

// dayBefore is the newest day before the given one that has any rows.
func (c *Columns) dayBefore(day int32) (before int32, any bool) {
	for _, r := range []*run{&c.sorted, &c.tail} {
		i := sort.Search(len(r.days), func(i int) bool { return r.days[i].day >= day })
		if i > 0 {
			before, any = max(before, r.days[i-1].day), true
		}
	}
	return before, any
}

// firstDay is the first that has any rows; there are some.
func (c *Columns) firstDay() int32 {
	first := c.sorted.days[0].day
	if len(c.tail.days) > 0 {
		first = min(first, c.tail.days[0].day)
	}
	return first
}

// changesOf adds up the rows of a day. The sums have room for every cell; they are
// all zero, and are left so.
func (c *Columns) changesOf(day int32, sums []int64) (found []Change) {
	var touched []int
	for _, r := range []*run{&c.sorted, &c.tail} {
		for i := r.row(day); i < r.row(day+1); i++ {
			sums[r.cells[i]] += int64(r.values[i])
			touched = append(touched, int(r.cells[i]>>cellShift))
		}
	}
	for _, place := range touched {
		own := sums[place*cellsPerPlace:][:cellsPerPlace]
		if now := c.standingOf(place, own); now.Animals != 0 || now.Containers != 0 {
			found = append(found, Change{ledger.Day(day), now})
		}
		clear(own)
	}
	return found
}

// standing is what is where before the day.
func (c *Columns) standing(before ledger.Day) (all []Standing) {
	sums := c.sumsBefore(before)
	for place := range c.cells.places {
		if now := c.standingOf(place, sums[place*cellsPerPlace:]); now.Animals != 0 || now.Containers != 0 {
			all = append(all, now)
		}
	}
	return all
}

// sumsBefore are the cells of all places before the day.
func (c *Columns) sumsBefore(before ledger.Day) []int64 {
	bases := make([]uint32, len(c.cells.places))
	for i := range bases {
		bases[i] = uint32(i * cellsPerPlace)
	}
	scan := newScan(&c.runs, bases, cellsPerPlace*len(bases))
	scan.open(&c.runs, int32(before))
	return scan.into
}

// standingOf reads the cells of a place.
func (c *Columns) standingOf(place int, sums []int64) Standing {
	where := c.cells.places[place]
	s := Standing{LeaseID: c.cells.leases[where.lease], LotID: c.cells.lots[where.lot].id, Containers: sums[hung]}
	for _, n := range sums[:len(flows)] {
		s.Animals += n
	}
	return s
}
