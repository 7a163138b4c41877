package sheet

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"iter"
	"regexp"

	"github.com/merroir/merroir/internal/plain"
)

const maxRefusedBytes = 16 << 20 // of the CSV of refused rows

// The columns that the list of refused rows adds; a sheet that has them may be
// uploaded as it is, corrected.
const (
	colRefusedLine   = "refused line"
	colRefusedReason = "refused because"
)

// RefusedRows gives the bad rows as CSV, each with its reason; nil where there are
// none. It is written in the sheet's dialect, and once corrected it can be uploaded
// again.
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
		safe := []string{line, plain.Cell(reason)}
		for _, cell := range cells {
			safe = append(safe, harmless(cell))
		}
		return w.Write(safe)
	}
	var old []bool // columns that an earlier list of refused rows added
	listed := 0
	for row, err := range rows {
		reason := reasons[row.Line]
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case old == nil && err == nil:
			if row.dialect.mark {
				out.WriteString(byteMark)
			}
			w.Comma = row.dialect.separator
			for _, cell := range row.Cells {
				old = append(old, isReason(plainName(cell)))
			}
			err = write(colRefusedLine, colRefusedReason, keep(row.Cells, old))
		case reason != "" && out.Len() < maxRefusedBytes: // also a row that is not readable, without its cells
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

// harmless is the cell so that no spreadsheet program takes it for a formula. A
// number stays a number.
func harmless(cell string) string {
	if number.MatchString(cell) {
		return cell
	}
	return plain.Cell(plain.OfCell(cell))
}

var number = regexp.MustCompile(`^[+-]?\d+([.,]\d+)?$`)
