package app

import (
	"maps"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/actor"
)

// anonymous are the callers without a token, or with one that is not valid.
var anonymous = []string{"nobody", "inactive", "signed out", "forged"}

// callers are all who make each call. A manager is linked to ownFarm, and so are the workers,
// whose links open less: a recorder's recording, a reporter's reports too. For each
// permission there are an admin and a user who have it alone, and an admin who
// has all the others.
var callers = func() []string {
	all := append(slices.Clone(anonymous), "member", "manager", "recorder", "reporter", "admin", "root")
	for _, p := range actor.Gating() {
		all = append(all, adminWith(p), adminWithout(p), userWith(p))
	}
	return all
}()

// workers are linked to ownFarm by links that open less than managing it.
var workers = []string{"recorder", "reporter"}

func adminWith(p actor.Permission) string    { return "admin with " + string(p) }
func adminWithout(p actor.Permission) string { return "admin without " + string(p) }
func userWith(p actor.Permission) string     { return "user with " + string(p) }

// having lists the callers who have all of the permissions.
func having(permissions ...actor.Permission) []string {
	who := []string{"admin", "root"}
	for _, p := range actor.Gating() {
		if !slices.Contains(permissions, p) {
			who = append(who, adminWithout(p))
		}
	}
	if len(permissions) == 1 {
		who = append(who, adminWith(permissions[0]), userWith(permissions[0]))
	}
	return who
}

// seeing lists the callers who may look at every farm.
func seeing() []string {
	admins := slices.DeleteFunc(slices.Clone(callers), func(name string) bool { return !strings.HasPrefix(name, "admin") })
	return append(admins, "root", userWith(actor.Companies), userWith(actor.Export))
}

// working lists the callers who are told what waits for staff.
func working() []string {
	return slices.DeleteFunc(seeing(), func(name string) bool { return name == userWith(actor.Export) })
}

// beyondOwn lists the callers who can act beyond their own farms.
func beyondOwn() []string {
	return slices.DeleteFunc(slices.Clone(callers), func(name string) bool {
		return slices.Contains(anonymous, name) || slices.Contains(workers, name) || name == "member" || name == "manager"
	})
}

// cells are what each caller gets, by name.
type cells map[string]int

// each is the same status for everybody.
func each(status int) cells {
	c := cells{}
	for _, name := range callers {
		c[name] = status
	}
	return c
}

// users is the status for everybody who is signed in.
func users(status int) cells { return each(status).but(401, anonymous...) }

// but gives the cells with another status for some.
func (c cells) but(status int, names ...string) cells {
	c = maps.Clone(c)
	for _, name := range names {
		if _, known := c[name]; !known {
			panic("no caller is named " + name)
		}
		c[name] = status
	}
	return c
}

// statuses gives the cells with one status in the place of another.
func statuses(base cells, from, to int) cells {
	base = maps.Clone(base)
	for name, status := range base {
		if status == from {
			base[name] = to
		}
	}
	return base
}

// ofAnyFarm is for a call that needs the permission, on a farm of anybody's: whoever
// may not see the farm is told that there is none, whoever may only see it is denied.
func ofAnyFarm(p actor.Permission) cells {
	return users(404).but(403, seeing()...).but(200, having(p)...)
}

var (
	everyone = each(200)
	all404   = each(404)
	all400   = each(400)
	signedIn = users(200)
	rootOnly = users(403).but(200, "root")

	people  = users(403).but(200, having(actor.AdminUsers)...)                  // those who manage users
	records = users(403).but(200, having(actor.Companies)...)                   // those who keep the records of farms
	linkers = users(403).but(200, having(actor.AdminUsers, actor.Companies)...) // those who link users to farms
	prices  = users(403).but(200, having(actor.Pricing)...)                     // those who set prices
	farmers = users(403).but(200, seeing()...).but(200, "manager", "recorder", "reporter")

	another         = users(404).but(200, seeing()...) // a farm that is not the caller's does not exist
	own             = another.but(200, "manager").but(403, workers...)
	ownReports      = own.but(200, "reporter")
	ownWork         = own.but(200, workers...)
	anotherEdit     = ofAnyFarm(actor.Companies)
	ownEdit         = anotherEdit.but(200, "manager").but(403, workers...)
	ownRecording    = ownEdit.but(200, workers...)
	ownPricing      = ofAnyFarm(actor.Pricing).but(200, "manager").but(403, workers...)
	recalling       = users(403).but(200, having(actor.Recall)...)                        // those who recall
	recallsSeen     = users(403).but(200, working()...).but(200, having(actor.Recall)...) // those who may look at all recalls
	anotherRecall   = ofAnyFarm(actor.Recall)
	ownRecall       = anotherRecall.but(200, "manager").but(403, workers...)
	anotherExport   = ofAnyFarm(actor.Export)
	ownExport       = anotherExport.but(200, "manager", "reporter").but(403, "recorder")
	ownPeople       = users(404).but(403, seeing()...).but(200, having(actor.AdminUsers)...).but(200, "manager").but(403, workers...) // who sees the people of a farm
	anotherStaffing = users(404).but(403, seeing()...).but(403, having(actor.AdminUsers)...).but(200, having(actor.AdminUsers, actor.Companies)...)
	ownStaffing     = users(404).but(403, seeing()...).but(403, having(actor.AdminUsers)...).but(200, having(actor.AdminUsers, actor.Companies)...).but(200, "manager").but(403, workers...)
)
