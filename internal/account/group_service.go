package account

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// GroupOptions lists the groups that a user can be put into, and which of them
// are beyond the caller. Only those who manage users may ask.
func (s *Service) GroupOptions(ctx context.Context) (options []GroupOption, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		caller, err := managing(ctx, tx)
		if err != nil {
			return err
		}
		all, err := allGroups(ctx, tx)
		sortByName(all, func(g AdminGroup) string { return g.Name })
		for _, g := range builtIn {
			options = append(options, GroupOption{g.id, g.name, builtInRefusal(caller, g.id)})
		}
		for _, g := range all {
			options = append(options, GroupOption{g.ID, g.Name, groupRefusal(caller, g)})
		}
		return err
	})
	return options, err
}

// builtInRefusal says why nobody gets the group from the caller, or nothing. An
// admin who is limited by admin groups may make others so.
func builtInRefusal(caller actor.Actor, id string) string {
	switch {
	case id == groupRoot && !caller.Root:
		return rootRefusal
	case id == groupAdmin && !caller.Root && !caller.Admin:
		return escalationRefusal
	}
	return ""
}

func groupRefusal(caller actor.Actor, group AdminGroup) string {
	if caller.Covers(User{}.with(Groups{}, []AdminGroup{group}).rights()) {
		return ""
	}
	return escalationRefusal
}

// ListGroups gives a page of the admin groups. Only those who manage users may
// ask.
func (s *Service) ListGroups(ctx context.Context, name string, q page.Query) (list page.List[AdminGroup], err error) {
	err = s.readManaging(ctx, func(tx *sqldb.Tx) error {
		rows, total, err := listGroups(ctx, tx, name, q)
		list = page.Of(q.Slice, rows, total)
		return err
	})
	return list, err
}

// GetGroup gives an admin group. Only those who manage users may ask.
func (s *Service) GetGroup(ctx context.Context, id string) (g AdminGroup, err error) {
	err = s.readManaging(ctx, func(tx *sqldb.Tx) error {
		g, err = adminGroupByID(ctx, tx, id)
		return err
	})
	return g, err
}

// CreateGroup makes an admin group that gives nothing yet. Only those who
// manage users may.
func (s *Service) CreateGroup(ctx context.Context, name string) (g AdminGroup, err error) {
	if err = actor.Require(ctx, actor.AdminUsers); err != nil {
		return g, err
	}
	if name, err = groupName(name); err != nil {
		return g, err
	}
	group := AdminGroup{ID: sqldb.NewID(), Name: name, Permissions: map[string]bool{}, Version: 1}
	err = s.writeNames(ctx, func(tx *sqldb.Tx) error {
		g, err = once.Do(ctx, tx, func() (AdminGroup, error) {
			if _, err := managing(ctx, tx); err != nil {
				return group, err
			}
			if err := refuseGroupTwin(ctx, tx, name, group.ID); err != nil {
				return group, err
			}
			if err := insertGroup(ctx, tx, group, s.now()); err != nil {
				return group, err
			}
			return group, s.recordGroup(ctx, tx, "group.create", group, nil)
		})
		return err
	})
	return g, err
}

// recordGroup puts what was done to a group into the audit trail.
func (s *Service) recordGroup(ctx context.Context, tx *sqldb.Tx, action string, g AdminGroup, detail map[string]any) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: action, Kind: "group", ID: g.ID, Name: g.Name, Detail: detail})
}

// RenameGroup gives an admin group another name. A version other than 0 must be
// the stored one.
func (s *Service) RenameGroup(ctx context.Context, id string, version int64, name string) (g AdminGroup, err error) {
	if name, err = groupName(name); err != nil {
		return g, err
	}
	err = s.writeNames(ctx, func(tx *sqldb.Tx) error {
		if _, err := managing(ctx, tx); err != nil {
			return err
		}
		if g, err = freshGroup(ctx, tx, id, version); err != nil || g.Name == name {
			return err
		}
		if err := refuseGroupTwin(ctx, tx, name, id); err != nil {
			return err
		}
		before := g.Name
		g.Name = name
		if err := updateGroup(ctx, tx, g, s.now()); err != nil {
			return err
		}
		g.Version++
		return s.recordGroup(ctx, tx, "group.update", g, map[string]any{"name": map[string]any{"from": before, "to": name}})
	})
	return g, err
}

// freshGroup gives a group, or a Conflict when it is no longer as the editor saw it.
func freshGroup(ctx context.Context, tx *sqldb.Tx, id string, version int64) (AdminGroup, error) {
	g, err := adminGroupByID(ctx, tx, id)
	if err == nil && version != 0 && version != g.Version {
		err = fault.New(fault.Conflict, "Somebody else changed this group meanwhile.")
	}
	return g, err
}

// SetPermissions replaces the permissions of an admin group, with effect from
// each member's next request. The caller gives and takes only what they have,
// and keeps their own right to manage users. A version other than 0 must be the
// stored one.
func (s *Service) SetPermissions(ctx context.Context, id string, version int64, permissions map[string]bool) (g AdminGroup, err error) {
	if permissions, err = tidyPermissions(permissions); err != nil {
		return g, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		caller, err := managing(ctx, tx)
		if err != nil {
			return err
		}
		if g, err = freshGroup(ctx, tx, id, version); err != nil || maps.Equal(g.Permissions, permissions) {
			return err
		}
		given, taken := toggled(g.Permissions, permissions)
		if err := requireAll(caller, slices.Concat(given, taken)); err != nil {
			return err
		}
		g.Permissions = permissions
		if err := updateGroup(ctx, tx, g, s.now()); err != nil {
			return err
		}
		g.Version++
		if err := keepManaging(ctx, tx); err != nil {
			return err
		}
		of, err := members(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.narrow(ctx, tx, false, of...); err != nil {
			return err
		}
		return s.recordGroup(ctx, tx, "group.permissions", g, map[string]any{"given": given, "taken": taken})
	})
	return g, err
}

// DeleteGroup deletes an admin group and says what that did. Admins who were in
// no other are no longer limited, so a caller who is limited cannot do that.
func (s *Service) DeleteGroup(ctx context.Context, id string) (message string, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		caller, err := managing(ctx, tx)
		if err != nil {
			return err
		}
		g, err := adminGroupByID(ctx, tx, id)
		if err != nil {
			return err
		}
		freed, err := limitedByAlone(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := requireAll(caller, g.held()); err != nil {
			return err
		}
		unlimitedAdmin := User{}.with(Groups{Admin: true}, nil)
		if len(freed) > 0 && !caller.Covers(unlimitedAdmin.rights()) {
			return errEscalation
		}
		of, err := members(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := deleteGroup(ctx, tx, id); err != nil {
			return err
		}
		if err := keepManaging(ctx, tx); err != nil {
			return err
		}
		if err := s.narrow(ctx, tx, false, of...); err != nil {
			return err
		}
		message = "Admin group deleted."
		if len(freed) > 0 {
			message = fmt.Sprintf("Admin group deleted. Admins who were in no other may do everything now: %d.", len(freed))
		}
		return s.recordGroup(ctx, tx, "group.delete", g, map[string]any{"permissions": g.held(), "members": g.Members, "freed": freed})
	})
	return message, err
}
