package export

import (
	"net/http"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// AFARM-6: the exports of a farm that is emptied are dead at once: no list has
// them, no link works, a run that has begun ends without a file or a mail. Their
// files go with the sweep an hour later, and their rows with them.
func TestExportsOfAnEmptiedFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		farmID, _ := historyPlaces(t, db)
		caller := newUser(t, db, "ann", farmID)
		done := o.ask(t, caller, farmID, report.Query{Metric: Snapshot})
		if done.URL == nil || o.download(*done.URL).Code != http.StatusOK {
			t.Fatalf("before: %+v", done)
		}
		waits, err := o.Request(caller, farmID, Request{report.Query{Metric: Snapshot}, "buyer@market.example"})
		must(t, err)
		_, err = o.Plan(caller, farmID, weekly(report.Query{Metric: Snapshot}))
		must(t, err)
		var running stored
		must(t, db.Write(system, func(tx *sqldb.Tx) (err error) {
			if running, err = storedByID(system, tx, farmID, waits); err != nil {
				return err
			}
			return markWorking(system, tx, running)
		}))
		var before, after farm.Contents
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			if err := countKept(system, tx, farmID, &before); err != nil {
				return err
			}
			if err := o.hide(system, tx, farmID); err != nil {
				return err
			}
			return countKept(system, tx, farmID, &after)
		}))
		if before.Exports != 2 || before.Schedules != 1 || after != (farm.Contents{}) {
			t.Errorf("counted before %+v, after %+v", before, after)
		}
		must(t, o.produce(caller, running, "token")) // the run goes on until it would tell
		o.work(t)
		if list, err := o.List(caller, farmID); err != nil || len(list) != 0 || len(o.mails(t)) != 1 || o.download(*done.URL).Code != http.StatusNotFound {
			t.Errorf("after: %+v %v, %d mails", list, err, len(o.mails(t)))
		}
		left := func() (files int, rows int64) {
			for _, id := range []string{done.ID, waits} {
				if object, err := o.bucket.Get(system, objectName(id)); err == nil {
					must(t, object.Close())
					files++
				} else if !fault.Is(err, fault.NotFound) {
					t.Error(err)
				}
			}
			must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
				rows, err = sqldb.One(system, tx, sqldb.Scalar[int64], "SELECT count(*) FROM exports WHERE farm_id = $1", farmID)
				return err
			}))
			return files, rows
		}
		for _, step := range []struct {
			wait  time.Duration
			files int
			rows  int64
		}{{0, 2, 2}, {time.Hour, 0, 2}, {time.Second, 0, 0}} {
			o.time = o.time.Add(step.wait)
			must(t, o.Sweep(system))
			if files, rows := left(); files != step.files || rows != step.rows {
				t.Errorf("after %v more: %d files and %d rows", step.wait, files, rows)
			}
		}
	})
}
