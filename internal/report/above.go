package report

import (
	"context"
	"sync"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/sqldb"
)

// aboveDays are the days whose mortality is compared with a farm's mark, up to today.
const aboveDays = 30

// losses remembers what farms lost of late: it stays the same until the farm records
// something, or the day is over.
type losses struct {
	mu    sync.Mutex
	known map[string]loss
}

type loss struct {
	state   column.State
	today   ledger.Day
	percent *float64
}

func (l *losses) of(farmID string) (last loss, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	last, known = l.known[farmID]
	return last, known
}

func (l *losses) remember(farmID string, now loss) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known[farmID] = now
}

// AboveMark gives the percentage that was lost in the last thirty days, by farm, of those
// farms that have a mark and are above it. It asks for no right: the caller answers for
// whom it tells. Farms without a mark cost nothing, and others only when their book changes.
func (s *Service) AboveMark(ctx context.Context, tx *sqldb.Tx, farms []farm.Ref) (map[string]float64, error) {
	marks, err := farm.Marks(ctx, tx, farm.IDs(farms))
	if err != nil || len(marks) == 0 {
		return nil, err
	}
	states, err := column.StatesOf(ctx, tx, farm.IDs(farms))
	if err != nil {
		return nil, err
	}
	above := map[string]float64{}
	for _, f := range farms {
		mark, has := marks[f.ID]
		if !has {
			continue
		}
		today := ledger.Day(f.Today(s.now()))
		days := column.Days{From: today - aboveDays + 1, To: today}
		percent, err := s.lost(ctx, tx, f.ID, states[f.ID], days)
		if err != nil {
			return nil, err
		}
		if percent != nil && *percent > markFor(mark, days) {
			above[f.ID] = *percent
		}
	}
	return above, nil
}

// lost is the interval mortality of the days; nil where nothing was at risk.
func (s *Service) lost(ctx context.Context, tx *sqldb.Tx, farmID string, state column.State, days column.Days) (*float64, error) {
	if last, known := s.losses.of(farmID); known && last.state == state && last.today == days.To {
		return last.percent, nil
	}
	leases, err := farm.Leases(ctx, tx, farmID)
	if err != nil {
		return nil, err
	}
	p, err := PlanOf(Query{Metric: MetricInterval, DateRange: rangeCustom, StartDate: days.From.String(), EndDate: days.To.String(), Frequency: Yearly}, leases, days.To)
	if err != nil {
		return nil, err
	}
	sums, err := column.BySQL(ctx, tx, farmID, p.Ask)
	if err != nil {
		return nil, err
	}
	percent := headline(fold(p, sums))
	s.losses.remember(farmID, loss{state, days.To, percent})
	return percent, nil
}
