package actor_test

import (
	"context"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
)

var (
	root      = actor.Actor{Root: true}
	limitedRt = actor.Actor{Root: true, Limited: true, Permissions: []actor.Permission{actor.Export}}
	admin     = actor.Actor{Admin: true}
	narrow    = actor.Actor{Admin: true, Limited: true, Permissions: []actor.Permission{actor.Export}}
	idle      = actor.Actor{Admin: true, Limited: true}
	helper    = actor.Actor{Limited: true, Permissions: []actor.Permission{"departments", actor.AdminUsers}}
	manager   = actor.Actor{FarmManager: true}
	member    = actor.Actor{}
)

// AUTH-9: root may do everything; an admin too, unless admin groups say less;
// anyone else what their admin groups name.
func TestMay(t *testing.T) {
	all := []actor.Permission{actor.AdminUsers, actor.Companies, actor.Export, actor.Pricing, actor.Recall}
	for name, tt := range map[string]struct {
		who       actor.Actor
		may       []actor.Permission
		departing bool
	}{
		"root": {root, all, true}, "root in a group": {limitedRt, all, true}, "admin": {admin, all, true},
		"narrow admin": {narrow, all[2:3], false}, "admin in an empty group": {idle, nil, false},
		"helper": {helper, []actor.Permission{actor.AdminUsers, "departments"}, true}, "manager": {manager, nil, false}, "member": {member, nil, false},
	} {
		if got := tt.who.Effective(); !slices.Equal(got, tt.may) {
			t.Errorf("%s: %v, want %v", name, got, tt.may)
		}
		for _, p := range all {
			if tt.who.May(p) != slices.Contains(tt.may, p) {
				t.Errorf("%s: May(%s) = %v", name, p, tt.who.May(p))
			}
			err := actor.Require(actor.With(context.Background(), tt.who), p)
			if tt.who.May(p) != (err == nil) || err != nil && !fault.Is(err, fault.Denied) {
				t.Errorf("%s: Require(%s): %v", name, p, err)
			}
		}
		if tt.who.May("departments") != tt.departing {
			t.Errorf("%s: a permission that gates nothing here: %v", name, !tt.departing)
		}
	}
	if err := actor.Require(context.Background(), actor.Export); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("nobody: %v", err)
	}
}

// AUTH-9: who may do more is not covered: neither by rank nor by permissions.
func TestCovers(t *testing.T) {
	for _, tt := range []struct {
		name       string
		who, other actor.Actor
		want       bool
	}{
		{"root, root", root, limitedRt, true}, {"a limited root, an admin", limitedRt, admin, true},
		{"admin, root", admin, root, false}, {"admin, admin", admin, admin, true}, {"admin, narrow", admin, narrow, true},
		{"admin, helper", admin, helper, true}, {"narrow, admin", narrow, admin, false}, {"narrow, narrow", narrow, narrow, true},
		{"narrow, idle", narrow, idle, true}, {"idle, narrow", idle, narrow, false}, {"narrow, helper", narrow, helper, false},
		{"helper, idle", helper, idle, false}, {"helper, helper", helper, helper, true}, {"helper, manager", helper, manager, true},
		{"manager, helper", manager, helper, false},
	} {
		if got := tt.who.Covers(tt.other); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
