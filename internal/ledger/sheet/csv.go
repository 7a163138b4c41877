package sheet

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/merroir/merroir/internal/fault"
)

const (
	maxColumns = 200
	maxRecord  = 256 << 10 // bytes of a row of CSV, with its quotes and line breaks
	readAtOnce = 64 << 10
	byteMark   = "\xef\xbb\xbf" // the byte order mark, by which some programs recognise UTF-8
)

// Row is one row of a sheet, whatever kind of file it came from.
type Row struct {
	Line  int // counted from 1
	Cells []string

	dialect *dialect
}

// dialect is how a CSV file is written.
type dialect struct {
	separator rune
	mark      bool // it begins with a byte order mark
}

// commas is the dialect of a file that shows no other.
var commas = &dialect{separator: ','}

// decimalComma reports whether a comma in a number is a decimal comma: it is, where
// something else separates the cells.
func (d *dialect) decimalComma() bool { return d.separator != ',' }

// csvRows reads text separated by commas, semicolons or tabs. A row that is not
// valid CSV comes as a *csv.ParseError and reading goes on; any other error ends it.
func csvRows(r io.Reader) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		bound := &recordBound{reader: r}
		bound.next()
		text := bufio.NewReaderSize(bound, readAtOnce)
		written := &dialect{}
		if mark, err := text.Peek(len(byteMark)); err == nil && string(mark) == byteMark {
			written.mark = true
			_, _ = text.Discard(len(mark)) // just peeked
		}
		reader := csv.NewReader(text)
		reader.Comma = separator(text)
		written.separator = reader.Comma
		reader.FieldsPerRecord = -1
		reader.ReuseRecord = true
		line, header := 0, true
		for {
			bound.next()
			cells, err := reader.Read()
			var bad *csv.ParseError
			switch {
			case errors.Is(err, io.EOF):
				return
			case errors.As(err, &bad):
				if line = bad.Line; !yield(Row{Line: bad.StartLine}, bad) {
					return
				}
				continue
			case errors.Is(err, errLongRecord):
				yield(Row{}, fault.Newf(fault.Invalid, "The row that begins after line %d is longer than %d KB. Please check whether a quotation mark is missing at its end.", line, maxRecord>>10))
				return
			case err != nil:
				yield(Row{}, unreadable(err))
				return
			}
			if line, _ = reader.FieldPos(0); header && len(cells) > maxColumns {
				yield(Row{}, tooManyColumns(line))
				return
			}
			if header = false; !yield(Row{line, cells, written}, nil) {
				return
			}
		}
	}
}

func tooManyColumns(line int) error {
	return fault.Newf(fault.Invalid, "Row %d has more than %d columns.", line, maxColumns)
}

func unreadable(err error) error {
	return fault.Wrap(fault.Invalid, "The file could not be read to its end.", err)
}

var errLongRecord = errors.New("a row is too long")

// recordBound gives no more bytes than one row may have, and what is read ahead,
// until the next row is asked for. Without it, a row that does not end would take
// several times the memory of the whole file.
type recordBound struct {
	reader io.Reader
	left   int
}

func (b *recordBound) next() { b.left = maxRecord + readAtOnce }

func (b *recordBound) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLongRecord
	}
	n, err := b.reader.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// separator is the one that occurs most often in the first line, outside quotes.
func separator(text *bufio.Reader) rune {
	start, _ := text.Peek(4096) // a short file ends sooner
	start = bytes.TrimLeft(start, "\r\n")
	if end := bytes.IndexByte(start, '\n'); end >= 0 {
		start = start[:end]
	}
	counts, quoted := map[rune]int{}, false
	for _, c := range string(start) {
		if quoted = quoted != (c == '"'); !quoted {
			counts[c]++
		}
	}
	return slices.MaxFunc([]rune{',', ';', '\t'}, func(a, b rune) int { return counts[a] - counts[b] })
}
