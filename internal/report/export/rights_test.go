package export

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs/jobstest"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// S23: rights are looked at again when the job runs, and with every download.
func TestExportAfterTheRightsWereLost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		exec := func(query string, args ...any) {
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				_, err := tx.Exec(system, query, args...)
				return err
			}))
		}
		for how, lose := range map[string]string{
			"unlinked": "DELETE FROM farm_users WHERE user_id = $1", "inactive": "UPDATE users SET is_active = FALSE WHERE id = $1",
			"no farm manager": "UPDATE users SET is_farmmanager = FALSE WHERE id = $1", "deleted": "DELETE FROM users WHERE id = $1",
		} {
			manager := newUser(t, db, how, farmID)
			caller, _ := actor.From(manager)
			o := newOffice(t, db)
			before := o.ask(t, manager, farmID, report.Query{Metric: "Inventory"})
			id, err := o.Request(manager, farmID, Request{report.Query{Metric: "Snapshot"}, "buyer@market.example"})
			must(t, err)
			exec(lose, caller.UserID)
			// Also when they go while the file is made.
			if err := o.finish(manager, stored{farmID: farmID, id: id, userID: caller.UserID}, about{}, "", finished{}); !fault.Is(err, fault.Denied) {
				t.Errorf("%s: finished with %v", how, err)
			}
			o.work(t)
			e := o.one(t, system, farmID, id)
			if e.State != failed || e.Message != "Whoever asked for this export may not export the farm any more, so nothing was sent." || e.URL != nil || e.FinishedAt == nil {
				t.Errorf("%s: %+v", how, e)
			}
			if n := len(o.mails(t)); n != 1 {
				t.Errorf("%s: %d mails, want the one from before", how, n)
			}
			if got := o.download(*before.URL); got.Code != 404 {
				t.Errorf("%s: the earlier link gives %d", how, got.Code)
			}
			if failed := jobstest.Failed(t, db, o.queue); len(failed) != 0 {
				t.Errorf("%s: parked %+v", how, failed)
			}
		}
	})
}

// S23: a growing area that is gone when the job runs ends the export with words, and a mail.
func TestExportOfWhatIsGone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		lease, err := farm.New(db, clock).AddLease(system, farmID, farm.Lease{Name: "West"})
		must(t, err)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		id, err := o.Request(manager, farmID, Request{report.Query{Metric: "Inventory", ActiveLease: lease.ID}, "buyer@market.example"})
		must(t, err)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "DELETE FROM leases WHERE id = $1", lease.ID)
			return err
		}))
		o.work(t)
		if e := o.one(t, manager, farmID, id); e.State != failed || e.Message != "The farm has no such growing area." || len(o.mails(t)) != 1 {
			t.Errorf("%+v", e)
		}
	})
}

// EXP-3: trouble is told, and the export goes on when it is over; there is one
// mail.
func TestExportIsTriedAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		folder, err := mail.NewFolder(t.TempDir())
		must(t, err)
		dir := t.TempDir()
		o := openOffice(t, db, folder, "file://"+dir)
		o.folder = folder
		// Where the folder of exports should be there is a file.
		must(t, os.WriteFile(filepath.Join(dir, "exports"), nil, 0o600))
		e := o.ask(t, manager, farmID, report.Query{Metric: "Inventory"})
		if e.State != waiting || e.Message != "Something went wrong on our side. It is tried again." || len(o.mails(t)) != 0 {
			t.Errorf("in trouble: %+v", e)
		}
		must(t, os.Remove(filepath.Join(dir, "exports")))
		o.time = o.time.Add(time.Minute)
		o.work(t)
		if e = o.one(t, manager, farmID, e.ID); e.State != done || e.Message != "" || len(o.mails(t)) != 1 {
			t.Errorf("afterwards: %+v", e)
		}
		caller, _ := actor.From(manager)
		token, err := o.tokenOf(t.Context(), e.ID)
		must(t, err)
		must(t, o.make(t.Context(), makeArgs{farmID, e.ID, token})) // a run too many does nothing
		must(t, o.finish(actor.With(t.Context(), caller), stored{farmID: farmID, id: e.ID, userID: caller.UserID}, about{}, token, finished{}))
		o.work(t)
		if n := len(o.mails(t)); n != 1 {
			t.Errorf("%d mails", n)
		}
		id, err := o.Request(manager, farmID, Request{report.Query{Metric: "Inventory"}, "buyer@market.example"})
		must(t, err)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE jobs SET state = 'failed', due_at = NULL WHERE state = 'ready' AND kind = 'report.export'")
			return err
		}))
		o.time = o.time.Add(49 * time.Hour)
		o.work(t)
		if e := o.one(t, manager, farmID, id); e.State != failed || e.Message != "It could not be made. Please ask for it again." {
			t.Errorf("given up: %+v", e)
		}
	})
}
