package sheet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/ledger/notebook"
	"github.com/merroir/merroir/internal/sqldb"
)

const activityHeader, activitySheet = booktest.Header, booktest.Sheet

// UPL-3: a sheet with every activity, and the same sheet again.
func TestImportActivities(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		result, err := importText(db, farmID, activitySheet, Options{})
		must(t, err)
		if want := (Result{Activities, 8, 8, 0, 0}); result != want || result.String() != "8 rows read: 8 activities recorded." {
			t.Errorf("%+v %q", result, result)
		}
		areas := booktest.Areas(t, db, farmID)
		today := day("2026-11-20")
		for area, want := range map[string]ledger.Totals{
			"":     {Planted: 1000, Adjusted: -10, Lost: 50, Harvested: 100},
			"Cove": {Planted: 1000, Moved: -400, Adjusted: -10, Lost: 50},
			"Bay":  {Moved: 400, Harvested: 100},
		} {
			if got := totals(t, db, farmID, areas[area], today); got != want {
				t.Errorf("%q: %+v, want %+v", area, got, want)
			}
		}
		before := contents(t, db, farmID)
		again, err := importText(db, farmID, activitySheet, Options{})
		must(t, err)
		if want := (Result{Activities, 8, 0, 8, 0}); again != want || !strings.HasPrefix(again.String(), "Nothing changed") {
			t.Errorf("again %+v %q", again, again)
		}
		if after := contents(t, db, farmID); after != before {
			t.Errorf("the book changed: %v, was %v", after, before)
		}
		_, err = importText(db, farmID, strings.Replace(activitySheet, "half,40", "half,41", 1), Options{})
		if bad := BadRows(err); bad == nil || len(bad.Rows) != 1 || bad.Rows[0] != (RowError{5, "id", "this id is recorded already with other content"}) {
			t.Errorf("other content under an id: %v", err)
		}
	})
}

// UPL-3: however a spreadsheet program writes it, it is the same sheet.
func TestImportReadsEveryDialect(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	_, err := importText(db, farmID, activitySheet, Options{})
	must(t, err)
	spaced := strings.Replace(activitySheet, "date,activity,growing area,to growing area,animal type", " Date ,ACTIVITY_TYPE,GrowingArea,to_growing_area,\"Oyster Type\"", 1)
	for name, text := range map[string]string{
		"byte order mark":     "\ufeff" + activitySheet,
		"CRLF":                strings.ReplaceAll(activitySheet, "\n", "\r\n"),
		"semicolons":          strings.ReplaceAll(activitySheet, ",", ";"),
		"tabs":                strings.ReplaceAll(activitySheet, ",", "\t"),
		"quoted":              strings.ReplaceAll(activitySheet, "Pacific oyster", `"Pacific  oyster "`),
		"names of columns":    spaced,
		"no last line break":  strings.TrimSpace(activitySheet),
		"empty rows":          strings.ReplaceAll(activitySheet, "\n", "\n\n , ,,,,,,,,,,,,,,,,,\n"),
		"a column of nothing": strings.ReplaceAll(activitySheet, "\n", ",\n"),
	} {
		result, err := importText(db, farmID, text, Options{})
		if err != nil || result.Recorded != 0 || result.Skipped != 8 {
			t.Errorf("%s: %+v %v", name, result, err)
		}
	}
}

// UPL-3: a bad row is told by line, column and reason; all of them at once; and
// nothing is imported.
func TestImportRefusesBadRows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		before := contents(t, db, farmID)
		const lot = "Pacific oyster,Hatchery,2026,3,2026-03-01,Cove,,tray,half"
		const planted = "2026-03-01,plant,Cove,," + lot + ",100,,,,,\n"
		visits := func(rows string) string {
			return "date,site,bag,total counted,dead,live,taken,measured,size mm\n" + rows
		}
		tests := []struct {
			name string
			text string
			want []RowError
		}{
			{"an impossible date", activityHeader + planted + "2023-02-29,loss,Cove,," + lot + ",1,,,,,\n", []RowError{{3, "date", "2023-02-29 is not in the calendar"}}},
			{"no date", activityHeader + "3/1/2026,plant,Cove,," + lot + ",1,,,,,\n", []RowError{{2, "date", `"3/1/2026" is not a date like 2026-05-31`}}},
			{"a future date", activityHeader + "2026-11-21,plant,Cove,," + lot + ",1,,,,,\n", []RowError{{2, "date", "21 November 2026 is in the future (today is 20 November 2026)"}}},
			{"before the computers", activityHeader + "1969-12-31,plant,Cove,," + lot + ",1,,,,,\n", []RowError{{2, "date", "31 December 1969 is before 2 January 1970"}}},
			{"an unknown activity", activityHeader + "2026-03-01,eat,Cove,," + lot + ",1,,,,,\n", []RowError{{2, "activity", `"eat" is not an activity (plant, count, size, move, harvest, loss)`}}},
			{"a bad number", activityHeader + "2026-03-01,plant,Cove,," + lot + ",1.5,,,,,\n", []RowError{{2, "count", `"1.5" is not a whole number`}}},
			{"a negative count", activityHeader + "2026-03-01,plant,Cove,," + lot + ",-7,,,,,\n", []RowError{{2, "count", "-7 is negative"}}},
			{"too many", activityHeader + "2026-03-01,plant,Cove,," + lot + ",1000000001,,,,,\n", []RowError{{2, "count", "1000000001 is more than 1000000000"}}},
			{"a wrong column count", activityHeader + planted + "2026-03-01,loss,Cove\n", []RowError{{3, "", "has 3 cells where the header has 19"}}},
			{"a stray quote", activityHeader + "2026-03-01,pl\"ant,Cove,,\n", []RowError{{2, "", `is not readable as CSV: bare " in non-quoted-field`}}},
			{"a size without animals", activityHeader + planted + "2026-03-02,size,Cove,," + lot + ",,,30.5,,,\n", []RowError{{3, "measured", "is missing, but a size is given"}}},
			{"animals without a size", activityHeader + planted + "2026-03-02,size,Cove,," + lot + ",,5,,,,\n", []RowError{{3, "size mm", "is missing, but measured animals are given"}}},
			{"no number as size", activityHeader + planted + "2026-03-02,size,Cove,," + lot + ",,5,big,,,\n", []RowError{{3, "size mm", `"big" is not a number`}}},
			{"a move to nowhere", activityHeader + planted + "2026-03-02,move,Cove,," + lot + ",5,,,,,\n", []RowError{{3, "to growing area", "is empty: a move needs where it goes to"}}},
			{"a harvest to somewhere", activityHeader + planted + "2026-03-02,harvest,Cove,Bay," + lot + ",5,,,,,\n", []RowError{{3, "to growing area", "only a move goes somewhere"}}},
			{"more taken than there are", activityHeader + "2026-03-02,harvest,Cove,," + lot + ",101,,,,,\n" + planted,
				[]RowError{{2, "count", "more taken than there are: a harvest of 101 from Cove, tray, half (Pacific oyster, Hatchery, planted 1 March 2026), where 100 are on 2 March 2026"}}},
			{"not text", activityHeader + "2026-03-01,plant,Co\xffve,," + lot + ",1,,,,,\n", []RowError{{2, "growing area", "holds characters that are not UTF-8"}}},
			{"an unknown column", "date,activity,growing area,count,colour\n", []RowError{{1, "colour", "is not a column of a sheet of activities, which are: activity, air temperature, animal type, buyer, buyer's address, containers, count, currency, date, date planted, equipment, fill profile, growing area, harvester, id, landed, lengths mm, line, location planted, measured, month, note, order, price, quantity, seed source, size, size mm, spots, to equipment, to fill profile, to growing area, to size, unit, water temperature, year"}}},
			{"a missing column", "date,activity,count\n", []RowError{{1, "growing area", "is missing"}}},
			{"a column twice", "date,activity,growing area,Site,count\n", []RowError{{1, "Site", `means the same as the column "growing area"`}}},
			{"no known sheet", "name,address\n", []RowError{{1, "", `the header has neither a column "activity" (a sheet of activities) nor a column "total counted" (a sheet of visits)`}}},
			{"several at once", activityHeader + "x,eat,,," + lot + ",a,,,,,\n" + planted + "2026-03-02,loss,Cove,," + lot + ",,,,,,\n", []RowError{
				{2, "growing area", "is empty"}, {2, "activity", `"eat" is not an activity (plant, count, size, move, harvest, loss)`},
				{2, "date", `"x" is not a date like 2026-05-31`}, {2, "count", `"a" is not a whole number`}, {4, "count", "at least one animal is needed"}}},
			{"a visit that does not add up", visits("2026-03-01,A,1,100,3,98,0,0,\n"), []RowError{{2, "live", "is 98 where 100 counted less 3 dead leave 97"}}},
			{"more dead than counted", visits("2026-03-01,A,1,100,103,,0,0,\n"), []RowError{{2, "dead", "103 dead of 100 counted"}}},
			{"more taken than live", visits("2026-03-01,A,1,100,3,97,98,0,\n"), []RowError{{2, "taken", "more taken than there are: 98 of 97"}}},
			{"a visit twice", visits("2026-03-01,A,1,100,3,97,0,0,\n2026-03-01,A,1,100,3,97,0,0,\n"), []RowError{{3, "", "the same container is visited on the same day in line 2"}}},
			{"an empty bag planted", visits("2026-03-01,A,1,0,0,0,0,0,\n"), []RowError{{2, "total counted", "at least one animal is needed"}}},
			{"a visit in the future", visits("2026-03-01,A,1,9,0,9,0,0,\n2027-03-01,A,1,9,0,9,0,0,\n"), []RowError{{3, "date", "1 March 2027 is in the future (today is 20 November 2026)"}}},
		}
		for _, tt := range tests {
			_, err := importText(db, farmID, tt.text, Options{})
			bad := BadRows(err)
			if !fault.Is(err, fault.Invalid) || bad == nil || fmt.Sprint(bad.Rows) != fmt.Sprint(tt.want) {
				t.Errorf("%s:\n got %v\nwant %v", tt.name, err, tt.want)
				continue
			}
			if text := fault.As(err).Message; !strings.Contains(text, tt.want[0].String()) {
				t.Errorf("%s: the sentence does not tell: %s", tt.name, text)
			}
			if after := contents(t, db, farmID); after != before {
				t.Fatalf("%s: the book changed: %v, was %v", tt.name, after, before)
			}
		}
	})
}

// UPL-3: a list of mistakes has an end.
func TestImportCapsTheList(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	_, err := importText(db, farmID, "date,activity,growing area,count\n"+strings.Repeat("2026-03-01,eat,Cove,1\n", 250), Options{})
	bad := BadRows(err)
	if bad == nil || len(bad.Rows) != 100 || bad.More != 150 || !strings.HasSuffix(fault.As(err).Message, "and 150 more") {
		t.Errorf("%v", err)
	}
	// Mistakes that only the farm's book shows are capped the same way.
	_, err = importText(db, farmID, "date,activity,growing area,fill profile,count\n2026-03-01,plant,Cove,1,5\n"+strings.Repeat("2026-03-01,loss,Cove,1,6\n", 250), Options{})
	if bad := BadRows(err); bad == nil || len(bad.Rows) != 100 || bad.More != 150 {
		t.Errorf("%v", err)
	}
}

func TestImportOfNothing(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	for text, want := range map[string]string{"": "The file is empty.", "\n\n": "The file is empty.", activityHeader: "The sheet has a header but no rows."} {
		if _, err := importText(db, farmID, text, Options{}); fault.As(err).Message != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	broken := errors.New("line dropped")
	_, err := importFile(db, farmID, "sheet.csv", iotest.ErrReader(broken), Options{})
	if !fault.Is(err, fault.Invalid) || !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(stopped, csvRows(strings.NewReader(activitySheet)), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who left: %v", err)
	}
}

// UPL-3: the notebook twice changes nothing; a visit with other numbers is a
// clash; a later notebook with only new visits goes on with the same bags.
func TestNotebookAgainAndOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		_, err := importFile(db, farmID, "notebook.csv", bytes.NewReader(notebook.CSV), notebookOptions)
		must(t, err)
		before := contents(t, db, farmID)
		again, err := importFile(db, farmID, "notebook.csv", bytes.NewReader(notebook.CSV), notebookOptions)
		must(t, err)
		if again.Recorded != 0 || again.Skipped != 458 {
			t.Errorf("again %+v", again)
		}
		changed := strings.Replace(string(notebook.CSV), "2017-05-01,A,beach,1,120,0,120,10,", "2017-05-01,A,beach,1,120,2,118,10,", 1)
		_, err = importText(db, farmID, changed, notebookOptions)
		if bad := BadRows(err); bad == nil || !strings.Contains(bad.Rows[0].Reason, "recorded already with other numbers") || bad.Rows[0].Line != 3 {
			t.Errorf("other numbers: %v", err)
		}
		if after := contents(t, db, farmID); after != before {
			t.Errorf("the book changed: %v, was %v", after, before)
		}
		header, _, _ := strings.Cut(string(notebook.CSV), "\n")
		next := header + "\n2018-03-01,A,beach,1,70,0,70,20,0,\n"
		for _, want := range []Result{{Visits, 1, 2, 0, 0}, {Visits, 1, 0, 2, 0}} {
			if result, err := importText(db, farmID, next, notebookOptions); err != nil || result != want {
				t.Errorf("the next year: %+v %v, want %+v", result, err, want)
			}
		}
		// Bag 1 on the beach of site A was left with 84 - 10 = 74.
		want := ledger.Totals{Planted: 3490, Adjusted: -59 - 4, Harvested: 1107 + 20, Lost: 242}
		if got := totals(t, db, farmID, "", day("2018-12-31")); got != want {
			t.Errorf("the next year %+v, want %+v", got, want)
		}
		_, err = importText(db, farmID, header+"\n2016-03-01,A,beach,2,70,0,70,20,0,\n", notebookOptions)
		if bad := BadRows(err); bad == nil || !strings.Contains(bad.Rows[0].Reason, "before the planting on 2017-03-01") {
			t.Errorf("a visit before the planting: %v", err)
		}
	})
}

// A bag that was emptied and filled again is a new planting.
func TestNotebookBagFilledAgain(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	for _, sheet := range []string{
		"date,site,bag,counted,taken\n2024-03-01,A,1,50,0\n2024-06-01,A,1,50,50\n",
		"date,site,bag,counted,taken\n2025-03-01,A,1,80,0\n",
	} {
		_, err := importText(db, farmID, sheet, Options{})
		must(t, err)
	}
	if got, want := totals(t, db, farmID, "", day("2026-01-01")), (ledger.Totals{Planted: 130, Harvested: 50}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The gate: an outsider learns nothing, not even of their own file.
func TestImportNeedsTheFarm(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	for name, ctx := range map[string]context.Context{
		"nobody":                 context.Background(),
		"another farm's manager": actor.With(context.Background(), actor.Actor{UserID: "u9", FarmManager: true}),
		"a member":               actor.With(context.Background(), actor.Actor{UserID: "u8"}),
	} {
		kind := fault.NotFound
		if name == "nobody" {
			kind = fault.Unauthenticated
		}
		for _, text := range []string{"date", activitySheet} {
			if _, err := Import(ctx, ledger.New(db, clock), farmID, "sheet.csv", strings.NewReader(text), Options{}); !fault.Is(err, kind) {
				t.Errorf("%s imported: %v", name, err)
			}
		}
	}
}
