package tag

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	maxRecalled = 1000 // tags named by one recall
	maxParty    = 120  // characters
	maxReason   = 2000
)

// Recall recalls the tags and everything made from them, now and later, in the
// name of the party, which the page shows; the reason is for the record. It gives
// the recall's id. Only those who have the permission for recalls may.
func (s *Service) Recall(ctx context.Context, tagIDs []string, party, reason string) (id string, err error) {
	if err := actor.Require(ctx, actor.Recall); err != nil {
		return "", err
	}
	party, reason = strings.TrimSpace(party), strings.TrimSpace(reason)
	tagIDs = slices.Compact(slices.Sorted(slices.Values(tagIDs)))
	if err := checkRecall(tagIDs, party, reason); err != nil {
		return "", err
	}
	id = sqldb.NewID()
	now := sqldb.Millis(s.now())
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if err := requireTags(ctx, tx, "tags", tagIDs); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "INSERT INTO recalls (id, party, reason, created_at, created_by) VALUES ($1, $2, $3, $4, $5)",
			id, party, reason, now, callerID(ctx)); err != nil {
			return err
		}
		rows := make([][]any, len(tagIDs))
		for i, tagID := range tagIDs {
			rows[i] = []any{tagID, id}
		}
		if err := tx.InsertRows(ctx, "recall_tags", []string{"tag_id", "recall_id"}, rows); err != nil {
			return err
		}
		if err := s.record(ctx, tx, "recall.create", id, party, map[string]any{"tags": tagIDs, "reason": reason}); err != nil {
			return err
		}
		return countRecall(ctx, tx)
	})
	return id, err
}

// record puts what was done to a recall into the audit trail.
func (s *Service) record(ctx context.Context, tx *sqldb.Tx, action, recallID, party string, detail map[string]any) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: action, Kind: "recall", ID: recallID, Name: party, Detail: detail})
}

func checkRecall(tagIDs []string, party, reason string) error {
	var fields []fault.Field
	refuse := func(name, message string) { fields = append(fields, fault.Field{Name: name, Message: message}) }
	if len(tagIDs) == 0 || len(tagIDs) > maxRecalled {
		refuse("tags", fmt.Sprintf("A recall names 1 to %d tags", maxRecalled))
	}
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

// Lift ends a recall; one that has ended already stays as it is. Only those
// who have the permission for recalls may.
func (s *Service) Lift(ctx context.Context, recallID string) error {
	if err := actor.Require(ctx, actor.Recall); err != nil {
		return err
	}
	now := sqldb.Millis(s.now())
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		party, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT party FROM recalls WHERE id = $1", recallID)
		if fault.Is(err, fault.NotFound) {
			return fault.New(fault.NotFound, "No such recall.")
		}
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "UPDATE recalls SET lifted_at = $2, lifted_by = $3 WHERE id = $1 AND lifted_at IS NULL", recallID, now, callerID(ctx))
		if err != nil || n == 0 {
			return err
		}
		if err := s.record(ctx, tx, "recall.lift", recallID, party, nil); err != nil {
			return err
		}
		return countRecall(ctx, tx)
	})
}

// countRecall makes every page that was rendered before this moment outdated, and
// what is remembered of which farms are reached.
func countRecall(ctx context.Context, tx *sqldb.Tx) error {
	_, err := tx.Exec(ctx, "UPDATE recall_generation SET generation = generation + 1")
	return err
}

// standingRecall gives the party of the oldest recall that reaches the tag, nil
// when none does.
func standingRecall(ctx context.Context, tx *sqldb.Tx, id string) (*string, error) {
	parties, err := sqldb.All(ctx, tx, sqldb.Scalar[string], lineage+`SELECT r.party FROM lineage l
		JOIN recall_tags x ON x.tag_id = l.id JOIN recalls r ON r.id = x.recall_id
		WHERE r.lifted_at IS NULL ORDER BY r.created_at, r.id LIMIT 1`, id)
	if err != nil || len(parties) == 0 {
		return nil, err
	}
	return &parties[0], nil
}
