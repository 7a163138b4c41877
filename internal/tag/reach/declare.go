package reach

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

const (
	maxParty  = 120 // characters
	maxReason = 2000
)

// Declare recalls what is chosen and everything made of it, also tags that are made later
// and that the choice means, in the name of the party, which the page shows; the reason is
// for the record. What was reckoned must hold in the transaction. It asks for no right.
func (s *Service) Declare(ctx context.Context, tx *sqldb.Tx, id string, r *Reckoned, party, reason string) error {
	party, reason = strings.TrimSpace(party), strings.TrimSpace(reason)
	if err := checkRecall(party, reason); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO recalls (id, party, reason, created_at, created_by, choice) VALUES ($1, $2, $3, $4, $5, $6)",
		id, party, reason, sqldb.Millis(s.now()), tag.CallerID(ctx), r.Choice.stored()); err != nil {
		return err
	}
	if err := insertRoots(ctx, tx, id, r.Roots); err != nil {
		return err
	}
	if err := s.record(ctx, tx, "recall.create", id, party, map[string]any{"choice": r.Choice, "reason": reason}); err != nil {
		return err
	}
	return countRecall(ctx, tx, id)
}

// Choose chooses anew what a recall in force recalls; what was reckoned must hold in the
// transaction. It asks for no right.
func (s *Service) Choose(ctx context.Context, tx *sqldb.Tx, id string, r *Reckoned) error {
	party, err := partyOf(ctx, tx, id)
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, "UPDATE recalls SET choice = $2 WHERE id = $1 AND lifted_at IS NULL", id, r.Choice.stored())
	if err == nil && n == 0 {
		err = fault.New(fault.Conflict, "That recall has ended.")
	}
	if err != nil {
		return err
	}
	was, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT tag_id FROM recall_tags WHERE recall_id = $1", id)
	if err != nil {
		return err
	}
	added, released := missing(r.Roots, was), missing(was, r.Roots)
	if _, err := tx.Exec(ctx, "DELETE FROM recall_tags WHERE recall_id = $1 AND tag_id IN "+tx.Among(2), id, sqldb.List(released)); err != nil {
		return err
	}
	if err := insertRoots(ctx, tx, id, added); err != nil {
		return err
	}
	if err := s.record(ctx, tx, "recall.choose", id, party, map[string]any{"choice": r.Choice}); err != nil {
		return err
	}
	return countNamed(ctx, tx, id, append(added, released...))
}

// missing gives those of the ids that are not among the others.
func missing(ids, others []string) []string {
	known := map[string]bool{}
	for _, id := range others {
		known[id] = true
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return known[id] })
}

// Rename corrects in whose name and why something is recalled. It asks for no right.
func (s *Service) Rename(ctx context.Context, tx *sqldb.Tx, id, party, reason string) error {
	party, reason = strings.TrimSpace(party), strings.TrimSpace(reason)
	if err := checkRecall(party, reason); err != nil {
		return err
	}
	was, err := partyOf(ctx, tx, id)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE recalls SET party = $2, reason = $3 WHERE id = $1", id, party, reason); err != nil {
		return err
	}
	if err := s.record(ctx, tx, "recall.rename", id, party, map[string]any{"reason": reason}); err != nil {
		return err
	}
	if was == party {
		return nil // which is all that pages show
	}
	return countRecall(ctx, tx, id)
}

func insertRoots(ctx context.Context, tx *sqldb.Tx, recallID string, roots []string) error {
	rows := make([][]any, len(roots))
	for i, id := range roots {
		rows[i] = []any{id, recallID}
	}
	return tx.InsertRows(ctx, "recall_tags", []string{"tag_id", "recall_id"}, rows)
}

// RecallChosen recalls tags that were just made, or state something else now, where a
// recall in force means them.
func RecallChosen(ctx context.Context, tx *sqldb.Tx, ids []string) error {
	type chosen struct{ id, choice string }
	inForce, err := sqldb.All(ctx, tx, func(r sqldb.Row) (c chosen, err error) { return c, r.Scan(&c.id, &c.choice) },
		"SELECT id, choice FROM recalls WHERE lifted_at IS NULL AND choice <> ''")
	if err != nil || len(ids) == 0 {
		return err
	}
	for _, one := range inForce {
		var c Choice
		if err := json.Unmarshal([]byte(one.choice), &c); err != nil {
			return fmt.Errorf("choice of recall %s: %w", one.id, err)
		}
		said, err := c.spoken(ctx, tx)
		if err != nil {
			return err
		}
		roots, err := said.meeting(ctx, tx, ids)
		if err != nil {
			return err
		}
		known, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT tag_id FROM recall_tags WHERE recall_id = $1 AND tag_id IN "+tx.Among(2), one.id, sqldb.List(roots))
		if err != nil {
			return err
		}
		roots = slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(roots))), func(id string) bool { return slices.Contains(known, id) })
		if len(roots) == 0 {
			continue
		}
		if err := insertRoots(ctx, tx, one.id, roots); err != nil {
			return err
		}
		if err := countNamed(ctx, tx, one.id, roots); err != nil {
			return err
		}
	}
	return nil
}

// record puts what was done to a recall into the audit trail.
func (s *Service) record(ctx context.Context, tx *sqldb.Tx, action, recallID, party string, detail map[string]any) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: action, Kind: "recall", ID: recallID, Name: party, Detail: detail})
}

func checkRecall(party, reason string) error {
	var fields []fault.Field
	refuse := func(name, message string) { fields = append(fields, fault.Field{Name: name, Message: message}) }
	switch {
	case party == "":
		refuse("party", "Please say who recalls")
	case utf8.RuneCountInString(party) > maxParty:
		refuse("party", fmt.Sprintf("That has more than %d characters", maxParty))
	case !plain.Line(party):
		refuse("party", plain.Refusal)
	}
	switch {
	case utf8.RuneCountInString(reason) > maxReason:
		refuse("reason", fmt.Sprintf("A reason is text of at most %d characters", maxReason))
	case !plain.Lines(reason):
		refuse("reason", plain.Refusal)
	}
	return fault.ForFields(fields)
}

// End ends a recall; one that has ended already stays as it is. It asks for no right.
func (s *Service) End(ctx context.Context, tx *sqldb.Tx, recallID string) error {
	party, err := partyOf(ctx, tx, recallID)
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, "UPDATE recalls SET lifted_at = $2, lifted_by = $3 WHERE id = $1 AND lifted_at IS NULL", recallID, sqldb.Millis(s.now()), tag.CallerID(ctx))
	if err != nil || n == 0 {
		return err
	}
	if err := s.record(ctx, tx, "recall.lift", recallID, party, nil); err != nil {
		return err
	}
	return countRecall(ctx, tx, recallID)
}

func partyOf(ctx context.Context, tx *sqldb.Tx, recallID string) (string, error) {
	party, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT party FROM recalls WHERE id = $1", recallID)
	if fault.Is(err, fault.NotFound) {
		return "", fault.New(fault.NotFound, "No such recall.")
	}
	return party, err
}

// countRecall makes outdated what was rendered and remembered before this moment of
// the tags that the recall names, and of what was made of them.
func countRecall(ctx context.Context, tx *sqldb.Tx, recallID string) error {
	if _, err := tx.Exec(ctx, "UPDATE recall_generation SET generation = generation + 1"); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "INSERT INTO recall_changes (generation, recall_id) SELECT generation, $1 FROM recall_generation", recallID)
	return err
}

// countNamed is countRecall where the recall only came to name some tags, or names them
// no more: of those alone. The graph sees by itself which they are; the release before
// reads recall_corrections.
func countNamed(ctx context.Context, tx *sqldb.Tx, recallID string, tags []string) error {
	if len(tags) == 0 {
		return nil
	}
	if err := countRecall(ctx, tx, recallID); err != nil {
		return err
	}
	generation, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT generation FROM recall_generation")
	if err != nil {
		return err
	}
	rows := make([][]any, len(tags))
	for i, id := range tags {
		rows[i] = []any{generation, id}
	}
	return tx.InsertRows(ctx, "recall_corrections", []string{"generation", "tag_id"}, rows)
}
