package upload

import (
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs/jobstest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

const refusedUpload = "Whoever uploaded this file may not do that any more, so nothing was recorded."

// S23 UPL-2: the rights of whoever uploaded are looked at again when the job
// runs; without them nothing is recorded, and a person reads why.
func TestUploadAfterTheRightsWereLost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for how, lose := range map[string]string{
			"inactive": "UPDATE users SET is_active = FALSE WHERE id = $1", "no staff": "UPDATE users SET is_admin = FALSE, is_farmmanager = TRUE WHERE id = $1",
			"deleted": "DELETE FROM users WHERE id = $1",
		} {
			farmID := freshFarm(t, db)
			u := newUploads(t, db)
			before := contents(t, db, farmID)
			waits := send(t, u, farmID, NewUpload{Content: []byte(activitySheet)})
			preview := send(t, u, farmID, NewUpload{Content: []byte(activitySheet), Preview: true})
			change(t, db, lose, booktest.Ann.UserID)
			runJobs(t, u)
			for _, id := range []string{waits, preview} {
				if one := look(t, u, farmID, id); one.State != uploadFailed || one.Message != refusedUpload || one.Recorded != 0 || one.Summary != nil || one.FinishedAt == nil {
					t.Errorf("%s: %+v", how, one)
				}
			}
			if after := contents(t, db, farmID); after != before {
				t.Errorf("%s: it recorded %v", how, after)
			}
			if n := countRows(t, db, "upload_files"); n != 0 {
				t.Errorf("%s: %d files are left", how, n)
			}
			if failed := jobstest.Failed(t, db, u.queue); len(failed) != 0 {
				t.Errorf("%s: parked %+v", how, failed)
			}
			change(t, db, "DELETE FROM users WHERE id = $1", booktest.Ann.UserID)
		}
	})
}

// S23: rights that go after the check, and before the transaction that records,
// take that back.
func TestUploadWhoseRightsGoWhileItIsChecked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID := freshFarm(t, db)
		u := newUploads(t, db)
		before := contents(t, db, farmID)
		id := send(t, u, farmID, NewUpload{Content: []byte(activitySheet)})
		r := &uploadRun{uploads: u, begun: noon}
		_, err := r.begin(system, uploadArgs{farmID, id})
		must(t, err)
		var once sync.Once
		u.book = ledger.New(db, func() time.Time { // which the check asks for today
			once.Do(func() { change(t, db, "UPDATE users SET is_active = FALSE WHERE id = $1", booktest.Ann.UserID) })
			return noon
		})
		err = r.work(system)
		if !fault.Is(err, fault.Denied) {
			t.Errorf("%v", err)
		}
		must(t, r.finish(system, err, nil))
		if one := look(t, u, farmID, id); one.State != uploadFailed || one.Message != refusedUpload {
			t.Errorf("%+v", one)
		}
		if after := contents(t, db, farmID); after != before {
			t.Errorf("it recorded %v", after)
		}
	})
}

// S23: so do rights that go while a long upload is staged, and nothing of it
// stays.
func TestUploadWhoseRightsGoWhileItIsStaged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID := freshFarm(t, db)
		u := newUploads(t, db)
		before := contents(t, db, farmID)
		id := send(t, u, farmID, NewUpload{Content: plantings(longRows)})
		amidRecording(t, u, func() {
			if n := countRows(t, db, "entries WHERE farm_id = $1", farmID); n != longRows {
				t.Errorf("%d entries are staged", n)
			}
			change(t, db, "UPDATE users SET is_active = FALSE WHERE id = $1", booktest.Ann.UserID)
		})
		if one := look(t, u, farmID, id); one.State != uploadFailed || one.Message != refusedUpload {
			t.Errorf("%+v", one)
		}
		if after := contents(t, db, farmID); after != before || countRows(t, db, "entries") != 0 || countRows(t, db, "ledger_staged") != 0 {
			t.Errorf("it recorded %v, %d entries are staged", after, countRows(t, db, "entries"))
		}
	})
}

func change(t testing.TB, db *sqldb.DB, query string, args ...any) {
	t.Helper()
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, query, args...)
		return err
	}))
}
