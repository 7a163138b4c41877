package sheet

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"iter"
	"strings"
)

const mostRefusedBytes = 16 << 20 // of the CSV of refused rows

// The columns that the list of refused rows adds; a sheet that has them may be
// uploaded as it is, corrected.
const (
	colRefusedLine   = "refused line"
	colRefusedReason = "refused because"
)

// RefusedRows gives the bad ones of rows as CSV, each with its reason; nil where
// there are none. It can be corrected and uploaded as it is.
func RefusedRows(ctx context.Context, rows iter.Seq2[Row, error], bad *RowErrors) ([]byte, error) {
	reasons := map[int]string{}
	for _, row := range bad.Rows {
		reason := row.Reason
		if row.Column != "" {
			reason = row.Column + ": " + reason
		}
		if reasons[row.Line] != "" {
			reason = reasons[row.Line] + "; " + reason
		}
		reasons[row.Line] = reason
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	write := func(line, reason string, cells []string) error {
		safe := []string{line, cellText(reason)}
		for _, cell := range cells {
			safe = append(safe, cellText(cell))
		}
		return w.Write(safe)
	}
	var old []bool // columns that such a list added before
	listed := 0
	for row, err := range rows {
		reason := reasons[row.Line]
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case old == nil && err == nil:
			for _, cell := range row.Cells {
				old = append(old, isReason(plainName(cell)))
			}
			err = write(colRefusedLine, colRefusedReason, keep(row.Cells, old))
		case reason != "" && out.Len() < mostRefusedBytes: // also a row that is not readable, without its cells
			listed++
			err = write(fmt.Sprint(row.Line), reason, keep(row.Cells, old))
		default:
			err = nil
		}
		if err != nil {
			return nil, err
		}
	}
	if listed == 0 {
		return nil, nil
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// keep gives the cells without those of the old columns.
func keep(cells []string, old []bool) (kept []string) {
	for i, cell := range cells {
		if i >= len(old) || !old[i] {
			kept = append(kept, cell)
		}
	}
	return kept
}

// cellText keeps a spreadsheet program from taking a text for a formula.
func cellText(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
