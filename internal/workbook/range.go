package workbook

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"
)

// placeholder is the range that a worksheet declares until its last row is written.
// excelize writes the declaration first, when the real range is still unknown.
const placeholder = "A1:XFD1048576"

// usedRange is the range of a worksheet's cells, from A1 to the last row and column.
type usedRange struct{ row, column int }

// add extends the range by the cells of a row.
func (r *usedRange) add(row int, cells []any) {
	for i, cell := range cells {
		if cell != nil {
			r.row, r.column = row, max(r.column, i+1)
		}
	}
}

// ref returns the range as a reference, such as A1:D20.
func (r *usedRange) ref() (string, error) {
	if r.row <= 1 && r.column <= 1 {
		return "A1", nil
	}
	last, err := excelize.CoordinatesToCellName(r.column, r.row)
	if err != nil {
		return "", err
	}
	return "A1:" + last, nil
}

// archive writes the parts of a file. In each worksheet it replaces the placeholder by the
// used range: readers that trust the declaration skip every cell outside it.
type archive struct {
	*zip.Writer
	used map[string]*usedRange
}

// Create returns a writer of a part of the file.
func (a *archive) Create(name string) (io.Writer, error) {
	part, err := a.Writer.Create(name)
	used, isSheet := a.used[name]
	if err != nil || !isSheet {
		return part, err
	}

	ref, err := used.ref()
	if err != nil {
		return nil, fmt.Errorf("range of %s: %w", name, err)
	}
	return &worksheet{part: part, ref: ref}, nil
}

// worksheet writes the XML of a worksheet.
type worksheet struct {
	part io.Writer
	ref  string // empty once written
}

// Write writes a chunk. The declaration is in the first.
func (w *worksheet) Write(chunk []byte) (int, error) {
	if w.ref == "" {
		return w.part.Write(chunk)
	}
	head, rest, found := bytes.Cut(chunk, []byte(placeholder))
	if !found {
		return 0, fmt.Errorf("the worksheet does not begin with its range")
	}

	for _, text := range [][]byte{head, []byte(w.ref), rest} {
		if _, err := w.part.Write(text); err != nil {
			return 0, err
		}
	}
	w.ref = ""
	return len(chunk), nil
}
