package farm

import (
	"context"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/timezone"
)

// Ref is a farm that the caller may work with.
type Ref struct {
	ID   string
	Name string
	Zone *time.Location // in which its calendar days begin and end

	Season Season // given by a gate alone: a list of farms leaves it out

	MissingDied bool // animals that a count does not find are lost, unless it says otherwise; set by a gate alone

	cleaning bool
	level    Level // of the caller's link, where that is what lets them in
}

// Own reports whether the caller works with the farm as a worker who may change only what
// they recorded themselves.
func (f Ref) Own() bool { return f.level != 0 && f.level < Managing }

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
// and do what those who manage it do, and a NotFound fault to anyone else; those whose
// link is narrower are Denied ([Level.Require] lets them in). Those who see every
// farm only because they may export it pass where nothing can be written; a
// transaction that writes is Denied to them. While the
// farm is being cleaned, which can take minutes, that is a Conflict; one that is
// being deleted no longer exists.
func Require(ctx context.Context, tx *sqldb.Tx, farmID string) (Ref, error) {
	return Managing.Require(ctx, tx, farmID)
}

// RequireRecord is the gate before what a clean leaves alone, the farm's record
// and its tags; it also opens while the farm is being cleaned.
func RequireRecord(ctx context.Context, tx *sqldb.Tx, farmID string) (Ref, error) {
	return Managing.RequireRecord(ctx, tx, farmID)
}

// RequireTo is the gate before what those who manage the farm may do, and those who
// have the permission may do on any farm. Staff without it get a Denied fault.
func RequireTo(ctx context.Context, tx *sqldb.Tx, farmID string, p actor.Permission) (Ref, error) {
	return Managing.RequireTo(ctx, tx, farmID, p)
}

// RequireRecordTo is RequireTo before what a clean leaves alone.
func RequireRecordTo(ctx context.Context, tx *sqldb.Tx, farmID string, p actor.Permission) (Ref, error) {
	return Managing.RequireRecordTo(ctx, tx, farmID, p)
}

// Managed gives the farms that the caller is linked to as one who sees reports at least, of
// which there are few, by id. One that is being cleaned or deleted is left out. Who reaches
// no farm at all is refused.
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
	links, whose := linksOf(caller, 1)
	return sqldb.All(ctx, tx, func(r sqldb.Row) (Ref, error) {
		var level Level
		ref, err := scanRefWith(r, &level)
		ref.level = level
		return ref, err
	}, `SELECT f.id, f.name, f.time_zone, u.level FROM `+links+` u JOIN farms f ON f.id = u.farm_id
		WHERE u.level >= $2 AND `+notEmptied+" ORDER BY f.id", whose, Reporting)
}

const notEmptied = "NOT EXISTS (SELECT 1 FROM farm_emptying e WHERE e.farm_id = f.id)"

func scanRef(r sqldb.Row) (Ref, error) { return scanRefWith(r) }

// scanRefWith scans a farm and what comes after it.
func scanRefWith(r sqldb.Row, more ...any) (ref Ref, err error) {
	var zone string
	if err := r.Scan(append([]any{&ref.ID, &ref.Name, &zone}, more...)...); err != nil {
		return ref, err
	}
	ref.Zone, err = ZoneNamed(ref.ID, zone)
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

// Person is one of a farm's people, their address, and what their link opens.
type Person struct {
	ID, Email string
	Level     Level
}

// Managers gives, for a job, the farm's people: the active farm managers who are linked to it.
func Managers(ctx context.Context, tx *sqldb.Tx, farmID string) ([]Person, error) {
	people, err := ManagersOf(ctx, tx, []string{farmID})
	return people[farmID], err
}

// ManagersOf is [Managers] of some farms, by farm.
func ManagersOf(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string][]Person, error) {
	people := map[string][]Person{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (p Person, err error) {
		var farmID string
		err = r.Scan(&farmID, &p.ID, &p.Email, &p.Level)
		people[farmID] = append(people[farmID], p)
		return p, err
	}, "SELECT l.farm_id, u.id, u.email, l.level FROM farm_users l JOIN users u ON u.id = l.user_id WHERE u.is_active AND u.is_farmmanager AND l.farm_id IN ("+sqldb.In(1, len(farmIDs))+") ORDER BY u.id",
		sqldb.Args(farmIDs)...)
	return people, err
}

// ZoneNamed is the time zone that the farm has by its name, by the rules of now: it is not to be kept.
func ZoneNamed(farmID, name string) (*time.Location, error) {
	zone, err := timezone.Load(name)
	if err != nil {
		return nil, fmt.Errorf("farm %s: %w", farmID, err)
	}
	return zone, nil
}

// ZoneOf returns the time zone of a farm, for a job.
func ZoneOf(ctx context.Context, tx *sqldb.Tx, farmID string) (*time.Location, error) {
	name, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT time_zone FROM farms WHERE id = $1", farmID)
	if err != nil {
		return nil, fmt.Errorf("time zone of farm %s: %w", farmID, err)
	}
	return ZoneNamed(farmID, name)
}

// enrolled gives the caller, who must be signed in and have any second factor that is required.
func enrolled(ctx context.Context) (actor.Actor, error) {
	caller, err := actor.AtFarm(ctx)
	if err == nil {
		err = caller.Enrolled()
	}
	return caller, err
}
