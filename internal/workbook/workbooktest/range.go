package workbooktest

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// sheetXML is what a worksheet declares and holds.
type sheetXML struct {
	Dimension struct {
		Ref string `xml:"ref,attr"`
	} `xml:"dimension"`
	Rows []struct {
		Cells []struct {
			Ref string `xml:"r,attr"`
		} `xml:"c"`
	} `xml:"sheetData>row"`
}

// CheckRanges reports each worksheet of the file that does not declare the range of its cells:
// csvkit, VisiData and openpyxl's read-only mode skip every cell outside that range.
func CheckRanges(t testing.TB, content []byte) {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatalf("open the workbook: %v", err)
	}

	sheets := 0
	for _, file := range archive.File {
		if !strings.HasPrefix(file.Name, "xl/worksheets/sheet") {
			continue
		}
		sheets++
		part, err := file.Open()
		if err != nil {
			t.Fatalf("open %s: %v", file.Name, err)
		}
		var sheet sheetXML
		if err := xml.NewDecoder(part).Decode(&sheet); err != nil {
			t.Fatalf("decode %s: %v", file.Name, err)
		}
		if want := sheet.used(t); sheet.Dimension.Ref != want {
			t.Errorf("%s declares the range %q, but its cells are in %s", file.Name, sheet.Dimension.Ref, want)
		}
	}
	if sheets == 0 {
		t.Error("the workbook has no worksheet")
	}
}

// used returns the range of the cells, from A1 to the last row and column.
func (s sheetXML) used(t testing.TB) string {
	t.Helper()
	column, row := 1, 1
	for _, cells := range s.Rows {
		for _, cell := range cells.Cells {
			x, y, err := excelize.CellNameToCoordinates(cell.Ref)
			if err != nil {
				t.Fatalf("cell %q: %v", cell.Ref, err)
			}
			column, row = max(column, x), max(row, y)
		}
	}
	if column == 1 && row == 1 {
		return "A1"
	}
	last, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		t.Fatal(err)
	}
	return "A1:" + last
}
