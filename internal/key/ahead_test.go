package key

import (
	"context"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// A use that was noted while a clock was a day ahead is replaced by the next one.
func TestTouchKey_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		ctx := context.Background()
		now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		steps := []struct{ at, want time.Time }{
			{now.Add(24 * time.Hour), now.Add(24 * time.Hour)},
			{now, now},
			{now.Add(-time.Second), now},
		}

		if err := db.Write(ctx, func(tx *sqldb.Tx) error {
			for _, insert := range []string{
				"INSERT INTO farms (id, name, country, state, time_zone, created_at, updated_at) VALUES ('f', 'Bay', 'USA', 'Maine', 'UTC', 0, 0)",
				`INSERT INTO users (id, username, username_key, email, email_key, password_hash, created_at, updated_at, is_active)
					VALUES ('u', 'ann', 'ann', 'ann@farm.example', 'ann@farm.example', '', 0, 0, TRUE)`,
				"INSERT INTO farm_keys (farm_id, id, user_id, name, token_hash, rights, created_at) VALUES ('f', 'k', 'u', 'Scale', 'h', 'tags', 0)",
			} {
				if _, err := tx.Exec(ctx, insert); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}

		for _, step := range steps {
			var used int64
			err := db.Write(ctx, func(tx *sqldb.Tx) (err error) {
				if err = touchKey(ctx, tx, "f", "k", step.at.UnixMilli()); err == nil {
					used, err = sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT last_used_at FROM farm_keys")
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if used != step.want.UnixMilli() {
				t.Errorf("used at %v: stored %v, want %v", step.at, time.UnixMilli(used).UTC(), step.want)
			}
		}
	})
}
