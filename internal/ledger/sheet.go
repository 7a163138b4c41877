package ledger

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const maxRows = 2_000_000

// sheet is what a file says, before it meets the farm.
type sheet struct {
	layout     Layout
	head       *header
	options    Options
	rows       int
	visits     []visit
	activities []Activity // of visits only after resolve
	origins    []origin   // of each activity
}

// origin is where an activity stands in its sheet, and the names it gives to
// growing areas.
type origin struct {
	line   int
	area   string
	toArea string
	named  bool // the sheet gives the activity an id
}

// readSheet reads all rows. The fault tells of every row that breaks a rule
// which needs no look at the farm.
func readSheet(ctx context.Context, rows iter.Seq2[Row, error], o Options) (*sheet, error) {
	s := &sheet{options: o}
	bad := &RowErrors{}
	var reader *rowReader
	var read func(*rowReader)
	for row, err := range rows {
		var broken *csv.ParseError
		switch {
		case errors.As(err, &broken):
			bad.add(broken.StartLine, "", "is not readable as CSV: "+broken.Err.Error())
			continue
		case err != nil:
			return nil, err
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case reader == nil:
			if s.head = readHeader(row, bad); len(bad.Rows) > 0 {
				return nil, bad.err()
			}
			s.layout = s.head.layout
			reader = &rowReader{head: s.head, bad: bad, texts: map[string]string{}}
			read = map[Layout]func(*rowReader){Activities: s.readActivity, Visits: s.visitReader()}[s.layout]
			continue
		}
		if !reader.next(row) {
			continue
		}
		if s.rows++; s.rows > maxRows {
			return nil, fault.Newf(fault.Invalid, "The sheet has more than %d rows. Please cut it into several.", maxRows)
		}
		if reader.ok {
			read(reader)
		}
	}
	if reader == nil && len(bad.Rows) == 0 {
		return nil, fault.New(fault.Invalid, "The file is empty.")
	}
	if err := bad.err(); err != nil {
		return nil, err
	}
	if s.rows == 0 {
		return nil, fault.New(fault.Invalid, "The sheet has a header but no rows.")
	}
	return s, nil
}

// resolve turns names into what the farm has, and makes growing areas that it
// lacks. It may be called again when the transaction is.
func (s *sheet) resolve(ctx context.Context, tx *sqldb.Tx, ref farm.Ref, now time.Time) error {
	areas, err := farm.EnsureLeases(ctx, tx, ref.ID, s.areaNames(), now)
	if err != nil {
		return err
	}
	if s.layout == Visits {
		return s.resolveVisits(ctx, tx, ref.ID, areas)
	}
	seen := map[string]int{}
	for i := range s.activities {
		a, from := &s.activities[i], s.origins[i]
		a.Place.LeaseID = areas[from.area]
		for part := range a.To {
			a.To[part].LeaseID = areas[from.toArea]
		}
		if !from.named {
			// Equal rows of one sheet are as many activities; in the next sheet they are the same ones.
			digest := a.digest()
			seen[digest]++
			a.Key = fmt.Sprintf("row:%s:%d", digest, seen[digest])
		}
	}
	return nil
}

// areaNames are the growing areas in the order of the sheet.
func (s *sheet) areaNames() []string {
	var names []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, from := range s.origins {
		add(from.area)
		add(from.toArea)
	}
	for _, v := range s.visits {
		add(v.area)
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// explain tells the refusals of the ledger by line and column.
func (s *sheet) explain(refused *Refused) error {
	bad := &RowErrors{More: refused.Total - len(refused.First)}
	for _, r := range refused.First {
		column, reason := s.columnOf(s.activities[r.Activity].Kind, r.Field), r.Reason
		if r.Conflict && s.layout == Visits {
			reason = "this visit is recorded already with other numbers"
		} else if r.Conflict {
			reason = "this id is recorded already with other content"
		}
		bad.Rows = append(bad.Rows, RowError{s.origins[r.Activity].line, column, reason})
	}
	slices.SortStableFunc(bad.Rows, func(a, b RowError) int { return a.Line - b.Line })
	return bad.err()
}

// columnOf names the column behind a field, empty where the row as a whole is
// meant.
func (s *sheet) columnOf(kind Kind, field string) string {
	column := map[string]string{
		fieldKind: colActivity, fieldDay: colDate, fieldArea: colArea, fieldTo: colToArea, fieldCount: colCount,
		fieldContainers: colContainers, fieldMeasured: colMeasured, fieldSize: colSizeMM, fieldNote: colNote, fieldKey: colID,
	}[field]
	if s.layout == Visits && field == fieldCount {
		column = map[Kind]string{Plant: colCounted, Adjust: colCounted, Loss: colDead, Harvest: colTaken}[kind]
	}
	if column == "" {
		return ""
	}
	if _, ok := s.head.at[column]; !ok {
		return ""
	}
	return s.head.name(column)
}

// area is the name of a growing area with the prefix of the options.
func (r *rowReader) area(field string, o Options) string {
	name := r.label(field)
	if name == "" {
		return ""
	}
	return o.AreaPrefix + name
}

// fillProfile says "bag 1" where the column is named bag and the cell has a
// bare number, so that people recognise it elsewhere.
func (r *rowReader) fillProfile(field string) string {
	text := r.label(field)
	i, ok := r.head.at[field]
	if !ok {
		return ""
	}
	word := strings.TrimPrefix(r.head.names[i], "to")
	if (word == "bag" || word == "container") && text != "" && strings.Trim(text, "0123456789") == "" {
		return word + " " + text
	}
	return text
}

// orDefault is the label of a column, or the option where there is no such column.
func (r *rowReader) orDefault(field, option string) string {
	if r.has(field) {
		return r.label(field)
	}
	return option
}
