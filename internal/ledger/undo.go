package ledger

import (
	"context"
	"strconv"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// What an upload recorded is undone as a whole, each activity on its own day and for the same
// reason, unless something that was recorded later needs it (undo_way.go). Its sheet may then be
// uploaded anew, right or wrong: what was withdrawn does not count as recorded.

// The keys of what undoes an activity together with all of its upload, before the number of the
// activity; and of an activity that a sheet records anew, before the number of the withdrawn one.
const (
	withdrawnKey = "withdrawn:"
	anewKey      = "anew:"
)

// Span are the numbers under which one upload was recorded, from the first to the last.
type Span struct{ First, Last int64 }

// Span gives the numbers of what the recording stored; false where that is nothing.
func (b *Recording) Span() (Span, bool) {
	if b.sweep == nil || len(b.sweep.entries) == 0 {
		return Span{}, false
	}
	return Span{b.after + 1, b.after + int64(len(b.sweep.entries))}, true
}

type undoing struct {
	Span
	reason string
}

// UndoOf is a draft that undoes what one upload recorded, but for what was undone already. What
// stands in its way is a Conflict that holds an [InTheWay].
func UndoOf(span Span, reason string) *Draft { return &Draft{undoes: &undoing{span, reason}} }

// decideUndo prepares the undoing, or says what stands in its way.
func (d *Draft) decideUndo(ctx context.Context, tx *sqldb.Tx, r *Recording) (err error) {
	r.draft = d
	if r.areas, err = loadAreas(ctx, tx, r.farmID); err != nil {
		return err
	}
	if r.tagRows != nil {
		if r.tagsSeen, err = r.tagRows(ctx, tx, r.farmID); err != nil {
			return err
		}
	}
	way := &InTheWay{}
	if err := d.gather(ctx, tx, r, way); err != nil {
		return err
	}
	r.out = make([]bool, len(r.acts))
	for _, step := range []func(context.Context, *sqldb.Tx) error{r.skipKnown, r.findOriginals, r.loadPlaces, r.loadHanging, r.sweepDays, r.refuseTagged} {
		if err := step(ctx, tx); err != nil { // what is refused is gathered, so that all of it is named
			return err
		}
	}
	if err := way.later(ctx, tx, r); err != nil {
		return err
	}
	way.others(r)
	if err := way.err(); err != nil || len(r.acts) > 0 {
		return err
	}
	return errNothingLeft
}

// gather makes the batch that undoes what the upload recorded and nobody undid since.
func (d *Draft) gather(ctx context.Context, tx *sqldb.Tx, r *Recording, way *InTheWay) error {
	r.batch = &batch{places: []Place{{}}}
	r.originals = map[int64]original{}
	gone, corrected, err := undoneIn(ctx, tx, r, d.undoes.Span)
	if err != nil {
		return err
	}
	for _, number := range corrected {
		if err := way.corrected(ctx, tx, r, number); err != nil {
			return err
		}
	}
	texts := map[string]string{} // so that each id is held once
	same := func(text string) string {
		if known, ok := texts[text]; ok {
			return known
		}
		texts[text] = text
		return text
	}
	counts, err := countsIn(ctx, tx, r.farmID, d.undoes.First, d.undoes.Last, r.state.seq)
	if err != nil {
		return err
	}
	var numbers []int64
	_, err = sqldb.All(ctx, tx, func(row sqldb.Row) (struct{}, error) {
		e, err := scanStored(row)
		if err != nil || gone[e.activitySeq] {
			return struct{}{}, err
		}
		e.at, e.kind = placeID{same(e.at.leaseID), same(e.at.lotID)}, kinds[codeOf(e.kind)]
		o, known := r.originals[e.activitySeq]
		if !known {
			o.kind = e.kind
			numbers = append(numbers, e.activitySeq)
		}
		o.entries = append(o.entries, e)
		if o.count = counts[e.activitySeq]; o.count != nil {
			o.kind = Adjust
			o.countTotals()
		}
		r.originals[e.activitySeq] = o
		return struct{}{}, nil
	}, selectStored+"WHERE farm_id = $1 AND seq BETWEEN $2 AND $3 AND seq <= $4 AND readjusts IS NULL ORDER BY seq", r.farmID, d.undoes.First, d.undoes.Last, r.state.seq)
	if err != nil {
		return err
	}
	r.acts = make([]act, len(numbers))
	for i, number := range numbers {
		r.acts[i] = act{key: withdrawnKey + strconv.FormatInt(number, 10), note: d.undoes.reason, reverses: number}
	}
	return nil
}

// undoneIn gives the activities of the span that were undone already, and those among them in
// whose place another was recorded.
func undoneIn(ctx context.Context, tx *sqldb.Tx, r *Recording, span Span) (gone map[int64]bool, corrected []int64, err error) {
	gone = map[int64]bool{}
	_, err = sqldb.All(ctx, tx, func(row sqldb.Row) (struct{}, error) {
		var number int64
		var replaced bool
		err := row.Scan(&number, &replaced)
		gone[number] = true
		if replaced {
			corrected = append(corrected, number)
		}
		return struct{}{}, err
	}, "SELECT reverses, idem_key LIKE '"+replacedKey+"%' FROM activities WHERE farm_id = $1 AND reverses BETWEEN $2 AND $3 AND seq <= $4 ORDER BY reverses",
		r.farmID, span.First, span.Last, r.state.seq)
	return gone, corrected, err
}

// renew gives the activities of a sheet whose keys belong to withdrawn ones keys of their own, and
// adds to known what was recorded under those.
// first is the index of the first.
func (b *Recording) renew(ctx context.Context, tx *sqldb.Tx, first int, keys []string, known map[string]recorded) error {
	for {
		var asked []string
		for i, key := range keys {
			if before := known[key]; before.withdrawn && before.seq <= b.state.seq {
				keys[i] = anewKey + strconv.FormatInt(before.seq, 10)
				b.renewed[first+i] = keys[i]
				asked = append(asked, keys[i])
			}
		}
		if len(asked) == 0 {
			return nil
		}
		more, err := recordedByKey(ctx, tx, b.farmID, asked)
		if err != nil {
			return err
		}
		for key, before := range more {
			known[key] = before
		}
	}
}

// keyOf is the key under which the activity is recorded; empty where it has none.
func (b *Recording) keyOf(i int, d digest) string {
	if key, ok := b.renewed[i]; ok {
		return key
	}
	return b.batch.keyOf(i, d)
}

// TagRows gives how many rows say what of a farm's harvests is on tags. They are never changed,
// so that as many as before are the same.
type TagRows func(ctx context.Context, tx *sqldb.Tx, farmID string) (int64, error)

// tagsAsBefore reports whether no tag was made since [Recording.refuseTagged] looked, where that
// matters. The book is locked by now, so none will be.
func (b *Recording) tagsAsBefore(ctx context.Context, tx *sqldb.Tx) (bool, error) {
	if b.tagRows == nil || b.draft == nil || b.draft.undoes == nil {
		return true, nil
	}
	now, err := b.tagRows(ctx, tx, b.farmID)
	return now == b.tagsSeen, err
}

var errNothingLeft = fault.New(fault.Conflict, "Nothing of that upload is left in the book: all that it recorded was undone already.")
