package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// Recording is one batch on its way into the ledger: first it is prepared,
// which reads and decides, then stored, which only writes.
type Recording struct {
	draft  *Draft // that it was made of; nil where it was none
	farmID string
	today  Day
	died   bool // animals that a count does not find, unless it says otherwise
	*batch
	areas   *areaIndex
	state   state // of the farm's ledger, on which the preparation rests
	refused *Refused
	skip    bool   // leave out what is refused, and go on
	out     []bool // what was left out
	found   []Doubt

	digests      []digest
	after        int64          // the number that the first entry follows
	numbers      []int64        // seq of each activity, 0 while it has none
	renewed      map[int]string // keys of what a sheet records anew
	twins        map[int]int    // a repetition in the batch, and the index of what it repeats
	pending      []int32        // indexes to record, in order of day
	originals    map[int64]original
	lots         *lotIndex
	placeIDs     []placeID // that the batch touches
	placeIDOf    []int32   // index in placeIDs of each place of the batch, -1 while it has none
	placeIDIndex map[placeID]int32
	opening      []opening // what each holds before the batch
	sweep        *sweep
	areaLines    []AreaLine        // that growing areas are to have
	hanging      map[placeID]int64 // containers in the growing areas whose lines change, before the batch

	met      *lotMemory         // lots that were met before; nil where nobody remembers them
	tagged   TaggedOf           // what of a harvest is on tags; nil where nothing can be
	tagRows  TagRows            // nil where nothing can be
	tagsSeen int64              // rows of it when the batch was prepared
	progress func(part float64) // told how much of storing is done, from 0 to 1
}

func newRecording(farmID string, today Day) *Recording {
	return &Recording{farmID: farmID, today: today, refused: &Refused{}, progress: func(float64) {}}
}

// everyRows is after how many rows a long loop checks whether its caller has gone.
const everyRows = 4096

// checkAreas refuses places in growing areas that the farm does not have.
func (b *Recording) checkAreas() {
	known := func(place int32) bool { return b.areas.names[b.places[place].LeaseID] != "" }
	for i := range b.acts {
		a := &b.acts[i]
		if a.reverses != 0 {
			continue
		}
		if !known(a.place) {
			b.refused.add(i, FieldArea, "there is no such growing area")
		}
		for _, part := range b.partsOf(a) {
			if !known(part.place) {
				b.refused.add(i, FieldTo, "there is no such growing area")
			}
		}
	}
}

// prepare decides what the batch becomes, and collects what is refused. Unless
// refused activities are left out, the first step that refuses any is the last.
func (b *Recording) prepare(ctx context.Context, tx *sqldb.Tx) error {
	b.out = make([]bool, len(b.acts))
	b.checkDays()
	b.chooseMissing()
	for _, step := range []func(context.Context, *sqldb.Tx) error{b.skipKnown, b.refuseEnded, b.findOriginals, b.loadPlaces, b.loadHanging, b.sweepDays, b.refuseTagged} {
		if b.refused.Total > 0 && !b.skip {
			return nil
		}
		if err := step(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}

// refuse refuses an activity and, where refused ones are left out, everything else
// in the same row of its sheet.
func (b *Recording) refuse(r Refusal) {
	r.Row, r.Kind = int(b.acts[r.Activity].line), b.acts[r.Activity].kind.kind()
	b.refused.addRefusal(r)
	if !b.skip {
		return
	}
	b.out[r.Activity] = true
	visit := b.acts[r.Activity].visit
	for _, step := range []int{-1, 1} { // the acts of a visit are next to each other
		for i := r.Activity + step; visit > 0 && i >= 0 && i < len(b.acts) && b.acts[i].visit == visit; i += step {
			b.out[i] = true
		}
	}
}

// chooseMissing decides what became of animals that the counts do not find.
func (b *Recording) chooseMissing() {
	for i := range b.acts {
		a := &b.acts[i]
		a.died = a.missing == MissingDied || a.missing == MissingByDefault && b.died
	}
}

func (b *Recording) checkDays() {
	for i := range b.acts {
		if day := Day(b.acts[i].day); day > b.today {
			b.refuse(Refusal{Activity: i, Field: FieldDay, Reason: futureDay(day, b.today)})
		}
	}
}

// skipKnown leaves pending what was not recorded before.
func (b *Recording) skipKnown(ctx context.Context, tx *sqldb.Tx) error {
	b.numbers = make([]int64, len(b.acts))
	b.twins, b.renewed = map[int]int{}, map[int]string{}
	if b.digests == nil {
		b.digestAll()
	}
	first := map[string]int{} // rows of a sheet have keys that differ already
	for start := 0; start < len(b.acts); start += lookupMax {
		end := min(start+lookupMax, len(b.acts))
		keys := make([]string, 0, lookupMax)
		for i := start; i < end; i++ {
			keys = append(keys, b.keyOf(i, b.digests[i]))
		}
		known := map[string]recorded{}
		if b.state.seq > 0 || b.draft == nil { // of an empty book something may be staged
			var err error
			if known, err = recordedByKey(ctx, tx, b.farmID, keys); err != nil {
				return err
			}
			if b.draft != nil {
				if err := b.renew(ctx, tx, start, keys, known); err != nil {
					return err
				}
			}
		}
		for i := start; i < end; i++ {
			if !b.out[i] {
				b.sortOut(i, keys[i-start], known, first)
			}
		}
	}
	return ctx.Err()
}

func (b *Recording) digestAll() {
	b.digests = make([]digest, len(b.acts))
	var builder digestBuilder
	for i := range b.acts {
		b.digests[i] = b.digest(&builder, i)
	}
}

// sortOut decides whether an activity is new, known, or clashes with another.
func (b *Recording) sortOut(i int, key string, known map[string]recorded, first map[string]int) {
	before, wasRecorded := known[key]
	if wasRecorded && before.seq > b.state.seq { // it is staged
		wasRecorded = false
		if b.draft == nil {
			b.refuse(Refusal{Activity: i, Field: FieldKey, Reason: fmt.Sprintf("%q is being uploaded just now", key), Conflict: true})
			return
		}
	}
	twin, isTwin := first[key]
	switch {
	case key == "":
		b.pending = append(b.pending, int32(i))
	case wasRecorded && before.digest == b.digests[i].String():
		b.numbers[i] = before.seq
	case isTwin && b.digests[twin] == b.digests[i]:
		b.twins[i] = twin
	case isTwin && !wasRecorded:
		at := max(int(b.acts[twin].line), 0)
		if at == 0 {
			at = twin + 1
		}
		b.refuse(Refusal{Activity: i, Field: FieldKey, Reason: fmt.Sprintf("activity %d has the same id and other content", at), Conflict: true, Twin: at})
	case wasRecorded:
		b.refuse(Refusal{Activity: i, Field: FieldKey, Reason: fmt.Sprintf("%q is recorded already with other content", key), Conflict: true})
	default:
		if b.acts[i].copies == 0 {
			first[key] = i
		}
		b.pending = append(b.pending, int32(i))
	}
}

// findOriginals loads what the batch undoes, and puts the batch in order of days.
func (b *Recording) findOriginals(ctx context.Context, tx *sqldb.Tx) error {
	if b.originals == nil {
		b.originals = map[int64]original{}
	}
	by := map[int64]bool{}
	for _, i := range b.pending {
		seq := b.acts[i].reverses
		if seq == 0 {
			continue
		}
		found, loaded := b.originals[seq]
		if !loaded && seq <= b.state.seq {
			var err error
			if found, err = originalBySeq(ctx, tx, b.farmID, seq, b.state.seq); err != nil {
				return err
			}
		}
		switch {
		case len(found.entries) == 0:
			b.refuse(Refusal{Activity: int(i), Field: FieldReverses, Reason: fmt.Sprintf("there is no activity %d", seq)})
		case found.reverses:
			b.refuse(Refusal{Activity: int(i), Field: FieldReverses, Reason: fmt.Sprintf("activity %d undoes another one itself", seq)})
		case found.staged:
			b.refuse(Refusal{Activity: int(i), Field: FieldReverses, Reason: fmt.Sprintf("activity %d is being undone just now, with its upload", seq), Conflict: true})
		case found.undone || by[seq]:
			b.refuse(Refusal{Activity: int(i), Field: FieldReverses, Reason: fmt.Sprintf("activity %d is undone already", seq), Conflict: true})
		}
		b.originals[seq], by[seq] = found, true
	}
	if b.refused.Total > 0 && !b.skip {
		return nil
	}
	b.pending = slices.DeleteFunc(b.pending, func(i int32) bool { return b.out[i] })
	sorting.By(b.pending, func(i, j int32) int { return cmp.Compare(b.day(i), b.day(j)) })

	return ctx.Err()
}

func (b *Recording) day(i int32) Day {
	if seq := b.acts[i].reverses; seq != 0 {
		return b.originals[seq].entries[0].day
	}
	return Day(b.acts[i].day)
}

// placeIDAt returns the index in placeIDs of a place of the batch.
func (b *Recording) placeIDAt(place int32) int32 {
	if b.placeIDOf[place] < 0 {
		p := b.places[place]
		b.placeIDOf[place] = b.indexPlaceID(placeID{p.LeaseID, b.lots.id(p.Lot)})
	}
	return b.placeIDOf[place]
}

func (b *Recording) indexPlaceID(where placeID) int32 {
	i, ok := b.placeIDIndex[where]
	if !ok {
		i = int32(len(b.placeIDs))
		b.placeIDIndex[where], b.placeIDs = i, append(b.placeIDs, where)
	}
	return i
}

// sweepDays turns the pending activities into entries. If refused ones are left out, places
// that lose an entry by that are swept again.
func (b *Recording) sweepDays(ctx context.Context, _ *sqldb.Tx) error {
	b.after = b.state.seq
	b.sweep = newSweep(b)
	dirty := slices.Repeat([]bool{true}, len(b.placeIDs))
	for again := true; again; {
		if err := b.sweep.enter(ctx, dirty); err != nil {
			return err
		}
		b.sweep.again = false
		before := slices.Clone(b.out)
		for _, r := range b.sweep.refusals {
			b.refuse(r)
		}
		b.refuseLeftovers()
		b.refuseSpots()
		again = b.skip && b.sweep.lost(before, dirty)
	}
	if b.skip {
		b.pending = slices.DeleteFunc(b.pending, func(i int32) bool { return b.out[i] })
	}
	b.number()

	return nil
}

// lost marks the places that lose an entry, as its activity was left out since, and reports
// whether anything has to be swept again.
func (s *sweep) lost(before, dirty []bool) bool {
	clear(dirty)
	again := s.again
	for i := range s.entries {
		if e := &s.entries[i]; s.out[e.owner] && !before[e.owner] {
			dirty[e.at], again = true, true
		}
	}
	return again
}

// number lays the entries out, those of one activity next to each other, and numbers the
// activities by them.
func (b *Recording) number() {
	readjusted := map[int32][]entry{}
	for where := range b.sweep.closings {
		for _, e := range b.sweep.closings[where].readjusted {
			readjusted[e.owner] = append(readjusted[e.owner], e)
		}
	}

	all := b.sweep.entries
	if len(readjusted) > 0 {
		all = make([]entry, 0, len(b.sweep.entries)+len(readjusted))
	} else {
		all = all[:0]
	}
	for i := 0; i < len(b.sweep.entries); {
		owner := b.sweep.entries[i].owner
		end := i
		for end < len(b.sweep.entries) && b.sweep.entries[end].owner == owner {
			end++
		}
		if !b.out[owner] {
			b.numbers[owner] = b.after + int64(len(all)) + 1
			all = append(append(all, b.sweep.entries[i:end]...), readjusted[owner]...)
		}
		i = end
	}
	b.sweep.entries = all
}

// entriesOf returns the entries of an activity at its place and those that it moves to; those
// of a count get their difference from the sweep.
func (b *Recording) entriesOf(i int32) []entry {
	a := &b.acts[i]
	if a.reverses != 0 {
		return b.undoing(i)
	}

	kind := a.kind.kind()
	e := entry{day: a.day, at: b.placeIDAt(a.place), owner: i, kind: a.kind, step: stepOf(kind, false, a.order == AfterRemovals)}
	switch kind {
	case Plant:
		e.delta, e.containers = int64(a.count), a.containers
	case Size:
		e.sizeSum, e.sizeN = a.sizeSum, a.measured
	case Move, Harvest, Loss:
		e.delta, e.containers = -int64(a.count), -a.containers
	}
	entries := append(make([]entry, 0, maxFewParts), e)
	for _, part := range b.partsOf(a) {
		entries = append(entries, entry{
			day: a.day, at: b.placeIDAt(part.place), owner: i, kind: a.kind, step: arrivals, delta: int64(part.count), containers: part.containers,
		})
	}

	return entries
}

const maxFewParts = 4 // that most moves have; more cost an allocation

// stepOf returns the step of the day at which an entry counts. after is of a count.
func stepOf(kind Kind, arrives, after bool) step {
	switch {
	case kind == Plant || kind == Move && arrives:
		return arrivals
	case kind == Adjust:
		return countStep(after)
	default:
		return removals
	}
}

// undoing returns the opposite of the entries of the activity that an activity undoes.
func (b *Recording) undoing(i int32) []entry {
	o := b.originals[b.acts[i].reverses]
	entries := make([]entry, 0, len(o.entries))
	for _, e := range o.entries {
		entries = append(entries, entry{
			delta: -e.delta, sizeSum: -e.sizeSum, sizeN: -int32(e.sizeN), containers: -int32(e.containers),
			at: b.indexPlaceID(e.at), day: int32(e.day), owner: i, kind: codeOf(e.kind), step: o.stepOf(e), void: true,
		})
	}
	return entries
}

func (b *Recording) describe(where int32) string {
	return b.areas.names[b.placeIDs[where].leaseID] + ", " + b.lots.byID[b.placeIDs[where].lotID].Describe()
}

// sameDay returns the counts that do not say whether they were taken before the removals of
// their day.
func (b *Recording) sameDay() (counts []int) {
	if b.sweep == nil {
		return nil
	}
	for where := range b.sweep.closings {
		counts = append(counts, b.sweep.closings[where].sameDay...)
	}
	slices.Sort(counts)

	return counts
}

// Result says what the recording becomes, or became.
func (b *Recording) Result() Result {
	for twin, first := range b.twins {
		b.numbers[twin] = b.numbers[first]
	}
	left := 0
	for _, out := range b.out {
		if out {
			left++
		}
	}
	return Result{Recorded: len(b.pending), Skipped: len(b.acts) - len(b.pending) - left, Lines: len(b.areas.lines), Numbers: b.numbers, Recounts: b.Recounts(), SameDay: b.sameDay()}
}
