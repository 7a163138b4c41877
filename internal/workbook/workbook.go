package workbook

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/merroir/merroir/internal/ledger"
)

// Column is the head of a column, and how the cells below it look.
type Column struct {
	title  string
	format Format
	width  float64
}

// Col is a column with its title and its width in characters.
func Col(title string, format Format, width float64) Column { return Column{title, format, width} }

// Format says how a spreadsheet shows the cells of a column.
type Format string

const (
	Text    Format = "@"
	General Format = "General"
	Whole   Format = "#,##0"
	Year    Format = "0"
	Size    Format = "0.0"
	Number  Format = "#,##0.###"
	Money   Format = "#,##0.00"
	Percent Format = `0.00"%"`
	Day     Format = "yyyy-mm-dd"
	Instant Format = "yyyy-mm-dd hh:mm"
)

// File is a spreadsheet file while it is written.
type File struct {
	file   *excelize.File
	styles map[Format]int
	used   map[string]*usedRange // by the path of the worksheet in the archive
	bold   int
	zone   *time.Location // in which instants are shown; a spreadsheet has no time zones
}

// New begins a file whose instants are shown in a time zone. Whoever makes one closes it.
func New(zone *time.Location) (*File, error) {
	b := &File{file: excelize.NewFile(), styles: map[Format]int{}, used: map[string]*usedRange{}, zone: zone}
	b.file.SetZipWriter(func(w io.Writer) excelize.ZipWriter { return &archive{zip.NewWriter(w), b.used} })

	for _, format := range []Format{Text, General, Whole, Year, Size, Number, Money, Percent, Day, Instant} {
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

// Close removes its temporary files.
func (b *File) Close() { _ = b.file.Close() }

// Content is the finished file.
func (b *File) Content() ([]byte, error) {
	var buffer bytes.Buffer
	_, err := b.file.WriteTo(&buffer)
	return buffer.Bytes(), err
}

// Sheet is a sheet of the file, written row by row.
type Sheet struct {
	file   *File
	stream *excelize.StreamWriter
	used   *usedRange
	format []Format
	row    int
}

// Begin adds a worksheet with its columns. The first takes the place of the one
// that a new file has.
func (b *File) Begin(name string, columns []Column) (*Sheet, error) {
	if b.file.GetSheetName(0) == "Sheet1" {
		if err := b.file.SetSheetName("Sheet1", name); err != nil {
			return nil, err
		}
	} else if _, err := b.file.NewSheet(name); err != nil {
		return nil, err
	}
	if err := b.file.SetSheetDimension(name, placeholder); err != nil {
		return nil, fmt.Errorf("declare the range of worksheet %s: %w", name, err)
	}
	stream, err := b.file.NewStreamWriter(name)
	if err != nil {
		return nil, err
	}

	s := &Sheet{file: b, stream: stream, used: &usedRange{}}
	b.used[fmt.Sprintf("xl/worksheets/sheet%d.xml", stream.SheetID)] = s.used
	for i, c := range columns {
		if err := stream.SetColWidth(i+1, i+1, c.width); err != nil {
			return nil, err
		}
		if c.format == Day { // a day that somebody types below is shown as one
			if err := stream.SetColStyle(i+1, i+1, b.styles[Day]); err != nil {
				return nil, err
			}
		}
		s.format = append(s.format, c.format)
	}
	return s, nil
}

// Head writes the titles, bold, and keeps them in sight.
func (s *Sheet) Head(columns []Column) error {
	if err := s.stream.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	cells := make([]any, len(columns))
	for i, c := range columns {
		cells[i] = excelize.Cell{StyleID: s.file.bold, Value: c.title}
	}
	return s.write(cells)
}

// Add writes a row: a nil is an empty cell.
func (s *Sheet) Add(values []any) error {
	cells := make([]any, len(values))
	for i, v := range values {
		cells[i] = s.file.cell(v, s.format[i])
	}
	return s.write(cells)
}

// Fact writes what something is, its name bold.
func (s *Sheet) Fact(name string, value any, format Format) error {
	return s.write([]any{excelize.Cell{StyleID: s.file.bold, Value: name}, s.file.cell(value, format)})
}

// Flush ends the sheet. It comes before the next one begins.
func (s *Sheet) Flush() error { return s.stream.Flush() }

func (s *Sheet) write(cells []any) error {
	s.row++
	s.used.add(s.row, cells)
	return s.stream.SetRow(fmt.Sprintf("A%d", s.row), cells)
}

// cell is a value as a spreadsheet holds it: numbers and days as numbers,
// everything else as text. A string cell is never a formula, so it needs no apostrophe.
func (b *File) cell(value any, format Format) any {
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
	case int, int64, float64:
		return excelize.Cell{StyleID: b.styles[format], Value: v}
	case ledger.Day:
		if v == 0 {
			return nil
		}
		return excelize.Cell{StyleID: b.styles[Day], Value: int64(v) + dayZero}
	case time.Time:
		_, offset := v.In(b.zone).Zone()
		shown := v.Add(time.Duration(offset) * time.Second)
		return excelize.Cell{StyleID: b.styles[Instant], Value: dayZero + float64(shown.UnixMilli())/float64(day.Milliseconds())}
	case string:
		if v == "" {
			return nil
		}
		return excelize.Cell{StyleID: b.styles[Text], Value: v}
	}
	panic(fmt.Sprintf("workbook: no cell for a %T", value)) // a mistake in the program
}
