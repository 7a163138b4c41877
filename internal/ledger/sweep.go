package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
)

// placeID is a place as it is stored.
type placeID struct{ leaseID, lotID string }

// step is a part of a day at a place. Entries follow one another by day and step, whatever
// the order in which they arrive.
type step uint8

const (
	arrivals     step = iota // plantings and moves in
	countsBefore             // counts that were taken before the day's removals
	removals                 // losses, harvests and moves out
	countsAfter              // counts that were taken after them
)

// turn orders the counts of one step: by the client's time, the row of the sheet, then the key.
type turn struct {
	at  int64 // Unix milliseconds; 0 if the client gave no time
	row int32
	key string
}

func (t turn) compare(other turn) int {
	return cmp.Or(cmp.Compare(t.at, other.at), cmp.Compare(t.row, other.row), strings.Compare(t.key, other.key))
}

// entry is a change that a batch makes at one place.
type entry struct {
	delta      int64
	sizeSum    int64
	readjusts  int64 // number of the recorded count whose difference it changes; 0 if none
	at         int32 // the place: index in placeIDs of the recording
	day        int32
	sizeN      int32
	containers int32
	owner      int32 // index of its activity in the batch
	kind       kindCode
	step       step
	void       bool // it undoes a recorded entry; both together change nothing
}

// past is a recorded entry, or a recorded count with all that re-adjusted it. Undone ones are
// left out.
type past struct {
	delta      int64
	containers int64
	count      *pastCount // nil if it is no count
	day        int32
	step       step
	kind       kindCode
}

// pastCount is a recorded count.
type pastCount struct {
	number int64 // of its activity
	found  int64
	after  bool // it was taken after the day's removals
	died   bool // animals that it did not find died
	turn   turn
	difference
}

func (c *pastCount) step() step { return countStep(c.after) }

func countStep(after bool) step {
	if after {
		return countsAfter
	}
	return countsBefore
}

// difference is what a count found more than the ledger had; negative if less.
type difference struct {
	adjusted int64
	lost     int64 // never above zero
}

func differenceOf(total int64, died bool) difference {
	if died && total < 0 {
		return difference{lost: total}
	}
	return difference{adjusted: total}
}

func (d difference) total() int64 { return d.adjusted + d.lost }

// add adds an entry of the count, or of what re-adjusted it.
func (d *difference) add(kind Kind, delta int64) {
	if kind == Loss {
		d.lost += delta
	} else {
		d.adjusted += delta
	}
}

// opening is what a place holds before the first day of the batch, and what was recorded there
// from that day on.
type opening struct {
	animals, containers int64
	known               bool // animals have come here
	past                []past

	today, containersToday int64
	lastDay                Day // of the latest entry
}

// closing is what a batch makes of a place.
type closing struct {
	animals, containers int64
	lastDay             Day
	giver               int // index of the last activity that puts animals here, counted from 1
	refused             bool
	readjusted          []entry
	recounts            []recount
	far                 []counted
	sameDay             []int // counts on a day with removals that do not say which came first
}

// counted is a count of the batch next to what the ledger had.
type counted struct {
	activity      int
	book, counted int64
}

// recount is a recorded count whose difference the batch changes.
type recount struct {
	*pastCount
	day           int32
	before, after int64
}

// sweep enters a batch, place by place, and refuses what would leave less than nothing anywhere
// on any day.
type sweep struct {
	*Recording
	entries  []entry
	order    []int32 // the entries by place, and in the order of each place
	from     []int32 // where the entries of each place begin in order
	closings []closing
	refusals []Refusal
	again    bool // something that was entered is left out: sweep once more

	unfounded map[string]bool // new lots of which the batch plants nothing, and grades nothing into them
}

func newSweep(b *Recording) *sweep {
	s := &sweep{Recording: b, closings: make([]closing, len(b.placeIDs)), entries: make([]entry, 0, len(b.pending)+len(b.parts))}
	for _, i := range b.pending {
		s.entries = append(s.entries, b.entriesOf(i)...)
	}
	s.sortByPlace()

	return s
}

// sortByPlace fills order: the entries are in order of days already, so that only those of one
// day need to be compared.
func (s *sweep) sortByPlace() {
	s.from = make([]int32, len(s.placeIDs)+1)
	for i := range s.entries {
		s.from[s.entries[i].at+1]++
	}
	for i := range s.placeIDs {
		s.from[i+1] += s.from[i]
	}

	next := slices.Clone(s.from)
	s.order = make([]int32, len(s.entries))
	for i := range s.entries {
		where := s.entries[i].at
		s.order[next[where]] = int32(i)
		next[where]++
	}
	for where := range s.placeIDs {
		if here := s.order[s.from[where]:s.from[where+1]]; !slices.IsSortedFunc(here, s.compare) {
			slices.SortStableFunc(here, s.compare)
		}
	}
}

func (s *sweep) compare(i, j int32) int {
	a, b := &s.entries[i], &s.entries[j]
	if order := cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.step, b.step)); order != 0 || a.step == arrivals || a.step == removals {
		return order
	}
	return s.turnOf(a).compare(s.turnOf(b))
}

// isBefore reports whether an entry of the batch comes before a recorded one.
func (s *sweep) isBefore(e *entry, p *past) bool {
	order := cmp.Or(cmp.Compare(e.day, p.day), cmp.Compare(e.step, p.step))
	if order == 0 && p.count != nil {
		order = s.turnOf(e).compare(p.count.turn)
	}
	return order < 0
}

// turnOf returns the turn of a count, or of the count that the entry undoes.
func (s *sweep) turnOf(e *entry) turn {
	a := &s.acts[e.owner]
	if a.turn != nil {
		return *a.turn
	}
	if a.reverses == 0 {
		return turn{a.clientAt, a.line, s.keyOf(int(e.owner), s.digests[e.owner])}
	}
	if count := s.originals[a.reverses].count; count != nil {
		return count.turn
	}
	return turn{}
}

// findUnfounded finds the new lots to which no animals come from anywhere: moves between their own areas
// bring none, though on one day each of two may seem to give what the other takes.
func (s *sweep) findUnfounded() {
	s.unfounded = map[string]bool{}
	lotOf := func(place int32) string {
		if at := s.placeIDOf[place]; at >= 0 {
			return s.placeIDs[at].lotID
		}
		return ""
	}
	for _, at := range s.placeIDs {
		if s.lots.isNew[at.lotID] {
			s.unfounded[at.lotID] = true
		}
	}

	if len(s.unfounded) == 0 {
		return
	}

	for _, i := range s.pending {
		a := &s.acts[i]
		if s.out[i] || a.reverses != 0 {
			continue
		}
		switch a.kind.kind() {
		case Plant:
			delete(s.unfounded, lotOf(a.place))
		case Move:
			for _, part := range s.parts[a.firstPart : a.firstPart+int32(a.parts)] {
				if to := lotOf(part.place); to != lotOf(a.place) {
					delete(s.unfounded, to)
				}
			}
		}
	}
}

// enter sweeps the places for which dirty is set.
func (s *sweep) enter(ctx context.Context, dirty []bool) error {
	s.refusals = nil
	s.findUnfounded()
	for where, swept := 0, 0; where < len(s.placeIDs); where++ {
		if !dirty[where] {
			continue
		}
		if swept++; swept%everyRows == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s.sweepPlace(int32(where))
	}
	slices.SortStableFunc(s.refusals, func(a, b Refusal) int { return cmp.Compare(a.Activity, b.Activity) })
	s.refusals = slices.CompactFunc(s.refusals, func(a, b Refusal) bool { return a.Activity == b.Activity })

	return nil
}

// pass goes over one place in the order of its entries.
type pass struct {
	*sweep
	where               int32
	animals, containers int64
	known               bool
	day                 int32
	most                int64   // that were alive at any time of the day
	samples             []int32 // of the day
	counts              []int32 // of the day, from the batch
	removes             bool    // something was taken on the day, or would be
	counted             bool    // a recorded count is of the day
	since               []int32 // entries of the batch since the last recorded count: the next one is re-adjusted for them
	boxes               []int32 // entries of the batch that take containers
	closing
}

func (s *sweep) sweepPlace(where int32) {
	open := &s.opening[where]
	p := &pass{sweep: s, where: where, animals: open.animals, containers: open.containers, known: open.known, most: open.animals}
	mine, recorded := s.order[s.from[where]:s.from[where+1]], open.past
	for len(mine)+len(recorded) > 0 {
		if len(mine) > 0 && (len(recorded) == 0 || s.isBefore(&s.entries[mine[0]], &recorded[0])) {
			e := &s.entries[mine[0]]
			p.turnTo(e.day)
			if s.out[e.owner] {
				p.removes = p.removes || e.step == removals && !e.void
			} else {
				p.enter(mine[0])
			}
			mine = mine[1:]
			continue
		}
		p.turnTo(recorded[0].day)
		p.pass(&recorded[0])
		recorded = recorded[1:]
	}
	p.endDay()

	p.closing.animals, p.closing.containers = p.animals, p.containers
	p.lastDay = max(p.lastDay, open.lastDay)
	s.closings[where] = p.closing
}

func (p *pass) turnTo(day int32) {
	if day != p.day {
		p.endDay()
		p.day, p.most = day, p.animals
	}
}

// endDay decides what needs the complete day: samples of animals, and counts that do not say
// whether they were taken before the day's removals.
func (p *pass) endDay() {
	for _, i := range p.samples {
		e := &p.entries[i]
		switch {
		case !p.known:
			p.refuseUnknown(e)
		case int64(e.sizeN) > p.most:
			p.refuse(e, FieldMeasured, "more measured than there are: %s at %s, where %s are on %s",
				humanize.Comma(int64(e.sizeN)), p.describe(p.where), humanize.Comma(p.animals), Day(e.day).Words())
		default:
			p.noteDay(e)
		}
	}
	if p.removes {
		for _, i := range p.counts {
			if a := &p.acts[p.entries[i].owner]; a.order == OrderUnknown {
				p.sameDay = append(p.sameDay, int(p.entries[i].owner))
			}
		}
	}
	p.samples, p.counts, p.removes, p.counted = p.samples[:0], p.counts[:0], false, false
}

// pass passes a recorded entry.
func (p *pass) pass(line *past) {
	if line.count != nil {
		p.readjust(line)
		return
	}
	p.animals += line.delta
	p.containers += line.containers
	p.known = p.known || line.delta > 0
	p.removes = p.removes || line.step == removals
	p.blame(line)
	p.most = max(p.most, p.animals)
}

// readjust passes a recorded count: it goes on showing what was counted, so what the batch
// enters since the count before it changes its difference.
func (p *pass) readjust(line *past) {
	p.counted = true
	if !p.known {
		p.blameUnknown(line)
	}

	now := line.count.difference
	for _, i := range p.since {
		e := p.entries[i]
		if e.delta == 0 {
			continue
		}
		next := differenceOf(now.total()-e.delta, line.count.died)
		for _, change := range []struct {
			kind  Kind
			delta int64
		}{{Adjust, next.adjusted - now.adjusted}, {Loss, next.lost - now.lost}} {
			if change.delta != 0 {
				p.readjusted = append(p.readjusted, entry{
					delta: change.delta, readjusts: line.count.number, at: p.where, day: line.day, owner: e.owner, kind: codeOf(change.kind), step: line.step,
				})
			}
		}
		now = next
	}
	p.since = p.since[:0]

	if now != line.count.difference {
		p.recounts = append(p.recounts, recount{line.count, line.day, line.count.total(), now.total()})
		p.lastDay = max(p.lastDay, Day(line.day))
	}
	p.animals += now.total()
	p.most = max(p.most, p.animals)
}

// enter enters an entry of the batch.
func (p *pass) enter(i int32) {
	e := &p.entries[i]
	a := &p.acts[e.owner]
	switch {
	case e.void:
	case a.kind.kind() == Size:
		p.samples = append(p.samples, i)
		return
	case a.kind.kind() == Adjust:
		p.enterCount(i, e, a)
		return
	case e.delta < 0:
		if !p.take(e, a) {
			return
		}
	case a.kind.kind() == Move && p.unfounded[p.placeIDs[p.where].lotID]:
		p.refuseUnknown(e)
		return
	default:
		p.known = true
		p.animals += e.delta
		p.containers += int64(e.containers)
	}

	p.since = append(p.since, i)
	if e.containers < 0 {
		p.boxes = append(p.boxes, i)
	}
	if e.delta > 0 {
		p.giver = int(e.owner) + 1
	}
	p.most = max(p.most, p.animals)
	p.noteDay(e)
}

func (p *pass) noteDay(e *entry) { p.lastDay = max(p.lastDay, Day(e.day)) }

func (p *pass) enterCount(i int32, e *entry, a *act) {
	if !p.known {
		p.refuseUnknown(e)
		return
	}

	total := int64(a.count) - p.animals
	if farCount(p.animals, int64(a.count)) {
		p.far = append(p.far, counted{int(e.owner), p.animals, int64(a.count)})
	}
	e.kind, e.delta = codeOf(Adjust), total
	if differenceOf(total, a.died).lost != 0 {
		e.kind = codeOf(Loss)
	}
	if total > 0 {
		p.giver = int(e.owner) + 1
	}

	p.animals = int64(a.count)
	p.since = append(p.since, i)
	p.counts = append(p.counts, i)
	p.most = max(p.most, p.animals)
	p.noteDay(e)
}

// take takes animals away, or refuses to.
func (p *pass) take(e *entry, a *act) bool {
	kind := a.kind.kind()
	switch {
	case !p.known:
		p.refuseUnknown(e)
		return false
	case p.animals+e.delta < 0:
		p.removes = true
		p.refuse(e, FieldCount, "more taken than there are: %s of %s from %s, where %s are on %s%s",
			kind.noun(), humanize.Comma(int64(a.count)), p.describe(p.where), humanize.Comma(max(p.animals, 0)), Day(a.day).Words(), p.countedFirst())
		return false
	case p.containers+int64(e.containers) < 0:
		p.refuse(e, FieldContainers, "more containers taken than there are: %s of %s from %s, where %s are on %s",
			kind.noun(), humanize.Comma(int64(a.containers)), p.describe(p.where), humanize.Comma(max(p.containers, 0)), Day(a.day).Words())
		return false
	}
	p.animals += e.delta
	p.containers += int64(e.containers)
	p.removes = true

	return true
}

// countedFirst adds to a refusal that the animals were counted on the day, before what is refused.
func (p *pass) countedFirst() string {
	if len(p.counts) == 0 && !p.counted {
		return ""
	}
	return " by a count of that day. If the count was taken afterwards, say so"
}

func (p *pass) refuse(e *entry, field, format string, values ...any) {
	p.refuseFor(e, Refusal{Field: field, Reason: fmt.Sprintf(format, values...)})
}

func (p *pass) refuseFor(e *entry, r Refusal) {
	r.Activity = int(e.owner)
	p.refusals = append(p.refusals, r)
	p.closing.refused = true
}

// refuseUnknown refuses an entry at a place to which nothing came. Of a batch that is refused
// as a whole one such entry is named for each place.
func (p *pass) refuseUnknown(e *entry) {
	if p.closing.refused && !p.skip {
		return
	}
	p.refuse(e, FieldLot, "there are no such animals: %s of %s, where nothing was planted or moved to on or before %s",
		p.acts[e.owner].kind.kind().noun(), p.describe(p.where), Day(e.day).Words())
}

// blame refuses the entries of the batch without which a recorded one would have what it takes:
// those that took something since the last count, and the count itself.
func (p *pass) blame(line *past) {
	for p.animals < 0 {
		n := p.lastToBlame()
		if n < 0 {
			break
		}
		p.refuseShort(p.since[n], line, "animals", p.animals)
	}
	for p.containers < 0 && len(p.boxes) > 0 {
		p.refuseShort(p.boxes[len(p.boxes)-1], line, "containers", p.containers)
	}
}

// lastToBlame returns which entry since the last recorded count to refuse for a lack of animals: the last
// without which there are enough, else the last that took any; -1 if there is none.
func (p *pass) lastToBlame() int {
	for n := len(p.since) - 1; n >= 0; n-- {
		i := p.since[n]
		if p.entries[i].delta < 0 && p.animals-p.entries[i].delta >= 0 {
			return n
		}
		if p.isCount(i) {
			break // what came before it changes nothing
		}
	}

	return lastIndex(p.since, func(i int32) bool { return p.entries[i].delta < 0 || p.isCount(i) })
}

// refuseShort refuses an entry after which a recorded one would lack something, and goes on as
// if it were not in the batch.
func (p *pass) refuseShort(i int32, line *past, what string, left int64) {
	e := &p.entries[i]
	when := "later days"
	if e.day == line.day {
		when = "that day"
	}
	p.refuseFor(e, Refusal{Field: FieldCount, place: p.where + 1, Reason: fmt.Sprintf(
		"it would leave %s with %s %s on %s, below zero: what is recorded for %s needs them, %s of %s first",
		p.describe(p.where), humanize.Comma(left), what, Day(line.day).Words(), when, line.kind.kind().noun(), humanize.Comma(max(-line.delta, -line.containers)))})
	p.drop(i)
}

// blameUnknown refuses the undoing of all that came to a place before a recorded count of it.
func (p *pass) blameUnknown(line *past) {
	n := lastIndex(p.since, func(i int32) bool { return p.entries[i].void && p.entries[i].delta < 0 })
	if n < 0 {
		return
	}
	i := p.since[n]
	p.refuseFor(&p.entries[i], Refusal{Field: FieldCount, place: p.where + 1, Reason: fmt.Sprintf(
		"it would leave %s without animals, and %s were counted there on %s", p.describe(p.where), humanize.Comma(line.count.found), Day(line.day).Words())})
	p.drop(i)
	p.known = true
}

// drop takes an entry of the batch back.
func (p *pass) drop(i int32) {
	e := &p.entries[i]
	if n := slices.Index(p.since, i); n >= 0 {
		if !slices.ContainsFunc(p.since[n+1:], p.isCount) {
			p.animals -= e.delta
		}
		p.since = slices.Delete(p.since, n, n+1)
	}
	p.containers -= int64(e.containers)
	p.boxes = slices.DeleteFunc(p.boxes, func(box int32) bool { return box == i })
}

// isCount reports whether an entry is a count of the batch.
func (p *pass) isCount(i int32) bool {
	a := &p.acts[p.entries[i].owner]
	return a.kind.kind() == Adjust && a.reverses == 0
}

func lastIndex(all []int32, is func(int32) bool) int {
	for n := len(all) - 1; n >= 0; n-- {
		if is(all[n]) {
			return n
		}
	}
	return -1
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
