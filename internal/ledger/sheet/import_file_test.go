package sheet

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// UPL-3: a workbook is imported as a CSV file with the same rows is, with the
// limits of an upload.
func TestImportOfAWorkbook(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		o := Options{AreaPrefix: "Site ", OysterType: "Pacific oyster"}
		book := bookOf(t, []any{"date", "site", "bag", "total counted", "dead"}, []any{time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), "A", 7, 120, 2})
		r, err := importFile(db, farmID, "/home/ann/Notebook.XLSX", bytes.NewReader(book), o)
		must(t, err)
		if r != (Result{Layout: Visits, Rows: 1, Recorded: 2}) || onHand(t, db, farmID) != 118 {
			t.Errorf("%+v, %d on hand", r, onHand(t, db, farmID))
		}
		if r, err = importFile(db, farmID, "notebook.csv", strings.NewReader("date,site,bag,total counted,dead\n2026-03-01,A,7,120,2\n"), o); err != nil || r.Recorded != 0 || r.Skipped != 2 {
			t.Errorf("the same as CSV: %+v %v", r, err)
		}
	})
}

func TestImportRefusesFiles(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	for name, tt := range map[string]struct {
		content io.Reader
		want    string
	}{
		"bomb.xlsx":  {bytes.NewReader(hostile()["zip bomb"].content()), errTooLarge.Error()},
		"large.xlsx": {io.MultiReader(strings.NewReader("PK\x03\x04"), io.LimitReader(zeros{}, maxUnzipped)), errTooLarge.Error()},
		"book.xlsm":  {strings.NewReader("PK\x03\x04"), "Please upload a CSV or XLSX file, not .xlsm."},
		"book.csv":   {strings.NewReader("PK\x03\x04"), "That file is not CSV text. Please save it as CSV or XLSX."},
		"none.csv":   {strings.NewReader(""), "The file is empty."},
		"gone.xlsx":  {iotest.ErrReader(errors.New("the disk is gone")), "The file could not be read to its end."},
	} {
		_, err := importFile(db, farmID, name, tt.content, Options{})
		if !fault.Is(err, fault.Invalid) || fault.As(err).Message != tt.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// Options keep the rules of cells, but for a space at the end of the prefix.
func TestOptionsArePlain(t *testing.T) {
	for prefix, want := range map[string]string{"": "", "  ": "", "Site ": "Site ", "  Site\t A  ": "Site A ", "Site": "Site", "Bucht\u00a0": "Bucht "} {
		if o, err := (Options{AreaPrefix: prefix}).Plain(); err != nil || o.AreaPrefix != want {
			t.Errorf("%q: %q %v", prefix, o.AreaPrefix, err)
		}
	}
	long := strings.Repeat("x", ledger.MaxText)
	_, err := Options{AreaPrefix: long + " ", OysterType: "\xff", SeedSource: "a\x07"}.Plain()
	want := []fault.Field{{Name: "animalType", Message: "The animal type holds characters that are not UTF-8."},
		{Name: "seedSource", Message: "The seed source holds a character that cannot be shown (U+0007)."}, {Name: "areaPrefix", Message: "The area prefix is longer than 200 characters."}}
	if got := fault.As(err).Fields; !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	_, err = importText(db, farmID, "date,activity,area,count\n2026-03-01,plant,"+long+",1\n", Options{AreaPrefix: "Site "})
	if bad := BadRows(err); bad == nil || bad.Rows[0] != (RowError{2, "area", "is longer than 200 characters"}) {
		t.Errorf("a name that is too long with its prefix: %v", err)
	}
	if _, err = importText(db, farmID, activitySheet, Options{OysterType: long + "x"}); !fault.Is(err, fault.Invalid) {
		t.Errorf("a long animal type: %v", err)
	}
}
