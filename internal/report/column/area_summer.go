package column

import (
	"bytes"
	"cmp"
	"math"
	"slices"

	"github.com/merroir/merroir/internal/ledger"
)

// AreaSums goes over the rows once, day by day.
func (c *Columns) AreaSums() *AreaSums {
	s := newAreaSummer(c)
	for _, day := range c.eventDays() {
		s.day(day)
	}
	sums := &AreaSums{epoch: c.epoch, seq: c.seq}
	for _, area := range s.areas {
		area.packed, area.marks = bytes.Clone(area.packed), slices.Clone(area.marks)
		sums.areas = append(sums.areas, area.areaDays)
	}
	return sums
}

// eventDays are the days on which anything moved or was measured, in order.
func (c *Columns) eventDays() (days []int32) {
	for _, r := range []*run{&c.sorted, &c.tail} {
		for _, d := range r.days {
			days = append(days, d.day)
		}
	}
	for _, group := range c.groupSizes {
		for _, m := range group {
			days = append(days, m.day)
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// areaSummer knows how each place stands at the end of a day, and what its growing area
// comes to. Sizes are whole numbers, so that what is added and taken away again leaves nothing.
type areaSummer struct {
	of       *Columns
	flows    *scan
	moves    *scan
	walks    []newest   // by lot
	sizes    []int64    // by lot, in nanometres; notAsked where it is not known
	living   []int64    // by place
	sized    []sized    // by place: what of it is in its growing area
	places   [][]int    // by lot
	lots     [][]uint32 // by group
	measured []groupDay
	areas    []areaStanding
	changed  []uint32 // areas
}

var harvests, losses = flowOf(ledger.Harvest), flowOf(ledger.Loss)

// sized is living animals of known size, and their sizes added up.
type sized struct{ animals, nanometres int64 }

// areaStanding is what a growing area comes to so far.
type areaStanding struct {
	areaPacker
	now     AreaSum
	sized   sized
	changed bool
}

func newAreaSummer(c *Columns) *areaSummer {
	s := &areaSummer{
		of: c, flows: newScan(&c.runs, nil, 0), moves: newScan(&c.moves, nil, 0), walks: make([]newest, len(c.cells.lots)),
		sizes: make([]int64, len(c.cells.lots)), living: make([]int64, len(c.cells.places)), sized: make([]sized, len(c.cells.places)),
		places: make([][]int, len(c.cells.lots)), lots: make([][]uint32, c.cells.groups), areas: make([]areaStanding, len(c.cells.leases)),
	}
	for i, id := range c.cells.leases {
		s.areas[i].leaseID, s.areas[i].first = id, math.MaxInt32
	}
	for i, p := range c.cells.places {
		s.places[p.lot] = append(s.places[p.lot], i)
		s.areas[p.lease].first = min(s.areas[p.lease].first, c.cells.first[i])
	}
	for i, l := range c.cells.lots {
		s.sizes[i] = notAsked
		s.lots[l.group] = append(s.lots[l.group], uint32(i))
	}
	for group, days := range c.groupSizes {
		for _, m := range days {
			s.measured = append(s.measured, groupDay{m.day, group})
		}
	}
	slices.SortFunc(s.measured, func(a, b groupDay) int { return cmp.Compare(a.day, b.day) })
	return s
}

// day adds up what happened on a day, after those before it.
func (s *areaSummer) day(day int32) {
	for ; len(s.measured) > 0 && s.measured[0].day <= day; s.measured = s.measured[1:] {
		s.measure(s.measured[0])
	}
	s.flows.each(day, func(cell uint32, n int64) { s.flow(int(cell>>cellShift), int(cell&flowMask), n) })
	s.moves.each(day, func(cell uint32, n int64) {
		r := s.of.cells.routes[cell>>cellShift]
		if from, to := s.of.cells.places[r.from].lease, s.of.cells.places[r.to].lease; from != to {
			s.area(from).now.MovedOn += n
		}
	})
	for _, i := range s.changed {
		s.areas[i].close(day)
	}
	s.changed = s.changed[:0]
}

// measure sizes the lots of a group that was measured.
func (s *areaSummer) measure(on groupDay) {
	for _, lot := range s.lots[on.group] {
		size := int64(notAsked)
		if mm, known := s.of.size(&s.walks[lot], lot, on.day); known {
			size = int64(math.Round(mm * nanometres))
		}
		if size == s.sizes[lot] {
			continue
		}
		s.sizes[lot] = size
		for _, place := range s.places[lot] {
			s.resize(place)
		}
	}
}

// flow adds a row of a place.
func (s *areaSummer) flow(place, flow int, n int64) {
	if flow == hung {
		return
	}
	area := s.area(s.of.cells.places[place].lease)
	switch flow {
	case harvests:
		area.now.Harvested -= n
	case losses:
		area.now.Lost -= n
	default:
		area.now.Received += n
	}
	s.living[place] += n
	s.resize(place)
}

// resize brings what of a place is in its growing area up to date.
func (s *areaSummer) resize(place int) {
	var now sized
	if size := s.sizes[s.of.cells.places[place].lot]; size != notAsked {
		now = sized{s.living[place], s.living[place] * size}
	}
	if before := s.sized[place]; now != before {
		area := s.area(s.of.cells.places[place].lease)
		area.sized.animals += now.animals - before.animals
		area.sized.nanometres += now.nanometres - before.nanometres
		s.sized[place] = now
	}
}

// area is one of which something changes.
func (s *areaSummer) area(lease uint32) *areaStanding {
	area := &s.areas[lease]
	if !area.changed {
		area.changed = true
		s.changed = append(s.changed, lease)
	}
	return area
}

// close packs a day.
func (a *areaStanding) close(day int32) {
	a.changed = false
	values := dayValues{
		dayReceived: a.now.Received, dayHarvested: a.now.Harvested, dayLost: a.now.Lost, dayMovedOn: a.now.MovedOn,
		dayUnsized: a.now.Living() - a.sized.animals,
	}
	if a.sized.animals != 0 {
		values[dayMean] = int64(math.Round(float64(a.sized.nanometres) / float64(a.sized.animals)))
	}
	a.add(day, values)
}
