package report

import (
	"math"
	"slices"
	"sort"

	"github.com/merroir/merroir/internal/ledger"
)

// pace says how rows are kept; tests make it small.
type pace struct {
	tail     int // rows dated back that are kept aside before they are merged
	check    int // rows between checkpoints, at least
	perPlace int // the same for each place that a checkpoint holds
	segment  int // entries after the newest stored segment before another is stored
}

// usualPace gives checkpoints at most half the memory of the rows between them.
var usualPace = pace{tail: 1 << 16, check: 1 << 16, perPlace: 2 * len(flows), segment: 1 << 16}

// entry is a row of the ledger.
type entry struct {
	day            int32
	leaseID, lotID string
	kind           ledger.Kind
	delta          int64
	sizeSum, sizeN int64
}

// grower makes columns of the entries that were added since the last ones. One
// goroutine at a time may use it; the columns that it gave out are not changed.
type grower struct {
	pace     pace
	now      columns
	interner *interner
	rows     []flowRow // added, but not in their place yet
}

func newGrower(pace pace, from columns) *grower {
	g := &grower{pace: pace, now: from}
	g.interner = newInterner(&g.now.cells)
	return g
}

// unknownLots gives the lots of the entries that have to be added first.
func (g *grower) unknownLots(entries []entry) (ids []string) {
	seen := map[string]bool{}
	for i := range entries {
		id := entries[i].lotID
		if _, known := g.interner.lotAt[id]; !known && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// batch says what of the columns the entries being added may change in place,
// because nobody reads it or because it was copied for them.
type batch struct{ sizes, allSizes, first bool }

// add puts entries, in order of seq, into the columns. Nobody may be reading
// the columns yet where fresh is set.
func (g *grower) add(entries []entry, fresh bool) {
	mine := &batch{fresh, fresh, fresh}
	for i := range entries {
		e := &entries[i]
		at := place{g.interner.lease(e.leaseID), g.interner.lotAt[e.lotID]}
		n := g.interner.place(at, e.day)
		if e.day < g.now.cells.first[n] {
			if !mine.first {
				g.now.cells.first, mine.first = slices.Clone(g.now.cells.first), true
			}
			g.now.cells.first[n] = e.day
		}
		if e.kind == ledger.Size {
			g.own(mine, len(entries))
			g.addSize(at.lot, measured{e.day, e.sizeSum, e.sizeN}, mine.allSizes)
		} else if e.delta != 0 {
			g.addFlow(e.day, n<<cellShift|uint32(flowOf(e.kind)), e.delta)
		}
	}
}

// own copies the lists of measured days before their first change, and what is
// in them at once where so many changes come that copying one by one costs more.
func (g *grower) own(mine *batch, changes int) {
	const many = 4096
	if !mine.sizes {
		g.now.lotSizes, g.now.groupSizes = slices.Clone(g.now.lotSizes), slices.Clone(g.now.groupSizes)
		mine.sizes = true
		if changes > many {
			for _, lists := range [][][]measured{g.now.lotSizes, g.now.groupSizes} {
				for i := range lists {
					lists[i] = slices.Clone(lists[i])
				}
			}
			mine.allSizes = true
		}
	}
	g.room()
}

func (g *grower) addSize(lotAt uint32, m measured, owned bool) {
	group := g.now.cells.lots[lotAt].group
	g.now.lotSizes[lotAt] = addMeasured(g.now.lotSizes[lotAt], m, owned)
	g.now.groupSizes[group] = addMeasured(g.now.groupSizes[group], m, owned)
}

// trim gives back the room that lists of measured days have left over. Nobody
// may be reading them yet.
func (g *grower) trim() {
	for _, lists := range [][][]measured{g.now.lotSizes, g.now.groupSizes} {
		for i, list := range lists {
			if cap(list) > len(list) {
				lists[i] = append(make([]measured, 0, len(list)), list...)
			}
		}
	}
}

// addFlow adds as many rows as the number needs.
func (g *grower) addFlow(day int32, cell uint32, delta int64) {
	for delta != int64(int32(delta)) {
		part := int32(math.MaxInt32)
		if delta < 0 {
			part = math.MinInt32
		}
		g.rows = append(g.rows, flowRow{day, cell, part})
		delta -= int64(part)
	}
	g.rows = append(g.rows, flowRow{day, cell, int32(delta)})
}

// room makes a list of measured days for every lot and group.
func (g *grower) room() {
	if missing := len(g.now.cells.lots) - len(g.now.lotSizes); missing > 0 {
		g.now.lotSizes = append(g.now.lotSizes, make([][]measured, missing)...)
	}
	if missing := g.now.cells.groups - len(g.now.groupSizes); missing > 0 {
		g.now.groupSizes = append(g.now.groupSizes, make([][]measured, missing)...)
	}
}

// columns gives what has been added so far.
func (g *grower) columns() *columns {
	g.room()
	g.place()
	g.now.checks = extendChecks(g.now.checks, &g.now.sorted, len(g.now.cells.places), max(g.pace.check, g.pace.perPlace*len(g.now.cells.places)))
	snapshot := g.now
	return &snapshot
}

// place appends the rows that come after all days so far, and puts those that
// were dated back into the tail.
func (g *grower) place() {
	rows := g.rows
	g.rows = nil
	if len(rows) == 0 {
		return
	}
	if len(g.now.sorted.cells) == 0 {
		g.now.sorted = newRun(rows)
	} else {
		sortByDay(rows)
		late := sort.Search(len(rows), func(i int) bool { return rows[i].day >= g.now.sorted.lastDay() })
		g.now.sorted.append(rows[late:])
		if late > 0 {
			g.now.tail = newRun(append(g.now.tail.rows(), rows[:late]...))
		}
	}
	if len(g.now.tail.cells) > g.pace.tail {
		g.now.sorted = g.now.merged()
		g.now.tail, g.now.checks = run{}, nil
	}
}
