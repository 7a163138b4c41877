package report

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/report/growth"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// What an answer holds at most: those with the most living animals, and of the plantings the
// newest beside them.
const (
	maxPlantings = 100
	maxLots      = 200
	maxPoints    = 400 // of a curve, the newest
)

// Growth says how long a farm's living animals are, how fast they grow, and when they will be of
// market size.
type Growth struct {
	Date           string              `json:"date" doc:"YYYY-MM-DD"`
	MarketMM       float64             `json:"marketMm" doc:"The length from which the farm sells"`
	Living         int64               `json:"living"`
	WithoutLengths int64               `json:"withoutLengths" doc:"Living animals of whose newest measurement only the mean is known; they are not in the distribution"`
	NotMeasured    int64               `json:"notMeasured" doc:"Living animals of which nothing was ever measured; they are not in it either"`
	Oldest         string              `json:"oldest" doc:"YYYY-MM-DD of the oldest measurement in the distribution; empty where there is none"`
	Newest         string              `json:"newest" doc:"YYYY-MM-DD of the newest"`
	Distribution   growth.Distribution `json:"distribution"`
	Plantings      []Planting          `json:"plantings" doc:"Those that live first, then the newest first"`
	MorePlantings  int                 `json:"morePlantings" doc:"That are left out here"`
	Lots           []GrowingLot        `json:"lots" doc:"With living animals, the most first"`
	MoreLots       int                 `json:"moreLots" doc:"That are left out here"`
}

// Growing is the growth of a planting or lot.
type Growing struct {
	Group    ledger.GroupFields   `json:"group"`
	Living   int64                `json:"living"`
	Points   []growth.Measurement `json:"points" doc:"In order of days; at most the newest 400"`
	Forecast growth.Forecast      `json:"forecast"`
}

// Planting is a group of animals: what was planted together.
type Planting struct {
	GroupID string `json:"groupId"`
	Growing
}

// GrowingLot is a lot of living animals.
type GrowingLot struct {
	LotID string           `json:"lotId"`
	Lot   ledger.LotFields `json:"lot"`
	Growing
}

// GrowthQuery says which animals are asked about, and as of when.
type GrowthQuery struct {
	LeaseID string // of one growing area; empty or All for the whole farm
	LotID   string // of one lot; empty for all
	To      string // YYYY-MM-DD; empty for today
}

// Growth answers from the farm's ledger as of a day. What was recorded before the call is in the
// answer. The farm's people and those who see every farm may ask; anyone else gets NotFound.
func (s *Service) Growth(ctx context.Context, farmID string, q GrowthQuery) (g Growth, err error) {
	m, market, to, err := s.measures(ctx, farmID, q)
	if err != nil {
		return Growth{}, err
	}
	g.Date, g.MarketMM = to.String(), market.MM
	// After the measures, so that each lot in them is among those that are read.
	return g, s.db.Read(ctx, func(tx *sqldb.Tx) error {
		lots, err := field.Lots(ctx, tx, farmID)
		if err != nil {
			return err
		}
		var asked []ledger.LotDay
		for _, l := range m.Lots {
			asked = append(asked, l.Newest...)
		}
		sorting.By(asked, func(a, b ledger.LotDay) int { return cmp.Or(cmp.Compare(a.LotID, b.LotID), cmp.Compare(a.Day, b.Day)) })
		lengths, err := ledger.LengthsOf(ctx, tx, farmID, slices.Compact(asked))
		if err != nil {
			return err
		}
		g.distribute(m.Lots, lengths)
		g.fill(m, lots, to)
		return nil
	})
}

// measures reads what was measured on a farm that the caller may see, and its market size.
func (s *Service) measures(ctx context.Context, farmID string, q GrowthQuery) (m column.Measures, market farm.Market, to ledger.Day, err error) {
	var state column.State
	var a column.Ask
	cached := false
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Reporting.Require(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if a.LeaseID, err = chosenLease(ctx, tx, farmID, q.LeaseID); err != nil {
			return err
		}
		if to, err = lastDay(q.To, ledger.Day(ref.Today(s.now()))); err != nil {
			return err
		}
		if market, err = farm.MarketOf(ctx, tx, farmID); err != nil {
			return err
		}
		if state, err = column.StateOf(ctx, tx, farmID); err != nil {
			return err
		}
		a.Rows = []column.Days{{From: to, To: to}}
		if cached = s.cache.Fits(state); !cached {
			m, err = column.MeasuresBySQL(ctx, tx, farmID, a, q.LotID)
		}
		return err
	})
	if err != nil || !cached {
		return m, market, to, err
	}
	now, err := s.cache.At(ctx, farmID, state)
	if err != nil {
		return m, market, to, err
	}
	return now.Measures(a, q.LotID), market, to, nil
}

// chosenLease is the growing area that is asked for, empty for the whole farm.
func chosenLease(ctx context.Context, tx *sqldb.Tx, farmID, leaseID string) (string, error) {
	if leaseID == "" || leaseID == "All" {
		return "", nil
	}
	leases, err := farm.Leases(ctx, tx, farmID)
	if err == nil && !slices.ContainsFunc(leases, func(l farm.Lease) bool { return l.ID == leaseID }) {
		err = fault.ForField("activeLease", "The farm has no such growing area.")
	}
	return leaseID, err
}

// distribute adds up the lengths of each lot's newest size, weighed by its living animals.
func (g *Growth) distribute(lots []column.LotMeasures, lengths map[ledger.LotDay][]*ledger.Lengths) {
	var parts []growth.Part
	var oldest, newest ledger.Day
	for _, l := range lots {
		g.Living += l.Living
		part := growth.Part{Living: l.Living}
		for _, one := range l.Newest {
			part.Lengths = append(part.Lengths, lengths[one]...)
		}
		switch {
		case len(l.Newest) == 0:
			g.NotMeasured += l.Living
		case len(part.Lengths) == 0:
			g.WithoutLengths += l.Living
		default:
			parts = append(parts, part)
			day := l.Newest[0].Day
			if newest = max(newest, day); oldest == 0 || day < oldest {
				oldest = day
			}
		}
	}
	g.Oldest, g.Newest = oldest.String(), newest.String()
	g.Distribution = growth.DistributionOf(parts, g.MarketMM)
}

// fill names the plantings and lots and works out how they grow.
func (g *Growth) fill(m column.Measures, lots []field.Lot, on ledger.Day) {
	groups, byID := map[string]field.Lot{}, map[string]field.Lot{}
	for _, l := range lots {
		groups[l.GroupID], byID[l.ID] = l, l
	}
	g.Plantings, g.Lots = []Planting{}, []GrowingLot{}
	for _, one := range m.Groups {
		if l, known := groups[one.GroupID]; known { // a clean may have taken it meanwhile
			g.Plantings = append(g.Plantings, Planting{one.GroupID, g.growing(l, one.Living, one.Sizes, on)})
		}
	}
	for _, one := range m.Lots {
		sizes := make([]column.SizeOn, len(one.Samples))
		for i, s := range one.Samples {
			sizes[i] = column.SizeOn{Day: s.Day, Animals: s.N, MM: float64(s.Sum) / float64(s.N) / 10}
		}
		if l, known := byID[one.LotID]; known {
			g.Lots = append(g.Lots, GrowingLot{one.LotID, lotFields(l), g.growing(l, one.Living, sizes, on)})
		}
	}
	sorting.By(g.Plantings, func(a, b Planting) int {
		return cmp.Or(cmp.Compare(min(b.Living, 1), min(a.Living, 1)), cmp.Compare(b.Group.DatePlanted, a.Group.DatePlanted))
	})
	sorting.By(g.Lots, func(a, b GrowingLot) int { return cmp.Compare(b.Living, a.Living) })
	g.MorePlantings, g.MoreLots = max(0, len(g.Plantings)-maxPlantings), max(0, len(g.Lots)-maxLots)
	g.Plantings, g.Lots = g.Plantings[:len(g.Plantings)-g.MorePlantings], g.Lots[:len(g.Lots)-g.MoreLots]
}

func (g *Growth) growing(l field.Lot, living int64, sizes []column.SizeOn, on ledger.Day) Growing {
	points := growth.CurveOf(sizes)
	return Growing{groupFields(l), living, points[max(0, len(points)-maxPoints):], growth.ForecastOf(points, g.MarketMM, on)}
}

// written is the value of a field of a lot as people read it.
func written(l field.Lot, name string) string {
	i, _ := field.Named(name)
	return field.All[i].Form.Written(l.Values[i])
}

func groupFields(l field.Lot) ledger.GroupFields {
	number := func(name string) *int64 {
		if n, err := strconv.ParseInt(written(l, name), 10, 64); err == nil {
			return &n
		}
		return nil
	}
	return ledger.GroupFields{
		OysterType: written(l, "oysterType"), SeedSource: written(l, "seedSource"), Year: number("year"), Month: number("month"),
		DatePlanted: written(l, "datePlanted"), LocationPlanted: written(l, "locationPlanted"),
	}
}

func lotFields(l field.Lot) ledger.LotFields {
	return ledger.LotFields{SizeLabel: written(l, "sizeLabel"), MeshSize: written(l, "meshSize"), Nickname: written(l, "nickname")}
}
