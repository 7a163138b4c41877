package column

import (
	"context"
	"fmt"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// Term is a number of a formula: how often the animals of an entry of each kind count in it.
type Term struct {
	Plant, Move, Adjust, Harvest, Loss int64

	MovedOn int64 // how often what a move took to anywhere outside counts
	Within  bool  // only what happened from the first day of the row on
}

// Figure is what is asked of one number: the Part, or the Part over the Whole.
type Figure struct {
	Ask     Ask // of one row
	Segment *string
	Part    Term
	Whole   *Term
	Over    bool // the Whole is that of all segments, also where the Part is that of one
}

// Entry is a row of the ledger with what it counts in a figure.
type Entry struct {
	Seq          int64
	Part, Whole  float64
	Number       int64 // of its activity
	Kind         ledger.Kind
	Day          ledger.Day
	LeaseID      string
	Lot          ledger.Lot
	RecordedAt   int64 // Unix milliseconds
	By           string
	Note         string
	Reverses     *int64
	Measured, MM int64 // of a sample: animals, and their sizes added up in tenths of a millimetre
}

// Added is what the entries of a figure come to.
type Added struct {
	Entries     int64
	Part, Whole float64
}

// mostParts is more than a move has destinations.
const mostParts = 255

// sql is the term as an expression over an entry e, of which so many animals moved on.
func (t Term) sql(movedOn string) string {
	sum := fmt.Sprintf("e.delta * CASE e.kind WHEN 'plant' THEN %d WHEN 'move' THEN %d WHEN 'adjust' THEN %d WHEN 'harvest' THEN %d WHEN 'loss' THEN %d ELSE 0 END",
		t.Plant, t.Move, t.Adjust, t.Harvest, t.Loss)
	if t.MovedOn != 0 {
		sum += fmt.Sprintf(" + %d * %s", t.MovedOn, movedOn)
	}
	if t.Within {
		return "CASE WHEN e.day >= $2 THEN " + sum + " ELSE 0 END"
	}
	return sum
}

// counted is the statement's beginning: the entries that count in the figure, each with
// what it counts there, as the table counted.
func (f Figure) counted(farmID string) (with string, args []any) {
	asked, from, args := f.Ask.entries(farmID)
	ofSegment, ofThere := "TRUE", ""
	if f.Ask.LeaseID != "" {
		ofThere = " AND b.lease_id = " + sqldb.In(len(args), 1)
	}
	if f.Segment != nil {
		args = append(args, f.Ask.Split.stored(*f.Segment))
		key, column := sqldb.In(len(args), 1), f.Ask.segmentColumn()
		ofSegment = column + " = " + key
		if !f.Over {
			from += " AND " + ofSegment
			ofThere += " AND " + strings.NewReplacer("e.", "b.", "asked.", "there.").Replace(ofSegment)
			ofSegment = "TRUE"
		}
	}
	movedOn := fmt.Sprintf(`CASE WHEN e.kind = 'move' AND e.seq = e.activity_seq THEN COALESCE((SELECT SUM(b.delta) FROM entries b
		LEFT JOIN asked there ON there.id = b.lot_id%s WHERE b.farm_id = e.farm_id AND b.seq > e.seq AND b.seq <= e.seq + %d
		AND b.activity_seq = e.seq AND there.id IS NULL), 0) ELSE 0 END`, ofThere, mostParts)
	part, whole := f.Part.sql(movedOn), "0"
	if ofSegment != "TRUE" {
		part = "CASE WHEN " + ofSegment + " THEN " + part + " ELSE 0 END"
	}
	if f.Whole != nil {
		whole = f.Whole.sql(movedOn)
	}
	if f.Part.Within {
		from += " AND e.day >= $2"
	}
	return asked + `, weighed AS (SELECT e.seq, e.activity_seq, e.kind, e.day, e.lease_id, e.lot_id, e.size_n, e.size_sum, CAST(` + part + ` AS BIGINT) AS part, CAST(` + whole + ` AS BIGINT) AS whole` +
		from + ` AND CAST($2 AS BIGINT) IS NOT NULL), counted AS (SELECT * FROM weighed WHERE part <> 0 OR whole <> 0) `, args
}

// stored is the key of a segment as segmentColumn gives it.
func (s Split) stored(key string) string {
	f, ok := s.field()
	if !ok {
		return key
	}
	value, err := field.All[f].Form.Stored(key)
	if err != nil {
		return key // no segment has it
	}
	return fmt.Sprint(value)
}

// Add adds up the entries of a figure.
func (f Figure) Add(ctx context.Context, tx *sqldb.Tx, farmID string) (Added, error) {
	with, args := f.counted(farmID)
	return sqldb.One(ctx, tx, func(r sqldb.Row) (a Added, err error) {
		return a, r.Scan(&a.Entries, &a.Part, &a.Whole)
	}, with+"SELECT count(*), CAST(COALESCE(SUM(part), 0) AS DOUBLE PRECISION), CAST(COALESCE(SUM(whole), 0) AS DOUBLE PRECISION) FROM counted", args...)
}

// Entries gives those of a figure with a number below before, the newest first.
func (f Figure) Entries(ctx context.Context, tx *sqldb.Tx, farmID string, before int64, limit int) ([]Entry, error) {
	with, args := f.counted(farmID)
	args = append(args, before, limit)
	return sqldb.All(ctx, tx, func(r sqldb.Row) (e Entry, err error) {
		var part, whole int64
		err = r.Scan(append([]any{&part, &whole}, e.columns()...)...)
		e.Part, e.Whole = float64(part), float64(whole)
		return e, err
	}, with+fmt.Sprintf("SELECT c.part, c.whole, "+entryColumns+entryFrom("(SELECT * FROM counted WHERE seq < $%d ORDER BY seq DESC LIMIT $%d)")+" ORDER BY c.seq DESC", len(args)-1, len(args)), args...)
}

// entryColumns are what Entry.columns scans, of the tables of entryFrom.
const entryColumns = `c.seq, c.activity_seq, c.kind, c.day, c.lease_id, c.size_n, c.size_sum, a.at, COALESCE(u.username, ''), a.note, a.reverses,
	g.oyster_type, g.seed_source, g.year, g.month, g.date_planted, g.location_planted, l.size_label, l.mesh_size, l.nickname`

func entryFrom(rows string) string {
	return " FROM " + rows + ` c JOIN activities a ON a.farm_id = $1 AND a.seq = c.activity_seq
		JOIN lots l ON l.farm_id = $1 AND l.id = c.lot_id JOIN animal_groups g ON g.farm_id = $1 AND g.id = l.group_id
		LEFT JOIN users u ON u.id = a.user_id`
}

func (e *Entry) columns() []any {
	l := &e.Lot
	return []any{
		&e.Seq, &e.Number, &e.Kind, &e.Day, &e.LeaseID, &e.Measured, &e.MM, &e.RecordedAt, &e.By, &e.Note, &e.Reverses,
		&l.OysterType, &l.SeedSource, &l.Year, &l.Month, &l.DatePlanted, &l.LocationPlanted, &l.SizeLabel, &l.MeshSize, &l.Nickname,
	}
}

// Plus is both terms together.
func (t Term) Plus(o Term) Term {
	return Term{
		Plant: t.Plant + o.Plant, Move: t.Move + o.Move, Adjust: t.Adjust + o.Adjust, Harvest: t.Harvest + o.Harvest, Loss: t.Loss + o.Loss,
		MovedOn: t.MovedOn + o.MovedOn, Within: t.Within || o.Within,
	}
}
