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
	"github.com/merroir/merroir/internal/tag/lineage"
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
	if err := s.name(ctx, tx, id, r, party, reason); err != nil {
		return err
	}
	if err := s.record(ctx, tx, "recall.create", id, party, map[string]any{"choice": r.Choice, "reason": reason}); err != nil {
		return err
	}
	return countRecall(ctx, tx, id)
}

// name puts a recall into force that names the roots.
func (s *Service) name(ctx context.Context, tx *sqldb.Tx, id string, r *Reckoned, party, reason string) error {
	is := []any{id, party, reason, sqldb.Millis(s.now()), tag.CallerID(ctx), r.Choice.stored()}
	if r.prepared.RecallID == "" {
		if _, err := tx.Exec(ctx, "INSERT INTO recalls (id, party, reason, created_at, created_by, choice) VALUES ($1, $2, $3, $4, $5, $6)", is...); err != nil {
			return err
		}
		return insertRoots(ctx, tx, id, 1, r.Roots)
	}
	n, err := tx.Exec(ctx, `UPDATE recalls SET party = $2, reason = $3, created_at = $4, created_by = $5, choice = $6, lifted_at = NULL, named = naming
		WHERE id = $1 AND named = 0 AND naming = $7`, append(is, r.prepared.Naming)...)
	if err == nil && n == 0 {
		err = ErrOvertaken
	}
	return err
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
	if r.prepared.RecallID != "" {
		n, err := tx.Exec(ctx, "UPDATE recalls SET named = naming WHERE id = $1 AND naming = $2", id, r.prepared.Naming)
		if err == nil && n == 0 {
			err = ErrOvertaken
		}
		if err != nil {
			return err
		}
	} else if err := s.nameOthers(ctx, tx, id, r.Roots); err != nil {
		return err
	}
	if err := s.record(ctx, tx, "recall.choose", id, party, map[string]any{"choice": r.Choice}); err != nil {
		return err
	}
	return countRecall(ctx, tx, id)
}

// nameOthers has a recall name other tags, at once, which overtakes whoever prepares it.
func (s *Service) nameOthers(ctx context.Context, tx *sqldb.Tx, id string, tags []string) error {
	if _, err := s.beginNaming(ctx, tx, id); err != nil {
		return err
	}
	was, err := namedBy(ctx, tx, id)
	if err != nil {
		return err
	}
	added, released := missing(tags, was), missing(was, tags)
	if err := dropRoots(ctx, tx, id, append(released, added...)); err != nil { // of the latter, rows that do not count
		return err
	}
	return insertRoots(ctx, tx, id, 1, added)
}

// namedBy gives the tags that a recall names.
func namedBy(ctx context.Context, tx *sqldb.Tx, id string) ([]string, error) {
	return sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT x.tag_id FROM recalls r JOIN recall_tags x ON x.recall_id = r.id AND "+lineage.Named+" WHERE r.id = $1", id)
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

func insertRoots(ctx context.Context, tx *sqldb.Tx, recallID string, since int64, roots []string) error {
	rows := make([][]any, len(roots))
	for i, id := range roots {
		rows[i] = []any{id, recallID, since}
	}
	return tx.InsertRows(ctx, "recall_tags", []string{"tag_id", "recall_id", "since"}, rows)
}

func dropRoots(ctx context.Context, tx *sqldb.Tx, recallID string, roots []string) error {
	_, err := tx.Exec(ctx, "DELETE FROM recall_tags WHERE recall_id = $1 AND tag_id IN "+tx.Among(2), recallID, sqldb.List(roots))
	return err
}

func setUntil(ctx context.Context, tx *sqldb.Tx, recallID string, until int64, roots []string) error {
	_, err := tx.Exec(ctx, "UPDATE recall_tags SET until = $2 WHERE recall_id = $1 AND tag_id IN "+tx.Among(3), recallID, until, sqldb.List(roots))
	return err
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
		known, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT x.tag_id FROM recalls r JOIN recall_tags x ON x.recall_id = r.id AND "+lineage.Named+" WHERE r.id = $1 AND x.tag_id IN "+tx.Among(2), one.id, sqldb.List(roots))
		if err != nil {
			return err
		}
		roots = slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(roots))), func(id string) bool { return slices.Contains(known, id) })
		if len(roots) == 0 {
			continue
		}
		if err := dropRoots(ctx, tx, one.id, roots); err != nil { // rows that do not count
			return err
		}
		if err := insertRoots(ctx, tx, one.id, 1, roots); err != nil {
			return err
		}
		if err := countRecall(ctx, tx, one.id); err != nil {
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
