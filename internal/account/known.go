package account

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

// networksKept is how long a network is remembered after the last sign-in from it.
const networksKept = 90 * 24 * time.Hour

// closed reports whether an account, after failed tries, accepts no sign-in from
// that address. From a network where the user has signed in before it still
// accepts a few, or somebody who keeps guessing would keep the user out.
func closed(ctx context.Context, tx *sqldb.Tx, c credentials, address string, now time.Time) (bool, error) {
	tries, known, err := countTry(ctx, tx, c.ID, address, now) // in every case, so that each takes as long
	open := !c.locked(now) || known && tries <= freeTries
	return !open, err
}

// countTry counts a sign-in of the user from a known network.
func countTry(ctx context.Context, tx *sqldb.Tx, userID, address string, now time.Time) (tries int, known bool, err error) {
	tries, err = sqldb.One(ctx, tx, sqldb.Scalar[int], `UPDATE known_networks SET
			tries = CASE WHEN tries_since <= $3 OR tries_since > $5 THEN 1 ELSE tries + 1 END,
			tries_since = CASE WHEN tries_since <= $3 OR tries_since > $5 THEN $4 ELSE tries_since END
		WHERE user_id = $1 AND network = $2 RETURNING tries`,
		userID, actor.Network(address), sqldb.Millis(now.Add(-longWait)), sqldb.Millis(now), skew.Latest(now, 0))
	if fault.Is(err, fault.NotFound) {
		return 0, false, nil
	}
	return tries, err == nil, err
}

// isKnown reports whether the user has signed in from there before.
func isKnown(ctx context.Context, tx *sqldb.Tx, userID, address string) (bool, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[bool], "SELECT EXISTS (SELECT 1 FROM known_networks WHERE user_id = $1 AND network = $2)",
		userID, actor.Network(address))
}

// rememberNetwork stores that the user signed in from that address.
func rememberNetwork(ctx context.Context, tx *sqldb.Tx, userID, address string, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO known_networks (user_id, network, seen_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, network) DO UPDATE SET seen_at = excluded.seen_at, tries = 0, tries_since = 0`,
		userID, actor.Network(address), sqldb.Millis(now))
	return err
}

func forgetNetworks(ctx context.Context, tx *sqldb.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, "DELETE FROM known_networks WHERE seen_at <= $1", sqldb.Millis(now.Add(-networksKept)))
	return err
}
