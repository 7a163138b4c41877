package farm

import (
	"cmp"
	"context"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of farms.
type Service struct {
	db  *sqldb.DB
	now func() time.Time
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time) *Service { return &Service{db, now} }

// maxFarmsPerUser is how many farms one user may be linked to.
const maxFarmsPerUser = 25

// List gives a page of the farms that the caller may see: all for staff, the
// linked ones for a farm manager, in data and in counts.
func (s *Service) List(ctx context.Context, search string, q rest.ListQuery) (list rest.List[Summary], err error) {
	caller, _ := actor.From(ctx)
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		rows, total, err := listFarms(ctx, tx, caller, search, q)
		list = rest.NewList(q, rows, total)
		return err
	})
	return list, err
}

// Get gives a farm with its leases, and to staff with its linked users.
func (s *Service) Get(ctx context.Context, farmID string) (f Farm, err error) {
	caller, _ := actor.From(ctx)
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := Require(ctx, tx, farmID); err != nil {
			return err
		}
		if f, err = farmByID(ctx, tx, farmID); err != nil {
			return err
		}
		if f.Leases, err = Leases(ctx, tx, farmID); err != nil {
			return err
		}
		f.Users = []LinkedUser{}
		if caller.Staff() {
			f.Users, err = linkedUsers(ctx, tx, farmID)
		}
		return err
	})
	return f, err
}

// Create makes a farm. Only staff may.
func (s *Service) Create(ctx context.Context, d Details) (Farm, error) {
	return s.CreateWithID(ctx, sqldb.NewID(), d)
}

// CreateWithID is Create with an id that the caller chose, for data that must
// have the same address everywhere. An id that is taken is a Conflict.
func (s *Service) CreateWithID(ctx context.Context, id string, d Details) (Farm, error) {
	if err := actor.RequireStaff(ctx); err != nil {
		return Farm{}, err
	}
	if err := d.check(); err != nil {
		return Farm{}, err
	}
	if err := s.db.Write(ctx, func(tx *sqldb.Tx) error {
		return insertFarm(ctx, tx, id, d, s.now())
	}); err != nil {
		return Farm{}, err
	}
	return s.Get(ctx, id)
}

// AddLease adds a growing area to a farm that the caller may work with.
func (s *Service) AddLease(ctx context.Context, farmID string, l Lease) (added Lease, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := Require(ctx, tx, farmID); err != nil {
			return err
		}
		added, err = AddLease(ctx, tx, farmID, l, s.now())
		return err
	})
	return added, err
}

// LinkUser lets a farm manager see a farm. Only staff may; a link that is
// there already is a Conflict, and so is one beyond the limit.
func (s *Service) LinkUser(ctx context.Context, farmID, userID string) error {
	if err := actor.RequireStaff(ctx); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := Require(ctx, tx, farmID); err != nil {
			return err
		}
		linked, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT farm_id FROM farm_users WHERE user_id = $1", userID)
		if err != nil {
			return err
		}
		if len(linked) >= maxFarmsPerUser {
			return fault.New(fault.Conflict, "You have reached 25 farms the maximum number allowed.")
		}
		_, err = tx.Exec(ctx, "INSERT INTO farm_users (farm_id, user_id, created_at) VALUES ($1, $2, $3)", farmID, userID, sqldb.Millis(s.now()))
		if fault.Is(err, fault.Conflict) {
			return fault.New(fault.Conflict, "Farm already added.")
		}
		return err
	})
}

// Public is what the public tag page shows of a farm beside its details.
type Public struct {
	Photo             string // name of the blob
	Dealer            string
	GrowerNames       string
	Cert              string
	HarvesterCert     string
	Certs             string // JSON list
	DistributorBrands string // JSON list
	SpeciesLabel      string // Species where empty
	HarvestLabel      string // Harvest where empty
}

// Subscription is what other parts of the platform decide about a farm.
type Subscription struct {
	TaggingActive TaggingState
	SetupInvoice  string
	PaperDiscount bool
}

// SetPublic stores what the tag page shows. Only staff may.
func (s *Service) SetPublic(ctx context.Context, farmID string, p Public) error {
	return s.update(ctx, farmID, `photo = $2, dealer = $3, grower_names = $4, cert = $5, harvester_cert = $6, certs = $7,
		distributor_brands = $8, species_label = $9, harvest_label = $10`,
		p.Photo, p.Dealer, p.GrowerNames, p.Cert, p.HarvesterCert, cmp.Or(p.Certs, "[]"), cmp.Or(p.DistributorBrands, "[]"),
		cmp.Or(p.SpeciesLabel, "Species"), cmp.Or(p.HarvestLabel, "Harvest"))
}

// SetSubscription stores the state of the tagging subscription. Only staff may.
func (s *Service) SetSubscription(ctx context.Context, farmID string, sub Subscription) error {
	return s.update(ctx, farmID, "tagging_active = $2, tagging_setup_invoice = $3, paper_discount = $4",
		sub.TaggingActive, sub.SetupInvoice, sub.PaperDiscount)
}

// update sets columns of a farm and moves its version, by which everything
// that was made from the farm is known to be old.
func (s *Service) update(ctx context.Context, farmID, set string, args ...any) error {
	if err := actor.RequireStaff(ctx); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := Require(ctx, tx, farmID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE farms SET version = version + 1, "+set+" WHERE id = $1", append([]any{farmID}, args...)...)
		return err
	})
}
