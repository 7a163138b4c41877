package ledger

import (
	"context"
	"encoding/csv"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const maxRows = 2_000_000

// sheet is what a file says, before it meets the farm. Its places have names
// where those of the ledger have ids of growing areas.
type sheet struct {
	layout  Layout
	head    *header
	options Options
	rows    int
	skip    bool // leave out bad rows, and go on
	bad     *RowErrors
	unclear *RowErrors // rows that nothing can be made of at this farm
	lines   sheetLines // of growing areas
	batch              // of visits: without acts, until they meet the farm
}

// readSheet reads all rows. The fault tells of every row that breaks a rule
// which needs no look at the farm; where bad rows are left out, that is only a
// fault of the header.
func readSheet(ctx context.Context, rows iter.Seq2[Row, error], o Options) (*sheet, error) {
	s := &sheet{options: o, skip: o.skip, bad: &RowErrors{most: o.most}}
	var reader *rowReader
	var read func(*rowReader)
	for row, err := range rows {
		var broken *csv.ParseError
		switch {
		case errors.As(err, &broken):
			s.bad.add(broken.StartLine, "", "is not readable as CSV: "+broken.Err.Error())
			continue
		case err != nil:
			return nil, err
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case reader == nil:
			if s.head = readHeader(row, s.bad); len(s.bad.Rows) > 0 {
				return nil, s.bad.err()
			}
			s.layout = s.head.layout
			reader = &rowReader{head: s.head, bad: s.bad, texts: map[string]string{}}
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
	return s, s.complete()
}

// complete is the fault of a sheet that was read to its end.
func (s *sheet) complete() error {
	switch {
	case s.head == nil && len(s.bad.Rows) == 0:
		return fault.New(fault.Invalid, "The file is empty.")
	case s.head == nil || !s.skip && len(s.bad.Rows) > 0:
		return s.bad.err()
	case s.rows == 0:
		return fault.New(fault.Invalid, "The sheet has a header but no rows.")
	}
	s.indexes = nil // no place comes after this
	return nil
}

// meet turns names into what the farm has, or will have, and gives the
// recording its batch. Whoever wants to prepare anew calls it again.
func (s *sheet) meet(ctx context.Context, tx *sqldb.Tx, r *recording) error {
	var err error
	if r.areas, err = loadAreas(ctx, tx, r.farmID); err != nil {
		return err
	}
	s.unclear = &RowErrors{most: s.bad.most}
	if s.layout == Visits {
		return s.resolveVisits(ctx, tx, r)
	}
	r.batch = &batch{acts: s.acts, parts: s.parts, places: slices.Clone(s.places)}
	for i := range r.places {
		r.places[i].LeaseID = r.areas.id(s.places[i].LeaseID)
	}
	for _, l := range s.lines.all {
		r.areas.setLine(r.areas.id(l.area), l.line, l.spotsGiven)
	}
	r.digestAll()
	copies := map[digest]int32{}
	for i := range r.acts {
		if r.acts[i].key == "" {
			// Equal rows of one sheet are as many activities; in the next sheet they are the same ones.
			copies[r.digests[i]]++
			r.acts[i].copies = copies[r.digests[i]]
		}
	}
	return nil
}

// rowErrors tells the refusals of the ledger by line and column.
func (s *sheet) rowErrors(r *recording) *RowErrors {
	bad := &RowErrors{most: s.bad.most}
	for _, refusal := range r.refused.First {
		a := &r.acts[refusal.Activity]
		line, reason := int(a.line), refusal.Reason
		if a.visit > 0 {
			line = s.visits[a.visit-1].line
		}
		if refusal.Conflict && s.layout == Visits {
			reason = "this visit is recorded already with other numbers"
		} else if refusal.Conflict {
			reason = "this id is recorded already with other content"
		}
		bad.add(line, s.columnOf(a.kind.kind(), refusal.Field), reason)
	}
	unlisted := r.refused.Total - len(r.refused.First)
	bad.More, bad.lines = bad.More+unlisted, bad.lines+int64(unlisted)
	bad.join(s.unclear)
	return bad
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
	name = o.AreaPrefix + name
	if reason := badText(name, maxText); reason != "" {
		r.refuse(field, reason)
	}
	return name
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
