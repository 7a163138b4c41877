package column

// movedOn fills in what left each segment, and all of them together, by moves that
// ended outside. A move from place to place within a segment is none of it. What moved on is
// never forgotten, so it begins with the ledger.
func (c *Columns) movedOn(a Ask, s *segments, into Sums) {
	last := len(into.Keys)
	scan := c.moves.by(c.ways(a, s), int32(a.from()), int32(a.to()), cellsPerPlace*(1+2*last))
	read := func(sums []int64) {
		sums[last] = 0
		for i := range last {
			within, outside := scan.into[cellsPerPlace*(2*i+1)], scan.into[cellsPerPlace*(2*i+2)]
			sums[i] = within + outside
			sums[last] += outside
		}
	}
	read(into.Gone)
	for i, row := range a.Rows {
		scan.until(int32(row.To))
		read(into.MovedOn[i])
	}
}

// ways sorts the routes that leave a segment: two cells of each, for those to another segment
// and for those that leave all.
func (c *Columns) ways(a Ask, s *segments) sorting {
	base := make([]uint32, 2*len(s.at))
	for i, at := range s.at {
		if at != notAsked {
			base[2*i], base[2*i+1] = uint32(cellsPerPlace*(2*at+1)), uint32(cellsPerPlace*(2*at+2))
		}
	}
	return sorting{name: a.parts(), base: base, of: func() []int32 {
		of := make([]int32, len(c.cells.routes))
		for i, r := range c.cells.routes {
			from, to := s.of[r.from], s.of[r.to]
			switch {
			case from == notAsked || from == to:
				of[i] = notAsked
			case to == notAsked:
				of[i] = 2*from + 1
			default:
				of[i] = 2 * from
			}
		}
		return of
	}}
}
