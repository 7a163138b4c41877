package column

import (
	"slices"
	"sync"
)

// sorting says how the places of rows, or their routes, are told apart: in cells, each of
// which is added up somewhere or nowhere. What of gives for a place never changes, so that
// rows are added up by cell once and for all who ask with the same name.
type sorting struct {
	name string
	of   func() []int32 // cell by place, notAsked for one that nobody asks about
	base []uint32       // by cell: where it is added up, 0 for what nobody asks for
}

// bases are those of the places.
func (o sorting) bases() []uint32 {
	of := o.of()
	bases := make([]uint32, len(of))
	for i, cell := range of {
		if cell != notAsked {
			bases[i] = o.base[cell]
		}
	}
	return bases
}

// condensed are rows added up by cell and day: of a farm that records thousands of entries
// a day they are a handful for each day. They are never changed.
type condensed struct {
	runs
	upto int  // so many of the rows are in here
	vain bool // they would not be an eighth, and are not kept
}

// memo keeps condensed rows of what was asked last. It belongs to rows that only grow at
// their end, and is shared by all columns that hold these: rows that are sorted anew begin
// with an empty one.
type memo struct {
	least int // rows that are read as they are, whatever could be kept of them

	mu     sync.Mutex
	recent []memoized // asked for last in front
}

// memoized is condensed rows, or stations (living.go).
type memoized struct {
	name     string
	rows     condensed
	stations []station
}

// size is how many rows would take as much memory.
func (k *memoized) size() int {
	n := len(k.rows.sorted.cells)
	for _, s := range k.stations {
		n += len(s.living)
	}
	return n
}

// take gives what is kept under the name, empty where nothing is, and forgets it.
func (m *memo) take(name string) memoized {
	at := slices.IndexFunc(m.recent, func(k memoized) bool { return k.name == name })
	if at < 0 {
		return memoized{name: name}
	}
	kept := m.recent[at]
	m.recent = slices.Delete(m.recent, at, at+1)
	return kept
}

// fewer is how many times fewer condensed rows must be. With stations, which are an eighth,
// they fit into the room: what evicts each other would be made anew by each question.
const fewer = 8

// worth reports whether so many rows are worth adding up by what is asked.
func (m *memo) worth(rows int) bool { return m != nil && rows > m.least }

// room is how many rows may be kept in all beside so many: a quarter of their memory.
func (m *memo) room(rows int) int {
	if !m.worth(rows) {
		return 0
	}
	return rows / 4
}

// condensed gives the sorted rows, or the first of them, by the cells of the sorting, and false
// where they are to be read as they are. Whoever asks first adds them up, and others wait.
func (r *runs) condensed(o sorting) (condensed, bool) {
	m, rows := r.memo, len(r.sorted.cells)
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := m.take(o.name)
	c := &kept.rows
	old := c.upto > rows // these columns are older than what others have asked since
	if c.vain && rows > 2*c.upto {
		*c = condensed{}
	}
	if !old && !c.vain && rows-c.upto > m.least {
		*c = c.extended(&r.sorted, o)
		if c.vain = len(c.sorted.cells) > c.upto/fewer; c.vain {
			c.runs = runs{}
		}
	}
	m.keep(kept, rows)
	return *c, !old && !c.vain
}

// keep puts something in front, and forgets those asked for the longest time ago.
func (m *memo) keep(one memoized, rows int) {
	const most = 64 // names
	m.recent = slices.Insert(m.recent, 0, one)
	kept := 0
	for i, k := range m.recent {
		if kept += k.size(); i > 0 && kept > m.room(rows) || i == most {
			clear(m.recent[i:])
			m.recent = m.recent[:i]
			return
		}
	}
}

// extended adds the rows up that are not in yet. It appends to what is kept, which is in
// the memo once: nobody else appends to it.
func (c *condensed) extended(rows *run, o sorting) condensed {
	cells := o.of()
	next := condensed{runs: c.runs, upto: len(rows.cells)}
	sums := make([]int64, cellsPerPlace*len(o.base))
	var touched []uint32
	var day []flowRow
	for from := c.upto; from < len(rows.cells); {
		i := rows.dayOf(from)
		end := rows.end(i)
		touched, day = touched[:0], day[:0]
		for j := from; j < end; j++ {
			cell, flow := cells[rows.cells[j]>>cellShift], rows.cells[j]&flowMask
			if cell == notAsked || flow == uint32(hung) {
				continue
			}
			at := uint32(cell)<<cellShift | flow
			if sums[at] == 0 {
				touched = append(touched, at)
			}
			sums[at] += int64(rows.values[j])
		}
		for _, at := range touched {
			if sums[at] != 0 {
				day = addFlow(day, rows.days[i].day, at, sums[at])
				sums[at] = 0
			}
		}
		next.sorted.append(day)
		from = end
	}
	next.checks = extendChecks(next.checks, &next.sorted, len(o.base), max(usualTuning.check, usualTuning.perPlace*len(o.base)))
	return next
}
