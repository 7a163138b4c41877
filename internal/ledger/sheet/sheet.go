package sheet

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

const maxRows = 2_000_000

// Sheet is what a file says, before it is compared with the farm.
type Sheet struct {
	Layout Layout
	Rows   int        // of data
	Bad    *RowErrors // rows that break a rule, as far as that shows without the farm

	draft   *ledger.Draft
	into    taker // the draft
	head    *header
	options Options
	lines   areaLines
	example bool // the example row of the template was skipped
}

// taker takes the activities or visits that the rows are.
type taker interface {
	Add(a ledger.Activity, row int) error
	AddVisit(v ledger.Visit) error
}

// Read reads all rows. The fault lists every row that breaks a rule, as far as that
// shows without the farm; where bad rows are left out, only a bad header is a fault.
func Read(ctx context.Context, rows iter.Seq2[Row, error], o Options) (*Sheet, error) {
	draft := &ledger.Draft{Visits: ledger.Planted{OysterType: o.OysterType, SeedSource: o.SeedSource}, SkipBad: o.SkipBad, Listed: o.Listed, MaxPlaces: o.MaxPlaces, Doubt: o.Doubt, Missing: o.Missing}
	if o.CountsAfter {
		draft.Order = ledger.AfterRemovals
	}
	s := &Sheet{Bad: &RowErrors{most: o.Listed}, draft: draft, into: draft, options: o}
	err := s.read(ctx, rows)
	draft.Lines = s.lines.all
	return s, err
}

func (s *Sheet) read(ctx context.Context, rows iter.Seq2[Row, error]) error {
	var reader *rowReader
	var read func(*rowReader) error
	for row, err := range rows {
		var broken *csv.ParseError
		switch {
		case errors.As(err, &broken):
			s.Bad.add(broken.StartLine, "", "is not readable as CSV: "+broken.Err.Error())
			continue
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case reader == nil:
			if s.head = readHeader(row, s.Bad); len(s.Bad.Rows) > 0 {
				return s.Bad.err()
			}
			s.Layout = s.head.layout
			reader = &rowReader{head: s.head, bad: s.Bad, texts: map[string]string{}}
			read = map[Layout]func(*rowReader) error{Activities: s.readActivity, Visits: s.visitReader()}[s.Layout]
			continue
		}
		if !reader.next(row) {
			continue
		}
		if reader.isExample() {
			s.example = true
			continue
		}
		if s.Rows++; s.Rows > maxRows {
			return fault.Newf(fault.Invalid, "The sheet has more than %d rows. Please cut it into several.", maxRows)
		}
		if !reader.ok {
			continue
		}
		if err := read(reader); err != nil {
			return err
		}
	}
	return s.complete()
}

// complete is the fault of a sheet that was read to its end, nil for a good one.
func (s *Sheet) complete() error {
	switch {
	case s.head == nil && len(s.Bad.Rows) == 0:
		return fault.New(fault.Invalid, "The file is empty.")
	case s.head == nil || !s.options.SkipBad && len(s.Bad.Rows) > 0:
		return s.Bad.err()
	case s.Rows == 0 && s.example:
		return fault.New(fault.Invalid, "The sheet has only the template's example row. Replace it with your own rows.")
	case s.Rows == 0:
		return fault.New(fault.Invalid, "The sheet has a header but no rows.")
	}
	return nil
}

// Check decides what the sheet becomes on the farm, and writes nothing. Unless
// bad rows are left out, they are the fault; see [ledger.Service.Check].
func (s *Sheet) Check(ctx context.Context, book *ledger.Service, farmID string) (*ledger.Recording, error) {
	r, err := book.Check(ctx, farmID, s.draft)
	return r, s.byRow(err)
}

// Enter stores what was checked; see [ledger.Service.Enter].
func (s *Sheet) Enter(ctx context.Context, book *ledger.Service, checked *ledger.Recording, by ledger.Staging, progress func(part float64), also func(*sqldb.Tx, *ledger.Recording) error) (*ledger.Recording, error) {
	r, err := book.Enter(ctx, checked, by, progress, also)
	return r, s.byRow(err)
}

// byRow gives what the ledger refuses by line and column.
func (s *Sheet) byRow(err error) error {
	var refused *ledger.Refused
	if errors.As(err, &refused) {
		return s.rowErrors(refused).err()
	}
	return err
}

// Result says what becomes of the sheet.
func (s *Sheet) Result(r *ledger.Recording) Result {
	became := r.Result()
	return Result{Layout: s.Layout, Rows: s.Rows, Recorded: became.Recorded, Skipped: became.Skipped, Lines: became.Lines}
}

// LeftOut are the bad rows of a sheet that is recorded without them.
func (s *Sheet) LeftOut(r *ledger.Recording) *RowErrors {
	bad := s.rowErrors(r.Refused())
	bad.join(s.Bad)
	return bad
}

func (s *Sheet) rowErrors(refused *ledger.Refused) *RowErrors {
	bad := &RowErrors{most: s.options.Listed}
	for _, refusal := range refused.First {
		reason := refusal.Reason
		switch {
		case refusal.Conflict && refusal.Twin > 0:
			reason = fmt.Sprintf("line %d has the same id and other content; give each line its own id", refusal.Twin)
		case refusal.Conflict && s.Layout == Visits:
			reason = "this visit is recorded already with other numbers"
		case refusal.Conflict:
			reason = "this id is recorded already with other content"
		}
		bad.add(refusal.Row, s.columnOf(refusal.Kind, refusal.Field), reason)
	}
	unlisted := refused.Total - len(refused.First)
	bad.More, bad.Lines = bad.More+unlisted, bad.Lines+int64(unlisted)
	bad.sort()
	return bad
}

// columnOf names the column behind a field, empty where the row as a whole is
// meant.
func (s *Sheet) columnOf(kind ledger.Kind, field string) string {
	column := map[string]string{
		ledger.FieldKind: colActivity, ledger.FieldDay: colDate, ledger.FieldArea: colArea, ledger.FieldTo: colToArea, ledger.FieldCount: colCount,
		ledger.FieldContainers: colContainers, ledger.FieldMeasured: colMeasured, ledger.FieldSize: colSizeMM, ledger.FieldLengths: colLengths, ledger.FieldNote: colNote, ledger.FieldSpots: colSpots, ledger.FieldKey: colID,
		ledger.FieldLanded: colLanded, ledger.FieldBuyer: colBuyer, ledger.FieldBuyerAddress: colBuyerAddress, ledger.FieldOrder: colOrder, ledger.FieldQuantity: colQuantity, ledger.FieldUnit: colUnit, ledger.FieldPrice: colPrice,
		ledger.FieldCurrency: colCurrency, ledger.FieldHarvester: colHarvester, ledger.FieldWaterTemp: colWaterTemp, ledger.FieldAirTemp: colAirTemp,
	}[field]
	if s.Layout == Visits && field == ledger.FieldCount {
		column = map[ledger.Kind]string{ledger.Plant: colCounted, ledger.Adjust: colCounted, ledger.Loss: colDead, ledger.Harvest: colTaken}[kind]
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
	if reason := ledger.RefuseText(name, ledger.MaxText); reason != "" {
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
