package account

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

const groupColumns = `g.id, g.name, g.permissions, g.version, (SELECT count(*) FROM admin_group_members m WHERE m.group_id = g.id)`

func scanGroup(r sqldb.Row) (AdminGroup, error) {
	var g AdminGroup
	var permissions string
	if err := r.Scan(&g.ID, &g.Name, &permissions, &g.Version, &g.Members); err != nil {
		return g, err
	}
	if err := json.Unmarshal([]byte(permissions), &g.Permissions); err != nil {
		return g, fmt.Errorf("permissions of group %s: %w", g.ID, err)
	}
	return g, nil
}

func adminGroupByID(ctx context.Context, tx *sqldb.Tx, id string) (AdminGroup, error) {
	g, err := sqldb.One(ctx, tx, scanGroup, "SELECT "+groupColumns+" FROM admin_groups g WHERE g.id = $1", id)
	if fault.Is(err, fault.NotFound) {
		err = fault.New(fault.NotFound, "No such admin group.")
	}
	return g, err
}

func listGroups(ctx context.Context, tx *sqldb.Tx, search string, q page.Query) ([]AdminGroup, int, error) {
	all, err := groupNamesOf(ctx, tx)
	if err != nil {
		return nil, 0, err
	}
	ids, total := choose(all, search, q)
	if len(ids) == 0 {
		return []AdminGroup{}, total, nil
	}
	found, err := sqldb.All(ctx, tx, scanGroup, "SELECT "+groupColumns+" FROM admin_groups g WHERE g.id IN ("+sqldb.In(1, len(ids))+")", ids...)
	return inOrder(ids, found, func(g AdminGroup) string { return g.ID }), total, err
}

func groupNamesOf(ctx context.Context, tx *sqldb.Tx) ([]named, error) {
	return sqldb.All(ctx, tx, scanNamed, "SELECT id, name FROM admin_groups")
}

func allGroups(ctx context.Context, tx *sqldb.Tx) ([]AdminGroup, error) {
	return sqldb.All(ctx, tx, scanGroup, "SELECT "+groupColumns+" FROM admin_groups g")
}

// refuseGroupTwin is a fault when another group has a name that folds to the
// same.
func refuseGroupTwin(ctx context.Context, tx *sqldb.Tx, name, id string) error {
	found, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM admin_groups WHERE name_key = $1 AND id <> $2", sqldb.Fold(name), id)
	if err == nil && found > 0 {
		err = fault.ForField("name", "There is an admin group of this name already.")
	}
	return err
}

func insertGroup(ctx context.Context, tx *sqldb.Tx, g AdminGroup, now time.Time) error {
	_, err := tx.Exec(ctx, "INSERT INTO admin_groups (id, name, name_key, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)",
		g.ID, g.Name, sqldb.Fold(g.Name), sqldb.Millis(now))
	return clash(err)
}

// updateGroup stores the name and permissions of the group.
func updateGroup(ctx context.Context, tx *sqldb.Tx, g AdminGroup, now time.Time) error {
	permissions, err := json.Marshal(g.Permissions)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE admin_groups SET name = $2, name_key = $3, permissions = $4, updated_at = $5, version = version + 1 WHERE id = $1",
		g.ID, g.Name, sqldb.Fold(g.Name), string(permissions), sqldb.Millis(now))
	return clash(err)
}

// deleteGroup takes the memberships along.
func deleteGroup(ctx context.Context, tx *sqldb.Tx, id string) error {
	_, err := tx.Exec(ctx, "DELETE FROM admin_groups WHERE id = $1", id)
	return err
}

// limitedByAlone gives the usernames of the admins who are in this admin group
// and in no other.
func limitedByAlone(ctx context.Context, tx *sqldb.Tx, id string) ([]string, error) {
	return sqldb.All(ctx, tx, sqldb.Scalar[string], `SELECT u.username FROM users u JOIN admin_group_members m ON m.user_id = u.id
		WHERE m.group_id = $1 AND u.is_admin AND NOT u.is_root
		AND NOT EXISTS (SELECT 1 FROM admin_group_members o WHERE o.user_id = u.id AND o.group_id <> $1) ORDER BY u.username_key`, id)
}
