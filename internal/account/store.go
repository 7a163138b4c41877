package account

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

const userColumns = `u.id, u.username, u.email, u.first_name, u.middle_name, u.last_name, u.is_active, u.is_root, u.is_admin, u.is_farmmanager,
	(SELECT string_agg(g.permissions, ' ') FROM admin_group_members m JOIN admin_groups g ON g.id = m.group_id WHERE m.user_id = u.id),
	EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at > 0)`

// scan reads the userColumns, which come last in the row.
func (u *User) scan(r sqldb.Row, before ...any) error {
	if err := r.Scan(append(before, &u.ID, &u.Username, &u.Email, &u.Name.First, &u.Name.Middle, &u.Name.Last,
		&u.IsActive, &u.Groups.Root, &u.Groups.Admin, &u.Groups.FarmManager, &u.given, &u.SecondFactor)...); err != nil {
		return err
	}
	u.Permissions = u.rights().Effective()
	return nil
}

func scanUser(r sqldb.Row) (u User, err error) { return u, u.scan(r) }

// credentials are a user with what signing in needs.
type credentials struct {
	User
	passwordHash string
	failed       int64
	lockedUntil  int64
}

// locked reports whether the account accepts no sign-in for a while.
func (c credentials) locked(now time.Time) bool {
	return c.lockedUntil > sqldb.Millis(now) && !skew.Ahead(c.lockedUntil, now, longWait)
}

func scanCredentials(r sqldb.Row) (c credentials, err error) {
	return c, c.scan(r, &c.passwordHash, &c.failed, &c.lockedUntil)
}

func userByID(ctx context.Context, tx *sqldb.Tx, id string) (User, error) {
	return sqldb.One(ctx, tx, scanUser, "SELECT "+userColumns+" FROM users u WHERE u.id = $1", id)
}

// credentialsByLogin finds a user by username or email. Should one user's name
// be another's address, the name wins.
func credentialsByLogin(ctx context.Context, tx *sqldb.Tx, login string) (credentials, error) {
	return sqldb.One(ctx, tx, scanCredentials, "SELECT u.password_hash, u.failed_sign_ins, u.locked_until, "+userColumns+`
		FROM users u WHERE u.username_key = $1 OR u.email_key = $1
		ORDER BY CASE WHEN u.username_key = $1 THEN 0 ELSE 1 END LIMIT 1`, sqldb.Fold(login))
}

func credentialsByID(ctx context.Context, tx *sqldb.Tx, id string) (credentials, error) {
	return sqldb.One(ctx, tx, scanCredentials, "SELECT u.password_hash, u.failed_sign_ins, u.locked_until, "+userColumns+" FROM users u WHERE u.id = $1", id)
}

// countFailure counts a failed try of the user, if there is one of that id. A
// try while the account is closed does not close it for longer: somebody who
// keeps trying must not keep its user out.
func countFailure(ctx context.Context, tx *sqldb.Tx, userID string, now time.Time) error {
	failed, err := sqldb.One(ctx, tx, sqldb.Scalar[int64],
		"UPDATE users SET failed_sign_ins = failed_sign_ins + 1 WHERE id = $1 RETURNING failed_sign_ins", userID)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE users SET locked_until = $2 WHERE id = $1 AND (locked_until <= $3 OR locked_until > $4)",
		userID, sqldb.Millis(now.Add(waitAfter(failed))), sqldb.Millis(now), skew.Latest(now, longWait))
	return err
}

func clearFailures(ctx context.Context, tx *sqldb.Tx, userID string) error {
	_, err := tx.Exec(ctx, "UPDATE users SET failed_sign_ins = 0, locked_until = 0 WHERE id = $1", userID)
	return err
}
