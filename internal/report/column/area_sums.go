package column

import (
	"encoding/binary"
	"sort"

	"github.com/merroir/merroir/internal/ledger"
)

// AreaSums are what a farm's growing areas came to at the end of each day: what is kept of
// its columns where many farms are asked about at once. They are never changed.
type AreaSums struct {
	epoch, seq int64 // of the ledger, as those of columns
	areas      []areaDays
}

// AreaSum is what a growing area came to at the end of a day.
type AreaSum struct {
	LeaseID   string
	Received  int64
	Harvested int64
	Lost      int64
	MovedOn   int64 // to other growing areas
	Sizes     Sizes
}

// Living is what is alive of what was received.
func (s AreaSum) Living() int64 { return s.Received - s.Harvested - s.Lost }

// areaDays are the days of a growing area on which anything changed, packed: of each what
// differs from the one before it, which takes ten bytes or so.
type areaDays struct {
	leaseID string
	first   int32 // day of its first entry
	marks   []mark
	packed  []byte
}

// mark is where a day begins, and what there was before it.
type mark struct {
	day    int32
	from   uint32 // in the packed bytes
	before dayValues
}

// dayValues are the numbers of a sum as they are packed.
type dayValues [6]int64

// The numbers that change little from day to day.
const (
	dayReceived = iota
	dayHarvested
	dayLost
	dayMovedOn
	dayUnsized // living animals whose size is not known
	dayMean    // size of the others, in nanometres
)

const (
	daysPerMark = 128
	nanometres  = 1e6 // in a millimetre
	stepShift   = 6   // a day begins with a bit for each number that changed; above these stand the days since the one before it,
	longestStep = 3   // if they are no more than this, or else follow
)

func (v *dayValues) sum(leaseID string) AreaSum {
	s := AreaSum{LeaseID: leaseID, Received: v[dayReceived], Harvested: v[dayHarvested], Lost: v[dayLost], MovedOn: v[dayMovedOn]}
	s.Sizes.Animals = s.Living() - v[dayUnsized]
	s.Sizes.MM = float64(v[dayMean]) / nanometres * float64(s.Sizes.Animals)
	return s
}

// At gives the sums at the end of the day, of the growing areas that had an entry by then.
func (a *AreaSums) At(day ledger.Day) (sums []AreaSum) {
	for i := range a.areas {
		if area := &a.areas[i]; area.first <= int32(day) {
			values := area.at(int32(day))
			sums = append(sums, values.sum(area.leaseID))
		}
	}
	return sums
}

// at reads from the last mark on.
func (a *areaDays) at(day int32) (values dayValues) {
	i := sort.Search(len(a.marks), func(i int) bool { return a.marks[i].day > day })
	if i == 0 {
		return values
	}
	from, end := &a.marks[i-1], len(a.packed)
	if i < len(a.marks) {
		end = int(a.marks[i].from)
	}
	values = from.before
	for at, rest := from.day-1, a.packed[from.from:end]; len(rest) > 0; {
		header := rest[0]
		rest = rest[1:]
		step, read := uint64(header>>stepShift), 0
		if step == 0 {
			step, read = binary.Uvarint(rest)
		}
		if at, rest = at+int32(step), rest[read:]; at > day {
			break
		}
		for v := range values {
			if header&(1<<v) != 0 {
				change, read := binary.Varint(rest)
				values[v], rest = values[v]+change, rest[read:]
			}
		}
	}
	return values
}

// areaPacker packs the days of a growing area, one after the other.
type areaPacker struct {
	areaDays
	values dayValues // of the last day
	last   int32
	days   int
}

func (p *areaPacker) add(day int32, values dayValues) {
	if values == p.values {
		return
	}
	if p.days%daysPerMark == 0 {
		p.marks = append(p.marks, mark{day, uint32(len(p.packed)), p.values})
		p.last = day - 1
	}
	header := byte(0)
	for v := range values {
		if values[v] != p.values[v] {
			header |= 1 << v
		}
	}
	if step := day - p.last; step <= longestStep {
		p.packed = append(p.packed, header|byte(step)<<stepShift)
	} else {
		p.packed = binary.AppendUvarint(append(p.packed, header), uint64(step))
	}
	for v := range values {
		if values[v] != p.values[v] {
			p.packed = binary.AppendVarint(p.packed, values[v]-p.values[v])
		}
	}
	p.values, p.last = values, day
	p.days++
}

// bytes is about how much memory the sums take.
func (a *AreaSums) bytes() int64 {
	const perFarm, perArea, perMark = 400, 128, 64
	n := int64(perFarm)
	for i := range a.areas {
		n += perArea + perMark*int64(cap(a.areas[i].marks)) + int64(cap(a.areas[i].packed))
	}
	return n
}

func (a *AreaSums) holds(state State) bool {
	return a != nil && (a.epoch > state.epoch || a.epoch == state.epoch && a.seq >= state.seq)
}
