package ledger

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// Noted is an activity as the ledger has it.
type Noted struct {
	Number        int64       `json:"number"`
	Activity      string      `json:"activity" enum:"plant,count,size,move,harvest,loss,correction"`
	Date          string      `json:"date" doc:"YYYY-MM-DD"`
	LeaseID       string      `json:"leaseId"`
	LotID         string      `json:"lotId"`
	Area          string      `json:"area" doc:"Name of the growing area"`
	Group         GroupFields `json:"group"`
	Lot           LotFields   `json:"lot"`
	Count         int64       `json:"count" doc:"Animals; of a count, how many more than the book had, negative when fewer; of a correction, the opposite of what it undoes"`
	Containers    int64       `json:"containers" doc:"That came with it or left"`
	Measured      *int64      `json:"measured" doc:"Animals of a size sample"`
	SizeMM        *float64    `json:"sizeMm" doc:"Mean size of the sample"`
	Lengths       []float64   `json:"lengths,omitempty" doc:"In mm, of the animals of a sample that were measured one by one, the smallest first"`
	LengthClasses []classBody `json:"lengthClasses,omitempty" doc:"The animals of a sample that were counted by classes of lengths"`
	To            []NotedPart `json:"to" doc:"Where a move put the animals; empty for any other activity"`
	Note          string      `json:"note"`
	Facts         *factsBody  `json:"facts,omitempty" doc:"What is known of a harvest beside its animals; absent where nothing is"`
	RecordedAt    int64       `json:"recordedAt" doc:"Unix milliseconds"`
	By            string      `json:"by" doc:"Who recorded it; empty for the platform itself"`
	Reverses      *int64      `json:"reverses" doc:"Number of the activity that this correction undoes"`
	Reversed      bool        `json:"reversed" doc:"A correction undoes it"`
	ReplacedBy    *int64      `json:"replacedBy" doc:"Number of the activity that says it right; null where nobody put it right"`
	Replaces      *int64      `json:"replaces" doc:"Number of the activity that this one puts right"`

	counts bool // it is a count
}

// NotedPart is a place that a move put animals in.
type NotedPart struct {
	LeaseID    string    `json:"leaseId"`
	LotID      string    `json:"lotId"`
	Area       string    `json:"area"`
	Lot        LotFields `json:"lot"`
	Count      int64     `json:"count"`
	Containers int64     `json:"containers"`
}

// GroupFields is a group as an answer gives it; an empty text and null are not
// known.
type GroupFields struct {
	OysterType      string `json:"oysterType"`
	SeedSource      string `json:"seedSource"`
	Year            *int64 `json:"year"`
	Month           *int64 `json:"month"`
	DatePlanted     string `json:"datePlanted" doc:"YYYY-MM-DD"`
	LocationPlanted string `json:"locationPlanted"`
}

// LotFields is the rest of a lot as an answer gives it.
type LotFields struct {
	SizeLabel string `json:"sizeLabel"`
	MeshSize  string `json:"meshSize" doc:"The equipment"`
	Nickname  string `json:"nickname" doc:"The fill profile"`
}

// Held is a place with what is in it.
type Held struct {
	LeaseID    string      `json:"leaseId"`
	LotID      string      `json:"lotId"`
	Area       string      `json:"area" doc:"Name of the growing area"`
	Group      GroupFields `json:"group"`
	Lot        LotFields   `json:"lot"`
	OnHand     int64       `json:"onHand" doc:"Living animals by the book"`
	Containers int64       `json:"containers"`
	LastDay    string      `json:"lastDay" doc:"YYYY-MM-DD of the latest entry"`
	Lived      bool        `json:"lived" doc:"Animals were there on the day that was asked about, also if none are left"`
}

// Of says which animals are asked about: those of a lot, of a group, or all of a farm.
type Of struct{ LotID, GroupID string }

// Journal gives activities in the order in which they were recorded, the newest
// first: those with a number below before, or the newest of all where that is
// zero. The farm's people and those who see every farm may ask; anyone else gets
// NotFound.
func (s *Service) Journal(ctx context.Context, farmID string, of Of, before int64, limit int) (noted []Noted, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Recording.Require(ctx, tx, farmID); err != nil {
			return err
		}
		noted, err = journal(ctx, tx, farmID, of, before, limit)
		return err
	})
	return noted, err
}

func journal(ctx context.Context, tx *sqldb.Tx, farmID string, of Of, before int64, limit int) ([]Noted, error) {
	noted, err := readJournal(ctx, tx, farmID, of, before, limit)
	if err != nil || len(noted) == 0 {
		return noted, err
	}
	return noted, complete(ctx, tx, farmID, noted)
}

// Places gives the places that hold animals or containers, by growing area.
// The farm's people and those who see every farm may ask; anyone else gets NotFound.
func (s *Service) Places(ctx context.Context, farmID string) (held []Held, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Recording.Require(ctx, tx, farmID); err != nil {
			return err
		}
		held, err = readPlaces(ctx, tx, farmID, Of{})
		return err
	})
	return held, err
}

func readPlaces(ctx context.Context, tx *sqldb.Tx, farmID string, of Of) ([]Held, error) {
	where, args := "", []any{farmID}
	if of != (Of{}) {
		where, args = " AND "+of.lots("b", 2), append(args, of.id())
	}
	return sqldb.All(ctx, tx, func(r sqldb.Row) (h Held, err error) {
		var l Lot
		var lastDay Day
		err = r.Scan(append([]any{&h.LeaseID, &h.LotID, &h.Area, &h.OnHand, &h.Containers, &lastDay}, l.columns()...)...)
		h.Group, h.Lot, h.LastDay, h.Lived = l.fields(), l.lotFields(), lastDay.String(), h.OnHand > 0
		return h, err
	}, "SELECT b.lease_id, b.lot_id, p.name, b.on_hand, b.containers, b.last_day, "+lotColumns+`
		FROM balances b
		JOIN leases p ON p.farm_id = b.farm_id AND p.id = b.lease_id
		JOIN lots l ON l.farm_id = b.farm_id AND l.id = b.lot_id
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		WHERE b.farm_id = $1 AND (b.on_hand > 0 OR b.containers > 0)`+where+`
		ORDER BY p.name_key, g.date_planted, l.mesh_size, l.nickname, l.size_label, l.id`, args...)
}

// PlacesOn returns the places that had animals or containers on the day, with what they held at
// its end, by growing area. A place that is empty now is among them, as is one that was emptied
// on the day itself; one whose only planting was undone is not. The same may ask as for Places.
func (s *Service) PlacesOn(ctx context.Context, farmID string, day Day) (held []Held, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Recording.Require(ctx, tx, farmID); err != nil {
			return err
		}
		held, err = readPlacesOn(ctx, tx, farmID, day)
		return err
	})
	return held, err
}

// readPlacesOn goes back from the balances by the entries since the day, of which there are few.
func readPlacesOn(ctx context.Context, tx *sqldb.Tx, farmID string, day Day) ([]Held, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (h Held, err error) {
		var l Lot
		var lastDay Day
		var taken int64
		err = r.Scan(append([]any{&h.LeaseID, &h.LotID, &h.Area, &h.OnHand, &h.Containers, &taken, &lastDay}, l.columns()...)...)
		h.Group, h.Lot, h.LastDay, h.Lived = l.fields(), l.lotFields(), lastDay.String(), h.OnHand > 0 || taken > 0
		return h, err
	}, `WITH on_day AS (
			SELECT b.lease_id, b.lot_id, b.last_day,
				b.on_hand - CAST(COALESCE(SUM(CASE WHEN e.day > $2 THEN e.delta END), 0) AS BIGINT) AS on_hand,
				b.containers - CAST(COALESCE(SUM(CASE WHEN e.day > $2 THEN e.containers END), 0) AS BIGINT) AS containers,
				CAST(COALESCE(SUM(CASE WHEN e.day = $2 AND e.delta < 0 AND a.reverses IS NULL AND u.seq IS NULL THEN -e.delta END), 0) AS BIGINT) AS taken
			FROM balances b
			JOIN farm_state s ON s.farm_id = b.farm_id
			LEFT JOIN entries e ON e.farm_id = b.farm_id AND e.lot_id = b.lot_id AND e.lease_id = b.lease_id AND e.day >= $2 AND e.seq <= s.seq
			LEFT JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
			LEFT JOIN activities u ON u.farm_id = e.farm_id AND u.reverses = e.activity_seq AND u.seq <= s.seq
			WHERE b.farm_id = $1
			GROUP BY b.lease_id, b.lot_id, b.last_day, b.on_hand, b.containers)
		SELECT t.lease_id, t.lot_id, p.name, t.on_hand, t.containers, t.taken, t.last_day, `+lotColumns+`
		FROM on_day t
		JOIN leases p ON p.farm_id = $1 AND p.id = t.lease_id
		JOIN lots l ON l.farm_id = $1 AND l.id = t.lot_id
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		WHERE t.on_hand > 0 OR t.containers > 0 OR t.taken > 0
		ORDER BY p.name_key, g.date_planted, l.mesh_size, l.nickname, l.size_label, l.id`, farmID, int64(day))
}

// lotColumns are what Lot.columns scans.
const lotColumns = "g.oyster_type, g.seed_source, g.year, g.month, g.date_planted, g.location_planted, l.size_label, l.mesh_size, l.nickname"

func (l *Lot) columns() []any {
	return []any{&l.OysterType, &l.SeedSource, &l.Year, &l.Month, &l.DatePlanted, &l.LocationPlanted, &l.SizeLabel, &l.MeshSize, &l.Nickname}
}

func (l Lot) fields() GroupFields {
	f := GroupFields{OysterType: l.OysterType, SeedSource: l.SeedSource, DatePlanted: l.DatePlanted.String(), LocationPlanted: l.LocationPlanted}
	if l.Year != 0 {
		f.Year = &l.Year
	}
	if l.Month != 0 {
		f.Month = &l.Month
	}
	return f
}

// LotFrom is the lot that the fields of an answer, or of a copy, are of.
func LotFrom(g GroupFields, l LotFields) Lot {
	planted, _ := ParseDay(g.DatePlanted) // none where it is not known
	lot := Lot{Group: Group{OysterType: g.OysterType, SeedSource: g.SeedSource, DatePlanted: planted, LocationPlanted: g.LocationPlanted}, SizeLabel: l.SizeLabel, MeshSize: l.MeshSize, Nickname: l.Nickname}
	if g.Year != nil {
		lot.Year = *g.Year
	}
	if g.Month != nil {
		lot.Month = *g.Month
	}
	return lot
}

func (l Lot) lotFields() LotFields { return LotFields{l.SizeLabel, l.MeshSize, l.Nickname} }

func readJournal(ctx context.Context, tx *sqldb.Tx, farmID string, of Of, before int64, limit int) ([]Noted, error) {
	now, err := readState(ctx, tx, farmID)
	if err != nil {
		return nil, err
	}
	if before == 0 || before > now.seq {
		before = now.seq + 1 // what is staged is not read
	}
	if of == (Of{}) {
		return sqldb.All(ctx, tx, scanNoted, "SELECT "+notedColumns+notedFrom+" WHERE a.farm_id = $1 AND a.seq < $3 ORDER BY a.seq DESC LIMIT $2", farmID, limit, before)
	}
	numbers, err := numbersOf(ctx, tx, farmID, of, before, limit)
	if err != nil || len(numbers) == 0 {
		return []Noted{}, err
	}
	return sqldb.All(ctx, tx, scanNoted, "SELECT "+notedColumns+notedFrom+" WHERE a.farm_id = $1 AND a.seq IN ("+sqldb.In(2, len(numbers))+") ORDER BY a.seq DESC",
		append([]any{farmID}, numbers...)...)
}

// numbersOf gives a page of the activities of a lot or a group. It looks its entries up and sorts
// them: to walk down the farm's numbers until a page is full takes long where the lot is an old one.
func numbersOf(ctx context.Context, tx *sqldb.Tx, farmID string, of Of, before int64, limit int) ([]any, error) {
	number := func(r sqldb.Row) (any, error) { return sqldb.Scalar[int64](r) }
	return sqldb.All(ctx, tx, number, `SELECT +o.activity_seq FROM entries o WHERE o.farm_id = $1 AND `+of.lots("o", 4)+` AND +o.activity_seq < $3
		GROUP BY +o.activity_seq ORDER BY +o.activity_seq DESC LIMIT $2`, farmID, limit, before, of.id())
}

func (of Of) id() string {
	if of.LotID != "" {
		return of.LotID
	}
	return of.GroupID
}

// lots is the condition that an entry is of the lot or the group, whose id is an argument.
func (of Of) lots(table string, arg int) string {
	if of.LotID != "" {
		return fmt.Sprintf("%s.lot_id = $%d", table, arg)
	}
	return fmt.Sprintf("%s.lot_id IN (SELECT i.id FROM lots i WHERE i.farm_id = $1 AND i.group_id = $%d)", table, arg)
}

// notedColumns are what scanNoted scans, of the tables of notedFrom.
const (
	notedColumns = "a.seq, a.kind, a.day, a.at, COALESCE(u.username, ''), a.idem_key, c.seq, a.note, a.facts, a.lengths, a.reverses, r.seq IS NOT NULL, p.id, e.lot_id, p.name, e.delta, e.containers, e.size_n, e.size_sum, " + lotColumns
	notedFrom    = `
		FROM activities a
		JOIN entries e ON e.farm_id = a.farm_id AND e.seq = a.seq
		JOIN leases p ON p.farm_id = e.farm_id AND p.id = e.lease_id
		JOIN lots l ON l.farm_id = e.farm_id AND l.id = e.lot_id
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		LEFT JOIN activities r ON r.farm_id = a.farm_id AND r.reverses = a.seq AND r.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = a.farm_id)
		LEFT JOIN activities c ON c.farm_id = a.farm_id AND c.idem_key = '` + rightKey + `' || CAST(a.seq AS TEXT)
		LEFT JOIN users u ON u.id = a.user_id`
)

func scanNoted(r sqldb.Row) (n Noted, err error) {
	var kind Kind
	var day Day
	var sizeN, sizeSum int64
	var l Lot
	var key string
	var stored, measured *string
	err = r.Scan(append([]any{&n.Number, &kind, &day, &n.RecordedAt, &n.By, &key, &n.ReplacedBy, &n.Note, &stored, &measured, &n.Reverses, &n.Reversed, &n.LeaseID, &n.LotID, &n.Area, &n.Count, &n.Containers, &sizeN, &sizeSum}, l.columns()...)...)
	n.Activity, n.Date = activityName(kind, n.Reverses != nil), day.String()
	n.Group, n.Lot, n.To = l.fields(), l.lotFields(), []NotedPart{}
	if kind == Harvest || kind == Loss || kind == Move {
		n.Count, n.Containers = -n.Count, -n.Containers
	}
	n.Replaces, n.counts = replaces(key), n.Activity == "count"
	if sizeN != 0 {
		mean := float64(sizeSum) / float64(sizeN) / 10
		n.Measured, n.SizeMM = &sizeN, &mean
	}
	if err != nil {
		return n, err
	}
	facts, err := ReadFacts(stored)
	if err != nil {
		return n, err
	}
	n.Facts = facts.out()
	lengths, err := readLengths(measured)
	n.Lengths, n.LengthClasses = lengths.out()
	return n, err
}

// readParts adds where the moves of a page went. It sorts the few rows: to walk down the farm's
// numbers would read its whole ledger.
func readParts(ctx context.Context, tx *sqldb.Tx, farmID string, page []Noted) error {
	at, moves := map[int64]*Noted{}, []any{farmID}
	for i := range page {
		if page[i].Activity == string(Move) || page[i].Reverses != nil {
			at[page[i].Number], moves = &page[i], append(moves, page[i].Number)
		}
	}
	if len(at) == 0 {
		return nil
	}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var number int64
		var p NotedPart
		err := r.Scan(&number, &p.LeaseID, &p.LotID, &p.Area, &p.Count, &p.Containers, &p.Lot.SizeLabel, &p.Lot.MeshSize, &p.Lot.Nickname)
		at[number].To = append(at[number].To, p)
		return struct{}{}, err
	}, `SELECT e.activity_seq, p.id, e.lot_id, p.name, e.delta, e.containers, l.size_label, l.mesh_size, l.nickname
		FROM entries e
		JOIN leases p ON p.farm_id = e.farm_id AND p.id = e.lease_id
		JOIN lots l ON l.farm_id = e.farm_id AND l.id = e.lot_id
		WHERE e.farm_id = $1 AND e.activity_seq IN (`+sqldb.In(2, len(at))+`) AND e.seq <> e.activity_seq AND e.kind = 'move' ORDER BY +e.seq`, moves...)
	return err
}

// complete adds what the first entries of a page do not tell: where moves went, and what has
// re-adjusted counts.
func complete(ctx context.Context, tx *sqldb.Tx, farmID string, page []Noted) error {
	if err := readParts(ctx, tx, farmID, page); err != nil {
		return err
	}
	return readjustNoted(ctx, tx, farmID, page)
}

// readjustNoted makes the count of each count its difference as it is now.
func readjustNoted(ctx context.Context, tx *sqldb.Tx, farmID string, page []Noted) error {
	at, args := map[int64]*Noted{}, []any{farmID}
	for i := range page {
		if page[i].counts {
			at[page[i].Number], args = &page[i], append(args, page[i].Number)
		}
	}
	if len(at) == 0 {
		return nil
	}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var number, delta int64
		err := r.Scan(&number, &delta)
		at[number].Count += delta
		return struct{}{}, err
	}, `SELECT e.readjusts, CAST(SUM(e.delta) AS BIGINT) FROM entries e
		WHERE e.farm_id = $1 AND e.readjusts IN (`+sqldb.In(2, len(at))+`) AND +e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)
		GROUP BY e.readjusts`, args...)
	return err
}
