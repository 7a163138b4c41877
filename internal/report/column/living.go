package column

import "sort"

// living goes over the rows in order of days, as a scan does, for the animals alive by lot
// at the end of some of them. Where many rows lie between two days it goes on from a station.
type living struct {
	sorted, tail scan
	base         []uint32 // by cell
	stations     []station
}

// station is how many animals were alive in each cell before a row.
type station struct {
	row    int
	living []int64
}

// living is that of the cells of a sorting up to a day, from the day before the first one.
func (r *runs) living(o sorting, from, to int32, cells int) *living {
	bases, size := o.bases(), cellsPerPlace*(1+cells)
	l := &living{base: o.base}
	l.sorted = scan{parts: []part{{rows: &r.sorted, bases: bases}}, into: make([]int64, size)}
	if next := checkBefore(r.checks, r.sorted.row(from)).row; r.memo.worth(r.sorted.row(to+1) - next) {
		l.stations = r.stations(o)
	} else {
		l.sorted.parts[0].next = l.sorted.check(r.checks, bases, r.sorted.row(from))
	}
	if r.tail.row(to+1) > 0 {
		l.tail = scan{parts: []part{{rows: &r.tail, bases: bases}}, into: make([]int64, size)}
	}
	l.until(from - 1)
	return l
}

// until goes on to the end of the day.
func (l *living) until(day int32) {
	p := &l.sorted.parts[0]
	end := p.rows.row(day + 1)
	i := sort.Search(len(l.stations), func(i int) bool { return l.stations[i].row > end }) - 1
	if i >= 0 && l.stations[i].row-p.next > len(l.sorted.into) {
		l.arrive(l.stations[i])
	}
	l.sorted.until(day)
	l.tail.until(day)
}

// arrive takes what was alive from a station.
func (l *living) arrive(s station) {
	clear(l.sorted.into)
	for cell, n := range s.living[:min(len(s.living), len(l.base))] { // later columns may know more lots
		l.sorted.into[l.base[cell]] = n
	}
	l.sorted.parts[0].next = s.row
}

// of is how many animals are alive in one of the cells that are added up.
func (l *living) of(i int) (n int64) {
	at := cellsPerPlace * (i + 1)
	for _, flow := range l.sorted.into[at : at+len(flows)] {
		n += flow
	}
	if l.tail.into != nil {
		for _, flow := range l.tail.into[at : at+len(flows)] {
			n += flow
		}
	}
	return n
}

// stations are kept at intervals that make them a sixteenth of the rows' memory.
func (r *runs) stations(o sorting) []station {
	m, rows := r.memo, len(r.sorted.cells)
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := m.take(o.name)
	kept.stations = extendStations(kept.stations, &r.sorted, o, max(m.least/8, 16*len(o.base)))
	m.keep(kept, rows)
	return kept.stations
}

// extendStations adds stations until the last rows are fewer than every. It appends to what
// is in the memo once.
func extendStations(all []station, r *run, o sorting, every int) []station {
	last := station{living: make([]int64, len(o.base))}
	if len(all) > 0 {
		last = all[len(all)-1]
	}
	if len(r.cells)-last.row < every {
		return all
	}
	cells := o.of()
	for len(r.cells)-last.row >= every {
		next := station{last.row + every, make([]int64, len(o.base))}
		copy(next.living, last.living)
		for i := last.row; i < next.row; i++ {
			if cell := cells[r.cells[i]>>cellShift]; cell != notAsked && r.cells[i]&flowMask != uint32(hung) {
				next.living[cell] += int64(r.values[i])
			}
		}
		all = append(all, next)
		last = next
	}
	return all
}
