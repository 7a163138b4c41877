package farm

import (
	"context"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Ref is a farm that the caller may work with.
type Ref struct {
	ID   string
	Name string
	Zone *time.Location // in which its calendar days begin and end

	Season Season // given by a gate alone: a list of farms leaves it out

	cleaning bool
}

// open refuses a farm that is being cleaned.
func (f Ref) open(err error) (Ref, error) {
	if err == nil && f.cleaning {
		return Ref{}, errBeingCleaned
	}
	return f, err
}

// Today is the farm's calendar day at the instant, in days since 1970-01-01.
func (f Ref) Today(now time.Time) int { return Day(now.In(f.Zone)) }

// IDs are the ids of the farms.
func IDs(farms []Ref) []string {
	ids := make([]string, len(farms))
	for i, f := range farms {
		ids[i] = f.ID
	}
	return ids
}

// Day is the calendar day that t shows in its own zone.
func Day(t time.Time) int {
	year, month, day := t.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// errNoFarm is the answer for a farm that does not exist and for one that is not
// the caller's, so that nobody learns of somebody else's farm.
var errNoFarm = fault.New(fault.NotFound, "No such farm.")

// errBeingCleaned is the answer for what a clean removes, until the clean has
// ended.
var errBeingCleaned = fault.New(fault.Conflict, "This farm is being cleaned. Please try again in a few minutes.")

// Require is the tenancy gate: it gives the farm when the caller may look at it
// and do what its own people do, and a NotFound fault to anyone else. Those who see
// every farm only because they may export it pass where nothing can be written; a
// transaction that writes is Denied to them. While the
// farm is being cleaned, which can take minutes, that is a Conflict; one that is
// being deleted no longer exists.
func Require(ctx context.Context, tx *sqldb.Tx, farmID string) (Ref, error) {
	ref, err := RequireRecord(ctx, tx, farmID)
	return ref.open(err)
}

// RequireRecord is the gate before what a clean leaves alone, the farm's record
// and its tags; it also opens while the farm is being cleaned.
func RequireRecord(ctx context.Context, tx *sqldb.Tx, farmID string) (Ref, error) {
	caller, err := enrolled(ctx)
	if err != nil {
		return Ref{}, err
	}
	return admitOrDeny(ctx, tx, farmID, caller, caller.Staff() || caller.May(actor.Companies) || tx.ReadOnly() && caller.SeesFarms())
}

// RequireSight is the gate before what is the caller's own of a farm, such as their
// dashboard: whoever may look at the farm passes, and may write.
func RequireSight(ctx context.Context, tx *sqldb.Tx, farmID string) (Ref, error) {
	caller, err := enrolled(ctx)
	if err != nil {
		return Ref{}, err
	}
	ref, err := admit(ctx, tx, farmID, caller, caller.SeesFarms())
	return ref.open(err)
}

// admitOrDeny is admit, but for those who see every farm, to whom none is a secret, a
// farm that they may not reach in this way is Denied.
func admitOrDeny(ctx context.Context, tx *sqldb.Tx, farmID string, caller actor.Actor, any bool) (Ref, error) {
	ref, err := admit(ctx, tx, farmID, caller, any)
	if !fault.Is(err, fault.NotFound) || !caller.SeesFarms() {
		return ref, err
	}
	if _, err := admit(ctx, tx, farmID, caller, true); err != nil {
		return Ref{}, err
	}
	return Ref{}, actor.ErrDenied
}

// RequireTo is the gate before what the farm's own people may do, and those who
// have the permission may do on any farm. Staff without it get a Denied fault.
func RequireTo(ctx context.Context, tx *sqldb.Tx, farmID string, p actor.Permission) (Ref, error) {
	ref, err := RequireRecordTo(ctx, tx, farmID, p)
	return ref.open(err)
}

// RequireRecordTo is RequireTo before what a clean leaves alone.
func RequireRecordTo(ctx context.Context, tx *sqldb.Tx, farmID string, p actor.Permission) (Ref, error) {
	caller, err := enrolled(ctx)
	if err != nil {
		return Ref{}, err
	}
	return admitOrDeny(ctx, tx, farmID, caller, caller.May(p))
}

// Managed gives the farms that the caller manages and is linked to, of which there
// are few, by id. One that is being cleaned or deleted is left out. Who reaches no farm
// at all is refused.
func Managed(ctx context.Context, tx *sqldb.Tx) ([]Ref, error) {
	caller, err := enrolled(ctx)
	switch {
	case err != nil:
		return nil, err
	case !caller.ReachesFarms():
		return nil, actor.ErrDenied
	case !caller.FarmManager:
		return nil, nil
	}
	return sqldb.All(ctx, tx, scanRef, `SELECT f.id, f.name, f.time_zone FROM farm_users u JOIN farms f ON f.id = u.farm_id
		WHERE u.user_id = $1 AND `+notEmptied+" ORDER BY f.id", caller.UserID)
}

const notEmptied = "NOT EXISTS (SELECT 1 FROM farm_emptying e WHERE e.farm_id = f.id)"

func scanRef(r sqldb.Row) (ref Ref, err error) {
	var zone string
	if err := r.Scan(&ref.ID, &ref.Name, &zone); err != nil {
		return ref, err
	}
	ref.Zone, err = zoneNamed(ref.ID, zone)
	return ref, err
}

// Peopled gives, for a job, at most so many farms that users are linked to, by id, after
// one. What is being cleaned or deleted is left out.
func Peopled(ctx context.Context, tx *sqldb.Tx, after string, most int) ([]Ref, error) {
	return sqldb.All(ctx, tx, scanRef, `SELECT f.id, f.name, f.time_zone FROM farms f
		WHERE f.id > $1 AND EXISTS (SELECT 1 FROM farm_users u WHERE u.farm_id = f.id) AND `+notEmptied+" ORDER BY f.id LIMIT $2", after, most)
}

// PeopledOne is [Peopled] for one farm: that, or none.
func PeopledOne(ctx context.Context, tx *sqldb.Tx, farmID string) ([]Ref, error) {
	return sqldb.All(ctx, tx, scanRef, `SELECT f.id, f.name, f.time_zone FROM farms f
		WHERE f.id = $1 AND EXISTS (SELECT 1 FROM farm_users u WHERE u.farm_id = f.id) AND `+notEmptied, farmID)
}

// Person is somebody who manages a farm, and their address.
type Person struct{ ID, Email string }

// Managers gives, for a job, the active users who manage the farm.
func Managers(ctx context.Context, tx *sqldb.Tx, farmID string) ([]Person, error) {
	people, err := ManagersOf(ctx, tx, []string{farmID})
	return people[farmID], err
}

// ManagersOf is [Managers] of some farms, by farm.
func ManagersOf(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string][]Person, error) {
	people := map[string][]Person{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (p Person, err error) {
		var farmID string
		err = r.Scan(&farmID, &p.ID, &p.Email)
		people[farmID] = append(people[farmID], p)
		return p, err
	}, "SELECT l.farm_id, u.id, u.email FROM farm_users l JOIN users u ON u.id = l.user_id WHERE u.is_active AND u.is_farmmanager AND l.farm_id IN ("+sqldb.In(1, len(farmIDs))+") ORDER BY u.id",
		sqldb.Args(farmIDs)...)
	return people, err
}

func zoneNamed(farmID, name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("farm %s: %w", farmID, err)
	}
	return zone, nil
}

// enrolled gives the caller, who must be signed in and have any second factor that is required.
func enrolled(ctx context.Context) (actor.Actor, error) {
	caller, err := actor.AtFarm(ctx)
	if err == nil {
		err = caller.Enrolled()
	}
	return caller, err
}

// admit gives any farm, or else one that the caller manages and is linked to.
func admit(ctx context.Context, tx *sqldb.Tx, farmID string, caller actor.Actor, anyFarm bool) (Ref, error) {
	if !anyFarm && !caller.FarmManager || caller.Key != nil && caller.Key.FarmID != farmID {
		return Ref{}, errNoFarm
	}
	query, args := "SELECT f.name, f.time_zone, e.deletes, f.season_month, f.mortality_mark FROM farms f LEFT JOIN farm_emptying e ON e.farm_id = f.id WHERE f.id = $1", []any{farmID}
	if !anyFarm {
		query += " AND EXISTS (SELECT 1 FROM farm_users u WHERE u.farm_id = f.id AND u.user_id = $2)"
		args = append(args, caller.UserID)
	}
	ref := Ref{ID: farmID}
	var deletes *bool
	var mark int64
	zone, err := sqldb.One(ctx, tx, func(r sqldb.Row) (zone string, err error) {
		return zone, r.Scan(&ref.Name, &zone, &deletes, &ref.Season.Month, &mark)
	}, query, args...)
	ref.Season.Mark = markOf(mark)
	if fault.Is(err, fault.NotFound) || err == nil && deletes != nil && *deletes {
		return Ref{}, errNoFarm
	}
	ref.cleaning = deletes != nil
	if err != nil {
		return Ref{}, err
	}
	ref.Zone, err = zoneNamed(farmID, zone)
	return ref, err
}
