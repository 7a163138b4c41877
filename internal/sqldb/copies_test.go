package sqldb_test

import (
	"context"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// Instances that were seen long ago, or further in the future than clocks differ, are not alive.
func TestOtherCopies(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
		beat := func(id string, seen time.Time) {
			t.Helper()
			must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
				return sqldb.Beat(ctx, tx, sqldb.Copy{ID: id, Name: id, Started: seen, Seen: seen})
			}))
		}
		beat("fast", now.Add(time.Minute))
		beat("tomorrow", now.Add(20*time.Hour))
		beat("dead", now.Add(-time.Minute))
		beat("alive", now.Add(-10*time.Second))

		var others []sqldb.Copy
		must(t, db.Read(ctx, func(tx *sqldb.Tx) (err error) {
			others, err = sqldb.OtherCopies(ctx, tx, "self", now, 30*time.Second)
			return err
		}))
		if len(others) != 2 || others[0].ID != "alive" || others[1].ID != "fast" {
			t.Errorf("others: %+v", others)
		}

		beat("years ahead", now.Add(10*365*24*time.Hour))
		beat("alive", now)
		must(t, db.Read(ctx, func(tx *sqldb.Tx) error {
			left, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM copies WHERE id = 'years ahead'")
			if err == nil && left != 0 {
				t.Error("an instance that was seen years ahead is never deleted")
			}
			return err
		}))
	})
}
