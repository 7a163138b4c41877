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
	everyRows      = 4096         // rows between two reports of the progress
	excelEpoch     = "1899-12-30" // day 0 of a workbook
	excelEpoch1904 = "1904-01-01" // of one that an old Mac made
	maxSerial      = 2_958_465    // 9999-12-31
)

// xlsxRows reads the first worksheet of a workbook. Formulas are read as the
// values that they had when the workbook was saved. progress is told what part of
// the rows has been read.
func xlsxRows(ctx context.Context, content []byte, progress func(part float64)) (iter.Seq2[Row, error], error) {
	parts, err := workbookParts(ctx, content)
	if err != nil {
		return nil, err
	}
	workbook, err := excelize.OpenReader(bytes.NewReader(parts.content), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: maxUnzipped, // nothing of it goes to the disk
	})
	if err != nil {
		return nil, damaged(err)
	}
	sheets := workbook.GetSheetList()
	if len(sheets) == 0 {
		return nil, fault.New(fault.Invalid, "The workbook has no sheet.")
	}
	if cell := neverCalculated(workbook, parts.cells[firstWorksheet(workbook)]); cell != "" {
		return nil, fault.Newf(fault.Invalid, "Cell %s has a formula that was never calculated. Please open the workbook in a spreadsheet program, save it, and send it again.", cell)
	}
	epoch := excelEpoch
	if properties, err := workbook.GetWorkbookProps(); err == nil && properties.Date1904 != nil && *properties.Date1904 {
		epoch = excelEpoch1904
	}
	return func(yield func(Row, error) bool) {
		defer workbook.Close() // frees memory; there is no file to close
		rows, err := workbook.Rows(sheets[0])
		if err != nil {
			yield(Row{}, damaged(err))
			return
		}
		reader := workbookReader{rows: rows, epoch: epoch, last: parts.lastRow[firstWorksheet(workbook)], progress: progress}
		reader.each(yield)
	}, nil
}

// neverCalculated returns the first cell of the worksheet with a formula whose value is not known:
// none is stored, or the workbook asks for all formulas to be calculated when it is opened.
func neverCalculated(workbook *excelize.File, cells cellScan) string {
	if calc := workbook.WorkBook; calc != nil && calc.CalcPr != nil && calc.CalcPr.FullCalcOnLoad {
		return cells.formulaAt
	}
	return cells.found
}

// firstWorksheet is the name of the file that holds the first worksheet.
func firstWorksheet(workbook *excelize.File) string {
	if workbook.WorkBook == nil || len(workbook.WorkBook.Sheets.Sheet) == 0 {
		return ""
	}
	stored, _ := workbook.Pkg.Load("xl/_rels/workbook.xml.rels")
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
		if link.ID == workbook.WorkBook.Sheets.Sheet[0].ID {
			return strings.ToLower(path.Base(link.Target))
		}
	}
	return ""
}

func damaged(err error) error {
	return fault.Wrap(fault.Invalid, "That workbook is damaged or is not an Excel workbook. Please save it again as XLSX, or as CSV.", err)
}

// workbookReader gives the rows of a worksheet as text, as a CSV file has them.
type workbookReader struct {
	rows     *excelize.Rows
	epoch    string
	last     int // number of the last row, according to the file
	progress func(part float64)

	line    int
	width   int // cells of the header
	dates   []bool
	times   []bool
	numbers []bool
}

func (w *workbookReader) each(yield func(Row, error) bool) {
	for w.rows.Next() {
		if w.line++; w.line > excelize.TotalRows { // a row may claim any number, and the reader would count up to it
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
	// The reader takes a damaged place in the file for its end.
	if err := w.rows.Error(); err != nil || w.line < w.last {
		yield(Row{}, damaged(err))
	}
}

func (w *workbookReader) header(cells []string) {
	w.width = len(cells)
	for _, cell := range cells {
		name := plainName(cell)
		w.dates = append(w.dates, slices.ContainsFunc(dateColumns, isName(name)))
		w.times = append(w.times, slices.ContainsFunc(timeColumns, isName(name)))
		w.numbers = append(w.numbers, slices.ContainsFunc(numberColumns, isName(name)))
	}
}

// row pads the row to the width of the header, and writes dates and numbers as a
// person would.
func (w *workbookReader) row(cells []string) []string {
	for len(cells) < w.width {
		cells = append(cells, "")
	}
	for i, cell := range cells[:w.width] {
		switch {
		case w.dates[i]:
			cells[i] = dateText(cell, w.epoch)
		case w.times[i]:
			cells[i] = timeText(cell, w.epoch)
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

// timeText gives the time of day of a time cell, with its day where it has one, and
// any other text as it is.
func timeText(cell, epoch string) string {
	cell = strings.TrimSpace(cell)
	serial, err := strconv.ParseFloat(cell, 64)
	if err != nil || !(serial >= 0 && serial <= maxSerial) {
		return cell
	}
	start, _ := time.Parse(time.DateOnly, epoch) // one of two constants
	at := start.AddDate(0, 0, int(serial)).Add(time.Duration(math.Round((serial-math.Floor(serial))*24*60)) * time.Minute)
	if serial < 1 {
		return at.Format("15:04")
	}
	return at.Format("2006-01-02 15:04")
}

// numberText writes a number as a person would: a file may have 1.2E3 or 30.0.
func numberText(cell string) string {
	n, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	if err != nil || math.IsInf(n, 0) || math.IsNaN(n) || math.Abs(n) > 1e15 {
		return cell
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}
