package account

import (
	"context"
	"maps"
	"slices"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	rootRefusal       = "Only root may give or take root."
	escalationRefusal = "You cannot give permissions that you do not have yourself."
)

var errEscalation = fault.New(fault.Denied, escalationRefusal)

// SetGroups puts a user that the caller may manage into these groups and no
// others. The user's sessions end, except the caller's own. Nobody gives what
// they do not have, or loses their own right to manage users. A version other
// than 0 must be the stored one.
func (s *Service) SetGroups(ctx context.Context, userID string, version int64, groups map[string]string) (a Account, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		caller, before, err := Manage(ctx, tx, userID)
		if err != nil {
			return err
		}
		if err := refuseStale(ctx, tx, userID, version); err != nil {
			return err
		}
		flags, chosen, err := readGroups(ctx, tx, groups)
		if err != nil {
			return err
		}
		if err := s.setGroups(ctx, tx, caller, before, before.with(flags, chosen), chosen); err != nil {
			return err
		}
		a, err = ByID(ctx, tx, userID)
		return err
	})
	return a, err
}

// readGroups separates the built-in groups from the admin groups, which must exist.
func readGroups(ctx context.Context, tx *sqldb.Tx, groups map[string]string) (flags Groups, chosen []AdminGroup, err error) {
	for _, id := range slices.Sorted(maps.Keys(groups)) {
		if flag := flags.flag(id); flag != nil {
			*flag = true
			continue
		}
		group, err := adminGroupByID(ctx, tx, id)
		if fault.Is(err, fault.NotFound) {
			return flags, nil, fault.ForField("groups", "One of these groups is not there any more. Please reload the page.")
		}
		if err != nil {
			return flags, nil, err
		}
		chosen = append(chosen, group)
	}
	return flags, chosen, nil
}

func (s *Service) setGroups(ctx context.Context, tx *sqldb.Tx, caller actor.Actor, before, after User, chosen []AdminGroup) error {
	old, err := accountRows(ctx, tx, []any{before.ID})
	if err != nil {
		return err
	}
	self := caller.UserID == before.ID
	switch {
	case before.Groups.Root != after.Groups.Root && !caller.Root:
		return fault.New(fault.Denied, rootRefusal)
	case !caller.Covers(after.rights()):
		return errEscalation
	case self && !caller.May(actor.Companies) && after.Groups.FarmManager && !before.Groups.FarmManager:
		return errEscalation
	case before.Groups.Root && !after.Groups.Root:
		if err := keepRoot(ctx, tx, before); err != nil {
			return err
		}
	}
	if err := updateUser(ctx, tx, after, s.now()); err != nil {
		return err
	}
	if err := replaceMemberships(ctx, tx, after.ID, chosen); err != nil {
		return err
	}
	keep := ""
	if self {
		if err := keepManaging(ctx, tx); err != nil {
			return err
		}
		keep = caller.SessionID
	}
	if _, err := endSessions(ctx, tx, after.ID, keep); err != nil {
		return err
	}
	if err := s.narrow(ctx, tx, false, after.ID); err != nil {
		return err
	}
	now, err := accountRows(ctx, tx, []any{after.ID})
	if err != nil {
		return err
	}
	return s.record(ctx, tx, "user.groups", after, map[string]any{"from": old[0].GroupNames(), "to": now[0].GroupNames()})
}

// GroupNames lists the groups that the user is in.
func (row AccountRow) GroupNames() []string { return slices.Sorted(maps.Values(row.Groups)) }

func replaceMemberships(ctx context.Context, tx *sqldb.Tx, userID string, groups []AdminGroup) error {
	if _, err := tx.Exec(ctx, "DELETE FROM admin_group_members WHERE user_id = $1", userID); err != nil {
		return err
	}
	for _, group := range groups {
		if _, err := tx.Exec(ctx, "INSERT INTO admin_group_members (user_id, group_id) VALUES ($1, $2)", userID, group.ID); err != nil {
			return err
		}
	}
	return nil
}
