package account

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// AdminGroup is a group that gives its members permissions.
type AdminGroup struct {
	ID          string          `json:"_id"`
	Name        string          `json:"name"`
	Permissions map[string]bool `json:"permissions" doc:"Name to whether the members have it"`
	Members     int             `json:"members"`
	Version     int64           `json:"version" doc:"Counts up with every change of the name or permissions"`
}

// GroupOption is a group that a user can be put into.
type GroupOption struct {
	ID      string `json:"_id"`
	Name    string `json:"name"`
	Refusal string `json:"refusal" doc:"Why the caller can neither give nor take it; empty where it can be tried"`
}

const (
	maxGroupName      = 60 // characters
	maxPermissions    = 100
	maxPermissionName = 60 // characters
)

// groupName gives the name in its stored form, or a fault.
func groupName(name string) (string, error) {
	name = oneLine(name)
	switch n := utf8.RuneCountInString(name); {
	case n == 0 || n > maxGroupName:
		return "", fault.ForField("name", fmt.Sprintf("A group's name has 1 to %d characters.", maxGroupName))
	case strings.ContainsFunc(name, unseen):
		return "", fault.ForField("name", "A group's name cannot have characters that nobody sees.")
	}
	return name, nil
}

// tidyPermissions gives the permissions under their stored names.
func tidyPermissions(given map[string]bool) (map[string]bool, error) {
	refuse := func(format string, args ...any) (map[string]bool, error) {
		return nil, fault.ForField("permissions", fmt.Sprintf(format, args...))
	}
	if len(given) > maxPermissions {
		return refuse("A group has at most %d permissions.", maxPermissions)
	}
	tidy, names := map[string]bool{}, map[string]string{}
	for _, p := range actor.Gating() {
		names[sqldb.Fold(string(p))] = string(p)
	}
	for _, raw := range slices.Sorted(maps.Keys(given)) {
		name := oneLine(raw)
		other, known := names[sqldb.Fold(name)]
		switch _, twice := tidy[name]; {
		case name == "":
			return refuse("A permission needs a name.")
		case utf8.RuneCountInString(name) > maxPermissionName:
			return refuse("A permission's name has at most %d characters.", maxPermissionName)
		case strings.ContainsFunc(name, unseen):
			return refuse("A permission's name cannot have characters that nobody sees.")
		case twice || known && other != name:
			return refuse("%q and %q are the same name.", name, other)
		}
		tidy[name], names[sqldb.Fold(name)] = given[raw], name
	}
	return tidy, nil
}

// held lists the permissions that the group gives.
func (g AdminGroup) held() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(g.Permissions)) {
		if g.Permissions[name] {
			names = append(names, name)
		}
	}
	return names
}

// toggled lists the permissions that one of the two gives and the other does not.
func toggled(before, after map[string]bool) (given, taken []string) {
	both := maps.Clone(before)
	maps.Copy(both, after)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		switch {
		case after[name] && !before[name]:
			given = append(given, name)
		case before[name] && !after[name]:
			taken = append(taken, name)
		}
	}
	return given, taken
}

// requireAll is a Denied fault unless the caller has every one of the
// permissions: nobody gives or takes what they do not have.
func requireAll(caller actor.Actor, names []string) error {
	for _, name := range names {
		if !caller.May(actor.Permission(name)) {
			return fault.New(fault.Denied, "You can give and take only permissions that you have yourself.")
		}
	}
	return nil
}
