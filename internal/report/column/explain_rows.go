package column

import (
	"slices"

	"github.com/merroir/merroir/internal/ledger"
)

// figureRows says what each row of the columns counts in a figure, by the cell of its place
// or by its route, before the figure's row begins and within it.
type figureRows struct {
	c             *Columns
	from, to      int32
	before, later weights
}

// weights are how often the animals of a row count, in the part and in the whole.
type weights struct{ cells, routes [][2]int8 }

// figureRows weighs the rows as [Figure.counted] weighs the entries.
func (c *Columns) figureRows(f Figure) figureRows {
	s := c.segmentsOf(f.Ask)
	inWhole, inPart := make([]bool, len(s.of)), make([]bool, len(s.of))
	for place, segment := range s.of {
		all := segment != notAsked
		one := all && (f.Segment == nil || s.keys[segment] == *f.Segment)
		inPart[place], inWhole[place] = one, one || f.Over && all
	}
	if f.Part.Hung != 0 {
		sums := c.sumsBefore(f.Ask.to() + 1)
		for place := range inPart {
			now := c.standingOf(place, sums[place*cellsPerPlace:])
			inPart[place] = inPart[place] && now.Animals > 0 && now.Containers > 0
		}
	}
	whole := Term{}
	if f.Whole != nil {
		whole = *f.Whole
	}
	weigh := func(within bool) (w weights) {
		w = weights{make([][2]int8, cellsPerPlace*len(s.of)), make([][2]int8, len(c.cells.routes))}
		for side, t := range []Term{f.Part.on(within), whole.on(within)} {
			in := [][]bool{inPart, inWhole}[side]
			for place, asked := range in {
				if asked {
					for flow, times := range []int64{t.Plant, t.Move, t.Adjust, t.Harvest, t.Loss, t.Hung} {
						w.cells[place*cellsPerPlace+flow][side] = int8(times)
					}
				}
			}
			for i, r := range c.cells.routes {
				// A part that is one of several segments is never asked what moved.
				switch from, to := inWhole[r.from], inWhole[r.to]; {
				case to && !from:
					w.routes[i][side] = int8(t.MovedIn)
				case from && !to:
					w.routes[i][side] = int8(t.MovedOn)
				}
			}
		}
		return w
	}
	return figureRows{c, int32(f.Ask.from()), int32(f.Ask.to()), weigh(false), weigh(true)}
}

// Add adds up what [Figure.Add] does, from memory.
func (c *Columns) Add(f Figure) (sum Added) {
	r := c.figureRows(f)
	var part, whole int64
	for _, span := range []struct {
		from, to int32
		weights
	}{{-1 << 31, r.from, r.before}, {r.from, r.to + 1, r.later}} {
		for _, run := range []*run{&c.sorted, &c.tail} {
			first, end := run.row(span.from), run.row(span.to)
			for i, cell := range run.cells[first:max(first, end)] {
				if w := span.cells[cell]; w != [2]int8{} {
					n := int64(run.values[first+i])
					sum.Entries, part, whole = sum.Entries+1, part+int64(w[0])*n, whole+int64(w[1])*n
				}
			}
		}
		for _, run := range []*run{&c.moves.sorted, &c.moves.tail} {
			first, end := run.row(span.from), run.row(span.to)
			for i, cell := range run.cells[first:max(first, end)] {
				route := cell >> cellShift
				if w := span.routes[route]; w != [2]int8{} {
					n := int64(run.values[first+i])
					part, whole = part+int64(w[0])*n, whole+int64(w[1])*n
					if !r.counted(span.weights, route) {
						sum.Entries++
					}
				}
			}
		}
	}
	sum.Part, sum.Whole = float64(part), float64(whole)
	return sum
}

// counted reports whether the entry of a move that brings animals counts as a row of its
// place already.
func (r figureRows) counted(w weights, route uint32) bool {
	arrives := r.c.cells.routes[route].to<<cellShift | uint32(flowOf(ledger.Move))
	return w.cells[arrives] != [2]int8{}
}

// Nearby says in which days and lots the next entries of a figure are, from a day back: all
// of that day, and as many before it as are asked for.
func (c *Columns) Nearby(f Figure, day ledger.Day, least int) Nearby {
	r := c.figureRows(f)
	near := Nearby{To: min(day, ledger.Day(r.to))}
	near.From = near.To
	lots := map[uint32]bool{}
	found := 0
	for d := int32(near.To); ; {
		rows := r.lotsOf(d, lots)
		if d < int32(day) {
			found += rows
		}
		if rows > 0 {
			near.From = ledger.Day(d)
		}
		if found >= least {
			break
		}
		var any bool
		if d, any = c.dayBefore(d); !any {
			break
		}
	}
	for lot := range lots {
		near.Lots = append(near.Lots, c.cells.lots[lot].id)
	}
	slices.Sort(near.Lots)
	return near
}

// lotsOf adds the lots of the day's rows that count, and says how many rows they are.
func (r figureRows) lotsOf(day int32, lots map[uint32]bool) (rows int) {
	w := r.later
	if day < r.from {
		w = r.before
	}
	c := r.c
	each := func(run *run, place func(cell uint32) (uint32, bool)) {
		for _, cell := range run.cells[run.row(day):run.row(day+1)] {
			if at, counts := place(cell); counts {
				lots[c.cells.places[at].lot] = true
				rows++
			}
		}
	}
	for _, run := range []*run{&c.sorted, &c.tail} {
		each(run, func(cell uint32) (uint32, bool) { return cell >> cellShift, w.cells[cell] != [2]int8{} })
	}
	for _, run := range []*run{&c.moves.sorted, &c.moves.tail} {
		each(run, func(cell uint32) (uint32, bool) {
			route := cell >> cellShift
			return c.cells.routes[route].to, w.routes[route] != [2]int8{} && !r.counted(w, route)
		})
	}
	return rows
}
