// Package tagtest has what tests of tags have in common: firms with a book, a tag that went through
// everything that can happen to one, and recalls without a book.
package tagtest

import (
	"context"
	"testing"

	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/reach"
)

// Recall recalls tags and gives the recall's id.
func Recall(t *testing.T, db *sqldb.DB, s *reach.Service, ctx context.Context, party string, tags ...string) string {
	t.Helper()
	id := sqldb.NewID()
	if err := db.Write(ctx, func(tx *sqldb.Tx) error { return Declare(ctx, tx, s, id, reach.Choice{Tags: tags}, party) }); err != nil {
		t.Fatal(err)
	}
	return id
}

// Declare recalls what is chosen.
func Declare(ctx context.Context, tx *sqldb.Tx, s *reach.Service, id string, c reach.Choice, party string) error {
	r, err := s.Reckon(ctx, tx, c)
	if err != nil {
		return err
	}
	return s.Declare(ctx, tx, id, r, party, "for a test")
}

// Choose has a recall choose anew.
func Choose(ctx context.Context, tx *sqldb.Tx, s *reach.Service, id string, c reach.Choice) error {
	r, err := s.Reckon(ctx, tx, c)
	if err != nil {
		return err
	}
	return s.Choose(ctx, tx, id, r)
}

// End ends a recall.
func End(t *testing.T, db *sqldb.DB, s *reach.Service, ctx context.Context, id string) {
	t.Helper()
	if err := db.Write(ctx, func(tx *sqldb.Tx) error { return s.End(ctx, tx, id) }); err != nil {
		t.Fatal(err)
	}
}
