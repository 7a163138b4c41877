package farm

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of farms.
type Service struct {
	db  *sqldb.DB
	now func() time.Time

	keepers []Keeper
	queue   *jobs.Queue // nil where a farm of any size is emptied within the call
	large   int64       // activities above which the queue does it
	names   directory   // of all farms, for the list
	linked  []Linking
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time) *Service { return &Service{db: db, now: now} }

// Linking is called in the transaction that links the user to a farm, gives the link another level
// or removes it, after that is stored and whoever does it.
type Linking func(ctx context.Context, tx *sqldb.Tx, farmID string, user account.User) error

// OnLink has it called. It is for the start of the process, before any call.
func (s *Service) OnLink(do Linking) { s.linked = append(s.linked, do) }

// Get gives a farm with its leases, and to staff with its linked users. Workers do not see
// what it owes.
func (s *Service) Get(ctx context.Context, farmID string) (f Farm, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := Recording.RequireRecord(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if f, err = farmByID(ctx, tx, farmID); err != nil {
			return err
		}
		if f.May = ref.level.String(); ref.Own() {
			f.SetupFee, f.TaggingSetupInvoice = 0, ""
		}
		return s.complete(ctx, tx, &f)
	})
	return f, err
}

// complete adds to a record what is stored beside it and the caller may see.
func (s *Service) complete(ctx context.Context, tx *sqldb.Tx, f *Farm) (err error) {
	if f.Photo = ""; f.photoName != "" {
		f.Photo = "/photos/" + f.photoName
	}
	zone, err := ZoneNamed(f.ID, f.TimeZone)
	if err != nil {
		return err
	}
	_, ahead := s.now().In(zone).Zone()
	f.UTCOffset = ahead / 60
	if f.BeingCleaned, err = cleaningOf(ctx, tx, f.ID); err != nil {
		return err
	}
	if f.Leases = []Lease{}; f.BeingCleaned == nil {
		if f.Leases, f.Recorded, err = s.leases(ctx, tx, f.ID); err != nil {
			return err
		}
	}
	if f.OpenRecalls, err = s.recalls(ctx, tx, f.ID); err != nil {
		return err
	}
	f.Users = []LinkedUser{}
	if caller, _ := actor.From(ctx); caller.Staff() {
		f.Users, err = linkedUsers(ctx, tx, f.ID)
	}
	return err
}

// Create makes a farm; a call with an Idempotency-Key makes one farm however
// often it comes. Only those who keep farm records may; a setup fee also takes
// the permission for pricing.
func (s *Service) Create(ctx context.Context, d Details) (Farm, error) {
	return s.CreateWithID(ctx, sqldb.NewID(), d)
}

// CreateWithID is Create with an id that the caller chose, for data that must
// have the same address everywhere. An id that is already taken is a Conflict.
func (s *Service) CreateWithID(ctx context.Context, id string, d Details) (made Farm, err error) {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return made, err
	}
	if d.SetupFee != 0 {
		if err := actor.Require(ctx, actor.Pricing); err != nil {
			return made, err
		}
	}
	f := Farm{ID: id, Version: 1, Details: d, Features: map[string]bool{}, TaggingActive: TaggingOff}
	if err := f.check(); err != nil {
		return made, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		made, err = once.Do(ctx, tx, func() (Farm, error) {
			if err := insertFarm(ctx, tx, f, s.now()); err != nil {
				return f, err
			}
			if err := s.record(ctx, tx, "farm.create", f.ID, f.Name, nil); err != nil {
				return f, err
			}
			return f, s.complete(ctx, tx, &f)
		})
		return err
	})
	return made, err
}
