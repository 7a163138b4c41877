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
}

// Today is the farm's calendar day at the instant, in days since 1970-01-01.
func (f Ref) Today(now time.Time) int { return Day(now.In(f.Zone)) }

// Day is the calendar day that t shows in its own zone.
func Day(t time.Time) int {
	year, month, day := t.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// errNoFarm is the answer for a farm that is not there and for one that is not
// the caller's, so that nobody learns of another's farm.
var errNoFarm = fault.New(fault.NotFound, "No such farm.")

// Require is the tenancy gate: it gives the farm when the caller may work with
// it, and a NotFound fault to anyone else.
func Require(ctx context.Context, tx *sqldb.Tx, farmID string) (Ref, error) {
	caller, ok := actor.From(ctx)
	if !ok || !caller.Staff() && !caller.FarmManager {
		return Ref{}, errNoFarm
	}
	query, args := "SELECT f.name, f.time_zone FROM farms f WHERE f.id = $1", []any{farmID}
	if !caller.Staff() {
		query += " AND EXISTS (SELECT 1 FROM farm_users u WHERE u.farm_id = f.id AND u.user_id = $2)"
		args = append(args, caller.UserID)
	}
	ref := Ref{ID: farmID}
	zone, err := sqldb.One(ctx, tx, func(r sqldb.Row) (zone string, err error) {
		return zone, r.Scan(&ref.Name, &zone)
	}, query, args...)
	if fault.Is(err, fault.NotFound) {
		return Ref{}, errNoFarm
	}
	if err != nil {
		return Ref{}, err
	}
	if ref.Zone, err = time.LoadLocation(zone); err != nil {
		return Ref{}, fmt.Errorf("farm %s: %w", farmID, err)
	}
	return ref, nil
}
