package sheet

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"time"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/workbook"
)

// templateColumn is a column of a template, with the cell of the example row.
type templateColumn struct {
	name    string
	meaning string
	example any // a text, a whole number, a float64 or a day
}

// templates are the sheets that people start from. The example row is skipped when a filled-in
// template is uploaded.
var templates = map[Layout][]templateColumn{
	Activities: {
		{colDate, "The day, YYYY-MM-DD or a date cell; not in the future.", ledger.Day(20513)},
		{colActivity, "plant, count, size, move, harvest or loss.", "plant"},
		{colArea, "Where. A growing area that the farm does not have is made.", "North bay"},
		{colOysterType, "Of the group of animals.", "Pacific oyster"},
		{colSeedSource, "Of the group: hatchery or wild.", "Hatchery"},
		{colYear, "Of the group: the year class.", 2026},
		{colMonth, "Of the group: 1 to 12.", 3},
		{colDatePlanted, "Of the group: the day on which it was planted.", ledger.Day(20513)},
		{colLocationPlanted, "Of the group: where it was planted.", "North bay"},
		{colSize, "Of the lot: the name of its size.", "Seed"},
		{colEquipment, "Of the lot: what it grows in.", "Flip bag"},
		{colFillProfile, "Of the lot: how the equipment is filled, or the name of the bag.", "500 per bag"},
		{colCount, "Animals planted, moved, harvested or lost; of a count, the animals found.", 1000},
		{colContainers, "Containers that come with a planting, or leave with a move, harvest or loss.", 2},
		{colMeasured, "Of a size sample: how many animals were measured.", ""},
		{colSizeMM, "Of a size sample: their mean length in millimetres.", ""},
		{colLengths, "Of a size sample: the animals one by one (61.2 60 63.5), or counted by classes (60-65x10 65-70x4). The two columns before follow from it.", ""},
		{colToArea, "Of a move: where the animals go. What is left out stays as it is.", ""},
		{colToSize, "Of a move: the size that the animals become.", ""},
		{colToEquipment, "Of a move: the equipment that the animals go to.", ""},
		{colToFillProfile, "Of a move: the fill profile that the animals go to.", ""},
		{colLine, "A line of the growing area, on which containers hang. One that it does not have is made.", "Line 1"},
		{colSpots, "How many containers can hang on that line.", 40},
		{colLanded, "Of a harvest: when it came ashore, HH:MM, or YYYY-MM-DD HH:MM where that was another day.", ""},
		{colBuyer, "Of a harvest: who bought it.", ""},
		{colBuyerAddress, "Of a harvest: where the buyer received it.", ""},
		{colOrder, "Of a harvest: the number of the order, or of another paper that goes along.", ""},
		{colQuantity, "Of a harvest: how much it was, in the unit.", ""},
		{colUnit, "Of a harvest: each, dozen, bag, bushel or kg.", ""},
		{colPrice, "Of a harvest: the price of one unit, with at most two decimals.", ""},
		{colCurrency, "Of a price: USD, CAD, MXN or AUD.", ""},
		{colHarvester, "Of a harvest: who harvested.", ""},
		{colWaterTemp, "Of a harvest: in degrees Celsius.", ""},
		{colAirTemp, "Of a harvest: in degrees Celsius.", ""},
		{colNote, "Anything worth keeping.", "This row is an example. Please replace it."},
		{colID, "A name for the row, if you have one; the same name is recorded once.", ""},
	},
	Visits: {
		{colDate, "The day of the visit, YYYY-MM-DD or a date cell; not in the future.", ledger.Day(20513)},
		{colArea, "Where the container hangs. A growing area that the farm does not have is made.", "North bay"},
		{colEquipment, "What kind of container it is.", "Flip bag"},
		{colFillProfile, "Which container, by its name or number.", "bag 1"},
		{colCounted, "Animals found, the dead ones with them. The first visit of a container is its planting.", 500},
		{colDead, "Dead animals that were removed.", 3},
		{colTaken, "Living animals that were taken for good.", 0},
		{colMeasured, "How many animals were measured.", 20},
		{colSizeMM, "Their mean length in millimetres.", 12.5},
	},
}

// Template is an example sheet to fill in, of a layout and in a format.
func Template(layout Layout, format string) ([]byte, error) {
	if format == CSV {
		return csvTemplate(layout)
	}
	return xlsxTemplate(layout)
}

func csvTemplate(layout Layout) ([]byte, error) {
	var head, example []string
	for _, c := range templates[layout] {
		head, example = append(head, c.name), append(example, plain.Cell(c.text()))
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	err := w.WriteAll([][]string{head, example})
	return out.Bytes(), err
}

func (c templateColumn) text() string {
	switch v := c.example.(type) {
	case ledger.Day:
		return v.String()
	case int:
		return strconv.Itoa(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	text, _ := c.example.(string)
	return text
}

// isExample reports whether the row is the example of a template, with nothing changed.
func (r *rowReader) isExample() bool {
	for _, c := range templates[r.head.layout] {
		cell := r.text(c.name)
		if _, decimal := c.example.(float64); decimal {
			cell = r.decimal(cell)
		}
		if !r.has(c.name) || cell != c.text() {
			return false
		}
	}
	return true
}

// xlsxTemplate returns a workbook with a worksheet to fill in and one that explains the columns.
func xlsxTemplate(layout Layout) ([]byte, error) {
	book, err := workbook.New(time.UTC)
	if err != nil {
		return nil, fmt.Errorf("begin template: %w", err)
	}
	defer book.Close()

	var columns []workbook.Column
	var example []any
	notes := []workbook.Column{
		workbook.Col("Column", workbook.Text, 20), workbook.Col("Needed", workbook.Text, 10), workbook.Col("Meaning", workbook.Text, 90),
	}
	var meanings [][]any
	for _, c := range templates[layout] {
		columns = append(columns, workbook.Col(c.name, c.format(), 18))
		example = append(example, c.example)
		needed := ""
		if layouts[layout][c.name].required {
			needed = "yes"
		}
		meanings = append(meanings, []any{c.name, needed, c.meaning})
	}

	if err := fillTemplate(book, "Fill in here", columns, [][]any{example}); err != nil {
		return nil, fmt.Errorf("write template: %w", err)
	}
	if err := fillTemplate(book, "Notes", notes, meanings); err != nil {
		return nil, fmt.Errorf("write notes of template: %w", err)
	}
	return book.Content()
}

// format returns how the column's cells are shown.
func (c templateColumn) format() workbook.Format {
	switch c.example.(type) {
	case ledger.Day:
		return workbook.Day
	case int, float64:
		return workbook.General
	}
	return workbook.Text
}

// fillTemplate writes a worksheet of titles and rows.
func fillTemplate(book *workbook.File, name string, columns []workbook.Column, rows [][]any) error {
	s, err := book.Begin(name, columns)
	if err != nil {
		return err
	}
	if err := s.Head(columns); err != nil {
		return err
	}
	for _, row := range rows {
		if err := s.Add(row); err != nil {
			return err
		}
	}
	return s.Flush()
}
