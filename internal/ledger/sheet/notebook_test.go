package sheet

import (
	"bytes"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/ledger/notebook"
	"github.com/merroir/merroir/internal/sqldb"
)

var notebookOptions = Options{AreaPrefix: "Site ", OysterType: "Pacific oyster"}

// UPL-3 REP-18: the field notebook, against numbers worked out by hand.
func TestNotebook(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		result, err := importFile(db, farmID, "notebook.csv", bytes.NewReader(notebook.CSV), notebookOptions)
		must(t, err)
		// 141 visits; 29 plantings and 112 counts, 140 samples, 66 with dead, 111 with animals taken.
		want := Result{Layout: Visits, Rows: 141, Recorded: 141 + 140 + 66 + 111}
		if result != want {
			t.Errorf("imported %+v, want %+v", result, want)
		}
		areas := booktest.Areas(t, db, farmID)
		end, june := day("2017-12-31"), day("2017-06-30")
		for _, tt := range []struct {
			area  string
			until ledger.Day
			want  ledger.Totals
		}{
			{"Site A", end, ledger.Totals{Planted: 1191, Adjusted: 6, Harvested: 399, Lost: 69}},
			{"Site B", end, ledger.Totals{Planted: 1227, Adjusted: -40, Harvested: 360, Lost: 116}},
			{"Site C", end, ledger.Totals{Planted: 1072, Adjusted: -25, Harvested: 348, Lost: 57}},
			{"", end, ledger.Totals{Planted: 3490, Adjusted: -59, Harvested: 1107, Lost: 242}},
			{"Site A", june, ledger.Totals{Planted: 1191, Adjusted: 4, Harvested: 200, Lost: 14}},
			{"Site B", june, ledger.Totals{Planted: 1227, Adjusted: 3, Harvested: 202, Lost: 38}},
			{"Site C", june, ledger.Totals{Planted: 1072, Adjusted: 2, Harvested: 180, Lost: 47}},
			{"", june, ledger.Totals{Planted: 3490, Adjusted: 9, Harvested: 582, Lost: 99}},
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
		kind    ledger.Kind
		delta   int64
		sizeSum int64
		sizeN   int64
	}
	want := []line{
		{"2017-03-01", ledger.Plant, 120, 0, 0}, {"2017-03-01", ledger.Size, 0, 12365, 50},
		{"2017-05-01", ledger.Adjust, 0, 0, 0}, {"2017-05-01", ledger.Size, 0, 3630, 10}, {"2017-05-01", ledger.Harvest, -10, 0, 0},
		{"2017-06-24", ledger.Adjust, 0, 0, 0}, {"2017-06-24", ledger.Size, 0, 4456, 10}, {"2017-06-24", ledger.Loss, -2, 0, 0}, {"2017-06-24", ledger.Harvest, -10, 0, 0},
		{"2017-08-17", ledger.Adjust, -1, 0, 0}, {"2017-08-17", ledger.Size, 0, 5213, 10}, {"2017-08-17", ledger.Loss, -1, 0, 0}, {"2017-08-17", ledger.Harvest, -10, 0, 0},
		{"2017-10-08", ledger.Adjust, -1, 0, 0}, {"2017-10-08", ledger.Size, 0, 5325, 10}, {"2017-10-08", ledger.Loss, -1, 0, 0}, {"2017-10-08", ledger.Harvest, -10, 0, 0},
	}
	entries := booktest.Entries(t, db, farmID)
	if len(entries) != len(want) {
		t.Fatalf("%d entries, want %d", len(entries), len(want))
	}
	for i, e := range entries {
		if got := (line{ledger.Day(e.Day).String(), ledger.Kind(e.Kind), e.Delta, e.SizeSum, e.SizeN}); got != want[i] {
			t.Errorf("entry %d: %+v, want %+v", i, got, want[i])
		}
	}
	if n := booktest.Count(t, db, "lots WHERE farm_id = $1", farmID); n != 1 {
		t.Errorf("%d lots", n)
	}
	if n := booktest.Count(t, db, `lots l JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		WHERE l.farm_id = $1 AND l.size_label = '' AND l.mesh_size = 'beach' AND l.nickname = 'bag 1' AND g.oyster_type = 'Pacific oyster' AND g.seed_source = ''
		AND g.year = 2017 AND g.month = 3 AND g.date_planted = $2 AND g.location_planted = 'Site A'`, farmID, int64(day("2017-03-01"))); n != 1 {
		t.Errorf("the lot is another one")
	}
}
