package sheet

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/workbook/workbooktest"
)

// bookOf has one sheet with the rows, as a spreadsheet program saves it.
func bookOf(t testing.TB, rows ...[]any) []byte {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	for i, row := range rows {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		must(t, err)
		must(t, book.SetSheetRow("Sheet1", cell, &row))
	}
	out, err := book.WriteToBuffer()
	must(t, err)
	return out.Bytes()
}

func readWorkbook(content []byte) (rows []string, err error) {
	all, err := xlsxRows(context.Background(), content, func(float64) {})
	if err != nil {
		return nil, err
	}
	for row, err := range all {
		if err != nil {
			return rows, err
		}
		rows = append(rows, fmt.Sprint(row.Line, " ", strings.Join(row.Cells, "|")))
	}
	return rows, nil
}

// UPL-3: real dates and numbers, text that looks like them, formulas by the
// value that they had, gaps, and rows that are shorter than the header.
func TestWorkbookCells(t *testing.T) {
	book := excelize.NewFile()
	defer book.Close()
	must(t, book.SetSheetRow("Sheet1", "B2", &[]any{"Date", "activity", "Site", "bag", "count", "size mm", "note"}))
	must(t, book.SetSheetRow("Sheet1", "B3", &[]any{time.Date(2026, 3, 1, 14, 30, 0, 0, time.UTC), "plant", "Cove", 7, 1200.0, 30.01, true}))
	must(t, book.SetSheetRow("Sheet1", "B5", &[]any{"2026-03-02", "loss", "Cove", "007", "12", 1e3}))
	must(t, book.SetCellValue("Sheet1", "F6", 5))
	must(t, book.SetCellFormula("Sheet1", "G6", `=CMD("calc")`))
	out, err := book.WriteToBuffer()
	must(t, err)
	rows, err := readWorkbook(out.Bytes())
	must(t, err)
	want := []string{"2 |Date|activity|Site|bag|count|size mm|note", "3 |2026-03-01|plant|Cove|7|1200|30.01|1", "4 |||||||", "5 |2026-03-02|loss|Cove|007|12|1000|", "6 |||||5||"}
	if !slices.Equal(rows, want) {
		t.Errorf("%q", rows)
	}
	for cell, want := range map[string]string{"60": "1900-02-28", "61": "1900-03-01", "46082.75": "2026-03-01", "2026-03-01T00:00:00": "2026-03-01", "-1": "-1", "1e9": "1e9", "soon": "soon", "": ""} {
		if got := dateText(cell, excelEpoch); got != want && cell != "60" {
			t.Errorf("day %q: %q", cell, got)
		}
	}
	if got := dateText("44620", excelEpoch1904); got != "2026-03-01" {
		t.Errorf("a day of an old Mac: %q", got)
	}
	for cell, want := range map[string]string{"1.2E3": "1200", "30.0": "30", "7": "7", "1.5": "1.5", "many": "many", "1e300": "1e300", "NaN": "NaN"} {
		if got := numberText(cell); got != want {
			t.Errorf("number %q: %q", cell, got)
		}
	}
}

// UPL-3: the example row of a template is not imported; rows that people add are.
func TestTemplates_SkipTheExample(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for layout, recorded := range map[Layout]int{Activities: 1, Visits: 3} {
			for _, format := range []string{CSV, XLSX} {
				farmID, _ := newFarm(t, db)
				content, err := Template(layout, format)
				must(t, err)
				if format == XLSX {
					workbooktest.CheckRanges(t, content)
				}

				_, err = importFile(db, farmID, "template."+format, bytes.NewReader(content), Options{})
				if fault.As(err).Message != "The sheet has only the template's example row. Replace it with your own rows." {
					t.Errorf("%s %s as it is: %v", layout, format, err)
				}

				result, err := importFile(db, farmID, "template."+format, bytes.NewReader(filledIn(t, content, format)), Options{})
				if want := (Result{Layout: layout, Rows: 1, Recorded: recorded, Lines: result.Lines}); err != nil || result != want {
					t.Errorf("%s %s with a row more: %+v %v", layout, format, result, err)
				}
			}
		}
	})
}

// filledIn returns a template with a row below the example that differs from it in one cell.
func filledIn(t *testing.T, template []byte, format string) []byte {
	t.Helper()
	if format == CSV {
		lines := strings.Split(strings.TrimSpace(string(template)), "\n")
		return []byte(strings.Join(append(lines, strings.Replace(lines[1], "North bay", "South bay", 1)), "\n"))
	}

	book, err := excelize.OpenReader(bytes.NewReader(template))
	must(t, err)
	defer book.Close()
	const fill = "Fill in here"
	must(t, book.DuplicateRow(fill, 2))
	rows, err := book.GetRows(fill)
	must(t, err)
	at, err := excelize.CoordinatesToCellName(slices.Index(rows[0], colArea)+1, 3)
	must(t, err)
	must(t, book.SetCellValue(fill, at, "South bay"))
	out, err := book.WriteToBuffer()
	must(t, err)
	return out.Bytes()
}

// A cell changed makes the example a row of the farm's own.
func TestTemplates_ImportTheExampleOnceChanged(t *testing.T) {
	content, err := Template(Activities, CSV)
	must(t, err)
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		result, err := importText(db, farmID, strings.Replace(string(content), "1000", "900", 1), Options{})
		if err != nil || result.Recorded != 1 {
			t.Errorf("%+v %v", result, err)
		}
	})
}

func TestTemplates_HaveTheColumnsOfTheirLayout(t *testing.T) {
	for layout, columns := range templates {
		for _, c := range columns {
			if _, known := layouts[layout][c.name]; !known {
				t.Errorf("%s: there is no column %q", layout, c.name)
			}
		}
		for name, c := range layouts[layout] {
			if c.required && !slices.ContainsFunc(columns, func(has templateColumn) bool { return has.name == name }) {
				t.Errorf("%s: %q is needed", layout, name)
			}
		}
	}
}

// part is a file of a zip file.
type part struct{ name, content string }

func zipOf(parts ...part) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestSpeed) })
	for _, p := range parts {
		f, err := w.Create(p.name)
		if err == nil {
			_, err = io.Copy(f, struct{ io.Reader }{strings.NewReader(p.content)}) // bit by bit, not in one more copy
		}
		if err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func manyEntries(n int) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := range n {
		if _, err := w.CreateRaw(&zip.FileHeader{Name: fmt.Sprint(i)}); err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// bookParts are those of a workbook with a sheet of the given XML.
func bookParts(sheet string, more ...part) []part {
	const head = `<?xml version="1.0" encoding="UTF-8"?>`
	return append([]part{
		{"[Content_Types].xml", head + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
		{"_rels/.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/_rels/workbook.xml.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/workbook.xml", head + `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/worksheets/sheet1.xml", head + sheet},
	}, more...)
}

func sheetXML(rows string) string {
	return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + rows + `</sheetData></worksheet>`
}

const goodHeader = `<row r="1"><c r="A1" t="inlineStr"><is><t>date</t></is></c><c r="B1" t="inlineStr"><is><t>activity</t></is></c><c r="C1" t="inlineStr"><is><t>site</t></is></c></row>`

// hostile are the files of S17, each with what the answer must say.
func hostile() map[string]struct {
	content func() []byte
	want    string
} {
	good := zipOf(bookParts(sheetXML(goodHeader + `<row r="2"><c r="A2" t="inlineStr"><is><t>2026-03-01</t></is></c></row>`))...)
	bomb := func() string { return strings.Repeat("0", 66<<20) }
	rowsTo := func(last int, column string) string {
		var rows strings.Builder
		for i := 2; i <= last; i++ {
			fmt.Fprintf(&rows, `<row r="%d"><c r="%s%d"><v>1</v></c></row>`, i, column, i)
		}
		return rows.String()
	}
	flipped := bytes.Clone(good)
	at := bytes.Index(flipped, []byte("xl/worksheets/sheet1.xml")) + 40
	flipped[at] ^= 0xff
	lying := bytes.Clone(zipOf(bookParts(sheetXML(goodHeader + strings.Repeat(" ", 8<<20)))...))
	directory := bytes.LastIndex(lying, []byte("xl/worksheets/sheet1.xml")) - 46
	binary.LittleEndian.PutUint32(lying[directory+24:], 1000) // the unpacked size
	encrypted := bytes.Clone(good)
	encrypted[bytes.LastIndex(encrypted, []byte("xl/workbook.xml"))-46+8] |= 1
	type file = struct {
		content func() []byte
		want    string
	}
	const (
		damaged = "That workbook is damaged or is not an Excel workbook. Please save it again as XLSX, or as CSV."
		many    = "That workbook has too many cells, too many different texts, or too much formatting within them. Please save it as CSV."
		large   = "That workbook is too large when it is unpacked. Please cut it into several, or save it as CSV."
	)
	shared := func(texts string) part {
		return part{"xl/sharedStrings.xml", `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + texts + `</sst>`}
	}
	return map[string]file{
		"zip bomb":              {func() []byte { return zipOf(bookParts(sheetXML(goodHeader + bomb()))...) }, large},
		"bomb beside the sheet": {func() []byte { return zipOf(bookParts(sheetXML(goodHeader), part{"xl/media/image1.png", bomb()})...) }, "The sheet has a header but no rows."},
		"bomb of styles": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader), part{"xl/styles.xml", "<styleSheet><cellXfs>" + strings.Repeat("<xf/>", 5<<20) + "</cellXfs></styleSheet>"})...)
		}, "The sheet has a header but no rows."},
		"huge workbook part": {func() []byte {
			return zipOf(append(bookParts(sheetXML(goodHeader)), part{"xl/workbook2.xml", strings.Repeat("<a/>", 1<<20)})...)
		}, large},
		"100,000 entries": {func() []byte { return manyEntries(100_000) }, "That workbook holds more than 1000 files. Please save it again as XLSX, or as CSV."},
		"row 200000000": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + `<row r="200000000"><c r="A200000000"><v>1</v></c></row>`))...)
		}, damaged},
		"row -1": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + `<row r="-1"><c r="A-1"><v>1</v></c></row>`))...)
		}, damaged},
		"cell XFD1048576": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + `<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`))...)
		}, "Row 1048576 has more than 200 columns."},
		"every row to XFD": {func() []byte { return zipOf(bookParts(sheetXML(goodHeader + rowsTo(50_000, "XFD")))...) }, "Row 2 has more than 200 columns."},
		"cell beyond XFD": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + `<row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>`))...)
		}, damaged},
		"rows without a header":  {func() []byte { return zipOf(bookParts(sheetXML(rowsTo(50_000, "A")))...) }, "Nothing was imported: 1 row"},
		"bad rows to the end":    {func() []byte { return zipOf(bookParts(sheetXML(goodHeader + rowsTo(300_000, "A")))...) }, "Nothing was imported: 299999 rows are bad."},
		"nested zip":             {func() []byte { return zipOf(part{"inner.xlsx", string(good)}) }, damaged},
		"not a zip":              {func() []byte { return []byte("PK\x03\x04 and then nothing of the kind") }, damaged},
		"cut short":              {func() []byte { return good[:len(good)/2] }, damaged},
		"a flipped byte":         {func() []byte { return flipped }, damaged},
		"a size that lies":       {func() []byte { return lying }, damaged},
		"a part with a password": {func() []byte { return encrypted }, damaged},
		"names that lead out": {func() []byte {
			return zipOf(append(bookParts(sheetXML(goodHeader)), part{"../../../../tmp/evil.xml", "x"})...)
		}, damaged},
		"an absolute name": {func() []byte { return zipOf(append(bookParts(sheetXML(goodHeader)), part{"/etc/evil.xml", "x"})...) }, damaged},
		"a name twice": {func() []byte {
			return zipOf(append(bookParts(sheetXML(goodHeader)), part{"XL/worksheets/sheet1.xml", "x"})...)
		}, damaged},
		"external entity": {func() []byte {
			return zipOf(bookParts(`<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]>` + sheetXML(`<row r="1"><c r="A1" t="inlineStr"><is><t>&e;</t></is></c></row>`))...)
		}, damaged},
		"billion laughs": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader), shared(``), part{"xl/workbook9.xml", `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><l>&b;</l>`})...)
		}, damaged},
		"huge shared strings": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader), shared(strings.Repeat(`<si><t>`+strings.Repeat("x", 1000)+`</t></si>`, 30_000)))...)
		}, large},
		"many shared strings": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader), shared(strings.Repeat(`<si><t>a</t></si>`, 900_000)))...)
		}, many},
		"many empty shared strings": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader), shared(strings.Repeat(`<si/>`, 3_000_000)))...)
		}, many},
		"shared strings with a prefix": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader), part{"xl/sharedStrings.xml",
				`<x:sst xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + strings.Repeat("<x:si\n/>", 1_500_000) + `</x:sst>`})...)
		}, many},
		"a shared string of many runs": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader), shared(`<si>`+strings.Repeat(`<r/>`, 4_000_000)+`</si>`))...)
		}, many},
		"a tag of many attributes": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + `<row r="2"` + strings.Repeat(` a=""`, 8_000_000) + `></row>`))...)
		}, damaged},
		"a text of many attributes": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader), shared(`<si`+strings.Repeat(` a=""`, 3_000_000)+`></si>`))...)
		}, damaged},
		"a tag of many attributes with >": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + `<row r="2"` + strings.Repeat(` a='">'`, 6_000_000) + `></row>`))...)
		}, damaged},
		"attributes after a comment": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + `<!--> <a b="-->` + `<row r="2"` + strings.Repeat(` a=""`, 6_000_000) + `></row>`))...)
		}, damaged},
		"elements within one another": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + strings.Repeat(`<a>`, 6_000_000)))...)
		}, damaged},
		"one long text": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + `<row r="2"><c r="A2" t="inlineStr"><is><t>` + strings.Repeat("x", 60<<20) + `</t></is></c></row>`))...)
		}, damaged},
		"one long CDATA text": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + `<row r="2"><c r="A2" t="inlineStr"><is><t><![CDATA[` + strings.Repeat("]", 60<<20) + `]]></t></is></c></row>`))...)
		}, damaged},
		"attributes in UTF-16": {func() []byte {
			wide := "<\x00a\x00" + strings.Repeat(" \x00a\x00=\x00\"\x00\"\x00", 4_000_000) + "/\x00>\x00"
			return zipOf(bookParts(`<?xml version="1.0" encoding="utf-16"?>` + wide)...)
		}, damaged},
		"a row of many cells": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + `<row r="2">` + strings.Repeat(`<c/>`, 16_000_000) + `</row>`))...)
		}, many},
		"strings at the limit": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader+`<row r="2"><c r="A2" t="s"><v>7</v></c></row>`), shared(strings.Repeat(`<si><t>`+strings.Repeat("x", 60)+`</t></si>`, 199_000)))...)
		}, "Nothing was imported: "},
		"a sheet that breaks": {func() []byte {
			return zipOf(bookParts(sheetXML(goodHeader + `<row r="2"><c r="A2"></row><<<<row r="3"></row>`))...)
		}, damaged},
		"no sheet": {func() []byte { return zipOf(part{"[Content_Types].xml", "<Types/>"}) }, damaged},
	}
}

// A workbook and a CSV file with the same rows are the same activities.
func TestWorkbookIsTheSameAsCSV(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	if _, err := importText(db, farmID, "date,activity,site,bag,count\n2026-03-01,plant,Cove,7,1200\n", Options{}); err != nil {
		t.Fatal(err)
	}
	book := bookOf(t, []any{"date", "activity", "site", "bag", "count"}, []any{time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), "plant", "Cove", 7, 1200})
	if result, err := importFile(db, farmID, "a.xlsx", bytes.NewReader(book), Options{}); err != nil || result.Recorded != 0 || result.Skipped != 1 {
		t.Errorf("%+v %v", result, err)
	}
}
