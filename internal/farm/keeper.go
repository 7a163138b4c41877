package farm

import (
	"context"

	"github.com/merroir/merroir/internal/sqldb"
)

// Keeper is how a package that imports this one, and stores something about
// farms, lets that be counted and removed. Any part may be nil. Package app sets
// the keepers in the order in which their rows can be removed.
type Keeper struct {
	// Held gives what is in the growing areas where anything was ever recorded.
	Held func(ctx context.Context, tx *sqldb.Tx, farmID string) (map[string]Held, error)
	// Recalls gives the recalls in force that reach tags of the farms, by farm, the
	// oldest first.
	Recalls func(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string][]OpenRecall, error)
	// Book names the state of what is recorded on the farm: every recording
	// changes it.
	Book func(ctx context.Context, tx *sqldb.Tx, farmID string) (string, error)
	// Stop ends what is under way for the farm, once the transaction that hides what
	// is to be removed has committed. It may run again.
	Stop func(ctx context.Context, farmID string) error
	// Count fills in its part of the contents.
	Count func(ctx context.Context, tx *sqldb.Tx, farmID string, into *Contents) error
	// Refuse says why the farm cannot be deleted now.
	Refuse func(ctx context.Context, tx *sqldb.Tx, farmID string) error
	// Hide makes what a clean removes look gone to those who do not pass the
	// gate and those who have passed it already. The gate keeps out everybody
	// else.
	Hide func(ctx context.Context, tx *sqldb.Tx, farmID string) error
	// Clean removes at most about limit rows of what a clean removes, and says
	// how many; none when there is nothing left. A delete begins with it. After
	// a crash it carries on where it was.
	Clean func(ctx context.Context, tx *sqldb.Tx, farmID string, limit int) (removed int64, err error)
	// Delete removes, or keeps elsewhere, what is left of a farm that is deleted.
	Delete func(ctx context.Context, tx *sqldb.Tx, farmID string) error
	// DropPhoto follows the commit of a delete after which no page shows the
	// farm's photo.
	DropPhoto func(ctx context.Context, name string)
}

// Held is what a growing area holds by the book.
type Held struct {
	Animals    int64
	Containers int64 // with living animals
	LastDay    int   // of the latest entry, in days since 1970-01-01
}

// Contents counts what a farm has. A clean removes everything down to the
// dashboards, a delete also the links of users, the photo and the record. Tags
// and recalls are kept.
type Contents struct {
	Animals      int64 `json:"animals" doc:"That live on the farm now, by the book"`
	Groups       int64 `json:"groups"`
	Lots         int64 `json:"lots"`
	Activities   int64 `json:"activities"`
	Leases       int64 `json:"leases" doc:"Growing areas, also those that have ended"`
	FillProfiles int64 `json:"fillProfiles"`
	Uploads      int64 `json:"uploads"`
	Exports      int64 `json:"exports"`
	Schedules    int64 `json:"schedules" doc:"Of exports, of all its people"`
	Dashboards   int64 `json:"dashboards" doc:"Of all its people"`

	Users   int64 `json:"users" doc:"That are linked to it; a clean keeps the links"`
	Tags    int64 `json:"tags" doc:"Always kept"`
	Recalls int64 `json:"recalls" doc:"That name tags of it; always kept"`
	Photo   bool  `json:"photo" doc:"A clean keeps it; a delete too while there are tags that show it"`

	photoName string
	book      string // its state when it was counted
}

// rows is about how many rows a clean removes.
func (c Contents) rows() int64 {
	return 2*c.Activities + 2*c.Lots + c.Groups + c.Leases + c.Uploads + c.Dashboards
}

// Keep sets the keepers. It is called once, before the first use case.
func (s *Service) Keep(keepers ...Keeper) { s.keepers = keepers }

// held gives what is in the growing areas of a farm where anything was ever
// recorded.
func (s *Service) held(ctx context.Context, tx *sqldb.Tx, farmID string) (map[string]Held, error) {
	for _, k := range s.keepers {
		if k.Held != nil {
			return k.Held(ctx, tx, farmID)
		}
	}
	return nil, nil
}

// leases gives the growing areas of a farm with what they hold, and whether anything was ever
// recorded there.
func (s *Service) leases(ctx context.Context, tx *sqldb.Tx, farmID string) (all []Lease, recorded bool, err error) {
	if all, err = Leases(ctx, tx, farmID); err != nil {
		return nil, false, err
	}
	held, err := s.held(ctx, tx, farmID)
	for i := range all {
		all[i].holds(held[all[i].ID])
	}
	return all, len(held) > 0, err
}

func (l *Lease) holds(h Held) { l.Animals, l.Containers = h.Animals, h.Containers }
