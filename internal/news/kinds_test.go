package news

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
)

func plainTown(t *testing.T, db *sqldb.DB, sheet string) *town {
	t.Helper()
	farmID := reporttest.ImportedFarm(t, db, sheet)
	return &town{process(db, reporttest.Clock), db, farmID, nil, reporttest.NewUser(t, db, "ann", farmID), reporttest.NewUser(t, db, "bob", farmID)}
}

func (f *town) mark(t *testing.T, percent float64) {
	t.Helper()
	_, err := farm.New(f.db, reporttest.Clock).SetSeason(f.ann, f.farmID, farm.Season{Month: 1, Mark: &percent}, nil)
	must(t, err)
}

// NEWS-4: mortality above the farm's own mark is told once for as long as it stays above,
// whichever process looks and on which day; what falls below and comes back within a week
// goes on, and later it is told anew.
func TestMortalityAboveTheMarkIsToldOnceACrossing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := plainTown(t, db, "date,activity,growing area,count\n2026-05-10,plant,North,1000\n2026-11-10,loss,North,100\n")
		must(t, f.Tell(system))
		f.check(t, f.ann, 0) // there is no mark
		f.mark(t, 12)
		must(t, f.Tell(system))
		f.check(t, f.ann, 0)
		f.mark(t, 5)
		for days := range 3 {
			must(t, f.Tell(system))
			must(t, process(db, func() time.Time { return reporttest.Noon.AddDate(0, 0, days) }).Tell(system))
		}
		f.check(t, f.ann, 1, "mortality 10.0  ")
		f.check(t, f.bob, 1, "mortality 10.0  ")
		f.mark(t, 12)
		must(t, f.Tell(system))
		f.check(t, f.ann, 0, "mortality 10.0   over")
		f.mark(t, 5)
		must(t, f.Tell(system))
		f.check(t, f.ann, 1, "mortality 10.0  ")
		f.mark(t, 12)
		must(t, f.Tell(system))
		f.mark(t, 5)
		must(t, process(db, func() time.Time { return reporttest.Noon.AddDate(0, 0, 8) }).Tell(system))
		f.check(t, f.ann, 1, "mortality 10.0   over", "mortality 10.0  ")
		later := process(db, func() time.Time { return reporttest.Noon.AddDate(0, 0, 40) })
		must(t, later.Tell(system))
		f.check(t, f.ann, 0, "mortality 10.0   over", "mortality 10.0   over")
	})
}

// What was found for a farm is not kept beyond an entry of its book.
func TestMortalityIsOfTheBookAsItIs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := plainTown(t, db, "date,activity,growing area,count\n2026-05-10,plant,North,1000\n2026-11-10,loss,North,10\n")
		f.mark(t, 5)
		must(t, f.Tell(system))
		f.check(t, f.ann, 0)
		reporttest.Import(t, db, f.farmID, "date,activity,growing area,count\n2026-11-11,loss,North,90\n")
		must(t, f.Tell(system))
		f.check(t, f.ann, 1, "mortality 10.0  ")
	})
}

// NEWS-5: the people of a farm are told once of each upload that was recorded or refused, by
// the job that its transaction asks for; after a week that is news no more.
func TestTheEndOfAnUploadIsTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := plainTown(t, db, "date,activity,growing area,count\n2026-05-10,plant,North,1000\n")
		other := plainTownOf(t, db, "eve")
		queue := jobs.New(db, jobs.Options{Now: reporttest.Clock, Logger: slog.New(slog.DiscardHandler)})
		f.TellByJobs(queue)
		must(t, queue.RunUntilIdle(context.Background())) // its first round over all farms
		upload := func(farmID, id, state string) {
			f.run(t, `INSERT INTO uploads (farm_id, id, user_id, filename, format, mode, preview, state, animal_type, area_prefix, created_at, finished_at)
				VALUES ($1, $2, 'u', $2 || '.csv', 'csv', 'all', FALSE, $3, '', '', 0, $4)`, farmID, id, state, sqldb.Millis(reporttest.Noon))
		}
		upload(f.farmID, "good", "done")
		upload(f.farmID, "bad", "failed")
		upload(f.farmID, "gone", "cancelled")
		upload(other, "theirs", "done")
		for range 2 {
			must(t, db.Write(system, func(tx *sqldb.Tx) error { return f.Soon(system, tx, f.farmID) }))
			must(t, queue.RunUntilIdle(context.Background()))
		}
		good, bad := "upload good.csv done ", "upload bad.csv refused "
		f.check(t, f.ann, 2, good, bad)
		f.check(t, f.bob, 2, good, bad)
		if n := f.stored(t); n != 4 {
			t.Errorf("%d rows: another farm's were told too", n)
		}
		must(t, process(db, func() time.Time { return reporttest.Noon.AddDate(0, 0, 8) }).Tell(system))
		f.check(t, f.ann, 0, good+" over", bad+" over")
	})
}

// A round takes as many statements for a hundred farms as for one, but for those of which there is
// something to tell.
func TestARoundAsksForManyFarmsAtOnce(t *testing.T) {
	db, count := dbtest.Counted(t)
	f := plainTown(t, db, "date,activity,growing area,count\n2026-05-10,plant,North,1000\n")
	asked := func() int64 {
		before := count()
		must(t, f.Tell(system))
		return count() - before
	}
	one := asked()
	for i := range 20 {
		plainTownOf(t, db, fmt.Sprint("eve", i))
	}
	if many := asked(); many != one {
		t.Errorf("%d statements for one farm, %d for 21", one, many)
	}
}

// plainTownOf is a farm beside, with a person of its own.
func plainTownOf(t *testing.T, db *sqldb.DB, person string) (farmID string) {
	t.Helper()
	farmID = reporttest.NewFarm(t, db)
	reporttest.NewUser(t, db, person, farmID)
	return farmID
}
