package account

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// newSession is a session to be opened.
type newSession struct {
	id     string
	digest string // of its token
	from   origin
	proved bool // the password was given for it
}

// insertSession opens a session of the user.
func insertSession(ctx context.Context, tx *sqldb.Tx, n newSession, user User, now time.Time) error {
	provedAt := int64(0)
	if n.proved {
		provedAt = sqldb.Millis(now)
	}
	_, err := tx.Exec(ctx, `INSERT INTO sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at, ip, device, proved_at)
		VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8)`,
		n.id, n.digest, user.ID, sqldb.Millis(now), sqldb.Millis(now.Add(sessionLimits(user.Groups).absolute)), n.from.ip, n.from.device, provedAt)
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
	user     User
}

func sessionByDigest(ctx context.Context, db *sqldb.DB, digest string) (found session, ok bool, err error) {
	all, err := sqldb.Ask(ctx, db, func(r sqldb.Row) (s session, err error) {
		return s, s.user.scan(r, &s.id, &s.lastSeen, &s.expires)
	}, "SELECT s.id, s.last_seen_at, s.expires_at, "+userColumns+" FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1", digest)
	if err != nil || len(all) == 0 {
		return session{}, false, err
	}
	return all[0], true, nil
}

func sessionsOf(ctx context.Context, tx *sqldb.Tx, userID string) ([]Session, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (s Session, err error) {
		return s, r.Scan(&s.ID, &s.CreatedAt, &s.LastSeen, &s.expires, &s.IP, &s.Device)
	}, "SELECT id, created_at, last_seen_at, expires_at, ip, device FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, id DESC", userID)
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
	_, err := tx.Exec(ctx, "UPDATE users SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2", used.userID, used.at)
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

func deleteSessionOf(ctx context.Context, tx *sqldb.Tx, userID, id string) (ended int64, err error) {
	return tx.Exec(ctx, "DELETE FROM sessions WHERE user_id = $1 AND id = $2", userID, id)
}

// endSessions ends the user's sessions but the one to keep, if any, and voids
// the tickets that would open others.
func endSessions(ctx context.Context, tx *sqldb.Tx, userID, keep string) (ended int64, err error) {
	if _, err := tx.Exec(ctx, "DELETE FROM sso_tickets WHERE user_id = $1 AND session_id = ''", userID); err != nil {
		return 0, err
	}
	return tx.Exec(ctx, "DELETE FROM sessions WHERE user_id = $1 AND id <> $2", userID, keep)
}

// EndAll ends every session, and every link to a new password. It is for a restored
// backup, in which those that were ended since would be valid again.
func EndAll(ctx context.Context, tx *sqldb.Tx) error {
	if _, err := tx.Exec(ctx, "DELETE FROM sessions"); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE password_resets SET expires_at = 0")
	return err
}
