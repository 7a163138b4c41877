package dbtest

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/sqldb"
)

// NeverWhole gives a context in which no statement may read all that a farm has in the
// table: SQLite, which has no statistics, takes such a plan as gladly for a million
// entries as for ten, and the data of a test is too small to show it.
func NeverWhole(ctx context.Context, t testing.TB, table string) context.Context {
	whole := regexp.MustCompile(`\bINDEX \w*` + table + `\w* \(farm_id=\?\)$`)
	return sqldb.Explained(ctx, func(query string, steps []string) {
		for _, step := range steps {
			if whole.MatchString(step) {
				t.Errorf("all %s of the farm are read:\n%s\n\n%s", table, query, strings.Join(steps, "\n"))
			}
		}
	})
}
