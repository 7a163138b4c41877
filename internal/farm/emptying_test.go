package farm_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/ledger/upload"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

const beingCleaned = "This farm is being cleaned. Please try again in a few minutes."

var clean = map[string]int64{"farm_state": 1, "farm_users": 1}

// AFARM-6: a large farm is hidden at once and emptied by a job. While it is
// being cleaned its record and its tags can be used, and nothing else of it; it
// is cleaned to the end, whatever becomes of whoever asked for it.
func TestALargeFarmIsHiddenAndThenCleanedByAJob(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := fillFarm(t, db)
		f.addTags(t)
		f.EmptyByJobs(f.queue, 2)
		page := f.page(t, f.tag)
		removed, err := f.Clean(f.bea, f.id, "")
		must(t, err)
		checkContents(t, "removed", removed.Contents, cleaned)
		if !removed.UnderWay || f.leftOf(t, f.id)["entries"] == 0 {
			t.Fatalf("it was emptied within the call: %+v", removed)
		}
		f.closedScreens(t)
		if now, err := f.Get(f.ann, f.id); err != nil || now.BeingCleaned == nil || len(now.Leases) != 0 {
			t.Errorf("the record: %+v %v", now.BeingCleaned, err)
		}
		if list, err := f.List(f.ann, farm.Search{}, query()); err != nil || len(list.Data) != 2 {
			t.Errorf("the list: %+v %v", list, err)
		}
		if diff := cmp.Diff(page, f.page(t, f.tag)); diff != "" {
			t.Errorf("the tag's page (-before +while)\n%s", diff)
		}
		if _, err := f.events.Create(f.ann, tag.Draft{FarmID: f.id, Type: tag.TypeFarm, Content: tag.Content{Fields: tag.Fields{Brand: "Silver"}}}); err != nil {
			t.Errorf("a new tag: %v", err)
		}
		f.exec(t, "UPDATE users SET is_admin = FALSE WHERE id = 'bea'")
		f.work(t)
		if diff := cmp.Diff(clean, f.leftOf(t, f.id)); diff != "" {
			t.Errorf("left of it (-want +got)\n%s", diff)
		}
		f.emptyScreens(t)
		if now, err := f.Get(f.ann, f.id); err != nil || now.BeingCleaned != nil {
			t.Errorf("the record afterwards: %+v %v", now.BeingCleaned, err)
		}
	})
}

// AFARM-6: what the previous release left to a job is still done after an update, if
// whoever asked for it still has the right.
func TestAJobOfThePreviousReleaseEmptiesAFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := fillFarm(t, db)
		f.EmptyByJobs(f.queue, 2)
		ask := func(id, userID string, deletes bool) {
			t.Helper()
			f.exec(t, "INSERT INTO jobs (id, kind, args, state, due_at, created_at) VALUES ($1, 'farm.empty', $2, 'ready', $3, $3)",
				id, fmt.Sprintf(`{"farmId":%q,"userId":%q,"delete":%v}`, f.id, userID, deletes), sqldb.Millis(noon))
			f.work(t)
		}
		full := f.leftOf(t, f.id)
		ask("one", "ann", true)
		if diff := cmp.Diff(full, f.leftOf(t, f.id)); diff != "" {
			t.Errorf("without the right: left of it (-want +got)\n%s", diff)
		}
		ask("two", "bea", false)
		if diff := cmp.Diff(clean, f.leftOf(t, f.id)); diff != "" {
			t.Errorf("cleaned: left of it (-want +got)\n%s", diff)
		}
		ask("three", "bea", true)
		if n := f.number(t, "SELECT count(*) FROM farms WHERE id = $1", f.id); n != 0 {
			t.Error("it was not deleted")
		}
	})
}

// closedScreens asks, while a clean is under way, for everything that it removes.
func (f *busyFarm) closedScreens(t *testing.T) {
	t.Helper()
	_, again := f.Clean(f.bea, f.id, "")
	_, remove := f.Delete(f.bea, f.id, "")
	_, contents := f.Contents(f.bea, f.id)
	_, add := f.AddLease(f.ann, f.id, farm.Lease{Name: "South"})
	_, recorded := f.ledger.Record(f.ann, f.id, nil)
	_, imported := sheet.Import(f.bea, f.ledger, f.id, "a.csv", strings.NewReader(sheetText), sheet.Options{})
	_, received := f.uploads.Receive(f.bea, f.id, upload.NewUpload{Filename: "b.csv", Content: []byte(sheetText)})
	_, inventory := f.reports.Report(f.ann, f.id, report365(""))
	_, equipment := f.reports.Equipment(f.ann, f.id, "", nil)
	_, dashboard := f.reports.Dashboard(f.ann, f.id, "")
	_, filters := f.reports.Filters(f.ann, f.id)
	_, exports := f.exports.List(f.ann, f.id)
	_, uploads := f.uploads.List(f.bea, f.id)
	_, journal := f.ledger.Journal(f.ann, f.id, ledger.Of{}, 0, 20)
	_, places := f.ledger.Places(f.ann, f.id)
	for what, err := range map[string]error{"clean": again, "delete": remove, "contents": contents, "lease": add, "record": recorded, "import": imported,
		"upload": received, "report": inventory, "equipment": equipment, "dashboard": dashboard, "filters": filters, "exports": exports, "uploads": uploads,
		"journal": journal, "places": places} {
		refused(t, what, err, fault.Conflict, "", beingCleaned)
	}
	if code := f.download(); code < 400 {
		t.Errorf("the download of an export: %d", code)
	}
}

// AFARM-6: from the moment that a large farm is deleted, nothing of it can be seen but
// the pages of its tags.
func TestALargeFarmIsGoneAndThenDeletedByAJob(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := fillFarm(t, db)
		f.addTags(t)
		f.EmptyByJobs(f.queue, 2)
		second := openProcess(t, db) // a process that has not listed the farms yet
		page := f.page(t, f.tag)
		removed, err := f.Delete(f.bea, f.id, "")
		must(t, err)
		if !removed.UnderWay || f.leftOf(t, f.id)["entries"] == 0 {
			t.Fatalf("it was emptied within the call: %+v", removed)
		}
		f.goneScreens(t)
		if list, err := second.List(f.bea, farm.Search{}, query()); err != nil || len(list.Data) != 2 {
			t.Errorf("the list of another process: %+v %v", list, err)
		}
		refused(t, "a link", f.LinkUser(system, f.id, "ann"), fault.NotFound, "", "No such farm.")
		if diff := cmp.Diff(page, f.page(t, f.tag)); diff != "" {
			t.Errorf("the tag's page (-before +while)\n%s", diff)
		}
		f.work(t)
		if left := f.leftOf(t, f.id); len(left) != 0 || f.number(t, "SELECT count(*) FROM farms WHERE id = $1", f.id) != 0 {
			t.Errorf("left of it: %v", left)
		}
		if diff := cmp.Diff(page, f.page(t, f.tag)); diff != "" {
			t.Errorf("the tag's page (-before +after)\n%s", diff)
		}
	})
}

// AFARM-6: what is confirmed is what was on the screen: another click, a call
// that is sent again, or anything that was recorded since, removes nothing.
func TestOnlyWhatWasSeenIsRemoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := fillFarm(t, db)
		notSeen := "The farm has changed since you looked, so nothing was removed. Please look at what it has now."
		see := func() string {
			t.Helper()
			c, err := f.Contents(f.bea, f.id)
			must(t, err)
			return c.Version()
		}
		for what, change := range map[string]func(){
			"an activity": func() {
				_, err := sheet.Import(f.bea, f.ledger, f.id, "a.csv", strings.NewReader("date,activity,growing area,fill profile,count\n2026-05-01,plant,North,bag 1,10\n"), sheet.Options{})
				must(t, err)
			},
			"a growing area": func() { f.area(t, f.id, farm.Lease{Name: "South"}) },
			"an upload that waits": func() {
				_, err := f.uploads.Receive(f.bea, f.id, upload.NewUpload{Filename: "b.csv", Content: []byte(sheetText + "\n")})
				must(t, err)
			},
		} {
			seen := see()
			change()
			before := f.leftOf(t, f.id)
			_, err := f.Clean(f.bea, f.id, seen)
			refused(t, what, err, fault.Stale, "", notSeen)
			_, err = f.Delete(f.bea, f.id, seen)
			refused(t, what, err, fault.Stale, "", notSeen)
			if diff := cmp.Diff(before, f.leftOf(t, f.id)); diff != "" {
				t.Errorf("%s: something was removed:\n%s", what, diff)
			}
		}
		if f.number(t, "SELECT count(*) FROM uploads WHERE state = 'waiting'") != 1 {
			t.Error("a clean that was refused stopped an upload")
		}
		seen := see()
		_, err := f.Clean(f.bea, f.id, seen)
		must(t, err)
		_, err = f.Clean(f.bea, f.id, seen)
		refused(t, "the second click", err, fault.Stale, "", notSeen)
		if n := f.number(t, "SELECT count(*) FROM audit WHERE action = 'farm.clean'"); n != 1 {
			t.Errorf("%d cleans in the audit trail", n)
		}
	})
}

// AFARM-6: a process that is killed while it empties a farm leaves it hidden,
// and the next one goes on.
func TestAFarmIsEmptiedAfterAKill(t *testing.T) {
	const rows = 4000
	dbtest.EachKilled(t, func(t *testing.T, db *sqldb.DB) {
		f := openProcess(t, db)
		f.EmptyByJobs(f.queue, 2)
		id := f.text(t, "SELECT id FROM farms")
		_, err := f.Clean(system, id, "")
		must(t, err)
		go func() {
			for f.number(t, "SELECT removed FROM farm_emptying") == 0 { // the first batch is a small one
			}
			fmt.Fprintln(os.Stdout, "some of it is removed")
		}()
		must(t, f.queue.RunUntilIdle(context.Background()))
		select {} // it was done before it could be killed, which the test allows for
	}, func(t *testing.T, k *dbtest.Killed) {
		var id string
		k.Open(t, func(db *sqldb.DB) {
			f := openProcess(t, db)
			id = f.newFarm(t)
			var long strings.Builder
			long.WriteString("date,activity,growing area,fill profile,count\n")
			for i := range rows {
				fmt.Fprintf(&long, "2026-03-01,plant,Cove,bag %d,%d\n", i%500, 1+i%7)
			}
			_, err := sheet.Import(system, f.ledger, id, "a.csv", strings.NewReader(long.String()), sheet.Options{})
			must(t, err)
		})
		k.Kill(t, nil)
		k.Open(t, func(db *sqldb.DB) {
			f := openProcess(t, db)
			f.EmptyByJobs(f.queue, 2)
			if left := f.number(t, "SELECT count(*) FROM entries"); left == rows {
				t.Errorf("%d entries are left", left)
			}
			if f.number(t, "SELECT count(*) FROM farm_emptying") == 1 {
				_, err := f.reports.Report(system, id, report365(""))
				refused(t, "a report", err, fault.Conflict, "", beingCleaned)
			}
			f.exec(t, "UPDATE jobs SET due_at = 0 WHERE state = 'running'") // the killed process's lease ends
			f.work(t)
			if diff := cmp.Diff(map[string]int64{"farm_state": 1}, f.leftOf(t, id)); diff != "" {
				t.Errorf("left of it (-want +got)\n%s", diff)
			}
		})
	})
}

// AFARM-6: a farm is emptied in many small transactions: what another process
// does meanwhile gets its turn in between.
func TestAFarmIsEmptiedInPieces(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := fillFarm(t, db)
		k := ledger.Keeper()
		must(t, db.Write(system, func(tx *sqldb.Tx) error { return k.Hide(system, tx, f.id) }))
		for {
			var removed int64
			must(t, db.Write(system, func(tx *sqldb.Tx) (err error) {
				removed, err = k.Clean(system, tx, f.id, 2)
				return err
			}))
			if removed > 2 {
				t.Fatalf("%d rows were removed at once", removed)
			}
			if removed == 0 {
				break
			}
		}
		left := f.leftOf(t, f.id)
		if left["entries"]+left["activities"]+left["balances"]+left["lots"]+left["animal_groups"]+left["ledger_staged"] != 0 {
			t.Errorf("left: %v", left)
		}
	})
}
