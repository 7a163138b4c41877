package sheet

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
)

// rowReader reads the cells of one row after another, by column, and collects what
// is wrong with them.
type rowReader struct {
	head  *header
	bad   *RowErrors
	texts map[string]string // one copy of each label, however many rows have it
	row   Row
	ok    bool // nothing is wrong with this row so far
}

// next takes a row; false for one without any content.
func (r *rowReader) next(row Row) bool {
	r.row, r.ok = row, true
	filled := false
	for _, cell := range row.Cells {
		filled = filled || strings.TrimSpace(cell) != ""
	}
	if !filled {
		return false
	}
	if len(row.Cells) != len(r.head.cells) {
		r.refuse("", fmt.Sprintf("has %d cells where the header has %d", len(row.Cells), len(r.head.cells)))
		return true
	}
	for i, cell := range row.Cells {
		if r.head.names[i] == "" && strings.TrimSpace(cell) != "" {
			r.refuse("", quoted(cell)+" is in a column without a name")
		}
	}
	return true
}

func (r *rowReader) refuse(field, reason string) {
	r.ok = false
	column := ""
	if field != "" {
		column = r.head.name(field)
	}
	r.bad.add(r.row.Line, column, reason)
}

func (r *rowReader) has(field string) bool {
	_, ok := r.head.at[field]
	return ok
}

// text is the cell without spaces at its ends, empty where there is none.
func (r *rowReader) text(field string) string {
	i, ok := r.head.at[field]
	if !ok || i >= len(r.row.Cells) {
		return ""
	}
	text := strings.TrimSpace(r.row.Cells[i])
	if r.head.refused { // a list of refused rows has apostrophes before formulas
		return plain.OfCell(text)
	}
	return text
}

// label is a text that many rows share; runs of spaces in it count as one.
func (r *rowReader) label(field string) string {
	text := r.text(field)
	if kept, ok := r.texts[text]; ok {
		return kept
	}
	clean := ledger.Label(text)
	if reason := ledger.RefuseText(clean, ledger.MaxText); reason != "" {
		r.refuse(field, reason)
		return ""
	}
	const maxKept = 100_000 // a column of notes is not worth keeping
	if len(r.texts) < maxKept && len(text) <= ledger.MaxText {
		r.texts[strings.Clone(text)] = strings.Clone(clean)
	}
	return clean
}

// required refuses an empty cell.
func (r *rowReader) required(field string) {
	if r.text(field) == "" {
		r.refuse(field, "is empty")
	}
}

// date is a day; the zero Day where the cell is empty.
func (r *rowReader) date(field string) ledger.Day {
	text := r.text(field)
	if text == "" {
		return 0
	}
	day, err := ledger.ParseDay(text[:min(len(text), maxQuoted)])
	if err != nil {
		r.refuse(field, err.Error())
	}
	return day
}

// number is a whole number from 0 to most; 0 where the cell is empty.
func (r *rowReader) number(field string, most int64) int64 {
	text := r.text(field)
	if text == "" {
		return 0
	}
	n, err := strconv.ParseInt(r.whole(text), 10, 64)
	switch {
	case err != nil:
		r.refuse(field, quoted(text)+" is not a whole number")
	case n < 0:
		r.refuse(field, fmt.Sprintf("%d is negative", n))
	case n > most:
		r.refuse(field, fmt.Sprintf("%d is more than %d", n, most))
	default:
		return n
	}
	return 0
}

// decimal writes a number with a decimal point where the sheet has a comma.
func (r *rowReader) decimal(text string) string {
	if r.row.dialect.decimalComma() && !strings.Contains(text, ".") {
		return strings.Replace(text, ",", ".", 1)
	}
	return text
}

// decimalMark returns the separator that marks decimals in the sheet.
func (r *rowReader) decimalMark() byte {
	if r.row.dialect.decimalComma() {
		return ','
	}
	return '.'
}

// whole drops decimals that are zero: "12,0" in a sheet with decimal commas is 12.
// Three zeros may mean thousands, and are left.
func (r *rowReader) whole(text string) string {
	number := r.decimal(text)
	for _, nothing := range []string{".0", ".00"} {
		if before, ok := strings.CutSuffix(number, nothing); ok {
			return before
		}
	}
	return number
}

const maxQuoted = 60 // bytes of a cell or a column's name that a reason quotes

// quoted quotes a text in a reason; a character that cannot be shown is given by
// its number.
func quoted(text string) string { return strconv.Quote(cut(text)) }

// cut is the beginning of a long text.
func cut(text string) string {
	if len(text) <= maxQuoted {
		return text
	}
	return strings.ToValidUTF8(text[:maxQuoted], "") + "…"
}

// sample is a measured sample: how many animals, and the sum of their lengths
// in tenths of a millimetre.
func (r *rowReader) sample(lengths *ledger.Lengths) (measured, sum int64) {
	measured = r.number(colMeasured, ledger.MaxAnimals)
	text := r.text(colSizeMM)
	if lengths != nil && measured == 0 {
		measured = lengths.Count()
	}
	switch {
	case !r.ok:
		return 0, 0
	case measured == 0 && text == "":
		return 0, 0
	case lengths != nil && text == "":
		return measured, lengths.Sum()
	case measured == 0:
		r.refuse(colMeasured, "is missing, but a size is given")
		return 0, 0
	case text == "":
		r.refuse(colSizeMM, "is missing, but measured animals are given")
		return 0, 0
	}
	mean, ok := plain.Decimal(strings.TrimPrefix(text, "-"), r.decimalMark())
	if strings.HasPrefix(text, "-") {
		mean = -mean
	}
	switch {
	case !ok || r.decimalMark() == '.' && strings.Contains(text, ","):
		r.refuse(colSizeMM, quoted(text)+" is not a number")
	case mean <= 0:
		r.refuse(colSizeMM, cut(text)+" mm is not a size: it must be more than 0 mm. Leave the cell empty if nothing was measured")
	case mean > ledger.MaxSize/10:
		r.refuse(colSizeMM, fmt.Sprintf("%s mm is more than %d mm", cut(text), ledger.MaxSize/10))
	default:
		sum = int64(math.Round(mean * float64(measured) * 10))
		if sum == 0 {
			r.refuse(colSizeMM, cut(text)+" mm is too small to be stored")
		}
	}
	return measured, sum
}

// lengths are those of the animals of a sample, nil where the row tells none.
func (r *rowReader) lengths() *ledger.Lengths {
	text := r.text(colLengths)
	if text == "" {
		return nil
	}
	between := " "
	if r.row.dialect.decimalComma() {
		between = "."
	}
	lengths, err := ledger.ParseLengths(strings.ReplaceAll(text, ",", between))
	if err != nil {
		r.refuse(colLengths, err.Error())
		return nil
	}
	return lengths
}
