package recall

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/recall/asked"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
)

// Declaration is a yes to a recall, or to a drill.
type Declaration struct {
	Kind   Kind
	FarmID string // whose drill it is; empty for staff's, and for a recall
	Words
	Choice    scope.Choice
	Seen      scope.Seen // what was looked at
	RequestID string     // that it answers, or empty
}

// Declare puts a recall into force and opens its book, or opens that of a drill. What
// it reaches must be what was seen; otherwise the fault is Stale, and nothing is done.
// A recall takes the permission for recalls, and so does a drill over all firms; a farm's
// people may hold one of their own.
func (s *Service) Declare(ctx context.Context, d Declaration) (id string, err error) {
	if err := d.check(); err != nil {
		return "", err
	}
	err = writeReckoned(ctx, s, reckoning[*scope.Reached]{
		reckon: func(tx *sqldb.Tx) (*scope.Reached, error) {
			if err := scope.Enter(ctx, tx, d.FarmID); err != nil {
				return nil, err
			}
			return scope.Of(ctx, tx, s.reaches, d.Choice, d.FarmID)
		},
		ready: func(r *scope.Reached) error {
			if d.Kind == Drill || len(r.Roots) <= s.reaches.AtOnce || r.Seen().Digest != d.Seen.Digest {
				return nil
			}
			return s.prepare(ctx, sqldb.NewID(), r)
		},
		holds: func(tx *sqldb.Tx, r *scope.Reached) (bool, error) { return s.hold(ctx, tx, r) },
		do: func(tx *sqldb.Tx, r *scope.Reached) error {
			if err := scope.Enter(ctx, tx, d.FarmID); err != nil {
				return err
			}
			id, err = once.Do(ctx, tx, func() (string, error) { return s.declare(ctx, tx, d, r) })
			return err
		},
	})
	return id, err
}

func (d *Declaration) check() error {
	if d.Kind != Real && d.Kind != Drill {
		return fault.ForField("kind", "Choose a recall or a drill")
	}
	if d.Kind == Real && d.FarmID != "" {
		return fault.New(fault.Invalid, "A farm asks for a recall, and staff declare it.")
	}
	if d.Kind == Drill && d.RequestID != "" {
		return fault.New(fault.Invalid, "A drill answers no request.")
	}
	if err := d.Words.check(); err != nil {
		return err
	}
	_, err := d.Choice.Tagged()
	return err
}

func (s *Service) declare(ctx context.Context, tx *sqldb.Tx, d Declaration, r *scope.Reached) (string, error) {
	if len(r.Roots) == 0 || r.Tags.Tags == 0 {
		return "", fault.ForField("choice", "That reaches no tag")
	}
	is := r.Seen()
	if is.Digest != d.Seen.Digest {
		return "", stale(d.Seen, is)
	}
	if d.FarmID != "" {
		d.Choice.FarmID = d.FarmID
	}
	b := &book{ID: cmp.Or(r.Reckoned.Prepared().RecallID, sqldb.NewID()), Kind: d.Kind, FarmID: d.FarmID, Words: d.Words, Choice: d.Choice, DeclaredAt: sqldb.Millis(s.now()), DeclaredBy: scope.NameOf(ctx)}
	if err := dropHollow(ctx, tx, b.ID); err != nil {
		return "", err
	}
	if err := insertBook(ctx, tx, b); err != nil {
		return "", err
	}
	if !b.drill() {
		if err := s.reaches.Declare(ctx, tx, b.ID, r.Reckoned, b.Party, b.Reason); err != nil {
			return "", err
		}
	}
	if err := s.mark(ctx, tx, b, "declare", map[string]any{"party": b.Party, "reason": b.Reason, "class": b.Class, "choice": b.Choice, "reach": is}); err != nil {
		return "", err
	}
	if d.RequestID != "" {
		if err := asked.Answer(ctx, tx, d.RequestID, b.ID, b.DeclaredAt, b.DeclaredBy); err != nil {
			return "", err
		}
	}
	return b.ID, s.queue.Enqueue(ctx, tx, followJob, following{ID: b.ID})
}

// Correction changes a recall.
type Correction struct {
	Words               // as they are to be
	Choice scope.Choice // as it is to be
	Seen   scope.Seen   // of the reach that the choice has
	Why    string
}

// Correct changes what a recall says or chooses, for a reason that stays on record.
// Tags that it reaches no more are clean from then on. It takes the permission for
// recalls; a farm's people may correct their own drill.
func (s *Service) Correct(ctx context.Context, farmID, id string, c Correction) error {
	if err := c.check(); err != nil {
		return err
	}
	if _, err := c.Choice.Tagged(); err != nil {
		return err
	}
	if err := scope.CheckReason(&c.Why); err != nil {
		return fault.ForField("why", "Please say why it is corrected")
	}
	type both struct {
		book    *book
		was, is *scope.Reached
	}
	return writeReckoned(ctx, s, reckoning[*both]{
		key: id,
		reckon: func(tx *sqldb.Tx) (_ *both, err error) {
			r := &both{}
			if r.book, err = s.ownOpen(ctx, tx, farmID, id); err != nil {
				return nil, err
			}
			if r.was, err = scope.Of(ctx, tx, s.reaches, r.book.Choice, r.book.FarmID); err != nil {
				return nil, err
			}
			r.is, err = scope.Of(ctx, tx, s.reaches, c.Choice, r.book.FarmID)
			return r, err
		},
		ready: func(r *both) error {
			if r.book.drill() || len(r.was.Roots)+len(r.is.Roots) <= s.reaches.AtOnce || r.is.Seen().Digest != c.Seen.Digest {
				return nil
			}
			return s.prepare(ctx, id, r.is)
		},
		holds: func(tx *sqldb.Tx, r *both) (bool, error) { return s.hold(ctx, tx, r.was, r.is) },
		do: func(tx *sqldb.Tx, r *both) error {
			b, err := s.ownOpen(ctx, tx, farmID, id)
			if err == nil && !reflect.DeepEqual(b.Choice, r.book.Choice) {
				err = errChanged
			}
			if err != nil {
				return err
			}
			if len(r.is.Roots) == 0 || r.is.Tags.Tags == 0 {
				return fault.ForField("choice", "That reaches no tag. A recall of nothing is one that has ended.")
			}
			if r.is.Seen().Digest != c.Seen.Digest {
				return stale(c.Seen, r.is.Seen())
			}
			return s.correct(ctx, tx, b, c, r.was, r.is)
		},
	})
}

func (s *Service) correct(ctx context.Context, tx *sqldb.Tx, b *book, c Correction, was, is *scope.Reached) error {
	doc := map[string]any{"why": c.Why, "was": was.Seen(), "reach": is.Seen()}
	if c.Words != b.Words {
		doc["wordsBefore"], doc["words"] = b.Words, c.Words
	}
	added, removed := missing(is.Roots, was.Roots), missing(was.Roots, is.Roots)
	doc["choiceBefore"], doc["choice"] = b.Choice, c.Choice
	doc["rootsAdded"], doc["rootsRemoved"] = listed(added), listed(removed)
	b.Words, b.Choice = c.Words, c.Choice
	if b.FarmID != "" {
		b.Choice.FarmID = b.FarmID
	}
	if err := updateBook(ctx, tx, b); err != nil {
		return err
	}
	if !b.drill() {
		if err := s.reaches.Choose(ctx, tx, b.ID, is.Reckoned); err != nil {
			return err
		}
		if err := s.reaches.Rename(ctx, tx, b.ID, b.Party, b.Reason); err != nil {
			return err
		}
	}
	if err := s.mark(ctx, tx, b, "correct", doc); err != nil {
		return err
	}
	if p := is.Reckoned.Prepared(); p.RecallID != "" {
		if err := s.queue.Enqueue(ctx, tx, tidyJob, p); err != nil { // of the tags that it names no more
			return err
		}
	}
	return s.queue.Enqueue(ctx, tx, followJob, following{ID: b.ID, Release: true})
}

// missing gives those of a sorted list that another sorted list does not have.
func missing(all, from []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(id string) bool {
		_, found := slices.BinarySearch(from, id)
		return found
	})
}

const maxListed = 1000 // ids in an entry of a history

// listed is as much of a list of ids as a history keeps.
func listed(ids []string) map[string]any {
	return map[string]any{"count": len(ids), "tags": ids[:min(len(ids), maxListed)]}
}

// ownOpen gives a recall that the caller may change as a whole: with the permission
// any, and of a farm its own drill.
func (s *Service) ownOpen(ctx context.Context, tx *sqldb.Tx, farmID, id string) (*book, error) {
	b, err := open(ctx, tx, farmID, id)
	if err == nil && b.FarmID != farmID {
		if farmID != "" {
			return nil, fault.New(fault.Denied, "Only those who recall may change this one.")
		}
	}
	return b, err
}
