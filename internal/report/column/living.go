package column

import "sort"

// living goes over the rows in order of days, as a scan does, for the animals alive by lot
// at the end of some of them. Where many rows lie between two days it goes on from a station.
type living struct {
	sorted, tail alive
	base         []uint32 // by cell
	stations     []station
}

// alive is some of the rows, and what they come to so far.
type alive struct {
	rows  *run
	bases []uint32 // by place
	next  int      // row
	into  []int64  // alivePerLot of each cell that is added up, the first for what nobody asks for
}

// alivePerLot are the numbers that the rows of a lot are added to: of all that move animals
// the first, of containers the second, which nobody reads.
const alivePerLot = 2

// station is how many animals were alive in each cell before a row.
type station struct {
	row    int
	living []int64
}

// living is that of the cells of a sorting up to a day, from the day before the first one.
func (r *runs) living(o sorting, from, to int32, cells int) *living {
	bases := o.bases()
	l := &living{base: o.base, sorted: newAlive(&r.sorted, bases, cells)}
	if next := checkBefore(r.checks, r.sorted.row(from)); r.memo.worth(r.sorted.row(to+1) - next.row) {
		l.stations = r.stations(o)
	} else {
		l.sorted.begin(next)
	}
	if r.tail.row(to+1) > 0 {
		l.tail = newAlive(&r.tail, bases, cells)
	}
	l.until(from - 1)
	return l
}

func newAlive(rows *run, bases []uint32, cells int) alive {
	return alive{rows: rows, bases: bases, into: make([]int64, alivePerLot*(1+cells))}
}

// begin goes on from a checkpoint.
func (a *alive) begin(check checkpoint) {
	for i := 0; i < min(len(check.sums), sumsPerPlace*len(a.bases)); i += sumsPerPlace {
		for _, n := range check.sums[i : i+len(flows)] {
			a.into[a.bases[i/sumsPerPlace]] += n
		}
	}
	a.next = check.row
}

// until goes on to the end of the day.
func (a *alive) until(day int32) {
	if a.rows != nil {
		a.to(a.rows.row(day + 1))
	}
}

// to adds up what comes before a row, or takes off what does not, without a branch.
func (a *alive) to(row int) {
	const aside = cellsPerPlace - uint32(hung) // carries the flow of containers to the next number
	from, to, sign := a.next, row, int64(1)
	if to < from {
		from, to, sign = to, from, -1
	}
	cells, into, bases := a.rows.cells[from:to], a.into, a.bases
	values := a.rows.values[from:to][:len(cells)]
	for i, cell := range cells {
		into[bases[cell>>cellShift]+(cell&flowMask+aside)>>cellShift] += sign * int64(values[i])
	}
	a.next = row
}

// until goes to the end of the day, from where it is or from a station that is nearer, before it or behind.
func (l *living) until(day int32) {
	end := l.sorted.rows.row(day + 1)
	i := sort.Search(len(l.stations), func(i int) bool { return l.stations[i].row > end })
	for _, s := range l.stations[max(0, i-1):min(i+1, len(l.stations))] {
		if apart(s.row, end)+len(l.sorted.into) < apart(l.sorted.next, end) {
			l.arrive(s)
		}
	}
	l.sorted.to(end)
	l.tail.until(day)
}

func apart(a, b int) int { return max(a-b, b-a) }

// arrive takes what was alive from a station.
func (l *living) arrive(s station) {
	clear(l.sorted.into)
	for cell, n := range s.living[:min(len(s.living), len(l.base))] { // later columns may know more lots
		l.sorted.into[l.base[cell]] = n
	}
	l.sorted.next = s.row
}

// of is how many animals are alive in one of the cells that are added up.
func (l *living) of(i int) int64 {
	n := l.sorted.into[alivePerLot*(i+1)]
	if l.tail.rows != nil {
		n += l.tail.into[alivePerLot*(i+1)]
	}
	return n
}

// stations are kept at intervals that make them an eighth of the rows' memory.
func (r *runs) stations(o sorting) []station {
	m, rows := r.memo, len(r.sorted.cells)
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := m.take(o.name)
	kept.stations = extendStations(kept.stations, &r.sorted, o, max(m.least/8, 8*len(o.base)))
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
