package account

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

func insertUser(ctx context.Context, tx *sqldb.Tx, u User, passwordHash string, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO users (id, username, username_key, email, email_key, first_name, middle_name, last_name,
		password_hash, is_active, is_root, is_admin, is_farmmanager, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
		u.ID, u.Username, sqldb.Fold(u.Username), u.Email, sqldb.Fold(u.Email), u.Name.First, u.Name.Middle, u.Name.Last,
		passwordHash, u.IsActive, u.Groups.Root, u.Groups.Admin, u.Groups.FarmManager, sqldb.Millis(now))
	return clash(err)
}

// updateUser stores the identity, state and built-in groups of the user.
func updateUser(ctx context.Context, tx *sqldb.Tx, u User, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE users SET username = $2, username_key = $3, email = $4, email_key = $5, first_name = $6, middle_name = $7,
		last_name = $8, is_active = $9, is_root = $10, is_admin = $11, is_farmmanager = $12, updated_at = $13, version = version + 1 WHERE id = $1`,
		u.ID, u.Username, sqldb.Fold(u.Username), u.Email, sqldb.Fold(u.Email), u.Name.First, u.Name.Middle, u.Name.Last,
		u.IsActive, u.Groups.Root, u.Groups.Admin, u.Groups.FarmManager, sqldb.Millis(now))
	return clash(err)
}

func versionOf(ctx context.Context, tx *sqldb.Tx, userID string) (int64, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT version FROM users WHERE id = $1", userID)
}

// deleteUser also deletes what is the user's alone: sessions, reset keys,
// memberships, links to farms and dashboards. What the user recorded stays.
func deleteUser(ctx context.Context, tx *sqldb.Tx, userID string) error {
	_, err := tx.Exec(ctx, "DELETE FROM users WHERE id = $1", userID)
	return err
}

// voidResets makes every reset key of the user invalid.
func voidResets(ctx context.Context, tx *sqldb.Tx, userID string) error {
	_, err := tx.Exec(ctx, "UPDATE password_resets SET expires_at = 0 WHERE user_id = $1", userID)
	return err
}

// where is the condition of the filters that the database can answer.
func (f UserFilter) where() string {
	conditions := []string{"TRUE"}
	const admin = "(u.is_admin OR u.is_root OR EXISTS (SELECT 1 FROM admin_group_members m WHERE m.user_id = u.id))"
	switch f.Role {
	case "admin":
		conditions = append(conditions, admin)
	case "account":
		conditions = append(conditions, "(NOT "+admin+" OR u.is_farmmanager OR EXISTS (SELECT 1 FROM farm_users l WHERE l.user_id = u.id))")
	}
	switch f.IsActive {
	case "true":
		conditions = append(conditions, "u.is_active")
	case "false":
		conditions = append(conditions, "NOT u.is_active")
	}
	return strings.Join(conditions, " AND ")
}

func listUsers(ctx context.Context, tx *sqldb.Tx, f UserFilter, q page.Query) ([]AccountRow, int, error) {
	all, err := sqldb.All(ctx, tx, func(r sqldb.Row) (n named, err error) {
		return n, r.Scan(&n.id, &n.name, &n.more)
	}, "SELECT u.id, u.username, u.first_name || ' ' || u.middle_name || ' ' || u.last_name || ' ' || u.first_name || ' ' || u.last_name || ' ' || u.email FROM users u WHERE "+f.where())
	if err != nil {
		return nil, 0, err
	}
	ids, total := choose(all, f.Username, q)
	rows, err := accountRows(ctx, tx, ids)
	return rows, total, err
}

// accountRows gives the users in the order of their ids.
func accountRows(ctx context.Context, tx *sqldb.Tx, ids []any) ([]AccountRow, error) {
	if len(ids) == 0 {
		return []AccountRow{}, nil
	}
	list := "(" + sqldb.In(1, len(ids)) + ")"
	groups, err := sqldb.All(ctx, tx, func(r sqldb.Row) (g [3]string, err error) { return g, r.Scan(&g[0], &g[1], &g[2]) },
		"SELECT m.user_id, g.id, g.name FROM admin_group_members m JOIN admin_groups g ON g.id = m.group_id WHERE m.user_id IN "+list, ids...)
	if err != nil {
		return nil, err
	}
	found, err := sqldb.All(ctx, tx, scanAccountRow, `SELECT u.id, u.is_active, u.username, u.email, u.first_name, u.middle_name, u.last_name,
		u.is_root, u.is_admin, u.is_farmmanager, u.last_seen_at, u.version, (SELECT count(*) FROM farm_users l WHERE l.user_id = u.id),
		EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at > 0)
		FROM users u WHERE u.id IN `+list, ids...)
	if err != nil {
		return nil, err
	}
	rows := make([]AccountRow, len(found))
	for i, row := range found {
		for _, g := range groups {
			if g[0] == row.ID {
				row.Groups[g[1]] = g[2]
			}
		}
		row.complete(row.flags)
		rows[i] = row.AccountRow
	}
	return inOrder(ids, rows, func(row AccountRow) string { return row.ID }), nil
}

type flaggedRow struct {
	AccountRow
	flags Groups
}

func scanAccountRow(r sqldb.Row) (flaggedRow, error) {
	var row flaggedRow
	row.Groups = map[string]string{}
	return row, r.Scan(&row.ID, &row.IsActive, &row.Username, &row.Email, &row.Name.First, &row.Name.Middle, &row.Name.Last,
		&row.flags.Root, &row.flags.Admin, &row.flags.FarmManager, &row.LastSeen, &row.Version, &row.FarmCount, &row.SecondFactor)
}

// ByID gives the user as the console shows them to the caller, whose right to see
// that has been checked before.
func ByID(ctx context.Context, tx *sqldb.Tx, userID string) (a Account, err error) {
	user, err := userByID(ctx, tx, userID)
	if err != nil {
		return a, err
	}
	if a.Refusals, err = refusalsOf(ctx, tx, user); err != nil {
		return a, err
	}
	rows, err := accountRows(ctx, tx, []any{userID})
	if err != nil {
		return a, err
	}
	a.AccountRow = rows[0]
	a.Farms, err = sqldb.All(ctx, tx, func(r sqldb.Row) (f FarmLink, err error) {
		f.Permissions = []string{}
		return f, r.Scan(&f.ID, &f.Name, &f.TimeCreated)
	}, "SELECT f.id, f.name, l.created_at FROM farm_users l JOIN farms f ON f.id = l.farm_id WHERE l.user_id = $1", userID)
	if err != nil {
		return a, fmt.Errorf("farms of user %s: %w", userID, err)
	}
	sortByName(a.Farms, func(f FarmLink) string { return f.Name })
	return a, nil
}

// AnyUser reports whether the database has a user.
func AnyUser(ctx context.Context, tx *sqldb.Tx) (bool, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[bool], "SELECT EXISTS (SELECT 1 FROM users)")
}
