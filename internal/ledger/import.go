package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Options fill in what a sheet leaves out.
type Options struct {
	AreaPrefix string // put before the name of each growing area: "Site " makes "Site A" of "A"
	OysterType string // animal type where the sheet has no such column
	SeedSource string // seed source where the sheet has no such column
}

// ImportResult says what became of a sheet.
type ImportResult struct {
	Layout   Layout
	Rows     int // of data, in the sheet
	Recorded int // activities that are new in the ledger
	Skipped  int // activities that were there before
}

// String is a sentence for a person.
func (r ImportResult) String() string {
	switch {
	case r.Recorded == 0 && r.Skipped > 0:
		return fmt.Sprintf("Nothing changed: all %d activities of the %d rows were recorded before.", r.Skipped, r.Rows)
	case r.Skipped > 0:
		return fmt.Sprintf("%d rows read: %d activities recorded, %d were recorded before.", r.Rows, r.Recorded, r.Skipped)
	}
	return fmt.Sprintf("%d rows read: %d activities recorded.", r.Rows, r.Recorded)
}

// Import reads a CSV sheet of activities or of visits and records it, all of it
// or nothing. The header says which it is. Growing areas, groups and lots are
// made as needed. A sheet that was imported before changes nothing.
//
// Bad rows are an Invalid fault whose text lists them; it holds the same list
// as a [RowErrors]. Whoever may see the farm may call it; a stranger gets
// NotFound.
func (s *Service) Import(ctx context.Context, farmID string, r io.Reader, o Options) (ImportResult, error) {
	if err := s.allowed(ctx, farmID); err != nil {
		return ImportResult{}, err
	}
	return s.importRows(ctx, farmID, csvRows(r), o)
}

// allowed spares a stranger's sheet the reading.
func (s *Service) allowed(ctx context.Context, farmID string) error {
	return s.db.Read(ctx, func(tx *sqldb.Tx) error {
		_, err := farm.Require(ctx, tx, farmID)
		return err
	})
}

func (s *Service) importRows(ctx context.Context, farmID string, rows iter.Seq2[Row, error], o Options) (ImportResult, error) {
	sheet, err := readSheet(ctx, rows, o)
	if err != nil {
		return ImportResult{}, err
	}
	result := ImportResult{Layout: sheet.layout, Rows: sheet.rows}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Require(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if err := sheet.resolve(ctx, tx, ref, s.now()); err != nil {
			return err
		}
		recorded, refused, err := s.record(ctx, tx, ref, sheet.activities)
		if err != nil {
			return err
		}
		result.Recorded, result.Skipped = recorded.Recorded, recorded.Skipped
		return sheet.explain(refused)
	})
	if err != nil {
		return ImportResult{}, err
	}
	return result, nil
}

// RowError says what is wrong with a row of a sheet.
type RowError struct {
	Line   int    // counted from 1, the header's included
	Column string // as the sheet names it; empty when the row as a whole is at fault
	Reason string
}

func (e RowError) String() string {
	if e.Column == "" {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return fmt.Sprintf("line %d, column %q: %s", e.Line, e.Column, e.Reason)
}

// RowErrors are the bad rows of a sheet.
type RowErrors struct {
	Rows []RowError // at most a hundred, in the order found
	More int        // so many beyond those
}

func (e *RowErrors) Error() string { return fmt.Sprintf("%d bad rows", len(e.Rows)+e.More) }

func (e *RowErrors) add(line int, column, reason string) {
	if len(e.Rows) < mostListed {
		e.Rows = append(e.Rows, RowError{line, column, reason})
	} else {
		e.More++
	}
}

// err is the fault for the caller, nil when no row is bad.
func (e *RowErrors) err() error {
	if len(e.Rows) == 0 {
		return nil
	}
	message := "Nothing was imported:"
	for _, row := range e.Rows {
		message += "\n" + row.String()
	}
	if e.More > 0 {
		message += fmt.Sprintf("\nand %d more", e.More)
	}
	return fault.Wrap(fault.Invalid, message, e)
}

// BadRows gives the bad rows that err tells of, nil when it is about something else.
func BadRows(err error) *RowErrors {
	var rows *RowErrors
	if errors.As(err, &rows) {
		return rows
	}
	return nil
}
