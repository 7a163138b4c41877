package recall

import (
	"context"
	"fmt"

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
		if rows += 1 + len(one.lines) + len(one.lapsed) + len(one.changed); i > 0 && rows > s.atOnce {
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
	if err := passOn(ctx, tx, b.ID, some); err != nil {
		return 0, err
	}
	if err := merge(ctx, tx, b.ID, some); err != nil {
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
			rows = append(rows, []any{recallID, p.ID, p.Kind, p.FarmID, p.Firm, p.key, p.Name, p.Email, p.Phone, p.Address, p.Cert, p.AddedAt, p.sameAs})
		}
		fresh = append(fresh, p)
	}
	if len(again) > 0 {
		if _, err := tx.Exec(ctx, "UPDATE recall_parties SET released_at = NULL WHERE recall_id = $1 AND id IN "+tx.Among(2), recallID, sqldb.List(again)); err != nil {
			return nil, err
		}
	}
	return fresh, tx.InsertRows(ctx, "recall_parties", []string{"recall_id", "id", "kind", "farm_id", "farm_name", "party_key", "name", "email", "phone", "address", "cert", "added_at", "same_as"}, rows)
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
				rows = append(rows, []any{recallID, s.EventID, one.party.ID, s.TagID, int64(s.Day), string(s.Unit), s.Parts, s.Passed})
			case !counts:
				again = append(again, s.EventID)
			}
		}
	}
	if err := count(ctx, tx, recallID, again, nil); err != nil {
		return err
	}
	return tx.InsertRows(ctx, "recall_lines", []string{"recall_id", "event_id", "party_id", "tag_id", "day", "unit", "shipped", "passed"}, rows)
}

// passOn stores how much of lines was passed on, and of receipts, how much no shipment covers.
func passOn(ctx context.Context, tx *sqldb.Tx, recallID string, some []step) error {
	for i := range some {
		for _, d := range some[i].changed {
			if _, err := tx.Exec(ctx, "UPDATE recall_lines SET shipped = $3, passed = $4 WHERE recall_id = $1 AND event_id = $2", recallID, d.EventID, d.Parts, d.Passed); err != nil {
				return fmt.Errorf("store what was passed on of %s: %w", d.EventID, err)
			}
		}
	}
	return nil
}

// merge notes that consignees are reached firms.
func merge(ctx context.Context, tx *sqldb.Tx, recallID string, some []step) error {
	for i := range some {
		if p := &some[i].party; some[i].merge {
			if _, err := tx.Exec(ctx, "UPDATE recall_parties SET same_as = $3 WHERE recall_id = $1 AND id = $2 AND same_as = ''", recallID, p.ID, p.sameAs); err != nil {
				return fmt.Errorf("merge party %s: %w", p.ID, err)
			}
		}
	}
	return nil
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
	var ids []string
	for i := range some {
		if one := &some[i]; one.leave {
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

	over, err := lettersOver(ctx, tx, b.ID, released)
	if err != nil {
		return err
	}
	return s.sendOver(ctx, tx, b, noticeReleased, scope.NameOf(ctx), over...)
}

// lettersOver returns who had a notice as one of the parties, or as the company that it is, unless the
// recall still reaches that company by another row: each address once.
func lettersOver(ctx context.Context, tx *sqldb.Tx, recallID string, partyIDs []string) ([]untold, error) {
	list, args := among(recallID, partyIDs)
	return toldAddresses(ctx, tx, `p.recall_id = $1 AND `+rootOf("p")+` IN (SELECT `+rootOf("q")+` FROM recall_parties q WHERE q.recall_id = $1 AND q.id IN `+list+`)
		AND NOT EXISTS (SELECT 1 FROM recall_parties o WHERE o.recall_id = $1 AND o.released_at IS NULL AND (o.id = `+rootOf("p")+" OR o.same_as = "+rootOf("p")+"))", args...)
}

// rootOf is [RecallParty.root] in SQL.
func rootOf(alias string) string {
	return "CASE WHEN " + alias + ".same_as = '' THEN " + alias + ".id ELSE " + alias + ".same_as END"
}

// toldAddresses returns who had a notice, by company and then address: each address of a company once.
func toldAddresses(ctx context.Context, tx *sqldb.Tx, where string, args ...any) (all []untold, err error) {
	seen := map[string]bool{}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var u untold
		err := r.Scan(&u.root, &u.partyID, &u.name, &u.email)
		if key := u.key(); !seen[key] {
			seen[key] = true
			all = append(all, u)
		}
		return struct{}{}, err
	}, "SELECT "+rootOf("p")+`, p.id, p.name, n.email FROM recall_parties p JOIN recall_notices n ON n.recall_id = p.recall_id AND n.party_id = p.id
		WHERE n.kind = 'notice' AND n.email <> '' AND `+where+" ORDER BY 1, n.email, p.id", args...)
	return all, err
}
