package report

import (
	"context"
	"math"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/sqldb"
)

// Tally is what growing areas, farms or all of them came to on some days: what the figures
// of a page over many farms are made of. The zero Tally is that of nothing.
type Tally struct{ state state }

// AreaTally is that of a growing area.
type AreaTally struct {
	LeaseID string
	Tally
}

// Plus adds the tally of other animals. What moved from one to the other has not moved on.
func (t Tally) Plus(other Tally) Tally { return Tally{t.state.plus(other.state)} }

// Figures are the metrics of a tally, each as the report of the same days has it in its last row.
type Figures struct {
	Animals   int64    `json:"animals" doc:"Alive at the end of the last day"`
	Harvest   int64    `json:"harvest" doc:"Harvested from the first to the last day"`
	Mortality *float64 `json:"mortality" doc:"Percent lost of what was received up to the last day, in a growing area of what entered; null where nothing was"`
	Interval  *float64 `json:"intervalMortality" doc:"Percent lost on the days of what was at risk; null where nothing was"`
	Size      *float64 `json:"size" doc:"Average size in mm at the end of the last day; null where nothing was measured"`
}

// Figures works out the metrics.
func (t Tally) Figures() Figures {
	value := func(name string) *float64 {
		m, _ := MetricNamed(name)
		if n := m.value(t.state); !math.IsNaN(n) {
			return &n
		}
		return nil
	}
	return Figures{
		Animals: t.state.cumulative.Inventory(), Harvest: t.state.inside.Harvested,
		Mortality: value(MetricMortality), Interval: value(MetricInterval), Size: value(MetricAverageSize),
	}
}

// Kept gives the tallies of a farm's growing areas from the sums that are kept in memory, if
// these hold all entries of the state.
func (s *Service) Kept(farmID string, state column.State, days column.Days) ([]AreaTally, bool) {
	sums, kept := s.cache.Sums(farmID, state)
	if !kept {
		return nil, false
	}
	return talliesBetween(sums, days), true
}

// Tally adds the farm's entries up and keeps the sums, as far as there is room for them. The
// caller may look at the farm and is in no transaction.
func (s *Service) Tally(ctx context.Context, farmID string, of column.State, days column.Days) ([]AreaTally, error) {
	if s.cache.Fits(of) {
		sums, err := s.cache.MakeSums(ctx, farmID, of)
		if err != nil {
			return nil, err
		}
		return talliesBetween(sums, days), nil
	}
	ask := column.Ask{Rows: []column.Days{days}, Sized: true, Moved: true}
	ask.Split, _ = splitOf(Query{Segment: column.ByArea}, nil)
	var tallies []AreaTally
	err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		sums, err := column.BySQL(ctx, tx, farmID, ask)
		for i, key := range sums.Keys {
			one := state{cumulative: sums.Opening[i]}
			one.next(sums, 0, i)
			tallies = append(tallies, AreaTally{key, Tally{one}})
		}
		return err
	})
	return tallies, err
}

// talliesBetween gives those of the growing areas that had an entry by the last day.
func talliesBetween(sums *column.AreaSums, days column.Days) (tallies []AreaTally) {
	before := map[string]column.AreaSum{}
	for _, sum := range sums.At(days.From - 1) {
		before[sum.LeaseID] = sum
	}
	for _, sum := range sums.At(days.To) {
		was := before[sum.LeaseID]
		tallies = append(tallies, AreaTally{sum.LeaseID, Tally{state{
			cumulative: totalsOf(sum), inside: plus(totalsOf(sum), minus(totalsOf(was))),
			movedOn: sum.MovedOn, movedInside: sum.MovedOn - was.MovedOn, sizes: sum.Sizes,
		}}})
	}
	return tallies
}

// totalsOf has all that was received as planted: the formulas ask for no less.
func totalsOf(s column.AreaSum) ledger.Totals {
	return ledger.Totals{Planted: s.Received, Harvested: s.Harvested, Lost: s.Lost}
}

func minus(t ledger.Totals) ledger.Totals {
	return ledger.Totals{Planted: -t.Planted, Harvested: -t.Harvested, Lost: -t.Lost}
}
