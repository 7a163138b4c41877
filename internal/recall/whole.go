package recall

import (
	"context"
	"slices"

	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/reach"
)

// Whole is the book of a recall, or a firm's part of it, with every tag, account and
// notice: what a document says of it.
type Whole struct {
	RecallDetail
	ReadAt  int64              // Unix milliseconds
	Of      string             // the firm whose part it is; empty for all of it
	Parties []PartyDetail      // in the order of the detail's
	Tags    []reach.ReachedTag // the chosen ones first, then by the steps from them
	Lots    map[string]string  // names of chosen lots by id, as far as anything of them is reached
	Areas   map[string]string  // likewise of growing areas

	nearest map[string]string // of a reached tag, the one before it on the way from a chosen one
}

// Whole gives all of a recall. Who may look at recalls may; of a firm, its people.
func (s *Service) Whole(ctx context.Context, farmID, id string) (w Whole, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		w = Whole{ReadAt: sqldb.Millis(s.now()), Lots: map[string]string{}, Areas: map[string]string{}, nearest: map[string]string{}}
		var r *scope.Reached
		if w.RecallDetail, r, err = s.detail(ctx, tx, farmID, id); err != nil {
			return err
		}
		entries, err := entriesOf(ctx, tx, id, nil)
		if err != nil {
			return err
		}
		for _, p := range w.RecallDetail.Parties {
			w.Parties = append(w.Parties, partyShown(p, entries))
			if farmID != "" && p.Kind == "firm" {
				w.Of = p.Name
			}
		}
		for _, f := range r.Tags.Firms {
			for _, l := range f.Lots {
				w.Lots[l.LotID], w.Areas[l.LeaseID] = scope.LotName(l), l.Area
			}
		}
		return s.reaches.EachReached(ctx, tx, r.Roots, func(t reach.ReachedTag) error {
			w.visit(t, farmID == "" && w.FarmID == "" || t.FarmID == farmID || t.FarmID == w.FarmID)
			return nil
		})
	})
	return w, err
}

// visit takes a tag in. Tags come in the order of their steps from the chosen ones, so
// that the parent that came first is on the shortest way.
func (w *Whole) visit(t reach.ReachedTag, shown bool) {
	before := ""
	if !t.Root {
		for _, parent := range t.Parents {
			if _, reached := w.nearest[parent]; reached && (before == "" || w.steps(parent) < w.steps(before)) {
				before = parent
			}
		}
	}
	w.nearest[t.ID] = before
	if shown {
		w.Tags = append(w.Tags, t)
	}
}

func (w *Whole) steps(tagID string) int { return len(w.Path(tagID)) }

// Path gives the shortest way from a chosen tag to one that is reached; nil to one that
// is not.
func (w *Whole) Path(tagID string) (ids []string) {
	if _, reached := w.nearest[tagID]; !reached {
		return nil
	}
	for id := tagID; id != ""; id = w.nearest[id] {
		ids = append(ids, id)
	}
	slices.Reverse(ids)
	return ids
}
