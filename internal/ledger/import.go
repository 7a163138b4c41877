package ledger

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Options fill in what a sheet leaves out. They keep the rules of its cells,
// but for a space at the end of the prefix, which counts.
type Options struct {
	AreaPrefix string // put before the name of each growing area: "Site " makes "Site A" of "A"
	OysterType string // animal type where the sheet has no such column
	SeedSource string // seed source where the sheet has no such column

	skip bool // leave out bad rows, and go on
	most int  // list so many of them
}

// plain gives the options as cells are read, or the faults of fields as the
// upload names them.
func (o Options) plain() (Options, error) {
	prefix := strings.TrimLeftFunc(o.AreaPrefix, unicode.IsSpace)
	end, _ := utf8.DecodeLastRuneInString(prefix)
	o = Options{AreaPrefix: oneSpaced(prefix), OysterType: oneSpaced(o.OysterType), SeedSource: oneSpaced(o.SeedSource)}
	if unicode.IsSpace(end) {
		o.AreaPrefix += " "
	}
	var bad []fault.Field
	for _, option := range []struct{ name, words, text string }{
		{fieldAnimalType, "animal type", o.OysterType}, {"seedSource", "seed source", o.SeedSource}, {fieldAreaPrefix, "area prefix", o.AreaPrefix},
	} {
		if reason := badText(option.text, maxText); reason != "" {
			bad = append(bad, fault.Field{Name: option.name, Message: "The " + option.words + " " + reason + "."})
		}
	}
	return o, fault.ForFields(bad)
}

// ImportResult says what became of a sheet.
type ImportResult struct {
	Layout   Layout
	Rows     int // of data, in the sheet
	Recorded int // activities that are new in the ledger
	Skipped  int // activities that were there before
	Lines    int // growing areas whose lines changed
}

// String is a sentence for a person.
func (r ImportResult) String() string {
	lines := ""
	if r.Lines > 0 {
		lines = fmt.Sprintf(" The lines of %d growing areas changed.", r.Lines)
	}
	return r.activities() + lines
}

func (r ImportResult) activities() string {
	switch {
	case r.Recorded == 0 && r.Skipped > 0 && r.Lines == 0:
		return fmt.Sprintf("Nothing changed: all %d activities of the %d rows were recorded before.", r.Skipped, r.Rows)
	case r.Skipped > 0:
		return fmt.Sprintf("%d rows read: %d activities recorded, %d were recorded before.", r.Rows, r.Recorded, r.Skipped)
	}
	return fmt.Sprintf("%d rows read: %d activities recorded.", r.Rows, r.Recorded)
}

// Import reads a sheet of activities or of visits, CSV or XLSX, and records it,
// all of it or nothing. The header says which it is. Growing areas, groups and
// lots are made as needed. A sheet that was imported before changes nothing. By
// its name and first bytes the file is known for what it is.
//
// Bad rows are an Invalid fault whose text lists them; it holds the same list
// as a [RowErrors]. Whoever may see the farm may call it; a stranger gets
// NotFound.
func (s *Service) Import(ctx context.Context, farmID, filename string, file io.Reader, o Options) (ImportResult, error) {
	if err := s.allowed(ctx, farmID); err != nil {
		return ImportResult{}, err
	}
	o, err := o.plain()
	if err != nil {
		return ImportResult{}, err
	}
	rows, err := fileRows(ctx, filename, file)
	if err != nil {
		return ImportResult{}, err
	}
	sheet, err := readSheet(ctx, rows, o)
	if err != nil {
		return ImportResult{}, err
	}
	r, err := s.check(ctx, farmID, sheet)
	if err != nil {
		return ImportResult{}, err
	}
	if r, err = s.enter(ctx, sheet, r, func(float64) {}, nothingMore); err != nil {
		return ImportResult{}, err
	}
	return sheet.result(r), nil
}

// fileRows recognises a file and reads it: text as it comes, however long, a
// workbook as a whole.
func fileRows(ctx context.Context, filename string, file io.Reader) (iter.Seq2[Row, error], error) {
	text := bufio.NewReaderSize(file, 64<<10)
	start, err := text.Peek(text.Size())
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, unreadable(err)
	}
	format, err := formatOf(filename, start)
	if err != nil || format == formatCSV {
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

func nothingMore(*sqldb.Tx, *recording) error { return nil }

// result says what became of the sheet.
func (s *sheet) result(r *recording) ImportResult {
	became := r.result()
	return ImportResult{Layout: s.layout, Rows: s.rows, Recorded: became.Recorded, Skipped: became.Skipped, Lines: len(r.areas.lines)}
}

// check decides what the sheet becomes in the farm, and writes nothing: so it
// keeps nobody waiting, however long the sheet. Unless bad rows are left out,
// they are the fault.
func (s *Service) check(ctx context.Context, farmID string, sheet *sheet) (r *recording, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Require(ctx, tx, farmID)
		if err != nil {
			return err
		}
		r = newRecording(ref.ID, Day(ref.Today(s.now())))
		if r.state, err = readState(ctx, tx, ref.ID); err != nil {
			return err
		}
		return sheet.decide(ctx, tx, r)
	})
	return r, err
}

// decide lets the sheet meet the farm and prepares its recording.
func (s *sheet) decide(ctx context.Context, tx *sqldb.Tx, r *recording) error {
	r.skip, r.refused.most = s.skip, s.bad.most
	if err := s.meet(ctx, tx, r); err != nil {
		return err
	}
	if err := r.prepare(ctx, tx); err != nil || s.skip {
		return err
	}
	return s.rowErrors(r).err()
}

// enter stores what was checked, in one transaction with what the caller adds.
// Where the farm's book has changed since, it is checked anew, with the book
// held still. It gives what was stored.
func (s *Service) enter(ctx context.Context, sheet *sheet, checked *recording, progress func(float64), also func(*sqldb.Tx, *recording) error) (r *recording, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Require(ctx, tx, checked.farmID)
		if err != nil {
			return err
		}
		now, err := lockState(ctx, tx, ref.ID)
		if err != nil {
			return err
		}
		leases, err := farm.Leases(ctx, tx, ref.ID)
		if err != nil {
			return err
		}
		if r = checked; now != r.state || !r.areas.isOf(leases) {
			r = newRecording(ref.ID, Day(ref.Today(s.now())))
			r.state = now
			if err := sheet.decide(ctx, tx, r); err != nil {
				return err
			}
		}
		r.progress = progress
		if err := s.store(ctx, tx, r); err != nil {
			return err
		}
		return also(tx, r)
	})
	return r, err
}

// RowError says what is wrong with a row of a sheet.
type RowError struct {
	Line   int    `json:"line" doc:"Counted from 1, the header's included"`
	Column string `json:"column" doc:"As the sheet names it; empty when the row as a whole is at fault"`
	Reason string `json:"reason"`
}

func (e RowError) String() string {
	if e.Column == "" {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return fmt.Sprintf("line %d, column %q: %s", e.Line, e.Column, e.Reason)
}

// RowErrors are the bad rows of a sheet.
type RowErrors struct {
	Rows []RowError // at most a hundred, or as many as most says, in the order found
	More int        // so many beyond those
	most int

	lines    int64 // that are bad: one can have several mistakes
	lastLine int
}

func (e *RowErrors) Error() string { return fmt.Sprintf("%d bad rows", len(e.Rows)+e.More) }

func (e *RowErrors) add(line int, column, reason string) {
	if e.lines == 0 || line != e.lastLine {
		e.lines, e.lastLine = e.lines+1, line
	}
	if len(e.Rows) < max(e.most, mostListed) {
		e.Rows = append(e.Rows, RowError{line, column, reason})
	} else {
		e.More++
	}
}

// join adds the mistakes of another list, which is about other lines, all in
// the order of the sheet.
func (e *RowErrors) join(other *RowErrors) {
	lines := e.lines + other.lines
	for _, row := range other.Rows {
		e.add(row.Line, row.Column, row.Reason)
	}
	e.More, e.lines = e.More+other.More, lines
	e.sort()
}

func (e *RowErrors) sort() {
	slices.SortStableFunc(e.Rows, func(a, b RowError) int { return a.Line - b.Line })
}

// err is the fault for the caller, nil when no row is bad.
func (e *RowErrors) err() error {
	if len(e.Rows) == 0 {
		return nil
	}
	var message strings.Builder
	message.WriteString("Nothing was imported:")
	listed := e.Rows[:min(len(e.Rows), mostListed)]
	for _, row := range listed {
		message.WriteString("\n" + row.String())
	}
	if more := len(e.Rows) - len(listed) + e.More; more > 0 {
		fmt.Fprintf(&message, "\nand %d more", more)
	}
	return fault.Wrap(fault.Invalid, message.String(), e)
}

// BadRows gives the bad rows that err tells of, nil when it is about something else.
func BadRows(err error) *RowErrors {
	var rows *RowErrors
	if errors.As(err, &rows) {
		return rows
	}
	return nil
}
