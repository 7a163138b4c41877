package report

import (
	"context"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of reports.
type Service struct {
	db  *sqldb.DB
	now func() time.Time
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time) *Service { return &Service{db: db, now: now} }

// Inventory reports the living animals over time. Whoever may see the farm may
// ask; a stranger gets NotFound. A field that is at fault is an Invalid fault
// that names it.
func (s *Service) Inventory(ctx context.Context, farmID string, q Query) (report Inventory, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Require(ctx, tx, farmID)
		if err != nil {
			return err
		}
		leases, err := farm.Leases(ctx, tx, farmID)
		if err != nil {
			return err
		}
		p, err := planOf(q, leases, ledger.Day(ref.Today(s.now())))
		if err != nil {
			return err
		}
		found, err := changes(ctx, tx, farmID, p)
		if err != nil {
			return err
		}
		report, err = fold(p, found)
		return err
	})
	return report, err
}

// Filters gives the values that the farm's lots really have, in order, numbers
// as numbers. Whoever may see the farm may ask; a stranger gets NotFound.
func (s *Service) Filters(ctx context.Context, farmID string) (Filters, error) {
	var lots [][]string
	err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Require(ctx, tx, farmID); err != nil {
			return err
		}
		var err error
		lots, err = lotValues(ctx, tx, farmID)
		return err
	})
	if err != nil {
		return Filters{}, err
	}
	options := make([][]string, len(fields))
	for i, f := range fields {
		options[i] = []string{}
		for _, lot := range lots {
			if value := f.form.written(lot[i]); value != "" {
				options[i] = append(options[i], value)
			}
		}
		slices.SortFunc(options[i], byNumber)
		options[i] = slices.Compact(options[i])
	}
	return Filters{options[0], options[1], options[2], options[3], options[4], options[5], options[6], options[7], options[8]}, nil
}
