package recall

import (
	"context"

	"github.com/merroir/merroir/internal/sqldb"
)

// enter does steps of what is due about a recall, as many as a piece has time for, and says how many.
func (s *Service) enter(ctx context.Context, tx *sqldb.Tx, b *book, steps []step) (done int, err error) {
	now, added := sqldb.Millis(s.now()), 0
	for done < len(steps) && (done == 0 || !tx.Spent()) {
		fresh, err := s.take(ctx, tx, b, steps[done], now)
		if err != nil {
			return 0, err
		}
		added += fresh
		done++
	}
	if added > 0 && b.FollowedAt != nil { // the first time is the declaration's
		err = s.mark(ctx, tx, b, "reach", map[string]any{"added": added})
	}
	return done, err
}

// followed notes that all whom a recall reached when it was declared are entered.
func (s *Service) followed(ctx context.Context, tx *sqldb.Tx, b *book) error {
	_, err := tx.Exec(ctx, "UPDATE recall_books SET followed_at = $2 WHERE id = $1 AND followed_at IS NULL", b.ID, sqldb.Millis(s.now()))
	return err
}

// take does a step, and gives how many parties it has entered.
func (s *Service) take(ctx context.Context, tx *sqldb.Tx, b *book, one step, now int64) (added int, err error) {
	if err := count(ctx, tx, b.ID, one.lapsed, now); err != nil {
		return 0, err
	}
	if one.leave {
		return 0, s.release(ctx, tx, b, one.party, now)
	}
	if err := enterLines(ctx, tx, b.ID, one); err != nil || !one.entry {
		return 0, err
	}
	fresh, err := enterParty(ctx, tx, b.ID, &one.party, now)
	if err != nil || !fresh {
		return 0, err
	}
	if err := s.tell(ctx, tx, b, &one.party, ""); err != nil {
		return 0, err
	}
	if s.reached != nil && one.party.Kind == "firm" && one.party.FarmID != "" && !b.drill() {
		return 1, s.reached(ctx, tx, one.party.FarmID)
	}
	return 1, nil
}

// enterParty enters somebody who is reached, unless they are there already.
func enterParty(ctx context.Context, tx *sqldb.Tx, recallID string, p *RecallParty, now int64) (fresh bool, err error) {
	known, err := sqldb.All(ctx, tx, scanParty, "SELECT "+partyColumns+" FROM recall_parties p WHERE p.recall_id = $1 AND p.farm_id = $2 AND p.party_key = $3", recallID, p.FarmID, p.key)
	switch {
	case err != nil:
		return false, err
	case len(known) == 0:
		p.AddedAt = now
		return true, tx.InsertRows(ctx, "recall_parties", []string{"recall_id", "id", "kind", "farm_id", "farm_name", "party_key", "name", "email", "phone", "address", "cert", "added_at"},
			[][]any{{recallID, p.ID, p.Kind, p.FarmID, p.Firm, p.key, p.Name, p.Email, p.Phone, p.Address, p.Cert, p.AddedAt}})
	case known[0].ReleasedAt == nil: // another process was quicker
		return false, nil
	}
	*p = known[0]
	p.ReleasedAt = nil // it reaches them again
	_, err = tx.Exec(ctx, "UPDATE recall_parties SET released_at = NULL WHERE recall_id = $1 AND id = $2", recallID, p.ID)
	return true, err
}

// enterLines enters what was shipped to a party.
func enterLines(ctx context.Context, tx *sqldb.Tx, recallID string, one step) error {
	if len(one.lines) == 0 {
		return nil
	}
	ids := make([]string, len(one.lines))
	for i, s := range one.lines {
		ids[i] = s.EventID
	}
	there, err := entered(ctx, tx, "SELECT event_id, released_at IS NULL FROM recall_lines WHERE recall_id = $1 AND event_id IN "+tx.Among(2), recallID, sqldb.List(ids))
	if err != nil {
		return err
	}
	var again []string
	var rows [][]any
	for _, s := range one.lines {
		switch counts, known := there[s.EventID]; {
		case !known:
			rows = append(rows, []any{recallID, s.EventID, one.party.ID, s.TagID, int64(s.Day), string(s.Unit), s.Parts})
		case !counts:
			again = append(again, s.EventID)
		}
	}
	if err := count(ctx, tx, recallID, again, nil); err != nil {
		return err
	}
	return tx.InsertRows(ctx, "recall_lines", []string{"recall_id", "event_id", "party_id", "tag_id", "day", "unit", "shipped"}, rows)
}

// count has shipments count again, or from a moment on no more.
func count(ctx context.Context, tx *sqldb.Tx, recallID string, eventIDs []string, released any) error {
	if len(eventIDs) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE recall_lines SET released_at = $2 WHERE recall_id = $1 AND event_id IN "+tx.Among(3), recallID, released, sqldb.List(eventIDs))
	return err
}

// release lets somebody go whom the recall reaches no more, and tells them.
func (s *Service) release(ctx context.Context, tx *sqldb.Tx, b *book, p RecallParty, now int64) error {
	n, err := tx.Exec(ctx, "UPDATE recall_parties SET released_at = $3 WHERE recall_id = $1 AND id = $2 AND released_at IS NULL", b.ID, p.ID, now)
	if err != nil || n == 0 {
		return err
	}
	p.ReleasedAt = &now
	return s.tellReleased(ctx, tx, b, &p)
}
