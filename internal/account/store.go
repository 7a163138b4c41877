package account

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

const userColumns = `u.id, u.username, u.email, u.first_name, u.middle_name, u.last_name, u.is_active, u.is_root, u.is_admin, u.is_farmmanager`

func (u *User) fields() []any {
	return []any{&u.ID, &u.Username, &u.Email, &u.Name.First, &u.Name.Middle, &u.Name.Last,
		&u.IsActive, &u.Groups.Root, &u.Groups.Admin, &u.Groups.FarmManager}
}

func scanUser(r sqldb.Row) (u User, err error) {
	return u, r.Scan(u.fields()...)
}

// credentials are a user with what signing in needs.
type credentials struct {
	User
	passwordHash string
	failed       int64
	lockedUntil  int64
}

func scanCredentials(r sqldb.Row) (c credentials, err error) {
	return c, r.Scan(append(c.fields(), &c.passwordHash, &c.failed, &c.lockedUntil)...)
}

func userByID(ctx context.Context, tx *sqldb.Tx, id string) (User, error) {
	return sqldb.One(ctx, tx, scanUser, "SELECT "+userColumns+" FROM users u WHERE u.id = $1", id)
}

// credentialsByLogin finds a user by username or email. Should one user's name
// be another's address, the name wins.
func credentialsByLogin(ctx context.Context, tx *sqldb.Tx, login string) (credentials, error) {
	return sqldb.One(ctx, tx, scanCredentials, "SELECT "+userColumns+`, u.password_hash, u.failed_sign_ins, u.locked_until
		FROM users u WHERE u.username_key = $1 OR u.email_key = $1
		ORDER BY CASE WHEN u.username_key = $1 THEN 0 ELSE 1 END LIMIT 1`, sqldb.Fold(login))
}

func insertUser(ctx context.Context, tx *sqldb.Tx, u User, passwordHash string, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO users (id, username, username_key, email, email_key, first_name, middle_name, last_name,
		password_hash, is_active, is_root, is_admin, is_farmmanager, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
		u.ID, u.Username, sqldb.Fold(u.Username), u.Email, sqldb.Fold(u.Email), u.Name.First, u.Name.Middle, u.Name.Last,
		passwordHash, u.IsActive, u.Groups.Root, u.Groups.Admin, u.Groups.FarmManager, sqldb.Millis(now))
	return err
}

func taken(ctx context.Context, tx *sqldb.Tx, column, value string) (bool, error) {
	n, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM users WHERE "+column+" = $1", sqldb.Fold(value))
	return n > 0, err
}

func countFailure(ctx context.Context, tx *sqldb.Tx, userID string, now time.Time) error {
	failed, err := sqldb.One(ctx, tx, sqldb.Scalar[int64],
		"UPDATE users SET failed_sign_ins = failed_sign_ins + 1 WHERE id = $1 RETURNING failed_sign_ins", userID)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE users SET locked_until = $2 WHERE id = $1", userID, sqldb.Millis(now.Add(waitAfter(failed))))
	return err
}

func clearFailures(ctx context.Context, tx *sqldb.Tx, userID string) error {
	_, err := tx.Exec(ctx, "UPDATE users SET failed_sign_ins = 0, locked_until = 0 WHERE id = $1", userID)
	return err
}

func insertSession(ctx context.Context, tx *sqldb.Tx, digest, userID string, now time.Time, l limits) error {
	_, err := tx.Exec(ctx, `INSERT INTO sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at) VALUES ($1, $2, $3, $4, $4, $5)`,
		sqldb.NewID(), digest, userID, sqldb.Millis(now), sqldb.Millis(now.Add(l.absolute)))
	return err
}

// session is an open session with its user.
type session struct {
	id       string
	lastSeen int64
	expires  int64
	user     User
}

func sessionByDigest(ctx context.Context, tx *sqldb.Tx, digest string) (session, error) {
	return sqldb.One(ctx, tx, func(r sqldb.Row) (s session, err error) {
		return s, r.Scan(append([]any{&s.id, &s.lastSeen, &s.expires}, s.user.fields()...)...)
	}, "SELECT s.id, s.last_seen_at, s.expires_at, "+userColumns+" FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1", digest)
}

func touchSession(ctx context.Context, tx *sqldb.Tx, id string, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE sessions SET last_seen_at = $2 WHERE id = $1", id, sqldb.Millis(now))
	return err
}

func deleteSession(ctx context.Context, tx *sqldb.Tx, id string) error {
	_, err := tx.Exec(ctx, "DELETE FROM sessions WHERE id = $1", id)
	return err
}

func deleteSessionsOf(ctx context.Context, tx *sqldb.Tx, userID string) error {
	_, err := tx.Exec(ctx, "DELETE FROM sessions WHERE user_id = $1", userID)
	return err
}
