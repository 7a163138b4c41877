package report

import (
	"cmp"
	"context"
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// notKnown takes the place of a label that nobody gave.
const notKnown = "Not known"

// Equipment says what the farm's containers hold today.
type Equipment struct {
	Total     int64            `json:"total" doc:"Containers that hold living animals"`
	Unused    int64            `json:"unused" doc:"Spots of the lines on which no such container hangs"`
	ChartData map[string]int64 `json:"chartData" doc:"Containers in use by their type, which is the lot's equipment"`
}

// Equipment counts the containers in use and the spots that are free, today,
// in one growing area or, where leaseID is empty or All, in all. Containers count where
// their lot passes viewBy, the values by field; spots are free whatever it says. The
// farm's people and those who see every farm may ask; anyone else gets NotFound.
func (s *Service) Equipment(ctx context.Context, farmID, leaseID string, viewBy map[string][]string) (e Equipment, err error) {
	filters, bad := field.Filters(viewBy)
	if len(bad) > 0 {
		return e, fault.ForFields(bad)
	}

	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Reporting.Require(ctx, tx, farmID); err != nil {
			return err
		}
		leases, err := farm.Leases(ctx, tx, farmID)
		if err != nil {
			return err
		}
		chosen, err := ChosenLeases(leaseID, leases)
		if err != nil {
			return err
		}
		e, err = EquipmentOf(ctx, tx, farmID, chosen, filters)
		return err
	})
	return e, err
}

// ChosenLeases are the growing areas that a request asks for.
func ChosenLeases(leaseID string, leases []farm.Lease) ([]farm.Lease, error) {
	if leaseID == "" || leaseID == "All" {
		return leases, nil
	}
	i := slices.IndexFunc(leases, func(l farm.Lease) bool { return l.ID == leaseID })
	if i < 0 {
		return nil, fault.ForField("activeLease", "The farm has no such growing area.")
	}
	return leases[i : i+1], nil
}

// OfToday is the query whose plan has the day, growing area and lots of what is known for today alone.
func (q Query) OfToday() Query {
	q.Metric, q.DateRange, q.Frequency, q.Segment, q.GraphType = MetricInventory, RangeSnapshot, Daily, "", ""
	return q
}

// hanging are the containers of one type in a growing area.
type hanging struct {
	leaseID, kind string
	count         int64
}

// EquipmentOf counts the containers of the lots that pass the filters. Spots are
// free or taken whatever the filters say. An area where more hangs than its
// lines have spots for has none free; it takes none from another. One that has
// ended has none either: nothing can be hung there.
func EquipmentOf(ctx context.Context, tx *sqldb.Tx, farmID string, leases []farm.Lease, filters []field.Filter) (Equipment, error) {
	e := Equipment{ChartData: map[string]int64{}}
	all, err := containersInUse(ctx, tx, farmID, nil)
	if err != nil {
		return e, err
	}
	passing := all
	if len(filters) > 0 {
		if passing, err = containersInUse(ctx, tx, farmID, filters); err != nil {
			return e, err
		}
	}
	for _, l := range leases {
		free := int64(l.Spots())
		for _, h := range all {
			if h.leaseID == l.ID {
				free -= h.count
			}
		}
		if l.EndedOn == "" {
			e.Unused += max(0, free)
		}
		for _, h := range passing {
			if h.leaseID == l.ID {
				e.Total += h.count
				e.ChartData[cmp.Or(h.kind, notKnown)] += h.count
			}
		}
	}
	return e, nil
}

func containersInUse(ctx context.Context, tx *sqldb.Tx, farmID string, filters []field.Filter) ([]hanging, error) {
	where, args := field.Where(filters, []any{farmID})
	return sqldb.All(ctx, tx, func(r sqldb.Row) (h hanging, err error) {
		return h, r.Scan(&h.leaseID, &h.kind, &h.count)
	}, `SELECT b.lease_id, l.mesh_size, CAST(SUM(b.containers) AS BIGINT)
		FROM balances b
		JOIN lots l ON l.farm_id = b.farm_id AND l.id = b.lot_id
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		WHERE b.farm_id = $1 AND `+column.InUse+where+`
		GROUP BY b.lease_id, l.mesh_size`, args...)
}
