package workbook_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/merroir/merroir/internal/workbook"
	"github.com/merroir/merroir/internal/workbook/workbooktest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fileOf returns a workbook with one worksheet for each list of rows.
func fileOf(t *testing.T, sheets ...[][]any) []byte {
	t.Helper()
	book, err := workbook.New(time.UTC)
	must(t, err)
	defer book.Close()
	for i, rows := range sheets {
		columns := make([]workbook.Column, 30)
		for c := range columns {
			columns[c] = workbook.Col("", workbook.Text, 10)
		}
		s, err := book.Begin("Sheet "+string(rune('A'+i)), columns)
		must(t, err)
		for _, row := range rows {
			must(t, s.Add(row))
		}
		must(t, s.Flush())
	}
	content, err := book.Content()
	must(t, err)
	return content
}

func rangeOf(t *testing.T, content []byte, sheet string) string {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(content))
	must(t, err)
	defer book.Close()
	ref, err := book.GetSheetDimension(sheet)
	must(t, err)
	return ref
}

func TestFile_DeclaresTheRangeOfEachSheet(t *testing.T) {
	wide := make([]any, 30)
	wide[29] = "last"
	content := fileOf(t,
		[][]any{{"a", "b"}, {"c", nil, "d"}, {"e"}},
		[][]any{{"a"}},
		nil,
		[][]any{wide, {"x"}, {nil, nil}},
	)

	workbooktest.CheckRanges(t, content)
	for sheet, want := range map[string]string{"Sheet A": "A1:C3", "Sheet B": "A1", "Sheet C": "A1", "Sheet D": "A1:AD2"} {
		if got := rangeOf(t, content, sheet); got != want {
			t.Errorf("%s declares %s, want %s", sheet, got, want)
		}
	}
}

// A sheet beyond 16 MB is written through a temporary file.
func TestFile_DeclaresTheRangeOfALargeSheet(t *testing.T) {
	text := strings.Repeat("x", 30_000)
	rows := make([][]any, 700)
	for i := range rows {
		rows[i] = []any{text, int64(i)}
	}
	content := fileOf(t, rows, [][]any{{"a", "b"}})

	workbooktest.CheckRanges(t, content)
	if got := rangeOf(t, content, "Sheet A"); got != "A1:B700" {
		t.Errorf("the large sheet declares %s", got)
	}
}

// A string cell is never a formula, so nothing is put before its text.
func TestFile_WritesTextAsItIs(t *testing.T) {
	texts := []any{"+1 360 555 0142", "=1+1", "-2+3", "@now", "'quoted'"}
	content := fileOf(t, [][]any{texts})

	book, err := excelize.OpenReader(bytes.NewReader(content))
	must(t, err)
	defer book.Close()
	for i, want := range texts {
		at, err := excelize.CoordinatesToCellName(i+1, 1)
		must(t, err)
		got, err := book.GetCellValue("Sheet A", at)
		must(t, err)
		if got != want {
			t.Errorf("%s holds %q, want %q", at, got, want)
		}
		formula, err := book.GetCellFormula("Sheet A", at)
		must(t, err)
		if formula != "" {
			t.Errorf("%s is the formula %q", at, formula)
		}
		kind, err := book.GetCellType("Sheet A", at)
		must(t, err)
		if kind != excelize.CellTypeInlineString {
			t.Errorf("%s has the type %v", at, kind)
		}
	}
}
