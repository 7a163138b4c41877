package sheet

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"iter"

	"github.com/merroir/merroir/internal/fault"
)

// Row is one row of a sheet, whatever kind of file it came from.
type Row struct {
	Line  int // counted from 1
	Cells []string
}

// csvRows reads comma, semicolon or tab separated text. A row that is no CSV is
// given as a *csv.ParseError and reading goes on; any other error ends it.
func csvRows(r io.Reader) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		text := bufio.NewReaderSize(r, 64<<10)
		if mark, err := text.Peek(3); err == nil && bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
			_, _ = text.Discard(len(mark)) // just peeked
		}
		reader := csv.NewReader(text)
		reader.Comma = separator(text)
		reader.FieldsPerRecord = -1
		reader.ReuseRecord = true
		for {
			cells, err := reader.Read()
			var bad *csv.ParseError
			switch {
			case errors.Is(err, io.EOF):
				return
			case errors.As(err, &bad):
				if !yield(Row{Line: bad.StartLine}, bad) {
					return
				}
				continue
			case err != nil:
				yield(Row{}, unreadable(err))
				return
			}
			line, _ := reader.FieldPos(0)
			if !yield(Row{line, cells}, nil) {
				return
			}
		}
	}
}

func unreadable(err error) error {
	return fault.Wrap(fault.Invalid, "The file could not be read to its end.", err)
}

// separator is the one that the first line has most of.
func separator(text *bufio.Reader) rune {
	start, _ := text.Peek(4096) // a short file ends sooner
	if end := bytes.IndexByte(start, '\n'); end >= 0 {
		start = start[:end]
	}
	best := ','
	for _, other := range ";\t" {
		if bytes.Count(start, []byte(string(other))) > bytes.Count(start, []byte(string(best))) {
			best = other
		}
	}
	return best
}
