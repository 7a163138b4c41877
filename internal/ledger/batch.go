package ledger

import (
	"fmt"
	"slices"
)

// batch is activities that are recorded together, in little memory, as a sheet
// can have a million: what they repeat, the places above all, is held once.
type batch struct {
	acts   []act
	parts  []actPart // of all moves, those of one move together
	places []Place
	visits []Visit // of a field notebook, from which its acts are made

	indexes map[Place]int32
}

// act is an activity that has passed the rules which need nothing from the farm.
type act struct {
	key        string // as the caller gave it; empty where there is none or it follows from the row
	note       string
	facts      *Facts
	lengths    *Lengths
	reverses   int64
	sizeSum    int64
	clientAt   int64 // of a count, Unix milliseconds
	turn       *turn // of a count that corrects another; nil for its own
	day        int32
	place      int32
	count      int32
	containers int32
	measured   int32
	firstPart  int32
	line       int32 // in its sheet; 0 where it comes from none
	visit      int32 // index, counted from 1; 0 where it comes from none
	copies     int32 // which of several equal rows of a sheet it is, counted from 1; 0 where its key is another
	parts      uint8
	kind       kindCode
	order      Order
	missing    Missing
	died       bool // what missing means on the farm
}

type actPart struct{ place, count, containers int32 }

// kindCode is a Kind in one byte.
type kindCode uint8

var kinds = []Kind{"", Plant, Adjust, Size, Move, Harvest, Loss}

func codeOf(kind Kind) kindCode { return kindCode(slices.Index(kinds, kind)) }

func (k kindCode) kind() Kind { return kinds[k] }

// add takes an activity that [Activity.Refuse] lets through.
func (b *batch) add(a Activity, line int) {
	if a.Lengths != nil {
		a.SizeSum = a.Lengths.Sum()
	}
	b.acts = append(b.acts, act{
		key: a.Key, note: a.Note, facts: a.Facts.known(), lengths: a.Lengths, reverses: a.Reverses, sizeSum: a.SizeSum,
		day: int32(a.Day), place: b.index(a.Place), count: int32(a.Count), containers: int32(a.Containers), measured: int32(a.Measured),
		firstPart: int32(len(b.parts)), parts: uint8(len(a.To)), line: int32(line), kind: codeOf(a.Kind),
		clientAt: a.ClientTime, turn: a.turn, order: a.Order, missing: a.Missing,
	})
	for _, part := range a.To {
		b.parts = append(b.parts, actPart{b.index(part.Place), int32(part.Count), int32(part.Containers)})
	}
}

func (b *batch) index(p Place) int32 {
	i, ok := b.indexes[p]
	if !ok {
		if b.indexes == nil {
			b.indexes = map[Place]int32{}
		}
		i = int32(len(b.places))
		b.indexes[p], b.places = i, append(b.places, p)
	}
	return i
}

func (b *batch) partsOf(a *act) []actPart { return b.parts[a.firstPart : a.firstPart+int32(a.parts)] }

// touches calls f with the place of an activity and those that it moves to.
func (b *batch) touches(a *act, f func(place int32)) {
	f(a.place)
	for _, part := range b.partsOf(a) {
		f(part.place)
	}
}

// keyOf is the key under which the activity is recorded; empty where it has none.
func (b *batch) keyOf(i int, d digest) string {
	a := &b.acts[i]
	switch {
	case a.visit > 0:
		return b.visits[a.visit-1].key(b.places[a.place].LeaseID) + visitPart[a.kind.kind()]
	case a.copies > 0:
		return fmt.Sprintf("row:%s:%d", d, a.copies)
	}
	return a.key
}

// digest tells activities with the same content from others. The key is no
// part of the content.
func (b *batch) digest(builder *digestBuilder, i int) digest {
	a := &b.acts[i]
	builder.reset()
	source := ""
	if a.visit > 0 {
		source = b.visits[a.visit-1].source()
	}
	builder.texts(string(a.kind.kind()), a.note, source)
	builder.numbers(int64(a.day), int64(a.count), int64(a.containers), int64(a.measured), a.sizeSum, a.reverses)
	builder.place(&b.places[a.place])
	for _, part := range b.partsOf(a) {
		builder.place(&b.places[part.place])
		builder.numbers(int64(part.count), int64(part.containers))
	}
	if facts := a.facts.text(); facts != "" { // so that what was recorded before there were any stays the same
		builder.texts(facts)
	}
	if lengths := a.lengths.text(); lengths != "" {
		builder.texts("lengths", lengths)
	}
	if a.line == 0 && (a.order != OrderUnknown || a.missing != MissingByDefault) { // a sheet's choice is no part of its rows
		builder.texts("count", string(a.missing))
		builder.numbers(int64(a.order))
	}
	return builder.sum()
}
