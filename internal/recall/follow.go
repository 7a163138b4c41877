package recall

import (
	"context"
	"errors"

	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/reach"
)

// following is the argument of the job that follows a recall.
type following struct {
	ID      string
	Release bool // those whom it reaches no more: after a correction, as no other change sets anybody free
}

const firmKey = "" // of the firm itself, among the parties of its part

// follow enters whom the recall reaches now and what was shipped to them, and tells
// those who are new. It is one transaction, so that everybody is entered and mailed once,
// however often it runs and wherever the process ends. Mostly there is nobody new: a read
// finds that out, as following a large recall takes long, and nobody's write is to wait for it.
func (s *Service) follow(ctx context.Context, f following) error {
	settled := false
	if err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		return s.following(ctx, tx, f, func(b *book, r *scope.Reached) (err error) {
			settled, err = s.settled(ctx, tx, b, r)
			return err
		})
	}); err != nil || settled && !f.Release {
		return err
	}
	return s.db.WriteTo(ctx, f.ID, func(tx *sqldb.Tx) error {
		return s.following(ctx, tx, f, func(b *book, r *scope.Reached) error { return s.enter(ctx, tx, b, r, f.Release) })
	})
}

// following calls do with the recall and what it reaches, unless it has ended.
func (s *Service) following(ctx context.Context, tx *sqldb.Tx, f following, do func(*book, *scope.Reached) error) error {
	b, err := bookByID(ctx, tx, f.ID)
	if err != nil {
		return jobs.Permanent(err)
	}
	if b.EndedAt != nil {
		return nil
	}
	r, err := scope.Of(ctx, tx, s.reaches, b.Choice, b.FarmID)
	if err != nil {
		return err
	}
	return do(b, r)
}

// settled says whether everybody and everything that the recall reaches is entered.
func (s *Service) settled(ctx context.Context, tx *sqldb.Tx, b *book, r *scope.Reached) (bool, error) {
	all, err := partiesBy(ctx, tx, b.ID, "")
	if err != nil || b.FollowedAt == nil {
		return false, err
	}
	entered := map[string]bool{}
	for _, p := range all {
		entered[p.FarmID+p.key] = p.ReleasedAt == nil
	}
	there, err := shipmentsEntered(ctx, tx, b.ID)
	if err != nil {
		return false, err
	}
	for _, f := range r.Tags.Firms {
		if !entered[f.FarmID+firmKey] {
			return false, nil
		}
	}
	for _, shipment := range r.Shipments {
		counts, known := there[shipment.EventID]
		if !entered[shipment.FarmID+scope.ConsigneeKey(shipment.To)] || known && !counts || !known && shipment.Parts > 0 {
			return false, nil
		}
	}
	return true, nil
}

// shipmentsEntered are the shipments that are entered, by their event, and whether they count.
func shipmentsEntered(ctx context.Context, tx *sqldb.Tx, recallID string) (map[string]bool, error) {
	there := map[string]bool{}
	_, err := sqldb.All(ctx, tx, func(row sqldb.Row) (struct{}, error) {
		var id string
		var counts bool
		err := row.Scan(&id, &counts)
		there[id] = counts
		return struct{}{}, err
	}, "SELECT event_id, released_at IS NULL FROM recall_lines WHERE recall_id = $1", recallID)
	return there, err
}

// watch follows every recall that has not ended, also those that have no book yet, and
// notes which mails were delivered.
func (s *Service) watch(ctx context.Context) error {
	if err := s.adopt(ctx); err != nil {
		return err
	}
	var ids []string
	if err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		ids, err = sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT id FROM recall_books WHERE ended_at IS NULL ORDER BY declared_at")
		return err
	}); err != nil {
		return err
	}
	var failed error
	for _, id := range ids {
		failed = errors.Join(failed, s.follow(ctx, following{ID: id}))
	}
	return errors.Join(failed, s.noteEnds(ctx))
}

// entering is a book with what is in it already.
type entering struct {
	*book
	now     int64
	parties map[string]*RecallParty // by firm and key
	touched map[string]bool         // parties that the recall reaches now, by id
	added   []*RecallParty
}

func (s *Service) enter(ctx context.Context, tx *sqldb.Tx, b *book, r *scope.Reached, release bool) error {
	e := &entering{book: b, now: sqldb.Millis(s.now()), parties: map[string]*RecallParty{}, touched: map[string]bool{}}
	all, err := partiesBy(ctx, tx, b.ID, "")
	if err != nil {
		return err
	}
	for i := range all {
		e.parties[all[i].FarmID+all[i].key] = &all[i]
	}
	for _, f := range r.Tags.Firms {
		if err := e.party(ctx, tx, RecallParty{Kind: "firm", FarmID: f.FarmID, Firm: f.Name, Name: f.Name, key: firmKey}); err != nil {
			return err
		}
	}
	if err := e.lines(ctx, tx, r, release); err != nil {
		return err
	}
	if release {
		if err := s.release(ctx, tx, e); err != nil {
			return err
		}
	}
	for _, p := range e.added {
		if err := s.tell(ctx, tx, b, p, ""); err != nil {
			return err
		}
		if s.reached != nil && p.Kind == "firm" && p.FarmID != "" && !b.drill() {
			if err := s.reached(ctx, tx, p.FarmID); err != nil {
				return err
			}
		}
	}
	if len(e.added) > 0 && b.FollowedAt != nil { // the first time is the declaration's
		if err := s.mark(ctx, tx, b, "reach", map[string]any{"added": len(e.added)}); err != nil {
			return err
		}
	}
	if b.FollowedAt == nil {
		_, err = tx.Exec(ctx, "UPDATE recall_books SET followed_at = $2 WHERE id = $1", b.ID, e.now)
	}
	return err
}

// party enters somebody who is reached, unless they are there already.
func (e *entering) party(ctx context.Context, tx *sqldb.Tx, p RecallParty) error {
	known := e.parties[p.FarmID+p.key]
	switch {
	case known == nil:
		p.ID, p.AddedAt = sqldb.NewID(), e.now
		if err := tx.InsertRows(ctx, "recall_parties", []string{"recall_id", "id", "kind", "farm_id", "farm_name", "party_key", "name", "email", "phone", "address", "cert", "added_at"},
			[][]any{{e.ID, p.ID, p.Kind, p.FarmID, p.Firm, p.key, p.Name, p.Email, p.Phone, p.Address, p.Cert, p.AddedAt}}); err != nil {
			return err
		}
		known = &p
		e.parties[p.FarmID+p.key] = known
		e.added = append(e.added, known)
	case known.ReleasedAt != nil && !e.touched[known.ID]: // it reaches them again
		if _, err := tx.Exec(ctx, "UPDATE recall_parties SET released_at = NULL WHERE recall_id = $1 AND id = $2", e.ID, known.ID); err != nil {
			return err
		}
		known.ReleasedAt = nil
		e.added = append(e.added, known)
	}
	e.touched[known.ID] = true
	return nil
}

// lines enters what was shipped, and lets go what is reached no more.
func (e *entering) lines(ctx context.Context, tx *sqldb.Tx, r *scope.Reached, release bool) error {
	there, err := shipmentsEntered(ctx, tx, e.ID)
	if err != nil {
		return err
	}
	var rows [][]any
	for _, s := range r.Shipments {
		if err := e.party(ctx, tx, consigneeOf(s, r.Names[s.FarmID])); err != nil {
			return err
		}
		counts, known := there[s.EventID]
		switch {
		case !known && s.Parts > 0:
			rows = append(rows, []any{e.ID, s.EventID, e.parties[s.FarmID+scope.ConsigneeKey(s.To)].ID, s.TagID, int64(s.Day), string(s.Unit), s.Parts})
		case known && !counts:
			if err := e.count(ctx, tx, s.EventID, nil); err != nil {
				return err
			}
		}
		there[s.EventID] = false // whatever is left counts and is not reached
	}
	for id, counts := range there {
		if counts && release {
			if err := e.count(ctx, tx, id, e.now); err != nil {
				return err
			}
		}
	}
	return tx.InsertRows(ctx, "recall_lines", []string{"recall_id", "event_id", "party_id", "tag_id", "day", "unit", "shipped"}, rows)
}

func (e *entering) count(ctx context.Context, tx *sqldb.Tx, eventID string, released any) error {
	_, err := tx.Exec(ctx, "UPDATE recall_lines SET released_at = $3 WHERE recall_id = $1 AND event_id = $2", e.ID, eventID, released)
	return err
}

func consigneeOf(s reach.ReachedShipment, firm string) RecallParty {
	return RecallParty{Kind: "consignee", FarmID: s.FarmID, Firm: firm, key: scope.ConsigneeKey(s.To), Name: s.To.Name, Email: s.To.Email, Phone: s.To.Phone, Address: s.To.Address, Cert: s.To.Cert}
}

// release lets those go whom the recall reaches no more, and tells them.
func (s *Service) release(ctx context.Context, tx *sqldb.Tx, e *entering) error {
	for _, p := range e.parties {
		if e.touched[p.ID] || p.ReleasedAt != nil {
			continue
		}
		p.ReleasedAt = &e.now
		if _, err := tx.Exec(ctx, "UPDATE recall_parties SET released_at = $3 WHERE recall_id = $1 AND id = $2", e.ID, p.ID, e.now); err != nil {
			return err
		}
		if err := s.tellOver(ctx, tx, e.book, p, noticeReleased); err != nil {
			return err
		}
	}
	return nil
}
