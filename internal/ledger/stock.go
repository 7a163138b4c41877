package ledger

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// spot is a place as it is stored.
type spot struct{ leaseID, lotID string }

// entry is a change at one place.
type entry struct {
	seq         int64
	activitySeq int64
	day         Day
	spot        spot
	kind        Kind
	delta       int64
	sizeSum     int64
	sizeN       int64
	containers  int64
}

// opposite is the entry that undoes e.
func (e entry) opposite() entry {
	e.delta, e.sizeSum, e.sizeN, e.containers = -e.delta, -e.sizeSum, -e.sizeN, -e.containers
	return e
}

// holding is what one spot holds while the sweep passes over the days.
type holding struct {
	animals    int64
	containers int64
	known      bool    // animals have come here by the day of the sweep
	lastDay    Day     // of the latest entry
	ahead      []entry // recorded before this batch, dated after the day of the sweep
	taker      int     // the newest activity of the batch that took from here
	broken     bool    // refused already; what follows from it is not told again
}

// sweep enters a batch in the order of days into what the farm holds, and
// refuses what would leave less than nothing anywhere, on any day.
type sweep struct {
	holdings map[spot]*holding
	refused  *Refused
	seq      int64 // of the newest entry
	entries  []entry
	describe func(spot) string
}

// at brings the spot to the end of the day as it was recorded before.
func (s *sweep) at(where spot, day Day) *holding {
	h := s.holdings[where]
	for len(h.ahead) > 0 && h.ahead[0].day <= day {
		h.pass(h.ahead[0])
		h.ahead = h.ahead[1:]
		s.check(where, h)
	}
	return h
}

func (h *holding) pass(e entry) {
	h.animals += e.delta
	h.containers += e.containers
	h.known = true
	h.lastDay = max(h.lastDay, e.day)
}

// check refuses the activity after which recorded history no longer adds up.
func (s *sweep) check(where spot, h *holding) {
	if h.broken || (h.animals >= 0 && h.containers >= 0) {
		return
	}
	h.broken = true
	what, n := "animals", h.animals
	if n >= 0 {
		what, n = "containers", h.containers
	}
	s.refused.add(h.taker, fieldCount, fmt.Sprintf("it would leave %s with %d %s on %s, below zero: what is recorded for later days needs them",
		s.describe(where), n, what, h.lastDay))
}

// enter makes the entries of an activity. from is its place, to those of its
// parts.
func (s *sweep) enter(index int, a Activity, from spot, to []spot) {
	h := s.at(from, a.Day)
	if s.refuse(index, a, from, h) {
		for _, where := range to { // what follows from animals that did not arrive is not told
			s.holdings[where].broken = true
		}
		return
	}
	e := entry{day: a.Day, spot: from, kind: a.Kind}
	switch a.Kind {
	case Plant:
		e.delta, e.containers = a.Count, a.Containers
	case Adjust:
		e.delta = a.Count - h.animals
	case Size:
		e.sizeSum, e.sizeN = a.SizeSum, a.Measured
	case Move, Harvest, Loss:
		e.delta, e.containers = -a.Count, -a.Containers
	}
	first := s.seq + 1
	s.append(index, first, e)
	for i, part := range a.To {
		s.at(to[i], a.Day)
		s.append(index, first, entry{day: a.Day, spot: to[i], kind: Move, delta: part.Count, containers: part.Containers})
	}
}

// undo enters the opposite of an activity's entries on their own day.
func (s *sweep) undo(index int, original []entry) {
	first := s.seq + 1
	for _, e := range original {
		h := s.at(e.spot, e.day)
		s.append(index, first, e.opposite())
		s.check(e.spot, h)
	}
}

func (s *sweep) append(index int, first int64, e entry) {
	s.seq++
	e.seq, e.activitySeq = s.seq, first
	h := s.holdings[e.spot]
	if e.delta < 0 || e.containers < 0 {
		h.taker = index
	}
	h.pass(e)
	s.entries = append(s.entries, e)
}

// places are the spots of the batch in a fixed order.
func (s *sweep) places() []spot {
	return slices.SortedFunc(maps.Keys(s.holdings), func(a, b spot) int {
		return cmp.Or(cmp.Compare(a.lotID, b.lotID), cmp.Compare(a.leaseID, b.leaseID))
	})
}

// finish passes over the days after the last one of the batch.
func (s *sweep) finish() {
	for _, where := range s.places() {
		if ahead := s.holdings[where].ahead; len(ahead) > 0 {
			s.at(where, ahead[len(ahead)-1].day)
		}
	}
}

// refuse tells why the activity cannot take what it takes on its day.
func (s *sweep) refuse(index int, a Activity, from spot, h *holding) bool {
	switch {
	case a.Kind == Plant:
		return false
	case !h.known:
		if !h.broken {
			s.refused.add(index, fieldLot, fmt.Sprintf("there are no such animals: %s of %s, where nothing was planted or moved to on or before %s",
				a.Kind.noun(), s.describe(from), a.Day))
		}
		h.broken = true
		return true
	case a.Kind == Adjust, a.Kind == Size:
		return false
	case a.Count > h.animals && !h.broken:
		s.refused.add(index, fieldCount, fmt.Sprintf("more taken than there are: %s of %d from %s, where %d are on %s",
			a.Kind.noun(), a.Count, s.describe(from), h.animals, a.Day))
		return true
	case a.Containers > h.containers && !h.broken:
		s.refused.add(index, fieldContainers, fmt.Sprintf("more containers taken than there are: %s of %d from %s, where %d are on %s",
			a.Kind.noun(), a.Containers, s.describe(from), h.containers, a.Day))
		return true
	}
	return h.broken
}

func (k Kind) noun() string {
	switch k {
	case Adjust:
		return "a count"
	case Size:
		return "a sample"
	default:
		return "a " + string(k)
	}
}
