package report

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/sqldb"
)

const week = 7

// Trend is how the animals of a whole farm became as many as they are, over the
// days of a snapshot.
type Trend struct {
	Since     string  `json:"since" doc:"YYYY-MM-DD: at the end of this day there were as many as before says"`
	Before    int64   `json:"before"`
	Animals   int64   `json:"animals" doc:"Alive at the end of today"`
	Planted   int64   `json:"planted" doc:"After that day, as all that follow"`
	Harvested int64   `json:"harvested"`
	Lost      int64   `json:"lost"`
	Adjusted  int64   `json:"adjusted" doc:"By counts: found more than in the book, negative when fewer"`
	Ever      bool    `json:"ever" doc:"Animals were on the farm at some time"`
	Line      []int64 `json:"line" doc:"Alive at the end of that day, then week by week to today"`
}

// Trend gives the trend of a farm that the caller may look at. As for a report, what was
// recorded before the call is in it. The caller is in no transaction.
func (s *Service) Trend(ctx context.Context, f farm.Ref) (t Trend, err error) {
	trends, err := s.trends(ctx, []farm.Ref{f}, true)
	return trends[f.ID], err
}

// Trends is Trend for several farms, by farm. A farm that is too large for
// memory is left out: its sums take too long for a list.
func (s *Service) Trends(ctx context.Context, farms []farm.Ref) (map[string]Trend, error) {
	return s.trends(ctx, farms, false)
}

func (s *Service) trends(ctx context.Context, farms []farm.Ref, whole bool) (map[string]Trend, error) {
	trends := map[string]Trend{}
	var states map[string]column.State
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if states, err = column.StatesOf(ctx, tx, farm.IDs(farms)); err != nil {
			return err
		}
		for _, f := range farms {
			if !whole || s.cache.Fits(states[f.ID]) {
				continue
			}
			sums := func(a column.Ask) (column.Sums, error) { return column.BySQL(ctx, tx, f.ID, a) }
			if trends[f.ID], err = trendOf(f, s.now(), sums); err != nil {
				return err
			}
		}
		return nil
	})
	for _, f := range farms {
		if err != nil || !s.cache.Fits(states[f.ID]) {
			continue
		}
		var now *column.Columns
		if now, err = s.cache.At(ctx, f.ID, states[f.ID]); err == nil {
			trends[f.ID], err = trendOf(f, s.now(), now.Sums)
		}
	}
	return trends, err
}

func trendOf(f farm.Ref, now time.Time, sums func(column.Ask) (column.Sums, error)) (Trend, error) {
	today := ledger.Day(f.Today(now))
	since := today - snapshotDays
	ask := column.Ask{Rows: []column.Days{{From: since, To: since}}}
	for from := since + 1; from <= today; {
		to := today - (today-from)/week*week // so that the last week ends today
		ask.Rows = append(ask.Rows, column.Days{From: from, To: to})
		from = to + 1
	}
	ask.Split, _ = splitOf(Query{}, nil)
	found, err := sums(ask)
	if err != nil {
		return Trend{}, err
	}
	t := Trend{Since: since.String()}
	all := found.Opening[0]
	alive := all.Inventory()
	for i, row := range found.Rows {
		all = plus(all, row[0])
		alive += row[0].Inventory()
		t.Line = append(t.Line, alive)
		if i > 0 {
			t.Planted, t.Harvested, t.Lost, t.Adjusted = t.Planted+row[0].Planted, t.Harvested+row[0].Harvested, t.Lost+row[0].Lost, t.Adjusted+row[0].Adjusted
		}
	}
	t.Before, t.Animals, t.Ever = t.Line[0], alive, all != ledger.Totals{}
	return t, nil
}
