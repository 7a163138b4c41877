package farm

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Level says how much of a farm its link opens to a farm manager; each opens what those
// before it do. The gates of the package let in those who manage the farm, those of a level
// whoever has it or more, so that what asks for none is closed to workers.
type Level int

// The levels, as they are stored.
const (
	Recording Level = 1 // records what is done: activities, tags, labels
	Reporting Level = 2 // sees reports and exports too
	Managing  Level = 3 // does all that a farm's own people may
)

// levels are their names in the API.
var levels = map[Level]string{Recording: "record", Reporting: "reports", Managing: "manage"}

func (l Level) String() string { return levels[l] }

// LevelNamed gives the level of that name; an Invalid fault of the field if there is none.
func LevelNamed(name string) (Level, error) {
	for level, its := range levels {
		if its == name {
			return level, nil
		}
	}
	return 0, fault.ForField("may", "Please choose what they may do.")
}

// errBeyond is the answer to somebody whose link does not open what they ask for.
var errBeyond = fault.New(fault.Denied, "What you may do on this farm does not go that far. Those who manage it can change that.")

// Require is [Require] for those whose link has the level or more.
func (l Level) Require(ctx context.Context, tx *sqldb.Tx, farmID string) (Ref, error) {
	ref, err := l.RequireRecord(ctx, tx, farmID)
	return ref.open(err)
}

// RequireRecord is [RequireRecord] for those whose link has the level or more.
func (l Level) RequireRecord(ctx context.Context, tx *sqldb.Tx, farmID string) (Ref, error) {
	caller, err := enrolled(ctx)
	if err != nil {
		return Ref{}, err
	}
	return l.admitOrDeny(ctx, tx, farmID, caller, caller.Staff() || caller.May(actor.Companies) || tx.ReadOnly() && caller.SeesFarms())
}

// RequireSight is the gate before what is the caller's own of a farm, such as their
// dashboard: whoever may look at the farm passes, and may write.
func (l Level) RequireSight(ctx context.Context, tx *sqldb.Tx, farmID string) (Ref, error) {
	caller, err := enrolled(ctx)
	if err != nil {
		return Ref{}, err
	}
	ref, err := l.admit(ctx, tx, farmID, caller, caller.SeesFarms())
	return ref.open(err)
}

// RequireTo is [RequireTo] for those whose link has the level or more.
func (l Level) RequireTo(ctx context.Context, tx *sqldb.Tx, farmID string, p actor.Permission) (Ref, error) {
	ref, err := l.RequireRecordTo(ctx, tx, farmID, p)
	return ref.open(err)
}

// RequireRecordTo is [RequireRecordTo] for those whose link has the level or more.
func (l Level) RequireRecordTo(ctx context.Context, tx *sqldb.Tx, farmID string, p actor.Permission) (Ref, error) {
	caller, err := enrolled(ctx)
	if err != nil {
		return Ref{}, err
	}
	return l.admitOrDeny(ctx, tx, farmID, caller, caller.May(p))
}

// admitOrDeny is admit, but for those who see every farm, to whom none is a secret, a
// farm that they may not reach in this way is Denied.
func (l Level) admitOrDeny(ctx context.Context, tx *sqldb.Tx, farmID string, caller actor.Actor, any bool) (Ref, error) {
	ref, err := l.admit(ctx, tx, farmID, caller, any)
	if !fault.Is(err, fault.NotFound) || !caller.SeesFarms() {
		return ref, err
	}
	if _, err := l.admit(ctx, tx, farmID, caller, true); err != nil {
		return Ref{}, err
	}
	return Ref{}, actor.ErrDenied
}

// admit gives any farm, or else one to which a link of the caller's has the level.
func (l Level) admit(ctx context.Context, tx *sqldb.Tx, farmID string, caller actor.Actor, anyFarm bool) (Ref, error) {
	if !anyFarm && !caller.FarmManager || caller.Key != nil && caller.Key.FarmID != farmID {
		return Ref{}, errNoFarm
	}
	query, args := `SELECT f.name, f.time_zone, e.deletes, f.season_month, f.mortality_mark, f.missing_died, 0 FROM farms f LEFT JOIN farm_emptying e ON e.farm_id = f.id WHERE f.id = $1`, []any{farmID}
	if !anyFarm {
		links, whose := linksOf(caller, 2)
		query = `SELECT f.name, f.time_zone, e.deletes, f.season_month, f.mortality_mark, f.missing_died, u.level FROM farms f JOIN ` + links + ` u ON u.farm_id = f.id
			LEFT JOIN farm_emptying e ON e.farm_id = f.id WHERE f.id = $1`
		args = append(args, whose)
	}
	ref := Ref{ID: farmID}
	var deletes *bool
	var mark int64
	zone, err := sqldb.One(ctx, tx, func(r sqldb.Row) (zone string, err error) {
		return zone, r.Scan(&ref.Name, &zone, &deletes, &ref.Season.Month, &mark, &ref.MissingDied, &ref.level)
	}, query, args...)
	ref.Season.Mark = markOf(mark)
	switch {
	case fault.Is(err, fault.NotFound) || err == nil && deletes != nil && *deletes:
		return Ref{}, errNoFarm
	case err != nil:
		return Ref{}, err
	case !anyFarm && ref.level < l:
		return Ref{}, errBeyond
	}
	ref.cleaning = deletes != nil
	ref.Zone, err = ZoneNamed(farmID, zone)
	return ref, err
}

// linksOf is a table of the farms that the caller's links open and of their levels, and the
// argument that it has under that number. Staff who look at a farm as its manager does have
// that one.
func linksOf(caller actor.Actor, arg int) (table string, whose any) {
	if caller.Viewing != "" {
		return fmt.Sprintf("(SELECT id AS farm_id, 3 AS level FROM farms WHERE id = $%d)", arg), caller.Viewing
	}
	return fmt.Sprintf("(SELECT farm_id, level FROM farm_users WHERE user_id = $%d)", arg), caller.UserID
}
