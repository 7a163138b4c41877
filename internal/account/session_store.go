package account

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

// newSession is a session to be opened.
type newSession struct {
	id     string
	digest string // of its token
	from   origin
	proved bool // the password was given for it
	stay   stay // that opens it, if any
}

// insertSession opens a session of the user.
func insertSession(ctx context.Context, tx *sqldb.Tx, n newSession, user User, now time.Time) error {
	provedAt := int64(0)
	if n.proved {
		provedAt = sqldb.Millis(now)
	}
	expires := sqldb.Millis(now.Add(sessionLimits(user.Groups).absolute))
	if n.stay.id != "" {
		expires = min(expires, n.stay.expires)
	}
	_, err := tx.Exec(ctx, `INSERT INTO sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at, ip, device, proved_at, stay_id)
		VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9)`,
		n.id, n.digest, user.ID, sqldb.Millis(now), expires, n.from.ip, n.from.device, provedAt, n.stay.id)
	if err != nil {
		return err
	}
	return seen(ctx, tx, user.ID, now)
}

// seen stores when the user was last here, which outlives the sessions.
func seen(ctx context.Context, tx *sqldb.Tx, userID string, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE users SET last_seen_at = $2 WHERE id = $1", userID, sqldb.Millis(now))
	return err
}

// session is an open session with its user.
type session struct {
	id       string
	lastSeen int64
	expires  int64
	viewing  string // the farm that it shows as its manager sees it, and nothing else
	user     User
}

func sessionByDigest(ctx context.Context, db *sqldb.DB, digest string) (found session, ok bool, err error) {
	all, err := sqldb.Ask(ctx, db, func(r sqldb.Row) (s session, err error) {
		return s, s.user.scan(r, &s.id, &s.lastSeen, &s.expires, &s.viewing)
	}, "SELECT s.id, s.last_seen_at, s.expires_at, s.viewing, "+userColumns+" FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1", digest)
	if err != nil || len(all) == 0 {
		return session{}, false, err
	}
	return all[0], true, nil
}

func sessionsOf(ctx context.Context, tx *sqldb.Tx, userID string) ([]Session, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (s Session, err error) {
		return s, r.Scan(&s.ID, &s.CreatedAt, &s.LastSeen, &s.expires, &s.IP, &s.Device, &s.stay)
	}, "SELECT id, created_at, last_seen_at, expires_at, ip, device, stay_id FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, id DESC", userID)
}

// provedAt is when the password was given for the session, 0 for never.
func provedAt(ctx context.Context, tx *sqldb.Tx, sessionID string) (int64, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT proved_at FROM sessions WHERE id = $1", sessionID)
}

// touchSession stores a use of a session, unless a later one is stored.
func touchSession(ctx context.Context, tx *sqldb.Tx, used touch) error {
	if _, err := tx.Exec(ctx, "UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2", used.sessionID, used.at); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE users SET last_seen_at = $2 WHERE id = $1 AND (last_seen_at < $2 OR last_seen_at > $3)",
		used.userID, used.at, used.at+skew.Slack.Milliseconds())
	return err
}

// prove stores that the password was given for the session.
func prove(ctx context.Context, tx *sqldb.Tx, sessionID string, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE sessions SET proved_at = $2 WHERE id = $1", sessionID, sqldb.Millis(now))
	return err
}

func deleteSession(ctx context.Context, tx *sqldb.Tx, id string) error {
	_, err := tx.Exec(ctx, "DELETE FROM sessions WHERE id = $1", id)
	return err
}

// deleteSessionOf ends a session or a stay of the user, and says whether there was one.
func deleteSessionOf(ctx context.Context, tx *sqldb.Tx, userID, id string) (ended int64, err error) {
	if ended, err = endStay(ctx, tx, userID, id); err != nil || ended > 0 {
		return ended, err
	}
	return tx.Exec(ctx, "DELETE FROM sessions WHERE user_id = $1 AND id = $2", userID, id)
}

// endSessions ends the user's sessions but the one to keep, if any, and all that
// would open others: tickets, and where they stay signed in.
func endSessions(ctx context.Context, tx *sqldb.Tx, userID, keep string) (ended int64, err error) {
	if _, err := tx.Exec(ctx, "UPDATE sessions SET stay_id = '' WHERE id = $1", keep); err != nil {
		return 0, err
	}
	return endOtherSessions(ctx, tx, userID, keep)
}

// endOtherSessions spares where the session to keep stays signed in as well. It
// counts as people are shown them.
func endOtherSessions(ctx context.Context, tx *sqldb.Tx, userID, keep string) (ended int64, err error) {
	if _, err := tx.Exec(ctx, "DELETE FROM sso_tickets WHERE user_id = $1 AND session_id = ''", userID); err != nil {
		return 0, err
	}
	kept, err := stayOf(ctx, tx, keep)
	if err != nil {
		return 0, err
	}
	stays, err := tx.Exec(ctx, "DELETE FROM stays WHERE user_id = $1 AND id <> $2", userID, kept)
	if err != nil {
		return 0, err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM sessions WHERE user_id = $1 AND stay_id <> '' AND stay_id <> $2", userID, kept); err != nil {
		return 0, err
	}
	alone, err := tx.Exec(ctx, "DELETE FROM sessions WHERE user_id = $1 AND id <> $2 AND stay_id = ''", userID, keep)
	return stays + alone, err
}

// EndAll ends every session, what opens sessions, and every link to a new password. It is for a restored
// backup, in which those that were ended since would be valid again.
func EndAll(ctx context.Context, tx *sqldb.Tx) error {
	for _, table := range []string{"sessions", "stays"} {
		if _, err := tx.Exec(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "UPDATE password_resets SET expires_at = 0")
	return err
}
