package report

import (
	"context"
	"math"
	"slices"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/sqldb"
)

// Tally is what a growing area, a farm or all of them came to on some days: what the figures
// of a page over many farms are made of. The zero Tally is that of nothing.
type Tally struct{ state state }

// AreaTally is that of a growing area.
type AreaTally struct {
	LeaseID string
	Tally
}

// Tallies are those of a farm, and of all its growing areas together.
type Tallies struct {
	Areas   []AreaTally
	Whole   Tally
	Earlier *Tallies // the same days a year before, where these were asked about
}

// Of is the tally of a growing area, or of all together where none is named; that of nothing
// where it is not there.
func (t *Tallies) Of(leaseID string) Tally {
	if t == nil {
		return Tally{}
	}
	if leaseID == "" {
		return t.Whole
	}
	i := slices.IndexFunc(t.Areas, func(area AreaTally) bool { return area.LeaseID == leaseID })
	if i < 0 {
		return Tally{}
	}
	return t.Areas[i].Tally
}

// Plus adds the tally of another farm, to which nothing moves.
func (t Tally) Plus(other Tally) Tally {
	sum := t.state.plus(other.state)
	sum.movedOn, sum.movedInside = t.state.movedOn+other.state.movedOn, t.state.movedInside+other.state.movedInside
	return Tally{sum}
}

// Figures are the metrics of a tally, each as the report of the same days has it in its last row.
type Figures struct {
	Animals   int64    `json:"animals" doc:"Alive at the end of the last day"`
	Harvest   int64    `json:"harvest" doc:"Harvested from the first to the last day"`
	Mortality *float64 `json:"mortality" doc:"Percent lost of what was received up to the last day, in a growing area and of the lots of a filter of what entered; null where nothing was"`
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

// Kept gives the tallies of a farm from the sums that are kept in memory, if these hold all
// entries of the state, and are of what is asked.
func (s *Service) Kept(farmID string, state column.State, asked Asked) (Tallies, bool) {
	if !asked.ofAll() {
		return Tallies{}, false
	}
	sums, kept := s.cache.Sums(farmID, state)
	if !kept {
		return Tallies{}, false
	}
	t, err := asked.over(between(sums))
	return t, err == nil
}

// between answers of sums by day.
func between(sums *column.AreaSums) func(column.Days) (Tallies, error) {
	return func(days column.Days) (Tallies, error) { return talliesBetween(sums, days), nil }
}

// ofAll reports whether all that the book has is asked about: what is kept by day has no more
// than that.
func (a Asked) ofAll() bool { return len(a.Filters) == 0 && a.KnownBefore == 0 }

// Tally adds the farm's entries up and keeps the sums where they are of all that the book has,
// as far as there is room for them. The caller may look at the farm and is in no transaction.
func (s *Service) Tally(ctx context.Context, farmID string, of column.State, asked Asked) (t Tallies, err error) {
	inMemory := s.cache.Fits(of) && asked.KnownBefore == 0
	if inMemory && asked.ofAll() {
		sums, err := s.cache.MakeSums(ctx, farmID, of)
		if err != nil {
			return Tallies{}, err
		}
		return asked.over(between(sums))
	}
	if inMemory {
		columns, err := s.cache.Near(ctx, farmID, of)
		if err != nil {
			return Tallies{}, err
		}
		return asked.over(func(days column.Days) (Tallies, error) { return talliesOf(columns.Sums(asked.ask(days))) })
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		sums := func(a column.Ask) (column.Sums, error) { return column.BySQL(ctx, tx, farmID, a) }
		if asked.KnownBefore != 0 {
			known, small, err := column.Known(ctx, tx, farmID, asked.KnownBefore)
			if err != nil {
				return err
			}
			if small {
				sums = known.Sums
			}
		}
		t, err = asked.over(func(days column.Days) (Tallies, error) { return talliesOf(sums(asked.ask(days))) })
		return err
	})
	return t, err
}

// ask is about the days, by growing area.
func (a Asked) ask(days column.Days) column.Ask {
	ask := column.Ask{Rows: []column.Days{days}, Filters: a.Filters, KnownBefore: a.KnownBefore, Sized: true, Moved: true}
	ask.Split, _ = splitOf(Query{Segment: column.ByArea}, nil)
	return ask
}

// talliesOf are those of one row by growing area. What moved on from all of them together is
// none unless the lots of a filter are asked about.
func talliesOf(sums column.Sums, err error) (t Tallies, _ error) {
	if err != nil {
		return t, err
	}
	var whole state
	for i, key := range sums.Keys {
		one := state{cumulative: sums.Opening[i]}
		one.next(sums, 0, i)
		whole = whole.plus(one)
		t.Areas = append(t.Areas, AreaTally{key, Tally{one}})
	}
	if sums.MovedOn != nil {
		whole.movedOn, whole.movedInside = movedTo(sums, 0, len(sums.Keys))
	}
	t.Whole = Tally{whole}
	return t, nil
}

// talliesBetween gives those of the growing areas that had an entry by the last day.
func talliesBetween(sums *column.AreaSums, days column.Days) (t Tallies) {
	before := map[string]column.AreaSum{}
	for _, sum := range sums.At(days.From - 1) {
		before[sum.LeaseID] = sum
	}
	for _, sum := range sums.At(days.To) {
		was := before[sum.LeaseID]
		one := state{
			cumulative: totalsOf(sum), inside: plus(totalsOf(sum), minus(totalsOf(was))),
			movedOn: sum.MovedOn, movedInside: sum.MovedOn - was.MovedOn, sizes: sum.Sizes,
		}
		t.Areas = append(t.Areas, AreaTally{sum.LeaseID, Tally{one}})
		t.Whole.state = t.Whole.state.plus(one)
	}
	return t
}

// totalsOf has all that was received as planted: the formulas ask for no less.
func totalsOf(s column.AreaSum) ledger.Totals {
	return ledger.Totals{Planted: s.Received, Harvested: s.Harvested, Lost: s.Lost}
}

func minus(t ledger.Totals) ledger.Totals {
	return ledger.Totals{Planted: -t.Planted, Harvested: -t.Harvested, Lost: -t.Lost}
}
