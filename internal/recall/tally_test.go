package recall

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/sqldb"
)

// The write of an end counts all of a book while everybody else's writes wait: it must find
// what it counts in indexes, and read no row.
func TestABookIsCountedByIndexes(t *testing.T) {
	ctx := context.Background()
	db, err := sqldb.Open(ctx, "sqlite://"+filepath.Join(t.TempDir(), "merroir.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	var steps []string
	if err := db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		steps, err = sqldb.All(ctx, tx, func(r sqldb.Row) (step string, err error) {
			var id, parent, unused int
			return step, r.Scan(&id, &parent, &unused, &step)
		}, "EXPLAIN QUERY PLAN "+tallyQuery, "")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	counted := 0
	for _, step := range steps {
		if strings.HasPrefix(step, "SEARCH recall_") {
			counted++
			if !strings.Contains(step, "COVERING INDEX") {
				t.Errorf("%s", step)
			}
		}
	}
	if counted != strings.Count(tallyQuery, "WHERE") {
		t.Errorf("%d searches: %v", counted, steps)
	}
}
