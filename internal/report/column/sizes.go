package column

import "github.com/merroir/merroir/internal/ledger"

// drain moves what was added up into the totals of the segments.
func (s *scan) drain(totals []ledger.Totals) {
	for i := range totals {
		from := s.into[cellsPerPlace*(i+1):]
		for flow, kind := range flows {
			totals[i].Add(kind, from[flow])
		}
	}
	clear(s.into)
}

// sizes fills in the living animals whose size is known, at the end of each
// row. The animals of a lot in a segment are added up in cells of their own.
func (c *Columns) sizes(a Ask, s *segments, into Sums) {
	found, lots := c.lotsOf(a, s)
	alive := c.runs.living(lots, int32(a.from()), int32(a.to()), len(found))
	walks := make([]newest, len(found))
	living := make([]int64, min(len(a.Rows), rowsAtOnce)*len(found))
	for first := 0; first < len(a.Rows); first += rowsAtOnce {
		rows := a.Rows[first:min(first+rowsAtOnce, len(a.Rows))]
		for i, b := range rows {
			alive.until(int32(b.To))
			for j := range found {
				living[i*len(found)+j] = alive.of(j)
			}
		}
		for j, h := range found {
			for i, b := range rows {
				n := living[i*len(found)+j]
				if n == 0 {
					continue
				}
				if mm, known := c.size(&walks[j], h.lot, int32(b.To)); known {
					sum := &into.Sizes[first+i][h.segment]
					sum.Animals += n
					sum.MM += mm * float64(n)
				}
			}
		}
	}
}

// rowsAtOnce are worked out lot by lot, as what was measured of a lot lies together.
const rowsAtOnce = 16

// size is the newest of a lot at the end of a day, or else that of its group. Who asks about a
// lot day after day walks along what was measured of it, forward only.
func (c *Columns) size(walk *newest, lot uint32, day int32) (mm float64, known bool) {
	if walk.until(c.lotSizes[lot], day); walk.known {
		return walk.mm, true
	}
	m, known := newestOf(c.groupSizes[c.cells.lots[lot].group], day)
	return m.mm(), known
}

// lotInSegment is the animals of a lot in a segment.
type lotInSegment struct {
	lot     uint32
	segment int32 // index in the series
}

// lotsOf numbers the lots in segments that are asked for, and sorts places by lot: in one
// way for all who ask about the same growing area, whatever their filters and segments are.
func (c *Columns) lotsOf(a Ask, s *segments) (found []lotInSegment, o sorting) {
	if a.Split.By == ByArea { // a lot is in one segment only, but for growing areas
		o = sorting{name: "by place " + a.LeaseID, base: make([]uint32, len(c.cells.places)), of: c.asked(a, func(place int) uint32 { return uint32(place) })}
	} else {
		o = sorting{name: "by lot " + a.LeaseID, base: make([]uint32, len(c.cells.lots)), of: c.asked(a, func(place int) uint32 { return c.cells.places[place].lot })}
	}
	for i, where := range c.cells.places {
		if s.of[i] == notAsked || s.at[s.of[i]] == notAsked {
			continue
		}
		cell := where.lot
		if a.Split.By == ByArea {
			cell = uint32(i)
		}
		if o.base[cell] == 0 {
			found = append(found, lotInSegment{where.lot, s.at[s.of[i]]})
			o.base[cell] = uint32(alivePerLot * len(found))
		}
	}
	return found, o
}

// asked gives the places of the growing area that is asked about, or all, their cells.
func (c *Columns) asked(a Ask, cell func(place int) uint32) func() []int32 {
	return func() []int32 {
		of := make([]int32, len(c.cells.places))
		for i, where := range c.cells.places {
			if of[i] = notAsked; a.LeaseID == "" || c.cells.leases[where.lease] == a.LeaseID {
				of[i] = int32(cell(i))
			}
		}
		return of
	}
}
