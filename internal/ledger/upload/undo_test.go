package upload

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

// undoNow has an upload undone and lets the job run.
func undoNow(t testing.TB, u *Uploads, farmID, id string) Upload {
	t.Helper()
	one, err := u.Undo(asAnn, farmID, id, " the wrong file ")
	must(t, err)
	runJobs(t, u)
	return look(t, u, farmID, one.ID)
}

// UPL-2 UPL-3: an upload is undone as a whole, short or long; the same file or a better one can be uploaded
// after it, and neither can be undone twice.
func TestAnUploadIsUndone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for _, rows := range []int{20, 2_500} {
			farmID, u := freshFarm(t, db), newUploads(t, db)
			file := plantings(rows)
			first := uploadNow(t, u, farmID, NewUpload{Content: file})
			if first.State != uploadDone || !first.Undoable {
				t.Fatalf("%+v", first)
			}
			undone := undoNow(t, u, farmID, first.ID)
			if undone.State != uploadDone || undone.Recorded != int64(rows) || undone.Undoes != first.ID || undone.Reason != "the wrong file" || undone.Undoable || !strings.HasSuffix(undone.Message, " activities were undone.") {
				t.Errorf("%d: %+v", rows, undone)
			}
			if wrong := look(t, u, farmID, first.ID); wrong.UndoneBy != undone.ID || wrong.Undoable || wrong.State != uploadDone {
				t.Errorf("%d: %+v", rows, wrong)
			}
			if left := booktest.OnHand(t, db, farmID); left != 0 {
				t.Errorf("%d: %d are left", rows, left)
			}
			booktest.Check(t, db, farmID)
			for id, says := range map[string]string{first.ID: "is undone already", undone.ID: "is the undoing"} {
				if _, err := u.Undo(asAnn, farmID, id, "again"); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), says) {
					t.Errorf("%d: %v", rows, err)
				}
			}
			again := uploadNow(t, u, farmID, NewUpload{Content: file})
			if again.Recorded != int64(rows) || again.Skipped != 0 || booktest.OnHand(t, db, farmID) == 0 {
				t.Errorf("%d: uploaded again %+v", rows, again)
			}
			if twice := uploadNow(t, u, farmID, NewUpload{Content: file}); twice.Recorded != 0 || twice.Undoable {
				t.Errorf("%d: and twice %+v", rows, twice)
			}
			booktest.Check(t, db, farmID)
			change(t, db, "DELETE FROM users WHERE id = $1", booktest.Ann.UserID)
		}
	})
}

// What was recorded later and needs the upload is listed, and nothing is undone; without it, it is.
func TestWhatKeepsAnUploadFromBeingUndone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, u := freshFarm(t, db), newUploads(t, db)
		first := uploadNow(t, u, farmID, NewUpload{Content: []byte("date,activity,growing area,fill profile,count\n2026-03-01,plant,Cove,bag 1,100\n")})
		next := uploadNow(t, u, farmID, NewUpload{Content: []byte("date,activity,growing area,fill profile,count\n2026-03-04,harvest,Cove,bag 1,30\n2026-03-05,loss,Cove,bag 1,3\n")})
		failed := undoNow(t, u, farmID, first.ID)
		if failed.State != uploadFailed || len(failed.Obstacles) != 2 || failed.Message != "Nothing was undone: 2 things need what the upload recorded." {
			t.Fatalf("%+v", failed)
		}
		if o := failed.Obstacles[0]; o.Activity != "harvest" || o.Date != "2026-03-04" || o.Area != "Cove" || o.Lot != "bag 1" || o.Number == 0 || !strings.Contains(o.Why, "would not be there") {
			t.Errorf("%+v", o)
		}
		if now := look(t, u, farmID, first.ID); !now.Undoable || booktest.OnHand(t, db, farmID) != 67 {
			t.Errorf("%+v", now)
		}
		for _, id := range []string{next.ID, first.ID} {
			if done := undoNow(t, u, farmID, id); done.State != uploadDone {
				t.Errorf("%+v", done)
			}
		}
		if booktest.OnHand(t, db, farmID) != 0 {
			t.Error("animals are left")
		}
		booktest.Check(t, db, farmID)
	})
}

// Less is never left harvested than tagged: the tags are named. A tag that is made while the undoing is
// on its way is seen too, at once or staged.
func TestUndoingKeepsWhatIsTagged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for _, long := range []bool{false, true} {
			farmID, u := freshFarm(t, db), newUploads(t, db)
			tags := []string{"TAG-1"}
			u.book.KeepTagged(func(_ context.Context, _ *sqldb.Tx, _ string, asked []ledger.HarvestedAt) (map[ledger.HarvestedAt]ledger.Tagged, error) {
				found := map[ledger.HarvestedAt]ledger.Tagged{}
				for _, at := range asked {
					if len(tags) > 0 {
						found[at] = ledger.Tagged{Animals: 12, Tags: tags}
					}
				}
				return found, nil
			}, func(context.Context, *sqldb.Tx, string) (int64, error) { return int64(len(tags)), nil })
			file := "date,activity,growing area,fill profile,count\n2026-03-01,plant,Cove,bag 1,100\n2026-03-04,harvest,Cove,bag 1,30\n"
			if long {
				file += strings.Repeat("2026-03-01,plant,Cove,bag 2,1\n", 2_500)
			}
			first := uploadNow(t, u, farmID, NewUpload{Content: []byte(file)})
			failed := undoNow(t, u, farmID, first.ID)
			want := "It would leave 0 harvested in Cove on 4 March 2026, where 12 are on tags: TAG-1."
			if failed.State != uploadFailed || len(failed.Obstacles) != 1 || failed.Obstacles[0].Why != want {
				t.Errorf("%v: %+v", long, failed)
			}
			tags = nil
			asked, err := u.Undo(asAnn, farmID, first.ID, "wrong")
			must(t, err)
			r := &uploadRun{uploads: u, begun: noon}
			_, err = r.begin(system, uploadArgs{farmID, asked.ID})
			must(t, err)
			checked, err := u.book.Check(asAnn, farmID, ledger.UndoOf(spanNow(t, db, farmID, first.ID), "wrong"))
			must(t, err)
			tags = []string{"TAG-2"}
			_, err = u.book.Enter(asAnn, checked, ledger.Staging{ID: r.id, Attempt: 1}, func(float64) {}, func(*sqldb.Tx, *ledger.Recording) error { return nil })
			if !fault.Is(err, fault.Conflict) || booktest.OnHand(t, db, farmID) == 0 {
				t.Errorf("%v: with a tag that was made meanwhile: %v", long, err)
			}
			must(t, u.book.Unstage(system, farmID, r.id))
			tags = nil
			runJobs(t, u)
			if done := look(t, u, farmID, asked.ID); done.State != uploadDone {
				t.Errorf("%v: %+v", long, done)
			}
			change(t, db, "DELETE FROM users WHERE id = $1", booktest.Ann.UserID)
		}
	})
}

func spanNow(t testing.TB, db *sqldb.DB, farmID, id string) (s ledger.Span) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		s, err = spanOf(system, tx, farmID, id)
		return err
	}))
	return s
}

// The same request twice is one undoing; it can be cancelled, and then undoes nothing; nobody undoes
// without the farm, nor in the name of somebody who has lost it.
func TestAnUndoingIsAnUpload(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, u := freshFarm(t, db), newUploads(t, db)
		first := uploadNow(t, u, farmID, NewUpload{Content: plantings(3)})
		if _, err := u.Undo(asAnn, farmID, first.ID, "  "); !fault.Is(err, fault.Invalid) {
			t.Errorf("without a reason: %v", err)
		}
		stranger := actor.With(system, actor.Actor{UserID: "s", FarmManager: true})
		if _, err := u.Undo(stranger, farmID, first.ID, "mine"); !fault.Is(err, fault.NotFound) {
			t.Errorf("a stranger: %v", err)
		}
		one, err := u.Undo(asAnn, farmID, first.ID, "wrong")
		must(t, err)
		if twice, err := u.Undo(asAnn, farmID, first.ID, "wrong"); err != nil || twice.ID != one.ID {
			t.Errorf("twice: %+v %v", twice, err)
		}
		cancelled, err := u.Cancel(asAnn, farmID, one.ID)
		must(t, err)
		runJobs(t, u)
		if cancelled.State != uploadCancelled || cancelled.Message != nothingUndone || !look(t, u, farmID, first.ID).Undoable {
			t.Errorf("%+v", cancelled)
		}
		one, err = u.Undo(asAnn, farmID, first.ID, "wrong")
		must(t, err)
		change(t, db, "UPDATE users SET is_active = FALSE WHERE id = $1", booktest.Ann.UserID)
		runJobs(t, u)
		if lost := look(t, u, farmID, one.ID); lost.State != uploadFailed || lost.Message != "Whoever asked for this may not do that any more, so nothing was undone." {
			t.Errorf("%+v", lost)
		}
		if left := booktest.OnHand(t, db, farmID); left == 0 {
			t.Error("it was undone")
		}
	})
}

// UPL: a farm manager uploads to the own farm and to no other; one who has lost it by the time the job
// runs has recorded nothing.
func TestAManagerUploads(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, other, u := freshFarm(t, db), freshFarm(t, db), newUploads(t, db)
		change(t, db, "INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_farmmanager, created_at, updated_at) VALUES ($1, 'max', 'max', 'm@x.example', 'm@x.example', '', TRUE, 0, 0)", "max")
		change(t, db, "INSERT INTO farm_users (farm_id, user_id, created_at) VALUES ($1, 'max', 0)", farmID)
		max := actor.With(system, actor.Actor{UserID: "max", FarmManager: true})
		if _, err := u.Receive(max, other, NewUpload{Filename: "a.csv", Content: plantings(3)}); !fault.Is(err, fault.NotFound) {
			t.Errorf("another's: %v", err)
		}
		id, err := u.Receive(max, farmID, NewUpload{Filename: "a.csv", Content: plantings(3)})
		must(t, err)
		runJobs(t, u)
		if one := look(t, u, farmID, id); one.State != uploadDone || one.Recorded != 3 {
			t.Errorf("%+v", one)
		}
		id, err = u.Receive(max, farmID, NewUpload{Filename: "b.csv", Content: plantings(9)})
		must(t, err)
		change(t, db, "DELETE FROM farm_users WHERE user_id = $1", "max")
		runJobs(t, u)
		if one := look(t, u, farmID, id); one.State != uploadFailed || one.Message != refusedUpload {
			t.Errorf("%s", fmt.Sprint(one))
		}
	})
}
