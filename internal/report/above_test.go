package report

import (
	"math"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
)

// What farms lost of late is remembered for all who ask, also for those who do so at once.
func TestAboveTheMarkAtOnce(t *testing.T) {
	db := dbtest.SQLite(t)
	five, farms := 5.0, []farm.Ref{}
	for range 3 {
		farmID := reporttest.ImportedFarm(t, db, "date,activity,growing area,count\n2026-05-10,plant,North,1000\n2026-11-10,loss,North,100\n")
		_, err := farm.New(db, clock).SetSeason(system, farmID, farm.Season{Month: 1, Mark: &five}, nil)
		must(t, err)
		farms = append(farms, farm.Ref{ID: farmID, Zone: time.UTC})
	}
	s := New(db, clock)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 3 {
				err := db.Read(system, func(tx *sqldb.Tx) error {
					above, err := s.AboveMark(system, tx, farms)
					for _, f := range farms {
						if math.Abs(above[f.ID]-10) > 1e-9 {
							t.Errorf("lost %v percent of 1,000, not 10", above[f.ID])
						}
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
