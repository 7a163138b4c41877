package recall

import (
	"context"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// The write of an end counts all of a book while everybody else's writes wait: it must find
// what it counts in indexes, and read no row.
func TestABookIsCountedByIndexes(t *testing.T) {
	counted := 0
	ctx := sqldb.Explained(context.Background(), func(_ string, steps []string) {
		for _, step := range steps {
			if strings.HasPrefix(step, "SEARCH recall_") {
				counted++
				if !strings.Contains(step, "COVERING INDEX") {
					t.Errorf("%s", step)
				}
			}
		}
	})
	if err := dbtest.SQLite(t).Read(ctx, func(tx *sqldb.Tx) error {
		_, err := tallyOf(ctx, tx, "")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if counted != strings.Count(tallyQuery, "WHERE") {
		t.Errorf("%d searches", counted)
	}
}
