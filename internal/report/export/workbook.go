package export

import (
	"bytes"
	"fmt"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
)

// heading is the head of a column, and how the cells below it look.
type heading struct {
	title  string
	format cellFormat
	width  float64 // in characters
}

// cellFormat says how a spreadsheet shows the cells of a column.
type cellFormat string

const (
	asText    cellFormat = "@"
	asWhole   cellFormat = "#,##0"
	asYear    cellFormat = "0"
	asSize    cellFormat = "0.0"
	asNumber  cellFormat = "#,##0.###"
	asMoney   cellFormat = "#,##0.00"
	asPercent cellFormat = `0.00"%"`
	asDay     cellFormat = "yyyy-mm-dd"
	asInstant cellFormat = "yyyy-mm-dd hh:mm"
)

// workbook is a spreadsheet file while it is written.
type workbook struct {
	file   *excelize.File
	styles map[cellFormat]int
	bold   int
	zone   *time.Location // in which instants are shown; a spreadsheet has no time zones
}

func newWorkbook(zone *time.Location) (*workbook, error) {
	b := &workbook{file: excelize.NewFile(), styles: map[cellFormat]int{}, zone: zone}
	for _, format := range []cellFormat{asText, asWhole, asYear, asSize, asNumber, asMoney, asPercent, asDay, asInstant} {
		code := string(format)
		style, err := b.file.NewStyle(&excelize.Style{CustomNumFmt: &code})
		if err != nil {
			return nil, err
		}
		b.styles[format] = style
	}
	var err error
	b.bold, err = b.file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"}})
	return b, err
}

func (b *workbook) close() { _ = b.file.Close() } // removes its temporary files

// content is the finished file.
func (b *workbook) content() ([]byte, error) {
	var buffer bytes.Buffer
	_, err := b.file.WriteTo(&buffer)
	return buffer.Bytes(), err
}

// worksheet is a sheet of the workbook, written row by row.
type worksheet struct {
	workbook *workbook
	stream   *excelize.StreamWriter
	format   []cellFormat
	row      int
}

// begin adds a worksheet with its columns. The first takes the place of the one
// that a new file has.
func (b *workbook) begin(name string, columns []heading) (*worksheet, error) {
	if b.file.GetSheetName(0) == "Sheet1" {
		if err := b.file.SetSheetName("Sheet1", name); err != nil {
			return nil, err
		}
	} else if _, err := b.file.NewSheet(name); err != nil {
		return nil, err
	}
	stream, err := b.file.NewStreamWriter(name)
	if err != nil {
		return nil, err
	}
	s := &worksheet{workbook: b, stream: stream}
	for i, c := range columns {
		if err := stream.SetColWidth(i+1, i+1, c.width); err != nil {
			return nil, err
		}
		s.format = append(s.format, c.format)
	}
	return s, nil
}

// head writes the titles, bold, and keeps them in sight.
func (s *worksheet) head(columns []heading) error {
	if err := s.stream.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	cells := make([]any, len(columns))
	for i, c := range columns {
		cells[i] = excelize.Cell{StyleID: s.workbook.bold, Value: plain.Cell(c.title)}
	}
	return s.write(cells)
}

// add writes a row: a nil is an empty cell.
func (s *worksheet) add(values []any) error {
	cells := make([]any, len(values))
	for i, v := range values {
		cells[i] = s.workbook.cell(v, s.format[i])
	}
	return s.write(cells)
}

func (s *worksheet) write(cells []any) error {
	s.row++
	return s.stream.SetRow(fmt.Sprintf("A%d", s.row), cells)
}

// cell is a value as a spreadsheet holds it: numbers and days as numbers,
// everything else as text that is never a formula.
func (b *workbook) cell(value any, format cellFormat) any {
	const dayZero = 25_569 // 1970-01-01 in a spreadsheet
	const day = 24 * time.Hour
	switch v := value.(type) {
	case nil:
		return nil
	case *float64:
		if v == nil {
			return nil
		}
		return excelize.Cell{StyleID: b.styles[format], Value: *v}
	case int64, float64:
		return excelize.Cell{StyleID: b.styles[format], Value: v}
	case ledger.Day:
		if v == 0 {
			return nil
		}
		return excelize.Cell{StyleID: b.styles[asDay], Value: int64(v) + dayZero}
	case time.Time:
		_, offset := v.In(b.zone).Zone()
		shown := v.Add(time.Duration(offset) * time.Second)
		return excelize.Cell{StyleID: b.styles[asInstant], Value: dayZero + float64(shown.UnixMilli())/float64(day.Milliseconds())}
	case string:
		if v == "" {
			return nil
		}
		return excelize.Cell{StyleID: b.styles[asText], Value: plain.Cell(v)}
	}
	panic(fmt.Sprintf("export: no cell for a %T", value)) // a mistake in the program
}
