package plain

import (
	"bytes"
	"encoding/csv"
)

// CSV is the lines as a file that spreadsheets open: RFC 4180, in UTF-8, which it says by
// its first mark. What people wrote goes through Cell first.
func CSV(lines [][]string) ([]byte, error) {
	file := bytes.NewBufferString("\ufeff")
	w := csv.NewWriter(file)
	w.UseCRLF = true
	err := w.WriteAll(lines)
	return file.Bytes(), err
}

// Yes is a cell that says whether something is so.
func Yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
