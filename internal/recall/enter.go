package recall

import (
	"context"

	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
)

// enter does steps of what is due about a recall, as many as a piece has time for, and says how many.
func (s *Service) enter(ctx context.Context, tx *sqldb.Tx, b *book, steps []step) (done int, err error) {
	now, added := sqldb.Millis(s.now()), 0
	for done < len(steps) && (done == 0 || !tx.Spent()) {
		some := s.together(steps[done:])
		fresh, err := s.take(ctx, tx, b, some, now)
		if err != nil {
			return 0, err
		}
		added += fresh
		done += len(some)
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

// atOnce is how many rows are written with the statements of one: few enough that a piece ends in time.
const atOnce = 50

// together gives the first of the steps, those that are done at once; one at least.
func (s *Service) together(steps []step) []step {
	rows := 0
	for i := range steps {
		one := &steps[i]
		if rows += 1 + len(one.lines) + len(one.lapsed); i > 0 && rows > s.atOnce {
			return steps[:i]
		}
	}
	return steps
}

// take does some steps, and gives how many parties it has entered.
func (s *Service) take(ctx context.Context, tx *sqldb.Tx, b *book, some []step, now int64) (added int, err error) {
	var lapsed []string
	for i := range some {
		lapsed = append(lapsed, some[i].lapsed...)
	}
	if err := count(ctx, tx, b.ID, lapsed, now); err != nil {
		return 0, err
	}
	if err := s.release(ctx, tx, b, some, now); err != nil {
		return 0, err
	}
	if err := enterLines(ctx, tx, b.ID, some); err != nil {
		return 0, err
	}
	fresh, err := enterParties(ctx, tx, b.ID, some, now)
	if err != nil {
		return 0, err
	}
	if err := s.tell(ctx, tx, b, fresh, ""); err != nil {
		return 0, err
	}
	for _, p := range fresh {
		if s.reached != nil && p.Kind == "firm" && p.FarmID != "" && !b.drill() {
			if err := s.reached(ctx, tx, p.FarmID); err != nil {
				return 0, err
			}
		}
	}
	return len(fresh), nil
}

// enterParties enters those who are to be and are not there yet, and gives them.
func enterParties(ctx context.Context, tx *sqldb.Tx, recallID string, some []step, now int64) (fresh []*RecallParty, err error) {
	var wanted []*RecallParty
	var ids []string
	for i := range some {
		if p := &some[i].party; some[i].entry {
			wanted, ids = append(wanted, p), append(ids, p.ID)
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	list, args := among(recallID, ids)
	there, err := entered(ctx, tx, "SELECT id, released_at IS NULL FROM recall_parties WHERE recall_id = $1 AND id IN "+list, args...)
	if err != nil {
		return nil, err
	}
	var rows [][]any
	var again []string
	for _, p := range wanted {
		switch reached, known := there[p.ID]; {
		case reached: // another process was quicker
			continue
		case known: // it reaches them again
			again = append(again, p.ID)
		default:
			p.AddedAt = now
			rows = append(rows, []any{recallID, p.ID, p.Kind, p.FarmID, p.Firm, p.key, p.Name, p.Email, p.Phone, p.Address, p.Cert, p.AddedAt})
		}
		fresh = append(fresh, p)
	}
	if len(again) > 0 {
		if _, err := tx.Exec(ctx, "UPDATE recall_parties SET released_at = NULL WHERE recall_id = $1 AND id IN "+tx.Among(2), recallID, sqldb.List(again)); err != nil {
			return nil, err
		}
	}
	return fresh, tx.InsertRows(ctx, "recall_parties", []string{"recall_id", "id", "kind", "farm_id", "farm_name", "party_key", "name", "email", "phone", "address", "cert", "added_at"}, rows)
}

// enterLines enters what was shipped to the parties of some steps.
func enterLines(ctx context.Context, tx *sqldb.Tx, recallID string, some []step) error {
	var ids []string
	for i := range some {
		for j := range some[i].lines {
			ids = append(ids, some[i].lines[j].EventID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	there, err := entered(ctx, tx, "SELECT event_id, released_at IS NULL FROM recall_lines WHERE recall_id = $1 AND event_id IN "+tx.Among(2), recallID, sqldb.List(ids))
	if err != nil {
		return err
	}
	var again []string
	var rows [][]any
	for i := range some {
		one := &some[i]
		for j := range one.lines {
			s := &one.lines[j]
			switch counts, known := there[s.EventID]; {
			case !known:
				rows = append(rows, []any{recallID, s.EventID, one.party.ID, s.TagID, int64(s.Day), string(s.Unit), s.Parts})
			case !counts:
				again = append(again, s.EventID)
			}
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

// release lets those go whom the recall reaches no more, and tells who had a notice of it.
func (s *Service) release(ctx context.Context, tx *sqldb.Tx, b *book, some []step, now int64) error {
	names := map[string]string{}
	var ids []string
	for i := range some {
		if one := &some[i]; one.leave {
			names[one.party.ID] = one.party.Name
			ids = append(ids, one.party.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	released, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "UPDATE recall_parties SET released_at = $2 WHERE recall_id = $1 AND released_at IS NULL AND id IN "+tx.Among(3)+" RETURNING id",
		b.ID, now, sqldb.List(ids))
	if err != nil || len(released) == 0 {
		return err
	}
	list, args := among(b.ID, released)
	told, err := sqldb.All(ctx, tx, func(r sqldb.Row) (u untold, err error) {
		err = r.Scan(&u.partyID, &u.email)
		u.name = names[u.partyID]
		return u, err
	}, "SELECT DISTINCT party_id, email FROM recall_notices WHERE recall_id = $1 AND kind = 'notice' AND party_id IN "+list+" ORDER BY party_id, email", args...)
	if err != nil {
		return err
	}
	return s.sendOver(ctx, tx, b, noticeReleased, scope.NameOf(ctx), told...)
}
