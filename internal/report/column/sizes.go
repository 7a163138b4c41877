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
	found, bases := c.lotsOf(a, s)
	scan := newScan(&c.runs, bases, cellsPerPlace*(1+len(found)))
	scan.open(int32(a.from()))
	sizer := c.newSizer()
	for i, b := range a.Rows {
		day := int32(b.To)
		scan.until(day)
		for j, h := range found {
			var living int64
			for _, n := range scan.into[cellsPerPlace*(j+1):][:len(flows)] {
				living += n
			}
			if living == 0 {
				continue
			}
			if mm, known := sizer.size(h.lot, day); known {
				sum := &into.Sizes[i][h.segment]
				sum.Animals += living
				sum.MM += mm * float64(living)
			}
		}
	}
}

// sizer says how long the animals of a lot are, day by day, forward only.
type sizer struct {
	of           *Columns
	lots, groups []newest
}

func (c *Columns) newSizer() sizer {
	return sizer{c, make([]newest, len(c.cells.lots)), make([]newest, c.cells.groups)}
}

// size is the newest of the lot at the end of a day, or else that of its group.
func (s *sizer) size(lot uint32, day int32) (mm float64, known bool) {
	size := &s.lots[lot]
	if size.until(s.of.lotSizes[lot], day); !size.known {
		group := s.of.cells.lots[lot].group
		size = &s.groups[group]
		size.until(s.of.groupSizes[group], day)
	}
	return size.mm, size.known
}

// lotInSegment is the animals of a lot in a segment.
type lotInSegment struct {
	lot     uint32
	segment int32 // index in the series
}

// lotsOf numbers the lots in segments that are asked for, and gives the cells of each
// place as segments.bases does.
func (c *Columns) lotsOf(a Ask, s *segments) (found []lotInSegment, bases []uint32) {
	bases = make([]uint32, len(s.of))
	ofLot := make([]uint32, len(c.cells.lots)) // a lot is in one segment only, but for growing areas
	byLease := a.Split.By == ByArea
	for i, where := range c.cells.places {
		if s.of[i] == notAsked || s.at[s.of[i]] == notAsked {
			continue
		}
		if base := ofLot[where.lot]; base != 0 && !byLease {
			bases[i] = base
			continue
		}
		found = append(found, lotInSegment{where.lot, s.at[s.of[i]]})
		bases[i] = uint32(cellsPerPlace * len(found))
		ofLot[where.lot] = bases[i]
	}
	return found, bases
}
