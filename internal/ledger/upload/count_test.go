package upload

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

// sheetOf is a sheet of activities at one growing area.
func sheetOf(rows ...string) []byte {
	header := "date,activity,growing area,count"
	if strings.Count(rows[0], ",") > 3 {
		header += ",measured,size mm"
	}
	return []byte(header + "\n" + strings.Join(rows, "\n") + "\n")
}

// UPL-2 REP-18 (case C01): a sheet with a loss before a recorded count leaves the count as it was
// counted, and the preview says so. One sheet with the same rows in any order gives the same.
func TestUpload_KeepsRecordedCounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		u := newUploads(t, db)
		farmID, _ := newFarm(t, db)
		uploadNow(t, u, farmID, NewUpload{Content: sheetOf("2026-05-01,plant,Gull Point,1000", "2026-05-10,count,Gull Point,900")})
		late := uploadNow(t, u, farmID, NewUpload{Content: sheetOf("2026-05-05,loss,Gull Point,60"), Preview: true})
		if s := late.Summary; s.RecountsTotal != 1 || s.Recounts[0].Counted != 900 || s.Recounts[0].Before != -100 || s.Recounts[0].After != -40 {
			t.Fatalf("%+v", s)
		}
		_, err := u.Confirm(system, farmID, late.ID, false, CountChoice{})
		must(t, err)
		runJobs(t, u)
		if got := onHand(t, db, farmID); got != 900 {
			t.Errorf("inventory %d", got)
		}
		booktest.Check(t, db, farmID)

		for _, rows := range [][]string{
			{"2026-05-01,plant,Gull Point,1000", "2026-05-10,count,Gull Point,900", "2026-05-05,loss,Gull Point,60"},
			{"2026-05-05,loss,Gull Point,60", "2026-05-10,count,Gull Point,900", "2026-05-01,plant,Gull Point,1000"},
		} {
			other, _ := newFarm(t, db)
			uploadNow(t, u, other, NewUpload{Content: sheetOf(rows...)})
			if got := onHand(t, db, other); got != 900 {
				t.Errorf("%v: inventory %d", rows, got)
			}
		}
	})
}

// UPL-2 (case C07): the rows of one day may be in any order if some order is possible; otherwise
// the message gives the real reason.
func TestUpload_RowsOfOneDayInAnyOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		u := newUploads(t, db)
		farmID, _ := newFarm(t, db)
		done := uploadNow(t, u, farmID, NewUpload{Content: sheetOf("2026-03-01,harvest,Gull Point,100", "2026-03-01,plant,Gull Point,100")})
		if done.State != uploadDone || onHand(t, db, farmID) != 0 {
			t.Errorf("%+v", done)
		}
		other, _ := newFarm(t, db)
		bad := uploadNow(t, u, other, NewUpload{Content: sheetOf("2026-03-01,harvest,Gull Point,130", "2026-03-01,plant,Gull Point,100")})
		want := "more taken than there are: a harvest of 130 from Gull Point, the lot without a label, where 100 are on 1 March 2026"
		if bad.State != uploadFailed || len(bad.Errors) != 1 || bad.Errors[0].Reason != want {
			t.Errorf("%+v", bad)
		}
	})
}

// UPL-2 (case C15): the preview asks about the same implausible numbers as Record.
func TestUpload_PreviewNamesDoubtfulNumbers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		u := newUploads(t, db)
		farmID, _ := newFarm(t, db)
		first := []string{"2026-03-01,plant,Gull Point,1000,,", "2026-04-01,size,Gull Point,,30,62"}
		second := []string{"2026-05-01,count,Gull Point,100,,", "2026-05-01,size,Gull Point,,30,6.2"}
		uploadNow(t, u, farmID, NewUpload{Content: sheetOf(first...)})
		checkDoubts(t, uploadNow(t, u, farmID, NewUpload{Content: sheetOf(second...), Preview: true}), 2, 3)
		if got := onHand(t, db, farmID); got != 1000 {
			t.Errorf("inventory %d", got)
		}

		other, _ := newFarm(t, db)
		checkDoubts(t, uploadNow(t, u, other, NewUpload{Content: sheetOf(append(first, second...)...), Preview: true}), 4, 5)
	})
}

func checkDoubts(t *testing.T, previewed Upload, countRow, sizeRow int) {
	t.Helper()
	want := []RowDoubt{
		{countRow, "100 is far from the 1,000 that the book has on 1 May 2026."},
		{sizeRow, "6.2 mm is far from the last size of these animals, 62 mm on 1 April 2026."},
	}
	if s := previewed.Summary; s.DoubtsTotal != 2 || jsonText(s.Doubts) != jsonText(want) {
		t.Errorf("%+v", s)
	}
}

// REP-18 (case C03): a sheet may say that what its counts do not find died; a field notebook too.
func TestUpload_MissingAnimalsDied(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		u := newUploads(t, db)
		visits := []byte("date,site,bag,total counted\n2026-03-01,Gull Point,1,1000\n2026-06-01,Gull Point,1,400\n2026-09-01,Gull Point,1,20\n")
		rows := sheetOf("2026-03-01,plant,Gull Point,1000", "2026-06-01,count,Gull Point,400", "2026-09-01,count,Gull Point,20")
		for name, content := range map[string][]byte{"visits": visits, "activities": rows} {
			farmID, _ := newFarm(t, db)
			uploadNow(t, u, farmID, NewUpload{Content: content, Counts: CountChoice{Missing: ledger.MissingDied}})
			if got, want := totals(t, db, farmID), (ledger.Totals{Planted: 1000, Lost: 980}); got != want {
				t.Errorf("%s: %+v, want %+v", name, got, want)
			}
			other, _ := newFarm(t, db)
			previewed := uploadNow(t, u, other, NewUpload{Content: content, Preview: true})
			_, err := u.Confirm(system, other, previewed.ID, false, CountChoice{Missing: ledger.MissingDied})
			must(t, err)
			runJobs(t, u)
			if got, want := totals(t, db, other), (ledger.Totals{Planted: 1000, Lost: 980}); got != want {
				t.Errorf("%s, when it is confirmed: %+v, want %+v", name, got, want)
			}
		}
	})
}

// The preview counts the counts on days with harvests, and the sheet may say that they came after.
func TestUpload_CountsAfterTheHarvest(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		u := newUploads(t, db)
		farmID, _ := newFarm(t, db)
		rows := sheetOf("2026-03-01,plant,Gull Point,1000", "2026-06-01,harvest,Gull Point,300", "2026-06-01,count,Gull Point,690", "2026-07-01,count,Gull Point,680")
		previewed := uploadNow(t, u, farmID, NewUpload{Content: rows, Preview: true})
		if previewed.Summary.SameDay != 1 {
			t.Fatalf("%+v", previewed.Summary)
		}
		_, err := u.Confirm(system, farmID, previewed.ID, false, CountChoice{Order: ledger.AfterRemovals})
		must(t, err)
		runJobs(t, u)
		if got, want := totals(t, db, farmID), (ledger.Totals{Planted: 1000, Adjusted: -20, Harvested: 300}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		booktest.Check(t, db, farmID)
	})
}

// A harvest that only fits if it came before the count of its day is asked about, and is taken by the answer.
func TestUpload_AsksAboutAHarvestThatFitsBeforeTheCount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		u := newUploads(t, db)
		farmID, _ := newFarm(t, db)
		uploadNow(t, u, farmID, NewUpload{Content: sheetOf("2026-05-01,plant,Gull Point,1000")})
		rows := sheetOf("2026-05-10,harvest,Gull Point,500", "2026-05-10,count,Gull Point,480")
		previewed := uploadNow(t, u, farmID, NewUpload{Content: rows, Preview: true})
		if previewed.Summary.SameDay != 1 || previewed.Refused != 1 || !strings.Contains(previewed.Errors[0].Reason, "by a count of that day") {
			t.Fatalf("%+v, %+v", previewed, previewed.Summary)
		}

		_, err := u.CheckAgain(system, farmID, previewed.ID, CountChoice{Order: ledger.AfterRemovals})
		must(t, err)
		runJobs(t, u)
		_, err = u.Confirm(system, farmID, previewed.ID, false, CountChoice{})
		must(t, err)
		runJobs(t, u)
		if got, want := totals(t, db, farmID), (ledger.Totals{Planted: 1000, Adjusted: -20, Harvested: 500}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

// Who confirms may say that the counts came first after all.
func TestConfirm_TakesBackThatCountsCameAfter(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		u := newUploads(t, db)
		farmID, _ := newFarm(t, db)
		rows := sheetOf("2026-05-01,plant,Gull Point,1000", "2026-05-10,count,Gull Point,850", "2026-05-10,harvest,Gull Point,100")
		previewed := uploadNow(t, u, farmID, NewUpload{Content: rows, Preview: true, Counts: CountChoice{Order: ledger.AfterRemovals}})
		_, err := u.Confirm(system, farmID, previewed.ID, false, CountChoice{Order: ledger.BeforeRemovals})
		must(t, err)
		runJobs(t, u)
		if got, want := totals(t, db, farmID), (ledger.Totals{Planted: 1000, Adjusted: -150, Harvested: 100}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

// Which numbers are doubtful, and what recorded counts go on to show, follows from whether the counts
// came after the harvests of their day: the preview is made again by the answer.
func TestCheckAgain_PreviewsByTheAnswer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		u := newUploads(t, db)
		farmID, _ := newFarm(t, db)
		uploadNow(t, u, farmID, NewUpload{Content: sheetOf("2026-03-01,plant,Gull Point,1000", "2026-07-01,count,Gull Point,650")})
		previewed := uploadNow(t, u, farmID, NewUpload{Preview: true, Content: sheetOf("2026-06-01,harvest,Gull Point,300", "2026-06-01,count,Gull Point,690")})
		if got := previewed.Summary.Recounts; len(got) != 1 || got[0].After != 260 {
			t.Fatalf("counted first: %+v", got)
		}

		_, err := u.CheckAgain(system, farmID, previewed.ID, CountChoice{Order: ledger.AfterRemovals})
		must(t, err)
		runJobs(t, u)
		again, err := u.Get(system, farmID, previewed.ID)
		must(t, err)
		if got := again.Summary.Recounts; again.State != uploadPreview || !again.CountsAfter || len(got) != 1 || got[0].After != -40 {
			t.Errorf("harvested first: %+v of %+v", got, again)
		}

		_, err = u.Confirm(system, farmID, previewed.ID, false, CountChoice{})
		must(t, err)
		runJobs(t, u)
		if got, want := totals(t, db, farmID), (ledger.Totals{Planted: 1000, Adjusted: -50, Harvested: 300}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if _, err := u.CheckAgain(system, farmID, previewed.ID, CountChoice{}); !fault.Is(err, fault.Conflict) {
			t.Errorf("of what is recorded: %v", err)
		}
	})
}
