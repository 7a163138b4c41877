package farm

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/sqldb"
)

// Seen is one of many farms that the caller may look at.
type Seen struct {
	Ref
	Season Season // its month alone
}

// Visible gives the farms that the caller may look at and whose name or company name has
// the search, by id: all for those who see every farm, for a farm manager those whose link opens reports.
// One that is being cleaned or deleted is left out. Nobody else may ask.
func (s *Service) Visible(ctx context.Context, tx *sqldb.Tx, search string) ([]Seen, error) {
	caller, err := enrolled(ctx)
	switch {
	case err != nil:
		return nil, err
	case !caller.ReachesFarms():
		return nil, actor.ErrDenied
	}
	names, err := s.visible(ctx, tx, caller)
	if err != nil {
		return nil, err
	}
	found, _ := names.search(sqldb.SearchKey(search))
	asked := make(map[string]bool, len(names.byID))
	for i, one := range names.byID {
		asked[one.id] = found == nil || found[i]
	}
	from, args := "farms f WHERE ", []any{}
	if !caller.SeesFarms() {
		links, whose := linksOf(caller, 1)
		from, args = links+" u JOIN farms f ON f.id = u.farm_id WHERE u.level >= $2 AND ", []any{whose, Reporting}
	}
	var farms []Seen
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var one Seen
		var zone string
		if err := r.Scan(&one.ID, &one.Name, &zone, &one.Season.Month); err != nil || !asked[one.ID] {
			return struct{}{}, err
		}
		var err error
		if one.Zone, err = ZoneNamed(one.ID, zone); err != nil {
			return struct{}{}, err
		}
		farms = append(farms, one)
		return struct{}{}, nil
	}, "SELECT f.id, f.name, f.time_zone, f.season_month FROM "+from+notEmptied+" ORDER BY f.id", args...)
	return farms, err
}
