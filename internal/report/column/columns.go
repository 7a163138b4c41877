package column

import (
	"cmp"
	"slices"
	"sort"
)

// Columns are the ledger's entries of one farm, as reports read them. They are
// never changed: a builder makes new ones, which share what stayed the same.
type Columns struct {
	epoch, seq int64 // of the ledger; seq is that of the newest entry in here
	cells      cells
	runs                    // what came to places and left them, by cell
	moves      runs         // what went from place to place, by route
	lotSizes   [][]measured // by lot, in order of days
	groupSizes [][]measured // by group
}

// runs are rows in the order of days, with those that came late beside them.
type runs struct {
	sorted run          // nearly all rows
	tail   run          // rows dated back, not merged into the others yet
	checks []checkpoint // of the sorted run; the moves, which are few, have none
	memo   *memo        // of the sorted run
}

// run is rows in the order of days.
type run struct {
	days   []dayStart
	cells  []uint32
	values []int32 // animals; an entry that is larger has several rows
}

// dayStart is the first row of a day that has any.
type dayStart struct {
	day int32
	row uint32
}

// row is the first row of the day or of the next one that has any.
func (r *run) row(day int32) int {
	i := sort.Search(len(r.days), func(i int) bool { return r.days[i].day >= day })
	if i == len(r.days) {
		return len(r.cells)
	}
	return int(r.days[i].row)
}

// dayOf is which of the days a row is of.
func (r *run) dayOf(row int) int {
	return sort.Search(len(r.days), func(i int) bool { return int(r.days[i].row) > row }) - 1
}

// end is the row after those of one of the days.
func (r *run) end(day int) int {
	if day+1 < len(r.days) {
		return int(r.days[day+1].row)
	}
	return len(r.cells)
}

// lastDay is that of the newest row, 0 where there is none.
func (r *run) lastDay() int32 {
	if len(r.days) == 0 {
		return 0
	}
	return r.days[len(r.days)-1].day
}

// merged is all rows in one run.
func (r *runs) merged() run {
	if len(r.tail.cells) == 0 {
		return r.sorted
	}
	return newRun(append(r.sorted.rows(), r.tail.rows()...))
}

// add appends the rows that come after all days so far, and puts those that
// were dated back into the tail, which is merged once it has more rows than most.
func (r *runs) add(rows []flowRow, most int) {
	if len(rows) == 0 {
		return
	}
	if len(r.sorted.cells) == 0 {
		r.sorted = newRun(rows)
		return
	}
	sortByDay(rows)
	late := sort.Search(len(rows), func(i int) bool { return rows[i].day >= r.sorted.lastDay() })
	r.sorted.append(rows[late:])
	if late > 0 {
		r.tail = newRun(append(r.tail.rows(), rows[:late]...))
	}
	if len(r.tail.cells) > most {
		r.sorted = r.merged()
		r.tail, r.checks, r.memo = run{}, nil, nil
	}
}

// bytes is about how much memory the rows take, with all that may be kept beside them.
func (r *runs) bytes() int64 {
	const perDay = 8
	return 8*int64(cap(r.sorted.cells)+cap(r.tail.cells)+r.memo.room(len(r.sorted.cells))) + perDay*int64(len(r.sorted.days)+len(r.tail.days))
}

// flowRow is a row on its way into a run.
type flowRow struct {
	day   int32
	cell  uint32
	value int32
}

// append adds rows in order of days, none of them before the last day.
func (r *run) append(rows []flowRow) {
	for _, row := range rows {
		if len(r.days) == 0 || row.day > r.lastDay() {
			r.days = append(r.days, dayStart{row.day, uint32(len(r.cells))})
		}
		r.cells = append(r.cells, row.cell)
		r.values = append(r.values, row.value)
	}
}

// rows are the run's rows, to be sorted anew with others.
func (r *run) rows() []flowRow {
	rows := make([]flowRow, len(r.cells))
	for i, start := range r.days {
		for j := int(start.row); j < r.end(i); j++ {
			rows[j] = flowRow{start.day, r.cells[j], r.values[j]}
		}
	}
	return rows
}

// newRun sorts the rows, which it may put in another order, into a run.
func newRun(rows []flowRow) run {
	sortByDay(rows)
	r := run{cells: make([]uint32, 0, len(rows)), values: make([]int32, 0, len(rows))}
	r.append(rows)
	return r
}

// sortByDay sorts many rows by counting, as a farm has far fewer days than rows.
func sortByDay(rows []flowRow) {
	byDay := func(a, b flowRow) int { return cmp.Compare(a.day, b.day) }
	const few = 4096
	if len(rows) < few || slices.IsSortedFunc(rows, byDay) {
		slices.SortFunc(rows, byDay)
		return
	}
	first, last := rows[0].day, rows[0].day
	for _, row := range rows {
		first, last = min(first, row.day), max(last, row.day)
	}
	next := make([]int, last-first+2)
	for _, row := range rows {
		next[row.day-first+1]++
	}
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	for _, row := range slices.Clone(rows) {
		rows[next[row.day-first]] = row
		next[row.day-first]++
	}
}

// checkpoint holds the sums of all rows before a row, by place and flow, so that
// the rows before a range need not be read.
type checkpoint struct {
	row  int
	sums []int64 // sumsPerPlace of each place that had any rows
}

// extendChecks adds checkpoints until the last rows are fewer than every.
func extendChecks(checks []checkpoint, r *run, places, every int) []checkpoint {
	last := checkpoint{}
	if len(checks) > 0 {
		last = checks[len(checks)-1]
	}
	for len(r.cells)-last.row >= every {
		next := checkpoint{last.row + every, make([]int64, sumsPerPlace*places)}
		copy(next.sums, last.sums)
		for i := last.row; i < next.row; i++ {
			cell := r.cells[i]
			next.sums[int(cell>>cellShift)*sumsPerPlace+int(cell&flowMask)] += int64(r.values[i])
		}
		checks = append(checks, next)
		last = next
	}
	return checks
}

// checkBefore is the newest checkpoint that holds no row from the given one on.
func checkBefore(checks []checkpoint, row int) checkpoint {
	i := sort.Search(len(checks), func(i int) bool { return checks[i].row > row })
	if i == 0 {
		return checkpoint{}
	}
	return checks[i-1]
}

// bytes is about how much memory the columns take.
func (c *Columns) bytes() int64 {
	const perPlace, perRoute, perLot, perMeasured, header = 96, 40, 400, 24, 24
	n := 4096 + c.runs.bytes() + c.moves.bytes()
	n += perPlace*int64(len(c.cells.places)) + perRoute*int64(len(c.cells.routes)) + perLot*int64(len(c.cells.lots))
	for _, check := range c.checks {
		n += 8 * int64(len(check.sums))
	}
	for _, sizes := range [][][]measured{c.lotSizes, c.groupSizes} {
		for _, one := range sizes {
			n += header + perMeasured*int64(cap(one))
		}
	}
	return n
}
