package sheet

import (
	"errors"
	"fmt"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sorting"
)

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

// RowErrors lists what is wrong with the rows of a sheet.
type RowErrors struct {
	Rows []RowError // at most ledger.MaxListed, or as many as most says, in the order found
	More int        // so many beyond those
	most int

	Lines    int64 // how many lines are bad: one line can have several mistakes
	lastLine int
}

func (e *RowErrors) Error() string { return fmt.Sprintf("%d bad rows", len(e.Rows)+e.More) }

func (e *RowErrors) add(line int, column, reason string) {
	if e.Lines == 0 || line != e.lastLine {
		e.Lines, e.lastLine = e.Lines+1, line
	}
	if len(e.Rows) < max(e.most, ledger.MaxListed) {
		e.Rows = append(e.Rows, RowError{line, column, reason})
	} else {
		e.More++
	}
}

// Listed gives the first of the bad rows, at most [ledger.MaxListed].
func (e *RowErrors) Listed() []RowError { return e.Rows[:min(len(e.Rows), ledger.MaxListed)] }

// join adds the mistakes of another list, which is about other lines, all in
// the order of the sheet.
func (e *RowErrors) join(other *RowErrors) {
	lines := e.Lines + other.Lines
	for _, row := range other.Rows {
		e.add(row.Line, row.Column, row.Reason)
	}
	e.More, e.Lines = e.More+other.More, lines
	e.sort()
}

func (e *RowErrors) sort() {
	sorting.By(e.Rows, func(a, b RowError) int { return a.Line - b.Line })
}

// err is the fault for the caller, nil when no row is bad.
func (e *RowErrors) err() error {
	if len(e.Rows) == 0 {
		return nil
	}
	var message strings.Builder
	message.WriteString("Nothing was imported:")
	listed := e.Listed()
	for _, row := range listed {
		message.WriteString("\n" + row.String())
	}
	if more := len(e.Rows) - len(listed) + e.More; more > 0 {
		fmt.Fprintf(&message, "\nand %d more", more)
	}
	return fault.Wrap(fault.Invalid, message.String(), e)
}

// BadRows gives the bad rows that err is about, nil when it is about something else.
func BadRows(err error) *RowErrors {
	var rows *RowErrors
	if errors.As(err, &rows) {
		return rows
	}
	return nil
}
