package recall

import (
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
	err = s.writeReckoned(ctx, "", func(tx *sqldb.Tx) ([]*scope.Reached, error) {
		if err := scope.Enter(ctx, tx, d.FarmID); err != nil {
			return nil, err
		}
		r, err := scope.Of(ctx, tx, s.reaches, d.Choice, d.FarmID)
		return []*scope.Reached{r}, err
	}, func(tx *sqldb.Tx, r []*scope.Reached) error {
		if err := scope.Enter(ctx, tx, d.FarmID); err != nil {
			return err
		}
		id, err = once.Do(ctx, tx, func() (string, error) { return s.declare(ctx, tx, d, r[0]) })
		return err
	})
	return id, err
}

func (d *Declaration) check() error {
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
	b := &book{ID: sqldb.NewID(), Kind: d.Kind, FarmID: d.FarmID, Words: d.Words, Choice: d.Choice, DeclaredAt: sqldb.Millis(s.now()), DeclaredBy: scope.NameOf(ctx)}
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
	var before scope.Choice
	return s.writeReckoned(ctx, id, func(tx *sqldb.Tx) ([]*scope.Reached, error) {
		b, err := s.ownOpen(ctx, tx, farmID, id)
		if err != nil {
			return nil, err
		}
		before = b.Choice
		was, err := scope.Of(ctx, tx, s.reaches, b.Choice, b.FarmID)
		if err != nil {
			return nil, err
		}
		is, err := scope.Of(ctx, tx, s.reaches, c.Choice, b.FarmID)
		return []*scope.Reached{was, is}, err
	}, func(tx *sqldb.Tx, r []*scope.Reached) error {
		was, is := r[0], r[1]
		b, err := s.ownOpen(ctx, tx, farmID, id)
		if err == nil && !reflect.DeepEqual(b.Choice, before) {
			err = errChanged
		}
		if err != nil {
			return err
		}
		if len(is.Roots) == 0 || is.Tags.Tags == 0 {
			return fault.ForField("choice", "That reaches no tag. A recall of nothing is one that has ended.")
		}
		if is.Seen().Digest != c.Seen.Digest {
			return stale(c.Seen, is.Seen())
		}
		return s.correct(ctx, tx, b, c, was, is)
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

// DrillResult says how a drill went.
type DrillResult struct {
	Minutes          int64    `json:"minutes" doc:"From its beginning to its end"`
	AccountedMinutes *int64   `json:"accountedMinutes" doc:"Until nothing was unaccounted for; null where something still is"`
	Accounted        *float64 `json:"accounted" doc:"Percent of what was shipped that is returned, destroyed or sold; null where nothing was shipped"`
	Acknowledged     *float64 `json:"acknowledged" doc:"Percent of those to be told who have acknowledged; null where nobody was to be told"`
}

// End ends a recall for a reason that stays on record: its pages are clean again, and
// who was told of it is told of its end. Who may is as for Correct.
func (s *Service) End(ctx context.Context, farmID, id, reason string) error {
	if err := scope.CheckReason(&reason); err != nil {
		return err
	}
	return s.db.WriteTo(ctx, id, func(tx *sqldb.Tx) error {
		b, err := s.ownOpen(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		now := sqldb.Millis(s.now())
		b.EndedAt, b.EndedBy, b.EndReason = &now, scope.NameOf(ctx), reason
		all, err := s.partiesOf(ctx, tx, b, "")
		if err != nil {
			return err
		}
		if b.drill() {
			b.Result = resultOf(b, all)
		} else if err := s.reaches.End(ctx, tx, b.ID); err != nil {
			return err
		}
		if err := updateBook(ctx, tx, b); err != nil {
			return err
		}
		if err := s.mark(ctx, tx, b, "end", map[string]any{"reason": reason, "effectiveness": effectivenessOf(all)}); err != nil {
			return err
		}
		for i := range all {
			if all[i].ReleasedAt == nil {
				if err := s.tellOver(ctx, tx, b, &all[i], noticeEnded); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func resultOf(b *book, all []RecallParty) *DrillResult {
	e := effectivenessOf(all)
	r := &DrillResult{Minutes: minutes(*b.EndedAt - b.DeclaredAt), Accounted: e.Accounted, Acknowledged: e.Acknowledged}
	if e.Accounted != nil && e.Unaccounted == 0 {
		var last int64
		for i := range all {
			last = max(last, all[i].lastEntry)
		}
		at := minutes(max(last-b.DeclaredAt, 0))
		r.AccountedMinutes = &at
	}
	return r
}

func minutes(ms int64) int64 { return (ms + 59_999) / 60_000 }
