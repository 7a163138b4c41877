package recall

import (
	"context"
	"slices"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/reach"
)

// adopt opens a book for each recall that has none, as those of a release before there
// were any, as of when it was declared. One that is in force is then followed as any
// other: nobody was told of it yet.
func (s *Service) adopt(ctx context.Context) error {
	var without []string
	if err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		all, err := reach.RecallIDs(ctx, tx)
		if err != nil {
			return err
		}
		booked, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT id FROM recall_books WHERE kind = 'recall' ORDER BY id")
		without = slices.DeleteFunc(all, func(id string) bool {
			_, found := slices.BinarySearch(booked, id)
			return found
		})
		return err
	}); err != nil {
		return err
	}
	for _, id := range without {
		if err := s.db.WriteTo(ctx, id, func(tx *sqldb.Tx) error { return openBook(ctx, tx, id) }); err != nil {
			return err
		}
	}
	return nil
}

func openBook(ctx context.Context, tx *sqldb.Tx, id string) error {
	if _, err := bookByID(ctx, tx, id); err == nil {
		return nil // another process was quicker
	}
	d, err := reach.DeclaredByID(ctx, tx, id)
	if err != nil {
		return err
	}
	c := d.Choice
	b := &book{
		ID: id, Kind: Real, Words: Words{Party: d.Party, Reason: d.Reason}, DeclaredAt: d.At,
		Choice:  scope.Choice{Tags: c.Tags, FarmID: c.FarmID, LotIDs: c.LotIDs, LeaseIDs: c.LeaseIDs, Area: c.Area, Certs: c.Certs, From: dayOf(c.From), To: dayOf(c.To)},
		EndedAt: d.LiftedAt,
	}
	if b.DeclaredBy, err = usernameOf(ctx, tx, d.By); err != nil {
		return err
	}
	if b.EndedBy, err = usernameOf(ctx, tx, d.LiftedBy); err != nil {
		return err
	}
	if err := insertBook(ctx, tx, b); err != nil {
		return err
	}
	if err := insertHistory(ctx, tx, id, b.DeclaredAt, b.DeclaredBy, "declare", map[string]any{"party": b.Party, "reason": b.Reason, "choice": b.Choice}); err != nil {
		return err
	}
	if b.EndedAt == nil {
		return nil
	}
	if err := insertHistory(ctx, tx, id, *b.EndedAt, b.EndedBy, "end", map[string]any{}); err != nil {
		return err
	}
	return updateBook(ctx, tx, b)
}

// dropHollow removes the book that a process of the release before has opened, as of one that has
// ended, for a recall that was being prepared. No other is without a reason.
func dropHollow(ctx context.Context, tx *sqldb.Tx, id string) error {
	for _, statement := range []string{
		"DELETE FROM recall_history WHERE recall_id IN (SELECT id FROM recall_books WHERE id = $1 AND party = '' AND reason = '')",
		"DELETE FROM recall_books WHERE id = $1 AND party = '' AND reason = ''",
	} {
		if _, err := tx.Exec(ctx, statement, id); err != nil {
			return err
		}
	}
	return nil
}

// tidy removes what was prepared for a recall and never came to count.
func (s *Service) tidy(ctx context.Context, p reach.Preparation) error {
	if err := s.reaches.Tidy(ctx, s.db, p); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error { return dropHollow(ctx, tx, p.RecallID) })
}

// usernameOf is empty for nobody, and for a user who is gone.
func usernameOf(ctx context.Context, tx *sqldb.Tx, id string) (string, error) {
	names, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT username FROM users WHERE id = $1", id)
	if len(names) == 0 {
		return "", err
	}
	return names[0], err
}

func dayOf(d ledger.Day) string {
	if d == 0 {
		return ""
	}
	return d.String()
}
