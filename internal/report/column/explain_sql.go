package column

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// Term is a number of a formula: how often the animals of an entry of each kind count in it.
type Term struct {
	Plant, Move, Adjust, Harvest, Loss int64

	Hung    int64 // how often containers count, of the places alone where they hold living animals now
	MovedIn int64 // how often what a move brought from anywhere outside counts
	MovedOn int64 // how often what a move took to anywhere outside counts: as an entry of where it went
	Within  bool  // only what happened from the first day of the row on
	Opening bool  // and, once, whatever was alive before
}

// on is what counts on the days of the row, or before them.
func (t Term) on(within bool) Term {
	switch {
	case within:
		return t
	case t.Opening:
		return Term{Plant: 1, Move: 1, Adjust: 1, Harvest: 1, Loss: 1}
	case t.Within:
		return Term{}
	}
	return t
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
	LotID        string
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

// sql is the term as an expression over an entry e, where cameIn is 1 if its animals moved
// in from outside, and else 0.
func (t Term) sql(cameIn string) string {
	if before := t.on(false); before != t {
		return "CASE WHEN e.day >= $2 THEN " + t.times(cameIn) + " ELSE " + before.times(cameIn) + " END"
	}
	return t.times(cameIn)
}

func (t Term) times(cameIn string) string {
	moved := fmt.Sprint(t.Move)
	if t.MovedIn != 0 {
		moved += fmt.Sprintf(" + %d * %s", t.MovedIn, cameIn)
	}
	return fmt.Sprintf("e.containers * %d + e.delta * CASE e.kind WHEN 'plant' THEN %d WHEN 'move' THEN %s WHEN 'adjust' THEN %d WHEN 'harvest' THEN %d WHEN 'loss' THEN %d ELSE 0 END",
		t.Hung, t.Plant, moved, t.Adjust, t.Harvest, t.Loss)
}

// counted is the statement's beginning: the entries that count in the figure, each with
// what it counts there, as the table counted. Near says where they are, if that is known.
func (f Figure) counted(farmID string, near *Nearby) (with string, args []any) {
	asked, from, args := f.Ask.entries(farmID)
	ofSegment, inside, leaves := "TRUE", "", ""
	if f.Ask.LeaseID != "" {
		leaves = " AND o.lease_id = " + sqldb.In(len(args), 1)
	}
	there := leaves
	if f.Segment != nil {
		args = append(args, f.Ask.Split.stored(*f.Segment))
		ofSegment = f.Ask.segmentColumn() + " = " + sqldb.In(len(args), 1)
		if !f.Over {
			from += " AND " + ofSegment
			if f.Ask.Split.By == ByArea {
				there += " AND o.lease_id = " + sqldb.In(len(args), 1)
			} else {
				inside = " WHERE " + ofSegment
			}
			ofSegment = "TRUE"
		}
	}
	// Whether the entry o is in the part.
	o := "o.lot_id IN (SELECT asked.id FROM asked" + inside + ")" + there
	cameIn := "CASE WHEN e.seq = e.activity_seq THEN 0 ELSE (SELECT CASE WHEN " + o + " THEN 0 ELSE 1 END FROM entries o WHERE o.farm_id = e.farm_id AND o.seq = e.activity_seq) END"
	part, whole := f.Part.sql(cameIn), "0"
	if ofSegment != "TRUE" {
		part = "CASE WHEN " + ofSegment + " THEN " + part + " ELSE 0 END"
	}
	if f.Whole != nil {
		whole = f.Whole.sql(cameIn)
	}
	if f.onlyWithin() {
		from += " AND e.day >= $2"
	}
	if f.Part.Hung != 0 {
		from += " AND EXISTS (SELECT 1 FROM balances b WHERE b.farm_id = $1 AND b.lease_id = e.lease_id AND b.lot_id = e.lot_id AND " + InUse + ")"
	}
	nearby := ""
	if near != nil {
		nearby, args = near.sql(args)
	}
	rows := "SELECT " + weighedColumns + ", CAST(" + part + " AS BIGINT) AS part, CAST(" + whole + " AS BIGINT) AS whole" + from + nearby + " AND CAST($2 AS BIGINT) IS NOT NULL"
	if f.Part.MovedOn != 0 {
		rows += fmt.Sprintf(" UNION ALL SELECT "+weighedColumns+`, CAST(%d * e.delta AS BIGINT), 0 FROM entries e JOIN entries o ON o.farm_id = e.farm_id AND o.seq = e.activity_seq
			WHERE e.farm_id = $1 AND e.kind = 'move' AND e.seq <> e.activity_seq AND e.day <= $3 AND e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)`, f.Part.MovedOn) +
			f.Ask.known("e") + nearby + " AND " + o + " AND NOT (" + strings.ReplaceAll(o, "o.", "e.") + ")"
	}
	return asked + ", weighed AS (" + rows + "), counted AS (SELECT * FROM weighed WHERE part <> 0 OR whole <> 0) ", args
}

// onlyWithin reports whether nothing counts that happened before the row.
func (f Figure) onlyWithin() bool {
	return f.Part.on(false) == Term{} && (f.Whole == nil || f.Whole.on(false) == Term{})
}

const weighedColumns = "e.seq, e.activity_seq, e.kind, e.day, e.lease_id, e.lot_id, e.size_n, e.size_sum"

// Nearby is where the entries of a page are.
type Nearby struct {
	From, To ledger.Day
	Lots     []string
}

// InUse is the condition on a balance b that its containers hold living animals.
const InUse = "b.on_hand > 0 AND b.containers > 0"

// mostLots keeps a statement within what databases take.
const mostLots = 5_000

func (n *Nearby) sql(args []any) (string, []any) {
	args = append(args, int64(n.From), int64(n.To))
	where := fmt.Sprintf(" AND e.day BETWEEN $%d AND $%d", len(args)-1, len(args))
	switch {
	case len(n.Lots) == 0:
		return where + " AND FALSE", args
	case len(n.Lots) > mostLots:
		return where, args
	}
	where += " AND e.lot_id IN (" + sqldb.In(len(args)+1, len(n.Lots)) + ")"
	return where, append(args, sqldb.Args(n.Lots)...)
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
	with, args := f.counted(farmID, nil)
	return sqldb.One(ctx, tx, func(r sqldb.Row) (a Added, err error) {
		return a, r.Scan(&a.Entries, &a.Part, &a.Whole)
	}, with+"SELECT count(*), CAST(COALESCE(SUM(part), 0) AS DOUBLE PRECISION), CAST(COALESCE(SUM(whole), 0) AS DOUBLE PRECISION) FROM counted", args...)
}

// After is the entry after which a page goes on: those of earlier days, and those of its own
// with a smaller number.
type After struct {
	Day ledger.Day
	Seq int64
}

// before reports whether the entry is among those that come after this one.
func (a After) before(e Entry) bool { return e.Day < a.Day || e.Day == a.Day && e.Seq < a.Seq }

// AfterEntry is where the page after the entry with this number begins, or the first one up
// to the end of a day, for 0.
func AfterEntry(ctx context.Context, tx *sqldb.Tx, farmID string, seq int64, last ledger.Day) (After, error) {
	if seq == 0 {
		return After{last, math.MaxInt64}, nil
	}
	days, err := sqldb.All(ctx, tx, sqldb.Scalar[ledger.Day], "SELECT day FROM entries WHERE farm_id = $1 AND seq = $2", farmID, seq)
	if err != nil || len(days) == 0 {
		return After{}, err
	}
	return After{days[0], seq}, nil
}

// Entries gives those of a figure that come after one, the newest first.
func (f Figure) Entries(ctx context.Context, tx *sqldb.Tx, farmID string, after After, limit int, near *Nearby) ([]Entry, error) {
	with, args := f.counted(farmID, near)
	args = append(args, int64(after.Day), after.Seq, limit)
	return sqldb.All(ctx, tx, func(r sqldb.Row) (e Entry, err error) {
		var part, whole int64
		err = r.Scan(append([]any{&part, &whole}, e.columns()...)...)
		e.Part, e.Whole = float64(part), float64(whole)
		return e, err
	}, with+fmt.Sprintf("SELECT c.part, c.whole, "+entryColumns+entryFrom("(SELECT * FROM counted WHERE day < $%[1]d OR day = $%[1]d AND seq < $%[2]d ORDER BY day DESC, seq DESC LIMIT $%[3]d)")+
		" ORDER BY c.day DESC, c.seq DESC", len(args)-2, len(args)-1, len(args)), args...)
}

// entryColumns are what Entry.columns scans, of the tables of entryFrom.
const entryColumns = `c.seq, c.activity_seq, c.kind, c.day, c.lease_id, c.lot_id, c.size_n, c.size_sum, a.at, COALESCE(u.username, ''), a.note, a.reverses,
	g.oyster_type, g.seed_source, g.year, g.month, g.date_planted, g.location_planted, l.size_label, l.mesh_size, l.nickname`

func entryFrom(rows string) string {
	return " FROM " + rows + ` c JOIN activities a ON a.farm_id = $1 AND a.seq = c.activity_seq
		JOIN lots l ON l.farm_id = $1 AND l.id = c.lot_id JOIN animal_groups g ON g.farm_id = $1 AND g.id = l.group_id
		LEFT JOIN users u ON u.id = a.user_id`
}

func (e *Entry) columns() []any {
	l := &e.Lot
	return []any{
		&e.Seq, &e.Number, &e.Kind, &e.Day, &e.LeaseID, &e.LotID, &e.Measured, &e.MM, &e.RecordedAt, &e.By, &e.Note, &e.Reverses,
		&l.OysterType, &l.SeedSource, &l.Year, &l.Month, &l.DatePlanted, &l.LocationPlanted, &l.SizeLabel, &l.MeshSize, &l.Nickname,
	}
}

// Plus is both terms together.
func (t Term) Plus(o Term) Term {
	return Term{
		Plant: t.Plant + o.Plant, Move: t.Move + o.Move, Adjust: t.Adjust + o.Adjust, Harvest: t.Harvest + o.Harvest, Loss: t.Loss + o.Loss, Hung: t.Hung + o.Hung,
		MovedIn: t.MovedIn + o.MovedIn, MovedOn: t.MovedOn + o.MovedOn, Within: t.Within || o.Within,
	}
}
