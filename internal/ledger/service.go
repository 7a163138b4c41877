package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of the ledger.
type Service struct {
	db  *sqldb.DB
	now func() time.Time
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time) *Service { return &Service{db: db, now: now} }

// Result says what became of a batch.
type Result struct {
	Recorded int
	Skipped  int     // recorded before, with the same content
	Numbers  []int64 // the number of each activity in the farm's ledger, in the order of the batch
}

// Record enters the batch into the farm's ledger, all of it or nothing. Whoever
// may see the farm may call it; a stranger gets NotFound. Growing areas must
// exist, groups and lots are made as needed. Activities are entered by day, and
// in the order of the batch within a day.
//
// What breaks a rule is an Invalid fault, a key that is taken by other content
// a Conflict; both hold a [Refused] that names every activity at fault.
func (s *Service) Record(ctx context.Context, farmID string, batch []Activity) (Result, error) {
	var result Result
	err := s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Require(ctx, tx, farmID)
		if err != nil {
			return err
		}
		var refused *Refused
		if result, refused, err = s.record(ctx, tx, ref, batch); err != nil {
			return err
		}
		return refused.err()
	})
	if err != nil {
		return Result{}, err
	}
	return result, nil
}

// record is Record inside a transaction of the caller, who has asked for the
// farm and must roll back when anything is refused.
func (s *Service) record(ctx context.Context, tx *sqldb.Tx, ref farm.Ref, batch []Activity) (Result, *Refused, error) {
	b := &recording{tx: tx, farmID: ref.ID, batch: batch, refused: &Refused{}}
	b.checkRules(Day(ref.Today(s.now())))
	for _, step := range []func(context.Context) error{b.lock, b.checkAreas, b.skipKnown, b.findOriginals, b.resolveLots, b.loadHoldings} {
		if b.refused.Total > 0 {
			break
		}
		if err := step(ctx); err != nil {
			return Result{}, nil, err
		}
	}
	if b.refused.Total == 0 {
		b.sweepDays()
	}
	if b.refused.Total > 0 {
		return Result{}, b.refused, nil
	}
	caller, _ := actor.From(ctx)
	return b.result(), b.refused, b.store(ctx, caller.UserID, sqldb.Millis(s.now()))
}

// recording is one batch on its way into the ledger.
type recording struct {
	tx      *sqldb.Tx
	farmID  string
	batch   []Activity
	refused *Refused

	state     state
	areas     map[string]string // name by lease id
	digests   []string          // by index in the batch
	numbers   []int64           // seq of each activity, 0 while it has none
	twins     map[int]int       // a repetition in the batch, and the index of what it repeats
	pending   []int             // indexes to record, in order of day
	originals map[int64]original
	lots      *lotBook
	sweep     sweep
}

func (b *recording) checkRules(today Day) {
	for i, a := range b.batch {
		if field, reason := a.refuse(today); reason != "" {
			b.refused.add(i, field, reason)
		}
	}
}

func (b *recording) checkAreas(ctx context.Context) error {
	leases, err := farm.Leases(ctx, b.tx, b.farmID)
	if err != nil {
		return err
	}
	b.areas = make(map[string]string, len(leases))
	for _, lease := range leases {
		b.areas[lease.ID] = lease.Name
	}
	for i, a := range b.batch {
		if _, ok := b.areas[a.Place.LeaseID]; !ok && a.Reverses == 0 {
			b.refused.add(i, fieldArea, "there is no such growing area")
		}
		for _, part := range a.To {
			if _, ok := b.areas[part.LeaseID]; !ok {
				b.refused.add(i, fieldTo, "there is no such growing area")
			}
		}
	}
	return nil
}

// skipKnown leaves pending what was not recorded before.
func (b *recording) skipKnown(ctx context.Context) error {
	b.digests = make([]string, len(b.batch))
	b.numbers = make([]int64, len(b.batch))
	b.twins = map[int]int{}
	keys := make([]string, 0, len(b.batch))
	for i, a := range b.batch {
		b.digests[i] = a.digest()
		if a.Key != "" {
			keys = append(keys, a.Key)
		}
	}
	known := map[string]recorded{}
	if b.state.seq > 0 {
		var err error
		if known, err = recordedByKey(ctx, b.tx, b.farmID, keys); err != nil {
			return err
		}
	}
	first := make(map[string]int, len(keys))
	for i, a := range b.batch {
		before, wasRecorded := known[a.Key]
		twin, isTwin := first[a.Key]
		switch {
		case a.Key == "":
			b.pending = append(b.pending, i)
		case wasRecorded && before.digest == b.digests[i]:
			b.numbers[i] = before.seq
		case isTwin && b.digests[twin] == b.digests[i]:
			b.twins[i] = twin
		case wasRecorded || isTwin:
			b.refused.addConflict(i, fieldKey, fmt.Sprintf("%q is recorded already with other content", a.Key))
		default:
			first[a.Key] = i
			b.pending = append(b.pending, i)
		}
	}
	return nil
}

// findOriginals loads what the batch undoes, and puts the batch in order of days.
func (b *recording) findOriginals(ctx context.Context) error {
	b.originals = map[int64]original{}
	by := map[int64]bool{}
	for _, i := range b.pending {
		seq := b.batch[i].Reverses
		if seq == 0 {
			continue
		}
		found, err := originalBySeq(ctx, b.tx, b.farmID, seq)
		if err != nil {
			return err
		}
		switch {
		case len(found.entries) == 0:
			b.refused.add(i, fieldReverses, fmt.Sprintf("there is no activity %d", seq))
		case found.reverses:
			b.refused.add(i, fieldReverses, fmt.Sprintf("activity %d undoes another one itself", seq))
		case found.undone || by[seq]:
			b.refused.addConflict(i, fieldReverses, fmt.Sprintf("activity %d is undone already", seq))
		}
		b.originals[seq], by[seq] = found, true
	}
	if b.refused.Total > 0 {
		return nil
	}
	slices.SortStableFunc(b.pending, func(i, j int) int { return cmp.Compare(b.day(i), b.day(j)) })
	return nil
}

func (b *recording) day(i int) Day {
	if seq := b.batch[i].Reverses; seq != 0 {
		return b.originals[seq].entries[0].day
	}
	return b.batch[i].Day
}

func (b *recording) spot(p Place) spot { return spot{p.LeaseID, b.lots.ids[p.Lot]} }

// spots are the places that a pending activity touches; its own comes first.
func (b *recording) spots(i int) []spot {
	a := b.batch[i]
	if a.Reverses != 0 {
		var spots []spot
		for _, e := range b.originals[a.Reverses].entries {
			spots = append(spots, e.spot)
		}
		return spots
	}
	spots := []spot{b.spot(a.Place)}
	for _, part := range a.To {
		spots = append(spots, b.spot(part.Place))
	}
	return spots
}

// sweepDays turns the pending activities into entries.
func (b *recording) sweepDays() {
	for _, i := range b.pending {
		b.numbers[i] = b.sweep.seq + 1
		if seq := b.batch[i].Reverses; seq != 0 {
			b.sweep.undo(i, b.originals[seq].entries)
			continue
		}
		spots := b.spots(i)
		b.sweep.enter(i, b.batch[i], spots[0], spots[1:])
	}
	b.sweep.finish()
}

func (b *recording) result() Result {
	for twin, first := range b.twins {
		b.numbers[twin] = b.numbers[first]
	}
	return Result{Recorded: len(b.pending), Skipped: len(b.batch) - len(b.pending), Numbers: b.numbers}
}
