package ledger

import (
	"cmp"
	"context"
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

// Corrected is what a correction changes.
type Corrected struct {
	Changes  []Change  // by place; none of a repeated call
	Recounts []Recount // counts that go on showing what was counted
}

// Correct corrects an activity, or returns what that would change (Try), which waits for no writer.
// Whoever may record may correct, workers only what they recorded themselves. It returns an Invalid
// fault that names later activities or tags that need what it takes away.
func (s *Service) Correct(ctx context.Context, farmID string, c Correction) (done Corrected, err error) {
	run, stateOf := s.write, stateReader(lockState)
	if c.Try {
		stateOf = readState
		run = func(ctx context.Context, _ string, fn func(*sqldb.Tx) error) error { return s.db.Read(ctx, fn) }
	}
	err = run(ctx, farmID, func(tx *sqldb.Tx) error {
		done = Corrected{}
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
		if done = (Corrected{b.changes(), b.Recounts()}); c.Try {
			return nil
		}
		if c.Ask {
			if err := b.ask(ctx, tx); err != nil {
				return err
			}
		}
		return s.store(ctx, tx, b)
	})
	return done, err
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
		b, err := s.decide(ctx, tx, ref, []Activity{undo}, stateOf)
		return b, again(wrong, err)
	}
	undo.Key = replacedKey + number
	right := *c.Right
	right.Key = rightKey + number
	if right.Kind == Adjust {
		counts, err := countsIn(ctx, tx, ref.ID, c.Number, c.Number, c.Number)
		if err != nil {
			return nil, err
		}
		if count := counts[c.Number]; count != nil { // it keeps its turn among the counts of its day
			kept := count.turn
			kept.at = cmp.Or(right.ClientTime, kept.at)
			right.ClientTime, right.turn = kept.at, &kept
		}
	}
	b, err := s.decide(ctx, tx, ref, []Activity{undo, right}, stateOf)
	return b, again(wrong, err)
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

// again replaces the refusal of a correction whose entry somebody has corrected already.
func again(wrong Noted, err error) error {
	if err != nil && wrong.Reversed {
		return fault.New(fault.Conflict, alreadyCorrected)
	}
	return err
}

// changes are what the batch does to the places that it touches.
func (b *Recording) changes() []Change {
	changes := []Change{}
	for _, where := range b.touchedPlaces() {
		before, after := b.opening[where], b.sweep.closings[where]
		at := b.placeIDs[where]
		changes = append(changes, Change{
			LeaseID: at.leaseID, Area: b.areas.names[at.leaseID], Lot: b.lots.byID[at.lotID].lotFields(),
			Before: before.today, After: after.animals, ContBefore: before.containersToday, ContAfter: after.containers,
		})
	}
	return changes
}

// CountFields is what a count says besides its difference.
type CountFields struct {
	Found         int64   `json:"found" doc:"Animals that were found"`
	AfterRemovals bool    `json:"afterRemovals" doc:"It was taken after the losses, harvests and moves out of its day"`
	Missing       Missing `json:"missing" enum:"missing,dead" doc:"What became of animals that it did not find"`
}

// One returns an activity, and the count if it is one. Whoever may see the journal may call.
func (s *Service) One(ctx context.Context, farmID string, number int64) (one Noted, count *CountFields, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Recording.Require(ctx, tx, farmID); err != nil {
			return err
		}
		if one, err = readOne(ctx, tx, farmID, number); err != nil || one.Activity != activityName(Adjust, false) {
			return err
		}
		counts, err := countsIn(ctx, tx, farmID, number, number, number)
		if c := counts[number]; c != nil {
			count = &CountFields{Found: c.found, AfterRemovals: c.after, Missing: MissingStay}
			if c.died {
				count.Missing = MissingDied
			}
		}
		return err
	})
	return one, count, err
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
	return found[0], complete(ctx, tx, farmID, found)
}
