package column

// movedOn fills in what left each segment, and all of them together, by moves that
// ended outside. A move from place to place within a segment is none of it.
func (c *Columns) movedOn(a Ask, s *segments, into Sums) {
	bases := make([]uint32, len(c.cells.routes))
	for i, r := range c.cells.routes {
		if from := s.of[r.from]; from != notAsked && from != s.of[r.to] && s.at[from] != notAsked {
			bases[i] = uint32(cellsPerPlace * (s.at[from] + 1))
		}
	}
	last := len(into.Keys)
	c.addUp(a, bases, last, into.Gone[:last], func(row int, sums []int64) { copy(into.MovedOn[row], sums) })
	for i, r := range c.cells.routes {
		bases[i] = 0
		if s.of[r.from] != notAsked && s.of[r.to] == notAsked {
			bases[i] = cellsPerPlace
		}
	}
	c.addUp(a, bases, 1, into.Gone[last:], func(row int, sums []int64) { into.MovedOn[row][last] = sums[0] })
}

// addUp adds the moves up in so many cells, and gives what these hold before the first
// row and at the end of each. It begins with the ledger: what moved on is never forgotten.
func (c *Columns) addUp(a Ask, bases []uint32, cells int, before []int64, found func(row int, sums []int64)) {
	scan := newScan(&c.moves, bases, cellsPerPlace*(1+cells))
	read := func(sums []int64, day int32) {
		scan.until(day)
		for j := range sums {
			sums[j] = scan.into[cellsPerPlace*(j+1)]
		}
	}
	read(before, int32(a.from())-1)
	sums := make([]int64, cells)
	for i, row := range a.Rows {
		read(sums, int32(row.To))
		found(i, sums)
	}
}
