package sheet

import (
	"bytes"
	"context"
	"encoding/xml"
	"iter"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/merroir/merroir/internal/fault"
)

const (
	everyRows      = 4096         // is how often the progress is told
	excelEpoch     = "1899-12-30" // day 0 of a workbook
	excelEpoch1904 = "1904-01-01" // of one that an old Mac made
	maxSerial      = 2_958_465    // 9999-12-31
)

// xlsxRows reads the first sheet of a workbook. Formulas are read as the values
// that they had when the workbook was saved. The progress is told the part of
// the rows that is read.
func xlsxRows(ctx context.Context, content []byte, progress func(part float64)) (iter.Seq2[Row, error], error) {
	parts, err := sheetParts(ctx, content)
	if err != nil {
		return nil, err
	}
	book, err := excelize.OpenReader(bytes.NewReader(parts.content), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: maxUnzipped, // nothing of it goes to the disk
	})
	if err != nil {
		return nil, damaged(err)
	}
	sheets := book.GetSheetList()
	if len(sheets) == 0 {
		return nil, fault.New(fault.Invalid, "The workbook has no sheet.")
	}
	epoch := excelEpoch
	if properties, err := book.GetWorkbookProps(); err == nil && properties.Date1904 != nil && *properties.Date1904 {
		epoch = excelEpoch1904
	}
	return func(yield func(Row, error) bool) {
		defer book.Close() // frees memory; there is no file to close
		rows, err := book.Rows(sheets[0])
		if err != nil {
			yield(Row{}, damaged(err))
			return
		}
		reader := workbookReader{rows: rows, epoch: epoch, last: parts.lastRow[firstSheet(book)], progress: progress}
		reader.each(yield)
	}, nil
}

// firstSheet is the name of the part that the first sheet is in.
func firstSheet(book *excelize.File) string {
	if book.WorkBook == nil || len(book.WorkBook.Sheets.Sheet) == 0 {
		return ""
	}
	stored, _ := book.Pkg.Load("xl/_rels/workbook.xml.rels")
	content, _ := stored.([]byte)
	var links struct {
		Relationship []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:",attr"`
		}
	}
	if xml.Unmarshal(content, &links) != nil {
		return ""
	}
	for _, link := range links.Relationship {
		if link.ID == book.WorkBook.Sheets.Sheet[0].ID {
			return strings.ToLower(path.Base(link.Target))
		}
	}
	return ""
}

func damaged(err error) error {
	return fault.Wrap(fault.Invalid, "That workbook is damaged or is no Excel workbook. Please save it again as XLSX, or as CSV.", err)
}

// workbookReader gives the rows of a sheet as text, as a CSV file has them.
type workbookReader struct {
	rows     *excelize.Rows
	epoch    string
	last     int // number of the last row, as the file says
	progress func(part float64)

	line    int
	width   int // cells of the header
	dates   []bool
	numbers []bool
}

func (w *workbookReader) each(yield func(Row, error) bool) {
	for w.rows.Next() {
		if w.line++; w.line > excelize.TotalRows { // the reader would count on to whatever number a row says
			yield(Row{}, damaged(excelize.ErrMaxRows))
			return
		}
		cells, err := w.rows.Columns()
		if err != nil {
			yield(Row{}, damaged(err))
			return
		}
		if w.line%everyRows == 0 && w.last > 0 {
			w.progress(float64(w.line) / float64(w.last))
		}
		for len(cells) > w.width && cells[len(cells)-1] == "" {
			cells = cells[:len(cells)-1]
		}
		if len(cells) > maxColumns {
			yield(Row{}, tooManyColumns(w.line))
			return
		}
		if len(cells) == 0 && w.width == 0 {
			continue
		}
		if w.width == 0 {
			w.header(cells)
		} else {
			cells = w.row(cells)
		}
		if !yield(Row{w.line, cells, commas}, nil) {
			return
		}
	}
	// The reader takes a break in the file for its end.
	if err := w.rows.Error(); err != nil || w.line < w.last {
		yield(Row{}, damaged(err))
	}
}

func (w *workbookReader) header(cells []string) {
	w.width = len(cells)
	for _, cell := range cells {
		name := plainName(cell)
		w.dates = append(w.dates, slices.ContainsFunc(dateColumns, isName(name)))
		w.numbers = append(w.numbers, slices.ContainsFunc(numberColumns, isName(name)))
	}
}

// row makes the row as wide as the header, its days dates and its numbers
// plain.
func (w *workbookReader) row(cells []string) []string {
	for len(cells) < w.width {
		cells = append(cells, "")
	}
	for i, cell := range cells[:w.width] {
		switch {
		case w.dates[i]:
			cells[i] = dateText(cell, w.epoch)
		case w.numbers[i]:
			cells[i] = numberText(cell)
		}
	}
	return cells
}

// dateText gives the day of a date cell, and any other text as it is.
func dateText(cell, epoch string) string {
	cell = strings.TrimSpace(cell)
	if day, _, timed := strings.Cut(cell, "T"); timed && len(day) == len(time.DateOnly) {
		return day
	}
	serial, err := strconv.ParseFloat(cell, 64)
	if err != nil || !(serial >= 1 && serial <= maxSerial) {
		return cell
	}
	start, _ := time.Parse(time.DateOnly, epoch) // one of two constants
	return start.AddDate(0, 0, int(serial)).Format(time.DateOnly)
}

// numberText writes a number as a person does: a file may say 1.2E3 or 30.0.
func numberText(cell string) string {
	n, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) || math.Abs(n) > 1e15 {
		return cell
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}
