package key

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

func scanKey(r sqldb.Row, more ...any) (k Key, err error) {
	var rights string
	err = r.Scan(append([]any{&k.ID, &k.Name, &rights, &k.CreatedAt, &k.LastUsed, &k.EndedAt}, more...)...)
	for right := range strings.SplitSeq(rights, " ") {
		k.Rights = append(k.Rights, actor.Right(right))
	}
	return k, err
}

const keyColumns = "k.id, k.name, k.rights, k.created_at, k.last_used_at, k.ended_at"

func keysOf(ctx context.Context, tx *sqldb.Tx, farmID string) ([]Key, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (Key, error) {
		var by string
		k, err := scanKey(r, &by)
		k.MadeBy = by
		return k, err
	}, "SELECT "+keyColumns+", u.username FROM farm_keys k JOIN users u ON u.id = k.user_id WHERE k.farm_id = $1 ORDER BY k.ended_at IS NOT NULL, k.created_at DESC, k.id", farmID)
}

func openKeys(ctx context.Context, tx *sqldb.Tx, farmID string) (int64, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM farm_keys WHERE farm_id = $1 AND ended_at IS NULL", farmID)
}

func insertKey(ctx context.Context, tx *sqldb.Tx, farmID, userID string, k Key, digest string) error {
	rights := make([]string, len(k.Rights))
	for i, right := range k.Rights {
		rights[i] = string(right)
	}
	_, err := tx.Exec(ctx, "INSERT INTO farm_keys (farm_id, id, user_id, name, token_hash, rights, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
		farmID, k.ID, userID, k.Name, digest, strings.Join(rights, " "), k.CreatedAt)
	return err
}

// endKey gives the name of the key; false where it had ended.
func endKey(ctx context.Context, tx *sqldb.Tx, farmID, id string, now int64) (name string, ended bool, err error) {
	name, err = sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT name FROM farm_keys WHERE farm_id = $1 AND id = $2", farmID, id)
	if fault.Is(err, fault.NotFound) {
		err = fault.New(fault.NotFound, "No such key.")
	}
	if err != nil {
		return "", false, err
	}
	n, err := tx.Exec(ctx, "UPDATE farm_keys SET ended_at = $3 WHERE farm_id = $1 AND id = $2 AND ended_at IS NULL", farmID, id, now)
	return name, n == 1, err
}

// found is a key as a call needs it.
type found struct {
	Key
	farmID, userID string
}

// keyByDigest gives a key that has not ended.
func keyByDigest(ctx context.Context, tx *sqldb.Tx, digest string) (found, error) {
	return sqldb.One(ctx, tx, func(r sqldb.Row) (f found, err error) {
		f.Key, err = scanKey(r, &f.farmID, &f.userID)
		return f, err
	}, "SELECT "+keyColumns+", k.farm_id, k.user_id FROM farm_keys k WHERE k.token_hash = $1 AND k.ended_at IS NULL", digest)
}

func touchKey(ctx context.Context, tx *sqldb.Tx, farmID, id string, at int64) error {
	_, err := tx.Exec(ctx, `UPDATE farm_keys SET last_used_at = $3
		WHERE farm_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3 OR last_used_at > $4)`,
		farmID, id, at, skew.Latest(time.UnixMilli(at), 0))
	if err != nil {
		return fmt.Errorf("store the last use of key %s: %w", id, err)
	}

	return nil
}
