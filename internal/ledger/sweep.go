package ledger

import (
	"fmt"

	"github.com/dustin/go-humanize"
)

// placeID is a place as it is stored.
type placeID struct{ leaseID, lotID string }

// entry is a change that a batch makes at one place. Its number is one more than
// that of the entry before it.
type entry struct {
	delta      int64
	sizeSum    int64
	at         int32 // the place: index in placeIDs of the recording
	day        int32
	sizeN      int32
	containers int32
	kind       kindCode
	part       uint8 // how many entries of its activity come before it
	void       bool  // it took something and is undone, or undoes such a one: together they take nothing
}

// opposite is the entry that undoes e.
func (e entry) opposite() entry {
	e.delta, e.sizeSum, e.sizeN, e.containers = -e.delta, -e.sizeSum, -e.sizeN, -e.containers
	return e
}

// destination is where a move puts animals.
type destination struct{ at, count, containers int32 }

const maxFewParts = 4 // that most moves have; more cost an allocation

// holding is what one place holds while the sweep passes over the days.
type holding struct {
	animals    int64
	containers int64
	known      bool    // animals have come here by the day of the sweep
	lastDay    Day     // of the latest entry
	mostDay    Day     // of most
	most       int64   // that were alive at any time of a day on which entries were passed
	ahead      []entry // recorded before this batch, dated after the day of the sweep
	taker      int     // the newest activity of the batch that took from here
	giver      int     // the newest one that put animals here, counted from 1
	broken     bool    // refused already; what follows from it is not reported again
}

// sweep enters a batch in the order of days into what the farm holds, and
// refuses what would leave less than nothing anywhere, on any day.
type sweep struct {
	holdings []holding // by index in placeIDs
	entries  []entry
	refuse   func(Refusal)
	describe func(where int32) string
	skip     bool          // leave out what is refused; what follows from it is refused for reasons of its own
	counts   []counted     // of a batch that came by hand
	books    map[int]int64 // what the book had before a count, where that is not what it has now
	again    bool          // something that had been entered is left out: sweep once more
}

// counted is a count beside what the book had.
type counted struct {
	activity      int
	book, counted int64
}

// at brings a place to the end of the day, as it was recorded before.
func (s *sweep) at(where int32, day int32) *holding {
	h := &s.holdings[where]
	for len(h.ahead) > 0 && h.ahead[0].day <= day {
		h.pass(h.ahead[0])
		by := h.ahead[0]
		h.ahead = h.ahead[1:]
		s.check(where, h, &by)
	}
	return h
}

func (h *holding) pass(e entry) {
	if e.void {
		e.delta, e.containers = 0, 0
	}
	if Day(e.day) > h.mostDay {
		h.mostDay, h.most = Day(e.day), h.animals
	}
	h.animals += e.delta
	h.most = max(h.most, h.animals)
	h.containers += int64(e.containers)
	h.known = true
	h.lastDay = max(h.lastDay, Day(e.day))
}

// alive is how many could be measured on the day: also those that were taken later on it.
// What was taken before the sweep began is not known, so that a day with such entries has
// no bound.
func (h *holding) alive(day Day) int64 {
	switch {
	case h.lastDay < day:
		return h.animals
	case h.mostDay == day:
		return h.most
	}
	return MaxAnimals
}

// check refuses the activity after which recorded history no longer adds up. by is the entry
// of that history which would lack something, nil where it is of the activity's own day.
func (s *sweep) check(where int32, h *holding, by *entry) {
	if h.broken || (h.animals >= 0 && h.containers >= 0) {
		return
	}
	h.broken, s.again = true, s.skip
	what, n := "animals", h.animals
	if n >= 0 {
		what, n = "containers", h.containers
	}
	needs := "what was recorded after it on that day needs them"
	if by != nil {
		needs = fmt.Sprintf("what is recorded for later days needs them, %s of %s first", by.kind.kind().noun(), humanize.Comma(max(-by.delta, -int64(by.containers))))
	}
	s.refuse(Refusal{Activity: h.taker, Field: FieldCount, place: where + 1, Reason: fmt.Sprintf("it would leave %s with %s %s on %s, below zero: %s",
		s.describe(where), humanize.Comma(n), what, h.lastDay.Words(), needs)})
}

// enter makes the entries of an activity.
func (s *sweep) enter(index int, a *act, from int32, to []destination) {
	h := s.at(from, a.day)
	if s.refused(index, a, from, h) {
		for _, part := range to { // what follows from animals that did not arrive is not reported
			s.holdings[part.at].broken = s.holdings[part.at].broken || !s.skip
		}
		return
	}
	e := entry{day: a.day, at: from, kind: a.kind}
	switch a.kind.kind() {
	case Plant:
		e.delta, e.containers = int64(a.count), a.containers
	case Adjust:
		book := h.animals
		if before, other := s.books[index]; other {
			book = before
		}
		e.delta = int64(a.count) - book
		if a.line == 0 {
			s.counts = append(s.counts, counted{index, book, int64(a.count)})
		}
	case Size:
		e.sizeSum, e.sizeN = a.sizeSum, a.measured
	case Move, Harvest, Loss:
		e.delta, e.containers = -int64(a.count), -a.containers
	}
	s.append(index, e)
	if a.kind.kind() == Adjust {
		s.check(from, h, nil)
	}
	for i, part := range to {
		s.at(part.at, a.day)
		s.append(index, entry{day: a.day, at: part.at, kind: a.kind, delta: int64(part.count), containers: part.containers, part: uint8(i + 1)})
	}
}

// undo enters the opposite of an activity's entries on their own day.
func (s *sweep) undo(index int, original []entry) {
	for _, e := range original {
		h := s.at(e.at, e.day)
		s.append(index, e.opposite())
		s.check(e.at, h, nil)
	}
}

func (s *sweep) append(index int, e entry) {
	h := &s.holdings[e.at]
	if e.delta < 0 || e.containers < 0 {
		h.taker = index
	}
	if e.delta > 0 {
		h.giver = index + 1
	}
	h.pass(e)
	s.entries = append(s.entries, e)
}

// finish passes over the days after the last one of the batch.
func (s *sweep) finish() {
	for where := range s.holdings {
		if ahead := s.holdings[where].ahead; len(ahead) > 0 {
			s.at(int32(where), ahead[len(ahead)-1].day)
		}
	}
}

// refused reports whether the activity cannot take what it takes on its day, and
// refuses it then.
func (s *sweep) refused(index int, a *act, from int32, h *holding) bool {
	kind := a.kind.kind()
	refuse := func(field, format string, values ...any) {
		s.refuse(Refusal{Activity: index, Field: field, Reason: fmt.Sprintf(format, values...)})
	}
	switch {
	case kind == Plant:
		return false
	case !h.known:
		if !h.broken {
			refuse(FieldLot, "there are no such animals: %s of %s, where nothing was planted or moved to on or before %s", kind.noun(), s.describe(from), Day(a.day).Words())
		}
		h.broken = !s.skip
		return true
	case kind == Size && int64(a.measured) > h.alive(Day(a.day)) && !h.broken:
		refuse(FieldMeasured, "more measured than there are: %s at %s, where %s are on %s", humanize.Comma(int64(a.measured)), s.describe(from), humanize.Comma(h.animals), Day(a.day).Words())
		return true
	case kind == Adjust, kind == Size:
		return false
	case int64(a.count) > h.animals && !h.broken:
		refuse(FieldCount, "more taken than there are: %s of %s from %s, where %s are on %s", kind.noun(), humanize.Comma(int64(a.count)), s.describe(from), humanize.Comma(h.animals), Day(a.day).Words())
		return true
	case int64(a.containers) > h.containers && !h.broken:
		refuse(FieldContainers, "more containers taken than there are: %s of %s from %s, where %s are on %s", kind.noun(), humanize.Comma(int64(a.containers)), s.describe(from), humanize.Comma(h.containers), Day(a.day).Words())
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
