package account

import (
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"slices"
)

// AccountRow is a user as the console lists them. The API document has one set
// of names for all packages, hence the prefix.
type AccountRow struct {
	ID           string            `json:"_id"`
	IsActive     bool              `json:"isActive"`
	Username     string            `json:"username"`
	Email        string            `json:"email"`
	Name         Name              `json:"name"`
	Groups       map[string]string `json:"groups" doc:"Id to name: admin, root, farmmanager and admin groups"`
	Roles        Roles             `json:"roles"`
	SecondFactor bool              `json:"secondFactor" doc:"Signs in with a code from an authenticator app"`
	LastSeen     int64             `json:"lastSeen" doc:"Unix milliseconds, to the minute; 0 for never"`
	FarmCount    int               `json:"farmCount" doc:"Linked farms, of at most 25"`
	Version      int64             `json:"version" doc:"Counts up with every change of the details or groups"`
}

// Account is a user with all that the console shows.
type Account struct {
	AccountRow
	Farms    []FarmLink `json:"farms" doc:"Sorted by name"`
	Refusals Refusals   `json:"refusals"`
}

// Refusals are sentences about what the caller may not do with a user, empty
// for what they may.
type Refusals struct {
	Account      string `json:"account" doc:"Changing anything of the account, or seeing its sessions"`
	Farms        string `json:"farms" doc:"Adding and removing links to farms"`
	SecondFactor string `json:"secondFactor" doc:"Removing the second factor"`
}

// Roles are the roles that a user can play.
type Roles struct {
	Admin   bool `json:"admin" doc:"In admin, root or an admin group"`
	Account bool `json:"account" doc:"A farm manager, linked to a farm, or somebody who has only their account"`
}

// FarmLink is a farm that a user is linked to.
type FarmLink struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	TimeCreated int64    `json:"timeCreated" doc:"When it was linked, Unix milliseconds"`
	Permissions []string `json:"permissions" doc:"Edited in the farms' own app"`
}

// NewUser is what it takes to make a user.
type NewUser struct {
	Username string
	Email    string
	Password string
	Name     Name
	Groups   Groups
}

func (u NewUser) identity() Identity { return Identity{u.Username, u.Email, u.Name} }

// UserChange is an edit; what is nil stays as it is.
type UserChange struct {
	Username *string     `json:"username" required:"false"`
	Email    *string     `json:"email" required:"false"`
	Name     *NameChange `json:"name" required:"false"`
	IsActive *bool       `json:"isActive" required:"false"`
}

// NameChange is an edit of a name; what is nil stays as it is.
type NameChange struct {
	First  *string `json:"first" required:"false"`
	Middle *string `json:"middle" required:"false"`
	Last   *string `json:"last" required:"false"`
}

func (c UserChange) apply(u User) User {
	set(&u.Username, c.Username)
	set(&u.Email, c.Email)
	set(&u.IsActive, c.IsActive)
	if c.Name != nil {
		c.Name.Apply(&u.Name)
	}
	identity := u.identity()
	identity.tidy()
	u.Username, u.Email, u.Name = identity.Username, identity.Email, identity.Name
	return u
}

// Apply lays the edit over a name.
func (c NameChange) Apply(n *Name) {
	set(&n.First, c.First)
	set(&n.Middle, c.Middle)
	set(&n.Last, c.Last)
}

// set puts the value in, if there is one.
func set[T any](into *T, value *T) {
	if value != nil {
		*into = *value
	}
}

func (u User) identity() Identity { return Identity{u.Username, u.Email, u.Name} }

// differences says what an edit changed, for the audit trail.
// newFaults returns the faults of the identity that it did not have before: what an older rule
// accepted stays until it is changed.
func (u User) newFaults(before User) []fault.Field {
	old := before.identity().faults()
	return slices.DeleteFunc(u.identity().faults(), func(f fault.Field) bool { return slices.Contains(old, f) })
}

func differences(before, after User) map[string]any {
	changed := map[string]any{}
	for _, f := range []struct {
		name          string
		before, after any
	}{
		{"username", before.Username, after.Username}, {"email", before.Email, after.Email},
		{"first", before.Name.First, after.Name.First}, {"middle", before.Name.Middle, after.Name.Middle},
		{"last", before.Name.Last, after.Name.Last}, {"isActive", before.IsActive, after.IsActive},
	} {
		if f.before != f.after {
			changed[f.name] = map[string]any{"from": f.before, "to": f.after}
		}
	}
	return changed
}

// The built-in groups, by the ids under which the API names them.
const (
	groupAdmin       = "admin"
	groupRoot        = "root"
	groupFarmManager = "farmmanager"
)

// builtIn are their names, in the order in which they are offered.
var builtIn = []named{{id: groupAdmin, name: "Admin"}, {id: groupRoot, name: "Root"}, {id: groupFarmManager, name: "Farm manager"}}

// flag is the flag of a built-in group, nil for any other id.
func (g *Groups) flag(id string) *bool {
	switch id {
	case groupAdmin:
		return &g.Admin
	case groupRoot:
		return &g.Root
	case groupFarmManager:
		return &g.FarmManager
	}
	return nil
}

// complete fills in what follows from the groups that a user is in; row.Groups
// must hold the admin groups already.
func (row *AccountRow) complete(g Groups) {
	admin := g.Admin || g.Root || len(row.Groups) > 0
	row.Roles = Roles{Admin: admin, Account: !admin || g.FarmManager || row.FarmCount > 0}
	for _, group := range builtIn {
		if *g.flag(group.id) {
			row.Groups[group.id] = group.name
		}
	}
}

// with is the user as a member of other groups, with the rights that follow.
func (u User) with(g Groups, admin []AdminGroup) User {
	u.Groups, u.given = g, grants{}
	for _, group := range admin {
		u.given.add(group.Permissions)
	}
	u.Permissions = u.rights().Effective()
	return u
}

// rights are what the user may do.
func (u User) rights() actor.Actor { return u.actor("") }
