package upload

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// UPL-2 UPL-3: a sheet is taken at once, imported by a job, and changes nothing
// the second time.
func TestUploadIsImportedByAJob(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		before := contents(t, db, farmID)
		id := send(t, u, farmID, NewUpload{Filename: "spring.csv", Content: []byte(activitySheet)})
		if one := look(t, u, farmID, id); one.State != uploadWaiting || one.Filename != "spring.csv" || one.Summary != nil || one.FinishedAt != nil {
			t.Errorf("before its job: %+v", one)
		}
		if after := contents(t, db, farmID); after != before {
			t.Error("the call recorded something itself")
		}
		runJobs(t, u)
		one := look(t, u, farmID, id)
		if one.State != uploadDone || one.Rows != 8 || one.Done != 8 || one.Percent != 100 || one.Recorded != 8 || one.Skipped != 0 || one.Refused != 0 ||
			one.Message != "8 rows read: 8 activities recorded." || one.FinishedAt == nil || len(one.Errors) != 0 {
			t.Errorf("done: %+v", one)
		}
		want := UploadSummary{Plant: 1, Count: 1, Size: 1, Move: 1, Harvest: 1, Loss: 3, Areas: []string{"Cove", "Bay"}, Groups: 1, Lots: 1, Doubts: []RowDoubt{}, Recounts: []ledger.Recount{}}
		if got := *one.Summary; jsonText(got) != jsonText(want) {
			t.Errorf("summary %+v", got)
		}
		if got := totals(t, db, farmID); got != (ledger.Totals{Planted: 1000, Adjusted: -10, Lost: 50, Harvested: 100}) {
			t.Errorf("totals %+v", got)
		}
		if n := countRows(t, db, "upload_files") + countRows(t, db, "upload_progress"); n != 0 {
			t.Errorf("%d files and notes of progress are left", n)
		}
		whole := contents(t, db, farmID)
		again := uploadNow(t, u, farmID, NewUpload{Content: []byte(activitySheet)})
		if again.ID == id || again.State != uploadDone || again.Recorded != 0 || again.Skipped != 8 ||
			again.Message != "Nothing changed: everything in the 8 rows was recorded before." {
			t.Errorf("again: %+v", again)
		}
		if after := contents(t, db, farmID); after != whole {
			t.Error("the same file twice changed the book")
		}
		list, err := u.List(system, farmID)
		must(t, err)
		if len(list) != 2 || !slices.ContainsFunc(list, func(l Upload) bool { return l.ID == id && l.Recorded == 8 }) {
			t.Errorf("list %+v", list)
		}
	})
}

// UPL-1: exact words for no file; every other file that is no sheet is refused
// in the call.
func TestUploadRefusesWhatIsNoSheet(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	u := newUploads(t, db)
	for _, tt := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"a.csv", nil, "Please upload a file first"},
		{"a.csv", []byte(" \n"), "The file is empty."},
		{"a.xlsx", []byte("date,activity\n"), "That file is named .xlsx but is not an Excel workbook. Please save it as XLSX or CSV."},
		{"a.csv", []byte("PK\x03\x04zip"), "That file is not CSV text. Please save it as CSV or XLSX."},
		{"a.csv", []byte("date\x00"), "That file is not CSV text. Please save it as CSV or XLSX."},
		{"a.csv", []byte("\xff\xfed\x00"), "That file is Unicode text of another kind. Please save it as CSV UTF-8."},
		{"a.xlsm", []byte("PK\x03\x04"), "Please upload a CSV or XLSX file, not .xlsm."},
		{"a.xlsx", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest"), "That file is an old Excel workbook, or has a password. Please save it as XLSX without a password, or as CSV."},
	} {
		_, err := u.Receive(asAnn, farmID, NewUpload{Filename: tt.name, Content: tt.content})
		if !fault.Is(err, fault.Invalid) || fault.As(err).Message != tt.want {
			t.Errorf("%s %.10q: %v", tt.name, tt.content, err)
		}
	}
	u.LimitMemory(64 << 10) // a small server
	_, err := u.Receive(asAnn, farmID, NewUpload{Filename: "a.csv", Content: append([]byte(activitySheet), strings.Repeat("\n", 3000)...)})
	if want := "This server has not enough memory for that file. Please cut it into files of at most 2 KB."; !fault.Is(err, fault.Invalid) || fault.As(err).Message != want {
		t.Errorf("a file that is too large for the memory: %v", err)
	}
	if n := countRows(t, db, "uploads"); n != 0 {
		t.Errorf("%d uploads were kept", n)
	}
	outsider := actor.With(context.Background(), actor.Actor{UserID: "x", FarmManager: true})
	if _, err := u.Receive(outsider, farmID, NewUpload{Filename: "a.csv", Content: []byte(activitySheet)}); !fault.Is(err, fault.NotFound) {
		t.Errorf("an outsider: %v", err)
	}
}

// S17: names are shown to people and put into headers.
// A sheet of very many lots would keep other writers waiting when it begins to
// count, so it is refused before anything is recorded.
func TestLotsOfAnUploadAreBounded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		before := contents(t, db, farmID)
		text := "date,activity,area,bag,count\n"
		for i := range ledger.MaxPlacesBesideOthers + 1 {
			text += fmt.Sprintf("2026-03-01,plant,A,%d,1\n", i)
		}
		one := uploadNow(t, u, farmID, NewUpload{Content: []byte(text), SkipBad: true})
		if want := "The sheet has more than 6000 lots or containers, counted in each growing area. Please cut it into several."; one.State != uploadFailed || one.Message != want {
			t.Errorf("%s: %s", one.State, one.Message)
		}
		if contents(t, db, farmID) != before {
			t.Error("it was recorded in part")
		}
	})
}

func TestUploadNamesArePlain(t *testing.T) {
	for name, want := range map[string]string{
		"": "upload", "..": "..", "/": "upload", `C:\data\a.csv`: "a.csv", "../../etc/a.csv": "a.csv", "a\r\nSet-Cookie: x.csv": "aSet-Cookie: x.csv",
		"a\x00.csv": "a.csv", "a\u202evsc.exe": "avsc.exe", strings.Repeat("x", 400) + ".csv": strings.Repeat("x", 120) + ".csv", "\xff.csv": ".csv",
	} {
		if got := plainFilename(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// UPL-2 R28: one bad row, and all or nothing means nothing; the row is told by
// line and column; the list of refused rows, corrected, is a good file.
func TestUploadAllOrNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		before := contents(t, db, farmID)
		text := string(plantings(2_000)) + "2026-03-01,plant,Cove,=cmd|'/c calc',many\n"
		one := uploadNow(t, u, farmID, NewUpload{Content: []byte(text)})
		want := sheet.RowError{Line: 2002, Column: "count", Reason: `"many" is not a whole number`}
		if one.State != uploadFailed || one.Refused != 1 || len(one.Errors) != 1 || one.Errors[0] != want || one.Message != "Nothing was imported: "+want.String()+"." {
			t.Errorf("%+v", one)
		}
		if after := contents(t, db, farmID); after != before {
			t.Errorf("half of it was recorded: %v", after)
		}
		refused, err := u.RefusedRows(system, farmID, one.ID)
		must(t, err)
		rows, err := csv.NewReader(bytes.NewReader(refused)).ReadAll()
		must(t, err)
		if len(rows) != 2 || !slices.Equal(rows[0], []string{"refused line", "refused because", "date", "activity", "growing area", "fill profile", "count"}) ||
			!slices.Equal(rows[1], []string{"2002", `count: "many" is not a whole number`, "2026-03-01", "plant", "Cove", "'=cmd|'/c calc'", "many"}) {
			t.Fatalf("refused rows %q", rows)
		}
		corrected := strings.Replace(string(refused), ",many", ",7", 1)
		if one := uploadNow(t, u, farmID, NewUpload{Content: []byte(corrected)}); one.State != uploadDone || one.Recorded != 1 {
			t.Errorf("corrected: %+v", one)
		}
		if _, err := u.RefusedRows(system, farmID, look(t, u, farmID, send(t, u, farmID, NewUpload{Content: []byte(corrected)})).ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("refused rows of a good file: %v", err)
		}
	})
}

// UPL-2: bad rows are left out by choice, each with its own reason, also those
// that only the book shows to be bad, and what would follow from them.
func TestUploadLeavesBadRowsOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		u := newUploads(t, db)
		old := ledger.Place{LeaseID: areas["North"], Lot: ledger.Lot{Nickname: "old"}}
		record(t, db, farmID,
			ledger.Activity{Kind: ledger.Plant, Day: day("2026-01-01"), Place: old, Count: 100},
			ledger.Activity{Kind: ledger.Harvest, Day: day("2026-06-01"), Place: old, Count: 90})
		head := "date,activity,growing area,fill profile,count,to growing area\n"
		one := uploadNow(t, u, farmID, NewUpload{SkipBad: true, Content: []byte(head +
			"2026-03-01,plant,Cove,a,100,\n" + // 2
			"2026-03-01,eat,Cove,a,1,\n" + // 3: no such activity
			"2027-03-01,plant,Cove,a,1,\n" + // 4: not yet
			"2026-04-01,loss,Cove,a,101,\n" + // 5: more than there are
			"2026-04-02,loss,Cove,a,60,\n" + // 6: good, as 5 is left out
			"2026-04-03,move,Cove,b,5,Deep\n" + // 7: no such animals, so no such growing area
			"2026-04-04,loss,Deep,b,5,\n" + // 8: which 8 needs
			"2026-02-01,loss,North,old,20,\n" + // 9: what was harvested in June would be missing
			"2026-07-01,loss,North,old,10,\n" + // 10: good without 9
			"2026-07-01,size,,,,\n")}) // 11
		if one.State != uploadDone || one.Recorded != 3 || one.Refused != 7 || one.Rows != 10 || one.Message != "10 rows read: 3 activities recorded. 7 rows were left out." {
			t.Errorf("%+v", one)
		}
		var lines []int
		for _, e := range one.Errors {
			if !slices.Contains(lines, e.Line) {
				lines = append(lines, e.Line)
			}
		}
		if !slices.Equal(lines, []int{3, 4, 5, 7, 8, 9, 11}) {
			t.Errorf("refused lines %v: %+v", lines, one.Errors)
		}
		if got := totals(t, db, farmID); got != (ledger.Totals{Planted: 200, Lost: 70, Harvested: 90}) {
			t.Errorf("totals %+v", got)
		}
		if _, made := booktest.Areas(t, db, farmID)["Deep"]; made {
			t.Error("a row that was left out made a growing area")
		}
		nothing := uploadNow(t, u, farmID, NewUpload{SkipBad: true, Content: []byte(head + "2026-04-01,loss,Cove,zzz,1,\n")})
		if nothing.State != uploadDone || nothing.Recorded != 0 || nothing.Refused != 1 || !strings.HasPrefix(nothing.Message, "Nothing was recorded") {
			t.Errorf("only bad rows: %+v", nothing)
		}
	})
}

// UPL-2 (case C24): messages count one as one.
func TestUpload_MessagesHavePlurals(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		const head, good, bad = "id,date,activity,growing area,count\n", "1,2026-05-01,plant,Cove,100\n", "2,2026-05-02,plant,Cove,x\n"
		for _, step := range []struct {
			sent NewUpload
			says string
		}{
			{NewUpload{Preview: true, Content: []byte(head + good)}, "1 row read: 1 activity would be recorded."},
			{NewUpload{Preview: true, Content: []byte(head + good + bad)}, "2 rows read: 1 activity would be recorded, 1 row is bad."},
			{NewUpload{SkipBad: true, Content: []byte(head + bad)}, "Nothing was recorded: 1 row was left out."},
			{NewUpload{SkipBad: true, Content: []byte(head + good)}, "1 row read: 1 activity recorded."},
			{NewUpload{Preview: true, Content: []byte(head + good + "\n")}, "1 row read: 0 activities would be recorded, 1 was recorded before."},
			{NewUpload{SkipBad: true, Content: []byte(head + good + bad)}, "Nothing changed: everything in the 2 rows was recorded before. 1 row was left out."},
		} {
			if one := uploadNow(t, u, farmID, step.sent); one.Message != step.says {
				t.Errorf("%q, want %q", one.Message, step.says)
			}
		}
	})
}

// UPL-2: a preview tells what would happen and records nothing until confirmed.
func TestUploadPreview(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		before := contents(t, db, farmID)
		sheet := activitySheet + "2026-07-02,harvest,Bay,,Pacific oyster,Hatchery,2026,3,2026-03-01,Cove,,tray,half,9000,,,,,\n"
		one := uploadNow(t, u, farmID, NewUpload{Preview: true, Content: []byte(sheet)})
		if one.State != uploadPreview || one.Rows != 9 || one.Recorded != 0 || one.Refused != 1 || one.Errors[0].Line != 10 || one.Summary.Harvest != 1 || one.Summary.Loss != 3 ||
			!slices.Equal(one.Summary.Areas, []string{"Cove", "Bay"}) || one.Message != "9 rows read: 8 activities would be recorded, 1 row is bad." {
			t.Errorf("preview: %+v %+v", one, one.Summary)
		}
		if after := contents(t, db, farmID); after != before {
			t.Errorf("a preview changed the book: %v", after)
		}
		if _, err := u.Confirm(system, farmID, one.ID, false, CountChoice{}); !fault.Is(err, fault.Conflict) {
			t.Errorf("confirming all of it: %v", err)
		}
		confirmed, err := u.Confirm(system, farmID, one.ID, true, CountChoice{})
		must(t, err)
		if confirmed.State != uploadWaiting {
			t.Errorf("confirmed: %+v", confirmed)
		}
		runJobs(t, u)
		if one = look(t, u, farmID, one.ID); one.State != uploadDone || one.Recorded != 8 || one.Refused != 1 {
			t.Errorf("recorded: %+v", one)
		}
		if _, err := u.Confirm(system, farmID, one.ID, true, CountChoice{}); !fault.Is(err, fault.Conflict) {
			t.Errorf("confirming twice: %v", err)
		}
	})
}

// R27: a client that gives up after a second and asks again makes one upload.
func TestUploadRetriedIsOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		in := NewUpload{Filename: "a.csv", Content: []byte(activitySheet)}
		var ids sync.Map
		var calls sync.WaitGroup
		for range 5 {
			calls.Go(func() {
				id, err := u.Receive(asAnn, farmID, in)
				if err != nil {
					t.Error(err)
				}
				ids.Store(id, true)
			})
		}
		calls.Wait()
		if n := countRows(t, db, "uploads"); n != 1 {
			t.Errorf("%d uploads", n)
		}
		runJobs(t, u)
		if n := countRows(t, db, "activities"); n != 8 {
			t.Errorf("%d activities", n)
		}
		in.OnceKey = "key 1"
		first := uploadNow(t, u, farmID, in)
		if again := send(t, u, farmID, in); again != first.ID {
			t.Error("the same key and file, after it was finished, made another upload")
		}
		in.Content = append(slices.Clone(in.Content), '\n')
		if other := send(t, u, farmID, in); other == first.ID {
			t.Error("another file under the same key was dropped")
		}
	})
}

// UPL-2: cancelled at any point before the commit, nothing stays.
func TestUploadCancel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		before := contents(t, db, farmID)
		cancel := func(id string) {
			t.Helper()
			if one, err := u.Cancel(system, farmID, id); err != nil || one.State != uploadCancelled || one.FinishedAt == nil {
				t.Fatalf("%+v %v", one, err)
			}
		}
		cancel(send(t, u, farmID, NewUpload{Content: []byte(activitySheet)}))
		runJobs(t, u)
		cancel(uploadNow(t, u, farmID, NewUpload{Content: []byte(activitySheet), Preview: true}).ID)

		id := send(t, u, farmID, NewUpload{Content: plantings(longRows)})
		amidRecording(t, u, func() {
			if one := look(t, u, farmID, id); one.State != uploadRecording {
				t.Errorf("when all is staged: %+v", one)
			}
			cancel(id)
		})
		runJobs(t, u)
		if one := look(t, u, farmID, id); one.State != uploadCancelled || one.Recorded != 0 {
			t.Errorf("%+v", one)
		}
		if after := contents(t, db, farmID); after != before {
			t.Errorf("a cancelled upload left %v", after)
		}
		if n := countRows(t, db, "upload_files") + countRows(t, db, "upload_progress"); n != 0 {
			t.Errorf("%d files are left", n)
		}
		if n := countRows(t, db, "entries") + countRows(t, db, "ledger_staged"); n != 0 {
			t.Errorf("%d rows are left staged", n)
		}
		done := uploadNow(t, u, farmID, NewUpload{Content: []byte(activitySheet)})
		if _, err := u.Cancel(system, farmID, done.ID); !fault.Is(err, fault.Conflict) {
			t.Errorf("cancelling what is done: %v", err)
		}
	})
}

// A call that may not cancel an upload does not stop its run either.
func TestCancel_RefusedCallStopsNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		view := actor.With(context.Background(), actor.Actor{UserID: "v", FarmManager: true, Viewing: farmID})
		stranger := actor.With(context.Background(), actor.Actor{UserID: "n", FarmManager: true})

		id := send(t, u, farmID, NewUpload{Content: plantings(longRows)})
		amidRecording(t, u, func() {
			if _, err := u.Cancel(view, farmID, id); !fault.Is(err, fault.Denied) {
				t.Errorf("a read-only view: %v", err)
			}
			if _, err := u.Cancel(stranger, farmID, id); !fault.Is(err, fault.NotFound) {
				t.Errorf("somebody else: %v", err)
			}
		})
		runJobs(t, u)

		if one := look(t, u, farmID, id); one.State != uploadDone || one.Recorded != longRows {
			t.Errorf("%+v", one)
		}
	})
}

// Another process may cancel: the run sees it when it looks.
func TestUploadCancelledElsewhere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		here, elsewhere := newUploads(t, db), newUploads(t, db)
		id := send(t, here, farmID, NewUpload{Content: []byte(activitySheet)})
		r := &uploadRun{uploads: here, begun: noon}
		state, err := r.begin(system, uploadArgs{farmID, id})
		must(t, err)
		if state != uploadChecking {
			t.Fatal(state)
		}
		must(t, r.look(system))
		if one := look(t, elsewhere, farmID, id); one.State != uploadChecking {
			t.Errorf("%+v", one)
		}
		_, err = elsewhere.Cancel(system, farmID, id)
		must(t, err)
		ctx, cancel := context.WithCancelCause(system)
		r.cancel = cancel
		must(t, r.look(ctx))
		if context.Cause(ctx) != errCancelled {
			t.Error("the run goes on")
		}
		if err := r.work(system); err != errOvertaken {
			t.Errorf("a run that did not look: %v", err)
		}
		if n := countRows(t, db, "activities"); n != 0 {
			t.Errorf("%d activities", n)
		}
	})
}

// One upload of a farm runs at a time; another one waits without using up its
// tries.
func TestUploadsTakeTurns(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		first := send(t, u, farmID, NewUpload{Content: []byte(activitySheet)})
		r := &uploadRun{uploads: u, begun: noon}
		_, err := r.begin(system, uploadArgs{farmID, first})
		must(t, err)
		second := send(t, u, farmID, NewUpload{Content: plantings(3)})
		must(t, db.Write(system, func(tx *sqldb.Tx) error { // of the first, whose run is this test
			_, err := tx.Exec(system, "DELETE FROM jobs WHERE args LIKE $1", "%"+first+"%")
			return err
		}))
		runJobs(t, u)
		if one := look(t, u, farmID, second); one.State != uploadWaiting {
			t.Errorf("beside another: %+v", one)
		}
		if later := countRows(t, db, "jobs WHERE state = 'ready' AND attempts = 0 AND due_at = $1", sqldb.Millis(noon.Add(tryAgain))); later != 1 {
			t.Errorf("%d jobs look again", later)
		}
		must(t, r.work(system))
		u.memory.Release(r.memory)
		if !u.memory.TryAcquire(maxMemory) {
			t.Fatal("a run that is done keeps memory")
		}
		if err := u.run(context.Background(), uploadArgs{farmID, second}); err == nil || look(t, u, farmID, second).State != uploadWaiting {
			t.Errorf("without memory: %v", err)
		}
		u.memory.Release(maxMemory)
		must(t, u.run(context.Background(), uploadArgs{farmID, second}))
		if one := look(t, u, farmID, second); one.State != uploadDone {
			t.Errorf("%+v", one)
		}
	})
}

// An upload that our side failed is tried again, and holds up no other of its
// farm meanwhile.
func TestAFailedRunHoldsUpNoOther(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		closed := dbtest.SQLite(t)
		must(t, closed.Close())
		good := u.book
		u.book = ledger.New(closed, clock)
		first := send(t, u, farmID, NewUpload{Content: []byte(activitySheet)})
		runJobs(t, u)
		if n := countRows(t, db, "jobs WHERE state = 'ready' AND attempts = 1 AND last_error <> ''"); n != 1 {
			t.Errorf("%d jobs are tried again", n)
		}
		u.book = good
		second := send(t, u, farmID, NewUpload{Content: plantings(3)})
		runJobs(t, u)
		if one, other := look(t, u, farmID, first), look(t, u, farmID, second); one.State != uploadWaiting || other.State != uploadDone {
			t.Errorf("the failed one is %s, the other one %s", one.State, other.State)
		}
		must(t, u.run(system, uploadArgs{farmID, first}))
		if one := look(t, u, farmID, first); one.State != uploadDone {
			t.Errorf("tried again: %+v", one)
		}
	})
}

// What nobody needs any more is removed, and what is stuck is ended.
func TestUploadsAreCleanedUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		now := noon
		u.now = func() time.Time { return now }
		preview := uploadNow(t, u, farmID, NewUpload{Content: []byte(activitySheet), Preview: true})
		failed := uploadNow(t, u, farmID, NewUpload{Content: []byte(activityHeader + "x\n")})
		step := func(d time.Duration) {
			now = noon.Add(d)
			must(t, u.cleanup(context.Background(), struct{}{}))
		}
		step(keepPreview)
		if one := look(t, u, farmID, preview.ID); one.State != uploadPreview {
			t.Errorf("too soon: %+v", one)
		}
		step(keepPreview + time.Second)
		if one := look(t, u, farmID, preview.ID); one.State != uploadCancelled || countRows(t, db, "upload_files WHERE kind = 'sheet'") != 0 {
			t.Errorf("not confirmed: %+v", one)
		}
		if n := countRows(t, db, "upload_files WHERE kind = 'refused'"); n != 1 {
			t.Errorf("%d lists of refused rows", n)
		}
		step(keepRefused + time.Second)
		if _, err := u.RefusedRows(system, farmID, failed.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("an old list: %v", err)
		}
		step(keepUploads + keepPreview + time.Minute)
		if n := countRows(t, db, "uploads"); n != 0 {
			t.Errorf("%d uploads are left", n)
		}
	})
}

func TestProgressTellsTheTimeLeft(t *testing.T) {
	for _, tt := range []struct {
		part, seconds float64
		percent, left int64
	}{{0, 10, 0, -1}, {0.01, 1, 1, -1}, {0.25, 10, 25, 30}, {0.999, 100, 99, 1}, {1, 50, 100, 0}} {
		p := progressAt(100, 7, tt.part, tt.seconds)
		left := int64(-1)
		if p.secondsLeft != nil {
			left = *p.secondsLeft
		}
		if p.percent != tt.percent || left != tt.left {
			t.Errorf("%v: %d%%, %d s left", tt, p.percent, left)
		}
	}
}
