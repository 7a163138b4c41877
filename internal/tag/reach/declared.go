package reach

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/sqldb"
)

// Declared is a recall as it was declared, and ended.
type Declared struct {
	ID, Party, Reason string
	Choice            Choice
	At                int64
	By                string // user's id
	LiftedAt          *int64
	LiftedBy          string
}

// RecallIDs gives all recalls that ever were in force, the first first.
func RecallIDs(ctx context.Context, tx *sqldb.Tx) ([]string, error) {
	return sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT id FROM recalls WHERE named > 0 ORDER BY created_at, id")
}

// DeclaredByID gives a recall; the choice of one that was declared before there were
// any is the tags that it names.
func DeclaredByID(ctx context.Context, tx *sqldb.Tx, id string) (d Declared, err error) {
	var choice string
	d, err = sqldb.One(ctx, tx, func(r sqldb.Row) (d Declared, err error) {
		return d, r.Scan(&d.ID, &d.Party, &d.Reason, &choice, &d.At, &d.By, &d.LiftedAt, &d.LiftedBy)
	}, "SELECT id, party, reason, choice, created_at, COALESCE(created_by, ''), lifted_at, COALESCE(lifted_by, '') FROM recalls WHERE id = $1", id)
	switch {
	case err != nil:
		return d, err
	case choice == "":
		d.Choice.Tags, err = namedBy(ctx, tx, id)
		slices.Sort(d.Choice.Tags)
		return d, err
	}
	if err := json.Unmarshal([]byte(choice), &d.Choice); err != nil {
		return d, fmt.Errorf("choice of recall %s: %w", id, err)
	}
	return d, nil
}
