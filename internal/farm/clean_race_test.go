package farm_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/ledger/upload"
	"github.com/merroir/merroir/internal/sqldb"
)

// AFARM-6: a report that another process has in memory shows nothing of what was
// there before a clean, and all that came after.
func TestCleanReachesTheMemoryOfAnotherProcess(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := fillFarm(t, db)
		second := openProcess(t, db)
		planted := func(h *process) int64 {
			t.Helper()
			r, err := h.reports.Report(f.ann, f.id, report365(""))
			must(t, err)
			return r.Data[len(r.Data)-1].Planted
		}
		for round := range 3 {
			if a, b := planted(f.process), planted(second); a != 1200 || b != 1200 {
				t.Fatalf("round %d, before: %d and %d", round, a, b)
			}
			_, err := f.Clean(f.bea, f.id, "")
			must(t, err)
			if a, b := planted(second), planted(f.process); a != 0 || b != 0 {
				t.Errorf("round %d, after: %d there, %d here", round, a, b)
			}
			_, err = sheet.Import(f.bea, second.ledger, f.id, "a.csv", strings.NewReader(sheetText), sheet.Options{}) // as many entries as before
			must(t, err)
		}
	})
}

// AFARM-6: cleaning while others record leaves the book whole: it holds what was
// recorded after the last clean, and reports say the same.
func TestCleanWhileOthersRecord(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := fillFarm(t, db)
		second := openProcess(t, db)
		var recording sync.WaitGroup
		for worker := range 2 {
			recording.Go(func() {
				for i := range 15 {
					row := fmt.Sprintf("date,activity,growing area,fill profile,count\n2026-05-01,plant,Area %d,bag %d,10\n", i%3, i)
					_, err := sheet.Import(f.bea, second.ledger, f.id, "a.csv", strings.NewReader(row+fmt.Sprintf("2026-05-02,plant,Area %d,bag w%d,10\n", i%3, worker)), sheet.Options{})
					if err != nil && !fault.Is(err, fault.Unavailable) && !fault.Is(err, fault.Conflict) { // it is being cleaned
						t.Errorf("recording: %v", err)
					}
				}
			})
		}
		for range 4 {
			if _, err := f.Clean(f.bea, f.id, ""); err != nil {
				t.Errorf("cleaning: %v", err)
			}
		}
		recording.Wait()
		entries := f.number(t, "SELECT count(*) FROM entries WHERE farm_id = $1", f.id)
		inEntries := f.number(t, "SELECT CAST(COALESCE(SUM(delta), 0) AS BIGINT) FROM entries WHERE farm_id = $1", f.id)
		inBalances := f.number(t, "SELECT CAST(COALESCE(SUM(on_hand), 0) AS BIGINT) FROM balances WHERE farm_id = $1", f.id)
		seq := f.number(t, "SELECT seq FROM farm_state WHERE farm_id = $1", f.id)
		if inEntries != inBalances || seq != entries || f.number(t, "SELECT epoch FROM farm_state WHERE farm_id = $1", f.id) != 4 {
			t.Errorf("%d animals in %d entries up to %d, %d in the balances", inEntries, entries, seq, inBalances)
		}
		for _, h := range []*process{f.process, second} {
			r, err := h.reports.Report(f.ann, f.id, report365(""))
			must(t, err)
			if last := r.Data[len(r.Data)-1]; last.Inventory != inEntries {
				t.Errorf("a report says %d, the book %d", last.Inventory, inEntries)
			}
		}
	})
}

// AFARM-6: an upload that is being recorded when its farm is emptied or deleted,
// by this process or another, stops without an error, and leaves
// nothing behind.
func TestEmptyingStopsARunningUpload(t *testing.T) {
	for name, delete := range map[string]bool{"clean": false, "delete": true} {
		t.Run(name+"/sqlite", func(t *testing.T) {
			f := fillFarm(t, dbtest.SQLite(t))
			stopUpload(t, f, f.process, delete)
		})
		t.Run(name+"/postgres", func(t *testing.T) {
			db := dbtest.Postgres(t)
			f := fillFarm(t, db)
			stopUpload(t, f, openProcess(t, db), delete)
		})
	}
}

// stopUpload lets worker run a long upload and empties the farm meanwhile.
func stopUpload(t *testing.T, f *busyFarm, worker *process, delete bool) {
	t.Helper()
	var long strings.Builder
	long.WriteString("date,activity,growing area,fill profile,count\n")
	for i := range 2_500 {
		fmt.Fprintf(&long, "2026-03-01,plant,Cove,bag %d,%d\n", i%500, 1+i%7)
	}
	id, err := f.uploads.Receive(f.bea, f.id, upload.NewUpload{Filename: "long.csv", Content: []byte(long.String())})
	must(t, err)
	steps, last := 0, 2 // all is staged
	if delete {
		last = 1 // nothing yet
	}
	worker.ledger.OnStep(func() {
		if steps++; steps != last {
			return
		}
		if one, err := worker.uploads.Get(f.bea, f.id, id); err != nil || one.State != "recording" {
			t.Errorf("%+v %v", one, err)
		}
		if delete {
			_, err = f.Delete(f.bea, f.id, "")
		} else {
			_, err = f.Clean(f.bea, f.id, "")
		}
		must(t, err)
	})
	must(t, worker.queue.RunUntilIdle(context.Background()))
	if steps < last {
		t.Fatal("it ended before it was recorded")
	}
	f.work(t)
	left := f.leftOf(t, f.id)
	if left["entries"]+left["activities"]+left["leases"]+left["uploads"]+left["upload_progress"] != 0 {
		t.Errorf("left of it: %v", left)
	}
	if code := f.download(); code != http.StatusNotFound {
		t.Errorf("the download of an export: %d", code)
	}
}
