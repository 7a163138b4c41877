package sheet

import (
	"bytes"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

// C24: each message names the real cause, and what to do.
func TestRefusals_NameTheirCause(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		const head = "id,date,activity,growing area,animal type,count,measured,size mm\n"
		for name, tt := range map[string]struct {
			rows string
			want RowError
		}{
			"0 mm": {"1,2026-03-01,size,Cove,Oyster,,10,0\n",
				RowError{2, "size mm", "0 mm is not a size: it must be more than 0 mm. Leave the cell empty if nothing was measured"}},
			"too large": {"1,2026-03-01,size,Cove,Oyster,,10,1000.5\n", RowError{2, "size mm", "1000.5 mm is more than 1000 mm"}},
			"an id twice": {"7,2026-03-01,plant,Cove,Oyster,100,,\n8,2026-03-01,plant,Cove,Oyster,5,,\n7,2026-03-02,plant,Cove,Oyster,200,,\n",
				RowError{4, "id", "line 2 has the same id and other content; give each line its own id"}},
		} {
			_, err := importText(db, farmID, head+tt.rows, Options{})
			if bad := BadRows(err); bad == nil || len(bad.Rows) != 1 || bad.Rows[0] != tt.want {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n := booktest.Count(t, db, "activities WHERE farm_id = $1", farmID); n != 0 {
			t.Errorf("%d activities were recorded", n)
		}

		// An id that really is recorded says so.
		_, err := importText(db, farmID, head+"7,2026-03-01,plant,Cove,Oyster,100,,\n", Options{})
		must(t, err)
		_, err = importText(db, farmID, head+"7,2026-03-01,plant,Cove,Oyster,200,,\n", Options{})
		if bad := BadRows(err); bad == nil || bad.Rows[0].Reason != "this id is recorded already with other content" {
			t.Errorf("recorded before: %v", err)
		}
	})
}

// C24 e: a visit is several activities, and one row: it is listed and counted once.
func TestRefusals_ListAVisitOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		const head = "date,site,bag,counted,dead,measured,size mm\n"
		_, err := importText(db, farmID, head+"2026-03-01,Cove,1,100,,,\n2026-04-01,Cove,1,90,5,10,40\n", Options{})
		must(t, err)

		_, err = importText(db, farmID, head+"2026-03-01,Cove,1,100,,,\n2026-04-01,Cove,1,80,6,12,41\n", Options{})
		bad := BadRows(err)
		if bad == nil || len(bad.Rows) != 1 || bad.Lines != 1 || bad.More != 0 || bad.Rows[0] != (RowError{3, "", "this visit is recorded already with other numbers"}) {
			t.Errorf("an edited visit: %+v %v", bad, err)
		}

		_, err = importText(db, farmID, head+"2026-05-01,Cove,2,100,,,\n2026-06-01,Cove,2,90,5,10,40\n2026-06-01,Cove,2,80,6,12,41\n", Options{})
		bad = BadRows(err)
		if bad == nil || len(bad.Rows) != 1 || bad.Rows[0] != (RowError{4, "", "the same container is visited on the same day in line 3"}) {
			t.Errorf("a visit twice in one sheet: %+v %v", bad, err)
		}
	})
}

// C24 f: a formula that no program has calculated is named by its cell; one with a stored value,
// which may be an empty text, is read.
func TestImport_RefusesFormulasNeverCalculated(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	text := func(at, text string) string {
		return `<c r="` + at + `" t="inlineStr"><is><t>` + text + `</t></is></c>`
	}
	book := func(cell, calc string) []byte {
		rows := `<row r="1">` + text("A1", "date") + text("B1", "activity") + text("C1", "growing area") + text("D1", "count") + text("E1", "note") + `</row>` +
			`<row r="2">` + text("A2", "2026-03-01") + text("B2", "plant") + text("C2", "Cove") + cell + `</row>`
		parts := bookParts(sheetXML(rows))
		for i := range parts {
			parts[i].content = strings.Replace(parts[i].content, "</sheets>", "</sheets>"+calc, 1)
		}
		return zipOf(parts...)
	}
	const onLoad = `<calcPr calcId="191029" fullCalcOnLoad="1"/>`
	for name, tt := range map[string]struct {
		content []byte
		refused bool
	}{
		"no value":                   {book(`<c r="D2"><f>1+2</f></c>`, ""), true},
		"an empty value":             {book(`<c r="D2"><f>1+2</f><v></v></c>`, ""), true},
		"a value that closes itself": {book(`<c r="D2" s="1"><f ca="1">1+2</f><v/></c>`, ""), true},
		"a shared formula":           {book(`<c r="D2"><f t="shared" si="0"/></c>`, ""), true},
		"a value of a program that does not calculate": {book(`<c r="D2"><f>1+2</f><v>0</v></c>`, onLoad), true},
		"a value":                   {book(`<c r="D2"><f>1+2</f><v>3</v></c>`, ""), false},
		"no formula, calculate all": {book(`<c r="D2"><v>3</v></c>`, onLoad), false},
		"a formula with empty text": {book(`<c r="D2"><v>3</v></c><c r="E2" t="str"><f>""</f><v></v></c>`, ""), false},
	} {
		_, err := importFile(db, farmID, "book.xlsx", bytes.NewReader(tt.content), Options{AreaPrefix: name + " "})
		if refused := err != nil && strings.Contains(err.Error(), "Cell D2 has a formula that was never calculated."); refused != tt.refused || !tt.refused && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
