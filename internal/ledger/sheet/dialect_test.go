package sheet

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

// inDialect writes a sheet as a spreadsheet program does where a comma is the
// decimal point.
func inDialect(t testing.TB, text string, separator rune, numbers ...string) string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	must(t, err)
	for _, row := range rows {
		for i, cell := range row {
			if slices.Contains(numbers, cell) {
				row[i] = strings.Replace(cell, ".", ",", 1)
			}
		}
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = separator
	must(t, w.WriteAll(rows))
	return out.String()
}

// UPL-3: a file of half the world, with semicolons or tabs and decimal commas,
// is the same sheet.
func TestDecimalCommas(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	_, err := importText(db, farmID, activitySheet, Options{})
	must(t, err)
	written := strings.Replace(activitySheet, ",1000,", ",1000.00,", 1)
	for name, separator := range map[string]rune{"semicolons": ';', "tabs": '\t'} {
		text := inDialect(t, written, separator, "30.01", "1000.00")
		if !strings.Contains(text, "30,01") || !strings.Contains(text, "1000,00") {
			t.Fatal("it has no decimal comma")
		}
		for _, text := range []string{text, "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"), strings.Replace(text, "activity", "\"activity,,,,,,,,,,,,,,,,,,,,,,\"", 1), "\n\n" + text} {
			if result, err := importText(db, farmID, text, Options{}); err != nil || result.Recorded != 0 || result.Skipped != 8 {
				t.Errorf("%s: %+v %v", name, result, err)
			}
		}
	}
	for name, tt := range map[string]struct{ text, want string }{
		"a part of an animal":       {"date;activity;area;count\n2026-03-01;plant;A;1,5\n", `line 2, column "count": "1,5" is not a whole number`},
		"thousands or decimals":     {"date;activity;area;count\n2026-03-01;plant;A;1,000\n", `line 2, column "count": "1,000" is not a whole number`},
		"thousands with a point":    {"date;activity;area;count\n2026-03-01;plant;A;1.000\n", `line 2, column "count": "1.000" is not a whole number`},
		"two marks":                 {"date;activity;area;measured;size mm\n2026-03-01;size;A;5;1.000,5\n", `line 2, column "size mm": "1.000,5" is not a number`},
		"a comma between commas":    {"date,activity,area,measured,size mm\n2026-03-01,size,A,5,\"30,01\"\n", `line 2, column "size mm": "30,01" is not a number`},
		"a very long number":        {"date,activity,area,count\n2026-03-01,plant,A," + strings.Repeat("9", 1000) + "x\n", `line 2, column "count": "` + strings.Repeat("9", 60) + `…" is not a whole number`},
		"a column with a long tail": {"date,activity,area,count" + strings.Repeat("_", 1000) + "\n2026-03-01,plant,A,x\n", `line 2, column "count` + strings.Repeat("_", 55) + `…": "x" is not a whole number`},
	} {
		if _, err := importText(db, farmID, tt.text, Options{}); BadRows(err) == nil || BadRows(err).Rows[0].String() != tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

// UPL-3: refused rows come back as the sheet was written, harmless, and are a
// good sheet when they are corrected: no text has changed.
func TestRefusedRowsAreWrittenAsTheSheetIs(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	text := "\ufeff" + "date;activity;area;bag;measured;size mm;count;note\n" +
		"2026-03-01;plant;A;=1+1;;;100;\"- none; dead\"\n" +
		"2026-03-02;size;A;=1+1;10;-12,5;;@home\n" +
		"2026-03-02;loss;A;=1+1;;;-7;-7\n"
	rows := func() iter.Seq2[Row, error] {
		all, err := Rows(context.Background(), CSV, []byte(text), func(float64) {})
		must(t, err)
		return all
	}
	read, err := Read(context.Background(), rows(), Options{SkipBad: true})
	must(t, err)
	content, err := RefusedRows(context.Background(), rows(), read.Bad)
	must(t, err)
	refused := string(content)
	want := "\ufeffrefused line;refused because;date;activity;area;bag;measured;size mm;count;note\n" +
		"3;size mm: -12,5 mm is not a size: it must be more than 0 mm. Leave the cell empty if nothing was measured;2026-03-02;size;A;'=1+1;10;-12,5;;'@home\n" +
		"4;count: -7 is negative;2026-03-02;loss;A;'=1+1;;;-7;-7\n"
	if refused != want {
		t.Errorf("%q\nwant %q", refused, want)
	}
	_, err = importText(db, farmID, text[:strings.Index(text, "2026-03-02")], Options{})
	must(t, err)
	corrected := strings.NewReplacer("-12,5", "12,5", ";-7;-7", ";7;-7").Replace(refused)
	if result, err := importText(db, farmID, corrected, Options{}); err != nil || result.Recorded != 2 {
		t.Fatalf("%+v %v", result, err)
	}
	for _, where := range []string{"activities WHERE note = '@home'", "activities WHERE note = '- none; dead'", "activities WHERE note = '-7'", "lots WHERE nickname = '=1+1'"} {
		if n := booktest.Count(t, db, where); n != 1 {
			t.Errorf("%s: %d", where, n)
		}
	}
	if n := booktest.Count(t, db, "lots"); n != 1 {
		t.Errorf("%d lots", n)
	}
}

// What a person cannot see is in no text of a sheet: it is refused by line,
// column and character, in CSV and in a workbook alike.
func TestSheetTextIsPlain(t *testing.T) {
	header := []string{"date", "activity", "area", "fill profile", "count", "note", "id"}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		before := contents(t, db, farmID)
		for _, c := range "\x00\x07\x1b\x7f\u0085x\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" {
			for _, column := range []int{2, 3, 5, 6} {
				row := []string{"2026-03-01", "plant", "Cove", "half", "5", "fine", "one"}
				row[column] = "a" + string(c) + "b"
				if c == 'x' || c == '\u0085' && column < 4 { // a space, which labels have as such
					continue
				}
				want := []RowError{{2, header[column], fmt.Sprintf("holds a character that cannot be shown (%U)", c)}}
				var text bytes.Buffer
				must(t, csv.NewWriter(&text).WriteAll([][]string{header, row}))
				all := csvRows(&text) // a NUL at the beginning is no CSV at all
				_, err := Read(context.Background(), all, Options{})
				if bad := BadRows(err); bad == nil || !slices.Equal(bad.Rows, want) {
					t.Errorf("CSV, %U in %s: %v", c, header[column], err)
				}
				var cells strings.Builder
				for i, rows := range [][]string{header, row} {
					fmt.Fprintf(&cells, `<row r="%d">`, i+1)
					for k, cell := range rows {
						if c < ' ' || c == 0x7f {
							cell = strings.ReplaceAll(cell, string(c), fmt.Sprintf("_x%04X_", c)) // as a workbook has those
						}
						fmt.Fprintf(&cells, `<c r="%c%d" t="inlineStr"><is><t>%s</t></is></c>`, 'A'+k, i+1, cell)
					}
					cells.WriteString("</row>")
				}
				_, err = importFile(db, farmID, "a.xlsx", bytes.NewReader(zipOf(bookParts(sheetXML(cells.String()))...)), Options{})
				if bad := BadRows(err); bad == nil || !slices.Equal(bad.Rows, want) {
					t.Errorf("workbook, %U in %s: %v", c, header[column], err)
				}
			}
		}
		if after := contents(t, db, farmID); after != before {
			t.Errorf("the book changed: %v", after)
		}
	})
	_, err := Read(context.Background(), csvRows(strings.NewReader("date,activity,growing\u202e area,count\n2026-03-01,plant,,1\n")), Options{})
	if bad := BadRows(err); bad == nil || bad.Rows[0].Column != "growing area" {
		t.Errorf("a column's name: %v", err)
	}
}

// A row of CSV is bounded, as one of a workbook is.
func TestRowsOfCSVAreBounded(t *testing.T) {
	good := "date,activity,area,count\n2026-03-01,plant,A,1\n"
	for name, tt := range map[string]struct{ text, want string }{
		"a million columns":       {strings.Repeat("a,", 1_000_000) + "\n", "The row that begins after line 0 is longer than 256 KB"},
		"too many columns":        {strings.Repeat("a,", 200) + "date\n", "Row 1 has more than 200 columns."},
		"a line without an end":   {good + strings.Repeat("x", 10<<20), "The row that begins after line 2 is longer than 256 KB"},
		"a quotation without one": {good + "2026-03-01,plant,\"A,1\n" + strings.Repeat("2026-03-01,plant,A,1\n", 100_000), "The row that begins after line 2 is longer than 256 KB"},
	} {
		_, err := Read(context.Background(), csvRows(strings.NewReader(tt.text)), Options{SkipBad: true})
		if !fault.Is(err, fault.Invalid) || !strings.HasPrefix(fault.As(err).Message, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	note := strings.Repeat("n", 2000)
	if _, err := Read(context.Background(), csvRows(strings.NewReader("date,activity,area,count,note\n"+strings.Repeat("2026-03-01,plant,A,1,"+note+"\n", 1000))), Options{}); err != nil {
		t.Errorf("many rows with long notes: %v", err)
	}
}

// A sheet cannot take the memory of a farm that nobody has: its lots, and the
// containers of a notebook, are bounded.
func TestLotsOfASheetAreBounded(t *testing.T) {
	for name, tt := range map[string]struct {
		header string
		row    func(i int) string
	}{
		"lots":       {"date,activity,area,bag,count\n", func(i int) string { return fmt.Sprintf("2026-03-01,plant,A,%d,1\n", i) }},
		"containers": {"date,area,bag,total counted\n", func(i int) string { return fmt.Sprintf("2026-03-01,A,%d,1\n", i) }},
	} {
		var text strings.Builder
		text.WriteString(tt.header)
		for i := range 150_001 {
			text.WriteString(tt.row(i))
		}
		_, err := Read(context.Background(), csvRows(strings.NewReader(text.String())), Options{SkipBad: true})
		if !fault.Is(err, fault.Invalid) || !strings.HasPrefix(fault.As(err).Message, "The sheet has more than 150000 lots or containers") {
			t.Errorf("%s: %v", name, err)
		}
		most := strings.TrimSuffix(text.String(), tt.row(150_000))
		if _, err := Read(context.Background(), csvRows(strings.NewReader(most)), Options{}); err != nil {
			t.Errorf("as many %s as are allowed: %v", name, err)
		}
	}
}
