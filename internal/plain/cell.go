package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const guard = "'"

// Cell is a text as a cell of a workbook or a CSV file: an apostrophe goes before
// one that a spreadsheet program could take for a formula, even after somebody
// saves the workbook as CSV and opens it again with another separator. A number
// is not text and is written as it is.
func Cell(text string) string {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(text, func(r rune) bool { return strings.ContainsRune(" \",;\u00a0", r) }))
	if strings.ContainsRune("=+-@＝＋－＠\t\r\n", first) || unicode.IsControl(first) {
		return guard + text
	}
	return text
}

// OfCell is the text that Cell was given.
func OfCell(cell string) string {
	if text, guarded := strings.CutPrefix(cell, guard); guarded && Cell(text) == cell {
		return text
	}
	return cell
}
