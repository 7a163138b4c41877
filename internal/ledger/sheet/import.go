package sheet

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
)

// The fields of an upload that fill in what its sheet leaves out.
const (
	FieldAnimalType = "animalType"
	FieldAreaPrefix = "areaPrefix"
)

// Options fill in what a sheet leaves out. The rules of its cells hold for them too,
// except that a space at the end of the prefix counts.
type Options struct {
	AreaPrefix string // put before the name of each growing area: "Site " makes "Site A" of "A"
	OysterType string // animal type where the sheet has no such column
	SeedSource string // seed source where the sheet has no such column

	SkipBad   bool // leave out bad rows, and go on
	Listed    int  // how many bad rows to list; at least ledger.MaxListed
	MaxPlaces int  // as in [ledger.Draft]

	Doubt       bool           // collect numbers that are far from the last
	CountsAfter bool           // counts were taken after the losses, harvests and moves out of their day
	Missing     ledger.Missing // what animals that counts do not find are
}

// Plain gives the options in the form in which cells are read, or the faults of
// its fields, by their names in an upload.
func (o Options) Plain() (Options, error) {
	prefix := strings.TrimLeftFunc(o.AreaPrefix, unicode.IsSpace)
	end, _ := utf8.DecodeLastRuneInString(prefix)
	o.AreaPrefix, o.OysterType, o.SeedSource = ledger.Label(prefix), ledger.Label(o.OysterType), ledger.Label(o.SeedSource)
	if unicode.IsSpace(end) {
		o.AreaPrefix += " "
	}
	var bad []fault.Field
	for _, option := range []struct{ name, words, text string }{
		{FieldAnimalType, "animal type", o.OysterType}, {"seedSource", "seed source", o.SeedSource}, {FieldAreaPrefix, "area prefix", o.AreaPrefix},
	} {
		if reason := ledger.RefuseText(option.text, ledger.MaxText); reason != "" {
			bad = append(bad, fault.Field{Name: option.name, Message: "The " + option.words + " " + reason + "."})
		}
	}
	return o, fault.ForFields(bad)
}

// Result says what became of a sheet.
type Result struct {
	Layout   Layout
	Rows     int // of data, in the sheet
	Recorded int // activities that are new in the ledger
	Skipped  int // activities that were there before
	Lines    int // growing areas whose lines changed
}

// String returns a sentence for a person.
func (r Result) String() string {
	if r.Lines > 0 {
		return r.activities() + " The lines of " + plain.Counted(r.Lines, "growing area", "growing areas") + " changed."
	}
	return r.activities()
}

func (r Result) activities() string {
	rows := plain.Counted(r.Rows, "row", "rows")
	if r.Recorded == 0 && r.Skipped > 0 && r.Lines == 0 {
		return "Nothing changed: everything in the " + rows + " was recorded before."
	}
	text := rows + " read: " + plain.Counted(r.Recorded, "activity", "activities") + " recorded"
	if r.Skipped > 0 {
		text += ", " + recordedBefore(r.Skipped)
	}
	return text + "."
}

// Foretell returns the sentence of a preview.
func (r Result) Foretell(refused int64) string {
	text := plain.Counted(r.Rows, "row", "rows") + " read: " + plain.Counted(r.Recorded, "activity", "activities") + " would be recorded"
	if r.Skipped > 0 {
		text += ", " + recordedBefore(r.Skipped)
	}
	if refused > 0 {
		text += ", " + plain.Counted(refused, "row is bad", "rows are bad")
	}
	return text + "."
}

func recordedBefore(activities int) string {
	return plain.Counted(activities, "was recorded before", "were recorded before")
}

// Import reads a sheet of activities or of visits, CSV or XLSX, and records it,
// all of it or nothing. The header says which of the two it is, the file's name
// and first bytes which format. Growing areas, groups and lots are made as needed.
// A sheet that was imported before changes nothing.
//
// Bad rows are an Invalid fault whose text lists them; it holds the same list
// as a [RowErrors]. The farm's people and those who see every farm may call it;
// anyone else gets NotFound.
func Import(ctx context.Context, book *ledger.Service, farmID, filename string, file io.Reader, o Options) (Result, error) {
	if err := book.MayRecord(ctx, farmID); err != nil {
		return Result{}, err
	}
	o, err := o.Plain()
	if err != nil {
		return Result{}, err
	}
	rows, err := fileRows(ctx, filename, file)
	if err != nil {
		return Result{}, err
	}
	s, err := Read(ctx, rows, o)
	if err != nil {
		return Result{}, err
	}
	r, err := s.Check(ctx, book, farmID)
	if err != nil {
		return Result{}, err
	}
	by := ledger.Staging{ID: sqldb.NewID()}
	if r, err = s.Enter(ctx, book, r, by, func(float64) {}, nothingMore); err != nil {
		return Result{}, errors.Join(err, book.Unstage(context.WithoutCancel(ctx), farmID, by.ID))
	}
	return s.Result(r), nil
}

func nothingMore(*sqldb.Tx, *ledger.Recording) error { return nil }

// fileRows recognises a file and reads it: text as it comes, however long, a
// workbook as a whole.
func fileRows(ctx context.Context, filename string, file io.Reader) (iter.Seq2[Row, error], error) {
	text := bufio.NewReaderSize(file, 64<<10)
	start, err := text.Peek(text.Size())
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, unreadable(err)
	}
	format, err := FormatOf(filename, start)
	if err != nil || format == CSV {
		return csvRows(text), err
	}
	content, err := io.ReadAll(io.LimitReader(text, maxUnzipped+1))
	switch {
	case err != nil:
		return nil, unreadable(err)
	case len(content) > maxUnzipped:
		return nil, errTooLarge
	}
	return xlsxRows(ctx, content, func(float64) {})
}
