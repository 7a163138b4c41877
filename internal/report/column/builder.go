package column

import (
	"math"
	"slices"
)

// tuning says how rows are kept; tests use small numbers.
type tuning struct {
	tail     int   // rows dated back that are kept aside before they are merged
	check    int   // rows between checkpoints, at least
	perPlace int   // the same for each place that a checkpoint holds
	condense int   // rows that are read as they are before they are added up by what is asked
	segment  int   // entries after the newest stored segment before another is stored
	part     int   // bytes of a segment in one row
	few      int64 // entries that are read in one transaction, one after the other
}

// usualTuning gives checkpoints at most half the memory of the rows between them.
var usualTuning = tuning{tail: 1 << 16, check: 1 << 16, perPlace: 2 * sumsPerPlace, condense: 1 << 16, segment: 1 << 16, part: 1 << 20, few: entriesAtOnce}

// entry is a row of the ledger.
type entry struct {
	first bool // of its activity; of a move, where the animals leave
	kind  int8 // number of its flow, or sampled
	day   int32
	where uint32
	value int64 // animals, or lengths of a sample in tenths of a millimetre
	more  int64 // containers, or animals of a sample
}

// sampled stands for a flow in the entry of a sample.
const sampled = int8(hung)

// builder makes new columns from the last ones and the entries that came since.
// One goroutine at a time may use it; columns that it gave out are never changed.
type builder struct {
	tuning   tuning
	now      Columns
	interner *interner
	rows     []flowRow // added, but not in their place yet
	moved    []flowRow // the same, of the moves
	leaves   uint32    // place that the move whose entries are being added takes from

	knownBefore int64 // as in an Ask
}

func newBuilder(tuning tuning, from Columns) *builder {
	b := &builder{tuning: tuning, now: from}
	b.interner = newInterner(&b.now.cells)
	return b
}

// owned says which parts of the columns may be changed in place while entries are
// added, because nobody reads them yet or because they were copied.
type owned struct{ sizes, allSizes, first bool }

// add puts entries, in order of seq, into the columns. Nobody may be reading
// the columns yet where fresh is set.
func (b *builder) add(s stretch, fresh bool) {
	mine := &owned{fresh, fresh, fresh}
	places := make([]uint32, len(s.wheres)) // one more than their numbers, 0 while they have none
	for i := range s.entries {
		e := &s.entries[i]
		n := places[e.where] - 1
		if places[e.where] == 0 {
			w := s.wheres[e.where]
			n = b.interner.place(place{b.interner.lease(w.leaseID), b.interner.lotAt[w.lotID]}, e.day)
			places[e.where] = n + 1
		}
		if e.day < b.now.cells.first[n] {
			if !mine.first {
				b.now.cells.first, mine.first = slices.Clone(b.now.cells.first), true
			}
			b.now.cells.first[n] = e.day
		}
		if e.kind == sampled {
			b.own(mine, len(s.entries))
			b.addSize(b.now.cells.places[n].lot, measured{e.day, 1, e.value, e.more}, mine.allSizes)
			continue
		}
		if e.value != 0 {
			b.rows = addFlow(b.rows, e.day, n<<cellShift|uint32(e.kind), e.value)
		}
		if e.more != 0 {
			b.rows = addFlow(b.rows, e.day, n<<cellShift|uint32(hung), e.more)
		}
		if e.kind == moves && e.first {
			b.leaves = n
		} else if e.kind == moves {
			b.moved = addFlow(b.moved, e.day, b.interner.route(route{b.leaves, n})<<cellShift, e.value)
		}
	}
}

// own copies the lists of measured days before their first change. Where so many
// changes come that copying list by list would cost more, it copies all at once.
func (b *builder) own(mine *owned, changes int) {
	const many = 4096
	if !mine.sizes {
		b.now.lotSizes, b.now.groupSizes = slices.Clone(b.now.lotSizes), slices.Clone(b.now.groupSizes)
		mine.sizes = true
		if changes > many {
			for _, lists := range [][][]measured{b.now.lotSizes, b.now.groupSizes} {
				for i := range lists {
					lists[i] = slices.Clone(lists[i])
				}
			}
			mine.allSizes = true
		}
	}
	b.room()
}

func (b *builder) addSize(lotAt uint32, m measured, owned bool) {
	group := b.now.cells.lots[lotAt].group
	b.now.lotSizes[lotAt] = addMeasured(b.now.lotSizes[lotAt], m, owned)
	b.now.groupSizes[group] = addMeasured(b.now.groupSizes[group], m, owned)
}

// trim gives back the room that lists of measured days have left over. Nobody
// may be reading them yet.
func (b *builder) trim() {
	for _, lists := range [][][]measured{b.now.lotSizes, b.now.groupSizes} {
		for i, list := range lists {
			if cap(list) > len(list) {
				lists[i] = append(make([]measured, 0, len(list)), list...)
			}
		}
	}
}

// addFlow adds as many rows as the number needs.
func addFlow(rows []flowRow, day int32, cell uint32, delta int64) []flowRow {
	for delta != int64(int32(delta)) {
		part := int32(math.MaxInt32)
		if delta < 0 {
			part = math.MinInt32
		}
		rows = append(rows, flowRow{day, cell, part})
		delta -= int64(part)
	}
	return append(rows, flowRow{day, cell, int32(delta)})
}

// room makes a list of measured days for every lot and group that has none.
func (b *builder) room() {
	if missing := len(b.now.cells.lots) - len(b.now.lotSizes); missing > 0 {
		b.now.lotSizes = append(b.now.lotSizes, make([][]measured, missing)...)
	}
	if missing := b.now.cells.groups - len(b.now.groupSizes); missing > 0 {
		b.now.groupSizes = append(b.now.groupSizes, make([][]measured, missing)...)
	}
}

// columns gives what has been added so far.
func (b *builder) columns() *Columns {
	b.room()
	b.now.runs.add(b.rows, b.tuning.tail)
	b.now.moves.add(b.moved, b.tuning.tail)
	b.rows, b.moved = nil, nil
	for _, rows := range []*runs{&b.now.runs, &b.now.moves} {
		if rows.memo == nil {
			rows.memo = &memo{least: b.tuning.condense}
		}
	}
	b.now.checks = extendChecks(b.now.checks, &b.now.sorted, len(b.now.cells.places), max(b.tuning.check, b.tuning.perPlace*len(b.now.cells.places)))
	snapshot := b.now
	return &snapshot
}
