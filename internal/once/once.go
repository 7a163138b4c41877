package once

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

// Header is the name under which a request carries its key.
const Header = "Idempotency-Key"

const (
	maxKey   = 255            // characters
	keptFor  = 72 * time.Hour // longer than any client tries again
	sweepJob = "idempotency.sweep"
)

// attempt is what tells a repeated call from a different one.
type attempt struct {
	keyHash string
	digest  string
	at      time.Time
}

type attemptKey struct{}

// With notes in the context the key that came with the request, so that [Do] can
// tell a repeated request from a new one; a key that is too long is an Invalid
// fault. The digest of the request is keyed with it, and the key itself is not
// stored, so that nobody who has the database can try passwords against the digest.
func With(ctx context.Context, key string, request []byte, at time.Time) (context.Context, error) {
	if len(key) > maxKey {
		return nil, fault.Newf(fault.Invalid, "An %s has at most %d characters.", Header, maxKey)
	}
	hash := sha256.Sum256([]byte(key))
	digest := hmac.New(sha256.New, []byte(key))
	digest.Write(request)
	a := attempt{hex.EncodeToString(hash[:]), hex.EncodeToString(digest.Sum(nil)), at}
	return context.WithValue(ctx, attemptKey{}, a), nil
}

// Do runs do, unless the request repeats one that was answered: then it gives
// that answer again. A client that never heard back may send the same request
// with the same Idempotency-Key for three days. Do must run in the transaction
// in which do writes, so that effect and answer are stored together or not at
// all; a failure is not stored, and may be tried again. A key that came with a
// different request is a Conflict. Without a key, do just runs.
func Do[T any](ctx context.Context, tx *sqldb.Tx, do func() (T, error)) (result T, err error) {
	a, ok := ctx.Value(attemptKey{}).(attempt)
	if !ok {
		return do()
	}
	caller, _ := actor.From(ctx)
	fresh, err := tx.Exec(ctx, `INSERT INTO idempotency_keys (user_id, key_hash, digest, answer, created_at)
		VALUES ($1, $2, $3, '', $4) ON CONFLICT (user_id, key_hash) DO NOTHING`, caller.UserID, a.keyHash, a.digest, sqldb.Millis(a.at))
	if err != nil {
		return result, err
	}
	if fresh == 0 {
		return repeated[T](ctx, tx, caller, a)
	}
	if result, err = do(); err != nil {
		return result, err
	}
	answer, err := json.Marshal(result)
	if err != nil {
		return result, err
	}
	_, err = tx.Exec(ctx, "UPDATE idempotency_keys SET answer = $3 WHERE user_id = $1 AND key_hash = $2", caller.UserID, a.keyHash, string(answer))
	return result, err
}

// repeated gives the answer to the earlier call.
func repeated[T any](ctx context.Context, tx *sqldb.Tx, caller actor.Actor, a attempt) (result T, err error) {
	var digest, answer string
	_, err = sqldb.One(ctx, tx, func(r sqldb.Row) (any, error) { return nil, r.Scan(&digest, &answer) },
		"SELECT digest, answer FROM idempotency_keys WHERE user_id = $1 AND key_hash = $2", caller.UserID, a.keyHash)
	if err != nil {
		return result, err
	}
	if digest != a.digest {
		return result, fault.Newf(fault.Conflict, "That %s was used for another request.", Header)
	}
	return result, json.Unmarshal([]byte(answer), &result)
}

// Forget schedules the job that removes the keys that no client will send again.
func Forget(db *sqldb.DB, queue *jobs.Queue, now func() time.Time) {
	jobs.Handle(queue, sweepJob, func(ctx context.Context, _ struct{}) error {
		return db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, "DELETE FROM idempotency_keys WHERE created_at < $1", sqldb.Millis(now().Add(-keptFor)))
			return err
		})
	})
	queue.Every(time.Hour, sweepJob)
}
