package ledger

import (
	"cmp"
	"context"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of the ledger.
type Service struct {
	db      *sqldb.DB
	now     func() time.Time
	long    int    // a recording of more entries is staged
	step    func() // see OnStep
	tagged  TaggedOf
	tagRows TagRows
	met     *lotMemory
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time) *Service {
	return &Service{db: db, now: now, long: longRecording, step: func() {}, met: newLotMemory(metMost)}
}

// OnStep has f called twice while a long recording is entered: once it is begun, and once all of it
// is staged. No transaction is open then. Tests stop it there.
func (s *Service) OnStep(f func()) { s.step = f }

// Result says what became of a batch.
type Result struct {
	Recorded int
	Skipped  int     // recorded before, with the same content
	Lines    int     // growing areas whose lines changed
	Numbers  []int64 // the number of each activity in the farm's ledger, in the order of the batch

	Recounts []Recount // recorded counts whose difference changes
	SameDay  []int     // counts on a day with removals that do not say which came first, by index
}

// Record enters the batch into the farm's ledger, all of it or nothing. The farm's
// people and those with the permission companies may call it; an outsider gets
// NotFound. Workers correct what they recorded themselves. Growing areas must exist; groups and lots are made as needed.
// Activities are entered by day, and in the order of the batch within a day.
//
// What breaks a rule is an Invalid fault, a key that is taken by other content
// a Conflict; both hold a [Refused] that names every activity at fault.
func (s *Service) Record(ctx context.Context, farmID string, activities []Activity) (Result, error) {
	return s.record(ctx, farmID, activities, false)
}

// TryRecord returns what Record would, and records nothing.
func (s *Service) TryRecord(ctx context.Context, farmID string, activities []Activity) (result Result, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		b, err := s.admitBatch(ctx, tx, farmID, activities, readState)
		if err == nil {
			result = b.Result()
		}
		return err
	})
	return result, err
}

// admitBatch prepares a batch of the caller, who may record it.
func (s *Service) admitBatch(ctx context.Context, tx *sqldb.Tx, farmID string, activities []Activity, stateOf stateReader) (*Recording, error) {
	ref, err := farm.Recording.RequireTo(ctx, tx, farmID, actor.Companies)
	if err != nil {
		return nil, err
	}
	if ref.Own() {
		if err := requireOwn(ctx, tx, ref.ID, activities); err != nil {
			return nil, err
		}
	}
	return s.decide(ctx, tx, ref, activities, stateOf)
}

// RecordUnlessFar is Record for people: a size or a count far from the last is refused with
// what the last was, so that they look once more. Record is how they insist.
func (s *Service) RecordUnlessFar(ctx context.Context, farmID string, activities []Activity) (Result, error) {
	return s.record(ctx, farmID, activities, true)
}

func (s *Service) record(ctx context.Context, farmID string, activities []Activity, ask bool) (Result, error) {
	var result Result
	var b *Recording
	err := s.write(ctx, farmID, func(tx *sqldb.Tx) (err error) {
		b, err = s.admitBatch(ctx, tx, farmID, activities, lockState)
		if err != nil {
			return err
		}
		if ask {
			if err := b.ask(ctx, tx); err != nil {
				return err
			}
		}
		result = b.Result()
		return s.store(ctx, tx, b)
	})
	if err != nil {
		return Result{}, err
	}
	s.met.remember(farmID, b.state.epoch, b.lots)
	return result, nil
}

// decide prepares a batch that comes by hand, whose caller has passed the gate.
func (s *Service) decide(ctx context.Context, tx *sqldb.Tx, ref farm.Ref, activities []Activity, stateOf stateReader) (*Recording, error) {
	today := Day(ref.Today(s.now()))
	taken, err := takeIn(activities, today, sqldb.Millis(s.now()))
	if err != nil {
		return nil, err
	}
	b := s.recordingOf(ref)
	b.met = s.met
	if b.state, err = stateOf(ctx, tx, ref.ID); err != nil {
		return nil, err
	}
	if b.areas, err = loadAreas(ctx, tx, ref.ID); err != nil {
		return nil, err
	}
	b.batch = taken
	if b.checkAreas(); b.refused.Total == 0 {
		if err := b.prepare(ctx, tx); err != nil {
			return nil, err
		}
	}
	return b, b.refused.err()
}

// MayRecord gives the fault with which [Service.Check] would refuse the caller, so
// that a sheet that will be refused need not be read.
func (s *Service) MayRecord(ctx context.Context, farmID string) error {
	return s.db.Read(ctx, func(tx *sqldb.Tx) error {
		_, err := farm.Require(ctx, tx, farmID)
		return err
	})
}

// takeIn makes a batch of the activities, or refuses those that break a rule.
// Counts without a key or a client's time get those of now.
func takeIn(activities []Activity, today Day, now int64) (*batch, error) {
	taken, refused := &batch{}, &Refused{}
	for i, a := range activities {
		if field, reason := a.Refuse(today); reason != "" {
			refused.add(i, field, reason)
			continue
		}
		if a.Kind == Adjust {
			if a.Key == "" {
				a.Key, a.ClientTime = sqldb.NewID(), cmp.Or(a.ClientTime, now)
			}
			a.ClientTime = min(a.ClientTime, now)
		}
		taken.add(a, 0)
	}
	return taken, refused.err()
}

// store writes what was prepared, in the name of the caller.
func (s *Service) store(ctx context.Context, tx *sqldb.Tx, b *Recording) error {
	if err := b.refuseWhileStaged(ctx, tx, s.now()); err != nil {
		return err
	}
	return b.store(ctx, tx, s.recorder(ctx))
}

func (s *Service) recorder(ctx context.Context) recorder {
	caller, _ := actor.From(ctx)
	return recorder{caller.UserID, sqldb.Millis(s.now())}
}
