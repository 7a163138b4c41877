package report

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of reports.
type Service struct {
	db    *sqldb.DB
	now   func() time.Time
	cache *column.Cache

	losses losses
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time) *Service {
	return &Service{db: db, now: now, cache: column.New(db), losses: losses{known: map[string]loss{}}}
}

// LimitCache sets how much memory the columns of all farms may take; 256 MB
// where it is not called. It is called before the first report.
func (s *Service) LimitCache(bytes int64) { s.cache.Limit(bytes) }

// Held is of how many farms the columns are in memory, and how many bytes they take.
func (s *Service) Held() (farms int, bytes int64) { return s.cache.Held() }

// KeepSegments lets the queue store what reports keep in memory. It is called
// before the queue starts.
func (s *Service) KeepSegments(q *jobs.Queue) { s.cache.KeepSegments(q) }

// Report answers a query from the farm's ledger. What was recorded before the
// call, in this process or another, is in the answer. The farm's people and those who
// see every farm may ask; anyone else gets NotFound. A field that is at fault is an
// Invalid fault that names it.
func (s *Service) Report(ctx context.Context, farmID string, q Query) (Report, error) {
	var plans []Plan
	var at []int // the row of the first plan that each row of the second stands beside
	var state column.State
	var answers []Report
	cached := false
	err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		p, err := s.PlanIn(ctx, tx, farmID, q)
		if err != nil {
			return err
		}
		plans = []Plan{p}
		if q.LastYear {
			var earlier Plan
			if earlier, at = p.lastYear(); len(at) > 0 {
				plans = append(plans, earlier)
			}
		}
		if state, err = column.StateOf(ctx, tx, farmID); err != nil {
			return err
		}
		if cached = s.cache.Fits(state) && p.Ask.KnownBefore == 0; cached {
			return nil
		}
		answers, err = folded(plans, func(a column.Ask) (column.Sums, error) { return column.BySQL(ctx, tx, farmID, a) })
		return err
	})
	if err != nil {
		return Report{}, err
	}
	if cached {
		now, err := s.cache.At(ctx, farmID, state)
		if err != nil {
			return Report{}, err
		}
		if answers, err = folded(plans, now.Sums); err != nil {
			return Report{}, err
		}
	}
	report := answers[0]
	report.judge(plans[0].Ask.Rows, plans[0].Season)
	for _, earlier := range answers[1:] {
		report.compare(earlier, at)
	}
	return report, nil
}

// folded answers each plan.
func folded(plans []Plan, sums func(column.Ask) (column.Sums, error)) (answers []Report, err error) {
	for _, p := range plans {
		found, err := sums(p.Ask)
		if err != nil {
			return nil, err
		}
		answers = append(answers, fold(p, found))
	}
	return answers, nil
}

// PlanIn reads the query of a farm that the caller may see, in the caller's transaction.
func (s *Service) PlanIn(ctx context.Context, tx *sqldb.Tx, farmID string, q Query) (Plan, error) {
	ref, err := farm.Reporting.Require(ctx, tx, farmID)
	if err != nil {
		return Plan{}, err
	}
	var leases []farm.Lease
	if q.namesAreas() {
		if leases, err = farm.Leases(ctx, tx, farmID); err != nil {
			return Plan{}, err
		}
	}
	today := ledger.Day(ref.Today(s.now()))
	if q, err = Dated(ctx, tx, ref, q, today); err != nil {
		return Plan{}, err
	}
	p, err := PlanOf(q, leases, today)
	p.Season = ref.Season
	if err != nil || p.Query.KnownOn == "" {
		return p, err
	}
	return p, p.know(ctx, tx, ref)
}

// Filters gives the values that the farm's lots really have, in order, numbers
// as numbers. The farm's people and those who see every farm may ask; anyone else
// gets NotFound.
func (s *Service) Filters(ctx context.Context, farmID string) (Filters, error) {
	var filters Filters
	err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Reporting.Require(ctx, tx, farmID); err != nil {
			return err
		}
		var err error
		filters, err = FiltersOf(ctx, tx, []string{farmID})
		return err
	})
	return filters, err
}

// FiltersOf gives the values that the lots of any of the farms have.
func FiltersOf(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (Filters, error) {
	options, err := field.Values(ctx, tx, farmIDs)
	for i := range options {
		if options[i] == nil {
			options[i] = []string{}
		}
	}
	return Filters{options[0], options[1], options[2], options[3], options[4], options[5], options[6], options[7], options[8]}, err
}
