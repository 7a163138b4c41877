package account

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// factor is a second factor, in force once it is confirmed.
type factor struct {
	storedFactor
	confirmed bool
	lastStep  int64
}

func factorOf(ctx context.Context, tx *sqldb.Tx, userID string) (factor, error) {
	return sqldb.One(ctx, tx, func(r sqldb.Row) (f factor, err error) {
		f.userID = userID
		return f, r.Scan(&f.plain, &f.sealed, &f.confirmed, &f.lastStep)
	}, "SELECT secret, sealed, confirmed_at > 0, last_step FROM second_factors WHERE user_id = $1", userID)
}

// beginFactor stores a secret that is not in force yet, replacing any such one.
func beginFactor(ctx context.Context, tx *sqldb.Tx, f storedFactor, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO second_factors (user_id, secret, sealed, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, sealed = excluded.sealed, created_at = excluded.created_at, last_step = 0`,
		f.userID, f.plain, f.sealed, sqldb.Millis(now))
	return err
}

func confirmFactor(ctx context.Context, tx *sqldb.Tx, userID string, step int64, digests []string, now time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE second_factors SET confirmed_at = $2, last_step = $3 WHERE user_id = $1", userID, sqldb.Millis(now), step); err != nil {
		return err
	}
	rows := make([][]any, len(digests))
	for i, digest := range digests {
		rows[i] = []any{userID, digest}
	}
	return tx.InsertRows(ctx, "recovery_codes", []string{"user_id", "code_hash"}, rows)
}

func useStep(ctx context.Context, tx *sqldb.Tx, userID string, step int64) error {
	_, err := tx.Exec(ctx, "UPDATE second_factors SET last_step = $2 WHERE user_id = $1", userID, step)
	return err
}

// useRecoveryCode reports whether the user had the code, which is now used up.
func useRecoveryCode(ctx context.Context, tx *sqldb.Tx, userID, digest string) (used bool, err error) {
	n, err := tx.Exec(ctx, "DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2", userID, digest)
	return n > 0, err
}

func deleteFactor(ctx context.Context, tx *sqldb.Tx, userID string) error {
	if _, err := tx.Exec(ctx, "DELETE FROM recovery_codes WHERE user_id = $1", userID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM second_factors WHERE user_id = $1", userID)
	return err
}
