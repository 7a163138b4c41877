package account_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// GRP-2 GRP-3: a group from its creation to its deletion.
func TestAdminGroups(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		made, err := p.CreateGroup(p.as("helper"), "  Night   shift ")
		must(t, err)
		if made.Name != "Night shift" || made.Version != 1 || made.Members != 0 || len(made.Permissions) != 0 {
			t.Errorf("%+v", made)
		}
		for name, says := range map[string]string{
			"NIGHT SHIFT": "There is an admin group of this name already.", "": "A group's name has 1 to 60 characters.",
			"a\u200bb": "A group's name cannot have characters that nobody sees.",
		} {
			p.refused(name, fault.Invalid, func() error {
				_, err := p.CreateGroup(p.as("helper"), name)
				if f := fault.As(err).Fields; len(f) != 1 || f[0].Name != "name" || f[0].Message != says {
					t.Errorf("%q: %+v", name, f)
				}
				return err
			})
		}
		outcomes := inParallel(6, func(int) error { _, err := p.CreateGroup(system, "Twins"); return err })
		if outcomes[""] != 1 || outcomes["There is an admin group of this name already."] != 5 {
			t.Errorf("twins in parallel: %v", outcomes)
		}
		renamed, err := p.RenameGroup(p.as("helper"), made.ID, 1, "Day shift")
		must(t, err)
		stale := func(err error) error {
			if err != nil && fault.As(err).Message != "Somebody else changed this group meanwhile." {
				t.Errorf("%v", err)
			}
			return err
		}
		p.refused("an old name", fault.Conflict, func() error {
			_, err := p.RenameGroup(p.as("helper"), made.ID, 1, "Late shift")
			return stale(err)
		})
		given, err := p.SetPermissions(p.as("admin"), made.ID, renamed.Version, map[string]bool{" boats": true, "export": true, "pricing": false})
		must(t, err)
		if given.Version != 3 || fmt.Sprint(given.Permissions) != "map[boats:true export:true pricing:false]" {
			t.Errorf("%+v", given)
		}
		p.refused("old permissions", fault.Conflict, func() error {
			_, err := p.SetPermissions(p.as("admin"), made.ID, 2, map[string]bool{})
			return stale(err)
		})
		if _, subject, detail := p.lastAudit("group.permissions"); subject != "Day shift" || fmt.Sprint(detail["given"]) != "[boats export]" {
			t.Errorf("audit of %s: %v", subject, detail)
		}
		list, err := p.ListGroups(p.as("helper"), "SHIFT", query("name", 5, 1))
		must(t, err)
		if len(list.Data) != 1 || list.Data[0].ID != made.ID || list.Items.Total != 1 {
			t.Errorf("%+v", list)
		}
		all, err := p.ListGroups(system, "", query("-name", 5, 1))
		must(t, err)
		var names []string
		for _, g := range all.Data {
			names = append(names, fmt.Sprint(g.Name, " ", g.Members))
		}
		if want := []string{"Twins 0", "Keepers 2", "Idle 0", "Exporters 1", "Day shift 0"}; !slices.Equal(names, want) {
			t.Errorf("%q, want %q", names, want)
		}
		options, err := p.GroupOptions(system)
		must(t, err)
		if len(options) != 8 || options[0] != (account.GroupOption{ID: "admin", Name: "Admin"}) || options[3].Name != "Day shift" {
			t.Errorf("options: %+v", options)
		}
		for name, want := range map[string][]string{
			"root": nil, "admin": {"Root"}, "clerk": {"Root", "Day shift", "Exporters"}, "helper": {"Admin", "Root", "Day shift", "Exporters"},
		} {
			offered, err := p.GroupOptions(p.as(name))
			must(t, err)
			var beyond []string
			for _, option := range offered {
				if option.Refusal != "" {
					beyond = append(beyond, option.Name)
				}
			}
			if !slices.Equal(beyond, want) {
				t.Errorf("beyond %s are %q, want %q", name, beyond, want)
			}
		}
		_, err = p.DeleteGroup(p.as("admin"), made.ID)
		must(t, err)
		_, gone := p.GetGroup(system, made.ID)
		_, none := p.RenameGroup(system, made.ID, 0, "x")
		_, member := p.SetGroups(system, p.ids["member"], 0, map[string]string{made.ID: "Day shift"})
		if !fault.Is(gone, fault.NotFound) || !fault.Is(none, fault.NotFound) || !fault.Is(member, fault.Invalid) {
			t.Errorf("a deleted group: %v, %v, %v", gone, none, member)
		}
	})
}
