package ledger

import (
	"bytes"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger/notebook"
	"github.com/merroir/merroir/internal/sqldb"
)

var notebookOptions = Options{AreaPrefix: "Site ", OysterType: "Pacific oyster"}

// UPL-3 REP-18: the field notebook, against numbers worked out by hand.
func TestNotebook(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		result, err := New(db, clock).Import(system, farmID, "notebook.csv", bytes.NewReader(notebook.CSV), notebookOptions)
		must(t, err)
		// 141 visits; 29 plantings and 112 counts, 140 samples, 66 with dead, 111 with animals taken.
		want := ImportResult{Layout: Visits, Rows: 141, Recorded: 141 + 140 + 66 + 111}
		if result != want {
			t.Errorf("imported %+v, want %+v", result, want)
		}
		areas := areaIDs(t, db, farmID)
		end, june := day("2017-12-31"), day("2017-06-30")
		for _, tt := range []struct {
			area  string
			until Day
			want  Totals
		}{
			{"Site A", end, Totals{Planted: 1191, Adjusted: 6, Harvested: 399, Lost: 69}},
			{"Site B", end, Totals{Planted: 1227, Adjusted: -40, Harvested: 360, Lost: 116}},
			{"Site C", end, Totals{Planted: 1072, Adjusted: -25, Harvested: 348, Lost: 57}},
			{"", end, Totals{Planted: 3490, Adjusted: -59, Harvested: 1107, Lost: 242}},
			{"Site A", june, Totals{Planted: 1191, Adjusted: 4, Harvested: 200, Lost: 14}},
			{"Site B", june, Totals{Planted: 1227, Adjusted: 3, Harvested: 202, Lost: 38}},
			{"Site C", june, Totals{Planted: 1072, Adjusted: 2, Harvested: 180, Lost: 47}},
			{"", june, Totals{Planted: 3490, Adjusted: 9, Harvested: 582, Lost: 99}},
		} {
			if got := totals(t, db, farmID, areas[tt.area], tt.until); got != tt.want {
				t.Errorf("%q until %s: %+v, want %+v", tt.area, tt.until, got, tt.want)
			}
		}
		if sum := onHand(t, db, farmID); sum != 2082 {
			t.Errorf("balances hold %d animals, want 2082", sum)
		}
	})
}

func areaIDs(t testing.TB, db *sqldb.DB, farmID string) map[string]string {
	t.Helper()
	ids := map[string]string{}
	must(t, db.Read(system, func(tx *sqldb.Tx) error {
		leases, err := farm.Leases(system, tx, farmID)
		for _, lease := range leases {
			ids[lease.Name] = lease.ID
		}
		return err
	}))
	return ids
}

// UPL-3: the first bag of the notebook, entry by entry, as docs/formulas.md
// works it out.
func TestNotebookFirstBag(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	lines := strings.SplitAfter(string(notebook.CSV), "\n")
	_, err := importText(db, farmID, strings.Join(lines[:6], ""), notebookOptions)
	must(t, err)
	type line struct {
		day     string
		kind    Kind
		delta   int64
		sizeSum int64
		sizeN   int64
	}
	want := []line{
		{"2017-03-01", Plant, 120, 0, 0}, {"2017-03-01", Size, 0, 12365, 50},
		{"2017-05-01", Adjust, 0, 0, 0}, {"2017-05-01", Size, 0, 3630, 10}, {"2017-05-01", Harvest, -10, 0, 0},
		{"2017-06-24", Adjust, 0, 0, 0}, {"2017-06-24", Size, 0, 4456, 10}, {"2017-06-24", Loss, -2, 0, 0}, {"2017-06-24", Harvest, -10, 0, 0},
		{"2017-08-17", Adjust, -1, 0, 0}, {"2017-08-17", Size, 0, 5213, 10}, {"2017-08-17", Loss, -1, 0, 0}, {"2017-08-17", Harvest, -10, 0, 0},
		{"2017-10-08", Adjust, -1, 0, 0}, {"2017-10-08", Size, 0, 5325, 10}, {"2017-10-08", Loss, -1, 0, 0}, {"2017-10-08", Harvest, -10, 0, 0},
	}
	entries := entriesOf(t, db, farmID)
	if len(entries) != len(want) {
		t.Fatalf("%d entries, want %d", len(entries), len(want))
	}
	for i, e := range entries {
		if got := (line{e.day.String(), e.kind, e.delta, e.sizeSum, e.sizeN}); got != want[i] {
			t.Errorf("entry %d: %+v, want %+v", i, got, want[i])
		}
	}
	book := lotsOf(t, db, farmID)
	lot := Lot{Group: Group{OysterType: "Pacific oyster", Year: 2017, Month: 3, DatePlanted: day("2017-03-01"), LocationPlanted: "Site A"}, MeshSize: "beach", Nickname: "bag 1"}
	if len(book.ids) != 1 || book.ids[lot] == "" {
		t.Errorf("lots: %+v", book.byID)
	}
}

func lotsOf(t testing.TB, db *sqldb.DB, farmID string) (book *lotBook) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		book, err = loadLots(system, tx, farmID)
		return err
	}))
	return book
}
