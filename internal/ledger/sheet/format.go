package sheet

import (
	"bytes"
	"context"
	"io"
	"iter"
	"path"
	"strings"

	"github.com/merroir/merroir/internal/fault"
)

// The formats of a file.
const (
	CSV  = "csv"
	XLSX = "xlsx"
)

// FormatOf recognises a file by its name and its first bytes; a fault says what
// to do with one that is neither CSV nor XLSX.
func FormatOf(name string, content []byte) (string, error) {
	const oldOffice = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" // also what a workbook with a password looks like
	isZip := bytes.HasPrefix(content, []byte("PK"))
	switch extension := strings.ToLower(path.Ext(name)); {
	case len(bytes.TrimSpace(content)) == 0:
		return "", fault.New(fault.Invalid, "The file is empty.")
	case bytes.HasPrefix(content, []byte(oldOffice)):
		return "", fault.New(fault.Invalid, "That file is an old Excel workbook, or has a password. Please save it as XLSX without a password, or as CSV.")
	case extension == ".xlsx" && isZip:
		return XLSX, nil
	case extension == ".xlsx":
		return "", fault.New(fault.Invalid, "That file is named .xlsx but is not an Excel workbook. Please save it as XLSX or CSV.")
	case extension != ".csv" && extension != ".txt" && extension != ".tsv" && extension != "":
		return "", fault.Newf(fault.Invalid, "Please upload a CSV or XLSX file, not %s.", extension)
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("\xfe\xff")):
		return "", fault.New(fault.Invalid, "That file is Unicode text of another kind. Please save it as CSV UTF-8.")
	case isZip, bytes.IndexByte(content, 0) >= 0:
		return "", fault.New(fault.Invalid, "That file is not CSV text. Please save it as CSV or XLSX.")
	}
	return CSV, nil
}

// Rows opens a file of that format. progress is told what part has been read, from
// 0 to 1. An error other than a [csv.ParseError] ends the rows.
func Rows(ctx context.Context, format string, content []byte, progress func(part float64)) (iter.Seq2[Row, error], error) {
	if format == XLSX {
		return xlsxRows(ctx, content, progress)
	}
	return csvRows(&meter{Reader: bytes.NewReader(content), size: float64(len(content)), progress: progress}), nil
}

// meter reports how much of a reader has been read.
type meter struct {
	io.Reader
	read, size float64
	progress   func(part float64)
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	m.read += float64(n)
	m.progress(m.read / m.size)
	return n, err
}
