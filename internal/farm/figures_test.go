package farm_test

import (
	"fmt"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Of two people who change the figures of a farm at once, the second is told of the first; an
// app that does not say what it saw is believed, as the release before was.
func TestFiguresSeenByTwo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, farmID := fixture(t, db, 1), fmt.Sprintf("%024d", 1)
		mark := func(percent float64) *float64 { return &percent }
		for name, set := range map[string]func(typed, seen int) error{
			"market size": func(typed, seen int) error {
				market := &farm.Market{MM: float64(seen)}
				if seen == 0 {
					market = nil
				}
				_, err := s.SetMarket(manager, farmID, farm.Market{MM: float64(typed)}, market)
				return err
			},
			"mark": func(typed, seen int) error {
				season := &farm.Season{Month: 4, Mark: mark(float64(seen))}
				if seen == 0 {
					season = nil
				}
				_, err := s.SetSeason(manager, farmID, farm.Season{Month: 4, Mark: mark(float64(typed))}, season)
				return err
			},
		} {
			must(t, set(60, 0))
			must(t, set(70, 60))
			if err := set(80, 60); !fault.Is(err, fault.Conflict) {
				t.Errorf("%s: 80 over 70 by somebody who saw 60: %v", name, err)
			}
			must(t, set(80, 70))
			must(t, set(90, 0))
		}
		season, err := s.HandleSeason(manager, &farm.IDInput{ID: farmID})
		if err != nil || *season.Body.Mark != 90 {
			t.Errorf("%+v, %v", season, err)
		}
		if _, err := s.SetSeason(manager, farmID, farm.Season{Month: 5, Mark: mark(90)}, &farm.Season{Month: 4}); !fault.Is(err, fault.Conflict) {
			t.Errorf("seen without a mark: %v", err)
		}
		market, err := s.HandleMarketSize(manager, &farm.IDInput{ID: farmID})
		if err != nil || market.Body.MM != 90 {
			t.Errorf("%+v, %v", market, err)
		}
	})
}
