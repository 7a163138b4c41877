package account

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

const stayColumns = "t.id, t.key_hash, t.former_hash, t.turned_at, t.created_at, t.used_at, t.expires_at, t.ip, t.device"

func (s *stay) fields() []any {
	return []any{&s.id, &s.key, &s.former, &s.turned, &s.created, &s.used, &s.expires, &s.from.ip, &s.from.device}
}

func stayByName(ctx context.Context, tx *sqldb.Tx, name string) (stay, error) {
	return sqldb.One(ctx, tx, func(r sqldb.Row) (s stay, err error) {
		return s, s.user.scan(r, s.fields()...)
	}, "SELECT "+stayColumns+", "+userColumns+" FROM stays t JOIN users u ON u.id = t.user_id WHERE t.name_hash = $1", secret.Digest(name))
}

// staysOf lists the stays of a user that are open, the newest first.
func staysOf(ctx context.Context, tx *sqldb.Tx, userID string, now time.Time) ([]stay, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (s stay, err error) {
		return s, r.Scan(s.fields()...)
	}, "SELECT "+stayColumns+" FROM stays t WHERE t.user_id = $1 AND t.expires_at > $2 AND t.used_at > $3 ORDER BY t.created_at DESC, t.id DESC",
		userID, sqldb.Millis(now), sqldb.Millis(now.Add(-stayIdle)))
}

func insertStay(ctx context.Context, tx *sqldb.Tx, s stay, p pass) error {
	_, err := tx.Exec(ctx, `INSERT INTO stays (id, user_id, name_hash, key_hash, former_hash, turned_at, created_at, used_at, expires_at, ip, device)
		VALUES ($1, $2, $3, $4, '', $5, $5, $5, $6, $7, $8)`,
		s.id, s.user.ID, secret.Digest(p.name), secret.Digest(p.key), s.created, s.expires, s.from.ip, s.from.device)
	return err
}

// useStay stores a use of the stay, with the keys that it has from then on.
func useStay(ctx context.Context, tx *sqldb.Tx, s stay) error {
	_, err := tx.Exec(ctx, "UPDATE stays SET key_hash = $2, former_hash = $3, turned_at = $4, used_at = $5, ip = $6, device = $7 WHERE id = $1",
		s.id, s.key, s.former, s.turned, s.used, s.from.ip, s.from.device)
	return err
}

// stayOf is the stay of a session, empty where it has none.
func stayOf(ctx context.Context, tx *sqldb.Tx, sessionID string) (string, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT coalesce(max(stay_id), '') FROM sessions WHERE id = $1", sessionID)
}

// endOldest ends the oldest stays of the user beyond the limit.
func endOldest(ctx context.Context, tx *sqldb.Tx, userID string, now time.Time) error {
	all, err := staysOf(ctx, tx, userID, now)
	if err != nil {
		return err
	}

	for _, old := range all[min(maxStays, len(all)):] {
		if _, err := endStay(ctx, tx, userID, old.id); err != nil {
			return err
		}
	}

	return nil
}

// endStay ends a stay of the user and the sessions that it has.
func endStay(ctx context.Context, tx *sqldb.Tx, userID, id string) (ended int64, err error) {
	ended, err = tx.Exec(ctx, "DELETE FROM stays WHERE user_id = $1 AND id = $2", userID, id)
	if err != nil || ended == 0 {
		return 0, err
	}
	_, err = tx.Exec(ctx, "DELETE FROM sessions WHERE user_id = $1 AND stay_id = $2", userID, id)
	return ended, err
}

// sweepStays deletes the stays that have ended. Of those that were used while a clock was ahead,
// the last use becomes now, and the end the latest possible one.
func sweepStays(ctx context.Context, tx *sqldb.Tx, now time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE stays SET used_at = $1 WHERE used_at > $2", sqldb.Millis(now), skew.Latest(now, 0)); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE stays SET expires_at = $1 WHERE expires_at > $2", sqldb.Millis(now.Add(stayLife)), skew.Latest(now, stayLife)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM stays WHERE expires_at <= $1 OR used_at <= $2", sqldb.Millis(now), sqldb.Millis(now.Add(-stayIdle)))
	return err
}
