package ledger

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// The keys of what a correction records, before the number of what it corrects: of an activity
// that is only undone, of one that is replaced, and of what replaces it. So an activity is
// corrected once, however often and from wherever that is asked.
const (
	undoneKey   = "undone:"
	replacedKey = "replaced:"
	rightKey    = "right:"
)

// replaces gives the number of the activity that one recorded under the key puts right.
func replaces(key string) *int64 {
	text, ok := strings.CutPrefix(key, rightKey)
	number, err := strconv.ParseInt(text, 10, 64)
	if !ok || err != nil {
		return nil
	}
	return &number
}

// Correction says how an activity is put right: it is undone, for a reason, and the right one is
// recorded in its place, in one transaction.
type Correction struct {
	Number int64 // of the activity
	Reason string
	Right  *Activity // of the same kind; nil where the activity should not be at all
	Ask    bool      // refuse what is far from the last, as RecordUnlessFar does
	Try    bool      // change nothing, only say what would be
}

// Change is what a correction does to one place.
type Change struct {
	LeaseID    string    `json:"leaseId"`
	Area       string    `json:"area" doc:"Name of the growing area"`
	Lot        LotFields `json:"lot"`
	Before     int64     `json:"before" doc:"Living animals there today, by the book"`
	After      int64     `json:"after"`
	ContBefore int64     `json:"containersBefore"`
	ContAfter  int64     `json:"containersAfter"`
}

// Correct puts an activity right, or says what that would change. Who may record may correct, but
// workers only what they recorded themselves. What
// later activities or tags need is refused, and the refusal names them. To say it is a read, which
// waits for no writer.
func (s *Service) Correct(ctx context.Context, farmID string, c Correction) (changes []Change, err error) {
	run, stateOf := s.write, stateReader(lockState)
	if c.Try {
		stateOf = readState
		run = func(ctx context.Context, _ string, fn func(*sqldb.Tx) error) error { return s.db.Read(ctx, fn) }
	}
	err = run(ctx, farmID, func(tx *sqldb.Tx) error {
		changes = nil
		ref, err := farm.Recording.RequireTo(ctx, tx, farmID, actor.Companies)
		if err != nil {
			return err
		}
		wrong, err := readOne(ctx, tx, ref.ID, c.Number)
		if err == nil && ref.Own() {
			err = requireOwn(ctx, tx, ref.ID, []Activity{{Reverses: c.Number}})
		}
		if err != nil {
			return err
		}
		b, err := s.decideCorrection(ctx, tx, ref, c, wrong, stateOf)
		if err != nil {
			return err
		}
		if changes = b.changes(); c.Try {
			return nil
		}
		if c.Ask {
			if err := b.ask(ctx, tx); err != nil {
				return err
			}
		}
		return s.store(ctx, tx, b)
	})
	return changes, err
}

// requireOwn is a Denied fault where a correction is of what somebody else recorded.
func requireOwn(ctx context.Context, tx *sqldb.Tx, farmID string, activities []Activity) error {
	caller, _ := actor.From(ctx)
	for _, a := range activities {
		if a.Reverses == 0 {
			continue
		}
		by, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT user_id FROM activities WHERE farm_id = $1 AND seq = $2", farmID, a.Reverses)
		switch {
		case fault.Is(err, fault.NotFound): // which the batch is refused for
			continue
		case err != nil:
			return err
		case by != caller.UserID:
			return errOthers
		}
	}
	return nil
}

var errOthers = fault.New(fault.Denied, "You may correct what you recorded yourself. For this entry, ask somebody who manages the farm.")

func (s *Service) decideCorrection(ctx context.Context, tx *sqldb.Tx, ref farm.Ref, c Correction, wrong Noted, stateOf stateReader) (*Recording, error) {
	if err := c.refuse(wrong); err != nil {
		return nil, err
	}
	number := strconv.FormatInt(c.Number, 10)
	undo := Activity{Key: undoneKey + number, Reverses: c.Number, Note: c.Reason}
	if c.Right == nil {
		b, err := s.decide(ctx, tx, ref, []Activity{undo}, nil, stateOf)
		return b, again(wrong, err)
	}
	undo.Key = replacedKey + number
	right := *c.Right
	right.Key = rightKey + number
	books := map[int]int64{}
	if right.Kind == Adjust && right.Day.String() == wrong.Date && right.Place.LeaseID == wrong.LeaseID {
		book, err := bookBefore(ctx, tx, ref.ID, wrong)
		if err != nil {
			return nil, err
		}
		books[1] = book
	}
	// What came on a day may have been taken on it since, so that the right animals must be there
	// before the wrong ones go; a move may need either.
	orders := map[Kind][][]Activity{Plant: {{right, undo}}, Move: {{undo, right}, {right, undo}}}[right.Kind]
	if orders == nil {
		orders = [][]Activity{{undo, right}}
	}
	var first error
	for _, batch := range orders {
		b, err := s.decide(ctx, tx, ref, batch, books, stateOf)
		if err == nil {
			return b, nil
		}
		first = cmp.Or(first, err)
		if !errors.As(err, new(*Refused)) {
			break
		}
	}
	return nil, again(wrong, first)
}

// refuse refuses a correction that is none.
func (c Correction) refuse(wrong Noted) error {
	switch {
	case wrong.Reverses != nil:
		return fault.New(fault.Invalid, "This entry undoes another one itself, and cannot be corrected. Record anew what should be in the book.")
	case strings.TrimSpace(c.Reason) == "":
		return fault.ForField("reason", "Say why.")
	case c.Right != nil && activityName(c.Right.Kind, false) != wrong.Activity:
		return fault.ForField("activity.activity", "A correction is of the same kind as what it corrects. Undo this entry, and record the other.")
	case c.Right != nil && c.Right.Reverses != 0:
		return fault.ForField("activity.reverses", "What replaces an entry undoes none.")
	}
	return nil
}

const alreadyCorrected = "Somebody has corrected or undone this entry already."

// again tells whoever corrects what somebody has corrected already.
func again(wrong Noted, err error) error {
	if err != nil && wrong.Reversed {
		return fault.Wrap(fault.Conflict, alreadyCorrected, err)
	}
	return err
}

// bookBefore is what the book had at the place of a count before it; before the first of them,
// where it puts another right.
func bookBefore(ctx context.Context, tx *sqldb.Tx, farmID string, count Noted) (int64, error) {
	first := count
	for first.Replaces != nil {
		before, err := readOne(ctx, tx, farmID, *first.Replaces)
		if err != nil {
			return 0, err
		}
		if before.Date != count.Date || before.LeaseID != count.LeaseID || before.LotID != count.LotID {
			break
		}
		first = before
	}
	day, err := ParseDay(count.Date)
	if err != nil {
		return 0, err
	}
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], `SELECT CAST(COALESCE(SUM(delta), 0) AS BIGINT) FROM entries
		WHERE farm_id = $1 AND lot_id = $2 AND lease_id = $3 AND (day < $4 OR (day = $4 AND seq < $5))
			AND +seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)`,
		farmID, count.LotID, count.LeaseID, int64(day), first.Number)
}

// changes are what the batch does to the places that it touches.
func (b *Recording) changes() []Change {
	changes := []Change{}
	for _, where := range b.touchedPlaces() {
		before, after := b.opening[where], b.sweep.holdings[where]
		for _, e := range before.ahead {
			before.animals, before.containers = before.animals+e.delta, before.containers+int64(e.containers)
		}
		at := b.placeIDs[where]
		changes = append(changes, Change{
			LeaseID: at.leaseID, Area: b.areas.names[at.leaseID], Lot: b.lots.byID[at.lotID].lotFields(),
			Before: before.animals, After: after.animals, ContBefore: before.containers, ContAfter: after.containers,
		})
	}
	return changes
}

// One gives an activity, and of a count the animals that were found. Who may see the journal may ask.
func (s *Service) One(ctx context.Context, farmID string, number int64) (one Noted, found *int64, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Recording.Require(ctx, tx, farmID); err != nil {
			return err
		}
		if one, err = readOne(ctx, tx, farmID, number); err != nil || one.Activity != activityName(Adjust, false) {
			return err
		}
		book, err := bookBefore(ctx, tx, farmID, one)
		book += one.Count
		found = &book
		return err
	})
	return one, found, err
}

func readOne(ctx context.Context, tx *sqldb.Tx, farmID string, number int64) (Noted, error) {
	found, err := sqldb.All(ctx, tx, scanNoted, "SELECT "+notedColumns+notedFrom+`
		WHERE a.farm_id = $1 AND a.seq = $2 AND a.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)`, farmID, number)
	if err != nil {
		return Noted{}, err
	}
	if len(found) == 0 {
		return Noted{}, fault.New(fault.NotFound, "There is no such entry.")
	}
	return found[0], readParts(ctx, tx, farmID, found)
}
